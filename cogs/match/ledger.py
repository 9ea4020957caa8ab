"""The ledger of two people in Discord: what is open between them, and settling it.

A person who wants to settle confirms it first; then the other one is asked, in a message that
keeps the answer. What does not belong here: what a match brings and who may settle what
(`bot.services.ledgers`), and which game has such a command.
"""

from collections.abc import Sequence
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Delivery, Edit, Posted, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.row_outcomes import Settling
from bot.delivery.rows import Queued, SettlingRow
from bot.errors import Refused
from bot.services.ledgers import Account, Request
from bot.text.voice import Mention, Name, Voice
from cogs.board.result_text import balance
from cogs.ui.components import AnyItem, button, buttons, layout, small, words
from cogs.ui.game_lookup import guild_of
from cogs.ui.game_ui import ui_of
from cogs.ui.permissions import check_place, here
from cogs.ui.responses import acknowledge, voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from data.former import is_account
from data.ledger import Entry
from data.outbox import Post
from games.words import Text, signed

LISTED: Final = 10
"""How many opponents, or matches with one, a ledger shows."""
SUCCESS: Final = discord.ButtonStyle.success


class Ledger(commands.Cog):
    """Settle what is open on ledgers."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(SettlingRow, self._request)

    async def _request(self, queued: Queued[SettlingRow]) -> Delivery:
        """Post a request to settle, or bring it up to date."""
        row, state = queued.row, queued.row.state
        match_id, asker_id, other_id = row.match_id, row.asker_id, row.other_id
        match, post = await self._bot.ledgers.standing(match_id)
        if match is None:
            return None
        if state is Settling.ASKED and not (is_account(asker_id) and is_account(other_id)):
            # One of the two was forgotten before Discord took the question.
            return None
        names = await self._bot.ledgers.names(match.guild_id, (asker_id, other_id))
        asker, other = Name(names[asker_id]), Name(names[other_id])
        open_now = balance(row.points, row.coins, asker, other)
        voice, people = Voice(match.language), (asker_id, other_id, match_id)
        items: list[AnyItem] = [
            words(voice(_request_text(state, asker, other, other_id, open_now)))
        ]
        if state is Settling.ASKED:
            items += buttons(
                [
                    button(voice(Text("Agree")), "settle-yes", *people, style=SUCCESS),
                    button(voice(Text("Decline")), "settle-no", *people),
                    button(voice(Text("Withdraw")), "settle-back", *people),
                ]
            )
        accent = ui_of(match.game).accent if state is Settling.ASKED else None
        view = layout(accent, *items)
        if post is not None:
            return Edit(post.channel_id, post.message_id, view)
        if state is not Settling.ASKED:
            return None

        async def on_posted(connection: Transaction, _envelope: Envelope, posted: Posted) -> None:
            post = Post(0, posted.channel_id, posted.message_id)
            await self._bot.ledgers.posted(connection, match_id, post)

        return Send(
            row.channel_id,
            view,
            marker=control_id("settle-yes", *people),
            pings=() if row.silent else (other_id,),
            on_posted=on_posted,
        )

    # Clicks

    @control("settle")
    async def _ask_first(self, interaction: Click, parts: list[str]) -> None:
        """Ask somebody whether they mean to settle."""
        other_id, up_to = numbers(parts, 2)
        request = Request(guild_of(interaction), interaction.user.id, other_id, up_to)
        account = await self._bot.ledgers.account(request)
        me, other = Name(interaction.user.display_name), Name(account.other_name)
        text = Text(
            "Ask {other} to settle? {balance}. Settle among yourselves first: once {other} "
            "agrees, all of it is cleared from the ledger.",
            other=other,
            balance=balance(account.points, account.coins, me, other),
        )
        voice = voice_for(interaction)
        row = [
            button(voice(Text("Ask")), "settle-ask", other_id, up_to, style=SUCCESS),
            button(voice(Text("Leave it open")), "leave-it", up_to),
        ]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)), instead=True)

    @control("settle-ask")
    async def _ask(self, interaction: Click, parts: list[str]) -> None:
        """Ask the other one, where everybody sees it."""
        other_id, up_to = numbers(parts, 2)
        request = Request(guild_of(interaction), interaction.user.id, other_id, up_to)
        check_place(here(interaction))
        await acknowledge(interaction)
        dispatch = await self._bot.ledgers.ask(request, interaction.channel_id or 0)
        await self._bot.carry_out(dispatch)
        await self._show_again(interaction, request)

    @control("settle-yes")
    async def _agree(self, interaction: Click, parts: list[str]) -> None:
        """Settle, where the one who was asked agrees."""
        await self._answer(interaction, parts, Settling.SETTLED)

    @control("settle-no")
    async def _decline(self, interaction: Click, parts: list[str]) -> None:
        """Leave it open, where the one who was asked does not agree."""
        await self._answer(interaction, parts, Settling.DECLINED)

    @control("settle-back")
    async def _withdraw(self, interaction: Click, parts: list[str]) -> None:
        """Take one's own request back."""
        await self._answer(interaction, parts, Settling.WITHDRAWN)

    async def _answer(self, interaction: Click, parts: list[str], answer: Settling) -> None:
        asker_id, other_id, up_to = numbers(parts, 3)
        request = Request(guild_of(interaction), asker_id, other_id, up_to)
        whose = asker_id if answer is Settling.WITHDRAWN else other_id
        if interaction.user.id != whose:
            raise Refused(Text("Only {person} can answer this.", person=Mention(whose)))
        await acknowledge(interaction)
        message = interaction.message
        public = message is not None and not message.flags.ephemeral
        post = Post(0, message.channel.id, message.id) if message is not None and public else None
        dispatch = await self._bot.ledgers.answer(request, answer, post)
        await self._bot.carry_out(dispatch)
        if not public:
            await self._show_again(interaction, request)

    async def _show_again(self, interaction: Click, request: Request) -> None:
        match, _ = await self._bot.ledgers.standing(request.up_to)
        if match is not None:
            await show_ledger(self._bot, interaction, match.game)


