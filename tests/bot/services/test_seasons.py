"""Seasons: each ends once, by the clocks of a stated zone, and its results never change."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from bot.match.event import Referee
from bot.match.season_dates import Season
from bot.services.privacy import Privacy
from bot.services.retention import Retention
from bot.services.seasons import SETTLED_SECONDS, Seasons, season_of
from data import people, schedule, seasons, servers, standings
from data.former import is_former
from data.result_tables import SEASON_ROWS, SEASONS
from data.schedule import JobKind
from data.seasons import StoredSeason
from data.servers import SeasonLength
from data.standings import Archived, Board, Listing
from data.tables import SCHEDULE
from tests.bot.club import GUILD, JON, KIM, MARA, Club, seeded
from tests.bot.den import EASY, Den

MONTH, QUARTER = SeasonLength.MONTH, SeasonLength.QUARTER
TOKYO = ZoneInfo("Asia/Tokyo")


def at(*date: int, zone: Any = UTC) -> int:  # Any: tzinfo
    return int(datetime(*date, tzinfo=zone).timestamp())  # type: ignore[arg-type,misc]


@pytest.fixture
def service(club: Club) -> Seasons:
    return Seasons(club.database, clock=club.clock)


async def choose_seasons(club: Club, length: SeasonLength | None, zone: str = "UTC") -> None:
    """Settle a server's seasons as its moderators do."""
    async with club.database.writing() as connection:
        settled = replace(
            await servers.get(connection, GUILD), seasons=length, time_zone=zone, channels=(70,)
        )
        await servers.store(connection, settled)
        await Seasons(club.database, clock=club.clock).arm(connection, settled)


async def running(club: Club) -> StoredSeason | None:
    async with club.database.reading() as connection:
        return await seasons.running(connection, GUILD)


async def over(club: Club) -> list[tuple[int, int]]:
    async with club.database.reading() as connection:
        return [(one.year, one.number) for one in await seasons.over(connection, GUILD, 20)]


async def archive(club: Club) -> list[tuple[Any, ...]]:  # Any: as stored
    async with club.database.reading() as connection:
        order = (SEASON_ROWS.c.season_id, SEASON_ROWS.c.ladder, SEASON_ROWS.c.user_id)
        rows = await connection.execute(sa.select(SEASON_ROWS).order_by(*order))
        return [tuple(row) for row in rows]


async def due(club: Club) -> int | None:
    async with club.database.reading() as connection:
        found: int | None = await connection.scalar(
            sa.select(SCHEDULE.c.due_at).where(SCHEDULE.c.kind == JobKind.SEASON)
        )
        return found


async def messages(club: Club, service: Seasons) -> int:
    """Close what is over; return how many messages tell of it."""
    dispatch = await service.close(GUILD)
    return sum(row.kind == "season" for row in dispatch.claimed)


@pytest.mark.parametrize(
    ("length", "moment", "zone", "expected"),
    [
        (MONTH, at(2026, 12, 31, 23, 59, 59), UTC, (2026, 12)),
        (MONTH, at(2026, 12, 31, 15, 0), TOKYO, (2027, 1)),
        (QUARTER, at(2026, 3, 31, 23), UTC, (2026, 1)),
        (QUARTER, at(2026, 4, 1), UTC, (2026, 2)),
    ],
)
def test_a_season_is_a_month_or_a_quarter_by_the_clocks_of_a_zone(
    length: SeasonLength, moment: int, zone: Any, expected: tuple[int, int]
) -> None:
    season = Season.at(length, moment, zone)
    assert (season.year, season.number) == expected
    assert season.begins(zone) <= moment < season.following.begins(zone)


