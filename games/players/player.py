"""What a computer player is: `choose` and `weigh`, given what its seat may see.

Everything that could make two choices differ comes in as an argument: the view, the random
source, and how much work may be spent. What does not belong here: how any one game is played.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final, Generic, TypeVar

from games.game import Position
from games.line import AnyPosition
from games.words import Text

M = TypeVar("M")
P = TypeVar("P", bound=Position[Any])  # Any: as in games.game


class Level(StrEnum):
    """How strong a computer player is."""

    EASY = "easy"
    """Sensible, short-sighted, with noise."""
    MEDIUM = "medium"
    """Greedy, with a good evaluation."""
    HARD = "hard"
    """A search."""
    EXPERT = "expert"
    """A search with about ten times the work."""


LEVELS: Final = tuple(Level)


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a choice may cost.

    `work` scales what a search does (1.0 is a level's own amount: nodes, playouts), so that
    the same seed gives the same choice on every machine. `spent` tells when to stop in any
    case, with the best that was found; a caller with a clock sets it.
    """

    work: float = 1.0
    spent: Callable[[], bool] = _never


@dataclass(frozen=True, slots=True)
class Weighed(Generic[M]):
    """A move with what it is worth to its player, and what it gains in words.

    `value` is the expected share of first place, 0 to 1; `gain` at most 100 characters, as
    "leaves them 5 points at best", without what the move's name says, and None where that is
    all. `then` are the moves with which its turn is meant to go on.
    """

    move: M
    value: float
    gain: Text | None
    then: tuple[M, ...] = ()


class Player(ABC, Generic[P, M]):
    """Choose moves of one game at one level."""

    @abstractmethod
    def choose(self, view: P, legal: Sequence[M], rng: Random, budget: Budget) -> M:
        """Choose a move for the seat to move.

        `view` is the position as that seat sees it (`seen_by`), `legal` its legal moves. The
        move is complete: where `legal` leaves something open, it is filled in.
        """

    def weigh(
        self, view: P, legal: Sequence[M], rng: Random, budget: Budget, most: int
    ) -> list[Weighed[M]]:
        """List at most `most` moves, best first."""
        raise NotImplementedError

    def weigh_turns(
        self, view: P, legal: Sequence[M], rng: Random, budget: Budget, most: int
    ) -> list[Weighed[M]]:
        """List at most `most` whole turns, best first: no other is worth more than the last.

        Where turns have one move these are the moves; `weigh` lists each first move once.
        """
        return self.weigh(view, legal, rng, budget, most)


def _module(game: str) -> ModuleType:
    return import_module(f"games.players.{game}")


@cache
def player_of(game: str, level: Level) -> Player[Any, Any]:  # Any: as in games.line
    """Return the player of a game (its key) at a level."""
    player = _module(game).PLAYERS[level]
    if not isinstance(player, Player):
        msg = f"games.players.{game}.PLAYERS[{level}] is no Player"
        raise TypeError(msg)
    return player


def strength_of(game: str, level: Level) -> int:
    """Return the fixed rating of a game's player at a level, on the scale that people see."""
    rating: int = _module(game).RATINGS[level]
    return rating


def chances_of(game: str, view: AnyPosition, budget: Budget) -> tuple[float, ...]:
    """Return each seat's chance of the first place as a seat sees the position; they add up to 1.

    Hints and reviews show it. Where chance is to move, the mean over what it may bring.
    """
    chances: tuple[float, ...] = _module(game).chances(view, budget)
    return chances
