"""The command `tavolo`, from the arguments to the exit status."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import aiohttp
import discord
import pytest
from discord.ext import commands
from sqlalchemy import text

import bot
from bot import cli
from bot.config import SETTINGS, Secret, Settings, load
from bot.invitation import PERMISSIONS, application_id
from bot.life import Stop
from bot.recounting import Progress, Rebuilt, Stage
from data.engine import Database, DatabaseError, DatabaseUnusable
from tests.bot.rest import discord_that_takes

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz-0123456789_A"
Said = pytest.CaptureFixture[str]


pytestmark = pytest.mark.usefixtures("process_wide")


@pytest.fixture(autouse=True)
def _nothing_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in an empty folder with an environment that says nothing to the bot."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setattr(cli, "LOGIN_WAITS", ())


class FakeStart(commands.Bot):
    """A real bot that, instead of connecting, fails or waits for ever."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents.none())
        self.started = asyncio.Event()
        self.database = Database("sqlite+aiosqlite:///tavolo.db")
        self._error = error

    async def close(self) -> None:
        await super().close()
        await self.database.close()

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        del token, reconnect
        if self._error:
            raise self._error
        self.started.set()
        await asyncio.Event().wait()


def as_a_process(*arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - this interpreter, with the arguments of this file
        [sys.executable, "-m", "bot", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(bot.__file__).parents[1]), **environ},
    )


def test_without_token_and_playground_two_lines_say_how_to_get_one(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda _: None)
    assert cli.main([]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    first, second = said.err.splitlines()
    assert "https://discord.com/developers/applications" in first
    assert ".env" in second
    assert "DISCORD_TOKEN" in second
    assert not list(Path.cwd().iterdir())


def test_a_playground_that_is_not_installed_says_how_to_get_it(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda _: None)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert cli.main(["--playground"]) == 2
    assert "tavolo[playground]" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize(
    ("stopping", "arguments", "token"),
    [
        (signal.SIGTERM, ("--no-browser",), ""),
        (signal.SIGINT, ("--playground", "--no-browser"), TOKEN),
    ],
    ids=["TERM", "INT"],
)
def test_the_playground_opens_and_leaves_nothing_behind(
    stopping: signal.Signals, arguments: tuple[str, ...], token: str, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(bot.__file__).parents[1]),
        "TMPDIR": str(scratch),
        "DISCORD_TOKEN": token,
    }
    playing = subprocess.Popen(  # noqa: S603 - this interpreter, with the arguments above
        [sys.executable, "-m", "bot", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    with playing:
        assert playing.stdout is not None
        address = playing.stdout.readline().split()[-1]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?key=[\w-]{32}", address)
        (folder,) = scratch.glob("tavolo-playground-*")
        assert (folder / "tavolo.db").exists()
        playing.send_signal(stopping)
        assert playing.wait(timeout=30) == 0
    assert list(scratch.iterdir()) == []
    assert {each.name for each in tmp_path.iterdir()} == {"scratch"}


@pytest.mark.slow
def test_a_port_that_is_taken_ends_the_playground_with_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = as_a_process("--no-browser", f"--port={taken.getsockname()[1]}")
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.splitlines()[-1].startswith("The playground cannot start: ")


@pytest.mark.parametrize("text", ["65536", "-1", "x", "٣"])
def test_a_port_is_a_number_that_there_is(text: str, capsys: Said) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main([f"--port={text}"])
    assert "is no port" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("run",)])
def test_a_wrong_value_ends_the_start_with_one_line(arguments: tuple[str, ...]) -> None:
    ended = as_a_process(*arguments, DISCORD_TOKEN=TOKEN, MAX_OPEN_CHALLENGES="many")
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.splitlines() == [
        "MAX_OPEN_CHALLENGES is 'many'; allowed: a whole number from 1 to 10"
    ]


