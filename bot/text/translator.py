"""Translate the commands' texts for Discord into every language that has a catalogue.

Descriptions and the names of options and choices are translated. The names of commands are
not: the texts, the documents and people among themselves call a command by one name, and
people can tell each other what to type across languages.
"""

import asyncio
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.text.voice import in_context, language_of, read_catalogues

OPTION: Final = "name of an option"
CHOICE: Final = "choice of an option"
DESCRIPTION: Final = "description of a command or an option"
PAGE: Final = "page of the playground"
CONTEXTS: Final = {
    Location.parameter_name: OPTION,
    Location.choice_name: CHOICE,
    Location.command_description: DESCRIPTION,
    Location.group_description: DESCRIPTION,
    Location.parameter_description: DESCRIPTION,
}
"""The context in which the catalogues hold each kind of text: a short word may have two meanings.

The page of the playground has one too, for its words, which only that page needs.
"""


def command_text(source: str, **values: str) -> app_commands.locale_str:
    """Make a text of a command from a source with values that are the same in every language.

    >>> command_text("The rules of {game}", game="Chess").message
    'The rules of Chess'
    """
    return app_commands.locale_str(source.format(**values), source=source, values=values)


def source_of(string: app_commands.locale_str) -> str:
    """Return a text of a command as the catalogues hold it."""
    return str(string.extras.get("source", string.message))


class CatalogueTranslator(app_commands.Translator):
    """Translate from the same catalogues as everything else."""

    async def load(self) -> None:
        """Read the catalogues in a thread, before anybody needs them."""
        await asyncio.to_thread(read_catalogues)

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text in a locale, or None for English."""
        kind = CONTEXTS.get(context.location)
        if kind is None:
            return None
        translated = in_context(language_of(locale.value), kind, source_of(string))
        values = string.extras.get("values")
        return translated.format(**values) if translated and values else translated