async def test_what_ended_in_a_season_is_its_final_table(club: Club, service: Seasons) -> None:
    club.clock.now = at(2026, 11, 3)
    await club.resign(await club.rated(MARA, JON), JON)
    club.clock.now = at(2026, 11, 20)
    await choose_seasons(club, MONTH)
    await club.resign(await club.rated(KIM, JON), JON)
    await club.resign(await Den.of(club).start(EASY), MARA)
    club.clock.now = at(2026, 12, 1)
    await club.resign(await club.rated(KIM, MARA), MARA)
    assert await due(club) == at(2026, 12, 1) + SETTLED_SECONDS
    assert await messages(club, service) == 0
    club.clock.pass_time(SETTLED_SECONDS)
    assert await messages(club, service) == 1
    assert await archive(club) == [
        (1, "dice_matrix", "computers", MARA.id, 0, 0, 1),
        (1, "dice_matrix", "people", MARA.id, 1, 0, 0),
        (1, "dice_matrix", "people", JON.id, 0, 0, 2),
        (1, "dice_matrix", "people", KIM.id, 1, 0, 0),
    ]
    assert await over(club) == [(2026, 11)]
    now = await running(club)
    assert now is not None
    assert (season_of(now), now.starts_at, now.ends_at) == (
        Season(MONTH, 2026, 12),
        at(2026, 12, 1),
        at(2027, 1, 1),
    )
    assert await due(club) == at(2027, 1, 1) + SETTLED_SECONDS


async def test_of_two_processes_one_closes_a_season(club: Club, service: Seasons) -> None:
    await choose_seasons(club, MONTH)
    await club.resign(await club.rated(), JON)
    club.clock.pass_time(40 * 24 * 3600)
    other = Seasons(club.again().database, clock=club.clock)
    told = await asyncio.gather(*(one.close(GUILD) for one in (service, other, service)))
    assert sum(len(dispatch.claimed) for dispatch in told) == 1
    assert len(await over(club)) == 1
    await other._database.close()


async def test_after_a_long_downtime_each_season_is_closed_and_one_message_tells_of_the_last(
    club: Club, service: Seasons
) -> None:
    club.clock.now = at(2026, 10, 5)
    await choose_seasons(club, MONTH)
    await club.resign(await club.rated(), JON)
    club.clock.now = at(2026, 11, 5)
    await club.resign(await club.rated(), JON)
    club.clock.now = at(2026, 12, 15)
    assert await messages(club, service) == 1
    assert await over(club) == [(2026, 11), (2026, 10)]
    assert len(await archive(club)) == 4
    now = await running(club)
    assert now is not None
    assert season_of(now) == Season(MONTH, 2026, 12)


async def test_a_season_in_which_nobody_played_leaves_nothing_and_says_nothing(
    club: Club, service: Seasons
) -> None:
    club.clock.now = at(2026, 11, 5)
    await choose_seasons(club, MONTH)
    await club.resign(await club.rated(), JON)
    club.clock.now = at(2027, 1, 15)
    assert await messages(club, service) == 0
    assert await over(club) == [(2026, 11)]


async def test_nothing_is_told_where_the_leaderboard_is_off_or_the_bot_is_gone(
    club: Club, service: Seasons
) -> None:
    for number, change in enumerate(({"leaderboard": False}, {"absent_at": 1}), start=1):
        await choose_seasons(club, MONTH)
        await club.resign(await club.rated(), JON)
        async with club.database.writing() as connection:
            server = await servers.get(connection, GUILD)
            await servers.store(connection, replace(server, **change))  # type: ignore[arg-type]
        club.clock.pass_time(32 * 24 * 3600)
        assert await messages(club, service) == 0
        assert len(await over(club)) == number
        async with club.database.writing() as connection:
            await servers.store(connection, server)


async def test_no_game_counts_in_two_seasons_or_in_none_when_the_time_zone_changes(
    club: Club, service: Seasons
) -> None:
    club.clock.now = at(2026, 11, 5)
    await choose_seasons(club, MONTH, "Asia/Tokyo")
    await club.resign(await club.rated(), JON)
    # December has begun in Tokyo, and not yet in Honolulu.
    club.clock.now = at(2026, 11, 30, 16)
    assert await messages(club, service) == 1
    await choose_seasons(club, MONTH, "Pacific/Honolulu")
    now = await running(club)
    assert now is not None
    assert (season_of(now), now.starts_at) == (
        Season(MONTH, 2026, 12),
        at(2026, 12, 1, zone=TOKYO),
    )
    assert now.ends_at == at(2027, 1, 1, zone=ZoneInfo("Pacific/Honolulu"))
    # Switched off and on again, the month that is over does not begin again.
    for length in (None, MONTH):
        await choose_seasons(club, length, "Pacific/Honolulu")
    again = await running(club)
    assert again is not None
    assert (season_of(again), again.starts_at) == (season_of(now), now.starts_at)
    assert await over(club) == [(2026, 11)]


