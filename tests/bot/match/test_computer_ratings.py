"""Ratings of matches in which computers sat: a list of their own, never the people's."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from bot.match.counting import settle_computers
from bot.match.ratings import points_between
from data import standings
from data.computers import Computer
from data.ratings import Ladder
from data.standings import Board, Listing
from data.tables import COMPUTER_RATINGS, LEDGER
from games.players import LEVELS, Level, strength_of
from games.players.mix import EIGHTHS
from games.registry import GAMES
from tests.bot.club import GUILD, JON, MARA, SINGLE
from tests.bot.den import EASY, EASY_TOO, HARD, TABLE, Den

DOCUMENT = (Path(__file__).parents[3] / "docs/computer-players.md").read_text(encoding="utf-8")


DUEL = re.compile(
    r"`python -m games duel (\w+) (\w+) (\w+)(?: --seats (\d))? --games (\d+) --seed \d+` "
    r"\| (\d+) wins, (\d+) draws"
)


def measured(game: str, one: str, other: str) -> int:
    """Return by how much one level is ahead of another, by the duels in the document."""
    found = [
        (int(seats or 2), int(games), int(wins) + int(draws) / 2)
        for key, first, second, seats, games, wins, draws in DUEL.findall(DOCUMENT)
        if (key, first, second) == (game, one, other)
    ]
    fewest = min(seats for seats, *_ in found)
    rows = [(games, share) for seats, games, share in found if seats == fewest]
    games, share = (sum(column) for column in zip(*rows, strict=True))
    return points_between(share, int(games), fewest)


@pytest.mark.parametrize("game", GAMES)
def test_computers_are_as_strong_as_their_duels_say(game: str) -> None:
    ratings = {level: strength_of(game, level) for level in LEVELS}
    assert ratings[Level.MEDIUM] == 1200
    for lower, higher in pairwise(LEVELS):
        assert ratings[higher] - ratings[lower] == max(EIGHTHS, measured(game, higher, lower))
    row = f"| {GAMES[game].about.name} | {' | '.join(map(str, ratings.values()))} |"
    assert row in DOCUMENT.splitlines()


async def test_what_an_older_version_stored_of_a_computer_is_put_right(den: Den) -> None:
    await den.club.resign(await den.start(HARD), MARA)
    async with den.club.database.writing() as connection:
        await connection.execute(update(COMPUTER_RATINGS).values(mu=99.0, shown=2976))
    await settle_computers(den.club.database)
    listed = await shown(den, Ladder.COMPUTERS, "dice_matrix")
    assert listed[HARD.id] == (1395, 1, 0, 0)
    assert listed[MARA.id][0] == 2976


async def shown(den: Den, ladder: Ladder, game: str) -> dict[int, tuple[int, int, int, int]]:
    async with den.club.database.reading() as connection:
        board = Board(GUILD, game, Listing(ladder))
        found = await standings.page(connection, board, offset=0, limit=9)
    return {row.user_id: (row.rating or 0, row.wins, row.draws, row.losses) for row in found.rows}


async def test_a_match_with_a_computer_counts_in_the_computers_list_alone(den: Den) -> None:
    table = await den.start(HARD)
    await den.club.resign(table, MARA)
    assert await shown(den, Ladder.PEOPLE, "dice_matrix") == {}
    listed = await shown(den, Ladder.COMPUTERS, "dice_matrix")
    assert listed[HARD.id][1:] == (1, 0, 0)
    assert listed[MARA.id][1:] == (0, 0, 1)
    assert listed[HARD.id][0] == 1395
    assert listed[MARA.id][0] < 1200
    async with den.club.database.reading() as connection:
        assert await connection.scalar(select(func.count()).select_from(LEDGER)) == 0


async def test_people_keep_their_rating_whatever_happens_against_computers(den: Den) -> None:
    table = await den.club.rated(MARA, JON)
    await den.club.resign(table, JON)
    before = await shown(den, Ladder.PEOPLE, "dice_matrix")
    await den.club.resign(await den.start(HARD), MARA)
    assert await shown(den, Ladder.PEOPLE, "dice_matrix") == before


@pytest.mark.usefixtures("toy")
async def test_two_computers_of_a_level_are_one_with_the_results_of_both(den: Den) -> None:
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
        board = Board(GUILD, None, Listing.COMPUTERS)
        found = await standings.page(connection, board, offset=0, limit=9, reader_id=HARD.id)
    any_hard = Computer(Level.HARD, 0)
    assert [(row.rank, row.name) for row in found.rows] == [(1, any_hard.name), (2, "Mara")]
    assert found.own == found.rows[0]
    assert found.total == 2
