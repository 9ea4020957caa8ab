"""What chances are learned from and checked on: games in a file, as evidence and outcomes.

A file has one record a line, in the order of their numbers (`games.players.selfplay`). What does
not belong here: arguments and printing (`games.chances`), and the mathematics
(`games.players.estimator`).
"""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Final

from games.errors import RecordError
from games.line import AnyPosition
from games.players.estimator import Judged, Outcome, Reliability, Row, fitted
from games.players.selfplay import is_held_out
from games.processes import each
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


def weights_from(games: Sequence[str], key: str, jobs: int = 1) -> tuple[int, dict[str, Row]]:
    """Learn weights from those games that are for learning; return how many, and them."""
    learned_from = _chosen(games, held_out=False)
    found = [known for game in each(partial(_known, key), learned_from, jobs) for known in game]
    if not found:
        raise RecordError(0, Text("there are no games to learn from"))
    return len(learned_from), fitted(found)


def checked(games: Sequence[str], key: str, jobs: int = 1) -> tuple[int, Reliability]:
    """Judge a game's chances by those games that are for checking; return how many, too."""
    checked_with = _chosen(games, held_out=True)
    judged = [chance for game in each(partial(_judged, key), checked_with, jobs) for chance in game]
    if not judged:
        raise RecordError(0, Text("there are no games to check with"))
    return len(checked_with), Reliability.of(judged)


def _known(key: str, record: Record) -> list[Outcome]:
    """Return what bears on who wins at the positions of a game, and who won."""
    evidence = estimate_of(key).evidence
    return [
        Outcome(known, shares)
        for position, shares, _ in _positions(record)
        if (known := evidence(position)) is not None
    ]


def _judged(key: str, record: Record) -> list[Judged]:
    """Return all seats' chances at the positions of a game, and what came of them."""
    chances = estimate_of(key).seat_chances
    return [
        Judged(said, seen, seat == moved)
        for position, shares, moved in _positions(record)
        for seat, (said, seen) in enumerate(zip(chances(position), shares, strict=True))
    ]


def _chosen(games: Sequence[str], *, held_out: bool) -> list[Record]:
    """Read the games that have come to their end, those for checking or those for learning."""
    records = (
        Record.read(line) for number, line in enumerate(games) if is_held_out(number) == held_out
    )
    return [record for record in records if record.result is not None]


def _positions(record: Record) -> Iterator[tuple[AnyPosition, tuple[float, ...], int | None]]:
    """Yield every third position of a running game, with the shares of the first place, and who moved.

    The position is seen by the seat that has moved, as in a review; after a roll by nobody.
    """
    result = record.result
    shares = tuple(result.share(seat) if result else 0.0 for seat in range(record.seats))
    moved: int | None = None
    for line in lines(record):
        if line.ply % EVERY == 0 and line.result is None and line.position.settled:
            yield line.position.seen_by(moved), shares, moved
        moved = line.to_move if isinstance(line.to_move, int) else None
