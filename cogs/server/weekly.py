"""/weekly: a server's weekly table, its card, and the clicks on that.

What does not belong here: when it is due and who is seated (`bot.services.weekly`), and how a
card looks (`cogs.server.weekly_card`).
"""

import re
import unicodedata
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Delivery, Edit, Posted, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import Queued, WeeklyGoneRow, WeeklyRow
from bot.errors import ForgedControl, Refused
from bot.match.weekly_times import Meeting
from bot.text.voice import Name
from cogs.server.weekly_card import called_off_layout, card_layout, mark_of
from cogs.ui.announcing import check_may_post, kept, voice_of_server
from cogs.ui.components import button, buttons, layout, words
from cogs.ui.game_lookup import actor_of, guild_of
from cogs.ui.permissions import THREADED, Spot, check_allowed, check_place
from cogs.ui.responses import acknowledge, say, voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from cogs.ui.time_zones import ZONE_LENGTH, read_zone, suggest_zones
from data.schedule import JobKind
from data.weekly import CardState, Plan
from games.registry import GAMES
from games.words import Text

DAYS: Final = (
    locale_str("Monday"),
    locale_str("Tuesday"),
    locale_str("Wednesday"),
    locale_str("Thursday"),
    locale_str("Friday"),
    locale_str("Saturday"),
    locale_str("Sunday"),
)
DAY_NAMES: Final = (
    Text("Monday"),
    Text("Tuesday"),
    Text("Wednesday"),
    Text("Thursday"),
    Text("Friday"),
    Text("Saturday"),
    Text("Sunday"),
)
LEAD_HOURS: Final = 24
MOST_LEAD_HOURS: Final = 144
"""Less than a week, so that the tables of one week are made before the card of the next."""
TIME_LENGTH: Final = 10
_TIME: Final = re.compile(r"([01]?\d|2[0-3])[:.時]([0-5]\d)分?")


