"""The events that made a game, appended one after the other and never changed.

The primary key (game, seq) makes two events at once impossible; the interaction that
caused an event is unique in its game, so the same click can't count twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import exists, insert, select

from data.engine import Connection
from data.tables import EVENTS

TIMEOUT: Final = "!timeout:"
"""How the event begins by which a seat leaves whose time is up."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event in notation (seq 0: the set-up as JSON); `user_id` is None for chance.

    `interaction_id` is that of the click or command which made it: of the first event, where
    a turn has several.
    """

    seq: int
    notation: str
    user_id: int | None
    interaction_id: int | None = None

    @property
    def is_move(self) -> bool:
        """Tell whether it is a player's move: neither chance nor from outside the rules."""
        return self.seq > 0 and not self.notation.startswith(("@", "!"))

    @property
    def is_planned(self) -> bool:
        """Tell whether it opens a turn that a person's plan has played."""
        return self.is_move and self.interaction_id is None and (self.user_id or 0) > 0


async def append(connection: Connection, game_id: int, event: Event, *, now: int) -> None:
    """Append an event; IntegrityError if its seq or interaction is there already."""
    row = {
        "game_id": game_id,
        "seq": event.seq,
        "notation": event.notation,
        "user_id": event.user_id,
        "interaction_id": event.interaction_id,
        "created_at": now,
    }
    await connection.execute(_APPEND, row)


_APPEND = insert(EVENTS)


async def after(
    connection: Connection, game_id: int, seq: int, *, up_to: int | None = None
) -> list[Event]:
    """List the events of a game after a seq (-1: with the set-up), in order."""
    statement = _EVENTS.where(EVENTS.c.game_id == game_id, EVENTS.c.seq > seq)
    if up_to is not None:
        statement = statement.where(EVENTS.c.seq <= up_to)
    return [Event(*row) for row in await connection.execute(statement.order_by(EVENTS.c.seq))]


async def latest(connection: Connection, game_id: int, *, up_to: int, most: int) -> list[Event]:
    """List the last events of a game up to a seq, at most `most`, the latest first."""
    statement = _EVENTS.where(EVENTS.c.game_id == game_id, EVENTS.c.seq <= up_to)
    rows = await connection.execute(statement.order_by(EVENTS.c.seq.desc()).limit(most))
    return [Event(*row) for row in rows]


_EVENTS = select(EVENTS.c.seq, EVENTS.c.notation, EVENTS.c.user_id, EVENTS.c.interaction_id)


def timed_out_seat(notation: str) -> int | None:
    """Return the seat that runs out of time by an event; None for any other event.

    >>> timed_out_seat("!timeout:2"), timed_out_seat("!resign:2")
    (2, None)
    """
    return int(notation.removeprefix(TIMEOUT)) if notation.startswith(TIMEOUT) else None


async def timed_out(connection: Connection, game_ids: Iterable[int]) -> set[tuple[int, int]]:
    """Return the seats that have run out of time in some games, each with the game's number."""
    rows = await connection.execute(
        select(EVENTS.c.game_id, EVENTS.c.notation).where(
            EVENTS.c.game_id.in_(sorted(game_ids)), EVENTS.c.notation.startswith(TIMEOUT)
        )
    )
    return {(row.game_id, int(row.notation.removeprefix(TIMEOUT))) for row in rows}


async def is_known(connection: Connection, game_id: int, interaction_id: int) -> bool:
    """Tell whether an interaction has already made an event of a game."""
    return bool(
        await connection.scalar(
            select(
                exists().where(
                    EVENTS.c.game_id == game_id, EVENTS.c.interaction_id == interaction_id
                )
            )
        )
    )
