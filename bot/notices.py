"""Short messages whose buttons serve only for a while: a time that is up, a computer that stands in.

Where one stands is noted once it is out, so that it loses its buttons when it is past. What does
not belong here: when that is (`bot.referee`, `bot.clocks`), and their words (`cogs.clocks`).
"""

from typing import Final

from bot.dispatch import Envelope
from data import outbox
from data.engine import Connection
from data.outbox import Post

TIME_UP: Final = "time-up"
PAST: Final = "notice-past"
"""The row of the outbox that takes the buttons from a message."""


def stand_in(seat: int) -> str:
    """Name the message that a computer plays for a seat."""
    return f"stand-in-{seat}"


async def posted(connection: Connection, kind: str, game_id: int, post: Post) -> None:
    """Note where a message stands; its `seq` is the seat that it is about."""
    await outbox.record_post(connection, kind, game_id, post)


async def past(connection: Connection, envelope: Envelope, kind: str, game_id: int) -> None:
    """Have a message lose its buttons, if one stands."""
    post = await outbox.find_post(connection, kind, game_id)
    if post is None:
        return
    await outbox.forget_post(connection, kind, game_id)
    payload = {
        "game_id": game_id,
        "seat": post.seq,
        "stood_in": int(kind != TIME_UP),
        "channel_id": post.channel_id,
        "message_id": post.message_id,
    }
    await envelope.put(f"notice:{post.message_id}", PAST, payload)
