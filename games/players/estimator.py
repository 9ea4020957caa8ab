"""Chances of the first place from evidence: what is learned, how, and how true it is.

A position's evidence is a row of numbers for each seat. A seat's strength is the sum of its numbers
times the weights of the position's group, and its chance its part of the exponentials of all
strengths (a conditional logit; for two seats, logistic regression on the difference). What does not
belong here: what the numbers are (each game's `estimate`), and files (`games.players.learning`).
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import exp, log
from typing import Final

_STEPS: Final = 30
"""How many steps of Newton's method are made at most; they settle after a handful."""
_SETTLED: Final = 1e-9
_LEAST: Final = 1e-300
"""What a chance counts as that is too small for a number."""
_CAUTION: Final = 30.0
"""How strongly weights are drawn to what is expected (ridge), next to one for a position.

Positions of one game tell much the same: this is the word of a handful of games.
"""
TENTHS: Final = 10

Row = tuple[float, ...]
Weights = Mapping[str, Row]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What bears on who wins: the group of positions it is of, and a row for each seat, in order.

    The first number is itself an estimate, the logarithm of the seat's odds: its weight is
    expected to be 1, all others 0.
    A row is empty for a seat that has left: its chance is 0.
    """

    group: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Evidence from a game with what came of it: each seat's share of the first place."""

    evidence: Evidence
    shares: tuple[float, ...]


def read_weights(package: str) -> dict[str, Row]:
    """Read a package's `weights.json`, which `python -m games chances fit` printed."""
    text = files(package).joinpath("weights.json").read_text("utf-8")
    groups: dict[str, list[float]] = json.loads(text)["weights"]
    return {group: tuple(row) for group, row in groups.items()}


def estimated(evidence: Evidence, weights: Weights) -> tuple[float, ...]:
    """Return each seat's chance of the first place; they add up to 1.

    >>> estimated(Evidence("late", ((1.0,), (0.0,), ())), {"late": (0.0,)})
    (0.5, 0.5, 0.0)
    """
    return _chances(evidence.rows, weights[evidence.group])


def _chances(rows: Sequence[Row], weights: Row) -> tuple[float, ...]:
    strengths = [
        sum(weight * number for weight, number in zip(weights, row, strict=True)) if row else None
        for row in rows
    ]
    most = max(strength for strength in strengths if strength is not None)
    odds = [0.0 if strength is None else exp(strength - most) for strength in strengths]
    total = sum(odds)
    return tuple(each / total for each in odds)


def fitted(outcomes: Iterable[Outcome]) -> dict[str, Row]:
    """Find the weights of every group under which its outcomes were the likeliest.

    Where little was seen they stay near what is expected.

    >>> seen = [Outcome(Evidence("late", ((1.0,), (0.0,))), (1.0, 0.0))] * 3000
    >>> lost = [Outcome(Evidence("late", ((1.0,), (0.0,))), (0.0, 1.0))] * 1000
    >>> [round(weight, 2) for weight in fitted(seen + lost)["late"]]  # nearly log 3
    [1.09]
    """
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[outcome.evidence.group].append(outcome)
    return {group: _fitted(found) for group, found in sorted(groups.items())}


def _fitted(outcomes: Sequence[Outcome]) -> Row:
    """Climb to the best weights by Newton's method, with shorter steps where a whole one leads down."""
    size = max(len(row) for row in outcomes[0].evidence.rows)
    expected = (1.0, *[0.0] * (size - 1))
    weights, height = expected, _height(outcomes, expected, expected)
    for _ in range(_STEPS):
        slope = [
            _CAUTION * (usual - weight) for usual, weight in zip(expected, weights, strict=True)
        ]
        bend = [[_CAUTION * (one == other) for one in range(size)] for other in range(size)]
        for outcome in outcomes:
            _add(outcome, weights, slope, bend)
        step = solved(bend, slope)
        while max(map(abs, step)) >= _SETTLED:
            tried = tuple(weight + change for weight, change in zip(weights, step, strict=True))
            reached = _height(outcomes, tried, expected)
            if reached > height:
                weights, height = tried, reached
                break
            step = [change / 2 for change in step]
        else:
            break
    return tuple(round(weight, 5) for weight in weights)


