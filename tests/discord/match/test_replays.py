"""Replays: a game is gone through step by step, in private, while it runs and afterwards."""

import re

import pytest

from cogs.match.replays import LISTED
from tests.discord.playthrough import line_of, play_out
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, start_game
from tests.discord.traces import all_public

STEPS = ("First", "Previous", "Next", "Last")
EXPLORED = (*STEPS, "Explore")
OVER = (*EXPLORED, "Ask everybody", "Animate", "Review")


def disabled(shown: Answer) -> set[str]:
    """Return the labels of the buttons that cannot be clicked."""
    return {control.label for control in shown.message.controls if control.disabled}


def turn_of(shown: Answer) -> int:
    """Return which turn a replay shows; 0 is the start."""
    found = re.search(r"turn (\d+) of \d+", shown.text)
    assert found or "the start" in shown.text
    return int(found[1]) if found else 0


def listed(shown: Answer) -> list[str]:
    """Return what the list of turns offers."""
    (menu,) = shown.message.menus
    return [option.label for option in menu.options]


@pytest.mark.slow
async def test_a_finished_game_is_stepped_through_back_and_forth_in_private(
    world: World, game: Game
) -> None:
    await play_out(game)
    public, lea = all_public(world), world.person("Lea")
    last = (await line_of(game)).turns

    shown = await lea.click(game.result, "Replay")

    assert shown.ephemeral
    assert shown.buttons == OVER
    assert f"-# Dice Matrix {game.code}: the start\n" in f"{shown.text}\n"
    assert disabled(shown) == {"First", "Previous"}
    assert len(shown.pictures) == 1
    seen = {shown.pictures[0].data}
    for turn in (1, 2):
        await lea.click(shown, "Next")
        assert f"turn {turn} of {last}" in shown.text
        seen.add(shown.pictures[0].data)
    assert len(seen) == 3
    assert disabled(shown) == set()
    await lea.click(shown, "Last")
    assert f"turn {last} of {last}" in shown.text
    assert shown.pictures[0].data == game.result.pictures[1].data
    assert disabled(shown) == {"Next", "Last"}
    await lea.click(shown, "Previous")
    assert f"turn {last - 1} of {last}" in shown.text
    await lea.click(shown, "First")
    assert "the start" in shown.text
    assert all_public(world) == public


@pytest.mark.slow
async def test_every_turn_is_reached_by_the_list(world: World, game: Game) -> None:
    await play_out(game)
    lea, last = world.person("Lea"), (await line_of(game)).turns
    assert last > LISTED
    shown = await lea.click(game.result, "Replay")

    assert listed(shown)[0] == "The start"
    assert listed(shown)[-1] == "… later turns"
    for step in range(1, last + 1):
        if not any(label.startswith(f"{step}. ") for label in listed(shown)):
            await lea.choose(shown, "… later turns")
        (label,) = [label for label in listed(shown) if label.startswith(f"{step}. ")]
        await lea.choose(shown, label)
        assert turn_of(shown) == step
        assert label.partition(". ")[2] in shown.text
    assert "… later turns" not in listed(shown)
    await lea.choose(shown, "… earlier turns")
    assert turn_of(shown) == last // LISTED * LISTED - 1
    (menu,) = shown.message.menus
    notes = [option.description for option in menu.options if option.label[0].isdigit()]
    assert len({note for note in notes if note}) == len(notes)


@pytest.mark.slow
async def test_a_player_jumps_from_one_of_their_moves_to_the_next(game: Game) -> None:
    await game.play(5)
    mara, jonas = game.players
    await game.resign(mara)
    shown = await jonas.click(game.result, "Replay")

    ways_on = ("Explore", "Ask everybody", "Animate", "Review", "Write a note")
    assert shown.buttons == (*STEPS, "My next move", *ways_on)
    seen = []
    while "My next move" not in disabled(shown):
        await jonas.click(shown, "My next move")
        seen.append(turn_of(shown))

    assert seen == [2, 4]


@pytest.mark.slow
async def test_where_hints_are_allowed_the_last_step_has_one_for_who_is_to_move(
    world: World, mara: Person, jonas: Person
) -> None:
    rated = await start_game(world, mara, jonas)
    casual = await start_game(world, mara, jonas, rated=False)
    offered = {}
    for name, game in (("rated", rated), ("casual", casual)):
        await game.play(2)
        for who, person in (("mover", game.to_move), ("other", game.waiting)):
            more = await person.press(game.place.last, f"t:more:{game.id}")
            shown = await person.click(more, "Replay")
            offered[name, who, "start"] = "Hint" in shown.buttons
            offered[name, who, "last"] = "Hint" in (await person.click(shown, "Last")).buttons

    assert [at for at, is_there in offered.items() if is_there] == [("casual", "mover", "last")]


@pytest.mark.slow
async def test_the_replay_of_a_resigned_game_ends_with_the_resignation(
    game: Game, mara: Person
) -> None:
    await game.play(2)
    await game.resign(mara)
    shown = await mara.click(game.result, "Replay")

    await mara.click(shown, "Last")

    assert "turn 3 of 3" in shown.text
    assert shown.text.endswith("Jonas wins by resignation")
    assert listed(shown)[-1] == "3. Jonas wins by resignation"


async def test_during_a_game_what_happened_since_ones_own_move_is_replayed(game: Game) -> None:
    await game.play(4)
    player = game.to_move

    more = await player.click(game.board, "More")
    shown = await player.click(more, "Since my last move")

    assert shown.ephemeral
    assert "Since my last move" in more.buttons
    assert turn_of(shown) == 3
    assert "My next move" in disabled(shown)
    await player.click(shown, "Next")
    assert turn_of(shown) == 4
    assert disabled(shown) >= {"Next", "Last"}


async def test_before_ones_first_move_the_replay_begins_at_the_start(game: Game) -> None:
    await game.play(1)
    player = game.to_move

    shown = await player.click(await player.click(game.board, "More"), "Since my last move")

    assert turn_of(shown) == 0


@pytest.mark.slow
async def test_others_replay_a_running_game_from_the_start(world: World, game: Game) -> None:
    await game.play(2)
    lea = world.person("Lea")

    more = await lea.click(game.board, "More")
    shown = await lea.click(more, "Replay")

    assert "Since my last move" not in more.buttons
    assert shown.buttons == EXPLORED
    forged = await lea.press(game.board, f"t:since:{game.id}")
    assert forged.ephemeral
    assert forged.pictures == ()


@pytest.mark.slow
async def test_what_was_taken_back_is_not_replayed(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, takebacks=True)
    await game.play(3)
    taker = game.waiting
    await taker.slash("game takeback", game.place)
    await game.to_move.click(game.place.last, "Agree")

    shown = await taker.press(game.board, f"t:replay:{game.id}:99")

    assert turn_of(shown) == 2
    await game.resign(taker)
    assert "turn 3 of 3" in (await taker.press(game.result, f"t:replay:{game.id}:3")).text


async def test_a_step_beyond_the_end_of_a_running_game_shows_its_last(
    game: Game, mara: Person
) -> None:
    await game.play(2)

    shown = await mara.press(game.board, f"t:replay:{game.id}:99")

    assert shown.ephemeral
    assert turn_of(shown) == 2


async def test_who_prefers_words_replays_in_words(game: Game, mara: Person) -> None:
    await mara.slash("preferences", boards="text")
    await game.resign(mara)

    shown = await mara.click(game.result, "Replay")

    assert shown.pictures == ()
    assert "\nMara to turn the left-over die, " in shown.text
    assert shown.text.endswith("Mara starts.")
