"""What `tavolo check` finds, with a real database file and the real discord.py."""

from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot.check import (
    Finding,
    connections,
    database,
    discord_account,
    examine,
    proxy_unused,
)
from bot.config import DATABASE_URL, SETTINGS, Secret, async_url, load
from data.engine import Database
from data.sqlite import ALLOW, MAKE_ROOM, RESTORE
from tests.bot.rest import discord_that_takes

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz-0123456789_A"


def in_file(path: Path) -> str:
    return f"sqlite:///{path}"


def test_every_variable_is_found_and_the_token_only_as_set() -> None:
    found = examine({"DISCORD_TOKEN": TOKEN, "CHALLENGE_HOURS": "12"}).findings
    assert [each.subject for each in found] == [setting.name for setting in SETTINGS]
    assert found[0] == Finding("DISCORD_TOKEN", "set")
    assert found[1] == Finding("DATABASE_URL", "sqlite:///tavolo.db (default)")
    assert Finding("CHALLENGE_HOURS", "12") in found
    assert all(each.good for each in found)


def test_without_a_token_nothing_is_wrong() -> None:
    assert examine({}).findings[0] == Finding("DISCORD_TOKEN", "not set")


def test_a_variable_that_is_wrong_hides_none_of_the_others() -> None:
    examined = examine({"LOG_LEVEL": "loud", "CHALLENGE_HOURS": "0", "LOG_FORMAT": "json"})
    wrong = {each.subject: each.state for each in examined.findings if not each.good}
    assert wrong == {
        "LOG_LEVEL": "is 'loud'; allowed: DEBUG, INFO, WARNING, ERROR, CRITICAL",
        "CHALLENGE_HOURS": "is '0'; allowed: a whole number from 1 to 720",
    }
    assert examined.settings == load({"LOG_FORMAT": "json"})


def test_the_databases_password_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.config.find_spec", lambda _name: object())
    found = examine({"DATABASE_URL": "postgresql://me:hush@server/tavolo"}).findings
    assert found[1].state == "postgresql://me:[removed]@server/tavolo"


async def test_a_new_database_is_not_created_by_looking(tmp_path: Path) -> None:
    path = tmp_path / "tavolo.db"
    found = await database(load({"DATABASE_URL": in_file(path)}))
    assert found.good
    assert found.state.startswith("can be used; the next start will apply to it: ")
    assert not path.exists()


async def test_a_migrated_database_is_up_to_date(tmp_path: Path) -> None:
    url = in_file(tmp_path / "tavolo.db")
    migrated = Database(async_url(url))
    await migrated.migrate()
    await migrated.close()
    found = await database(load({"DATABASE_URL": url}))
    assert found == Finding("Database", "opens and is up to date")


async def test_a_file_that_is_no_database_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear friends,\n" * 100)
    found = await database(load({"DATABASE_URL": in_file(path)}))
    assert not found.good
    assert found.state.startswith("can't be used: file is not a database. ")
    assert "\n" not in found.state


async def test_a_database_in_a_folder_that_is_missing_is_wrong(tmp_path: Path) -> None:
    found = await database(load({"DATABASE_URL": in_file(tmp_path / "nowhere" / "tavolo.db")}))
    assert not found.good
    assert not (tmp_path / "nowhere").exists()


async def test_a_folder_that_cannot_be_written_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    found = await database(load({"DATABASE_URL": in_file(tmp_path / "tavolo.db")}))
    assert found == Finding(
        "Database",
        f"can't be used: the folder {tmp_path} can't be written: Permission denied. {ALLOW}",
        good=False,
    )


async def test_a_disk_without_room_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=5 << 20))
    found = await database(load({"DATABASE_URL": in_file(tmp_path / "tavolo.db")}))
    assert not found.good
    assert found.state == f"can't be used: only 5 MB are free in {tmp_path}. {MAKE_ROOM}"


async def test_damaged_pages_are_wrong(tmp_path: Path) -> None:
    url = in_file(tmp_path / "tavolo.db")
    migrated = Database(async_url(url))
    await migrated.migrate()
    await migrated.close()
    with (tmp_path / "tavolo.db").open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"?" * 4096)
    found = await database(load({"DATABASE_URL": url}))
    assert not found.good
    assert found.state.endswith(RESTORE)


def test_a_name_in_the_file_that_is_no_setting_is_wrong() -> None:
    written = {"DISCORD_TOKN": TOKEN, "Max_Games_Per_Person": "3", "ELSE": "1", "LOG_LEVEL": "INFO"}
    examined = examine({"PATH": "/bin", **written}, written)
    assert [each for each in examined.findings if not each.good] == [
        Finding(name, f"is in .env but is not a setting{hint}", good=False)
        for name, hint in (
            ("DISCORD_TOKN", "; did you mean DISCORD_TOKEN?"),
            ("Max_Games_Per_Person", "; did you mean MAX_GAMES_PER_PERSON?"),
            ("ELSE", ""),
        )
    ]


async def test_a_wrong_address_of_a_database_is_not_tried() -> None:
    examined = examine({"DATABASE_URL": "tavolo.db"})
    assert examined.wrong(DATABASE_URL)
    assert [finding async for finding in connections(examined)] == []


async def test_discord_says_whose_token_it_is(tmp_path: Path) -> None:
    examined = examine({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": in_file(tmp_path / "tavolo.db")})
    async with discord_that_takes(TOKEN):
        found = [finding async for finding in connections(examined)]
    assert [each.subject for each in found] == ["Database", "Discord"]
    assert found[1] == Finding("Discord", "accepts the token of Tavolo")


async def test_a_refused_token_is_wrong() -> None:
    async with discord_that_takes("another"):
        found = await discord_account(Secret(TOKEN))
    assert not found.good
    assert found.state.startswith("refuses the token")
    assert TOKEN not in found.state


async def test_a_discord_out_of_reach_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing listens on port 9 of this machine.
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    found = await discord_account(Secret(TOKEN))
    assert not found.good
    assert found.state.startswith("could not be asked: ")


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
def test_a_proxy_that_is_not_used_is_named_without_its_address(name: str) -> None:
    found = proxy_unused({name: "http://me:hush-hush@proxy:3128", "NO_PROXY": "localhost"})
    assert found is not None
    assert (found.subject, found.good) == (name, True)
    assert "hush" not in found.state
    assert proxy_unused({name: " "}) is None
