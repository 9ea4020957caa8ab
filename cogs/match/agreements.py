"""Agreements in Discord: asking for a draw, a takeback or an end without a result, and answering.

An offer is a message of its own and pings exactly those who are asked. What does
not belong here: who may ask for what, and what comes of it (`bot.services.agreements`).
"""

import asyncio
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.channels import Place
from bot.delivery.failures import NoPlaceError
from bot.delivery.messages import Delivery, Edit, Posted, Recall, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.row_outcomes import OfferOutcome
from bot.delivery.rows import OfferChangeRow, OfferRow, Queued
from bot.errors import ForgedControl
from bot.match.offers import KINDS
from bot.match.positions import rules_of
from bot.match.table import Table
from bot.services.agreements import (
    TAKEBACK_UNRATES,
    OfferResult,
    OpenOffer,
    takeback_unrates,
)
from bot.text.voice import Mention, Name, Voice
from cogs.board.board_message import board_link, public_voice
from cogs.board.channels import elsewhere, open_place
from cogs.board.recap_text import described
from cogs.ui.components import button, buttons, layout, small, words
from cogs.ui.game_lookup import actor_of, table_here
from cogs.ui.responses import acknowledge, voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from data.challenges import MatchKind
from data.offers import Offer, OfferKind
from data.outbox import Post
from data.stored import StoredGame
from games.words import Text, joined

DONE: Final = {
    OfferKind.DRAW: Text("You have agreed on a draw."),
    OfferKind.TAKEBACK: Text("The turn was taken back."),
    OfferKind.ABORT: Text("The game was ended without a result."),
}
DECLINED: Final = {
    OfferKind.DRAW: Text("You have declined the draw. The game goes on."),
    OfferKind.TAKEBACK: Text("You have declined the takeback. The turn counts."),
    OfferKind.ABORT: Text("You have declined to end the game. It goes on."),
}
WITHDRAWN: Final = {
    OfferKind.DRAW: Text("You have withdrawn your offer of a draw."),
    OfferKind.TAKEBACK: Text("You no longer ask to take your turn back."),
    OfferKind.ABORT: Text("You no longer ask to end the game."),
}
ASKED: Final = {
    OfferKind.DRAW: Text("You offered a draw. The offer is open until somebody else moves."),
    OfferKind.TAKEBACK: Text(
        "You asked to take your turn back. The request is open until somebody moves."
    ),
    OfferKind.ABORT: Text(
        "You asked to end the game without a result. The request is open until somebody moves."
    ),
}


