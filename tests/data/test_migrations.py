"""Migrations: what they build, and what they do where they cannot."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import JSON, event, inspect, text
from sqlalchemy import Connection as SyncConnection

import data.migrations
from data import meta
from data.engine import LATEST, Database, DatabaseError
from data.schema import METADATA
from tests.data.backends import contents
from tests.tiers import sampled

BAD = """
from alembic import op

revision, down_revision = "9999", "{after}"


def upgrade():
    op.execute("CREATE TABLE half (id INTEGER)")
    op.execute("INSERT INTO missing VALUES (1)")
"""
"""A migration whose second step fails."""


def in_file(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def migrated(path: Path) -> None:
    database = Database(in_file(path))
    await database.migrate()
    await database.close()


async def failing_start(url: str) -> str:
    """Return the line with which a start on a database fails."""
    database = Database(url)
    try:
        with pytest.raises(DatabaseError) as failed:
            await database.migrate()
    finally:
        await database.close()
    return str(failed.value)


async def tables_in(url: str) -> list[str]:
    database = Database(url)
    async with database.reading() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await database.close()
    return names


def default_differs(context: MigrationContext, *told: Any) -> bool | None:  # Any: Alembic's own
    """Compare as Alembic does, but for JSON in PostgreSQL, which does not compare it."""
    _, column, in_database, _, declared = told
    if context.dialect.name == "postgresql" and isinstance(column.type, JSON):
        return bool(str(in_database).removesuffix("::json") != str(declared))
    return None


@pytest.mark.slow
async def test_they_build_exactly_the_tables_that_are_declared(database: Database) -> None:
    def differences(connection: SyncConnection) -> list[Any]:  # Any: Alembic's own tuples
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": default_differs}
        )
        return list(compare_metadata(context, METADATA))

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_primary_keys_are_the_declared_ones(database: Database) -> None:
    """Autogenerate does not compare them."""

    def found(connection: SyncConnection) -> dict[str, list[str]]:
        inspector = inspect(connection)
        return {
            name: inspector.get_pk_constraint(name)["constrained_columns"]
            for name in METADATA.tables
        }

    declared = {
        name: [column.name for column in table.primary_key]
        for name, table in METADATA.tables.items()
    }
    async with database.reading() as connection:
        assert await connection.run_sync(found) == declared


async def test_a_second_start_changes_nothing(database: Database, same_database: Database) -> None:
    async with database.writing() as connection:
        await meta.write(connection, "kept", "yes")
    before = await contents(database)
    await same_database.migrate()
    await database.migrate()
    assert await contents(same_database) == before
    assert await same_database.pending_migrations() == []


async def test_every_migration_is_pending_on_an_empty_database(url: str) -> None:
    database = Database(url)
    assert await database.pending_migrations() == migrations()
    await database.migrate()
    assert await database.pending_migrations() == []
    await database.close()


@pytest.mark.slow
async def test_a_database_of_a_newer_version_is_left_alone(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    before = await contents(database)
    for ask in (database.migrate, database.pending_migrations):
        with pytest.raises(DatabaseError, match=r"^was made by a newer version of Tavolo .*9999"):
            await ask()
    assert await contents(database) == before


async def test_a_missing_folder_is_named_and_not_made(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "tavolo.db"
    said = await failing_start(in_file(path))
    assert said == f"there is no folder {path.parent}"
    assert not path.parent.exists()


async def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(written := "Dear friends,\n" * 100)
    said = await failing_start(in_file(path))
    assert said == "file is not a database"
    assert path.read_text() == written
    assert names_in(tmp_path) == ["letter.txt"]


async def test_a_connection_that_cannot_be_set_up_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread would outlive the event loop and write a traceback where it ends."""
    closed: list[aiosqlite.Connection] = []
    close = aiosqlite.Connection.close

    async def note(connection: aiosqlite.Connection) -> None:
        closed.append(connection)
        await close(connection)

    monkeypatch.setattr(aiosqlite.Connection, "close", note)
    path = tmp_path / "letter.txt"
    path.write_text("Dear friends,\n" * 100)
    await failing_start(in_file(path))
    assert len(closed) == 1


