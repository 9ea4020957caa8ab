"""Looking ahead in Dicefest: which move leads to the best share of the win, at any table.

A tree is grown where it promises most (PUCT). Each seat goes for its own share of the win
(max^n); a new position is judged by the turns that every seat needs, counted once, for the
position in which the search starts. At tables of more than two, opponents are only followed in
the moves that look best, so that the search gets deep enough to see the own plan through: in one
of them, or in more the more often such a position is tried. What does not belong here: the state
of the race (`games.players.dicefest.race`), levels and words (`games.players.dicefest`).
"""

from collections.abc import Callable
from math import exp, sqrt
from operator import itemgetter
from typing import Final

from games.dicefest.moves import Move
from games.dicefest.rules import Position
from games.players.dicefest.race import Race, completed, won
from games.players.dicefest.turns import Counting, Turns

_CURIOSITY: Final = 1.0
"""How much moves that look good are tried again compared with those that did well."""
_SHARPNESS: Final = 10.0
"""How much more a move is looked at for a better first look."""


class Node:
    """A position of the tree: its moves, and what came of each when it was tried.

    For each move: `looks`, the share of the win that it promises at the first look; `promises`,
    how eagerly it is tried for that; `tries` and `sums`, how often it was, and the shares that
    came of it, added up; `children`, the position after it, once that is in the tree.
    `widening` is how fast more moves are followed than the one that looks best: their number is
    one more than it times the square root of the tries so far; None where all are.
    """

    __slots__ = (
        *("children", "looks", "moves", "needed", "position"),
        *("promises", "sums", "tries", "widening"),
    )

    def __init__(
        self,
        race: Race[float],
        position: Position,
        needed: dict[int, float],
        widening: float | None,
    ) -> None:
        self.position = position
        self.needed = needed
        self.widening = widening
        candidates = sorted(race.candidates(position), key=itemgetter(0))
        if widening == 0:
            del candidates[1:]
        self.moves: list[Move] = [move for _, move in candidates]
        self.looks = race.shares_after(needed, position.seat, [turns for turns, _ in candidates])
        best = max(self.looks)
        weights = [exp(_SHARPNESS * (look - best)) for look in self.looks]
        total = sum(weights)
        self.promises = [_CURIOSITY * weight / total for weight in weights]
        self.tries = [0] * len(self.moves)
        self.sums = [0.0] * len(self.moves)
        self.children: list[Node | None] = [None] * len(self.moves)

    def value(self, n: int) -> float:
        """Return what a move is worth by its tries, or by the first look."""
        return self.sums[n] / self.tries[n] if self.tries[n] else self.looks[n]

    def chosen(self) -> int:
        """Return the move to try next."""
        tried = sum(self.tries)
        eagerness = sqrt(tried + 1)
        followed = self.tries
        if self.widening is not None:
            followed = followed[: 1 + int(self.widening * sqrt(tried))]
        best, most = 0, -1.0
        for n, tries in enumerate(followed):
            value = self.sums[n] / tries if tries else self.looks[n]
            value += eagerness * self.promises[n] / (1 + tries)
            if value > most:
                best, most = n, value
        return best

    def ranked(self) -> list[int]:
        """List the moves, that tried most often first."""
        return sorted(range(len(self.moves)), key=lambda n: (-self.tries[n], -self.value(n)))


class Search:
    """A search from one position, which must not be the end of a game."""

    __slots__ = ("_race", "_searcher", "_sum", "_tries", "_widening", "root")

    def __init__(
        self,
        position: Position,
        count: Callable[[Position, int], Counting[float]] = Turns,
        widening: float = 0.0,
    ) -> None:
        self._race = Race(position, count)
        self._searcher = position.seat
        # Two players hinder each other; of more, the searcher's choices are followed above all.
        self._widening = widening if len(position.table.playing) > 2 else None
        self.root = Node(self._race, position, self._race.needed(position), None)
        self._sum = self._race.shares(self.root.needed, position.seat)
        self._tries = 1

    @property
    def shares(self) -> dict[int, float]:
        """Return each seat's share of the win: the mean over all tries, unless a move wins immediately."""
        if max(self.root.looks) == 1:
            return {seat: float(seat == self._searcher) for seat in self._sum}
        return {seat: total / self._tries for seat, total in self._sum.items()}

    def run(self, tries: int, spent: Callable[[], bool]) -> None:
        """Try the given number of lines of play, or until the budget is spent."""
        for _ in range(tries):
            if spent():
                return
            shares = self._try()
            self._tries += 1
            for seat, share in shares.items():
                self._sum[seat] += share

    def _try(self) -> dict[int, float]:
        """Follow the tree to a new position, judge it, and keep that with all moves on the way."""
        node: Node | None = self.root
        last, path = self.root, []
        while node is not None:
            last, n = node, node.chosen()
            path.append((node, n))
            node = node.children[n]
        shares = self._judged(last, path[-1][1])
        for passed, n in path:
            passed.tries[n] += 1
            passed.sums[n] += shares[passed.position.seat]
        return shares

    def _judged(self, node: Node, n: int) -> dict[int, float]:
        """Judge the position after a move; unless the game ends with it, it joins the tree."""
        before = node.position
        position = before.play(completed(before, node.moves[n]))
        shares = won(position)
        if shares is not None:
            return shares
        needed = {**node.needed, before.seat: self._race.needed_by(position, before.seat)}
        widening = None if position.seat == self._searcher else self._widening
        node.children[n] = Node(self._race, position, needed, widening)
        return self._race.shares(needed, position.seat)