async def test_a_season_that_is_given_up_leaves_nothing(club: Club) -> None:
    await choose_seasons(club, MONTH)
    await choose_seasons(club, QUARTER)
    now = await running(club)
    assert now is not None
    assert now.length is QUARTER
    await choose_seasons(club, None)
    assert await running(club) is None
    assert await due(club) is None
    assert await over(club) == []


async def test_an_archive_never_changes(club: Club, service: Seasons) -> None:
    await choose_seasons(club, MONTH)
    for loser in (JON, KIM):
        await club.resign(await club.rated(MARA, loser), loser)
    club.clock.pass_time(32 * 24 * 3600)
    await service.close(GUILD)
    before = await archive(club)
    await club.resign(await club.rated(MARA, JON), JON)
    await choose_seasons(club, QUARTER)
    async with club.database.writing() as connection:
        await people.forget_membership(connection, GUILD, [KIM.id], club.clock())
    assert await archive(club) == before
    board = Board(GUILD, time=Archived(1))
    async with club.database.reading() as connection:
        page = await standings.page(connection, board, offset=0, limit=10)
    assert [(row.rank, row.name, row.points) for row in page.rows] == [
        (1, "Mara", 4),
        (2, "Jon", 0),
        (2, "Kim", 0),
    ]


async def test_of_who_is_forgotten_a_stand_in_stays_in_the_archive(
    club: Club, service: Seasons
) -> None:
    await choose_seasons(club, MONTH)
    await club.resign(await club.rated(), JON)
    club.clock.pass_time(32 * 24 * 3600)
    await service.close(GUILD)
    privacy = Privacy(Referee(club.database, clock=club.clock, chances=seeded(1)))
    assert (
        '"seasons": [\n    {\n      "ended_at"'
        in (await privacy.export(JON.id, 10**7))[0].data.decode()
    )

    await privacy.forget(JON.id)

    first, second = (row[3] for row in await archive(club))
    assert first == MARA.id
    assert is_former(second)
    assert '"seasons": []' in (await privacy.export(JON.id, 10**7))[0].data.decode()


async def test_a_server_that_is_deleted_keeps_no_season(club: Club, service: Seasons) -> None:
    await choose_seasons(club, MONTH)
    await club.resign(await club.rated(), JON)
    club.clock.pass_time(32 * 24 * 3600)
    await service.close(GUILD)
    await Retention(club.database, club.settings, clock=club.clock).forget_server(GUILD)
    async with club.database.reading() as connection:
        for table in (SEASONS, SEASON_ROWS):
            assert await connection.scalar(sa.select(sa.func.count()).select_from(table)) == 0
    assert await due(club) is None


async def test_only_those_are_in_the_final_table_who_are_here(club: Club, service: Seasons) -> None:
    await choose_seasons(club, MONTH)
    await club.resign(await club.rated(), JON)
    async with club.database.writing() as connection:
        await people.forget_membership(connection, GUILD, [JON.id], club.clock())
    club.clock.pass_time(32 * 24 * 3600)
    await service.close(GUILD)
    assert [row[3] for row in await archive(club)] == [MARA.id]
    async with club.database.reading() as connection:
        every = Board(GUILD, "dice_matrix", Listing.EVERYTHING, Archived(1))
        page = await standings.page(connection, every, offset=0, limit=9, reader_id=MARA.id)
        assert page.own is not None
        due = await schedule.due(connection, club.clock(), 10)
    assert {job.kind for job in due} == {JobKind.OUTCOME}
