"""Publish the slash commands to Discord, only when their names or texts have changed."""

import hashlib
import json
import logging

from discord.ext import commands

from data import meta
from data.engine import Database

log = logging.getLogger(__name__)

KEY = "published-commands"


async def publish_commands(bot: commands.AutoShardedBot, database: Database) -> bool:
    """Send the commands to Discord unless it has just these; true if they were sent."""
    fingerprint = await _fingerprint(bot)
    async with database.reading() as connection:
        if await meta.read(connection, KEY) == fingerprint:
            return False
    await bot.tree.sync()
    async with database.writing() as connection:
        await meta.write(connection, KEY, fingerprint)
    log.info("published %s commands", len(bot.tree.get_commands()))
    return True


async def _fingerprint(bot: commands.AutoShardedBot) -> str:
    """Hash all that Discord is told, for the application that tells it."""
    translator = bot.tree.translator
    commands = [
        await command.get_translated_payload(bot.tree, translator)
        if translator is not None
        else command.to_dict(bot.tree)
        for command in bot.tree.get_commands()
    ]
    told = json.dumps([bot.application_id, commands], sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()
