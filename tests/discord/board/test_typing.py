"""/move: any legal notation as people spell it, from anywhere, with suggestions while they type."""

from pathlib import Path

import pytest

from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import Position, Take, cell_name
from tests.discord.playthrough import line_of
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game
from tests.discord.traces import all_public, all_stored
from tests.tiers import sampled

PAIRS = (
    "{0}+{1}",
    "{1}+{0}",
    "{0} {1}",
    "{0}-{1}",
    "{0},{1}",
    "{0} and {1}",
    " {0}{1}",
    "{0} & {1}",
)
OVER = "This game is over. /games lists your running games."


async def position_of(game: Game) -> Position:
    """Return a game's position."""
    position = (await line_of(game)).position
    assert isinstance(position, Position)
    return position


async def a_pair(game: Game) -> tuple[str, str]:
    """Return the cells of a pair that may be taken."""
    for move in (await position_of(game)).legal_moves():
        if isinstance(move, Take) and move.second is not None:
            return cell_name(move.first), cell_name(move.second)
    raise AssertionError


@sampled("spelling", ["=3", "3", " = 3 "])
async def test_the_first_move_is_a_face(game: Game, spelling: str) -> None:
    answer = await game.to_move.slash("move", game.place, move=spelling)

    assert answer.text.endswith(" die to 3: 2 points (2 to 0).")
    assert answer.ephemeral
    assert answer.text in game.board.text


@pytest.mark.slow
async def test_a_pair_is_spelt_as_people_do(game: Game) -> None:
    await game.type_move()
    for spelling in PAIRS:
        one, two = await a_pair(game)
        player, typed = game.to_move, spelling.format(one.upper(), two)

        answer = await player.slash("move", game.place, move=typed)

        assert answer.text.startswith(f"{player} took "), typed
        assert {one, two} <= set(answer.text.replace(",", " ").split()), typed
    assert game.moves == 1 + len(PAIRS)


@pytest.mark.slow
async def test_a_move_that_was_not_listed_is_taken(game: Game) -> None:
    await game.type_move()
    position, listed = await position_of(game), await game.legal_moves()
    unlisted = next(
        cell_name(move.first)
        for move in position.legal_moves()
        if isinstance(move, Take) and move.second is None and cell_name(move.first) not in listed
    )

    answer = await game.to_move.slash("move", game.place, move=unlisted)

    assert answer.text.startswith(f"Jonas took {unlisted}, ")


# --------------------------------------------------------------- what is no move, and why


IS_NO_MOVE = "is not a move of Dice Matrix; moves look like =3 (first move), c4 or c4+c6."
REFUSED = {
    0: {
        "c4": "The first move turns the left-over die to a face, =1 to =6; no die is taken.",
        "7": f"'7' {IS_NO_MOVE}",
    },
    1: {
        "=3": "The left-over die has been placed; take dice from the matrix.",
        "d4 d4": "d4 is named twice; a pair is two dice.",
        "a1 b2": "a1 and b2 are neither in the same row nor in the same column.",
        "h9": f"'h9' {IS_NO_MOVE}",
        "@6-6": f"'@6-6' {IS_NO_MOVE}",
        "!resign:0": f"'!resign:0' {IS_NO_MOVE}",
        "x" * 100: f"'{'x' * 39}…' {IS_NO_MOVE}",
        "**c4** @everyone": IS_NO_MOVE,
    },
}
"""What is typed after some moves, and the answer that is due."""


@pytest.mark.parametrize("played", REFUSED)
async def test_what_is_no_legal_move_is_answered_with_the_reason(
    world: World, game: Game, tmp_path: Path, played: int
) -> None:
    await game.play(played)
    public, stored = all_public(world), all_stored(tmp_path)

    for typed, why in REFUSED[played].items():
        answer = await game.to_move.slash("move", game.place, move=typed)

        assert answer.text.split("\n")[0].endswith(why), typed
        assert len(answer.messages) == 1, typed
        assert answer.ephemeral, typed
    assert (all_public(world), all_stored(tmp_path)) == (public, stored)


async def test_what_is_no_move_is_asked_about_and_plays_nothing(world: World, game: Game) -> None:
    await game.type_move()
    player, public = game.to_move, all_public(world)

    for typed in ("3", "\N{GAME DIE}", "black 5", "c", "purple"):
        answer = await player.slash("move", game.place, move=typed)

        assert answer.text.startswith(f"'{typed}' is not a move of Dice Matrix"), typed
        assert 1 <= len(answer.buttons) - 1 <= 5, typed
        assert all(label.startswith("Play ") for label in answer.buttons[:-1]), typed
        assert answer.buttons[-1] == "Move"
        like_it = "No move like that is possible now, but these are:" not in answer.text
        assert like_it == (typed not in {"3", "purple"})
    assert all_public(world) == public


