"""Animations: their size and length, what is kept, and what happens where a worker dies."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from bot.errors import Busy, MatchError, Refused
from bot.match.limits import LIMITS, Limited
from bot.services import animations
from bot.services.animations import (
    LAST_MS,
    MOST_BYTES,
    PART,
    REST_SECONDS,
    SIZES,
    AnimationRequest,
    Animations,
    chosen,
    reels_of,
    times,
)
from bot.services.preferences import PictureStyle
from bot.text.voice import Voice
from bot.workers.pool import JobFailed, Workers
from render.animation import Reel
from render.scene import Scene
from tests.bot.club import MARA, Club
from tests.bot.thinkers import Here
from tests.render.scenes import opening, played

REQUEST = AnimationRequest(1, 7, "en", ("Mara", "Jonas"), PictureStyle())


@pytest.fixture
def here() -> Here:
    return Here()


@pytest.fixture
async def making(club: Club, here: Here) -> AsyncIterator[Animations]:
    made = Animations(club.database, here, clock=club.clock)
    yield made
    await made.close()


def scenes(count: int = 3) -> list[Scene]:
    found = list(played(replace(opening(), translate=Voice("ja"))))
    return [replace(found[n % len(found)]) for n in range(count)]


async def boards() -> Sequence[Scene]:
    return scenes()


async def many() -> Sequence[Scene]:
    return scenes(2 * PART + 1)


def die(_reel: Reel) -> bytes:
    os._exit(3)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def test_a_long_game_is_thinned_evenly_from_its_start_to_its_end() -> None:
    game = scenes(601)
    few = chosen(game, 300)
    assert len(few) == 300
    places = [next(n for n, each in enumerate(game) if each is one) for one in few]
    assert {b - a for a, b in pairwise(places)} <= {2, 3}
    assert few[0] is game[0]
    assert few[-1] is game[-1]
    assert chosen(game[:300], 300) == game[:300]


@pytest.mark.parametrize("count", [1, 2, 3, 40, 150, 300])
def test_the_end_is_shown_longest_and_no_game_for_long(count: int) -> None:
    shown = times(count)
    assert len(shown) == count
    assert shown[-1] == max(shown) == LAST_MS
    assert sum(shown) < 90_000


def test_no_job_draws_more_boards_than_a_part_has() -> None:
    reels = list(reels_of(scenes(45), 2))
    assert [len(reel.scenes) for reel in reels] == [20, 20, 5]
    assert [reel.before is None for reel in reels] == [True, False, False]


@pytest.mark.slow
async def test_what_was_made_is_kept_and_people_join_in(making: Animations, here: Here) -> None:
    first, second = await asyncio.gather(*(making.ask(REQUEST, MARA.id, boards) for _ in range(2)))
    assert first is second
    made = await first.task
    assert opened(made).n_frames == 3  # type: ignore[attr-defined]  # only of moving pictures
    await asyncio.sleep(0)
    assert making.known(REQUEST) == made
    assert here.jobs == 1


async def test_what_is_kept_is_bounded_and_the_last_used_stays(
    making: Animations, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = [AnimationRequest(n, 7, "en", ("Mara", "Jonas"), PictureStyle()) for n in range(3)]
    sizes = []
    for request in requests:
        sizes.append(len(await (await making.ask(request, MARA.id, boards)).task))
        await asyncio.sleep(0)
        making.known(requests[0])
        monkeypatch.setattr(animations, "KEPT_BYTES", 2 * sizes[0])
    assert [making.known(request) is not None for request in requests] == [True, False, True]


async def test_a_file_that_gets_too_large_is_made_smaller(
    making: Animations, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = await (await making.ask(REQUEST, MARA.id, boards)).task
    monkeypatch.setattr(animations, "MOST_BYTES", len(usual) - 1)
    smaller = await (
        await making.ask(AnimationRequest(2, 7, "en", (), PictureStyle()), MARA.id, boards)
    ).task
    assert opened(smaller).width < opened(usual).width
    monkeypatch.setattr(animations, "MOST_BYTES", 100)
    with pytest.raises(MatchError, match="too long for one file"):
        await (
            await making.ask(AnimationRequest(3, 7, "en", (), PictureStyle()), MARA.id, boards)
        ).task
    assert MOST_BYTES < 10_000_000
    assert SIZES[0][0] < SIZES[-1][0]


@pytest.mark.slow
async def test_begun_work_waits_where_all_workers_are_busy(
    making: Animations, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "BUSY_SECONDS", 0)
    answers = iter([True, False, True, True])
    monkeypatch.setattr(here._turnstile, "has_room", lambda *_: next(answers))
    work = await making.ask(REQUEST, MARA.id, many)
    made = await work.task
    assert opened(made).n_frames == 2 * PART + 1  # type: ignore[attr-defined]  # as above
    assert (work.done, work.slices) == (3, 3)
    monkeypatch.setattr(here._turnstile, "has_room", lambda *_: False)
    with pytest.raises(Busy):
        await (
            await making.ask(AnimationRequest(2, 7, "en", (), PictureStyle()), MARA.id, many)
        ).task


@pytest.mark.slow
async def test_a_killed_worker_is_said_and_the_game_is_left_alone_for_a_while(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = Workers(1, 10)
    made = Animations(club.database, workers, clock=club.clock)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(animations, "part", die)
            with pytest.raises(JobFailed, match="die failed"):
                await (await made.ask(REQUEST, MARA.id, boards)).task
        await asyncio.sleep(0)
        with pytest.raises(MatchError, match="It is possible again"):
            await made.ask(REQUEST, MARA.id, boards)
        club.clock.now += REST_SECONDS
        # In a process of its own: what goes there and comes back can be pickled.
        again = await (await made.ask(REQUEST, MARA.id, boards)).task
        assert opened(again).n_frames == 3  # type: ignore[attr-defined]  # as above
    finally:
        await made.close()
        await workers.close()


async def test_only_what_is_made_counts(making: Animations) -> None:
    for n in range(LIMITS[Limited.ANIMATION].person.most):
        await (
            await making.ask(AnimationRequest(n, 7, "en", (), PictureStyle()), MARA.id, boards)
        ).task
    with pytest.raises(Refused):
        await making.ask(AnimationRequest(99, 7, "en", (), PictureStyle()), MARA.id, boards)
    assert making.known(AnimationRequest(0, 7, "en", (), PictureStyle())) is not None
