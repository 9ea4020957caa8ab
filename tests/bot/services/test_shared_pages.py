"""Pages of finished games: their size, and what becomes of one whose worker dies."""

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from bot.errors import MatchError
from bot.services import shared_pages
from bot.services.shared_pages import SharedPages
from bot.workers.pool import JobFailed, Workers
from data.stored import StoredGame
from render.animation import Reel
from render.shared_page import Told
from tests.bot.club import MARA, Club
from tests.render.scenes import opening, played

pytestmark = pytest.mark.usefixtures("toy")
SCENES = tuple(played(opening()))[:3]
TOLD = Told(
    "en", "A game", "Mara wins", "Secret", ("1", "2", "3", "4"), "Moves", ("a",) * 3, ("b",) * 3
)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    """Yield a worker in a process of its own."""
    made = Workers(1, 10)
    yield made
    await made.close()


@pytest.fixture
async def making(club: Club, workers: Workers) -> AsyncIterator[SharedPages]:
    made = SharedPages(club.database, workers, clock=club.clock)
    yield made
    await made.close()


def die(_reel: Reel) -> list[bytes]:
    os._exit(3)


async def made_of(making: SharedPages, game: StoredGame) -> bytes:
    return await (await making.ask(game, MARA.id, SCENES, TOLD)).task


async def test_a_page_that_gets_too_large_has_smaller_boards(
    club: Club, making: SharedPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await club.start()).game
    usual = await made_of(making, game)
    assert usual.count(b"<figure") == len(SCENES)
    monkeypatch.setattr(shared_pages, "MOST_BYTES", len(usual) - 1)
    assert len(await made_of(making, game)) < len(usual)
    monkeypatch.setattr(shared_pages, "MOST_BYTES", 1000)
    with pytest.raises(MatchError, match="too long for one file"):
        await made_of(making, game)


@pytest.mark.slow
async def test_a_killed_worker_fails_that_page_and_the_next_one_is_made(
    club: Club, making: SharedPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (await club.start()).game
    with monkeypatch.context() as patched:
        patched.setattr(shared_pages, "stills", die)
        with pytest.raises(JobFailed, match="die failed"):
            await made_of(making, game)
    await asyncio.sleep(0)
    assert (await made_of(making, game)).startswith(b"<!doctype html>")
