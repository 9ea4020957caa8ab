"""`tavolo move-database`: everything that is stored, from one kind of database to another."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, text

from bot import cli
from bot.config import SETTINGS, ConfigurationError
from bot.moving import address, move_database
from data import moving
from data.engine import Database, DatabaseUnusable
from data.sqlite import Claim
from data.tables import OUTBOX
from tests.bot.club import JON, MARA, TWO_GAME, Club, Ticket
from tests.data.backends import BACKENDS, contents, fresh

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)


@pytest.fixture(params=BACKENDS)
async def target(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """Yield the address of an empty database, of each kind in turn."""
    folder = tmp_path / "target"
    folder.mkdir()
    async with fresh(request.param, folder) as url:
        yield url


@pytest.fixture
async def played(tmp_path: Path) -> str:
    """Return the address of a database with games of several kinds, and messages that are gone."""
    url = f"sqlite+aiosqlite:///{tmp_path}/tavolo.db"
    club = Club(url)
    await club.database.migrate()
    await club.play_out(await club.start(), moves=3)
    await club.resign(await club.rated(JON, MARA), MARA)
    await club.play_out(await club.start(terms=TWO_GAME), moves=2)
    async with club.database.writing() as connection:
        await connection.execute(delete(OUTBOX).where(OUTBOX.c.id > 3))
    await club.database.close()
    return url


async def contents_of(url: str) -> dict[str, list[tuple[Any, ...]]]:  # Any: columns
    database = Database(url)
    found = await contents(database)
    await database.close()
    return found


def untold(_done: int, _total: int) -> None:
    """Say nothing of how far it is."""


async def test_every_row_comes_there_and_back(played: str, target: str, tmp_path: Path) -> None:
    there = await move_database(played, target, untold)
    assert await contents_of(target) == await contents_of(played)
    back = f"sqlite+aiosqlite:///{tmp_path}/back.db"
    assert await move_database(target, back, untold) == there
    assert await contents_of(back) == await contents_of(played)
    assert (there.games, len(there.checksum)) == (3, 64)


@pytest.mark.slow
async def test_numbers_go_on_after_the_last_that_was_ever_used(played: str, target: str) -> None:
    """Discord may remember what a message that is gone was called."""
    await move_database(played, target, untold)
    numbers = []
    for url in (played, target):
        club = Club(url, ticket=Ticket(count(50_000)))
        table = await club.start()
        async with club.database.reading() as connection:
            first = await connection.scalar(text("SELECT min(id) FROM outbox WHERE id > 3"))
        numbers.append((table.game.id, table.game.match.id, first))
        await club.database.close()
    assert numbers[0] == numbers[1]


@pytest.mark.slow
async def test_a_target_that_is_not_empty_stays_as_it_is(played: str, target: str) -> None:
    database = Database(target)
    await database.migrate()
    async with database.writing() as connection:
        await connection.execute(text("INSERT INTO meta VALUES ('a', 'b')"))
    await database.close()
    before = await contents_of(target)
    with pytest.raises(DatabaseUnusable, match="not empty: it has rows in meta"):
        await move_database(played, target, untold)
    assert await contents_of(target) == before


@pytest.mark.slow
async def test_a_move_that_is_broken_off_leaves_the_target_empty(
    played: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "ROWS", 2)

    def break_off(done: int, total: int) -> None:
        if done > total // 2:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await move_database(played, target, break_off)
    assert not any((await contents_of(target)).values())
    moved = await move_database(played, target, untold)
    assert moved.rows == sum(map(len, (await contents_of(played)).values()))


@pytest.mark.slow
async def test_what_was_written_otherwise_is_found_out_before_it_counts(
    played: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose(connection: object) -> moving.Checksum:
        return moving.Checksum()

    monkeypatch.setattr(moving, "checksum", lose)
    with pytest.raises(DatabaseUnusable, match="has the checksum"):
        await move_database(played, target, untold)
    assert not any((await contents_of(target)).values())


@pytest.mark.slow
async def test_nothing_is_moved_from_or_to_a_database_that_is_in_use(
    played: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.engine.CLAIM_SECONDS", 0)
    claim = Claim(tmp_path / "tavolo.db")
    with pytest.raises(DatabaseUnusable, match="another process works with"):
        await move_database(played, target, untold)
    claim.release()
    user = Database(target)
    await user.claim()
    await user.migrate()
    async with user.reading() as connection:
        await connection.scalar(text("SELECT 1"))
        with pytest.raises(DatabaseUnusable, match=r"in use|works with"):
            await move_database(played, target, untold)
    await user.close()


def test_a_checksum_is_that_of_the_rows_in_whichever_order_they_come() -> None:
    one, other, third = moving.Checksum(), moving.Checksum(), moving.Checksum()
    rows = [[1, "a", None], [2, "b", {"x": 1, "y": 2}]]
    one.add("table", rows)
    other.add("table", rows[1:])
    other.add("table", rows[:1])
    third.add("table", [[1, "a", None], [2, "b", {"x": 1, "y": 3}]])
    assert one.digest == other.digest != third.digest


@pytest.mark.slow
@pytest.mark.usefixtures("process_wide")
def test_the_command_says_what_was_copied_and_shows_no_password(
    played: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["move-database", "sqlite:///tavolo.db", "sqlite:///there.db"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2].startswith("Copied: 3 games, ")
    assert asyncio.run(contents_of("sqlite+aiosqlite:///there.db")) == asyncio.run(
        contents_of(played)
    )
    for source, wrong in (
        ("sqlite:///nothing.db", "there is no database"),
        ("mysql://me:hush@server/db", "FROM is not the address of a database"),
        ("postgres://me:hush@server/db?x=1", "FROM has the parameter 'x'"),
    ):
        assert cli.main(["move-database", source, "sqlite:///new.db"]) == 2
        line = capsys.readouterr().err
        assert wrong in line
        assert line.count("\n") == 1
        assert "hush" not in line
    assert not Path("new.db").exists()
    assert not Path("nothing.db").exists()


def test_a_wrong_address_is_named_by_its_argument() -> None:
    with pytest.raises(
        ConfigurationError, match=r"^TO names no SQLite file; allowed: sqlite:///file"
    ):
        address("TO", "sqlite:///")


@pytest.mark.slow
@pytest.mark.usefixtures("process_wide")
def test_a_file_that_is_no_database_is_no_target(capsys: Said, played: str) -> None:
    Path("letter.txt").write_text("Dear friends,\n" * 100, encoding="utf-8")
    assert cli.main(["move-database", "sqlite:///tavolo.db", "sqlite:///letter.txt"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert Path("letter.txt").read_text(encoding="utf-8") == "Dear friends,\n" * 100
    with closing(sqlite3.connect("tavolo.db")) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (3,)
