"""/games: what runs, whose turn it is, how to get there; and what is still open."""

import re

import pytest

from games.registry import GAMES
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge, start_game

LINE = re.compile(r"^Dice Matrix with (.+?) · move (\d+) · (.*) · (\w{5})")
HEADING = re.compile(r"^\*\*(.+)\*\*$")


def lines(text: str) -> list[tuple[str, str, int, str]]:
    """Read a list: the heading above each game, the opponent, the move, the code."""
    heading, found = "", []
    for line in text.splitlines():
        if headed := HEADING.match(line):
            heading = headed[1]
        elif game := LINE.match(line):
            found.append((heading, game[1], int(game[2]), game[4]))
    return found


async def test_who_has_no_game_is_told_how_to_start_one(mara: Person) -> None:
    answer = await mara.slash("games")

    assert answer.text == "You have no running games here.\n### Start a game"
    assert answer.buttons == tuple(game.about.name for game in GAMES.values())
    assert answer.ephemeral
    asked = await mara.click(answer, "MatriO")
    assert asked.text.startswith("### MatriO\nWho do you want to play?")


@pytest.mark.slow
async def test_ones_own_turn_comes_first_and_then_the_longest_waiting(
    world: World, mara: Person, jonas: Person
) -> None:
    games: list[Game] = []
    for _ in range(4):
        games.append(await start_game(world, mara, jonas))
        await world.pass_time(seconds=60)
    for game in (games[2], games[0]):
        await game.type_move()
        await world.pass_time(seconds=60)

    for_mara = lines((await mara.slash("games")).text)
    for_jonas = lines((await jonas.slash("games")).text)

    codes = [game.code for game in games]
    assert [(turn, code) for turn, _, _, code in for_mara] == [
        ("Your turn", codes[1]),
        ("Your turn", codes[3]),
        ("Waiting for others", codes[2]),
        ("Waiting for others", codes[0]),
    ]
    assert [(turn, code) for turn, _, _, code in for_jonas] == [
        ("Your turn", codes[2]),
        ("Your turn", codes[0]),
        ("Waiting for others", codes[1]),
        ("Waiting for others", codes[3]),
    ]
    assert {(opponent, move) for _, opponent, move, _ in for_mara} == {("Jonas", 1), ("Jonas", 2)}


async def test_a_line_says_until_when_the_move_is_due(world: World, game: Game) -> None:
    due = int(world.now.timestamp()) + 3 * 24 * 3600

    mine = (await game.to_move.slash("games")).text
    theirs = (await game.waiting.slash("games")).text
    await game.to_move.slash("away", days=2)
    paused = (await game.waiting.slash("games")).text

    assert f"until <t:{due}:f> (<t:{due}:R>)" in mine
    assert f"until <t:{due}:f> (<t:{due}:R>)" in theirs
    assert "clock paused while they are away" in paused


async def test_a_game_without_a_clock_says_so(world: World, mara: Person, jonas: Person) -> None:
    await start_game(world, mara, jonas, clock="no clock")

    assert " · no clock · " in (await mara.slash("games")).text


async def test_every_line_links_to_the_board_that_stands_now(game: Game) -> None:
    await game.type_move()

    text = (await game.to_move.slash("games")).text

    assert text.endswith(f"/{game.place.id}/{game.board.id})")


@pytest.mark.slow
async def test_finished_games_are_not_listed(game: Game) -> None:
    await game.resign(game.waiting)

    assert lines((await game.players[0].slash("games")).text) == []


async def test_somebody_elses_games_are_listed_as_they_are_for_them(
    world: World, game: Game
) -> None:
    lea = world.person("Lea")

    answer = await lea.slash("games", person=game.players[0])
    none = await game.players[0].slash("games", person=lea)

    assert lines(answer.text) == [("Their turn", "Jonas", 1, game.code)]
    assert answer.ephemeral
    assert none.text == f"{lea.mention} has no running games here."
    assert none.message.pings == ()


async def test_open_challenges_are_listed_for_their_challenger_alone(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    await challenge(world, mara)

    own = await mara.slash("games")
    others = await jonas.slash("games", person=mara)

    assert f"Open challenge to {jonas.mention}: Dice Matrix, expires " in own.text
    assert "Open challenge to anybody: Dice Matrix, expires " in own.text
    assert f"/{card.place.id}/{card.id}" in own.text
    assert own.buttons == ("Cancel", "Cancel")
    assert "Open challenge" not in others.text
    assert others.buttons == ()


async def test_games_of_another_server_are_not_listed(
    world: World, mara: Person, jonas: Person
) -> None:
    await start_game(world, mara, jonas, world.another_server("Elsewhere"))

    assert lines((await mara.slash("games")).text) == []


LONG = "*Anna_Maria ~von~ und `zu` Hohen*"[:32]


@pytest.mark.slow
async def test_a_full_list_fits_and_says_how_many_more_there_are(
    world: World, mara: Person
) -> None:
    friend = world.person(LONG)
    for i in range(5):
        await challenge(world, mara, world.person(f"Friend {i}"))
    for _ in range(20):
        await start_game(world, friend, mara)

    answer = await mara.slash("games")

    linked = re.findall(r"\[go\]\(https://discord\.com/channels/\d+/\d+/\d+\)", answer.text)
    more = re.search(r"^… and (\d+) more\.$", answer.text, re.MULTILINE)
    assert len(linked) + (int(more[1]) if more else 0) == 20
    assert len(linked) >= 10
    assert len(answer.text) <= 4000
    assert answer.buttons == ("Cancel",) * 5
