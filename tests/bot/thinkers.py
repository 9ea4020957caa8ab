"""Workers for tests, which run jobs in a thread or fail as a test says, and players of the toy."""

# ruff: noqa: ARG002 -- players are given more than these need

import asyncio
import sys
from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any

import pytest

from bot.workers.pool import JobFailed, Workers
from games.players import LEVELS, Budget, Level, Player, Weighed
from games.words import Text


class Here(Workers):
    """Run jobs in a thread; `failing` are the levels whose thoughts fail.

    `held` keeps jobs waiting while it is not set. `asked` notes the levels that were asked, `jobs`
    counts all that was.
    """

    def __init__(self, count: int = 1, most_waiting: int = 100) -> None:
        super().__init__(count, most_waiting)
        self.failing: set[Level] = set()
        self.held = asyncio.Event()
        self.held.set()
        self.asked: list[Level] = []
        self.jobs = 0

    async def _run(
        self,
        seconds: float,
        job: Callable[..., Any],  # Any: jobs of every kind
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        levels = [arg for arg in args if isinstance(arg, Level)]
        self.asked += levels
        self.jobs += 1
        await self.held.wait()
        if self.failing & set(levels):
            msg = "as the test says"
            raise JobFailed(msg)
        return await asyncio.to_thread(job, *args, **kwargs)

    async def close(self) -> None:
        self.held.set()


class ToyPlayer(Player[Any, str]):  # Any: the toy's positions
    """Play the first legal move of the toy game: keep what was rolled."""

    def choose(self, view: Any, legal: Sequence[str], rng: Random, budget: Budget) -> str:
        return legal[0]

    def weigh(
        self, view: Any, legal: Sequence[str], rng: Random, budget: Budget, most: int
    ) -> list[Weighed[str]]:
        return [Weighed(move, 0.5, Text("for {n} reasons", n=2)) for move in legal[:most]]


def install_toy_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers play the toy game of `tests.games.toy`."""
    module = ModuleType("games.players.toy")

    def chances(position: Any, rng: Random, budget: Budget) -> tuple[float, ...]:
        total = sum(position.totals) + len(position.totals)
        return tuple((points + 1) / total for points in position.totals)

    vars(module).update(PLAYERS=dict.fromkeys(LEVELS, ToyPlayer()), chances=chances)
    monkeypatch.setitem(sys.modules, module.__name__, module)
