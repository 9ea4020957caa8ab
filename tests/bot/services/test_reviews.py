"""Reviews: what they find in a finished game, kept once and for all."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from bot.errors import Busy, MatchError
from bot.match.table import Table
from bot.services.reviews import COSTLY, Blunder, GameReview, Reviews, summed_up
from bot.workers.jobs import Weighing
from bot.workers.pool import JobFailed
from data.challenges import First, MatchKind, Terms
from data.events import Event
from tests.bot.club import JON, MARA, Club, legal
from tests.bot.thinkers import Here

pytestmark = pytest.mark.usefixtures("toy")

ROLL, MOVE = "@3", "keep"


def events(*notations: str, made: int = 0) -> list[Event]:
    """Return events with these notations; the first `made` were made for the players."""
    return [
        Event(seq, notation, None if notation[0] == "@" or seq <= made else MARA.id)
        for seq, notation in enumerate(notations, 1)
    ]


# Summing up


def test_luck_is_what_chance_changed_and_choices_what_moves_did() -> None:
    weighed = [
        Weighing(0, (0.5, 0.5)),
        Weighing(0, (0.7, 0.3)),
        Weighing(1, (0.6, 0.4), seat=0),
        Weighing(1, (0.9, 0.1)),
        Weighing(2, (1.0, 0.0), seat=1),
    ]
    review = summed_up(weighed, events(ROLL, MOVE, ROLL, MOVE))
    assert review.luck == pytest.approx((0.5, -0.5))
    assert review.choices == pytest.approx((0.0, 0.0))
    # After a turn comes what the next roll made of it.
    assert review.chances == ((0.7, 0.3), (0.9, 0.1), (1.0, 0.0))
    total = [luck + choices for luck, choices in zip(review.luck, review.choices, strict=True)]
    assert total == pytest.approx([0.5, -0.5])


def test_moves_that_were_made_for_the_players_are_no_turns() -> None:
    weighed = [
        Weighing(0, (0.5, 0.5)),
        Weighing(1, (0.5, 0.5), seat=0),
        Weighing(2, (0.4, 0.6), seat=1),
        Weighing(3, (0.2, 0.8), 0, "drop", 0.6),
    ]
    review = summed_up(weighed, events("pick:1", "pick:2", MOVE, made=2))
    assert review.chances == ((0.4, 0.6), (0.2, 0.8))
    (blunder,) = review.blunders
    assert (blunder.ply, blunder.turn, blunder.seat, blunder.best) == (2, 1, 0, "drop")
    assert blunder.cost == pytest.approx(0.4)


def test_only_costly_moves_are_mistakes_and_three_of_a_seat_at_most() -> None:
    costs = [0.5, 0.2, COSTLY - 0.01, 0.3, 0.4, 0.25]
    weighed = [Weighing(0, (0.5, 0.5))]
    for turn, cost in enumerate(costs, 1):
        seat = 1 if turn == 6 else 0
        weighed.append(Weighing(turn, (0.5, 0.5), seat, f"best{turn}", 0.5 + cost))
    review = summed_up(weighed, events(*[MOVE] * len(costs)))
    assert [(blunder.turn, blunder.seat) for blunder in review.blunders] == [
        (1, 0),
        (4, 0),
        (5, 0),
        (6, 1),
    ]


def missed(*moves: tuple[int, str, float]) -> list[Weighing]:
    """Return what a game of two looks like in which seats missed moves that were that much better."""
    weighed = [Weighing(0, (0.5, 0.5))]
    for turn, (seat, best, cost) in enumerate(moves, 1):
        weighed.append(Weighing(turn, (0.5, 0.5), seat, best, 0.5 + cost))
    return weighed


def test_what_was_missed_again_and_again_is_one_mistake_and_makes_room_for_others() -> None:
    moves = [
        (0, "g5+g4", 0.4),
        (1, "g4+g5", 0.5),
        (0, "g5+g4", 0.3),
        (1, "g5+g4", 0.2),
        (0, "a1", 0.12),
        (1, "g5+a4", 0.11),
    ]
    review = summed_up(missed(*moves), events(*[MOVE] * len(moves)))
    assert [blunder.turn for blunder in review.blunders] == [2, 5, 6]
    # So are those that were found before.
    stored = GameReview((), (), (), tuple(Blunder(n, n, 0, "a1+b1", n / 10) for n in range(1, 7)))
    assert [blunder.ply for blunder in GameReview.read(stored.fields()).blunders] == [6]


@pytest.mark.parametrize("end", ["!resign:0", "!timeout:0", "!draw"])
def test_how_a_game_ended_is_no_choice(end: str) -> None:
    weighed = [
        Weighing(0, (0.5, 0.5)),
        Weighing(1, (0.6, 0.4), seat=0),
        Weighing(1, (0.0, 1.0)),
    ]
    review = summed_up(weighed, events(MOVE, end))
    assert review.choices == pytest.approx((0.1, -0.1))
    assert review.luck == (0.0, 0.0)
    assert review.chances[-1] == (0.0, 1.0)


def test_a_review_is_stored_as_it_is_read() -> None:
    blunder = Blunder(ply=3, turn=2, seat=1, best="a1", cost=0.25)
    review = GameReview(((0.5, 0.5), (1.0, 0.0)), (0.1, -0.1), (0.4, -0.4), (blunder,))
    assert GameReview.read(review.fields()) == review


# The service


@pytest.fixture
def workers() -> Here:
    return Here()


@pytest.fixture
async def reviews(club: Club, workers: Here) -> AsyncIterator[Reviews]:
    opened = Reviews(club.database, workers, clock=club.clock)
    yield opened
    await workers.close()
    await opened.close()


async def played(club: Club) -> Table:
    """Return a game of the toy that two people have played to its end."""
    terms = Terms("toy", 2, {}, MatchKind.SINGLE, First.ME, rated=True)
    table = await club.start(MARA, JON, terms)
    while table.game.running:
        table = (await club.play(table, legal(table)[-1 if "keep" in legal(table) else 0])).table
    return table


async def test_a_finished_game_is_looked_through_once(
    club: Club, reviews: Reviews, workers: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played(club)
    jobs: list[tuple[int, int]] = []
    run = workers._run

    async def noting(seconds: float, job: object, *args: object, **kwargs: object) -> object:
        jobs.append((int(str(args[1])), int(str(args[2]))))
        return await run(seconds, job, *args, **kwargs)  # type: ignore[arg-type]  # any job

    monkeypatch.setattr(workers, "_run", noting)
    assert await reviews.known(table.game.id) is None
    one, other = reviews.begin(table.game.id), reviews.begin(table.game.id)
    assert one is other
    found = await one.task
    assert one.done == one.slices == len(jobs)
    # The slices follow one another and leave nothing out.
    assert jobs[0][0] == 0
    assert jobs[-1][1] == table.line.ply + 1
    assert all(before[1] == after[0] for before, after in pairwise(jobs))
    assert await reviews.known(table.game.id) == found
    assert len(found.chances) == table.line.turns + 1
    assert table.line.result is not None
    (winner,) = table.line.result.winners
    assert found.chances[-1][winner] == 1.0


async def test_a_running_game_is_not_reviewed(club: Club, reviews: Reviews) -> None:
    table = await club.start()
    with pytest.raises(MatchError, match="not over yet"):
        await reviews.begin(table.game.id).task


async def test_a_game_that_was_resigned_is_reviewed_to_its_last_move(
    club: Club, reviews: Reviews
) -> None:
    table = await club.start()
    table = (await club.play(table, legal(table)[0])).table
    await club.resign(table, MARA)
    found = await reviews.begin(table.game.id).task
    assert found.chances[-1] == (0.0, 1.0)


async def test_a_review_for_which_there_is_no_room_is_refused_and_can_be_asked_for_again(
    club: Club, reviews: Reviews, workers: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played(club)
    with monkeypatch.context() as patch:
        patch.setattr(workers, "_most_waiting", 0)
        with pytest.raises(Busy):
            await reviews.begin(table.game.id).task
    assert await reviews.begin(table.game.id).task is not None


async def test_a_review_that_has_begun_waits_for_room(
    club: Club, reviews: Reviews, workers: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.reviews.BUSY_SECONDS", 0.01)
    table = await played(club)
    run, calls = workers.run, 0

    async def crowded(*args: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise Busy
        return await run(*args)  # type: ignore[arg-type]  # handed on as it came

    monkeypatch.setattr(workers, "run", crowded)
    progress = reviews.begin(table.game.id)
    assert await progress.task is not None
    assert calls == progress.slices + 1


async def test_a_slice_that_fails_fails_the_review_for_everybody_who_waits(
    club: Club, reviews: Reviews, workers: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_args: object, **_kwargs: object) -> object:
        await asyncio.sleep(0)
        msg = "as the test says"
        raise JobFailed(msg)

    table = await played(club)
    monkeypatch.setattr(workers, "_run", failing)
    progress = reviews.begin(table.game.id)
    answers = await asyncio.gather(
        progress.task, reviews.begin(table.game.id).task, return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [JobFailed, JobFailed]
    assert await reviews.known(table.game.id) is None
