"""Leaderboards: who is listed, in which order, on which page."""

from random import Random

import pytest

from data import people, ratings, standings
from data.engine import Database
from data.ratings import Change, Ladder, RatedResult, Rating
from data.standings import Board, Listing, Page, Ranked, Span
from tests.data.matches import played
from tests.tiers import sampled

HERE, ELSEWHERE = 7, 8
GAME, OTHER = "dice_matrix", "tablero"


def rated(user_id: int, shown: int, *, wins: int = 0, draws: int = 0, losses: int = 0) -> Rating:
    return Rating(user_id, 25.0, 8.0, shown, wins, draws, losses)


async def store(database: Database, *rows: Rating, game: str = GAME, guild_id: int = HERE) -> None:
    async with database.writing() as connection:
        await ratings.store(connection, guild_id, game, rows)
        await people.remember(
            connection, guild_id, {row.user_id: f"Person {row.user_id}" for row in rows}, 0
        )


async def listed(
    database: Database, game: str | None = GAME, offset: int = 0, limit: int = 100
) -> list[Ranked]:
    return list((await page(database, Board(HERE, game), offset, limit)).rows)


async def page(
    database: Database,
    board: Board,
    offset: int = 0,
    limit: int = 100,
    reader_id: int | None = None,
) -> Page:
    async with database.reading() as connection:
        return await standings.page(
            connection, board, offset=offset, limit=limit, reader_id=reader_id
        )


async def ranks(database: Database, game: str | None = GAME) -> list[tuple[int, int]]:
    return [(row.rank, row.user_id) for row in await listed(database, game)]


async def test_rows_have_all_that_a_leaderboard_shows(database: Database) -> None:
    await store(database, rated(3, 1234, wins=3, draws=2, losses=1))
    assert await listed(database) == [Ranked(0, 1, 3, "Person 3", 1234, None, 3, 2, 1)]


async def test_equal_ratings_share_the_rank_and_the_next_one_is_skipped(
    database: Database,
) -> None:
    await store(
        database, rated(5, 1200), rated(2, 1200), rated(9, 1300), rated(4, 1100), rated(1, 1200)
    )
    assert await ranks(database) == [(1, 9), (2, 1), (2, 2), (2, 5), (5, 4)]


async def test_each_server_and_each_game_has_a_leaderboard_of_its_own(database: Database) -> None:
    await store(database, rated(1, 1300))
    await store(database, rated(2, 1400), guild_id=ELSEWHERE)
    await store(database, rated(3, 1500), game=OTHER)
    assert await ranks(database) == [(1, 1)]
    assert await ranks(database, OTHER) == [(1, 3)]


async def test_over_all_games_wins_count_first_then_draws_then_fewer_losses(
    database: Database,
) -> None:
    await store(
        database,
        rated(1, 1500, wins=1),
        rated(2, 1100, wins=1, draws=1, losses=9),
        rated(3, 1200, wins=1, losses=1),
        rated(4, 1000, wins=1),
    )
    await store(database, rated(3, 1000, wins=1), rated(5, 1900), game=OTHER)
    assert await ranks(database, None) == [(1, 3), (2, 2), (3, 1), (3, 4), (5, 5)]
    first, *_ = await listed(database, None)
    assert first == Ranked(0, 1, 3, "Person 3", None, None, 2, 0, 1)
    assert [type(number) for number in (first.wins, first.draws, first.losses)] == [int] * 3


@pytest.mark.slow
@pytest.mark.parametrize("game", [GAME, None])
@pytest.mark.parametrize("size", [1, 3, 10])
async def test_pages_never_overlap_and_leave_nobody_out(
    database: Database, game: str | None, size: int
) -> None:
    lots = Random(size)
    people_ = [rated(n, 1200 + lots.randrange(3), wins=lots.randrange(2)) for n in range(1, 24)]
    lots.shuffle(people_)
    await store(database, *people_)
    whole = await listed(database, game)
    paged = []
    for offset in range(0, len(whole), size):
        paged += await listed(database, game, offset, size)
    assert paged == whole
    assert {row.user_id for row in whole} == set(range(1, 24))
    assert await listed(database, game, len(whole), size) == []


@sampled("game", [GAME, None])
@sampled("offset", [0, 5, 20])
async def test_the_row_of_who_reads_comes_with_every_page(
    database: Database, game: str | None, offset: int
) -> None:
    await store(database, *(rated(n, 1200 + n % 3, wins=n % 2) for n in range(1, 12)))
    whole = await listed(database, game)
    for place, row in enumerate(whole):
        found = await page(database, Board(HERE, game), offset, 4, reader_id=row.user_id)
        assert found == Page(tuple(whole[offset : offset + 4]), 11, row)
        assert row.place == place
    assert (await page(database, Board(HERE, game), offset, 4, reader_id=404)).own is None