class AgreementMessages(commands.Cog):
    """Post offers and take the answers."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(OfferRow, self._offer)
        bot.outbox.register(OfferChangeRow, self._change)

    # Rows of the outbox

    async def _offer(self, queued: Queued[OfferRow]) -> Delivery:
        row = queued.row
        standing = await self._bot.agreements.standing(row.game_id, KINDS[row.offer], row.seq)
        if standing is None:
            match = (await self._bot.matches.table(row.game_id)).game.match
            marker = control_id("agree", row.game_id, row.seq, row.offer)
            return None if match.place_id is None else Recall(match.place_id, marker)
        game = standing.table.game
        place = await open_place(self._bot, game)
        if place is None:
            raise NoPlaceError
        board = (await self._bot.matches.boards_of([game.id])).get(game.id)
        return await self._message(standing, place, board)

    async def _message(self, standing: OpenOffer, place: Place, board: Post | None) -> Send:
        """Make the message of an open offer."""
        game = standing.table.game

        async def on_posted(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            post = Post(standing.offer.seq, posted.channel_id, posted.message_id)
            await self._bot.agreements.posted(connection, envelope, standing, post)

        return Send(
            place.id,
            _offer_layout(standing, board),
            marker=control_id("agree", *_parts(standing.offer)),
            pings=standing.pinged if game.server.pings else (),
            on_posted=on_posted,
            elsewhere=elsewhere(
                self._bot, game, place, lambda other: self._message(standing, other, board)
            ),
        )

    async def _change(self, queued: Queued[OfferChangeRow]) -> Delivery:
        """Say who has agreed by now, or what came of an offer."""
        row, kind = queued.row, KINDS[queued.row.offer]
        if row.outcome is OfferOutcome.OPEN:
            found = await self._bot.agreements.standing(row.game_id, kind, row.seq)
            if found is None:
                return None
            board = (await self._bot.matches.boards_of([row.game_id])).get(row.game_id)
            view = _offer_layout(found, board)
        else:
            game = (await self._bot.matches.table(row.game_id)).game
            asker, by = _name(game, row.asker_id), _name(game, row.user_id)
            said = (_request(kind, asker), _outcome(row.outcome, by))
            voice = public_voice(game)
            view = layout(None, words(voice(joined(said, "{one} {two}"))))
        return Edit(row.channel_id, row.message_id, view)

    # Clicks

    @control("ask")
    async def _ask(self, interaction: Click, parts: list[str]) -> None:
        """Ask for something, from More."""
        game_id, number = numbers(parts, 2)
        await acknowledge(interaction)
        table = await table_here(self._bot, interaction, game_id)
        await ask(self._bot, interaction, table, _kind(number), instead=True)

    @control("take-back")
    async def _take_back(self, interaction: Click, parts: list[str]) -> None:
        """Take a turn back although that makes the game unrated."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction)
        table = await table_here(self._bot, interaction, game_id)
        await ask(self._bot, interaction, table, OfferKind.TAKEBACK, instead=True, unrates=True)

    @control("agree")
    async def _agree(self, interaction: Click, parts: list[str]) -> None:
        """Agree to what another asks for."""
        await self._answer(interaction, parts, agrees=True)

    @control("decline-offer")
    async def _decline(self, interaction: Click, parts: list[str]) -> None:
        """Decline what another asks for, or withdraw one's own offer."""
        await self._answer(interaction, parts, agrees=False)

    async def _answer(self, interaction: Click, parts: list[str], *, agrees: bool) -> None:
        game_id, seq, number = numbers(parts, 3)
        kind = _kind(number)
        await acknowledge(interaction)
        table = await table_here(self._bot, interaction, game_id)
        answered = await self._bot.agreements.answer(
            table.game.id,
            kind,
            seq,
            actor_of(interaction),
            agrees=agrees,
            interaction_id=interaction.id,
        )
        await asyncio.gather(
            self._bot.carry_out(answered.dispatch),
            whisper(
                interaction,
                layout(None, words(voice_for(interaction)(_thanks(answered, kind, agrees=agrees)))),
                instead=True,
            ),
        )


async def ask(
    bot: Tavolo,
    interaction: Click,
    table: Table,
    kind: OfferKind,
    *,
    instead: bool = False,
    unrates: bool = False,
) -> None:
    """Ask the others at a table for something; the interaction is acknowledged.

    `unrates` says that the person knows what a takeback does to a rated game.
    """
    if kind is OfferKind.TAKEBACK and not unrates and _must_be_warned(table, interaction):
        await _warn(interaction, table, instead=instead)
        return
    done = await bot.agreements.ask(
        table.game.id,
        actor_of(interaction),
        kind,
        interaction_id=interaction.id,
        unrates=unrates,
    )
    voice, game = voice_for(interaction), done.table.game
    row = []
    if done.offer is not None and done.offer.user_id == interaction.user.id:
        text = ASKED[kind]
        row.append(button(voice(Text("Withdraw")), "decline-offer", *_parts(done.offer)))
    else:
        text = _thanks(done, kind, agrees=True)
    board = (await bot.matches.boards_of([game.id])).get(game.id)
    view = layout(None, words(voice(text)), *buttons([*row, board_link(game, board, voice)]))
    await asyncio.gather(bot.carry_out(done.dispatch), whisper(interaction, view, instead=instead))


def _must_be_warned(table: Table, interaction: Click) -> bool:
    """Tell whether a takeback of this person would make their running game unrated."""
    game = table.game
    return game.running and game.is_playing(interaction.user.id) and takeback_unrates(game)


async def _warn(interaction: Click, table: Table, *, instead: bool) -> None:
    """Say what a takeback does to a rated game before it is done."""
    voice = voice_for(interaction)
    row = [
        button(
            voice(Text("Take it back")),
            "take-back",
            table.game.id,
            style=discord.ButtonStyle.danger,
        ),
        button(voice(Text("Keep playing")), "leave-it", table.game.id),
    ]
    view = layout(None, words(voice(TAKEBACK_UNRATES)), *buttons(row))
    await whisper(interaction, view, instead=instead)


