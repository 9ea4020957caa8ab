"""Messages that matter only for a while: a reminder, a timeout, a computer that stands in.

Where one is posted is stored, so that it is changed when it is past: a reminder is deleted, the
others lose their buttons. What does not belong here: when that is (`bot.match.event`,
`bot.services.clocks`), and their words (`cogs.match.clocks`, `cogs.match.reminders`).
"""

from collections.abc import Callable
from typing import Final

from bot.delivery.outbox_writer import Envelope
from bot.delivery.rows import NoticeGoneRow, NoticePastRow
from data import matches, outbox
from data.engine import Connection
from data.outbox import Post
from data.stored import StoredGame

TIME_UP: Final = "time-up"
REMINDED: Final = "reminded"


def stand_in(seat: int) -> str:
    """Name the message that a computer plays for a seat."""
    return f"stand-in-{seat}"


async def note_posted(
    connection: Connection,
    envelope: Envelope,
    kind: str,
    game_id: int,
    post: Post,
    still: Callable[[StoredGame], bool],
) -> None:
    """Store where a message is; its `seq` is the seat that it is about.

    It is retired immediately if the game has ended meanwhile, or is not `still` as it says.
    """
    await outbox.record_post(connection, kind, game_id, post)
    game = await matches.get_game(connection, game_id)
    if game is None or not game.running or not still(game):
        await retire(connection, envelope, kind, game_id)


async def retire(connection: Connection, envelope: Envelope, kind: str, game_id: int) -> None:
    """Queue the change of a message that has served its time, if there is one."""
    post = await outbox.find_post(connection, kind, game_id)
    if post is None:
        return
    await outbox.forget_post(connection, kind, game_id)
    stream = f"notice:{post.message_id}"
    if kind == REMINDED:
        await envelope.put(stream, NoticeGoneRow(post.channel_id, post.message_id))
        return
    row = NoticePastRow(
        post.channel_id, post.message_id, game_id, seat=post.seq, stood_in=kind != TIME_UP
    )
    await envelope.put(stream, row)
