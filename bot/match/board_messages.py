"""Board messages: which are posted, edited or retired when a game changes, and where they are.

Everything here queues outbox rows in the transaction of the change. What does not belong here:
how a board looks (`cogs.board.board_message`) and sending it (`bot.delivery.outbox`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.delivery.outbox_writer import Envelope, board_stream, match_stream, waiting_rows
from bot.delivery.rows import (
    AnyBoardRow,
    BoardAgainRow,
    BoardChangesRow,
    BoardRow,
    NudgeDropRow,
    PictureRow,
    RetireRow,
)
from bot.match.table import load_game
from data import matches, outbox
from data.engine import Connection
from data.outbox import Post
from data.servers import BoardStyle
from data.stored import StoredGame

NUDGE: Final = "nudge"
"""The kind of post that pings and links where boards are changed in place."""
CHANGING_SECONDS: Final = 2
"""After how long a change that is under way has mostly been noted."""
CHANGED_SECONDS: Final = 3600
"""How old a board may be that is edited in place: Discord slows down edits of older messages."""


async def post_board(
    connection: Connection,
    envelope: Envelope,
    game: StoredGame,
    *,
    now: int,
    pings: bool = True,
    tells: bool = False,
) -> None:
    """Queue the current board, and the removal of the last one's controls.

    `pings` says whether it pings the player to move, `tells` that it is the first to tell who
    is out. Where the server wants it so, the last board is edited instead, as long as Discord
    lets messages of its age be edited freely.
    """
    posts = await outbox.find_kinds(connection, (outbox.BOARD, NUDGE), game.id)
    post = posts.get(outbox.BOARD)
    young = post is not None and now - post.written_at < CHANGED_SECONDS
    edits = game.server.boards is BoardStyle.EDIT and pings and young and not tells
    row_type: type[AnyBoardRow] = BoardRow if pings else BoardAgainRow
    if edits:
        row_type = BoardChangesRow
    # Delivery begins with what was put first: the board has a picture to draw.
    await envelope.put(match_stream(game.match.id), row_type(game.id, game.seq, out=tells))
    if not edits:
        await _retire_all(connection, envelope, game, posts)


async def post_again(connection: Connection, envelope: Envelope, game: StoredGame) -> None:
    """Queue the current board again, unless it is on its way; it pings nobody."""
    stream = match_stream(game.match.id)
    again = BoardAgainRow(game.id, game.seq)
    # One that changes in place would get its controls back after it had lost them.
    first = [kind(game.id, game.seq) for kind in (BoardRow, BoardChangesRow)]
    if await envelope.put_once(stream, again, like=first):
        # Where the board is still on its way, the one before it is retired already.
        await retire_board(connection, envelope, game)


async def retire_board(connection: Connection, envelope: Envelope, game: StoredGame) -> None:
    """Queue the removal of the last board's controls, and the deletion of its ping."""
    posts = await outbox.find_kinds(connection, (outbox.BOARD, NUDGE), game.id)
    await _retire_all(connection, envelope, game, posts)


async def _retire_all(
    connection: Connection, envelope: Envelope, game: StoredGame, posts: Mapping[str, Post]
) -> None:
    if outbox.BOARD in posts:
        await retire(envelope, game.id, posts[outbox.BOARD])
    if NUDGE in posts:
        await _withdraw(connection, envelope, game.id, posts[NUDGE])


async def board_posted(
    connection: Connection, envelope: Envelope, game_id: int, post: Post
) -> None:
    """Store where a board is, in the transaction that deletes its outbox row.

    If the game has gone on meanwhile, the board loses its controls.
    """
    now = await matches.get_latest(connection, game_id)
    before = None if now is None else now.board
    if before is not None and before.seq == post.seq and before.message_id != post.message_id:
        # Posted again: whatever was done to the one before meanwhile, it has had its time.
        await retire(envelope, game_id, before)
    await outbox.record_post(connection, outbox.BOARD, game_id, post, latest=True)
    if now is None or (now.seq, now.running) != (post.seq, True):
        await retire(envelope, game_id, post)


