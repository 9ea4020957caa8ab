"""Computers that play like a person: picked from the record, drawn turn by turn, rated as fixed."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.errors import ChallengeClosed
from bot.match.ratings import computer_rating, newcomer, rate_match, rated_as
from bot.match.table import Person
from bot.recounting import rebuild
from bot.services.computers import STRENGTH
from bot.services.like_me import mix_now
from bot.services.practice import strength_for
from bot.services.proposals import ChallengeResult
from data import explorations, ratings
from data.challenges import First, MatchKind, Terms
from data.computers import Computer, computers
from data.explorations import Practice
from data.outcomes import Ending, alone_with_computers
from data.ratings import Ladder
from games.lots import seed_for
from games.players import Level
from games.players.mix import LIKE_ME, Mix, Strength, level_of, place_of
from tests.bot.club import GUILD, JON, MARA, SINGLE
from tests.bot.den import EASY, HARD, TABLE, Den
from tests.bot.test_recounting import settings_of

(SAM,) = computers(LIKE_ME, 1)
UNRATED = replace(SINGLE, rated=False)


async def now(den: Den, person: Person = MARA, game: str = "dice_matrix") -> Mix:
    return await mix_now(den.club.database, GUILD, game, person.id)


async def test_who_has_no_record_meets_one_between_easy_and_medium(den: Den) -> None:
    table = await den.start(SAM, terms=UNRATED)
    assert table.game.players == (MARA.id, SAM.id)
    assert table.game.computer_at(1) == LIKE_ME
    assert await now(den) == LIKE_ME


async def test_each_match_moves_it_unrated_ones_too_and_the_game_that_runs_keeps_its_own(
    den: Den,
) -> None:
    running = await den.start(SAM, terms=UNRATED)
    met = [place_of(await now(den))]
    for _ in range(2):
        table = await den.start(SAM, terms=UNRATED)
        assert place_of(table.game.computer_at(1) or Level.HARD) == met[-1]
        await den.club.resign(table, MARA)
        met.append(place_of(await now(den)))
    assert met == sorted(set(met), reverse=True)
    assert (await den.table(running.game.id)).game.computer_at(1) == LIKE_ME
    # Neither another person's nor another game's, nor that of another server.
    assert await now(den, JON) == await now(den, game="tablero") == LIKE_ME
    assert await mix_now(den.club.database, GUILD + 1, "dice_matrix", MARA.id) == LIKE_ME


async def test_only_matches_against_computers_alone_are_the_record(den: Den) -> None:
    table = await den.club.rated(MARA, JON)
    await den.club.resign(table, MARA)
    async with den.club.database.reading() as connection:
        assert await alone_with_computers(connection, GUILD, MARA.id, "dice_matrix", most=9) == []
    await den.club.resign(await den.start(HARD, terms=UNRATED), MARA)
    aborted = await den.start(EASY, terms=UNRATED)
    await den.club.referee.act(
        aborted.game.id, MARA, lambda _: ("!abort",), interaction_id=den.club.ticket()
    )
    async with den.club.database.reading() as connection:
        (alone,) = await alone_with_computers(connection, GUILD, MARA.id, "dice_matrix", most=9)
    assert (alone.ending, alone.strengths) == (Ending.LOST, (Level.HARD,))


@pytest.mark.usefixtures("toy")
async def test_a_table_is_filled_with_those_that_are_like_who_fills_it(den: Den) -> None:
    table = await den.start(*computers(LIKE_ME, 2), terms=TABLE)
    await den.play(table)
    await den.quiet()
    await den.club.resign(table, MARA)
    mix = await now(den, game="toy")
    assert place_of(mix) < place_of(LIKE_ME)
    asked = await den.propose(
        Computer(LIKE_ME), asked=(JON,), terms=replace(TABLE, seats=4, rated=False)
    )
    filled = await den.club.challenges.fill(
        asked.challenge.id, LIKE_ME, MARA, interaction_id=den.club.ticket(), threads=True
    )
    assert filled.challenge.computers == (Computer(mix), Computer(mix, 2))


async def test_one_level_chooses_a_whole_turn_by_what_the_secret_says(den: Den) -> None:
    terms = Terms("tablero", 2, {}, MatchKind.SINGLE, First.ME, rated=False)
    table = await den.start(SAM, terms=terms)
    for _ in range(16):
        await den.quiet()
        await den.play(table)
    await den.quiet()
    events, lots = await den.moves(table), table.game.lots
    assert lots is not None
    # A turn begins after a roll.
    expected = [
        level_of(LIKE_ME, seed_for(lots.key, STRENGTH, roll.seq))
        for roll, move in pairwise(events)
        if roll.notation.startswith("@") and move.user_id == SAM.id
    ]
    assert set(expected) == {Level.EASY, Level.MEDIUM}
    assert den.workers.asked == expected
    assert sum(event.user_id == SAM.id for event in events) > len(expected)


async def test_a_thought_that_fails_is_thought_again_at_the_lower_level(den: Den) -> None:
    den.workers.failing = {Level.MEDIUM}
    table = await den.start(SAM, terms=UNRATED)
    for _ in range(5):
        await den.play(table)
        await den.quiet()
    asked = den.workers.asked
    assert Level.MEDIUM in asked
    assert all(asked[n + 1] is Level.EASY for n, level in enumerate(asked) if level is Level.MEDIUM)
    assert len([event for event in await den.moves(table) if event.user_id == SAM.id]) == 5


async def test_a_rated_match_counts_by_its_fixed_rating_and_lists_nobody_new(den: Den) -> None:
    await den.club.resign(await den.start(SAM), MARA)
    key, listed = "dice_matrix", Ladder.COMPUTERS
    async with den.club.database.reading() as connection:
        found = await ratings.get(connection, GUILD, key, [MARA.id, SAM.id], listed)
    fixed = computer_rating(key, SAM)
    (expected,) = [
        rating
        for rating in rate_match(
            {MARA.id: newcomer(MARA.id), rated_as(SAM.id): fixed}, (MARA.id, SAM.id), (1, 0)
        )
        if rating.user_id == MARA.id
    ]
    assert found == {MARA.id: expected}

    rebuilt = await rebuild(
        settings_of(den.club), lambda *_: None, clock=lambda: den.club.clock() + 90
    )
    assert (rebuilt.changed_matches, rebuilt.changed_ratings) == (0, 0)
    assert rebuilt.matches == 1


async def test_two_who_ask_for_a_rematch_with_such_a_computer_get_one_game(den: Den) -> None:
    terms = Terms("dicefest", 3, {}, MatchKind.SINGLE, First.RANDOM, rated=False)
    club = den.club
    lost = Terms("dicefest", 2, {}, MatchKind.SINGLE, First.RANDOM, rated=False)
    table = await den.start(SAM, terms=lost)
    await den.quiet()
    await den.play(table)
    await den.quiet()
    await club.resign(table, MARA)
    mix = await now(den, game="dicefest")
    assert mix != await now(den, JON, "dicefest")

    def press(me: Person, other: Person) -> Coroutine[None, None, ChallengeResult]:
        asked = club.proposal(other, challenger=me, terms=terms)
        proposal = replace(asked, computers=(SAM,), is_rematch=True)
        return club.challenges.propose(proposal, interaction_id=club.ticket())

    answered = [await press(MARA, JON), await press(JON, MARA)]
    assert len({each.challenge.id for each in answered}) == 1
    # As strong as who asked first.
    assert answered[1].challenge.computers == (Computer(mix),)


@pytest.mark.parametrize(
    ("seated", "strength"),
    [((EASY, HARD), Level.HARD), ((Computer(LIKE_ME), EASY), LIKE_ME), ((), Level.MEDIUM)],
)
async def test_who_practises_meets_those_of_the_game_again(
    den: Den, seated: tuple[Computer, ...], strength: Strength
) -> None:
    table = await den.start(SAM, terms=UNRATED)
    players = (MARA.id, *(one.id for one in seated))
    practice = Practice(0, strength_for(replace(table.game, players=players), 0))
    assert practice.strength == strength
    async with den.club.database.writing() as connection:
        number = await explorations.add(connection, MARA.id, None, "{}", practice, now=0)
        stored = await explorations.get(connection, number, MARA.id)
    assert stored is not None
    assert stored.practice == practice


async def test_who_fills_twice_at_once_gets_one_game_with_one_computer(den: Den) -> None:
    challenge = await den.club.propose(terms=UNRATED)
    await den.club.post_card(challenge)
    other = den.club.again()
    done = await asyncio.gather(
        *(
            club.challenges.fill(
                challenge.id, LIKE_ME, MARA, interaction_id=den.club.ticket(), threads=True
            )
            for club in (den.club, other)
        ),
        return_exceptions=True,
    )
    await other.database.close()
    (filled,) = [each for each in done if isinstance(each, ChallengeResult)]
    assert sum(isinstance(each, ChallengeClosed) for each in done) == 1
    assert filled.challenge.computers == (SAM,)


async def test_a_game_that_ends_at_that_moment_counts_or_counts_next_time(den: Den) -> None:
    table = await den.start(SAM, terms=UNRATED)
    other = Den.of(den.club.again())
    _, proposed = await asyncio.gather(
        den.club.resign(table, MARA), other.propose(SAM, terms=UNRATED)
    )
    await other.club.database.close()
    (sam,) = proposed.challenge.computers
    assert sam.strength in {LIKE_ME, await now(den)}
    assert await now(den) != LIKE_ME
