"""Animations: the boards of a finished game as one moving picture, made in the workers.

A game is drawn in parts, one job after the other, so that a long one holds up nobody and its
progress can be told. What is made is kept for a while in memory; what failed is left alone for a
while. What does not belong here: how a part is drawn (`render.animation`), and to whom it is
shown (`cogs.match.animations`).
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.errors import Busy, MatchError
from bot.match import limits
from bot.match.limits import Limited
from bot.services.preferences import PictureStyle
from bot.workers.pool import JobFailed, Workers
from data.engine import Database
from games.words import Text
from render.animation import END, Reel, part
from render.scene import Scene

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_BYTES: Final = 8_000_000
"""How large a file may be; Discord takes ten million bytes."""
KEPT_BYTES: Final = 32_000_000
"""How much of what was made stays in memory, the last used longest."""
PART: Final = 20
"""How many boards one job draws."""
PART_SECONDS: Final = 60.0
"""After this long a job counts as stuck."""
BUSY_SECONDS: Final = 5.0
"""How long the next part waits where too many jobs wait already."""
REST_SECONDS: Final = 600
"""For how long what failed is not tried again."""
SIZES: Final = ((2, 150), (3, 300), (4, 150))
"""How many times smaller boards are shown, of how many at most, until a file is small enough.

Half of a picture is 600 pixels wide; 150 boards of it have 5 million bytes, as have 300 of 400.
Of a longer game only every second or third turn is shown, and so on.
"""
FIRST_MS: Final = 1500
LAST_MS: Final = 5000
SHORTEST_MS: Final = 250
LONGEST_MS: Final = 1000
WHOLE_MS: Final = 60_000
"""How long an animation should take, as far as the shortest and longest times allow it."""


@dataclass(frozen=True, slots=True)
class AnimationRequest:
    """One animation: of which game, in which style and language."""

    game_id: int
    guild_id: int
    language: str
    names: tuple[str, ...]
    style: PictureStyle


@dataclass(slots=True)
class Progress:
    """An animation that is being made: how many of its parts are done, and the work itself."""

    task: asyncio.Task[bytes]
    done: int = 0
    slices: int = 1


Boards = Callable[[], Awaitable[Sequence[Scene]]]
"""Returns the boards of a game, in order."""


class Animations:
    """Make animations, each once."""

    def __init__(self, database: Database, workers: Workers, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._workers = workers
        self._clock = clock
        self._running: dict[AnimationRequest, Progress] = {}
        self._made: OrderedDict[AnimationRequest, bytes] = OrderedDict()
        self._resting: dict[AnimationRequest, int] = {}

    def known(self, request: AnimationRequest) -> bytes | None:
        """Return an animation that has been made lately."""
        made = self._made.get(request)
        if made is not None:
            self._made.move_to_end(request)
        return made

    async def ask(self, request: AnimationRequest, user_id: int, boards: Boards) -> Progress:
        """Make an animation for a person, or add them to those who wait for it.

        Raises Refused where they, or people of their server, have asked for too many, and
        MatchError where it has failed a short time ago. The task raises Busy, JobFailed, and
        MatchError where the file would be too large.
        """
        if request in self._running:
            return self._running[request]
        now = self._clock()
        self._resting = {each: until for each, until in self._resting.items() if until > now}
        if request in self._resting:
            raise MatchError(
                Text(
                    "This game could not be drawn. It is possible again {when}.",
                    when=f"<t:{self._resting[request]}:R>",
                )
            )
        async with self._database.writing() as connection:
            await limits.spend(connection, Limited.ANIMATION, user_id, request.guild_id, now)
        # Somebody else may have asked meanwhile.
        if request not in self._running:
            task = asyncio.create_task(
                self._make(request, boards), name=f"animation of {request.game_id}"
            )
            self._running[request] = Progress(task)
            task.add_done_callback(lambda ended: self._ended(request, ended))
        return self._running[request]

    def _ended(self, request: AnimationRequest, task: asyncio.Task[bytes]) -> None:
        del self._running[request]
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._keep(request, task.result())
            return
        # Everybody who still waits is told; nobody may be left.
        log.warning("no animation of game %s: %r", request.game_id, error)
        if isinstance(error, JobFailed):
            self._resting[request] = self._clock() + REST_SECONDS

    def _keep(self, request: AnimationRequest, made: bytes) -> None:
        self._made[request] = made
        while sum(map(len, self._made.values())) > KEPT_BYTES:
            self._made.popitem(last=False)

    async def close(self) -> None:
        """End the work that is going on; it starts again when somebody asks."""
        tasks = [progress.task for progress in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, request: AnimationRequest, boards: Boards) -> bytes:
        scenes = await boards()
        for smaller, most in SIZES:
            if smaller == SIZES[0][0] and len(scenes) > most:
                continue
            made = await self._in_size(request, chosen(scenes, most), smaller)
            if made is not None:
                return made
        raise MatchError(Text("This game is too long for one file."))

    async def _in_size(
        self, request: AnimationRequest, scenes: Sequence[Scene], smaller: int
    ) -> bytes | None:
        """Return an animation in one size; None where it gets too large."""
        reels = list(reels_of(scenes, smaller))
        progress = self._running[request]
        progress.done, progress.slices = 0, len(reels)
        made = bytearray()
        for reel in reels:
            made += await run_patiently(
                self._workers, request.guild_id, part, reel, begun=bool(made)
            )
            if len(made) + len(END) > MOST_BYTES:
                return None
            progress.done += 1
        return bytes(made) + END


async def run_patiently(
    workers: Workers, guild_id: int, job: Callable[[Reel], T], reel: Reel, *, begun: bool
) -> T:
    """Run a job on some boards; where too many wait, work that has begun waits too.

    Raises JobFailed, and Busy where nothing has begun.
    """
    while True:
        try:
            return await workers.run(guild_id, PART_SECONDS, job, reel)
        except Busy:
            if not begun:
                raise
            await asyncio.sleep(BUSY_SECONDS)


def chosen(scenes: Sequence[Scene], most: int) -> Sequence[Scene]:
    """Return at most `most` of a game's boards, evenly spaced, with the first and the last."""
    if len(scenes) <= most:
        return scenes
    last = len(scenes) - 1
    return [scenes[last * n // (most - 1)] for n in range(most)]


def times(count: int) -> tuple[int, ...]:
    """Return how many milliseconds each of an animation's boards is shown.

    >>> times(4), times(200)[1]
    ((1500, 1000, 1000, 5000), 300)
    """
    each = min(LONGEST_MS, max(SHORTEST_MS, WHOLE_MS // count))
    return (FIRST_MS, *[each] * (count - 2), LAST_MS)[-count:]


def reels_of(scenes: Sequence[Scene], smaller: int) -> Iterator[Reel]:
    """Yield the parts in which an animation is drawn."""
    shown = times(len(scenes))
    for first in range(0, len(scenes), PART):
        yield Reel(
            scenes=tuple(scenes[first : first + PART]),
            milliseconds=shown[first : first + PART],
            opening=scenes[0],
            before=scenes[first - 1] if first else None,
            smaller=smaller,
        )
