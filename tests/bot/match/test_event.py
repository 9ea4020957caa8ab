"""What the referee stores of the people who act."""

from dataclasses import replace

import pytest

from bot.match.event import SEEN_SECONDS
from bot.match.table import Person, Table
from data import people
from data.people import NAME_LENGTH
from tests.bot.club import GUILD, MARA, Club, legal, to_move


async def play_as(club: Club, table: Table, person: Person) -> Table:
    acted = await club.matches.play_typed(
        table.game.id, person, legal(table)[0], interaction_id=club.ticket()
    )
    return acted.table


async def seen_at(club: Club, table: Table) -> int:
    return (await club.matches.table(table.game.id)).game.seen[MARA.id]


async def test_who_moves_was_seen_and_that_is_stored_once_an_hour(club: Club) -> None:
    table = await club.start()
    began = await seen_at(club, table)
    club.clock.pass_time(SEEN_SECONDS - 1)
    table = await play_as(club, table, to_move(table))
    assert await seen_at(club, table) == began
    table = await play_as(club, table, to_move(table))
    club.clock.pass_time(1)
    table = await play_as(club, table, to_move(table))
    assert await seen_at(club, table) == table.game.seen[MARA.id] == club.clock()


@pytest.mark.parametrize("name", ["Mara the Great", "M" * (NAME_LENGTH + 1)])
async def test_a_new_name_is_known_as_soon_as_somebody_moves(club: Club, name: str) -> None:
    table = await play_as(club, await club.start(), replace(MARA, name=name))
    assert table.game.names[0] == name[:NAME_LENGTH]
    assert await club.matches.table(table.game.id) == table


async def test_who_had_left_the_server_and_moves_is_back(club: Club) -> None:
    table = await club.start()
    async with club.database.writing() as connection:
        await people.forget_membership(connection, GUILD, [MARA.id], club.clock())
    await play_as(club, await club.matches.table(table.game.id), MARA)
    async with club.database.reading() as connection:
        assert await people.not_members(connection, GUILD, [MARA.id]) == set()
    assert await seen_at(club, table) == club.clock()