@pytest.mark.parametrize("name", ["DISCORD_TOKN", "DISCORD_BOT_TOKEN", "discord_token"])
def test_a_token_under_a_wrong_name_does_not_open_the_playground(
    name: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda _: pytest.fail("it opens"))
    Path(".env").write_text(f"{name}={TOKEN}\n")
    assert cli.main([]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{name} is set, but the bot's token is called DISCORD_TOKEN; ")
    assert said.count("\n") == 1
    assert TOKEN not in said


async def test_a_database_that_cannot_be_used_ends_the_start_with_what_to_do(
    tmp_path: Path, capsys: Said
) -> None:
    """With the real bot, in the order in which it starts: logged in, then its database."""
    newer = Database(f"sqlite+aiosqlite:///{tmp_path}/newer.db")
    await newer.migrate()
    async with newer.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await newer.close()
    (tmp_path / "letter.txt").write_text("Dear friends,\n" * 100)
    whole = (tmp_path / "newer.db").read_bytes()
    (tmp_path / "half.db").write_bytes(whole[: len(whole) // 2])
    for name, remedy in (
        ("newer.db", "Install that version"),
        ("letter.txt", "Name another file"),
        ("half.db", "Put a backup in its place"),
        ("nowhere/tavolo.db", "Make it"),
        (".", "Name a file"),
    ):
        settings = load({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{tmp_path}/{name}"})
        async with discord_that_takes(TOKEN):
            assert await cli.serve(settings, Secret(TOKEN), Stop()) == 2
        said = capsys.readouterr().err
        assert said.startswith("DATABASE_URL does not open: ")
        assert remedy in said
        assert said.count("\n") == 1


def test_the_file_in_the_working_folder_is_read(capsys: Said) -> None:
    Path(".env").write_text("LOG_FORMAT=xml\n")
    assert cli.main([]) == 2
    assert capsys.readouterr().err.startswith("LOG_FORMAT is 'xml'; ")


def test_help_names_every_command_and_loads_no_discord() -> None:
    code = (
        "import sys, bot.cli\n"
        "try: bot.cli.main(['--help'])\n"
        "finally: print('discord' in sys.modules, 'sqlalchemy' in sys.modules)"
    )
    ended = subprocess.run(  # noqa: S603 - this interpreter, with the code above
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(bot.__file__).parents[1])},
    )
    for name in cli.COMMANDS:
        assert re.search(rf"\n    {name}\s", ended.stdout)
    assert ended.stdout.splitlines()[-1] == "False False"


def test_version_is_that_of_the_package(capsys: Said) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out.split() == ["tavolo", version("tavolo")]


def test_the_invitation_asks_for_what_the_bot_needs_and_no_more(capsys: Said) -> None:
    assert cli.main(["invite", "--application-id", "123"]) == 0
    assert capsys.readouterr().out == (
        "https://discord.com/oauth2/authorize?client_id=123"
        "&scope=bot+applications.commands&permissions=309237746688&integration_type=0\n"
    )
    assert {name for name, needed in PERMISSIONS if needed} == {
        "read_messages",  # what discord.py calls View Channel
        "send_messages",
        "create_public_threads",
        "send_messages_in_threads",
        "attach_files",
        "read_message_history",
    }


def test_the_invitation_takes_the_application_from_the_token(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert cli.main(["invite"]) == 0
    assert "client_id=123456789012345678&" in capsys.readouterr().out


@pytest.mark.parametrize("token", ["", "!.x.y", "YWJj.x.y", "gICA.x.y", "A.x.y"])
def test_without_an_application_the_invitation_says_what_to_do(
    token: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert cli.main(["invite"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("DISCORD_TOKEN ")
    assert "--application-id ID" in said.err


def test_a_token_of_digits_that_are_no_ascii_names_no_application() -> None:
    assert application_id("2aHZog.x.y") is None


@pytest.mark.parametrize("text", ["abc", "-1", "", "٣"])
def test_an_application_id_has_digits_only(text: str, capsys: Said) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["invite", f"--application-id={text}"])
    assert "is no application id" in capsys.readouterr().err


def test_check_prints_a_line_for_everything_and_fails_if_one_is_wrong() -> None:
    fine = as_a_process("check")
    assert (fine.returncode, fine.stderr) == (0, "")
    subjects = [line.split()[0] for line in fine.stdout.splitlines()]
    assert subjects == [*(setting.name for setting in SETTINGS), "Database"]
    wrong = as_a_process("check", LOG_LEVEL="loud")
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert "LOG_LEVEL             WRONG: is 'loud'; allowed: " in wrong.stdout


@pytest.mark.slow
@pytest.mark.parametrize("mode", [0o644, 0o600])
def test_others_who_can_read_the_token_are_noticed(mode: int) -> None:
    path = Path(".env")
    path.write_text("LOG_LEVEL=INFO\n", encoding="utf-8")
    path.chmod(mode)
    wrong = f".env{' ' * 18}WRONG: others on this machine can read it: chmod 600 {path.absolute()}"
    checked = as_a_process("check")
    assert (wrong in checked.stdout) is (mode == 0o644)
    assert checked.returncode == (1 if mode == 0o644 else 0)


@pytest.mark.parametrize("mode", [0o644, 0o600])
def test_a_start_warns_where_others_can_read_the_token(
    mode: int, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(".env")
    path.write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-8")
    path.chmod(mode)
    monkeypatch.setattr(bot, "create_bot", lambda **_: FakeStart(OSError("no way")))
    # It ends the process.
    monkeypatch.setattr("bot.life.leave", int)
    assert cli.main(["run"]) == 1
    assert (f"chmod 600 {path.absolute()}" in capsys.readouterr().err) is (mode == 0o644)


async def test_a_refused_token_ends_the_start_with_one_line(capsys: Said) -> None:
    settings = load({"DISCORD_TOKEN": TOKEN})
    async with discord_that_takes("another"):
        assert await cli.serve(settings, Secret(TOKEN), Stop()) == 2
    said = capsys.readouterr().err
    assert said.startswith("Discord refuses DISCORD_TOKEN")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (DatabaseError("no such host"), 1, "DATABASE_URL does not open: no such host\n"),
        (
            DatabaseUnusable("is damaged", "Put a backup in its place"),
            2,
            "DATABASE_URL does not open: is damaged. Put a backup in its place.\n",
        ),
        (OSError(f"no way for {TOKEN}"), 1, "Discord cannot be reached: no way for [removed]\n"),
        (
            aiohttp.ServerDisconnectedError(),
            1,
            "Discord cannot be reached: Server disconnected\n",
        ),
        (TimeoutError(), 1, "Discord cannot be reached: TimeoutError\n"),
    ],
)
async def test_what_is_out_of_reach_ends_the_start_with_one_line(
    error: Exception, status: int, said: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "create_bot", lambda **_: FakeStart(error))
    assert await cli.serve(load({}), Secret(TOKEN), Stop()) == status
    assert capsys.readouterr().err == said


async def test_a_login_whose_connection_drops_is_tried_again(
    capsys: Said, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    errors: list[Exception] = [OSError(f"no way for {TOKEN}"), aiohttp.ServerDisconnectedError()]
    errors += [discord.LoginFailure("it was reset")]
    monkeypatch.setattr(cli, "LOGIN_WAITS", (0, 0))
    monkeypatch.setattr(bot, "create_bot", lambda **_: FakeStart(errors.pop(0)))
    settings = load({"DISCORD_TOKEN": TOKEN})
    assert await cli.serve(settings, Secret(TOKEN), Stop()) == 2
    assert capsys.readouterr().err == f"{cli.REFUSED}\n"
    said = [record.getMessage() for record in caplog.records if record.name == "bot.cli"]
    assert said == [
        "Discord cannot be reached (no way for [removed]): again in 0 seconds",
        "Discord cannot be reached (Server disconnected): again in 0 seconds",
    ]


def test_forget_deletes_a_server_or_a_person_and_says_so(capsys: Said) -> None:
    asyncio.run(migrated("sqlite+aiosqlite:///tavolo.db"))
    assert cli.main(["forget", "person", "80351110224678912"]) == 0
    assert capsys.readouterr().out == (
        "Person 80351110224678912 is deleted. "
        "Running games resigned: 0, open challenges closed: 0.\n"
    )
    assert cli.main(["forget", "server", "80351110224678913"]) == 0
    assert capsys.readouterr().out == "Server 80351110224678913 is deleted.\n"


def test_forget_makes_no_database(capsys: Said) -> None:
    assert cli.main(["forget", "person", "80351110224678912"]) == 2
    assert "Start the bot of this version once" in capsys.readouterr().err
    assert not list(Path.cwd().iterdir())


def test_ratings_are_counted_again(capsys: Said) -> None:
    asyncio.run(migrated("sqlite+aiosqlite:///tavolo.db"))
    assert cli.main(["ratings", "rebuild"]) == 0
    assert capsys.readouterr().out == (
        "Rated matches: 0. Put right: 0 ratings, 0 matches.\n"
        "All matches: 0. Put right: the results or milestones of 0.\n"
    )


def test_counting_tells_how_far_it_is_and_may_be_broken_off(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def count(_settings: Settings, progress: Progress) -> Rebuilt:
        for matches in (100, 200, 201, 202, 400):
            progress(Stage.RATINGS, matches, 40_000)
        for matches in (200, 300):
            progress(Stage.RESULTS, matches, 20_000)
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.recounting.rebuild", count)
    assert cli.main(["ratings", "rebuild"]) == 128 + signal.SIGINT
    said = capsys.readouterr()
    assert said.out == ("400 of 40000 rated matches counted\n200 of 20000 matches looked through\n")
    assert said.err == "Broken off: what was stored is complete, and it can be run again.\n"


def test_lists_that_cannot_be_counted_are_named(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def count(_settings: Settings, _progress: Progress) -> Rebuilt:
        return Rebuilt(9, 2, 3, 1, looked_through=12, changed_results=4, unknown_matches=5)

    monkeypatch.setattr("bot.recounting.rebuild", count)
    assert cli.main(["ratings", "rebuild"]) == 0
    assert capsys.readouterr().out == (
        "Rated matches: 9. Put right: 3 ratings, 2 matches.\n"
        "All matches: 12. Put right: the results or milestones of 4.\n"
        "Left alone, for their rules are not known any more: 1 games of servers, 5 matches.\n"
    )


def test_ratings_are_counted_in_no_database_that_is_not_there(capsys: Said) -> None:
    assert cli.main(["ratings", "rebuild"]) == 2
    assert "Start the bot of this version once" in capsys.readouterr().err
    assert not list(Path.cwd().iterdir())


async def migrated(url: str) -> None:
    database = Database(url)
    await database.migrate()
    await database.close()


def test_a_worker_on_a_file_is_told_that_it_needs_the_bots_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///tavolo.db")
    assert cli.main(["worker"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("DATABASE_URL is a SQLite file")
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())
