"""/game import: a game from a file is gone through, for the person who brings it alone."""

import json

import pytest

from bot.services.imports import MOST_BYTES
from data.imports import KEPT
from games.registry import GAMES
from tests.discord.days import pass_days
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game
from tests.discord.traces import all_public
from tests.games.drawn import played
from tests.tiers import sampled

SHEET = b"game: tablero\n1. @1-2 P1 P2\n2. @3-3 P3 P3\n"


async def bring(person: Person, content: bytes, name: str = "game.txt") -> Answer:
    return await person.slash("game import", file=(name, content))


@sampled("key", GAMES)
async def test_a_record_of_every_game_is_gone_through(world: World, mara: Person, key: str) -> None:
    record = played(GAMES[key], 1, events=12)
    public = all_public(world)

    shown = await bring(mara, record.to_json().encode(), "game.json")

    assert shown.ephemeral
    assert shown.text.startswith(f"-# {GAMES[key].about.name}: the start\n")
    assert shown.buttons == ("First", "Previous", "Next", "Last", "Explore")
    assert len(shown.pictures) == 1
    await mara.click(shown, "Last")
    assert shown.text.endswith("Ended without a result")
    assert all_public(world) == public


async def test_a_score_sheet_is_gone_through_in_the_readers_language(world: World) -> None:
    yuki = world.person("Yuki", locale="ja")

    shown = await bring(yuki, "\ufeff".encode() + SHEET)
    await yuki.choose(shown, str(shown.message.menus[0].options[-1].label))

    assert "Tablero di Berona" in shown.text
    assert "プレイヤー2" in shown.text
    assert "Player" not in shown.text


@sampled(
    ("content", "said"),
    [
        (SHEET + b"3. @1-2 P9", "Line 4: "),
        (b"\xff\xff\xff", "This is not a text file."),
        (b"Tablero di Berona for 2 players\n    Player 1 rolled", "Line 1: this is a game told in"),
        (b"", "Line 1: a score sheet begins with its game, like "),
        (b"[" * 9_000, "Line 1: "),
        (json.dumps({"format": "tavolo/1"}).encode(), "Ply 0: the record lacks "),
        (b"x" * (MOST_BYTES + 1), "This file is too large for a game: 128 KB at most."),
    ],
)
async def test_a_bad_file_says_where(world: World, mara: Person, content: bytes, said: str) -> None:
    answer = await bring(mara, content)

    assert answer.ephemeral
    assert answer.text.replace("\\", "").startswith(said)
    assert len(answer.text) < 300
    assert answer.pictures == ()


@pytest.mark.slow
async def test_it_is_there_for_its_owner_alone_and_only_for_some_days(
    world: World, mara: Person, jonas: Person, game: Game
) -> None:
    shown = await bring(mara, SHEET)
    gone = "This imported game is no longer kept. /game import opens it again."

    assert (await jonas.press(game.board, "t:imported:1:0")).text == gone
    await world.restart()
    await mara.click(shown, "Next")
    assert "turn 1 of 2" in shown.text
    await pass_days(world, 9)
    assert (await mara.press(game.board, "t:imported:1:0")).text == gone


@pytest.mark.slow
async def test_a_person_keeps_the_latest_few(world: World, mara: Person, game: Game) -> None:
    for _ in range(KEPT):
        await bring(mara, SHEET)
    await world.pass_time(hours=1)
    await bring(mara, SHEET)

    assert "no longer kept" in (await mara.press(game.board, "t:imported:1:0")).text
    assert (await mara.press(game.board, "t:imported:2:0")).pictures


async def test_a_file_that_cannot_be_fetched_is_asked_for_again(
    world: World, mara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nowhere(*_given: object) -> bytes:
        raise OSError

    monkeypatch.setattr("discord.Attachment.read", nowhere)

    answer = await bring(mara, SHEET)

    assert answer.text == "I couldn't read the file. Please try again."