def may_be_asked(table: Table, kind: OfferKind) -> bool:
    """Tell whether it makes sense to offer a player a way to ask for something."""
    game, line = table.game, table.line
    match kind:
        case OfferKind.DRAW:
            people = all(game.computer_at(seat) is None for seat in line.playing)
            return rules_of(game).about.draws and line.position.settled and people
        case OfferKind.TAKEBACK:
            allowed = game.match.takebacks or not game.match.rated or takeback_unrates(game)
            return line.turns > 0 and allowed
        case OfferKind.ABORT:
            # Who has moved twice is looked up when they ask.
            return line.turns <= line.seats and not (game.match.rated and game.is_alone)


def _kind(number: int) -> OfferKind:
    if number >= len(KINDS):
        raise ForgedControl
    return KINDS[number]


def _parts(offer: Offer) -> tuple[int, int, int]:
    return offer.game_id, offer.seq, KINDS.index(offer.kind)


def _offer_layout(standing: OpenOffer, board: Post | None) -> discord.ui.LayoutView:
    """Lay out an open offer."""
    game, offer, kind = standing.table.game, standing.offer, standing.offer.kind
    voice = public_voice(game)
    people = joined([Text("{person}", person=Mention(person)) for person in standing.open])
    request = _request(kind, _name(game, offer.user_id))
    question = Text("{request} {people}, do you agree?", request=request, people=people)
    notes = [note for note in (_consequence(standing), _state(standing)) if note is not None]
    return layout(
        None,
        words(voice(question)),
        *(small(voice(note)) for note in notes),
        *buttons([*_answers(voice, offer), board_link(game, board, voice)]),
    )


def _answers(voice: Voice, offer: Offer) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    parts = _parts(offer)
    agree = button(voice(Text("Agree")), "agree", *parts, style=discord.ButtonStyle.success)
    return [agree, button(voice(Text("Decline")), "decline-offer", *parts)]


def _request(kind: OfferKind, asker: Name) -> Text:
    match kind:
        case OfferKind.DRAW:
            return Text("{player} offers a draw.", player=asker)
        case OfferKind.TAKEBACK:
            return Text("{player} asks to take a turn back.", player=asker)
        case OfferKind.ABORT:
            return Text("{player} asks to end the game without a result.", player=asker)


def _consequence(standing: OpenOffer) -> Text | None:
    """Say what agreeing comes to, where the request does not say it all."""
    if standing.undone:
        moves = joined(described(standing.table.line, standing.undone), "{one} {two}")
        undone = Text("This undoes: {moves}", moves=moves)
        if rules_of(standing.table.game).about.chance:
            return Text("{undone} Later rolls will be new ones.", undone=undone)
        return undone
    match = standing.table.game.match
    if standing.offer.kind is OfferKind.DRAW and match.kind is MatchKind.TWO_GAME:
        return Text("This ends the whole two-game match.")
    return None


def _state(standing: OpenOffer) -> Text | None:
    """Say who has agreed and how many have not answered, where several are asked."""
    if len(standing.asked) < 2:
        return None
    game = standing.table.game
    said = [
        Text("{player} agreed", player=_name(game, person))
        for person in standing.asked
        if person in standing.offer.agreed
    ]
    open_ = [Text("{name}", name=_name(game, person)) for person in standing.open]
    return joined([*said, Text("waiting for {players}", players=joined(open_))], "{one} · {two}")


def _outcome(outcome: OfferOutcome, by: Name) -> Text:
    match outcome:
        case OfferOutcome.AGREED:
            return Text("Agreed.")
        case OfferOutcome.DECLINED:
            return Text("{player} declined.", player=by)
        case OfferOutcome.WITHDRAWN:
            return Text("Withdrawn.")
        case _:
            return Text("Nobody answered before the game went on.")


def _thanks(answered: OfferResult, kind: OfferKind, *, agrees: bool) -> Text:
    """Say to who answered what came of it."""
    if answered.acted is not None:
        return DONE[kind]
    if answered.offer is not None:
        return Text("You agreed. Not everybody has answered yet.")
    if agrees:
        return Text("This has already been answered.")
    if answered.outcome is OfferOutcome.WITHDRAWN:
        return WITHDRAWN[kind]
    return DECLINED[kind]


def _name(game: StoredGame, user_id: int | None) -> Name:
    return Name(game.names[game.players.index(user_id)] if user_id in game.players else "?")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(AgreementMessages(bot))
