"""/versus: what there is between a person and others, with the rematch one click away.

It is about the games of who asks, so nobody's profile is opened by it. Where one of them keeps theirs
private, or a game was played in a channel that not all who read here can see, nobody else sees the
answer. What does not belong here: the words (`cogs.server.record_text`).
"""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.match.match_outcome import PAIR
from bot.services.versus import Versus, between
from bot.text.voice import Name, Voice, listed
from cogs.server.record_text import handicapped_text, in_game_text, latest_text, streak_text
from cogs.ui.access import all_readers_see
from cogs.ui.components import button, buttons, layout, line, small, words
from cogs.ui.game_lookup import guild_of, is_in_a_game
from cogs.ui.responses import acknowledge, change, say, server_language, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from games.registry import GAMES
from games.words import Text, joined

BETWEEN: Final = "between"


class VersusCommand(commands.Cog):
    """Show what there is between people."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("versus"),
        description=locale_str("All games between you and others: score, streaks, last results"),
    )
    @app_commands.describe(
        person=locale_str("Who you have played with"),
        person2=locale_str("Somebody who sat at the same tables"),
        person3=locale_str("Somebody else who sat there"),
    )
    @app_commands.guild_only()
    async def versus(
        self,
        interaction: Click,
        person: discord.User,
        person2: discord.User | None = None,
        person3: discord.User | None = None,
    ) -> None:
        """Show all games between who asks and up to three others."""
        others = [one for one in (person, person2, person3) if one is not None]
        await self._show(interaction, others)

    @control(BETWEEN)
    async def _between(self, interaction: Click, parts: list[str]) -> None:
        """Show who clicks, alone, what there is between them and the person of a profile."""
        (user_id,) = numbers(parts, 1)
        if interaction.guild is None:
            raise ForgedControl
        if user_id == interaction.user.id:
            raise Refused(
                Text("This is your own profile: others see here how they did against you.")
            )
        members = await self._bot.members.find(interaction.guild, [user_id])
        if not members:
            raise Refused(Text("This person is not in this server any more."))
        await self._answer(interaction, members, private=True)

    async def _show(
        self, interaction: Click, others: Sequence[discord.User | discord.Member]
    ) -> None:
        _check(interaction, others)
        private = await is_in_a_game(interaction) or await self._bot.preferences.any_private(
            [interaction.user.id, *(one.id for one in others)]
        )
        await self._answer(interaction, others, private=private)

    async def _answer(
        self,
        interaction: Click,
        others: Sequence[discord.User | discord.Member],
        *,
        private: bool,
    ) -> None:
        everybody = [interaction.user, *others]
        names = {one.id: Name(one.display_name) for one in everybody}
        found = await between(self._bot.database, guild_of(interaction), list(names))
        # What is shown to nobody else is said before anything public.
        if found.is_empty:
            text = Text(
                "{people} have not played together here yet.", people=listed([*names.values()])
            )
            await say(interaction, text)
            return
        private = private or not all_readers_see(interaction, found.channel_ids)
        await acknowledge(interaction, thinking=True, publicly=not private)
        voice = voice_for(interaction) if private else Voice(await server_language(interaction))
        view = _layout(found, names, voice)
        await (whisper if private else change)(interaction, view)


def _check(interaction: Click, others: Sequence[discord.User | discord.Member]) -> None:
    """Refuse people with whom nobody can have played."""
    ids = [one.id for one in others]
    if interaction.user.id in ids:
        raise Refused(Text("Name somebody else: this is about the games between you and them."))
    for one in others:
        if one.bot:
            person = Name(one.display_name)
            raise Refused(Text("{person} is a bot and does not play.", person=person))
        if ids.count(one.id) > 1:
            raise Refused(Text("You listed {person} twice.", person=Name(one.display_name)))


def _layout(found: Versus, names: dict[int, Name], voice: Voice) -> discord.ui.LayoutView:
    called = [names[person] for person in found.people]
    items = [words(f"### {voice(listed(called))}")]
    if found.games:
        lines = [in_game_text(each, called) for each in found.games if each.game in GAMES]
        items.append(words(voice(joined(lines, "{one}\n{two}"))))
    if apart := [each for each in found.handicapped if each.game in GAMES]:
        lines = [handicapped_text(each, called) for each in apart]
        items.append(words(voice(joined(lines, "{one}\n{two}"))))
    streak = streak_text(found.streaks) if len(called) == PAIR else None
    if streak is not None:
        text = Text("{player}: {streaks}", player=called[0], streaks=streak)
        items.append(words(voice(text)))
    if any(latest.met.seats > len(called) for latest in found.latest):
        text = Text("At tables with others, the best placed of you has won.")
        items.append(small(voice(text)))
    shown = [latest for latest in found.latest if latest.met.game in GAMES]
    if shown:
        lines = [latest_text(latest, names) for latest in shown]
        items += [line(), words(voice(joined(lines, "{one}\n{two}")))]
    if found.running:
        running = [
            Text(
                "`{code}` · {game} · {place}",
                code=game.code,
                game=GAMES[game.match.game].about.name,
                place="" if game.match.place_id is None else f"<#{game.match.place_id}>",
            )
            for game in found.running
            if game.match.game in GAMES
        ]
        text = Text("Running now:\n{games}", games=joined(running, "{one}\n{two}"))
        items += [line(), words(voice(text))]
    rematch = None
    if found.rematch_id is not None:
        success = discord.ButtonStyle.success
        rematch = button(voice(Text("Rematch")), "rematch", found.rematch_id, style=success)
    return layout(None, *items, *buttons([rematch]))


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(VersusCommand(bot))
