"""`tavolo backup` and `tavolo restore`: what is copied, checked and kept."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot import cli
from bot.config import SETTINGS
from data import copies
from data.engine import Database, FileRefused
from data.sqlite import Claim
from tests.bot.club import JON, MARA, Club
from tests.data.backends import contents
from tests.tiers import sampled

Said = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("process_wide")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)


@pytest.fixture
def played(tmp_path: Path, empty_file: Path) -> Path:
    """Return a database with two running games and one that is over."""
    path = tmp_path / "tavolo.db"
    path.write_bytes(empty_file.read_bytes())

    async def play() -> None:
        club = Club(f"sqlite+aiosqlite:///{path}")
        await club.play_out(await club.start(), moves=5)
        await club.play_out(await club.start(JON, MARA), moves=3)
        await club.resign(await club.rated(), MARA)
        await club.database.close()

    asyncio.run(play())
    return path


def contents_of(path: Path) -> object:
    async def read() -> object:
        database = Database(f"sqlite+aiosqlite:///{path}", read_only=True)
        found = await contents(database)
        await database.close()
        return found

    return asyncio.run(read())


def test_a_backup_holds_every_row_and_only_its_owner_reads_it(played: Path, capsys: Said) -> None:
    assert cli.main(["backup", "copy.db"]) == 0
    copy = Path("copy.db").absolute()
    assert contents_of(copy) == contents_of(played)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    said = capsys.readouterr().out
    assert f"Backup: {copy} (" in said
    assert "2 running games played through" in said
    assert {each.name for each in Path.cwd().iterdir()} - {"tavolo.db-lock"} == {
        "tavolo.db",
        "copy.db",
    }


def test_without_a_name_it_is_next_to_the_database(played: Path) -> None:
    assert cli.main(["backup"]) == 0
    (copy,) = played.parent.glob("tavolo.db.backup-*")
    assert contents_of(copy) == contents_of(played)


def test_a_backup_is_made_while_a_bot_writes(played: Path) -> None:
    """What is not committed yet is not in it, and nobody waits for anybody."""
    claim = Claim(played)
    with closing(sqlite3.connect(played, isolation_level=None, timeout=0)) as bot:
        bot.execute("INSERT INTO meta VALUES ('before', '1')")
        bot.execute("BEGIN IMMEDIATE")
        bot.execute("INSERT INTO meta VALUES ('during', '1')")
        assert cli.main(["backup", "copy.db"]) == 0
        bot.execute("COMMIT")
    claim.release()
    with closing(sqlite3.connect("copy.db")) as copy:
        keys = {key for (key,) in copy.execute("SELECT key FROM meta")}
    assert "before" in keys
    assert "during" not in keys


@sampled("name", ["tavolo.db", "./tavolo.db", "link.db", "hard.db", "tavolo.db-wal"])
def test_a_backup_to_the_database_itself_is_refused(name: str, played: Path, capsys: Said) -> None:
    Path("link.db").symlink_to(played)
    os.link(played, "hard.db")
    before = played.read_bytes()
    assert cli.main(["backup", name]) == 2
    assert f"{Path(name).absolute()} is the database itself" in capsys.readouterr().err
    assert played.read_bytes() == before


def test_a_second_backup_to_one_file_keeps_the_first(played: Path, capsys: Said) -> None:
    assert cli.main(["backup", "copy.db"]) == 0
    before = Path("copy.db").read_bytes()
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("INSERT INTO meta VALUES ('later', '1')")
    assert cli.main(["backup", "copy.db"]) == 2
    assert f"{Path('copy.db').absolute()} is there already" in capsys.readouterr().err
    assert Path("copy.db").read_bytes() == before


def test_a_wrong_path_makes_no_file(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///tavlo.db")
    assert cli.main(["backup", "copy.db"]) == 2
    assert f"there is no file {tmp_path / 'tavlo.db'}" in capsys.readouterr().err
    assert cli.main(["restore", "nothing.db"]) == 2
    assert f"there is no file {tmp_path / 'nothing.db'}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_copy_that_cannot_be_finished_leaves_nothing(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    """As where the disk fills up, or a page can't be read, in the middle."""

    def fail(_path: Path) -> None:
        wrong = "the copy is damaged"
        raise FileRefused(wrong, "Look")

    monkeypatch.setattr(copies, "check_copy", fail)
    assert cli.main(["backup", "copy.db"]) == 2
    assert capsys.readouterr().err == "the copy is damaged. Look.\n"
    assert not list(Path.cwd().glob("*copy*"))
    assert not list(Path.cwd().glob("*.part*"))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_disk_that_fills_up_while_it_is_copied_leaves_nothing(played: Path) -> None:
    """In a process that may write only half of the copy."""
    code = (
        "import resource, sys; from bot import cli\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))\n"
        "sys.exit(cli.main(['backup', 'copy.db']))"
    )
    before = played.read_bytes()
    ended = subprocess.run(  # noqa: S603 - this interpreter, with the code above
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])},
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert "disk is full" in ended.stderr
    assert played.read_bytes() == before
    assert not list(Path.cwd().glob("*copy*"))
    assert not list(Path.cwd().glob(".*"))


