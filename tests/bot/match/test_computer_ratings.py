"""Ratings of matches in which computers sat: a list of their own, never the people's."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from data import ratings
from data.computers import Computer
from data.ratings import Ladder
from data.tables import LEDGER
from games.players import Level
from tests.bot.club import GUILD, JON, MARA, SINGLE
from tests.bot.den import EASY, EASY_TOO, HARD, TABLE, Den


async def shown(den: Den, ladder: Ladder, game: str) -> dict[int, tuple[int, int, int, int]]:
    async with den.club.database.reading() as connection:
        rows = await ratings.standings(connection, GUILD, game, offset=0, limit=9, ladder=ladder)
    return {row.user_id: (row.rating or 0, row.wins, row.draws, row.losses) for row in rows}


async def test_a_match_with_a_computer_counts_in_the_computers_list_alone(den: Den) -> None:
    table = await den.start(HARD)
    await den.club.resign(table, MARA)
    assert await shown(den, Ladder.PEOPLE, "dice_matrix") == {}
    listed = await shown(den, Ladder.COMPUTERS, "dice_matrix")
    assert listed[HARD.id][1:] == (1, 0, 0)
    assert listed[MARA.id][1:] == (0, 0, 1)
    assert listed[HARD.id][0] > 1200 > listed[MARA.id][0]
    async with den.club.database.reading() as connection:
        assert await connection.scalar(select(func.count()).select_from(LEDGER)) == 0


async def test_people_keep_their_rating_whatever_happens_against_computers(den: Den) -> None:
    table = await den.club.start(MARA, JON)
    await den.club.resign(table, JON)
    before = await shown(den, Ladder.PEOPLE, "dice_matrix")
    await den.club.resign(await den.start(HARD), MARA)
    assert await shown(den, Ladder.PEOPLE, "dice_matrix") == before


@pytest.mark.usefixtures("toy")
async def test_two_computers_of_a_level_get_the_mean_of_what_each_would_get(den: Den) -> None:
    table = await den.start(EASY, EASY_TOO, terms=TABLE)
    await den.play(table)
    await den.quiet()
    acted = await den.club.resign(table, MARA)
    den.service.wake(acted.dispatch.thinking)
    await den.quiet()
    listed = await shown(den, Ladder.COMPUTERS, "toy")
    assert set(listed) == {MARA.id, EASY.id}
    # Both shared the first place.
    assert listed[EASY.id][1:] == (0, 2, 0)


async def test_an_unrated_match_counts_nowhere(den: Den) -> None:
    table = await den.start(HARD, terms=replace(SINGLE, rated=False))
    await den.club.resign(table, MARA)
    assert await shown(den, Ladder.COMPUTERS, "dice_matrix") == {}


async def test_both_lists_have_the_totals_over_all_games(den: Den) -> None:
    await den.club.resign(await den.start(HARD), MARA)
    async with den.club.database.reading() as connection:
        found = await ratings.standings(
            connection, GUILD, None, offset=0, limit=9, ladder=Ladder.COMPUTERS
        )
        assert await ratings.count(connection, GUILD, None, Ladder.COMPUTERS) == 2
        place = await ratings.position_of(connection, GUILD, None, HARD.id, Ladder.COMPUTERS)
    any_hard = Computer(Level.HARD, 0)
    assert [(row.rank, row.name) for row in found] == [(1, any_hard.name), (2, "Mara")]
    assert place == 0