async def board_pictured(
    connection: Connection, envelope: Envelope, game_id: int, post: Post
) -> None:
    """Store that a board has its picture, in the transaction that deletes its outbox row.

    If there is a newer board, this one loses its controls (again).
    """
    game = await load_game(connection, game_id, lock=True)
    known = await outbox.find_post(connection, outbox.BOARD, game_id)
    if known is not None and known.message_id == post.message_id:
        if game.running and await _draw_later_one(connection, envelope, game, known, post):
            return
        await outbox.record_post(connection, outbox.BOARD, game_id, post)
        if post.seq == game.seq and game.running:
            return
    await retire(envelope, game_id, post)


async def board_retired(
    connection: Connection, envelope: Envelope, game_id: int, post: Post
) -> bool:
    """Give a board its controls back that is changed in place while it loses them; tell whether.

    Whichever change came last, it shows the current board.
    """
    game = await load_game(connection, game_id, lock=True)
    known = await outbox.find_post(connection, outbox.BOARD, game_id)
    if known is None or known.message_id != post.message_id:
        return False
    return await _draw_later_one(connection, envelope, game, known, post)


async def _draw_later_one(
    connection: Connection, envelope: Envelope, game: StoredGame, known: Post, post: Post
) -> bool:
    """Queue the later board that the message of `post` shows or is about to; false if there is none.

    Of two changes that were under way at once, the one that is noted last may have come first.
    """
    stream = board_stream(game.id, post.message_id)
    if is_later(known, post):
        await envelope.put(stream, picture_row(game.id, known))
        return True
    for row in await waiting_rows(connection, match_stream(game.match.id), BoardChangesRow):
        if row.game_id == game.id and row.seq > post.seq:
            later = replace(post, seq=row.seq)
            await envelope.put(stream, picture_row(game.id, later), delay=CHANGING_SECONDS)
            return True
    return False


def is_later(known: Post, post: Post) -> bool:
    """Tell whether a message that is known shows a later board than `post`, which it was."""
    return known.message_id == post.message_id and known.seq > post.seq


async def retire(envelope: Envelope, game_id: int, post: Post) -> None:
    """Queue the removal of a board's controls; a picture that it still waits for comes later."""
    row = RetireRow(
        game_id,
        post.seq,
        post.channel_id,
        post.message_id,
        pictured=post.pictured,
        picture_id=post.picture_id,
    )
    await envelope.put_instead(board_stream(game_id, post.message_id), row)


async def nudge_posted(
    connection: Connection, envelope: Envelope, game_id: int, post: Post
) -> None:
    """Store where the message is that pings for a board, and queue the deletion of the one before.

    It goes itself if its turn, or the game, has ended while it was posted.
    """
    game = await load_game(connection, game_id, lock=True)
    before = await outbox.find_post(connection, NUDGE, game_id)
    await outbox.record_post(connection, NUDGE, game_id, post)
    if before is not None:
        await _drop_nudge(envelope, game_id, before)
    if not game.running or post.seq < game.timing.turn_seq:
        await _withdraw(connection, envelope, game_id, post)


async def withdraw_nudge(
    connection: Connection, envelope: Envelope, game_id: int, *, before: int | None = None
) -> None:
    """Queue the deletion of the message that pinged for a board, where no other one follows.

    With `before`, only if it pinged for a board before that seq.
    """
    nudge = await outbox.find_post(connection, NUDGE, game_id)
    if nudge is not None and (before is None or nudge.seq < before):
        await _withdraw(connection, envelope, game_id, nudge)


async def _withdraw(connection: Connection, envelope: Envelope, game_id: int, nudge: Post) -> None:
    await _drop_nudge(envelope, game_id, nudge)
    await outbox.forget_post(connection, NUDGE, game_id)


async def _drop_nudge(envelope: Envelope, game_id: int, post: Post) -> None:
    """Queue the deletion of a message that pinged for a board which was edited since."""
    row = NudgeDropRow(post.channel_id, post.message_id)
    await envelope.put(board_stream(game_id, post.message_id), row)


def picture_row(game_id: int, post: Post) -> PictureRow:
    """Return the row that adds the picture to a board that was posted without it."""
    return PictureRow(game_id, post.seq, post.channel_id, post.message_id)
