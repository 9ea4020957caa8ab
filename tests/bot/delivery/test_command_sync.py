"""Commands go to Discord when their names or texts have changed, and only then."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot import create_bot
from bot.delivery import command_sync
from bot.delivery.command_sync import publish_commands
from bot.text import voice
from data.engine import Database

TOP = Path(__file__).parents[3]


class Connected(commands.AutoShardedBot):
    """A bot that counts how often its commands are sent."""

    def __init__(self, described: str = "Say hello", application: int = 1) -> None:
        super().__init__("!", intents=discord.Intents.none())
        self._connection.application_id = application
        self.sent = 0
        self.trouble: Exception | None = None

        @self.tree.command(name="hello", description=described)
        async def hello(interaction: discord.Interaction) -> None:
            del interaction

        async def sync(**_what: object) -> list[app_commands.AppCommand]:
            if self.trouble is not None:
                raise self.trouble
            self.sent += 1
            return []

        async def there(_application: int) -> list[dict[str, str]]:
            return [{"id": "1", "version": "1"}]

        # What would ask Discord.
        self.tree.sync = sync  # type: ignore[method-assign]
        self.http.get_global_commands = there  # type: ignore[assignment,method-assign]


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await opened.migrate()
    yield opened
    await opened.close()


async def test_the_first_start_sends_them_and_the_second_does_not(database: Database) -> None:
    first, second = Connected(), Connected()
    assert await publish_commands(first, database)
    assert not await publish_commands(first, database)
    assert not await publish_commands(second, database)
    assert (first.sent, second.sent) == (1, 0)


async def test_a_changed_text_sends_them_again(database: Database) -> None:
    await publish_commands(Connected(), database)
    changed = Connected("Say good evening")
    assert await publish_commands(changed, database)
    assert changed.sent == 1


async def test_another_application_gets_them_too(database: Database) -> None:
    await publish_commands(Connected(), database)
    assert await publish_commands(Connected(application=2), database)


async def test_a_new_translation_sends_them_again(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Connected()
    await publish_commands(bot, database)
    changed = tmp_path / "changed.po"
    shipped = voice.catalogue_file("ja").read_text(encoding="utf-8")
    changed.write_text(shipped.replace("msgstr", "# another word\nmsgstr", 1), encoding="utf-8")
    monkeypatch.setattr(voice, "catalogue_file", lambda _language: changed)
    assert await publish_commands(bot, database)


async def test_commands_that_could_not_be_sent_are_sent_at_the_next_start(
    database: Database,
) -> None:
    bot = Connected()
    bot.trouble = OSError("no network")
    with pytest.raises(OSError, match="no network"):
        await publish_commands(bot, database)
    bot.trouble = None
    assert await publish_commands(bot, database)


SCRIPT = """
import asyncio
from tests.bot.delivery.test_command_sync import own_fingerprint
print(asyncio.run(own_fingerprint()))
"""


async def own_fingerprint() -> str:
    bot = create_bot(database_url="sqlite:///nowhere.db")
    await bot.load_cogs()
    return command_sync.fingerprint(bot)


@pytest.mark.slow
async def test_two_starts_of_one_release_agree_on_what_discord_has_been_told() -> None:
    """Whatever depends on the order of a set or of a dictionary would send them every time."""
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SCRIPT),
        cwd=TOP,
        env=os.environ | {"PYTHONHASHSEED": "4711"},
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await other.communicate()
    assert told.decode().strip() == await own_fingerprint()


async def test_every_command_and_option_has_a_description(tmp_path: Path) -> None:
    bot = create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db")
    await bot.load_cogs()
    bare = [
        f"{command.qualified_name} {parameter.name}"
        for command in bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for parameter in command.parameters
        if str(parameter.description) in {"", "…"}
    ] + [
        command.qualified_name
        for command in bot.tree.walk_commands()
        if str(command.description) in {"", "…"}
    ]
    assert bare == []
    await bot.database.close()
