"""The files of a database are readable by their owner only, and others who can are noticed."""

import asyncio
import os
import stat
from configparser import ConfigParser
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.check import Finding, connections, examine, exposure
from bot.config import load
from data.engine import Database
from tests.tiers import sampled

SERVICE = Path(__file__).parents[2] / "deploy/tavolo.service"


def test_all_files_of_an_open_database_are_their_owners_alone(tmp_path: Path) -> None:
    """Whatever the process that creates them lets others do by default."""
    before = os.umask(0)
    try:
        modes = _modes_while_open(tmp_path / "tavolo.db")
    finally:
        os.umask(before)
    assert set(modes) == {"tavolo.db", "tavolo.db-wal", "tavolo.db-shm", "tavolo.db-lock"}
    assert set(modes.values()) == {0o600}


def _modes_while_open(path: Path) -> dict[str, int]:
    async def look() -> dict[str, int]:
        database = Database(f"sqlite+aiosqlite:///{path}")
        await database.migrate()
        async with database.writing() as connection:
            await connection.execute(text("SELECT 1"))
        assert database.readable_by_others() == []
        found = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
        await database.close()
        return found

    return asyncio.run(look())


@sampled("ending", ["", "-wal", "-shm", "-lock"])
@sampled("mode", [0o640, 0o604])
async def test_a_check_warns_where_others_can_read_a_file(
    tmp_path: Path, ending: str, mode: int
) -> None:
    path = tmp_path / "tavolo.db"
    database = Database(f"sqlite+aiosqlite:///{path}")
    await database.migrate()
    examined = examine({"DATABASE_URL": f"sqlite:///{path}"})
    assert [each.good async for each in connections(examined)] == [True]
    open_to_all = path.with_name(path.name + ending)
    open_to_all.chmod(mode)
    found = [each async for each in connections(examined)]
    await database.close()
    said = f"others on this machine can read it: chmod 600 {open_to_all}"
    assert found[-1] == Finding("Database", said, good=False)


def test_the_service_keeps_what_it_writes_to_itself() -> None:
    unit = SERVICE.read_text(encoding="utf-8")
    service = ConfigParser(strict=False, interpolation=None)
    service.optionxform = str  # type: ignore[assignment, method-assign]  # as configparser says
    service.read_string(unit)
    wanted = {"StateDirectory": "tavolo", "StateDirectoryMode": "0700", "UMask": "0077"}
    assert wanted.items() <= dict(service["Service"]).items()
    assert "sqlite:////var/lib/tavolo/" in unit


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("postgresql://me@localhost/tavolo", True),
        ("postgresql://me@far.example/tavolo", False),
        ("postgresql://me@far.example/tavolo?ssl=require", False),
        ("postgresql://me@far.example/tavolo?ssl=verify-full", True),
        ("postgres://me@far.example/tavolo?sslmode=require", False),
        ("postgres://me@far.example/tavolo?sslmode=verify-full", True),
        ("postgresql://me@/tavolo?host=far.example", False),
        ("postgresql://me@localhost/tavolo?host=far.example:5433", False),
        ("postgresql://me@/tavolo?host=localhost:5432&host=far.example:5432", False),
        ("postgresql://me@/tavolo?host=far.example&ssl=verify-full", True),
        ("postgresql://me@/tavolo?host=/var/run/postgresql", True),
        ("postgresql://me@/tavolo?host=localhost:5433", True),
    ],
)
def test_a_check_warns_where_a_far_server_is_not_verified(
    address: str, *, good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.config.find_spec", lambda _name: object())
    found = exposure(load({"DATABASE_URL": address}))
    assert (found is None) is good