def _height(outcomes: Sequence[Outcome], weights: Row, expected: Row) -> float:
    """Return the logarithm of how likely the outcomes are, less what caution takes off."""
    likely = sum(
        share * log(max(_LEAST, chance))
        for outcome in outcomes
        for chance, share in zip(
            _chances(outcome.evidence.rows, weights), outcome.shares, strict=True
        )
        if share
    )
    strain = sum((weight - usual) ** 2 for weight, usual in zip(weights, expected, strict=True))
    return likely - _CAUTION / 2 * strain


def _add(outcome: Outcome, weights: Row, slope: list[float], bend: list[list[float]]) -> None:
    """Add one outcome to the slope and the bend of the likelihood."""
    rows = outcome.evidence.rows
    chances = _chances(rows, weights)
    playing = [seat for seat, row in enumerate(rows) if row]
    means = [sum(chances[seat] * rows[seat][n] for seat in playing) for n in range(len(weights))]
    for seat in playing:
        apart = [number - mean for number, mean in zip(rows[seat], means, strict=True)]
        missed = outcome.shares[seat] - chances[seat]
        for n, number in enumerate(apart):
            slope[n] += missed * number
            for m, other in enumerate(apart):
                bend[n][m] += chances[seat] * number * other


def solved(matrix: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Solve linear equations by elimination; the matrix is positive definite, so no row is swapped.

    >>> solved([[2.0, 1.0], [1.0, 3.0]], [4.0, 7.0])
    [1.0, 2.0]
    """
    rows = [[*row, value] for row, value in zip(matrix, wanted, strict=True)]
    for n, row in enumerate(rows):
        for other in rows[n + 1 :]:
            part = other[n] / row[n]
            other[:] = [mine - part * theirs for mine, theirs in zip(other, row, strict=True)]
    found = [0.0] * len(rows)
    for n in reversed(range(len(rows))):
        known = sum(rows[n][m] * found[m] for m in range(n + 1, len(rows)))
        found[n] = (rows[n][-1] - known) / rows[n][n]
    return found


@dataclass(frozen=True, slots=True)
class Judged:
    """A seat's chance in a position, and what came of it."""

    said: float
    seen: float
    """Its share of the first place."""
    moved: bool
    """Whether the seat has just moved."""


@dataclass(frozen=True, slots=True)
class Told:
    """A number of chances, all between two tenths for instance: their mean, and what came true."""

    number: int
    said: float
    seen: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """How true chances were: tenth by tenth, of those who had just moved, and by Brier's score.

    The score is best at 0, and 0.25 for a half that is always said.
    """

    tenths: tuple[Told, ...]
    moved: Told
    """Where this differs, chances swing with whose turn it is."""
    brier: float

    @classmethod
    def of(cls, judged: Sequence[Judged]) -> "Reliability":
        """Look at chances of which it is known what came of them.

        >>> Reliability.of([Judged(0.25, 0.0, True), Judged(0.25, 1.0, False)]).tenths[2]
        Told(number=2, said=0.25, seen=0.5)
        """
        tenths: list[list[Judged]] = [[] for _ in range(TENTHS)]
        for each in judged:
            tenths[min(TENTHS - 1, int(each.said * TENTHS))].append(each)
        moved = _told([each for each in judged if each.moved])
        brier = sum((each.said - each.seen) ** 2 for each in judged) / len(judged)
        return cls(tuple(map(_told, tenths)), moved, brier)

    def __str__(self) -> str:
        """Write it as a table in Markdown, with Brier's score below."""
        lines = ["| chance | positions | said | seen |", "| --- | --- | --- | --- |"]
        for n, tenth in enumerate(self.tenths):
            lines.append(f"| {10 * n} to {10 * n + 10} % | {_row(tenth)}")
        lines.append(f"| of who has just moved | {_row(self.moved)}")
        return "\n".join([*lines, "", f"Brier's score: {self.brier:.4f}"])


def _row(told: Told) -> str:
    if not told.number:
        return "0 | none | none |"
    return f"{told.number} | {told.said:.1%} | {told.seen:.1%} |"


def _told(judged: Sequence[Judged]) -> Told:
    number = len(judged)
    if not number:
        return Told(0, 0.0, 0.0)
    said, seen = sum(each.said for each in judged), sum(each.seen for each in judged)
    return Told(number, said / number, seen / number)
