"""Ways to a rating that nobody has earned: none of them works."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.errors import Refused
from bot.match.ratings import newcomer, rate
from bot.match.table import Person, Table
from bot.services.agreements import TAKEBACK_UNRATES
from bot.services.finished import Finished, finished
from data import clocks, ratings
from data.challenges import Clock, ClockEnd
from data.offers import OfferKind
from data.ratings import Ladder, Rating
from data.stored import Uncounted
from games.players import Level
from games.registry import GAMES
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, Club
from tests.bot.den import EASY, EASY_TOO, HARD, TABLE, Den
from tests.tiers import sampled

DAY = 24 * 3600


async def rating(club: Club, person_id: int, ladder: Ladder = Ladder.PEOPLE) -> Rating | None:
    """Return somebody's rating in Dice Matrix, or None."""
    async with club.database.reading() as connection:
        found = await ratings.get(connection, GUILD, "dice_matrix", [person_id], ladder)
    return found.get(person_id)


async def end_of(club: Club, table: Table) -> Finished:
    return await finished(club.database, table.game.id)


# An accomplice who loses on purpose


@sampled("moves", range(4))
async def test_a_match_in_which_a_side_has_not_completed_two_turns_counts_for_nobody(
    club: Club, moves: int
) -> None:
    table = await club.play_out(await club.start(), moves=moves)
    await club.resign(table, JON)
    end = await end_of(club, table)
    assert end.outcome.winners == (MARA.id,)
    assert end.changes == {}
    assert end.match.uncounted is Uncounted.SHORT
    assert await rating(club, MARA.id) is None


async def test_after_two_turns_of_each_it_counts(club: Club) -> None:
    table = await club.rated()
    await club.resign(table, JON)
    assert set((await end_of(club, table)).changes) == {MARA.id, JON.id}


@pytest.mark.slow
async def test_thirty_defeats_of_an_accomplice_within_a_week_are_worth_a_few(club: Club) -> None:
    gains = []
    for _ in range(30):
        table = await club.rated()
        await club.resign(table, JON)
        change = (await end_of(club, table)).changes[MARA.id]
        gains.append(change.after - change.before)
        club.clock.pass_time(3600)
    assert gains[0] == max(gains) == 63
    # Points that are shown are whole.
    assert all(later <= earlier + 1 for earlier, later in pairwise(gains))
    assert sum(gains) < 4 * gains[0]


async def test_after_a_week_a_match_of_the_same_two_counts_in_full_again(club: Club) -> None:
    gains = []
    for days in (0, 1, 8):
        club.clock.pass_time(days * DAY)
        before = [await rating(club, one.id) or newcomer(one.id) for one in (MARA, JON)]
        table = await club.rated()
        await club.resign(table, JON)
        after = await rating(club, MARA.id)
        assert after is not None
        gains.append((after.mu - before[0].mu) / (rate(before, [0, 1])[0].mu - before[0].mu))
    assert gains == pytest.approx([1, 1 / 2, 1])


async def test_of_matches_that_end_at_the_same_moment_only_one_is_the_first(
    club: Club, elsewhere: Club
) -> None:
    tables = [await club.rated() for _ in range(4)]
    await asyncio.gather(
        *((club, elsewhere)[n % 2].resign(table, JON) for n, table in enumerate(tables))
    )
    gains = []
    for table in tables:
        change = (await end_of(club, table)).changes[MARA.id]
        gains.append(change.after - change.before)
    first, *later = sorted(gains, reverse=True)
    assert first == 63
    assert max(later) < 32
    assert sum(gains) < 63 * (1 + 1 / 2 + 1 / 3 + 1 / 4)


async def test_a_match_with_somebody_else_counts_in_full(club: Club) -> None:
    await club.resign(await club.rated(), JON)
    table = await club.rated(opponent=KIM)
    await club.resign(table, KIM)
    change = (await end_of(club, table)).changes[KIM.id]
    assert change.before - change.after > 50


# Somebody who vanishes


