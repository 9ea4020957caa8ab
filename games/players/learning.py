"""What chances are learned from and checked on: games in a file, as evidence and outcomes.

A file has one record a line, in the order of their numbers (`games.players.selfplay`). What does
not belong here: arguments and printing (`games.chances`), and the mathematics
(`games.players.estimator`).
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Final

from games.errors import RecordError
from games.line import AnyPosition
from games.players.estimator import Outcome, Reliability, Row, fitted
from games.players.selfplay import is_held_out
from games.record import Record, lines
from games.words import Text

EVERY: Final = 3
"""Of how many positions one is looked at: neighbours tell the same."""


def estimate_of(key: str) -> ModuleType:
    """Return a game's `estimate` module."""
    return import_module(f"games.players.{key}.estimate")


def cut_off(text: str) -> str:
    r"""Return what a file's text has of a last line that was not written to its end.

    >>> cut_off("{first}\n{seco")
    '{seco'
    """
    return text[text.rfind("\n") + 1 :]


def weights_from(games: Sequence[str], key: str) -> tuple[int, dict[str, Row]]:
    """Learn weights from those games that are for learning; return how many, and them."""
    evidence = estimate_of(key).evidence
    looked_at = 0
    outcomes: list[Outcome] = []
    for record in _records(games, held_out=False):
        looked_at += 1
        outcomes += [
            Outcome(known, shares)
            for position, shares in _positions(record)
            if (known := evidence(position)) is not None
        ]
    if not outcomes:
        raise RecordError(0, Text("there are no games to learn from"))
    return looked_at, fitted(outcomes)


def checked(games: Sequence[str], key: str) -> tuple[int, Reliability]:
    """Judge a game's chances by those games that are for checking; return how many, too."""
    chances = estimate_of(key).seat_chances
    looked_at = 0
    pairs: list[tuple[float, float]] = []
    for record in _records(games, held_out=True):
        looked_at += 1
        for position, shares in _positions(record):
            pairs += zip(chances(position), shares, strict=True)
    if not pairs:
        raise RecordError(0, Text("there are no games to check with"))
    return looked_at, Reliability.of(pairs)


def _records(games: Sequence[str], *, held_out: bool) -> Iterator[Record]:
    for number, line in enumerate(games):
        if is_held_out(number) == held_out:
            record = Record.read(line)
            if record.result is not None:
                yield record


def _positions(record: Record) -> Iterator[tuple[AnyPosition, tuple[float, ...]]]:
    """Yield every third position of a running game, with each seat's share of the first place.

    It is seen by the seat that has moved, as in a review.
    """
    winners = record.result.winners if record.result else ()
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(record.seats))
    moved: int | None = None
    for line in lines(record):
        if line.ply % EVERY == 0 and line.result is None and line.position.settled:
            yield line.position.seen_by(moved), shares
        moved = line.to_move if isinstance(line.to_move, int) else None
