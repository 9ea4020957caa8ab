"""Offers: what one player asks of the others, and how that ends.

A draw, a takeback, or an end without a result. The referee closes offers when the game goes on;
making and answering them is in `bot.services.agreements`, their messages are in
`cogs.match.agreements`.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.delivery.outbox_writer import Envelope
from bot.delivery.row_outcomes import OfferOutcome
from bot.delivery.rows import OfferChangeRow, OfferRow
from bot.match.positions import apply_event
from data import offers, outbox
from data.engine import Connection
from data.events import Event
from data.offers import Offer, OfferKind
from data.stored import StoredGame
from games.line import Line

KINDS: Final = tuple(OfferKind)
"""In the order of their numbers, as custom_ids and outbox rows have them."""


def asked(game: StoredGame, line: Line, kind: OfferKind, user_id: int) -> tuple[int, ...]:
    """List the people who must agree to what somebody asks.

    A takeback or an end without a result concerns those too whom the rules have put out;
    nobody who has left is asked. Computers always agree to both, so they are not asked either.
    """
    seats = line.playing if kind is OfferKind.DRAW else frozenset(range(line.seats)) - line.left
    return tuple(
        game.players[seat]
        for seat in sorted(seats)
        if game.players[seat] != user_id and game.computer_at(seat) is None
    )


def turns_begun(start: Line, counted: Sequence[Event]) -> Iterator[tuple[int, Event]]:
    """Yield every event with which somebody began a turn, and the seq of the event before it."""
    line, before = start, 0
    for event in counted:
        if event.is_move and event.user_id is not None and not line.position.mid_turn:
            yield before, event
        line, before = apply_event(line, event), event.seq


def turns_completed(start: Line, counted: Sequence[Event]) -> Iterator[tuple[int, Event]]:
    """Yield every event with which somebody completed a turn of their own, and the seat."""
    line = start
    for event in counted:
        seat, line = line.to_move, apply_event(line, event)
        own = event.is_move and event.user_id is not None
        if own and isinstance(seat, int) and not line.position.mid_turn:
            yield seat, event


async def lapse(
    connection: Connection, envelope: Envelope, game: StoredGame, movers: Collection[int | None]
) -> None:
    """Close the offers after which these people moved on (None: what nobody did).

    A draw is open until somebody else than the player who offered it moves, or the game is over.
    """
    for offer in await offers.of_game(connection, game.id):
        waits = offer.kind is OfferKind.DRAW and set(movers) <= {offer.user_id}
        if not waits or not game.running:
            await close_offer(connection, envelope, offer, OfferOutcome.LAPSED)


async def close_offer(
    connection: Connection,
    envelope: Envelope,
    offer: Offer,
    outcome: OfferOutcome,
    user_id: int | None = None,
) -> None:
    """Delete an offer; its message says what came of it, and by whom if by somebody."""
    await offers.drop(connection, offer.game_id, [offer.kind])
    await change(connection, envelope, offer, outcome, user_id)


async def change(
    connection: Connection,
    envelope: Envelope,
    offer: Offer,
    outcome: OfferOutcome = OfferOutcome.OPEN,
    user_id: int | None = None,
) -> None:
    """Queue an update of an offer's message, if it has been posted."""
    post = await outbox.find_post(
        connection, post_kind(offer.kind, offer.user_id), offer.game_id
    ) or await outbox.find_post(connection, _old_post_kind(offer.kind), offer.game_id)
    if post is None or post.seq != offer.seq:
        return
    row = OfferChangeRow(
        offer.game_id,
        KINDS.index(offer.kind),
        offer.seq,
        asker_id=offer.user_id,
        outcome=outcome,
        channel_id=post.channel_id,
        message_id=post.message_id,
        user_id=user_id,
    )
    await envelope.put(f"offer:{offer.game_id}:{post.message_id}", row)


def offer_row(offer: Offer) -> OfferRow:
    """Return the row that posts an offer."""
    return OfferRow(offer.game_id, KINDS.index(offer.kind), offer.seq)


def post_kind(kind: OfferKind, user_id: int) -> str:
    """Name the message of somebody's latest offer of a kind in a game, among all messages."""
    return f"{kind}-{user_id}"


def _old_post_kind(kind: OfferKind) -> str:
    """Return what it was called before it said whose offer it was."""
    return f"offer-{kind}"
