"""An animation of 600 boards, drawn in three worker processes at once: time, size and memory.

Without --benchmark-enable it has 100 boards: a worker has one part of them at a time, however many
there are.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.services.animations import MOST_BYTES, SIZES, AnimationRequest, chosen, reels_of
from bot.services.preferences import PictureStyle
from bot.text.voice import Voice
from bot.workers.pool import Workers
from render.animation import END, part
from render.scene import Scene
from tests.benchmarks.blocks import unblocked
from tests.render.dicefest import scenes as dicefest_scenes
from tests.render.matrio import scenes as matrio_scenes
from tests.render.scenes import opening, played
from tests.render.tablero.scenes import whole_game

BOARDS = 600
FEW = 100
AT_ONCE = 3
MOST_MEMORY = 150_000
"""In kilobytes, for each process."""
SECONDS = 120.0
GAMES = {
    "dice_matrix": lambda: played(opening()),
    "tablero": lambda: whole_game(1),
    "matrio": lambda: matrio_scenes.whole_game(1),
    "dicefest": lambda: dicefest_scenes.whole_game(1),
}


def peak() -> int:
    """Return the most memory that this process has had, in kilobytes (Linux only).

    `getrusage` would count what the process had from which it was started.
    """
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1])


async def drawn(scenes: Sequence[Scene], workers: Workers) -> bytes:
    """Draw an animation part by part, as the bot does."""
    request = AnimationRequest(1, 1, "ja", scenes[0].names, PictureStyle())
    smaller, most = SIZES[1]
    made = b""
    for reel in reels_of(chosen(scenes, most), smaller):
        made += await workers.run(request.guild_id, SECONDS, part, reel)
    return made + END


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_animation(benchmark: BenchmarkFixture, tmp_path: Path, game: str) -> None:
    benchmark.group = "600 boards to three GIFs at once"
    voiced = [replace(scene, translate=Voice("ja", scene.names)) for scene in GAMES[game]()]
    scenes = list(islice(cycle(voiced), BOARDS if benchmark.enabled else FEW))

    async def three() -> tuple[list[bytes], list[int]]:
        workers = Workers(AT_ONCE, 100)
        try:
            files = await asyncio.gather(*(drawn(scenes, workers) for _ in range(AT_ONCE)))
            peaks = await asyncio.gather(*(workers.run(1, SECONDS, peak) for _ in range(AT_ONCE)))
        finally:
            await workers.close()
        return files, peaks

    with unblocked(tmp_path / "blocks.txt"):
        files, peaks = benchmark.pedantic(lambda: asyncio.run(three()), rounds=1)  # type: ignore[no-untyped-call]  # the library does not say

    benchmark.extra_info["bytes"] = len(files[0])
    benchmark.extra_info["kilobytes of memory"] = max(peaks)
    assert len(files[0]) <= MOST_BYTES
    assert max(peaks) <= MOST_MEMORY
