"""Two people who want the same game from each other, at once or one after the other, get one game."""

import asyncio
from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.table import Person
from bot.services.proposals import ChallengeResult
from data import challenges
from data.challenges import ChallengeState, First, Terms
from data.computers import computers
from games.players import Level
from tests.bot.club import JON, KIM, MARA, SINGLE, UNRATED, Club
from tests.bot.services.test_clicks_at_once import Clubs, clubs

__all__ = ["clubs"]

ANY = replace(SINGLE, first=First.RANDOM)
TABLE = Terms("dicefest", 3, {}, SINGLE.kind, First.RANDOM, rated=False)


async def ask(
    club: Club,
    me: Person,
    *others: Person,
    terms: Terms = SINGLE,
    rematch: bool = True,
    guests: int = 0,
    interaction: int | None = None,
) -> ChallengeResult:
    """Press Rematch, or type the command."""
    proposal = replace(
        club.proposal(*others, challenger=me, terms=terms),
        is_rematch=rematch,
        computers=computers(Level.EASY, guests),
    )
    return await club.challenges.propose(
        proposal,
        interaction_id=interaction or club.ticket(),
        may_open_threads=lambda _channel_id: True,
    )


async def test_the_second_press_accepts_the_first_one_of_an_hour_ago(clubs: Clubs) -> None:
    one, two = clubs
    first = await ask(one, MARA, JON)
    await one.post_card(first.challenge)
    one.clock.pass_time(3600)
    second = await ask(two, JON, MARA, terms=replace(SINGLE, first=First.OPPONENT))
    assert second.challenge.id == first.challenge.id
    assert second.challenge.state is ChallengeState.ACCEPTED
    assert second.game_id is not None


async def test_two_presses_at_the_same_time_lead_to_one_game(clubs: Clubs) -> None:
    one, two = clubs
    pressed = await asyncio.gather(ask(one, MARA, JON), ask(two, JON, MARA))
    assert len({each.challenge.id for each in pressed}) == 1
    begun = await one.post_card(pressed[0].challenge)
    assert begun.challenge.state is ChallengeState.ACCEPTED
    assert begun.game_id is not None


async def test_a_press_that_is_delivered_twice_accepts_once(club: Club) -> None:
    first = await ask(club, MARA, JON)
    await club.post_card(first.challenge)
    second = await ask(club, JON, MARA, interaction=77)
    again = await ask(club, JON, MARA, interaction=77)
    assert (again.challenge.id, again.game_id) == (first.challenge.id, second.game_id)


@pytest.mark.parametrize("guests", [0, 1])
async def test_at_a_table_each_press_takes_the_seat_that_waits_for_it(
    clubs: Clubs, guests: int
) -> None:
    one, two = clubs
    terms = replace(TABLE, seats=3 + guests)
    first = await ask(one, MARA, JON, KIM, terms=terms, guests=guests)
    second = await ask(two, JON, MARA, KIM, terms=terms, guests=guests)
    assert (second.challenge.id, second.game_id) == (first.challenge.id, None)
    with pytest.raises(Refused, match="already have a seat"):
        await ask(one, JON, MARA, KIM, terms=terms, guests=guests)
    await one.post_card(first.challenge)
    third = await ask(two, KIM, MARA, JON, terms=terms, guests=guests)
    assert third.challenge.id == first.challenge.id
    assert third.game_id is not None


@pytest.mark.parametrize(("typed_first", "terms"), [(True, ANY), (False, ANY), (False, SINGLE)])
async def test_a_challenge_that_was_typed_meanwhile_crosses_too(
    club: Club, typed_first: bool, terms: Terms
) -> None:
    first = await ask(club, MARA, JON, rematch=not typed_first)
    await club.post_card(first.challenge)
    second_terms = replace(terms, first=First.OPPONENT) if terms is SINGLE else terms
    second = await ask(club, JON, MARA, terms=second_terms, rematch=typed_first)
    assert second.challenge.id == first.challenge.id
    assert second.game_id is not None


async def test_typed_challenges_on_other_terms_are_two(club: Club) -> None:
    first = await ask(club, MARA, JON, rematch=False)
    for terms in (SINGLE, UNRATED):  # both say "I start", or one is unrated
        second = await ask(club, JON, MARA, terms=terms, rematch=False)
        assert second.challenge.id != first.challenge.id
        await club.challenges.cancel(second.challenge.id, JON)


async def test_a_rematch_on_other_terms_than_an_open_challenge_is_refused_in_words(
    club: Club,
) -> None:
    await ask(club, MARA, JON, terms=UNRATED, rematch=False)
    with pytest.raises(
        Refused, match="Mara has already challenged you to this game on other terms"
    ):
        await ask(club, JON, MARA)


async def test_what_was_declined_cancelled_or_has_lapsed_is_not_accepted(club: Club) -> None:
    declined = await ask(club, MARA, JON)
    await club.challenges.decline(declined.challenge.id, club.click(JON))
    cancelled = await ask(club, MARA, JON)
    await club.challenges.cancel(cancelled.challenge.id, MARA)
    lapsed = await ask(club, MARA, JON)
    club.clock.pass_time(49 * 3600)
    fresh = await ask(club, JON, MARA)
    old = {each.challenge.id for each in (declined, cancelled, lapsed)}
    assert fresh.challenge.id not in old


async def test_only_the_latest_challenges_of_a_person_are_looked_through(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "LATEST", 2)
    asked = []
    for _ in range(3):
        asked.append(await ask(club, MARA, JON))
        await club.challenges.cancel(asked[-1].challenge.id, MARA)
    async with club.database.reading() as connection:
        found = await challenges.with_person(
            connection, asked[0].challenge.guild_id, JON.id, SINGLE.game, open_only=False
        )
    assert [each.id for each in found] == [each.challenge.id for each in asked[1:]]


async def test_the_other_people_of_a_server_are_left_out(club: Club) -> None:
    first = await ask(club, MARA, KIM)
    second = await ask(club, JON, MARA)
    assert second.challenge.id != first.challenge.id