async def test_a_folder_in_the_place_of_the_file_is_one_clear_line(tmp_path: Path) -> None:
    assert await failing_start(in_file(tmp_path)) == f"{tmp_path} is a folder"


async def test_a_file_of_somebody_else_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tavolo.db"
    await migrated(path)
    # The superuser, as whom containers run, may use any file.
    monkeypatch.setattr("os.access", lambda *_asked: False)
    assert await failing_start(in_file(path)) == f"{path} may not be read and written"


async def test_a_read_only_file_without_tables_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "tavolo.db"
    database = Database(in_file(path))
    # The superuser, as whom containers run, may write to any file: so SQLite is told.
    on_connect(database, "query_only=ON")
    with pytest.raises(DatabaseError, match=r"^attempt to write a readonly database$"):
        await database.migrate()
    await database.close()
    assert await tables_in(in_file(path)) == []


async def test_a_database_that_became_read_only_can_be_read_and_not_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tavolo.db"
    await migrated(path)
    database = Database(in_file(path))
    on_connect(database, "query_only=ON")
    with pytest.raises(DatabaseError, match=r"^attempt to write a readonly database$"):
        async with database.writing() as connection:
            await meta.write(connection, "key", "value")
    async with database.reading() as connection:
        assert await meta.read(connection, "key") is None
    await database.close()


@sampled("pages", [2, 5, 10, 20])
async def test_a_disk_that_fills_up_leaves_no_table_behind(tmp_path: Path, pages: int) -> None:
    path = tmp_path / "tavolo.db"
    database = Database(in_file(path))
    on_connect(database, f"max_page_count={pages}")
    with pytest.raises(DatabaseError, match=r"^database or disk is full$"):
        await database.migrate()
    await database.close()
    assert await tables_in(in_file(path)) == []
    await migrated(path)  # once there is room again
    assert set(METADATA.tables) <= set(await tables_in(in_file(path)))


async def test_a_migration_that_fails_takes_the_earlier_ones_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start applies all that is missing or nothing, even if the last step is the bad one."""
    scripts = tmp_path / "migrations"
    shutil.copytree(
        Path(data.migrations.__file__).parent,
        scripts,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (scripts / "versions" / "9999_bad.py").write_text(BAD.format(after=migrations()[-1]))
    monkeypatch.setattr("data.steps.MIGRATIONS", str(scripts))
    monkeypatch.setattr("data.engine.LATEST", "9999")
    url = in_file(tmp_path / "tavolo.db")
    assert await failing_start(url) == "no such table: missing"
    assert await tables_in(url) == []


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


def migrations() -> list[str]:
    """List the numbers of all migrations, as their files are called."""
    scripts = Path(data.migrations.__file__).parent / "versions"
    return sorted(path.name.partition("_")[0] for path in scripts.glob("[0-9]*.py"))


def on_connect(database: Database, pragma: str) -> None:
    """Make each connection to a SQLite database begin with a pragma."""

    def execute(connection: Any, _record: object) -> None:  # Any: a driver's connection
        connection.execute(f"PRAGMA {pragma}")

    event.listen(database._engine.sync_engine, "connect", execute)


def test_a_start_knows_the_last_migration_without_alembic() -> None:
    assert migrations()[-1] == LATEST


@pytest.mark.slow
def test_a_start_with_the_latest_tables_loads_no_alembic(tmp_path: Path) -> None:
    """It is a sixth of all that a start imports."""
    url = f"sqlite+aiosqlite:///{tmp_path}/tavolo.db"
    start = (
        "import asyncio, sys\n"
        "from data.engine import Database\n"
        "async def start():\n"
        f"    database = Database({url!r})\n"
        "    await database.migrate()\n"
        "    await database.close()\n"
        "asyncio.run(start())\n"
        "print('alembic' in sys.modules)\n"
    )
    loaded = [
        subprocess.run(  # noqa: S603 - our own Python
            [sys.executable, "-c", start], capture_output=True, text=True, check=True
        ).stdout.strip()
        for _ in range(2)
    ]
    assert loaded == ["True", "False"]
