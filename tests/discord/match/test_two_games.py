"""A two-game match: the seats are swapped, the points are added, and it is rated once."""

import re

import discord
import pytest

from tests.discord.playthrough import line_of, play_out
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, game_id_of, start_game

POINTS = re.compile(r"\bpoints?\b|\d+ to \d+")


def return_game(world: World, first: Game) -> Game:
    """Return the second game of a match, once it has begun in the same thread."""
    board = first.place.last
    code = re.search(r"\b([A-Z]{5})$", board.text, re.MULTILINE)
    game_id = game_id_of(board)
    assert code is not None
    assert game_id is not None
    one, two = first.players
    return Game(world, (two, one), first.place, first.card, game_id, code[1])


def result_of(game: Game) -> Message:
    """Return the result of a game that is over."""
    (result,) = (
        message
        for message in game.place.messages
        if "Replay" in message.buttons and game_id_of(message) == game.id
    )
    return result


async def points_of(game: Game) -> dict[str, int]:
    """Return what each player scored, from the exported record."""
    scores = (await line_of(game)).position.scores()
    assert scores is not None
    return {str(player): score or 0 for player, score in zip(game.players, scores, strict=True)}


@pytest.mark.slow
async def test_a_match_from_its_first_move_to_the_sum_without_showing_points_before(
    world: World, mara: Person, jonas: Person
) -> None:
    recount = "recount: points counted at the end"
    first = await start_game(world, mara, jonas, scoring=recount, match="two-game")
    assert f" · game 1 of 2 · {first.code}" in first.board.text

    await play_out(first, seed=1)
    result = result_of(first)
    assert re.search(
        r"^Game 1 of 2: (Mara|Jonas) leads by \d+ points?\. "
        r"The return game follows, with the seats swapped\.$",
        result.text,
        re.MULTILINE,
    )
    assert result.buttons == ("Review", "Replay", "Animate", "Text")
    assert not re.search(r"\([+−]\d+\)", result.text), "a match is rated once, at its end"
    assert first.place.archives_after == 10_080

    second = return_game(world, first)
    assert second.to_move is jonas
    assert second.board.pings == (jonas,)
    assert f" · game 2 of 2 · {second.code}" in second.board.text
    final = await play_out(second, seed=2)

    one, two = await points_of(first), await points_of(second)
    total = {name: one[name] + two[name] for name in one}
    best, least = sorted(total, key=lambda name: -total[name])
    assert final.text.startswith(f"### {best} wins by {total[best] - total[least]} points\n")
    assert (
        f"Game 2 of 2: the games ended {one['Mara']} to {one['Jonas']}, "
        f"{two['Mara']} to {two['Jonas']}." in final.text
    )
    assert len(re.findall(r"\([+−]\d+\)", final.text)) == 2
    assert final.buttons == ("Rematch", "Review", "Replay", "Animate", "Text")
    assert first.place.archives_after == 1_440

    for board in (*first.boards, *second.boards):
        assert not POINTS.search(board.text), board.text
        assert not POINTS.search(str(board.pictures[0].alt))


@pytest.mark.slow
async def test_under_recount_nothing_that_a_player_sees_while_choosing_tells_points(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, scoring="recount: points counted at the end")
    await game.play(6)
    player = game.to_move

    shown = [await player.click(game.board, "Move")]
    while shown[-1].message.menus:
        shown.append(await game.choose_last(player, shown[-1]))
    texts = [f"{panel.message} {panel.pictures[0].alt}" for panel in shown]
    texts += [choice.name for choice in await player.autocomplete("move", "move", "", game.place)]
    texts.append((await player.click(game.board, "Text")).text)
    texts.append((await player.slash("games")).text)
    played = await player.click(shown[-1], shown[-1].buttons[-1])
    texts.append(played.told.text)

    assert not [text for text in texts if POINTS.search(text)]


@pytest.mark.slow
async def test_who_resigns_either_game_gives_up_the_match(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await start_game(world, mara, jonas, match="two-game")
    await first.play(4)
    question = await mara.slash("game resign", first.place)
    assert question.text == "Resign against Jonas? You lose the whole two-game match."

    await mara.click(question, "Resign")

    result = first.result
    assert result.text.startswith("### Jonas wins by resignation\n")
    assert "return game" not in result.text
    assert result.buttons == ("Rematch", "Review", "Replay", "Animate", "Text")
    assert re.search(r"Jonas 12\d\d\? \(\+\d+\)", result.text)
    assert first.place.archives_after == 1_440


@pytest.mark.slow
async def test_resigning_the_return_game_loses_the_match_whatever_the_first_one_gave(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await start_game(world, mara, jonas, match="two-game")
    await play_out(first)
    one = await points_of(first)
    leader = max(first.players, key=lambda player: one[str(player)])
    other = next(player for player in first.players if player is not leader)
    second = return_game(world, first)

    await second.resign(leader)

    assert second.result.text.startswith(f"### {other} wins by resignation\n")


async def test_a_match_that_a_moderator_ends_has_no_return_game(
    world: World, mara: Person, jonas: Person
) -> None:
    lea = world.person("Lea", permissions=discord.Permissions(manage_guild=True))
    game = await start_game(world, mara, jonas, match="two-game")

    await lea.click(await lea.slash("game end", game.place), "End the game")

    assert game.result.text.startswith("### Ended without a result\n")
    assert game.live_boards == ()


async def test_the_rematch_of_a_match_is_a_match_with_the_other_one_starting(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, match="two-game")
    await game.resign(mara)

    await mara.click(game.result, "Rematch")

    assert (
        "two games, seats swapped, points added · 3 days per turn · Jonas starts"
        in world.channel.last.text
    )
