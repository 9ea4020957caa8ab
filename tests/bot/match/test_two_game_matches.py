"""Matches of two games: the seats are swapped, and the sum is rated once."""

import pytest
from sqlalchemy import select

from bot.match.match_outcome import match_outcome, read_result
from bot.match.table import Table
from bot.services.finished import finished
from data.tables import OUTBOX
from games.game import Reason
from tests.bot.club import GUILD, JON, KIM, MARA, TWO_GAME, Club
from tests.data.backends import contents


async def return_game(club: Club, first: Table) -> Table:
    """Play the first game out and return the second, which has just started."""
    first = await club.play_out(first)
    games = await club.games_of(first.game.match.id)
    assert [game.number for game in games] == [1, 2]
    return await club.matches.table(games[1].id)


async def test_the_return_game_starts_at_once_with_the_seats_swapped(club: Club) -> None:
    first = await club.start(terms=TWO_GAME)
    second = await return_game(club, first)
    assert first.game.players == (MARA.id, JON.id)
    assert second.game.players == (JON.id, MARA.id)
    assert second.game.running
    assert second.game.code != first.game.code
    assert second.game.commitment != first.game.commitment
    async with club.database.reading() as connection:
        found = await connection.execute(
            select(OUTBOX.c.kind, OUTBOX.c.payload)
            .where(OUTBOX.c.stream == f"match:{first.game.match.id}")
            .order_by(OUTBOX.c.id)
        )
        rows = [(row.kind, row.payload) for row in found][-4:]
    assert rows == [
        ("result", {"game_id": first.game.id}),
        ("proof", {"game_id": first.game.id}),
        ("start", {"game_id": second.game.id}),
        ("board", {"game_id": second.game.id, "seq": 0}),
    ]


async def test_nothing_is_rated_before_the_second_game_is_over(club: Club) -> None:
    first = await club.start(terms=TWO_GAME)
    second = await return_game(club, first)
    assert (await contents(club.database))["ratings"] == []
    half = await finished(club.database, first.game.id)
    assert not half.match_over
    assert half.changes == {}
    assert second.game.match.ended_at is None


@pytest.mark.slow
async def test_the_sum_of_both_games_is_rated_once(club: Club) -> None:
    second = await return_game(club, await club.start(terms=TWO_GAME))
    await club.play_out(second)
    games = await club.games_of(second.game.match.id)
    assert games[1].match.ended_at == club.clock()
    points = dict.fromkeys((MARA.id, JON.id), 0)
    for game in games:
        result = read_result(game.result)
        assert result is not None
        assert result.scores is not None
        for person, score in zip(game.players, result.scores, strict=True):
            points[person] += score or 0
    outcome = match_outcome(games)
    assert dict(zip(outcome.people, outcome.scores, strict=True)) == points
    best = max(points.values())
    assert set(outcome.winners) == {person for person in points if points[person] == best}
    found = await contents(club.database)
    assert len(found["rating_changes"]) == 2
    whole = await finished(club.database, games[1].id)
    assert whole.match_over
    assert set(whole.changes) == set(points)
    assert whole.moves == games[0].turns + games[1].turns


@pytest.mark.parametrize("number", [1, 2])
async def test_who_resigns_gives_up_the_whole_match(club: Club, number: int) -> None:
    table = await club.rated(terms=TWO_GAME)
    if number == 2:
        table = await return_game(club, table)
    await club.resign(table, MARA)
    games = await club.games_of(table.game.match.id)
    outcome = match_outcome(games)
    assert len(games) == number
    assert (outcome.winners, outcome.reason) == ((JON.id,), Reason.RESIGNED)
    assert games[-1].match.ended_at is not None
    async with club.database.reading() as connection:
        kinds = (
            await connection.execute(select(OUTBOX.c.kind).order_by(OUTBOX.c.id.desc()).limit(2))
        ).scalars()
        assert list(kinds) == ["card", "close"] or list(kinds) == []
    found = await contents(club.database)
    assert len(found["rating_changes"]) == 2


@pytest.mark.parametrize("number", [1, 2])
async def test_a_match_that_is_aborted_has_no_winner(club: Club, number: int) -> None:
    table = await club.start(terms=TWO_GAME)
    if number == 2:
        table = await return_game(club, table)
    await club.matches.abort(table.game.id, KIM, interaction_id=club.ticket())
    games = await club.games_of(table.game.match.id)
    assert len(games) == number
    assert match_outcome(games).winners == ()
    assert (await contents(club.database))["ratings"] == []
    assert await club.matches.running_of(GUILD, MARA.id) == []
