"""A player of the toy game, the same at every level: it keeps whatever it rolls."""

# ruff: noqa: ARG002 -- players are given more than these need

from collections.abc import Sequence
from random import Random

from games.players import LEVELS, Budget, Player, Weighed
from games.players.traits import Trait
from games.words import Plural, Text
from tests.games.toy import Move, Position


class ToyPlayer(Player[Position, Move]):
    """Play the first legal move: keep what was rolled."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        return legal[0]

    def weigh(
        self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget, most: int
    ) -> list[Weighed[Move]]:
        return [Weighed(move, 0.5, Text("for {n} reasons", n=2)) for move in legal[:most]]


PLAYERS = dict.fromkeys(LEVELS, ToyPlayer())
CHARACTERS = dict.fromkeys(LEVELS, Text("keeps whatever comes"))
RATINGS = dict.fromkeys(LEVELS, 1200)


def chances(position: Position, budget: Budget) -> tuple[float, ...]:
    """Return the share of the points that each seat has, as if everybody had one more."""
    total = sum(position.totals) + len(position.totals)
    return tuple((points + 1) / total for points in position.totals)


def traits(before: Position, move: Move, after: Position) -> tuple[Trait, ...]:
    """Say what a move that keeps a roll counts."""
    kept = after.totals[before.seat] - before.totals[before.seat]
    return (Trait("kept", float(kept), Plural("keeps {n} point", "keeps {n} points", kept)),)
