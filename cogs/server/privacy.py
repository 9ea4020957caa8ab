"""/privacy: what is stored about a person and why, as a file, and deleted. Works in direct messages too.

What is stored where, and what becomes of it, is in `data.privacy`.
"""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.services.privacy import Stake
from cogs.ui.components import attached, button, buttons, layout, words
from cogs.ui.responses import acknowledge, say, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.schedule import JobKind
from games.words import Plural, Text, joined

SPARE_BYTES: Final = 64 << 10
"""By how much a file stays below what Discord takes."""
STORED: Final = (
    Text(
        "**Your games**: moves, results, ratings, what is open on a ledger, and your "
        "notes on moves once a game is over, with your Discord id and your name in "
        "the server. Boards, replays and leaderboards need them, and other players "
        "can see them."
    ),
    Text(
        "**What you told me for yourself**: preferences, absences, notes, plans, whom you have "
        "blocked, and the games that you follow. Others only see that you are away."
    ),
    Text("I don't read messages, and I don't pass anything on."),
)
WAYS_OUT: Final = (
    Text(
        "**Delete** resigns your running games and deletes all of it. Games of others stay: "
        "there you become “a former player”."
    ),
)


class PrivacyCommands(commands.Cog):
    """Show, export and delete what is stored about a person."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.FORGET, self._forget)

    @app_commands.command(
        name=locale_str("privacy"),
        description=locale_str("What I store about you and why; export it, or delete it"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def privacy(self, interaction: Click) -> None:
        """Say what is stored."""
        voice = voice_for(interaction)
        row = [
            button(voice(Text("Export")), "privacy-export"),
            button(voice(Text("Delete")), "privacy-delete", style=discord.ButtonStyle.danger),
        ]
        kept = Plural(
            "Notes are deleted {n} day after their game is over.",
            "Notes are deleted {n} days after their game is over.",
            self._bot.settings.keep_notes_days,
        )
        told = (Text("### Your data"), *STORED, kept, *WAYS_OUT)
        view = layout(None, *(words(voice(text)) for text in told), *buttons(row))
        await whisper(interaction, view)

    @control("privacy-export")
    async def _export(self, interaction: Click, parts: list[str]) -> None:
        """Hand out all that is stored about a person."""
        numbers(parts, 0)
        await acknowledge(interaction, thinking=True)
        # Other parts of the message count, too.
        most = interaction.filesize_limit - SPARE_BYTES
        files = await self._bot.privacy.export(interaction.user.id, most)
        voice, count = voice_for(interaction), len(files)
        for number, file in enumerate(files, 1):
            text = Text("Everything that I have stored about you, in one file.")
            if count > 1:
                text = Text(
                    "What I have stored about you is too much for one file: this is part {n} of {all}.",
                    n=number,
                    all=count,
                )
            view = layout(None, words(voice(text)), attached(file.name))
            attachment = Attachment(file.name, file.data)
            if number == 1:
                await whisper(interaction, view, [attachment])
            else:
                await interaction.followup.send(
                    view=view, files=[attachment.as_file()], ephemeral=True
                )

    @control("privacy-delete")
    async def _ask(self, interaction: Click, parts: list[str]) -> None:
        """Ask whether a person means it, and say what it comes to."""
        numbers(parts, 0)
        await acknowledge(interaction)
        stake = await self._bot.privacy.at_stake(interaction.user.id)
        voice = voice_for(interaction)
        row = [
            button(
                voice(Text("Delete for good")),
                "privacy-delete-yes",
                style=discord.ButtonStyle.danger,
            ),
            button(voice(Text("Cancel")), "privacy-delete-no"),
        ]
        view = layout(None, words(voice(_what_deleting_means(stake))), *buttons(row))
        await whisper(interaction, view, instead=True)

    @control("privacy-delete-no")
    async def _leave_it(self, interaction: Click, parts: list[str]) -> None:
        """Delete nothing after all."""
        numbers(parts, 0)
        await say(interaction, Text("Nothing has changed."), instead=True)

    @control("privacy-delete-yes")
    async def _delete(self, interaction: Click, parts: list[str]) -> None:
        """Delete everything."""
        numbers(parts, 0)
        await acknowledge(interaction)
        dispatches = await self._bot.privacy.forget(interaction.user.id)
        text = Text(
            "Everything about you has been deleted. Messages that I posted before "
            "stay in their channels. You can play again at any time, as somebody new."
        )
        await say(interaction, text, instead=True)
        for dispatch in dispatches:
            await self._bot.carry_out(dispatch)

    async def _forget(self, user_id: int) -> None:
        """Finish a deletion that a crash has broken off."""
        for dispatch in await self._bot.privacy.forget(user_id):
            await self._bot.carry_out(dispatch)


def _what_deleting_means(stake: Stake) -> Text:
    games = Text("You have no running games.")
    if stake.games:
        games = Plural(
            "Your running game will be resigned.",
            "Your {n} running games will be resigned.",
            stake.games,
        )
    open_challenges = None
    if stake.challenges:
        open_challenges = Plural(
            "Your open challenge will be closed.",
            "Your {n} open challenges will be closed.",
            stake.challenges,
        )
    rest = Text(
        "Your ratings, preferences, absences, notes, plans and blocks will be deleted, and in the games "
        "of others you become “a former player”. This can't be undone."
    )
    said = [Text("**Delete everything about you?**"), games, open_challenges, rest]
    return joined([text for text in said if text is not None], "{one} {two}")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCommands(bot))
