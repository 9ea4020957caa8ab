"""The people at a table, as a board has to know them: away, gone, new to the game or to the place."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.channels import Place
from bot.match.reminder_times import DAY
from bot.match.table import Table
from bot.services.audience import audience
from data import outbox
from data.outbox import Post
from data.stored import Match
from tests.bot.club import JON, KIM, MARA, Club

THREAD = Place(77, own_thread=True)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await opened.database.migrate()
    yield opened
    await opened.database.close()


async def has_newcomer(club: Club, table: Table) -> bool:
    return (await audience(club.database, table, club.clock())).has_newcomer


def changed(table: Table, **match: object) -> Table:
    """Return a table of another match."""
    other: Match = replace(table.game.match, **match)  # type: ignore[arg-type]  # its own fields
    return replace(table, game=replace(table.game, match=other))


def seated(table: Table, *players: int) -> Table:
    """Return a table with other people at it."""
    return replace(table, game=replace(table.game, players=players))


@pytest.mark.slow
async def test_nobody_is_new_after_a_game_together(club: Club) -> None:
    first = await club.start()
    assert await has_newcomer(club, first)
    await club.play_out(first)
    assert not await has_newcomer(club, await club.start())


@pytest.mark.slow
async def test_one_who_is_new_is_enough(club: Club) -> None:
    await club.play_out(await club.start())
    assert await has_newcomer(club, seated(await club.start(), MARA.id, KIM.id))


@pytest.mark.slow
async def test_other_games_and_other_servers_do_not_count(club: Club) -> None:
    await club.play_out(await club.start())
    table = await club.start()
    assert await has_newcomer(club, changed(table, game="toy"))
    assert await has_newcomer(club, changed(table, guild_id=table.game.match.guild_id + 1))


@pytest.mark.slow
async def test_a_computer_is_never_new(club: Club) -> None:
    await club.play_out(await club.start())
    assert not await has_newcomer(club, seated(await club.start(), JON.id, -21))


async def test_only_the_first_board_of_a_game_asks_who_is_new(club: Club) -> None:
    assert not await has_newcomer(club, (await club.play(await club.start())).table)


async def test_who_is_away_is_known_with_the_day_of_their_return(club: Club) -> None:
    table = await club.start()
    announced = await club.absences.announce(JON.id, 5)
    there = await audience(club.database, table, club.clock())
    assert there.attendance.away == {1: announced.until}
    club.clock.pass_time(5 * DAY)
    assert (await audience(club.database, table, club.clock())).attendance.away == {}


async def test_the_first_board_in_a_thread_brings_all_people_there(club: Club) -> None:
    table = seated(await club.start(), MARA.id, -21)

    async def joining(place: Place, at: Table = table) -> tuple[int, ...]:
        there = await audience(club.database, at, club.clock(), posted_in=place)
        return there.joining

    quiet = replace(table, game=replace(table.game, server=replace(table.game.server, pings=False)))
    assert await joining(THREAD) == (MARA.id,)
    assert await joining(THREAD, quiet) == ()
    assert await joining(replace(THREAD, own_thread=False)) == ()
    async with club.database.writing() as connection:
        await outbox.record_post(connection, outbox.BOARD, table.game.id, Post(0, THREAD.id, 8))
    assert await joining(THREAD) == ()
    assert await joining(replace(THREAD, id=78)) == (MARA.id,)


async def test_nobody_joins_who_has_left_the_game(club: Club) -> None:
    table = await club.start()
    alone = replace(table, game=replace(table.game, left=frozenset({0})))
    there = await audience(club.database, alone, club.clock(), posted_in=THREAD)
    assert there.joining == (JON.id,)
