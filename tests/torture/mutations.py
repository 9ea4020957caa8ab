"""Bots that are broken on purpose, to see that the torture finds it.

Each mutation brings back a fault of an earlier version, or one that must never come: it is installed
in the bot's process before it starts. What does not belong here: anything that a bot needs.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NoReturn

from bot import life
from bot.delivery.messages import Posted, Send
from bot.delivery.outbox import Outbox
from bot.delivery.sender import Sender
from bot.match.event import Referee
from cogs.board.boards import Boards
from cogs.board.turn_pings import Nudges
from data import events
from data.engine import Connection
from data.outbox import OutboxRow


def _boards_stay_live() -> None:
    """Leave the controls on the board before."""

    async def retired(_: Boards, _queued: object) -> None:
        return None

    Boards._retired = retired  # type: ignore[assignment,method-assign]


def _posts_twice() -> None:
    """Send again what has gone out already, as a bot without nonces does."""

    async def find(_: Sender, _row: OutboxRow, _sought: object) -> Posted | None:
        return None

    say = Sender._say

    async def without_nonce(self: Sender, send: Send, nonce: str) -> Posted:
        return await say(self, send, f"{nonce[:12]}{id(asyncio.current_task()):x}"[:25])

    Sender._find = find  # type: ignore[assignment]
    Sender._say = without_nonce  # type: ignore[method-assign]


def _pings_stay() -> None:
    """Leave the message that pinged for an earlier turn."""

    async def dropped(_: Nudges, _queued: object) -> None:
        return None

    Nudges._dropped = dropped  # type: ignore[assignment,method-assign]


def _pings_nobody() -> None:
    """Post boards that ping nobody."""
    say = Sender._say

    async def silent(self: Sender, send: Send, nonce: str) -> Posted:
        return await say(self, replace(send, pings=()), nonce)

    Sender._say = silent  # type: ignore[method-assign]


def _never_stops() -> None:
    """Do not hear the signal to stop."""
    life.Stop.on_signal = lambda *_: None  # type: ignore[method-assign]


def _plays_twice() -> None:
    """Carry out a click that was told twice as if it were two."""

    async def unknown(connection: Connection, game_id: int, interaction_id: int) -> bool:
        return False

    append = events.append

    async def anonymous(
        connection: Connection, game_id: int, event: events.Event, *, now: int
    ) -> None:
        await append(connection, game_id, replace(event, interaction_id=None), now=now)

    events.is_known = unknown
    events.append = anonymous


def _delivers_nothing() -> None:
    """Leave in the outbox what its own transaction did not send."""

    async def sweep(self: Outbox) -> int:
        return 0

    Outbox.sweep = sweep  # type: ignore[method-assign]


def _stumbles() -> None:
    """Fail where nobody expects it."""

    def story(*_: object) -> NoReturn:
        msg = "broken on purpose"
        raise RuntimeError(msg)

    Referee.keep = story  # type: ignore[assignment,method-assign]


MUTATIONS: Final[dict[str, Callable[[], None]]] = {
    "boards stay live": _boards_stay_live,
    "posts twice": _posts_twice,
    "pings stay": _pings_stay,
    "pings nobody": _pings_nobody,
    "never stops": _never_stops,
    "plays twice": _plays_twice,
    "delivers nothing": _delivers_nothing,
    "stumbles": _stumbles,
}


def install(name: str) -> None:
    """Break the bot in this process; an empty name leaves it as it is."""
    if name:
        MUTATIONS[name]()