async def vanished(club: Club, games: int) -> list[Finished]:
    """Run somebody's time out in games with as many others, and return how they ended."""
    terms = replace(SINGLE, clock=Clock(3, ClockEnd.FORFEIT))
    others = [Person(100 + number, f"Person {number}") for number in range(games)]
    tables = []
    for other in others:
        table = await club.start(MARA, other, terms)
        for person in (MARA, other) * 2:
            table = (await club.play(table, person=person)).table
        tables.append(table)
    club.clock.pass_time(3 * DAY)
    for table in tables:
        await club.clocks.run_out(table.game.id)
    return [await end_of(club, table) for table in tables]


@pytest.mark.slow
async def test_who_vanishes_from_twenty_games_loses_all_and_no_more_of_the_rating_than_in_four(
    club: Club,
) -> None:
    ends = await vanished(club, 20)
    lost = [end.changes[MARA.id].before - end.changes[MARA.id].after for end in ends]
    gains = [
        end.changes[other].after - end.changes[other].before
        for end in ends
        for other in end.outcome.winners
    ]
    own = await rating(club, MARA.id)
    assert own is not None
    assert (own.losses, own.wins) == (20, 0)
    assert lost[0] > 50
    assert sum(lost) < 4 * lost[0]
    assert gains[0] > 50
    assert gains[-1] < 10
    assert all(end.outcome.winners != (MARA.id,) for end in ends)


async def test_a_month_after_a_game_was_lost_on_time_another_counts_in_full(club: Club) -> None:
    await vanished(club, 3)
    club.clock.pass_time(31 * DAY)
    before = [await rating(club, MARA.id), newcomer(JON.id)]
    terms = replace(SINGLE, clock=Clock(3, ClockEnd.FORFEIT))
    table = await club.rated(MARA, JON, terms)
    club.clock.pass_time(3 * DAY)
    await club.clocks.run_out(table.game.id)
    after = await rating(club, MARA.id)
    assert before[0] is not None
    assert after is not None
    full = rate([before[0], newcomer(JON.id)], [1, 0])[0]
    assert after.mu == pytest.approx(full.mu)


async def test_who_resigns_or_is_beaten_after_that_loses_in_full(club: Club) -> None:
    await vanished(club, 3)
    table = await club.rated()
    await club.resign(table, MARA)
    change = (await end_of(club, table)).changes[MARA.id]
    assert change.before - change.after > 20


# Draws


@sampled("more", [-1, 0])
async def test_a_draw_is_rated_only_once_there_was_a_game(club: Club, more: int) -> None:
    turns = GAMES["dice_matrix"].about.rated_draw_turns + more
    table = await club.play_out(await club.start(), moves=turns)
    await club.agree(table, OfferKind.DRAW, MARA, JON)
    end = await end_of(club, table)
    assert set(end.outcome.winners) == {MARA.id, JON.id}
    assert bool(end.changes) is (more == 0)
    assert end.match.uncounted is (Uncounted.EARLY_DRAW if more else None)


@pytest.mark.slow
async def test_a_draw_of_two_with_the_same_rating_gains_neither_a_point(club: Club) -> None:
    for _ in range(3):
        table = await club.play_out(await club.start(), moves=16)
        await club.agree(table, OfferKind.DRAW, MARA, JON)
    found = [await rating(club, one.id) for one in (MARA, JON)]
    assert [(one.shown, one.draws) for one in found if one is not None] == [(1200, 3)] * 2


def test_every_game_with_draws_says_when_one_counts() -> None:
    for game in GAMES.values():
        assert bool(game.about.rated_draw_turns) is game.about.draws, game.about.key


# Computers


@pytest.mark.slow
async def test_a_rated_game_against_computers_is_not_dealt_again_until_it_pleases(
    den: Den,
) -> None:
    table = await den.start(HARD)
    for _ in range(2):
        with pytest.raises(Refused, match="rated game"):
            await den.club.ask(table, MARA, OfferKind.ABORT)
        await den.play(table)
        await den.quiet()
        table = await den.table(table.game.id)
    await den.club.resign(table, MARA)
    assert (await end_of(den.club, table)).changes[MARA.id].after < 1200


async def test_to_resign_at_the_first_sight_of_a_deal_is_a_defeat(den: Den) -> None:
    table = await den.start(HARD)
    await den.club.resign(table, MARA)
    end = await end_of(den.club, table)
    assert set(end.changes) == {MARA.id}
    found = await rating(den.club, MARA.id, Ladder.COMPUTERS)
    assert found is not None
    assert (found.losses, found.shown < 1200) == (1, True)


