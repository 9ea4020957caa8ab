"""Feats: what somebody may do in a game that is worth a smile, such as a very tall stack.

A game declares its own (`Game.feats`); whether one was done follows from its events alone. What does not
belong here: any one game's feats, and who is told of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.words import Text


@dataclass(frozen=True, slots=True)
class Deed:
    """A move that a player has made: from which position to which, in which of their turns (from 1)."""

    seat: int
    turn: int
    before: Any  # Any: positions of the game that asks, as in `games.line`
    after: Any  # Any: as above


@dataclass(frozen=True, slots=True)
class Feat:
    """Something worth a smile: its key in the store, how it is called, and whether a move did it."""

    key: str
    said: Text
    is_done_by: Callable[[Deed], bool]