@sampled("game", [GAME, None])
async def test_who_left_is_not_listed_and_comes_back_with_everything(
    database: Database, game: str | None
) -> None:
    await store(database, rated(1, 1300, wins=2), rated(2, 1200, wins=1), rated(3, 1100))
    async with database.writing() as connection:
        await people.forget_membership(connection, HERE, [1], 5)
    assert await ranks(database, game) == [(1, 2), (2, 3)]
    gone = await page(database, Board(HERE, game), reader_id=1)
    assert (gone.total, gone.own) == (2, None)
    async with database.reading() as connection:
        assert set(await ratings.get(connection, HERE, GAME, [1])) == {1}
    async with database.writing() as connection:
        await people.remember(connection, HERE, {1: "Mara"}, 6)
    first, *_ = await listed(database, game)
    assert (first.rank, first.user_id, first.name, first.wins) == (1, 1, "Mara", 2)


async def test_nobody_is_listed_where_nobody_has_played(database: Database) -> None:
    assert await listed(database) == []
    assert await listed(database, None) == []


async def test_everything_adds_up_both_lists_and_has_no_rating(database: Database) -> None:
    await store(database, rated(1, 1300, wins=2), rated(2, 1200, losses=2))
    async with database.writing() as connection:
        with_computers = [rated(2, 1250, wins=3), rated(-11, 1000, losses=3)]
        await ratings.store(connection, HERE, GAME, with_computers, Ladder.COMPUTERS)
    for game in (GAME, None):
        found = await page(database, Board(HERE, game, Listing.EVERYTHING))
        assert [
            (row.rank, row.user_id, row.rating, row.wins, row.losses) for row in found.rows
        ] == [
            (1, 2, None, 3, 2),
            (2, 1, None, 2, 0),
            (3, -11, None, 0, 3),
        ]
    computers = await page(database, Board(HERE, GAME, Listing.COMPUTERS))
    assert [(row.user_id, row.rating) for row in computers.rows] == [(2, 1250), (-11, 1000)]


async def test_a_time_counts_what_ended_in_it_by_points(database: Database) -> None:
    async with database.writing() as connection:
        await people.remember(connection, HERE, {1: "Mara", 2: "Jonas", 3: "Ines"}, 0)
        for number, (at, game, ladder, won, lost) in enumerate(
            [
                (99, GAME, Ladder.PEOPLE, 1, 2),
                (100, GAME, Ladder.PEOPLE, 1, 2),
                (150, OTHER, Ladder.PEOPLE, 3, 1),
                (199, GAME, Ladder.COMPUTERS, 2, None),
                (200, GAME, Ladder.PEOPLE, 1, 2),
            ],
            start=1,
        ):
            match = await played(connection, number, HERE, game, ended_at=at)
            changes = [Change(won, 1200, 1210, RatedResult.WON, number)]
            if lost is not None:
                changes.append(Change(lost, 1200, 1190, RatedResult.LOST, number))
            await ratings.note_changes(connection, match, ladder, changes, now=at)
        drawn = await played(connection, 9, HERE, GAME, ended_at=160)
        even = [Change(user_id, 1200, 1200, RatedResult.DRAWN, 9) for user_id in (2, 3)]
        await ratings.note_changes(connection, drawn, Ladder.PEOPLE, even, now=160)

    async def points(game: str | None, listing: Listing) -> list[tuple[int, int, int | None]]:
        found = await page(database, Board(HERE, game, listing, Span(100, 200)))
        return [(row.rank, row.user_id, row.points) for row in found.rows]

    assert await points(None, Listing.PEOPLE) == [(1, 3, 3), (2, 1, 2), (3, 2, 1)]
    assert await points(GAME, Listing.PEOPLE) == [(1, 1, 2), (2, 3, 1), (3, 2, 1)]
    assert await points(GAME, Listing.COMPUTERS) == [(1, 2, 2)]
    assert await points(GAME, Listing.EVERYTHING) == [(1, 2, 3), (2, 1, 2), (3, 3, 1)]
    assert await points(OTHER, Listing.COMPUTERS) == []


async def test_a_newcomer_is_entered_and_who_is_known_is_not_reset(database: Database) -> None:
    await store(database, rated(1, 1300, wins=2))
    async with database.writing() as connection:
        await ratings.enter(connection, HERE, GAME, [rated(1, 1200), rated(2, 1200)])
    async with database.reading() as connection:
        found = await ratings.get(connection, HERE, GAME, [1, 2, 3])
    assert found == {1: rated(1, 1300, wins=2), 2: rated(2, 1200)}


async def test_a_rating_is_kept_to_the_last_digit(database: Database) -> None:
    exact = Rating(1, 27.635_221_830_139_48, 8.065_506_316_323_8, 1280, 1, 0, 0)
    await store(database, exact)
    async with database.reading() as connection:
        assert await ratings.get(connection, HERE, GAME, [1]) == {1: exact}