async def test_a_move_that_was_offered_is_played_with_one_click(game: Game) -> None:
    await game.type_move()
    player = game.to_move
    answer = await player.slash("move", game.place, move="black")
    assert answer.text.endswith("Did you mean one of these?")

    offered = answer.buttons[0]
    played = await player.click(answer, offered)

    assert game.moves == 2
    assert played.closed
    cells = {word for word in offered.split() if len(word) == 2 and word[1].isdigit()}
    assert cells <= set(played.told.text.replace(",", "").split())


@pytest.mark.slow
async def test_a_move_that_was_offered_is_not_played_on_a_later_board(game: Game) -> None:
    await game.type_move()
    player = game.to_move
    answer = await player.slash("move", game.place, move="c")
    await game.play(2)

    late = await player.click(answer, answer.buttons[0])

    assert game.moves == 3
    assert late.text.startswith("The board has moved on: ")


async def test_enter_plays_what_was_typed_and_not_what_scores_more(game: Game) -> None:
    await game.type_move()
    one, two = await a_pair(game)
    firsts = {one: one, f"{one} ": one, f"{one.upper()} {two}": f"{one}+{two}"}

    for typed, first in (firsts | {"K": "K", "3": "3"}).items():
        choices = await game.to_move.autocomplete("move", "move", typed, game.place)
        assert [choice.value for choice in choices[:1]] in ([first], []), typed
        assert len(choices) > 1 or typed not in {one, "K"}


async def test_a_die_that_is_gone_is_named(game: Game) -> None:
    await game.type_move()
    await game.to_move.slash("move", game.place, move="c4")

    answer = await game.to_move.slash("move", game.place, move="c4")

    assert answer.text == "c4 is empty."


async def test_who_is_not_to_move_is_told_whose_turn_it_is(game: Game) -> None:
    answer = await game.waiting.slash("move", game.place, move="=3")

    assert answer.text == "It is Mara's turn in this game."
    assert answer.ephemeral


async def test_who_does_not_play_is_told_who_does(world: World, game: Game) -> None:
    lea = world.person("Lea")

    named = await lea.slash("move", game.place, move="=3", game=game.code)
    here = await lea.slash("move", game.place, move="=3")

    assert named.text == "Only Mara and Jonas play in this game. /games lists yours."
    assert here.text.startswith("You have no running game in this channel.")


async def test_a_finished_game_takes_no_move(game: Game) -> None:
    await game.resign(game.waiting)

    here = await game.players[0].slash("move", game.place, move="=3")
    named = await game.players[0].slash("move", move="=3", game=game.code)

    assert (here.text, named.text) == (OVER, OVER)


# ---------------------------------------------------------------------- which game is meant


async def test_a_code_names_the_game_from_anywhere_and_the_answer_links_to_it(
    world: World, game: Game
) -> None:
    answer = await game.to_move.slash("move", move="=3", game=f" #{game.code.lower()} ")

    assert answer.text.startswith("Mara turned the left-over ")
    assert answer.buttons == ("Go to the game",)
    assert (answer.message.controls[0].url or "").endswith(f"/{game.place.id}")
    assert game.moves == 1
    assert len(world.channel.messages) == 1


async def test_in_the_games_own_thread_there_is_no_link(game: Game) -> None:
    assert (await game.type_move()).buttons == ()


async def test_an_unknown_code_is_answered_with_where_codes_are(game: Game) -> None:
    answer = await game.to_move.slash("move", game.place, move="=3", game="*zzzzz*")

    assert answer.text == "There is no game \\*ZZZZZ\\* in this server. /games lists yours."


async def test_a_channel_without_a_game_asks_for_a_code(mara: Person) -> None:
    answer = await mara.slash("move", move="=3")

    assert answer.text == (
        "You have no running game in this channel. Add game: with a code; /games lists yours."
    )


