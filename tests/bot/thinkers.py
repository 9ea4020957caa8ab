"""Workers for tests, which run jobs in a thread or fail as a test says."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.workers.pool import JobFailed, Workers
from games.players import Level


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
        seconds: float,  # noqa: ARG002 -- nothing here takes long
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
