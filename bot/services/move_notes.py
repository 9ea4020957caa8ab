"""Notes on moves: what players write on the steps of their game's replay.

While the game runs, a note is for its writer alone; after the end everybody who opens the step
reads it, with its writer's name. Somebody who has blocked the writer does not; who is blocked by them does,
for else the notes would tell of the block. A note is kept as long as its game. What does not
belong here: how it is shown and changed (`cogs.match.move_notes`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.errors import MatchError, Refused
from bot.match.positions import counting
from data import blocks, events, move_notes
from data.engine import Connection, Database
from data.stored import StoredGame
from games.words import Plural, Text

LONGEST_MOVE_NOTE: Final = 300
MOST_MOVE_NOTES: Final = 50
"""How many steps of one game a person may write on."""


@dataclass(frozen=True, slots=True)
class MoveNote:
    """What the person of a seat has written on a step."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class NotesOn:
    """The notes on a game that a person may read, and where new ones go.

    `by_seq` has them by the event after which their step is; `seqs[ply]` is the number of the
    event after which the line has `ply` events.
    """

    by_seq: Mapping[int, Sequence[MoveNote]]
    seqs: Sequence[int]

    def seq_at(self, ply: int) -> int | None:
        """Return the number of the event after which there are `ply`; None if it was taken back."""
        return self.seqs[ply] if ply < len(self.seqs) else None

    def at(self, ply: int) -> Sequence[MoveNote]:
        """List what is written on the step after `ply` events, by seat."""
        seq = self.seq_at(ply)
        return () if seq is None else self.by_seq.get(seq, ())


class MoveNotes:
    """Keep what players write on moves."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def readable(self, game: StoredGame, user_id: int) -> NotesOn:
        """Return the notes on a game that a person may read."""
        async with self._database.reading() as connection:
            found = await move_notes.of_game(connection, game.id)
            blocked, _ = await blocks.between(connection, user_id, game.players)
            seqs = await _seqs(connection, game)
        by_seq: dict[int, list[MoveNote]] = defaultdict(list)
        for seq, writer, text in found:
            seat = game.seat_of(writer)
            hidden = writer in blocked or (game.running and writer != user_id)
            if seat is not None and not hidden:
                by_seq[seq].append(MoveNote(seat, text))
        return NotesOn(
            {seq: sorted(notes, key=lambda note: note.seat) for seq, notes in by_seq.items()},
            seqs,
        )

    async def ply_at(self, game: StoredGame, seq: int) -> int:
        """Return after how many events the line stood at the event `seq`.

        MatchError says that it was taken back since.
        """
        async with self._database.reading() as connection:
            seqs = await _seqs(connection, game)
        if seq not in seqs:
            raise MatchError(Text("This turn has been taken back."))
        return seqs.index(seq)

    async def write(self, game: StoredGame, seq: int, user_id: int, text: str) -> None:
        """Keep a player's note in place of an earlier one; an empty one deletes that.

        Raises Refused for somebody without a seat, and if it is too long or one too many.
        """
        if game.seat_of(user_id) is None:
            raise Refused(Text("Only those who play a game write notes on its moves."))
        kept = text.strip()
        if len(kept) > LONGEST_MOVE_NOTE:
            raise Refused(
                Text(
                    "A note can have at most {most} characters; this one has {n}.",
                    most=LONGEST_MOVE_NOTE,
                    n=len(kept),
                )
            )
        async with self._database.writing() as connection:
            if not kept:
                await move_notes.erase(connection, game.id, seq, [user_id])
                return
            others = await move_notes.count(connection, game.id, user_id, but=seq)
            if others >= MOST_MOVE_NOTES:
                raise Refused(
                    Plural(
                        "You have written on {n} move of this game, which is the limit.",
                        "You have written on {n} moves of this game, which is the limit.",
                        MOST_MOVE_NOTES,
                    )
                )
            await move_notes.write(connection, game.id, seq, user_id, kept)

    async def remove_others(self, game: StoredGame, seq: int, user_id: int) -> None:
        """Delete what everybody else has written on a step, for a moderator."""
        others = [player for player in game.players if player != user_id]
        async with self._database.writing() as connection:
            await move_notes.erase(connection, game.id, seq, others)


async def _seqs(connection: Connection, game: StoredGame) -> list[int]:
    """List the numbers of the events that count, the set-up first."""
    return [event.seq for event in counting(await events.after(connection, game.id, -1))]