async def test_an_unrated_game_against_computers_is_ended_as_ever(den: Den) -> None:
    table = await den.start(HARD, terms=replace(SINGLE, rated=False))
    assert not (await den.club.ask(table, MARA, OfferKind.ABORT)).table.game.running


@pytest.mark.slow
@pytest.mark.parametrize("takebacks", [False, True])
async def test_a_takeback_against_computers_makes_the_game_unrated_and_says_so_before(
    den: Den, *, takebacks: bool
) -> None:
    table = await den.start(HARD, terms=replace(SINGLE, takebacks=takebacks))
    await den.play(table)
    await den.quiet()
    with pytest.raises(Refused, match="unrated from then on") as refused:
        await den.club.ask(table, MARA, OfferKind.TAKEBACK)
    assert refused.value.text == TAKEBACK_UNRATES
    assert (await den.table(table.game.id)).game.match.rated
    done = await den.club.agreements.ask(
        table.game.id, MARA, OfferKind.TAKEBACK, interaction_id=den.club.ticket(), unrates=True
    )
    assert done.table == await den.table(table.game.id)
    assert not done.table.game.match.rated
    await den.club.resign(done.table, MARA)
    end = await end_of(den.club, table)
    assert (end.changes, end.match.uncounted) == ({}, Uncounted.TAKEBACK)


async def test_people_who_agreed_on_takebacks_stay_rated(club: Club) -> None:
    table = await club.play_out(await club.start(terms=replace(SINGLE, takebacks=True)), moves=5)
    table = await club.agree(table, OfferKind.TAKEBACK, MARA, JON)
    assert table.game.match.rated
    assert table.line.turns == 4


async def test_results_against_computers_move_no_computer(den: Den) -> None:
    for _ in range(3):
        await den.club.resign(await den.start(HARD), MARA)
    found = await rating(den.club, HARD.id, Ladder.COMPUTERS)
    assert found is not None
    assert (found.shown, found.wins) == (1395, 3)
    mine = await rating(den.club, MARA.id, Ladder.COMPUTERS)
    assert mine is not None
    # Nothing is taken off a match with computers for being played again.
    lost = rate([newcomer(MARA.id), replace(found, wins=0)], [1, 0])[0].mu
    assert mine.mu < lost


@pytest.mark.usefixtures("toy")
async def test_computers_of_one_table_have_no_change_either(den: Den) -> None:
    table = await den.start(EASY, EASY_TOO, terms=TABLE)
    await den.play(table)
    await den.quiet()
    acted = await den.club.resign(table, MARA)
    den.service.wake(acted.dispatch.thinking)
    await den.quiet()
    assert set((await end_of(den.club, table)).changes) == {MARA.id}


# A computer that plays for somebody


async def test_who_let_a_computer_play_keeps_their_rating_and_the_other_earns_theirs(
    den: Den,
) -> None:
    club = den.club
    table = await club.rated()
    async with club.database.writing() as connection:
        await clocks.set_stand_in(connection, table.game.id, 0, Level.EASY)
    table = await den.table(table.game.id)
    assert table.line.to_move == 0
    den.service.wake([table.game.id])
    await den.quiet()
    table = await den.table(table.game.id)
    assert table.line.turns == 5
    await club.resign(table, JON)
    changes = (await end_of(club, table)).changes
    assert set(changes) == {JON.id}
    assert changes[JON.id].after < 1200
    assert await rating(club, MARA.id) == newcomer(MARA.id)


# Moderators


async def test_a_moderator_cannot_end_a_game_that_they_play_in(club: Club) -> None:
    table = await club.rated()
    for player in (MARA, JON):
        with pytest.raises(Refused, match="another moderator"):
            await club.matches.abort(table.game.id, player, interaction_id=club.ticket())
    assert (await club.matches.table(table.game.id)).game.running


async def test_who_ended_a_game_from_outside_is_named(club: Club) -> None:
    table = await club.rated()
    await club.matches.abort(table.game.id, KIM, interaction_id=club.ticket())
    end = await end_of(club, table)
    assert (end.ended_by, end.match.uncounted) == (KIM.id, Uncounted.NOBODY)
    agreed = await club.agree(await club.start(), OfferKind.ABORT, MARA, JON)
    assert (await end_of(club, agreed)).ended_by is None