def test_a_game_that_cannot_be_played_on_is_named(played: Path, capsys: Said) -> None:
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("UPDATE events SET notation = 'z9' WHERE game_id = 1 AND seq = 2")
        (code,) = connection.execute("SELECT code FROM games WHERE id = 1").fetchone()
    assert cli.main(["backup", "copy.db"]) == 1
    said = capsys.readouterr().out
    assert f"WRONG: game {code} of server 7 (number 1): event 2 (z9) is not possible" in said
    assert Path("copy.db").exists()


def test_what_was_restored_is_what_was_backed_up(played: Path, capsys: Said) -> None:
    before = contents_of(played)
    assert cli.main(["backup", "copy.db"]) == 0
    with closing(sqlite3.connect(played)) as connection, connection:
        connection.execute("UPDATE games SET moved_at = 0")
    changed = played.read_bytes()
    capsys.readouterr()
    assert cli.main(["restore", "copy.db"]) == 0
    (kept,) = Path.cwd().glob("tavolo.db.before-*")
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"What was there before is kept: {kept.absolute()}"
    )
    assert kept.read_bytes() == changed
    assert contents_of(played) == before
    assert stat.S_IMODE(played.stat().st_mode) == 0o600
    assert not list(Path.cwd().glob("*.part*"))


def test_a_backup_is_restored_where_there_is_no_database(played: Path) -> None:
    assert cli.main(["backup", "copy.db"]) == 0
    before = contents_of(played)
    played.unlink()
    assert cli.main(["restore", "copy.db"]) == 0
    assert contents_of(played) == before
    assert not list(Path.cwd().glob("tavolo.db.before-*"))


def test_the_database_is_not_restored_from_itself(played: Path, capsys: Said) -> None:
    before = played.read_bytes()
    assert cli.main(["restore", "tavolo.db"]) == 2
    assert "is the database itself" in capsys.readouterr().err
    assert played.read_bytes() == before


def test_a_restore_that_fails_leaves_no_sign_of_a_database(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.rename("copy.db")
    with Path("copy.db").open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"?" * 4096)
    for left in Path.cwd().glob("tavolo.db*"):
        left.unlink()
    assert cli.main(["restore", "copy.db"]) == 2
    assert {each.name for each in Path.cwd().iterdir()} == {"copy.db"}


def test_postgresql_is_left_to_its_own_tool(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hush@127.0.0.1/tavolo")
    for command in (["backup"], ["restore", "copy.db"]):
        assert cli.main(command) == 2
        said = capsys.readouterr().err
        assert "pg_dump" in said
        assert "hush" not in said
