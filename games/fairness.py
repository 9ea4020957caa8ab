"""Check the chance of a finished game against the secret that was published with it.

The other side of `chance` and `lots`: anybody with a record that has its `fair` part deals and
rolls again from the secret and compares. What does not belong here: reading records (`record`),
and saying what a check has shown (`verdict`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.chance import FairSource, Source
from games.chance import commitment as fingerprint
from games.errors import RecordError, UnfairRecord
from games.game import CHANCE
from games.line import Line
from games.lots import Lots, commitment, event_source
from games.record import Fair, Record, back_to, lines
from games.words import Text


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has shown: everything in it is what the secret gives.

    `checked` counts the set-up and the chance events; `line` is how the record ends. Where
    takebacks are in the record, `undone` of the chance events were taken back, and `later` came
    after a takeback.
    """

    checked: int
    line: Line
    takebacks: int = 0
    undone: int = 0
    later: int = 0
    seating: tuple[int, ...] = field(default=())
    """The place on the card of each seat's player."""


def verify(record: Record) -> Checked:
    """Check a record's set-up and chance events against its secret.

    Raises UnfairRecord, naming the ply, for the first one that is not what the secret gives,
    and RecordError where the record does not hold or has no secret.
    """
    fair = record.fair
    if fair is None:
        raise RecordError(0, Text("the record has no fair part"))
    if fair.secret is None:
        raise RecordError(0, Text("the secret is not in the record yet: the game is still running"))
    if isinstance(fair, Lots):
        return _verify_lots(record, fair, fair.secret)
    return _verify_first(record, fair, bytes.fromhex(fair.secret))


def _verify_lots(record: Record, lots: Lots, secret: str) -> Checked:
    """Check a record that holds all events in order: the number of each is its place among them."""
    options = record.rules.options_of(record.options)
    if commitment(record.game, record.seats, options, lots.id, secret) != lots.commitment:
        raise UnfairRecord(
            0,
            Text(
                "the commitment is not the one of this game, these options, this id and this secret"
            ),
        )
    key = lots.key
    checked, line = _compare(record, lambda ply: event_source(key, ply + 1))
    if line.result is None:
        # The secret is only ever published with the result.
        raise UnfairRecord(
            len(record.moves), Text("the record ends but the game does not: it is cut off")
        )
    takebacks, undone, later = _taken_back(record.moves)
    return Checked(checked, line, takebacks, undone, later, lots.seating())


def _taken_back(moves: Sequence[str]) -> tuple[int, int, int]:
    """Count takebacks, the chance events that they took back, and those that came after one."""
    takebacks = later = 0
    undone, counting = set[int](), list[int]()
    for ply, event in enumerate(moves, 1):
        back = back_to(event)
        if back is not None:
            takebacks += 1
            undone |= {made for made in counting if made > back}
            counting = [made for made in counting if made <= back]
        elif event.startswith("@"):
            counting.append(ply)
            later += bool(takebacks)
    return takebacks, len(undone), later


def _verify_first(record: Record, fair: Fair, secret: bytes) -> Checked:
    """Check a record of the first version, which believes the numbers that it is given."""
    if fingerprint(secret) != fair.commitment.lower():
        raise UnfairRecord(0, Text("the secret is not the one whose fingerprint was published"))
    plies = [ply for ply, event in enumerate(record.moves) if event.startswith("@")]
    numbers = dict(zip(plies, _seqs(fair, plies), strict=True)) | {-1: 0}
    checked, line = _compare(record, lambda ply: FairSource(secret, fair.id, numbers[ply]))
    return Checked(checked, line)


def _compare(record: Record, source_of: Callable[[int], Source]) -> tuple[int, Line]:
    """Deal (ply -1) and roll again; return how often, and how the record ends."""
    # One by one: what is tampered with is named before anything that follows from it fails.
    rest = lines(record)
    line = next(rest)
    _check_setup(record, line, source_of(-1))
    checked = 1
    for ply, after in enumerate(rest):
        if line.to_move == CHANCE and record.moves[ply].startswith("@"):
            _check_chance(record.moves[ply], ply, line, source_of(ply))
            checked += 1
        line = after
    return checked, line


def _check_setup(record: Record, line: Line, source: Source) -> None:
    game = line.game
    dealt = game.deal(source, record.seats, game.options_of(record.options))
    if game.write_setup(dealt) != game.write_setup(line.position):
        raise UnfairRecord(0, Text("the set-up is not what the secret gives"))


def _check_chance(event: str, ply: int, before: Line, source: Source) -> None:
    rolled = before.game.format(before.position.roll(source))
    if event != rolled:
        raise UnfairRecord(
            ply, Text("{event} is not what the secret gives: {rolled}", event=event, rolled=rolled)
        )


def _seqs(fair: Fair, plies: Sequence[int]) -> Sequence[int]:
    """Return the number of each chance event in the game's stored events."""
    usual = [ply + 1 for ply in plies]
    if fair.seqs is None:
        return usual
    seqs = fair.seqs
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
