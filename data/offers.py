"""Offers to the others at a table, and who has agreed: one of each kind at a time."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from data.engine import Connection
from data.tables import OFFER_ANSWERS, OFFERS
from data.upsert import insert_missing


class OfferKind(StrEnum):
    """What can be asked."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    ABORT = "abort"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a person asks at the seq of a game; a takeback goes on after the event `back_to`."""

    game_id: int
    kind: OfferKind
    user_id: int
    seq: int
    back_to: int | None = None
    agreed: frozenset[int] = frozenset()
    """Those who have agreed so far."""


_STORED: Final = ("game_id", "kind", "user_id", "seq", "back_to")


async def add(connection: Connection, offer: Offer, now: int) -> None:
    """Store an offer that nobody has agreed to yet; IntegrityError if there is one of its kind."""
    columns = {key: value for key, value in asdict(offer).items() if key in _STORED}
    await connection.execute(insert(OFFERS).values(**columns, created_at=now))


async def get(connection: Connection, game_id: int, kind: OfferKind) -> Offer | None:
    """Return the open offer of a kind in a game, or None."""
    found = [offer for offer in await of_game(connection, game_id) if offer.kind is kind]
    return found[0] if found else None


async def of_game(connection: Connection, game_id: int) -> list[Offer]:
    """List all offers that stand in a game."""
    rows = await connection.execute(_OF_GAME, {"game_id": game_id})
    found: dict[OfferKind, Offer] = {}
    for row in rows:
        kind = OfferKind(row.kind)
        known = found.get(kind)
        earlier = frozenset[int]() if known is None else known.agreed
        agreed = earlier if row.agreed is None else earlier | {row.agreed}
        found[kind] = Offer(game_id, kind, row.user_id, row.seq, row.back_to, agreed)
    return list(found.values())


_OF_GAME = (
    select(OFFERS, OFFER_ANSWERS.c.user_id.label("agreed"))
    .outerjoin(
        OFFER_ANSWERS,
        (OFFER_ANSWERS.c.game_id == OFFERS.c.game_id) & (OFFER_ANSWERS.c.kind == OFFERS.c.kind),
    )
    .where(OFFERS.c.game_id == bindparam("game_id"))
)


async def agree(connection: Connection, game_id: int, kind: OfferKind, user_id: int) -> None:
    """Note that a person agrees; doing so twice changes nothing."""
    answer = {"game_id": game_id, "kind": kind, "user_id": user_id}
    await insert_missing(connection, OFFER_ANSWERS, [answer])


async def drop(connection: Connection, game_id: int, kinds: Collection[OfferKind]) -> None:
    """Delete the offers of some kinds in a game, with their answers."""
    for table in (OFFER_ANSWERS, OFFERS):
        await connection.execute(
            delete(table).where(table.c.game_id == game_id, table.c.kind.in_(kinds))
        )