@pytest.mark.slow
async def test_of_several_games_in_one_channel_it_is_the_one_where_it_is_your_turn(
    world: World, mara: Person, jonas: Person
) -> None:
    lounge = world.voice_channel("lounge")
    one = await start_game(world, mara, jonas, lounge)
    two = await start_game(world, mara, jonas, lounge)

    asked = await mara.slash("move", lounge, move="=3")
    assert "Several games are played here" in asked.text
    assert {label[:5] for label in asked.buttons} == {one.code, two.code}
    await mara.slash("move", lounge, move="=3", game=one.code)
    await mara.slash("move", lounge, move="=4")

    assert (one.moves, two.moves) == (1, 1)


# --------------------------------------------------------------------------- suggestions


async def suggested(game: Game, typed: str) -> tuple[str, ...]:
    choices = await game.to_move.autocomplete("move", "move", typed, game.place)
    return tuple(choice.name for choice in choices)


async def test_the_faces_are_suggested_at_first(game: Game) -> None:
    assert [name.split(":")[0] for name in await suggested(game, "")] == [
        f"turn the left-over die to {face}" for face in range(1, 7)
    ]


FILTERS = {
    "c": "c",
    "G7": "g7",
    "black": "black",
    "K5": "black 5",
    "black 5": "black 5",
    "alone g7": "g7",
}
"""What is typed, and what every move that is offered then has in its name."""


@pytest.mark.slow
async def test_what_is_typed_filters_the_legal_moves(game: Game) -> None:
    await game.type_move()
    legal = set(map(DICE_MATRIX.format, (await position_of(game)).legal_moves()))

    for typed, named in FILTERS.items():
        choices = await game.to_move.autocomplete("move", "move", typed, game.place)
        if choices[0].value == typed:
            choices = choices[1:]

        assert 1 <= len(choices) <= 25, typed
        assert {str(choice.value) for choice in choices} <= legal, typed
        assert all(named in choice.name for choice in choices), typed


async def test_the_words_that_somebody_reads_find_moves_however_wide(
    world: World, mara: Person
) -> None:
    aiko = world.person("Aiko", locale="ja")
    game = await start_game(world, mara, aiko)
    await game.type_move()
    if game.to_move is not aiko:
        await game.type_move()

    asked, *choices = await aiko.autocomplete("move", "move", "黒", game.place)
    assert asked.value == "黒"
    cell = str(choices[0].value)[:2]
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in cell)
    _, *same = await aiko.autocomplete("move", "move", f"{wide}　黒", game.place)

    assert all("黒" in choice.name for choice in choices)
    assert same
    assert {str(choice.value)[:2] for choice in same} == {cell}
    moves = game.moves
    await aiko.slash("move", game.place, move=wide)
    assert game.moves == moves + 1


async def test_no_more_is_suggested_than_discord_shows(game: Game) -> None:
    await game.type_move()

    assert len(await suggested(game, "")) == 25


@pytest.mark.slow
async def test_points_filter_too(game: Game) -> None:
    await game.play(5)
    most = max(int(name.rsplit(": ")[1].split()[0]) for name in await suggested(game, ""))

    asked, *found = await suggested(game, str(most))

    assert asked == f"Show the moves with “{most}”"
    assert found[0].endswith(f": {most} points")


@pytest.mark.slow
async def test_nothing_is_suggested_to_whoever_is_not_to_move(world: World, game: Game) -> None:
    lea = world.person("Lea")

    for person in (game.waiting, lea):
        for filled in ({}, {"game": game.code}):
            assert await person.autocomplete("move", "move", "", game.place, **filled) == ()


async def test_nothing_is_suggested_where_no_game_can_be_meant(game: Game) -> None:
    player = game.to_move

    assert await game.waiting.autocomplete("move", "move", "") == (), "nowhere is it their turn"
    assert await player.autocomplete("move", "move", "", game="ZZZZZ") == ()
    assert len(await player.autocomplete("move", "move", "", game=game.code)) == 6


@pytest.mark.slow
async def test_ones_own_games_are_suggested_by_code_and_opponent(
    world: World, mara: Person, jonas: Person
) -> None:
    lea = world.person("Lea")
    with_jonas = await start_game(world, mara, jonas)
    with_lea = await start_game(world, mara, lea)

    every = await mara.autocomplete("move", "game", "")
    by_name = await mara.autocomplete("move", "game", "lea")
    by_code = await mara.autocomplete("move", "game", with_jonas.code[:3].lower())

    assert {choice.value for choice in every} == {with_jonas.code, with_lea.code}
    assert [choice.name for choice in by_name] == [f"{with_lea.code} · Dice Matrix with Lea"]
    assert [choice.value for choice in by_code] == [with_jonas.code]
    assert await world.person("Olga").autocomplete("move", "game", "") == ()
