"""Shared pages: a finished game as one HTML file, its boards drawn in the workers.

What does not belong here: what a page looks like (`render.shared_page`), and what it says
(`cogs.match.shared_pages`).
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.errors import MatchError
from bot.match import limits
from bot.match.limits import Limited
from bot.services.animations import PART, reels_of, run_patiently
from bot.workers.pool import Workers
from data.engine import Database
from data.stored import StoredGame
from games.words import Text
from render.scene import Scene
from render.shared_page import Told, page, stills

MOST_BYTES: Final = 8_000_000
"""How large a file may be; Discord takes ten million bytes."""
SIZES: Final = (2, 3, 4)
"""How many times smaller boards are shown, until the file is small enough."""


@dataclass(slots=True)
class Progress:
    """A page that is being made: how many parts of its boards are drawn, and the work itself."""

    task: asyncio.Task[bytes]
    slices: int
    done: int = 0


class SharedPages:
    """Make pages."""

    def __init__(self, database: Database, workers: Workers, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._workers = workers
        self._clock = clock
        self._running: set[asyncio.Task[bytes]] = set()

    async def ask(
        self, game: StoredGame, user_id: int, scenes: Sequence[Scene], told: Told
    ) -> Progress:
        """Make the page of a game for a person.

        Raises Refused where they, or people of their server, have asked for too many. The task
        raises Busy, JobFailed, and MatchError where the file would be too large.
        """
        async with self._database.writing() as connection:
            guild_id = game.match.guild_id
            await limits.spend(connection, Limited.SHARE, user_id, guild_id, self._clock())
        parts = -(-len(scenes) // PART)
        begin = asyncio.Event()

        async def made() -> bytes:
            await begin.wait()
            return await self._make(guild_id, scenes, told, progress)

        task = asyncio.create_task(made(), name=f"page of {game.id}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        progress = Progress(task, parts)
        begin.set()
        return progress

    async def close(self) -> None:
        """End the work that is going on."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _make(
        self, guild_id: int, scenes: Sequence[Scene], told: Told, progress: Progress
    ) -> bytes:
        for smaller in SIZES:
            progress.done = 0
            boards: list[bytes] = []
            for reel in reels_of(scenes, smaller):
                boards += await run_patiently(
                    self._workers, guild_id, stills, reel, begun=bool(boards)
                )
                # Three bytes are four letters in the page.
                if sum(map(len, boards)) * 4 // 3 > MOST_BYTES:
                    break
                progress.done += 1
            else:
                made = await asyncio.to_thread(page, told, boards)
                if len(made) <= MOST_BYTES:
                    return made
        raise MatchError(Text("This game is too long for one file."))
