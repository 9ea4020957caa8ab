"""The doctor, on each kind of database: everything that can be wrong is shown, and some is mended."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from bot.delivery.outbox_writer import Envelope
from bot.doctor import Check, Mend, Trouble, examine, unplayable
from bot.doctor.mending import mend
from bot.match.board_messages import board_posted
from bot.match.table import Table
from bot.services.privacy import Privacy
from bot.services.retention import Retention
from data import interactions, schedule
from data.challenges import Clock, ClockEnd, First
from data.offers import OfferKind
from data.outbox import Post
from data.schedule import JobKind, ScheduledJob
from data.tables import (
    GAMES,
    MATCHES,
    OUTBOX,
    POSTS,
    SCHEDULE,
)
from tests.bot.club import JON, MARA, SINGLE, TWO_GAME, Club, legal, to_move, waiting
from tests.bot.damages import DAMAGES, Damage
from tests.bot.den import EASY
from tests.data.backends import contents
from tests.tiers import sampled

THREAD = 900
DAY = 86_400
SLOW = replace(SINGLE, clock=Clock(3, ClockEnd.CLAIM))


async def troubles(club: Club) -> list[Trouble]:
    return [trouble async for trouble in examine(club.database, now=club.clock())]


async def checks(club: Club) -> set[Check]:
    return {trouble.check for trouble in await troubles(club)}


async def delivered(club: Club) -> None:
    """Do as if every message had been sent: boards are where their games are played."""
    async with club.database.writing() as connection:
        await connection.execute(delete(OUTBOX))
        running = (
            await connection.execute(
                select(GAMES.c.id, GAMES.c.seq, GAMES.c.match_id).where(GAMES.c.ended_at.is_(None))
            )
        ).all()
        for game in running:
            place = THREAD + game.match_id
            await connection.execute(
                update(MATCHES)
                .where(MATCHES.c.id == game.match_id)
                .values(place_id=place, own_thread=True)
            )
            envelope = Envelope(connection, club.clock())
            await board_posted(connection, envelope, game.id, Post(game.seq, place, 5000 + game.id))
        await connection.execute(delete(OUTBOX))


@pytest.fixture
async def running(club: Club) -> Table:
    """Return a running game with a clock, whose board is posted, and one that is over."""
    await club.resign(await club.rated(), MARA)
    table = await club.play_out(await club.start(terms=SLOW), moves=4)
    await delivered(club)
    return table


@pytest.fixture
async def file_club(tmp_path: Path, empty_file: Path) -> AsyncIterator[Club]:
    """Yield a club on a SQLite file, where foreign keys can be switched off."""
    shutil.copy(empty_file, tmp_path / "tavolo.db")
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    yield opened
    await opened.database.close()


async def change(club: Club, *statements: Any) -> None:  # Any: SQL
    async with club.database.writing() as connection:
        for statement in statements:
            await connection.execute(statement)


@pytest.mark.slow
async def test_nothing_is_wrong_with_games_that_were_played(club: Club, running: Table) -> None:
    two = await club.play_out(await club.start(terms=TWO_GAME))
    first = (await club.games_of(two.game.match.id))[0]
    await club.play_out(await club.matches.table(first.id + 1), moves=3)
    asked = await club.start(JON, MARA)
    await club.play_out(asked, moves=2)
    await delivered(club)
    assert await troubles(club) == []
    assert [trouble async for trouble in unplayable(club.database)] == []


async def test_nothing_is_wrong_with_takebacks_plans_and_people_who_are_forgotten(
    club: Club,
) -> None:
    table = await club.start(terms=replace(SLOW, rated=False))
    table = await club.play_out(table, moves=4)
    table = await club.agree(table, OfferKind.TAKEBACK, waiting(table), to_move(table))
    table = await club.play_out(table, moves=1)
    await club.plan(table, waiting(table), "*", legal(table)[-1])
    await club.resign(await club.rated(), MARA)
    await delivered(club)
    assert await troubles(club) == []
    await Privacy(club.referee).forget(JON.id)
    await delivered(club)
    assert await troubles(club) == []
    await Retention(club.database, club.settings, clock=club.clock).forget_server(7)
    assert await troubles(club) == []


@sampled(
    ("check", "how", "damage"),
    [(each.check, each.mend, each.statements) for each in DAMAGES],
    ids=[each.name.replace(" ", "-") for each in DAMAGES],
)
async def test_what_is_wrong_is_said_and_mended_where_that_is_safe(
    club: Club,
    running: Table,
    check: Check,
    how: Mend | None,
    damage: Damage,
) -> None:
    assert await troubles(club) == []
    await change(club, *damage(running))
    before = await contents(club.database)
    found = await troubles(club)
    assert await contents(club.database) == before
    (first, *_) = [trouble for trouble in found if trouble.check is check]
    assert first.mend is how
    assert first.subject in str(first)
    for trouble in found:
        if trouble.mend is not None:
            await mend(club.database, trouble, clock=club.clock)
    left = [trouble for trouble in await troubles(club) if trouble.mend is not None]
    assert left == []
    if how is not None:
        assert check not in await checks(club)


async def test_every_check_is_shown() -> None:
    """But for what needs more than one change: see the tests below."""
    assert {each.check for each in DAMAGES} == set(Check) - {Check.PLACES}


async def test_two_matches_in_one_thread_are_noticed(club: Club, running: Table) -> None:
    await club.play_out(await club.start(JON, MARA), moves=2)
    await delivered(club)
    assert await troubles(club) == []
    await change(
        club,
        update(MATCHES).where(MATCHES.c.ended_at.is_(None)).values(place_id=THREAD),
        update(POSTS).values(channel_id=THREAD),
    )
    (trouble,) = await troubles(club)
    assert trouble.check is Check.PLACES
    assert str(trouble) == f"thread {THREAD}: 2 matches that run have it for their own"


async def test_a_row_that_a_foreign_key_would_refuse_is_an_orphan(file_club: Club) -> None:
    """PostgreSQL keeps it out."""
    club = file_club
    database = club.database._engine
    async with database.connect() as connection:
        await connection.exec_driver_sql("COMMIT")
        await connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        await connection.exec_driver_sql("INSERT INTO notes VALUES (404, 11, 'lost')")
        await connection.exec_driver_sql("PRAGMA foreign_keys = ON")
    (trouble,) = await troubles(club)
    assert (trouble.check, trouble.mend) == (Check.ORPHANS, None)
    assert str(trouble) == "table notes: 1 rows are about games that are not there"


async def test_a_store_that_rests_is_not_overdue(club: Club, running: Table) -> None:
    """Nothing is run while the bot is stopped, however long that is."""
    club.clock.pass_time(30 * DAY)
    assert await troubles(club) == []
    async with club.database.writing() as connection:
        tidied = ScheduledJob(JobKind.TIDY, 0, club.clock() + DAY)
        await schedule.put(connection, tidied)
    assert Check.JOBS in await checks(club)


async def test_what_a_wrong_clock_has_stored_makes_nothing_overdue(
    club: Club, running: Table
) -> None:
    """The machine's clock was five days ahead for a while, and somebody clicked meanwhile."""
    async with club.database.writing() as connection:
        await interactions.remember(connection, club.ticket(), club.clock() + 5 * DAY)
    assert await troubles(club) == []


async def test_a_computer_that_nothing_wakes_is_woken(club: Club) -> None:
    terms = replace(SINGLE, first=First.OPPONENT)
    proposal = replace(club.proposal(terms=terms), computers=(EASY,))
    asked = await club.challenges.propose(proposal, interaction_id=club.ticket())
    await club.post_card(asked.challenge)
    await delivered(club)
    assert await troubles(club) == []
    await change(club, delete(SCHEDULE).where(SCHEDULE.c.kind == JobKind.THINK))
    (trouble,) = await troubles(club)
    assert (trouble.check, trouble.mend) == (Check.JOBS, Mend.THINK)
    await mend(club.database, trouble, clock=club.clock)
    assert await troubles(club) == []


async def test_progress_is_told_page_by_page(
    club: Club, running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.doctor.PAGE", 1)
    told: list[tuple[int, int]] = []
    async for _ in examine(club.database, now=0, progress=lambda *done: told.append(done)):
        pass
    assert told == [(1, 2), (2, 2)]