@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
class WeeklyCommands(
    commands.GroupCog,
    group_name=locale_str("weekly"),
    group_description=locale_str("For moderators: a table that meets every week"),
):
    """Set a weekly table, post its card, and seat who joins."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.WEEKLY, self._due)
        bot.scheduler.register(JobKind.WEEKLY_START, self._start)
        bot.outbox.register(WeeklyRow, self._card)
        bot.outbox.register(WeeklyGoneRow, self._gone)
        super().__init__()

    # Commands

    @app_commands.command(
        name=locale_str("set"),
        description=locale_str("Choose game, day and time, once for all weeks"),
    )
    @app_commands.describe(
        game=locale_str("Which game is played"),
        day=locale_str("The day of the week"),
        time=locale_str("When it starts, like 20:00"),
        time_zone=locale_str("The time zone of that time, like Europe/Rome"),
        hours=locale_str(
            "How many hours before the start the card appears; 24 if you leave it out"
        ),
    )
    @app_commands.choices(
        day=[app_commands.Choice(name=name, value=number) for number, name in enumerate(DAYS)],
    )
    async def plan(
        self,
        interaction: Click,
        game: str,
        day: int,
        time: app_commands.Range[str, 1, TIME_LENGTH],
        time_zone: app_commands.Range[str, 1, ZONE_LENGTH],
        hours: app_commands.Range[int, 1, MOST_LEAD_HOURS] = LEAD_HOURS,
    ) -> None:
        """Set up a weekly table here, in place of an earlier one."""
        _check_manager(interaction)
        spot = Spot(interaction.channel_id or 0, interaction.app_permissions, interaction.channel)
        if game not in GAMES or isinstance(interaction.channel, discord.Thread):
            raise Refused(
                Text("Use this in the channel where the card should appear, not in a thread.")
            )
        check_place(spot)
        check_allowed(interaction)
        plan = Plan(
            guild_of(interaction),
            spot.channel_id,
            game,
            day,
            _minute(time),
            read_zone(time_zone),
            hours,
        )
        await acknowledge(interaction, thinking=True)
        meeting, dispatch = await self._bot.weekly.set_plan(plan)
        await self._bot.contacts.store(plan.guild_id, interaction.user.id)
        await self._bot.carry_out(dispatch)
        await say(interaction, _plan_text(plan, meeting))

    plan.autocomplete("time_zone")(suggest_zones)

    @app_commands.command(name=locale_str("off"), description=locale_str("End the weekly table"))
    async def off(self, interaction: Click) -> None:
        """End the weekly table; an open card is called off."""
        _check_manager(interaction)
        await acknowledge(interaction, thinking=True)
        there_was, dispatch = await self._bot.weekly.drop_plan(guild_of(interaction))
        await self._bot.carry_out(dispatch)
        text = Text("There is no weekly table here.")
        if there_was:
            text = Text("There is no weekly table any more. Games that have begun go on.")
        await say(interaction, text)

    @app_commands.command(
        name=locale_str("show"), description=locale_str("When the weekly table meets, and where")
    )
    async def show(self, interaction: Click) -> None:
        """Say when the weekly table meets."""
        found = await self._bot.weekly.plan_of(guild_of(interaction))
        if found is None:
            await say(interaction, Text("There is no weekly table here: /weekly set starts one."))
            return
        await say(interaction, _plan_text(*found))

    # Clicks

    @control("weekly-join")
    async def _join(self, interaction: Click, parts: list[str]) -> None:
        """Join, as one who sits out if left over."""
        await self._enter(interaction, parts, computer=False, instead=False)

    @control("weekly-computer")
    async def _with_computer(self, interaction: Click, parts: list[str]) -> None:
        """Play the computer if left over."""
        await self._enter(interaction, parts, computer=True, instead=True)

    @control("weekly-out")
    async def _sits_out(self, interaction: Click, parts: list[str]) -> None:
        """Sit out if left over."""
        await self._enter(interaction, parts, computer=False, instead=True)

    @control("weekly-leave")
    async def _leave(self, interaction: Click, parts: list[str]) -> None:
        """Leave again."""
        (card_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        dispatch = await self._bot.weekly.leave(
            card_id, interaction.guild_id, actor_of(interaction)
        )
        await self._bot.carry_out(dispatch)
        await say(interaction, Text("You are no longer in."))

    async def _enter(
        self, interaction: Click, parts: list[str], *, computer: bool, instead: bool
    ) -> None:
        (card_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=not instead)
        dispatch = await self._bot.weekly.join(
            card_id, interaction.guild_id, actor_of(interaction), computer=computer
        )
        await self._bot.carry_out(dispatch)
        view = await self._bot.weekly.view(card_id)
        if view is None:
            raise ForgedControl
        voice = voice_for(interaction)
        said = [
            words(voice(Text("You are in: it starts {when}.", when=f"<t:{view.card.starts_at}:R>")))
        ]
        row = []
        if GAMES[view.card.game].about.seats[-1] == 2:
            odd = Text("If you are the odd one out, you sit out.")
            switch, action = Text("Play the computer then"), "weekly-computer"
            if computer:
                odd = Text("If you are the odd one out, you play the computer.")
                switch, action = Text("Sit out then"), "weekly-out"
            said.append(words(voice(odd)))
            row.append(button(voice.plain()(switch), action, card_id))
        await whisper(interaction, layout(None, *said, *buttons(row)), instead=instead)

    # What is due, and rows of the outbox

    async def _due(self, guild_id: int) -> None:
        await self._bot.carry_out(await self._bot.weekly.post_card(guild_id))

    async def _start(self, card_id: int) -> None:
        view = await self._bot.weekly.view(card_id)
        if view is None:
            return
        guild = self._bot.get_guild(view.card.guild_id)
        if guild is not None:
            await self._bot.members.look_up(guild, [each.user_id for each in view.joined])
        voice = await voice_of_server(self._bot, view.card.guild_id)
        channel = self._bot.get_channel(view.card.channel_id)
        thread = isinstance(channel, discord.abc.GuildChannel) and channel.type in THREADED
        dispatch = await self._bot.weekly.start(card_id, language=voice.language, thread=thread)
        await self._bot.carry_out(dispatch)

    async def _card(self, queued: Queued[WeeklyRow]) -> Delivery:
        """Post a card, or bring it up to date."""
        view = await self._bot.weekly.view(queued.row.card_id)
        if view is None:
            return None
        card = view.card
        voice = await voice_of_server(self._bot, card.guild_id)
        shown = card_layout(view, voice)
        if card.message_id is not None:
            return Edit(card.channel_id, card.message_id, shown)
        if card.state is not CardState.OPEN:
            return None
        await check_may_post(self._bot, card.guild_id, card.channel_id)

        async def on_posted(connection: Transaction, _envelope: Envelope, posted: Posted) -> None:
            await self._bot.weekly.card_posted(connection, card.id, posted.message_id)

        action, mark = mark_of(card.id)
        return Send(
            card.channel_id,
            shown,
            marker=control_id(action, card.game, mark),
            on_posted=on_posted,
            elsewhere=kept(self._bot, card.guild_id, card.channel_id),
        )

    async def _gone(self, queued: Queued[WeeklyGoneRow]) -> Delivery:
        """Take the buttons from a card that was called off."""
        channel = self._bot.get_channel(queued.row.channel_id)
        guild_id = channel.guild.id if isinstance(channel, discord.abc.GuildChannel) else 0
        voice = await voice_of_server(self._bot, guild_id)
        return Edit(queued.row.channel_id, queued.row.message_id, called_off_layout(voice))


def _check_manager(interaction: Click) -> None:
    if not interaction.permissions.manage_guild:
        raise Refused(Text("You need Manage Server to do that."))


def _minute(typed: str) -> int:
    """Read a time of the day: "20:00", also from a Japanese keyboard."""
    plain = unicodedata.normalize("NFKC", typed).strip()
    found = _TIME.fullmatch(plain)
    if found is None:
        raise Refused(
            Text("I don't understand the time {time}. Write it like 20:00.", time=Name(plain))
        )
    return 60 * int(found[1]) + int(found[2])


def _plan_text(plan: Plan, meeting: Meeting) -> Text:
    return Text(
        "**Weekly table**: {game}, {day} at {time} ({zone}), in {channel}. The next one starts {when}, "
        "and its card comes {card}.",
        game=GAMES[plan.game].about.name,
        day=DAY_NAMES[plan.weekday],
        time=f"{plan.minute // 60}:{plan.minute % 60:02}",
        zone=plan.zone,
        channel=f"<#{plan.channel_id}>",
        when=f"<t:{meeting.starts_at}:F>",
        card=f"<t:{meeting.card_at}:R>",
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    games = [app_commands.Choice(name=game.about.name, value=key) for key, game in GAMES.items()]
    # The games that are registered now, which may be more than when this module was imported.
    app_commands.choices(game=games)(WeeklyCommands.plan)
    await bot.add_cog(WeeklyCommands(bot))
