"""Publish the slash commands to Discord, where it does not have just these.

Every start asks what Discord has: another program with the same token, or a person in the
portal, may have changed or deleted commands since. Discord writes down commands in its own way,
so they are not compared text by text: each has a version there, which any change replaces.
Nothing is translated before it must be sent: that takes a quarter of a start.
"""

import hashlib
import json
import logging

from discord.ext import commands

from bot.delivery.discord_errors import EXPECTED
from bot.text.voice import catalogues_digest
from data import meta
from data.engine import Database

log = logging.getLogger(__name__)

KEY = "published-commands"


async def publish_commands(bot: commands.AutoShardedBot, database: Database) -> bool:
    """Send the commands to Discord unless it has just these; true if they were sent."""
    ours = fingerprint(bot)
    async with database.reading() as connection:
        ours_then, _, theirs_then = (await meta.read(connection, KEY) or "").partition(":")
    if ours_then == ours:
        theirs = await _versions(bot)
        if theirs in {theirs_then, None}:
            return False
        log.warning("the commands at Discord are not those that were published: once more")
    await bot.tree.sync()
    theirs = await _versions(bot)
    async with database.writing() as connection:
        await meta.write(connection, KEY, f"{ours}:{theirs or ''}")
    log.info("published %s commands", len(bot.tree.get_commands()))
    return True


async def _versions(bot: commands.AutoShardedBot) -> str | None:
    """Hash which commands Discord has in which version; None where it does not say."""
    try:
        there = await bot.http.get_global_commands(bot.application_id or 0)
    except EXPECTED as error:
        log.warning("which commands Discord has could not be asked: %s", error)
        return None
    return _hash(sorted((str(each["id"]), str(each["version"])) for each in there))


def fingerprint(bot: commands.AutoShardedBot) -> str:
    """Hash what Discord is told: the commands in English, and all that translates them."""
    told = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    return _hash([bot.application_id, told, catalogues_digest()])


def _hash(told: object) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()
