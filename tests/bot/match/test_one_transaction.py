"""All that follows from an event is stored with it, or none of it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import event

from bot.match.event import SEEN_SECONDS
from bot.match.table import Table
from data.engine import DatabaseError
from tests.bot.club import JON, MARA, TWO_GAME, Club, legal
from tests.data.backends import contents
from tests.tiers import sampled

STEPS = (
    "people.remember",
    "events.append",
    "matches.set_standing",
    "matches.end_match",
    "ratings.get",
    "ratings.store",
    "ratings.note_changes",
    "outbox.put",
    "outbox.claim_next",
)
"""What the store does when a game ends, in this order."""


class Broken(Exception):
    """What the tests break the store with."""


def break_after(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Do a step of the store, and then fail."""
    module, name = step.split(".")
    real: Callable[..., Awaitable[Any]] = getattr(__import__(f"data.{module}", fromlist="_"), name)

    async def done_and_broken(*arguments: Any, **named: Any) -> None:  # Any: handed on as given
        await real(*arguments, **named)
        raise Broken(step)

    monkeypatch.setattr(f"data.{step}", done_and_broken)


@sampled("step", STEPS)
async def test_a_failure_at_any_step_leaves_nothing_of_an_ending(
    club: Club, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    table = await club.rated()
    before = await contents(club.database)
    # Who is seen again so soon is not stored again.
    club.clock.pass_time(SEEN_SECONDS)
    with monkeypatch.context() as patch:
        break_after(patch, step)
        with pytest.raises(Broken):
            await club.resign(table, MARA)
    assert await contents(club.database) == before
    assert await club.matches.table(table.game.id) == table
    assert not (await club.resign(table, MARA)).table.game.running


@pytest.mark.parametrize("step", ["events.append", "matches.set_standing", "outbox.claim_next"])
async def test_a_failure_leaves_no_move_in_the_cache(
    club: Club, elsewhere: Club, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    table = (await club.play(await club.start())).table
    first, second = legal(table)[:2]
    with monkeypatch.context() as patch:
        break_after(patch, step)
        with pytest.raises(Broken):
            await club.play(table, first)
    # Where another process plays on, a line of ours with the same seq would pass for its own.
    played = (await elsewhere.play(table, second)).table
    assert played == await club.matches.table(table.game.id)
    assert played.line.last is not None
    assert played.line.game.format(played.line.last.move) == second


async def test_a_commit_that_fails_leaves_nothing_either(club: Club) -> None:
    table = (await club.play(await club.start())).table
    before = await contents(club.database)

    def refuse(_connection: object) -> None:
        raise Broken

    event.listen(club.database._engine.sync_engine, "commit", refuse)
    with pytest.raises(Broken):
        await club.play(table)
    event.remove(club.database._engine.sync_engine, "commit", refuse)
    assert await contents(club.database) == before
    assert (await club.play(table)).table.game.seq == 2


@sampled(
    "step",
    [
        "challenges.set_state",
        "schedule.drop",
        "matches.add_match",
        "matches.add_game",
        "events.append",
    ],
)
async def test_an_acceptance_that_fails_starts_no_match(
    club: Club, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    challenge = await club.propose(JON)
    before = await contents(club.database)
    with monkeypatch.context() as patch:
        break_after(patch, step)
        with pytest.raises(Broken):
            await club.accept(challenge)
    assert await contents(club.database) == before
    assert (await club.accept(challenge)).game_id is not None


async def test_a_return_game_that_cannot_start_leaves_the_first_one_running(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.start(terms=TWO_GAME)
    while not ends_with(table, legal(table)[0]):
        table = (await club.play(table)).table
    before = await contents(club.database)
    with monkeypatch.context() as patch:
        break_after(patch, "matches.add_game")
        with pytest.raises(Broken):
            await club.play(table)
    assert await contents(club.database) == before
    assert not (await club.play(table)).table.game.running


def ends_with(table: Table, notation: str) -> bool:
    return table.line.apply(notation).result is not None


@pytest.mark.slow
async def test_a_full_disk_refuses_the_move_and_keeps_the_game(club: Club) -> None:
    if not club.database.is_sqlite:
        pytest.skip("the disk of a server is the server's affair")
    started = [await club.start() for _ in range(5)]
    small = club.again()

    def leave_no_room(connection: Any, _record: object) -> None:  # Any: a driver's connection
        connection.execute("PRAGMA max_page_count=1")  # which means: no more than there are

    event.listen(small.database._engine.sync_engine, "connect", leave_no_room)
    before, table = await contents(club.database), started[0]

    async def play_on() -> None:
        nonlocal before, table
        for first in started:
            table = first
            while table.game.running:
                before = await contents(club.database)
                table = (await small.play(table)).table

    with pytest.raises(DatabaseError, match=r"^database or disk is full$"):
        await play_on()
    assert await contents(club.database) == before
    assert await small.matches.table(table.game.id) == table
    await small.database.close()
    assert (await club.play(table)).table.game.seq == table.game.seq + 1
