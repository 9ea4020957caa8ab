"""How the weights of `learned` are found: by games of one such player against three others (policy gradients).

After a batch of games, every play is made likelier that came before a better end than the totals had
promised, and those before a worse one less likely. How far the weights move is measured by how much
the chances of plays change (natural gradients). The same numbers come out on every machine whose `exp`
is the same. What does not belong here: judging plays (`learned`).
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from games.matrio.board import CARDS, HAND, SEATS
from games.matrio.rules import Position
from games.players.estimator import solved
from games.players.matrio.closing import is_closing
from games.players.matrio.greedy import AGAINST, DOT
from games.players.matrio.learned import (
    PARTS,
    Part,
    Weights,
    drawn,
    part_of,
    play_at,
    rival,
    strengths,
)
from games.players.matrio.playouts import shares_of
from games.players.matrio.table import FULL, Table

BATCH: Final = 4000
"""How many games are played with the same weights."""
_RATE: Final = 3.0
"""How far the weights move after a batch."""
_FARTHEST: Final = 0.3
"""The most that any weight of a part moves at once; the others of the part move less, too."""
_FIRM: Final = 0.002
"""What keeps a weight near where it is whose number hardly ever differs from play to play."""
_END_MARGIN: Final = 60.0
"""How many points ahead make a first place likely at the end, …"""
_MARGIN: Final = 36.0
_MARGIN_LEFT: Final = 60.0
"""… and before: so many, and for each root of the number of cards that are left."""
_USUAL_RATE: Final = 0.0005
"""How fast it is learned which share the seats win that begin, come second, and so on."""
_EARLY: Final = 14
"""From this part of the game on, all of that is expected; before, the totals show the rest of it."""

_SURE: Final = 5.0
"""How strong a play is, at first, for each hundred points that it wins."""
BEGINNING: Final = Weights(**dict.fromkeys(Weights._fields, 0.0))._replace(
    own=_SURE, rivals=-AGAINST * _SURE, score=_SURE, dot=_SURE * DOT / 100
)
"""The weights from which learning starts: about what medium goes by."""
_WIDTH: Final = len(BEGINNING)
_COVERING: Final = tuple(
    number
    for number, name in enumerate(Weights._fields)
    if name in {"own", "rivals", "leader", "wanted"} or name.startswith("cover")
)
"""The weights that count where no tray is empty."""


class Ply(NamedTuple):
    """What is kept of a play to learn from it."""

    part: int
    promised: float
    """The share of the first place by the totals before it."""
    slopes: list[float]
    """By how much its log-likelihood rises with each weight."""


@cache
def _alone(number: int) -> tuple[Part, ...]:
    """For each weight, return a part of the game in which this one is 1 and all others are 0."""
    rows = ([float(each == weight) for each in range(_WIDTH)] for weight in range(_WIDTH))
    return tuple(Part.of(number, Weights(*row)) for row in rows)


def numbers_of(table: Table, seat: int) -> list[list[float]]:
    """For each weight, list by what it is multiplied in the strengths of all plays.

    As strength adds up numbers times weights, it is the number where a weight is 1 and all others are 0.
    """
    alone = _alone(part_of(table, seat))
    if table.filled != FULL:
        return [strengths(table, seat, part)[0] for part in alone]
    covering = {weight: strengths(table, seat, alone[weight])[0] for weight in _COVERING}
    nothing = [0.0] * len(covering[0])
    return [covering.get(weight, nothing) for weight in range(_WIDTH)]


def slopes_of(table: Table, seat: int, found: Sequence[float], place: int) -> list[float]:
    """Return by how much the log-likelihood of the play at a place rises with each weight.

    That is its number less the mean number of all plays, each counted by its chance.
    """
    most = max(found)
    odds = [exp(strength - most) for strength in found]
    whole = sum(odds)
    return [
        numbers[place]
        - sum(odd * number for odd, number in zip(odds, numbers, strict=True)) / whole
        for numbers in numbers_of(table, seat)
    ]


class Learner:
    """The weights while they are learned, and what was seen since they moved last."""

    def __init__(self, weights: Weights = BEGINNING) -> None:
        self.weights = [weights] * PARTS
        self.usual = [1 / SEATS] * SEATS
        """The share that the seat wins which begins, and those after it."""
        self._forget()

    def _forget(self) -> None:
        self.parts = tuple(Part.of(number, row) for number, row in enumerate(self.weights))
        self._seen = [0] * PARTS
        self._sums = [[0.0] * _WIDTH for _ in range(PARTS)]
        self._products = [[[0.0] * _WIDTH for _ in range(_WIDTH)] for _ in range(PARTS)]

    def learn(self, plies: Sequence[Ply], order: int, share: float) -> None:
        """Take in the plays of a seat and its share of the first place at the end."""
        unusual = self.usual[order] - 1 / SEATS
        self.usual[order] += _USUAL_RATE * (share - self.usual[order])
        for ply in plies:
            expected = ply.promised + unusual * min(1.0, ply.part / _EARLY)
            self.note(ply.part, ply.slopes, share - expected)

    def note(self, part: int, slopes: Sequence[float], better: float) -> None:
        """Take in a play, and how much better than expected it went."""
        self._seen[part] += 1
        sums, products = self._sums[part], self._products[part]
        for n, slope in enumerate(slopes):
            if slope:
                sums[n] += better * slope
                row = products[n]
                for m, other in enumerate(slopes):
                    row[m] += slope * other

    def move(self) -> None:
        """Move the weights of each part by what was seen of it."""
        for part, seen in enumerate(self._seen):
            if not seen:
                continue
            matrix = [[product / seen for product in row] for row in self._products[part]]
            for n, row in enumerate(matrix):
                row[n] += _FIRM
            steps = [_RATE * step for step in solved(matrix, [s / seen for s in self._sums[part]])]
            farthest = max(map(abs, steps))
            scale = min(1.0, _FARTHEST / farthest) if farthest else 1.0
            pairs = zip(self.weights[part], steps, strict=True)
            self.weights[part] = Weights(*(weight + scale * step for weight, step in pairs))
        self._forget()

    def written(self) -> dict[str, list[list[float]]]:
        """Return the weights of all parts, for `learned.json`."""
        # Adding nought leaves no -0.0.
        return {"weights": [[round(weight, 3) + 0.0 for weight in row] for row in self.weights]}


def trained(games: int, seed: int, show: Callable[[int], None], batch: int = BATCH) -> Learner:
    """Play a number of games and learn from each batch; `show` hears how many have been played."""
    rng = Random(seed)
    learner = Learner()
    for number in range(1, games + 1):
        learner.learn(*played(learner.parts, number % SEATS, rng))
        if not number % batch or number == games:
            learner.move()
        show(number)
    return learner


def played(parts: Sequence[Part], learning: int, rng: Random) -> tuple[list[Ply], int, float]:
    """Play a game; return the plays of the seat that learns, its place in the order of play, and its share."""
    cards = list(range(len(CARDS)))
    rng.shuffle(cards)
    hands = [sorted(cards[seat * HAND : (seat + 1) * HAND]) for seat in range(SEATS)]
    position = Position.first(hands, lead=False)
    table, plies = Table(position, hands), list[Ply]()
    while (seat := table.seat) is not None:
        if seat != learning or is_closing(table):
            table.play(*rival(table, seat, rng))
            continue
        left, part = sum(map(len, table.hands)), part_of(table, seat)
        promised = shares_of(table, _MARGIN + _MARGIN_LEFT * sqrt(left))[seat]
        found, plays = strengths(table, seat, parts[part])
        place = drawn(found, rng)
        plies.append(Ply(part, promised, slopes_of(table, seat, found, place)))
        table.play(*play_at(plays, place))
    return plies, (learning - position.seat) % SEATS, shares_of(table, _END_MARGIN)[learning]
