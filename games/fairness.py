"""Check the chance of a finished game against the secret that was published with it.

The other side of `chance`: anybody with a record that has its `fair` part deals and rolls again
from the secret and compares. What does not belong here: reading records (`record`).
"""

from collections.abc import Sequence

from games.chance import FairSource, commitment
from games.errors import RecordError, UnfairRecord
from games.game import CHANCE
from games.line import Line
from games.record import Record, lines
from games.words import Text


def verify(record: Record) -> int:
    """Check a record's set-up and chance events against its secret; give their number.

    Raises UnfairRecord, naming the ply, for the first one that is not what the secret gives,
    and RecordError where the record does not hold or has no secret.
    """
    fair = record.fair
    if fair is None:
        raise RecordError(0, Text("the record has no fair part"))
    if fair.secret is None:
        raise RecordError(0, Text("the secret is not in the record yet: the game still runs"))
    secret = bytes.fromhex(fair.secret)
    if commitment(secret) != fair.commitment.lower():
        raise UnfairRecord(0, Text("the secret is not the one whose fingerprint was published"))
    seqs = _seqs(record)
    checked = 0
    before: Line | None = None
    # One by one: what is tampered with is named before anything that follows from it fails.
    for line in lines(record):
        if before is None:
            _check_setup(record, line, FairSource(secret, fair.id, 0))
            checked += 1
        elif before.position.to_move == CHANCE and record.moves[before.ply].startswith("@"):
            _check_chance(record, before, FairSource(secret, fair.id, seqs[checked - 1]))
            checked += 1
        before = line
    return checked


def _check_setup(record: Record, line: Line, source: FairSource) -> None:
    game = line.game
    dealt = game.deal(source, record.seats, game.options_of(record.options))
    if game.write_setup(dealt) != game.write_setup(line.position):
        raise UnfairRecord(0, Text("the set-up is not what the secret gives"))


def _check_chance(record: Record, before: Line, source: FairSource) -> None:
    event = record.moves[before.ply]
    rolled = before.game.format(before.position.roll(source))
    if event != rolled:
        raise UnfairRecord(
            before.ply,
            Text("{event} is not what the secret gives: {rolled}", event=event, rolled=rolled),
        )


def _seqs(record: Record) -> Sequence[int]:
    """Return the number of each chance event in the game's stored events."""
    plies = [ply for ply, event in enumerate(record.moves) if event.startswith("@")]
    usual = [ply + 1 for ply in plies]
    if record.fair is None or record.fair.seqs is None:
        return usual
    seqs = record.fair.seqs
    if len(seqs) != len(plies):
        raise RecordError(
            0,
            Text(
                "there are {seqs} seqs for {events} chance events",
                seqs=len(seqs),
                events=len(plies),
            ),
        )
    for n, ply in enumerate(plies):
        # Takebacks only ever push events back; a lower or repeated number would be a choice.
        if seqs[n] < usual[n] or (n and seqs[n] <= seqs[n - 1]):
            raise RecordError(ply, Text("the seq {seq} cannot be right", seq=seqs[n]))
    return seqs
