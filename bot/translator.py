"""Give Discord the commands' names and texts in every language that has a catalogue."""

import discord
from discord import app_commands

from bot.languages import SOURCE_LANGUAGE, Voice, language_of
from games.words import Text


class CatalogueTranslator(app_commands.Translator):
    """Translate from the same catalogues as everything else."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 -- the interface asks for it
    ) -> str | None:
        """Give a text in a locale, or None where English stands."""
        language = language_of(locale.value)
        if language == SOURCE_LANGUAGE:
            return None
        translated = Voice(language)(Text(string.message))
        return None if translated == string.message else translated
