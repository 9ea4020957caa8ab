"""The database may be locked, its disk full or its file gone: the person is told, and nothing is half done."""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import cast

import pytest

from bot.app import Tavolo
from bot.match.reminder_times import DAY
from bot.services.bot_clock import wall_time
from data import engine
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge, game_of

NO_STORE = "I can't reach my records right now, so nothing was changed."

Trouble = Callable[[Path], AbstractContextManager[None]]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make another process write to the database inside the block, and not finish."""
    with closing(sqlite3.connect(folder / "tavolo.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def disk_full(_folder: Path) -> Iterator[None]:
    """Keep files of this process from growing inside the block."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def delete(folder: Path) -> None:
    """Delete the database's files, as somebody might who tidies up."""
    for file in folder.glob("tavolo.db*"):
        file.unlink()


TROUBLES = pytest.mark.parametrize("trouble", [locked, disk_full])


@pytest.fixture(autouse=True)
async def _impatient(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    """Make the bot wait for a lock for a moment only, instead of seconds."""
    monkeypatch.setattr(engine, "BUSY_TIMEOUT_MS", 20)
    await world.restart()


@TROUBLES
async def test_a_move_that_cannot_be_stored_is_not_played_and_says_so(
    world: World, game: Game, tmp_path: Path, trouble: Trouble
) -> None:
    confirm = await game.confirming()
    with world.expects("could not be stored"), trouble(tmp_path):
        (answer,) = await world.at_once(confirm)
    assert answer.ephemeral
    assert NO_STORE in answer.text
    assert (game.moves, len(game.boards)) == (0, 1)

    await game.click_move()
    assert (game.moves, len(game.live_boards)) == (1, 1)


@pytest.mark.slow
@TROUBLES
async def test_the_same_click_plays_once_the_database_is_there_again(
    world: World, game: Game, tmp_path: Path, trouble: Trouble
) -> None:
    confirm = await game.confirming()
    with world.expects("could not be stored"), trouble(tmp_path):
        await world.at_once(confirm)
    await world.at_once(confirm)
    assert (game.moves, len(game.live_boards)) == (1, 1)


@TROUBLES
async def test_a_challenge_that_cannot_be_stored_is_not_posted(
    world: World, mara: Person, jonas: Person, tmp_path: Path, trouble: Trouble
) -> None:
    with world.expects("could not be stored"), trouble(tmp_path):
        answer = await mara.slash("dice-matrix challenge", opponent=jonas)
    assert NO_STORE in answer.text
    assert not world.messages()
    assert "Open challenge" not in (await mara.slash("games")).text
    await challenge(world, mara, jonas)


@TROUBLES
async def test_an_acceptance_that_cannot_be_stored_leaves_the_card_as_it_is(
    world: World, mara: Person, jonas: Person, tmp_path: Path, trouble: Trouble
) -> None:
    card = await challenge(world, mara, jonas)
    before = card.text, card.buttons
    with world.expects("could not be stored"), trouble(tmp_path):
        answer = await jonas.click(card, "Accept")
    assert answer.ephemeral
    assert NO_STORE in answer.text
    assert (card.text, card.buttons) == before
    assert not world.channel.threads

    await jonas.click(card, "Accept")
    assert game_of(world, mara, jonas, card).to_move is mara


async def test_nothing_goes_unanswered_while_lost_time_cannot_be_given_back(
    world: World, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine was asleep for a day, and its disk is full: commands and clicks say so."""
    clock = cast("Tavolo", world.bot).clock
    monkeypatch.setattr(clock, "_wall", lambda: wall_time() + DAY)
    with world.expects("could not be stored"), disk_full(tmp_path):
        assert NO_STORE in (await game.to_move.slash("games")).text
        assert NO_STORE in (await game.to_move.click(game.board, "Text")).text
        assert await game.to_move.autocomplete("move", "move", "") == ()
    assert "Your turn" in (await game.to_move.slash("games")).text


async def test_a_locked_database_can_still_be_read(
    world: World, game: Game, tmp_path: Path
) -> None:
    with locked(tmp_path):
        assert "Row 7:" in (await game.to_move.click(game.board, "Text")).text
        assert (await game.panel()).pictures


@pytest.mark.slow
@TROUBLES
async def test_a_board_that_discord_has_but_the_database_could_not_note_is_not_sent_twice(
    world: World,
    game: Game,
    tmp_path: Path,
    trouble: Trouble,
    caplog: pytest.LogCaptureFixture,
) -> None:
    confirm = await game.confirming()
    hold = world.hold("POST", "/channels/*/messages", after=True)
    with world.expects("delivering match:1 failed"):
        task = world.at_once(confirm, may_fail=True)
        await task
        with trouble(tmp_path):
            hold.release()
            await world.rest()
    await world.pass_time(minutes=3)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
    # The host has to see to the disk, in one line: nothing in our code is wrong.
    assert [record.message for record in caplog.records if record.exc_info] == []


@pytest.mark.slow
async def test_the_sweep_outlives_a_locked_database(
    world: World, game: Game, tmp_path: Path
) -> None:
    fault = world.fail("POST", "/channels/*/messages", status=503, times=None)
    await game.type_move()
    with world.expects("failed", "could not be swept"), locked(tmp_path):
        # Not half a minute: what is due is looked up then, and the two meet or do not.
        await world.pass_time(seconds=20)
    fault.times = 0
    await world.pass_time(minutes=3)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


@pytest.mark.slow
async def test_a_file_that_was_deleted_refuses_a_move_in_words_and_says_once_what_to_do(
    world: World, game: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    confirm = await game.confirming()
    delete(tmp_path)
    with world.expects("was deleted or replaced while the bot runs"):
        (answer,) = await world.at_once(confirm)
        again = await game.to_move.slash("games", game.place)
        await world.pass_time(minutes=5)
    assert answer.ephemeral
    assert NO_STORE in answer.text
    assert NO_STORE in again.text
    assert len(game.boards) == 1
    assert not (tmp_path / "tavolo.db").exists()
    remedy = "put the file in its place and start again"
    assert len([line for line in caplog.messages if remedy in line]) == 1
    assert not [record for record in caplog.records if record.exc_info]
    swept = [line for line in caplog.messages if line.startswith("the outbox could not be swept")]
    assert len(swept) == 1


@pytest.mark.slow
async def test_a_connection_that_is_back_while_the_database_is_locked_is_one_line(
    world: World, game: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with world.expects("what waits could not be hurried"), locked(tmp_path):
        await world.resume()
    assert [record.message for record in caplog.records if record.exc_info] == []
    await game.type_move()
    assert (game.moves, len(game.live_boards)) == (1, 1)
