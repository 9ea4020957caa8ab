"""Clicks that come twice or at the same instant, in one process or in two."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import pytest

from bot.errors import NotYourTurn, StaleTurn
from bot.match.event import ActResult
from data import ratings
from games.errors import GameError, GameOver
from tests.bot.club import GUILD, JON, KIM, MARA, Club, legal, to_move, waiting
from tests.data.backends import contents

T = TypeVar("T")
Clubs = tuple[Club, Club]


@pytest.fixture(params=["one process", "two processes"])
def clubs(request: pytest.FixtureRequest, club: Club, elsewhere: Club) -> Clubs:
    """Return whom two people click at: the same process, or one each."""
    return (club, elsewhere) if request.param == "two processes" else (club, club)


async def outcomes(*acts: Awaitable[T]) -> tuple[list[T], list[GameError]]:
    """Do things at the same instant; give what they led to, and how they were refused."""
    done = await asyncio.gather(*acts, return_exceptions=True)
    good: list[T] = []
    refused: list[GameError] = []
    for each in done:
        if isinstance(each, GameError):
            refused.append(each)
        elif isinstance(each, BaseException):
            raise each
        else:
            good.append(each)
    return good, refused


async def test_the_same_delivery_twice_plays_once(clubs: Clubs) -> None:
    one, two = clubs
    table = await one.start()
    first = await one.play(table, interaction=5)
    before = await contents(one.database)
    second = await two.play(table, interaction=5)
    assert (first.repeated, second.repeated) == (False, True)
    assert second.table == first.table
    assert second.dispatch.claimed == ()
    assert await contents(one.database) == before


async def test_the_same_delivery_twice_at_once_plays_once(clubs: Clubs) -> None:
    one, two = clubs
    table = await one.start()
    good, refused = await outcomes(one.play(table, interaction=5), two.play(table, interaction=5))
    assert refused == []
    assert sorted(acted.repeated for acted in good) == [False, True]
    assert {acted.table.game.seq for acted in good} == {1}


async def test_a_late_second_delivery_gives_the_table_as_it_is_now(club: Club) -> None:
    table = await club.start()
    await club.play(table, interaction=5)
    now = await club.play_out(await club.matches.table(table.game.id), moves=3)
    again = await club.play(table, interaction=5)
    assert again.repeated
    assert again.table == now


async def test_resigning_and_aborting_twice_by_one_delivery_changes_nothing(club: Club) -> None:
    for act, actor in ((club.matches.resign, MARA), (club.matches.abort, KIM)):
        table = await club.start()
        delivery = club.ticket()
        await act(table.game.id, actor, interaction_id=delivery)
        before = await contents(club.database)
        assert (await act(table.game.id, actor, interaction_id=delivery)).repeated
        assert await contents(club.database) == before


async def test_one_interaction_may_act_in_several_games(club: Club) -> None:
    one, two = await club.start(), await club.start()
    await club.play(one, interaction=5)
    assert not (await club.play(two, interaction=5)).repeated


async def test_of_two_moves_of_one_player_at_once_one_counts(clubs: Clubs) -> None:
    one, two = clubs
    table = await one.start()
    good, refused = await outcomes(
        one.play(table, legal(table)[0]), two.play(table, legal(table)[1])
    )
    assert [acted.table.game.seq for acted in good] == [1]
    assert [type(error) for error in refused] == [StaleTurn]
    assert (await two.matches.table(table.game.id)) == good[0].table


async def test_a_stale_click_is_told_what_was_played(clubs: Clubs) -> None:
    one, two = clubs
    table = await one.start()
    await one.play(table)
    with pytest.raises(StaleTurn, match=r"^The board has moved on: .+ Here it is\.$") as stale:
        await two.play(table, person=to_move(table))
    assert stale.value.names == ("Mara", "Jon")


async def test_two_typed_moves_at_once_leave_the_second_without_the_turn(clubs: Clubs) -> None:
    one, two = clubs
    table = await one.start()

    def typed(club: Club) -> Awaitable[ActResult]:
        return club.matches.play_typed(
            table.game.id, to_move(table), legal(table)[0], seq=None, interaction_id=club.ticket()
        )

    good, refused = await outcomes(typed(one), typed(two))
    assert len(good) == 1
    assert [type(error) for error in refused] == [NotYourTurn]


async def test_a_move_and_a_resignation_at_once_are_both_events_or_the_game_is_over(
    clubs: Clubs,
) -> None:
    one, two = clubs
    table = await one.start()
    good, refused = await outcomes(one.play(table), two.resign(table, waiting(table)))
    now = await one.matches.table(table.game.id)
    assert not now.game.running
    assert now.game.seq == len(good)
    assert all(isinstance(error, GameOver) for error in refused)


async def test_both_players_resigning_at_once_leaves_one_winner(clubs: Clubs) -> None:
    one, two = clubs
    table = await one.rated()
    good, refused = await outcomes(one.resign(table, MARA), two.resign(table, JON))
    assert len(good) == 1
    assert [type(error) for error in refused] == [GameOver]
    found = await contents(one.database)
    assert len(found["rating_changes"]) == 2


async def test_games_that_end_at_once_all_count_in_the_ratings(clubs: Clubs) -> None:
    one, two = clubs
    tables = [await one.rated() for _ in range(4)]
    await outcomes(*(clubs[n % 2].resign(table, JON) for n, table in enumerate(tables)))
    async with two.database.reading() as connection:
        found = await ratings.get(connection, GUILD, "dice_matrix", [MARA.id, JON.id])
    assert (found[MARA.id].wins, found[JON.id].losses) == (4, 4)


@pytest.mark.slow
async def test_fifty_moves_in_fifty_games_at_once(club: Club, elsewhere: Club) -> None:
    roomy = club.again(MAX_GAMES_PER_PERSON="50")
    pairs = ((MARA, JON), (JON, KIM), (KIM, MARA))
    tables = [await roomy.start(*pairs[n % 3]) for n in range(50)]
    good, refused = await outcomes(
        *((club, elsewhere)[n % 2].play(table) for n, table in enumerate(tables))
    )
    assert refused == []
    assert {acted.table.game.seq for acted in good} == {1}
    assert {acted.table.game.id for acted in good} == {table.game.id for table in tables}
    await roomy.database.close()
