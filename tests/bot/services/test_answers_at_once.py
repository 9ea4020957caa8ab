"""Answers to a challenge in the same instant: exactly one counts."""

import asyncio
from collections.abc import Awaitable

import pytest

from bot.services.proposals import ChallengeResult
from data.challenges import ChallengeState
from data.schedule import JobKind
from games.errors import GameError
from tests.bot.club import JON, KIM, MARA, Club
from tests.bot.passing import due_at
from tests.data.backends import contents


@pytest.fixture(params=["one process", "two processes"])
def other(request: pytest.FixtureRequest, club: Club, elsewhere: Club) -> Club:
    """Return where the second person clicks."""
    return elsewhere if request.param == "two processes" else club


async def at_once(*answers: Awaitable[ChallengeResult | None]) -> list[ChallengeResult | None]:
    """Return the answers that counted; the others must have been refused in words."""
    done = await asyncio.gather(*answers, return_exceptions=True)
    for each in done:
        if isinstance(each, BaseException) and not isinstance(each, GameError):
            raise each
    return [each for each in done if not isinstance(each, BaseException)]


async def test_of_two_people_at_an_open_card_one_sits(club: Club, other: Club) -> None:
    challenge = await club.propose()
    answered = await at_once(club.accept(challenge, JON), other.accept(challenge, KIM))
    assert len(answered) == 1
    found, _ = await club.challenges.get(challenge.id)
    assert len(found.sitting) == 2
    assert len((await contents(club.database))["matches"]) == 1


async def test_the_same_acceptance_twice_at_once_starts_one_match(club: Club, other: Club) -> None:
    challenge = await club.propose(JON)
    answered = await at_once(
        club.accept(challenge, interaction=5), other.accept(challenge, interaction=5)
    )
    assert [each is not None and each.challenge.state for each in answered] == ["accepted"] * 2
    assert len((await contents(club.database))["games"]) == 1


async def test_accept_cancel_and_lapse_at_once_lead_to_one_end(club: Club, other: Club) -> None:
    challenge = await club.propose(JON)
    answered = await at_once(
        club.accept(challenge),
        other.challenges.cancel(challenge.id, MARA),
        club.challenges.lapse(challenge.id),
        other.challenges.decline(challenge.id, other.click(JON)),
    )
    states = {each.challenge.state for each in answered if each is not None}
    found, _ = await club.challenges.get(challenge.id)
    assert states == {found.state}
    started = len((await contents(club.database))["matches"])
    assert started == (found.state is ChallengeState.ACCEPTED)
    assert await due_at(club, JobKind.LAPSE) == []


async def test_the_same_proposal_twice_at_once_is_one_challenge(club: Club, other: Club) -> None:
    made = await asyncio.gather(club.propose(JON, interaction=5), other.propose(JON, interaction=5))
    assert made[0].id == made[1].id


async def test_proposals_at_once_keep_to_the_limit(club: Club, other: Club) -> None:
    done = await asyncio.gather(
        *((club, other)[n % 2].propose() for n in range(8)), return_exceptions=True
    )
    assert sum(isinstance(each, GameError) for each in done) == 3
    assert len(await club.challenges.open_by(7, MARA.id)) == 5


async def test_two_challenges_to_one_person_at_once_are_one(club: Club, other: Club) -> None:
    done = await asyncio.gather(club.propose(JON), other.propose(JON), return_exceptions=True)
    assert sum(isinstance(each, GameError) for each in done) == 1


async def test_acceptances_at_once_keep_to_the_limit_of_games(club: Club) -> None:
    one, two = (club.again(MAX_GAMES_PER_PERSON="1") for _ in range(2))
    challenges = [await one.propose(), await one.propose(challenger=KIM)]
    done = await asyncio.gather(
        one.accept(challenges[0], JON), two.accept(challenges[1], JON), return_exceptions=True
    )
    assert sum(isinstance(each, GameError) for each in done) == 1
    assert len((await contents(club.database))["games"]) == 1
    for each in (one, two):
        await each.database.close()