async def show_ledger(
    bot: Tavolo, interaction: Click, game: str, opponent: discord.abc.User | None = None
) -> None:
    """Show a person what is open between them and others, or one of them."""
    accounts = await bot.ledgers.accounts(guild_of(interaction), game, interaction.user.id)
    if opponent is not None:
        accounts = [account for account in accounts if account.other_id == opponent.id]
    view = _ledger_layout(voice_for(interaction), interaction.user, accounts, ui_of(game).accent)
    await whisper(interaction, view, instead=True)


def _request_text(state: Settling, asker: Name, other: Name, other_id: int, open_now: Text) -> Text:
    """Say what has become of a request to settle."""
    match state:
        case Settling.ASKED:
            return Text(
                "{person} asks {other} to settle: {balance}.",
                person=asker,
                other=Mention(other_id),
                balance=open_now,
            )
        case Settling.SETTLED:
            return Text(
                "{person} and {other} have settled. Cleared from the ledger: {balance}.",
                person=asker,
                other=other,
                balance=open_now,
            )
        case Settling.DECLINED:
            return Text(
                "{other} has declined to settle with {person}. Still open: {balance}.",
                person=asker,
                other=other,
                balance=open_now,
            )
        case Settling.WITHDRAWN:
            return Text(
                "{person} has withdrawn the request to settle. Still open: {balance}.",
                person=asker,
                balance=open_now,
            )
        case Settling.CLOSED:
            return Text(
                "This request to settle is closed: nothing is open between the two any more."
            )


def _ledger_layout(
    voice: Voice, person: discord.abc.User, accounts: Sequence[Account], accent: int
) -> discord.ui.LayoutView:
    """Lay out a person's ledger: a line for each opponent; for one alone, the matches too."""
    if not accounts:
        return layout(None, words(voice(Text("Nothing is open on your ledger here."))))
    items: list[AnyItem] = []
    me = Name(person.display_name)
    for account in accounts[:LISTED]:
        other = Name(account.other_name)
        said = Text(
            "With {other}: {balance}",
            other=other,
            balance=balance(account.points, account.coins, me, other),
        )
        items.append(words(voice(said)))
        if len(accounts) == 1:
            items += [
                small(voice(_entry_text(entry, me, other))) for entry in account.entries[:LISTED]
            ]
        items += _settling(account, voice, person)
    return layout(accent, *items)


def _settling(account: Account, voice: Voice, person: discord.abc.User) -> list[AnyItem]:
    """Return the controls to settle an account, or to answer who has asked to."""
    other, asked = Name(account.other_name), account.asked
    if asked is None:
        if account.is_even:
            return []
        return buttons([button(voice(Text("Settle")), "settle", account.other_id, account.up_to)])
    me = Name(person.display_name)
    mine = account.asked_by == person.id
    said = Text(
        "{person} has asked to settle: {balance}.",
        person=me if mine else other,
        balance=balance(asked.points, asked.coins, me, other),
    )
    if mine:
        ids = (person.id, account.other_id, asked.up_to)
        row = [button(voice(Text("Withdraw")), "settle-back", *ids)]
    else:
        ids = (account.other_id, person.id, asked.up_to)
        row = [
            button(voice(Text("Agree")), "settle-yes", *ids, style=SUCCESS),
            button(voice(Text("Decline")), "settle-no", *ids),
        ]
    return [small(voice(said)), *buttons(row)]


def _entry_text(entry: Entry, me: Name, other: Name) -> Text:
    """Name a match by its players and day, and say what it brought."""
    return Text(
        "{date}, {one} against {two}: {points} points, {coins} coins",
        date=f"<t:{entry.ended_at}:D>",
        one=me,
        two=other,
        points=signed(entry.points, plus=True),
        coins=signed(entry.coins, plus=True),
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Ledger(bot))
