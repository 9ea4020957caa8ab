"""Every command that works with the stored games, on a database with which something is wrong.

Each says in one line what is wrong and what to do, ends with status 2, and overwrites nothing.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import cli
from bot.config import SETTINGS, Secret, load
from bot.life import Stop
from data import engine, files
from data.sqlite import Claim
from tests.bot.rest import discord_that_takes
from tests.tiers import sampled

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz-0123456789_A"
FILE = Path("tavolo.db")
Said = pytest.CaptureFixture[str]
COMMANDS = {
    "run": (),
    "backup": ("backup", "copy.db"),
    "restore": ("restore", "good.db"),
    "doctor": ("doctor",),
    "doctor --mend": ("doctor", "--mend"),
    "forget": ("forget", "person", "80351110224678912"),
    "ratings": ("ratings", "rebuild"),
    "move-database": ("move-database", "sqlite:///tavolo.db", "sqlite:///new.db"),
}
pytestmark = pytest.mark.usefixtures("process_wide")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(
    tmp_path: Path, empty_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    for module, patience in ((files, "PATIENCE"), (engine, "BUSY_TIMEOUT_MS")):
        monkeypatch.setattr(module, patience, 0)
    monkeypatch.setattr(engine, "CLAIM_SECONDS", 0)
    shutil.copy(empty_file, FILE)
    shutil.copy(empty_file, "good.db")


def done(command: str) -> int:
    """Do a command; `run` with the real bot and a Discord that takes its token."""
    if command != "run":
        return cli.main(COMMANDS[command])

    async def run() -> int:
        async with discord_that_takes(TOKEN):
            return await cli.serve(load({"DISCORD_TOKEN": TOKEN}), Secret(TOKEN), Stop())

    return asyncio.run(run())


def stored() -> dict[str, bytes]:
    """Return every file of the folder, but the lock and SQLite's memory of what is in use."""
    return {
        path.name: path.read_bytes()
        for path in sorted(Path.cwd().iterdir())
        if not path.name.endswith(("-lock", "-shm"))
    }


@contextmanager
def newer(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    with closing(sqlite3.connect(FILE)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    yield


@contextmanager
def truncated(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    FILE.write_bytes(FILE.read_bytes()[: FILE.stat().st_size // 2])
    yield


@contextmanager
def broken_header(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    FILE.write_bytes(b"?" * 16 + FILE.read_bytes()[16:])
    yield


@contextmanager
def broken_page(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    whole = bytearray(FILE.read_bytes())
    whole[3 * 4096 : 4 * 4096] = b"?" * 4096
    FILE.write_bytes(bytes(whole))
    yield


@contextmanager
def locked(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    with closing(sqlite3.connect(FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def full_disk(patch: pytest.MonkeyPatch) -> Iterator[None]:
    patch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=5 << 20))
    yield


@contextmanager
def read_only_folder(patch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    patch.setattr("tempfile.TemporaryFile", refuse)
    yield


@contextmanager
def leftovers_of_another(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    """A backup was copied by hand over the database of a bot that had been killed."""
    Path("tavolo.db-wal").write_bytes(leftovers())
    yield


@contextmanager
def nothing_there(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    FILE.unlink()
    yield


@contextmanager
def taken_away(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    FILE.unlink()
    Path("tavolo.db-lock").touch()
    yield


@contextmanager
def second_process(_patch: pytest.MonkeyPatch) -> Iterator[None]:
    claim = Claim(FILE)
    yield
    claim.release()


def leftovers() -> bytes:
    """Return what is in the companion of a database whose bot was killed."""
    live = Path("live.db")
    shutil.copy(FILE, live)
    with closing(sqlite3.connect(live)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO meta VALUES ('a', 'b')")
        connection.commit()
        wal = Path("live.db-wal").read_bytes()
    live.unlink()
    # What the copy is that was put there, `tavolo backup` and VACUUM INTO have made.
    with closing(sqlite3.connect(FILE)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return wal


Fault = Callable[[pytest.MonkeyPatch], AbstractContextManager[None]]
EVERYWHERE: dict[Fault, str] = {
    newer: "Install that version",
    truncated: "tavolo restore FILE",
    broken_header: "Name another file",
    broken_page: "tavolo restore FILE",
    locked: "End the program that keeps it locked",
    full_disk: "Make room on the disk",
    read_only_folder: "Let the user that runs the bot read and write",
    leftovers_of_another: "tavolo.db-wal and -shm away",
}
ALLOWED: set[tuple[str, Fault]] = {
    # It is what a restore is for: what is there is kept under another name.
    ("restore", newer),
    ("restore", truncated),
    ("restore", broken_header),
    ("restore", broken_page),
    ("restore", locked),
    ("restore", leftovers_of_another),
    # Whether there is room is found out by writing: a bot that runs must start again at any time.
    ("run", full_disk),
    ("run", read_only_folder),
}
ELSEWHERE: list[tuple[str, Fault, str]] = [
    *(
        (command, nothing_there, "there is no ")
        for command in COMMANDS
        if command not in {"run", "restore"}
    ),
    *((command, taken_away, "any more") for command in COMMANDS if command == "run"),
    ("doctor", taken_away, "any more"),
    ("backup", taken_away, "there is no file"),
    ("run", second_process, "Stop the other one first"),
    ("restore", second_process, "Stop the other one first"),
    ("move-database", second_process, "Stop the other one first"),
]
CASES = [
    *(
        (command, fault, remedy)
        for command in COMMANDS
        for fault, remedy in EVERYWHERE.items()
        if (command, fault) not in ALLOWED
    ),
    *ELSEWHERE,
]


@sampled(
    ("command", "fault", "remedy"),
    CASES,
    ids=[f"{command}-{fault.__name__}" for command, fault, _ in CASES],
)
def test_what_keeps_a_command_from_its_work_is_one_line_with_what_to_do(
    command: str, fault: Fault, remedy: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fault(monkeypatch):
        before = stored()
        assert done(command) == 2
        said = capsys.readouterr().err
        assert stored() == before
    assert said.count("\n") == 1, said
    assert remedy in said


@pytest.mark.parametrize(
    "fault", [newer, truncated, broken_header, broken_page, leftovers_of_another]
)
def test_a_restore_puts_right_what_is_wrong_and_keeps_it(
    fault: Fault, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fault(monkeypatch):
        before = stored()
        assert done("restore") == 0
    after = stored()
    said = capsys.readouterr().out
    (kept,) = Path.cwd().glob("tavolo.db.before-*[0-9]")
    assert str(kept.absolute()) in said
    assert after[kept.name] == before[FILE.name]
    assert after.get(f"{kept.name}-wal") == before.get("tavolo.db-wal")
    assert "tavolo.db-wal" not in after
    assert done("doctor") == 0
