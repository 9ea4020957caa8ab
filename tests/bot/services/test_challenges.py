"""Challenges: who may make and answer them, and what comes of them."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.errors import ChallengeClosed, MatchError, Refused
from bot.match.table import Person
from data import outbox, schedule
from data.challenges import Challenge, ChallengeState, First
from data.outbox import Post
from data.schedule import JobKind
from data.tables import OUTBOX, SCHEDULE
from games.errors import GameError
from tests.bot.club import CARD, CHANNEL, GUILD, JON, KIM, MARA, SINGLE, Club
from tests.bot.passing import due_at
from tests.data.backends import contents
from tests.tiers import sampled

HOURS = 3600


async def state_of(club: Club, challenge: Challenge) -> ChallengeState:
    found, _ = await club.challenges.get(challenge.id)
    return found.state


async def rows(club: Club, stream: str) -> list[tuple[str, object]]:
    async with club.database.reading() as connection:
        found = await connection.execute(
            select(OUTBOX.c.kind, OUTBOX.c.payload)
            .where(OUTBOX.c.stream == stream)
            .order_by(OUTBOX.c.id)
        )
        return [(row.kind, row.payload) for row in found]


async def test_a_proposal_stores_a_challenge_its_card_and_when_it_lapses(club: Club) -> None:
    challenge = await club.propose(JON)
    assert challenge.state is ChallengeState.OPEN
    assert (challenge.sitting, challenge.asked) == ((MARA.id,), (JON.id,))
    assert challenge.terms == SINGLE
    assert challenge.lapses_at == club.clock() + 48 * HOURS
    card = ("card", {"challenge_id": challenge.id})
    assert await rows(club, f"challenge:{challenge.id}") == [card]
    async with club.database.reading() as connection:
        things = (await connection.execute(select(SCHEDULE))).all()
    assert [tuple(thing) for thing in things] == [
        (JobKind.LAPSE, challenge.id, challenge.lapses_at)
    ]


async def test_the_names_of_those_concerned_are_known(club: Club) -> None:
    challenge = await club.propose(JON)
    _, names = await club.challenges.get(challenge.id)
    assert names == {MARA.id: "Mara", JON.id: "Jon"}


async def test_the_same_proposal_delivered_twice_is_one_challenge(club: Club) -> None:
    first = await club.propose(JON, interaction=5)
    before = await contents(club.database)
    second = await club.propose(JON, interaction=5)
    assert second == first
    assert await contents(club.database) == before


async def refused(club: Club, *asked: Person, challenger: Person = MARA) -> str:
    """Return the words with which a proposal is refused, after checking that nothing is stored."""
    before = await contents(club.database)
    with pytest.raises(Refused) as error:
        await club.propose(*asked, challenger=challenger)
    assert await contents(club.database) == before
    return str(error.value.text.source)


async def test_a_second_challenge_to_the_same_person_is_refused(club: Club) -> None:
    await club.propose(JON)
    assert (await refused(club, JON)).startswith("{person} already has an open challenge from you")
    await club.propose(KIM)
    await club.propose(MARA, challenger=JON)


async def test_a_sixth_open_challenge_is_refused(club: Club) -> None:
    made = [await club.propose() for _ in range(5)]
    before = await contents(club.database)
    with pytest.raises(Refused, match=r"^You already have 5 open challenges"):
        await club.propose(JON)
    assert await contents(club.database) == before
    await club.propose(challenger=JON)
    await club.challenges.cancel(made[0].id, MARA)
    await club.propose(JON)


async def test_open_challenges_are_counted_in_each_server_by_itself(club: Club) -> None:
    for _ in range(5):
        await club.propose()
    elsewhere = replace(club.proposal(JON), guild_id=GUILD + 1)
    answered = await club.challenges.propose(elsewhere, interaction_id=club.ticket())
    assert answered.challenge.guild_id == GUILD + 1


async def test_who_has_as_many_games_as_may_be_is_neither_challenger_nor_challenged(
    club: Club,
) -> None:
    small = club.again(MAX_GAMES_PER_PERSON="1")
    table = await small.start(MARA, JON)
    assert (await refused(small, KIM)).startswith("You have {n} running game")
    with pytest.raises(Refused, match=r"^Jon has 1 running game in this server"):
        await small.propose(JON, challenger=KIM)
    await small.resign(table, MARA)
    await small.start(KIM, JON)
    await small.database.close()


async def test_the_limit_of_games_counts_at_the_acceptance_too(club: Club) -> None:
    small = club.again(MAX_GAMES_PER_PERSON="1")
    to_jon, to_all = await small.propose(JON), await small.propose()
    await small.accept(to_jon)
    with pytest.raises(Refused, match="has 1 running game"):  # Mara has
        await small.accept(to_all, KIM)
    from_kim = await small.propose(challenger=KIM)
    with pytest.raises(Refused, match=r"^You have 1 running game"):
        await small.accept(from_kim, JON)
    assert await state_of(small, to_all) is ChallengeState.OPEN
    await small.database.close()


async def test_who_was_asked_accepts_and_the_match_starts(club: Club) -> None:
    challenge = await club.propose(JON)
    answered = await club.accept(challenge)
    assert answered.challenge.state is ChallengeState.ACCEPTED
    assert answered.challenge.sitting == (MARA.id, JON.id)
    match = await club.challenges.match_of(challenge.id)
    assert match is not None
    [game] = await club.games_of(match.id)
    assert game.id == answered.game_id
    assert game.players == (MARA.id, JON.id)
    assert await rows(club, f"match:{match.id}") == [
        ("start", {"game_id": game.id}),
        ("board", {"game_id": game.id, "seq": 0}),
        ("card", {"challenge_id": challenge.id}),
    ]
    assert await due_at(club, JobKind.LAPSE) == []


@pytest.mark.parametrize(("first", "starts"), [(First.ME, MARA), (First.OPPONENT, JON)])
async def test_who_starts_is_as_agreed(club: Club, first: First, starts: Person) -> None:
    table = await club.start(terms=replace(SINGLE, first=first))
    assert table.game.players[0] == starts.id


async def test_who_starts_may_be_drawn(club: Club) -> None:
    terms = replace(SINGLE, first=First.RANDOM)
    tables = [await club.start(terms=terms) for _ in range(12)]
    assert {table.game.players[0] for table in tables} == {MARA.id, JON.id}


async def test_anybody_may_take_the_seat_of_an_open_challenge(club: Club) -> None:
    answered = await club.accept(await club.propose(), KIM)
    assert answered.challenge.sitting == (MARA.id, KIM.id)


async def answer_refused(club: Club, answer: str, challenge: Challenge, person: Person) -> str:
    before = await contents(club.database)
    acts = {
        "accept": lambda: club.challenges.accept(challenge.id, club.click(person)),
        "decline": lambda: club.challenges.decline(challenge.id, club.click(person)),
        "cancel": lambda: club.challenges.cancel(challenge.id, person),
    }
    with pytest.raises(GameError) as error:
        await acts[answer]()
    assert await contents(club.database) == before
    return str(error.value.text.source)


@pytest.mark.parametrize("answer", ["accept", "decline"])
async def test_nobody_else_answers_for_who_was_asked(club: Club, answer: str) -> None:
    challenge = await club.propose(JON)
    said = await answer_refused(club, answer, challenge, KIM)
    assert said == "Only {people} can answer this challenge."


async def test_nobody_accepts_their_own_challenge(club: Club) -> None:
    for challenge in (await club.propose(JON), await club.propose()):
        await answer_refused(club, "accept", challenge, MARA)


async def test_nobody_declines_for_everybody(club: Club) -> None:
    await answer_refused(club, "decline", await club.propose(), KIM)


async def test_only_the_challenger_cancels(club: Club) -> None:
    said = await answer_refused(club, "cancel", await club.propose(JON), JON)
    assert said == "Only {challenger} can cancel this challenge."


@sampled(
    ("ending", "told"),
    [
        ("declined", "declined"),
        ("cancelled", "cancelled"),
        ("lapsed", "expired"),
        ("accepted", "accepted"),
    ],
)
async def test_a_closed_challenge_takes_no_answer_and_says_what_became_of_it(
    club: Club, ending: str, told: str
) -> None:
    challenge = await club.propose(JON)
    match ending:
        case "declined":
            await club.challenges.decline(challenge.id, club.click(JON))
        case "cancelled":
            await club.challenges.cancel(challenge.id, MARA)
        case "lapsed":
            await club.challenges.lapse(challenge.id)
        case _:
            await club.accept(challenge)
    assert await state_of(club, challenge) == ending
    assert await due_at(club, JobKind.LAPSE) == []
    for answer, person in (("accept", KIM), ("decline", JON), ("cancel", MARA)):
        assert told in await answer_refused(club, answer, challenge, person)


async def test_every_answer_has_the_card_brought_up_to_date(club: Club) -> None:
    challenge = await club.propose(JON)
    answered = await club.challenges.decline(challenge.id, club.click(JON))
    assert len(await rows(club, f"challenge:{challenge.id}")) == 2
    assert answered.dispatch.streams == (f"challenge:{challenge.id}",)


async def test_an_answer_notes_where_the_card_stands(club: Club) -> None:
    challenge = await club.propose(JON)
    assert await club.challenges.card_of(challenge.id) is None
    await club.accept(challenge)
    assert await club.challenges.card_of(challenge.id) == Post(0, CHANNEL, CARD)


async def test_accepting_twice_by_one_delivery_starts_one_match(club: Club) -> None:
    challenge = await club.propose(JON)
    await club.accept(challenge, interaction=5)
    before = await contents(club.database)
    again = await club.accept(challenge, interaction=5)
    assert again.challenge.state is ChallengeState.ACCEPTED
    assert await contents(club.database) == before


async def test_another_click_on_an_accepted_challenge_is_told_so(club: Club) -> None:
    challenge = await club.propose(JON)
    await club.accept(challenge)
    for person in (JON, MARA):
        with pytest.raises(ChallengeClosed, match="has already been accepted"):
            await club.accept(challenge, person)


async def test_a_challenge_whose_time_is_over_is_closed_before_anybody_has_noticed(
    club: Club,
) -> None:
    challenge = await club.propose(JON)
    club.clock.pass_time(48 * HOURS)
    with pytest.raises(ChallengeClosed, match="has expired"):
        await club.accept(challenge)
    assert await club.challenges.lapse(challenge.id) is not None
    assert await state_of(club, challenge) is ChallengeState.LAPSED


async def test_a_second_before_its_time_is_over_a_challenge_is_accepted(club: Club) -> None:
    challenge = await club.propose(JON)
    club.clock.pass_time(48 * HOURS - 1)
    assert (await club.accept(challenge)).game_id is not None


async def test_a_challenge_that_was_answered_does_not_lapse(club: Club) -> None:
    challenge = await club.propose(JON)
    await club.accept(challenge)
    async with club.database.writing() as connection:
        # As if a crash had kept it from being deleted.
        await schedule.put(connection, schedule.ScheduledJob(JobKind.LAPSE, challenge.id, 0))
    assert await club.challenges.lapse(challenge.id) is None
    assert await state_of(club, challenge) is ChallengeState.ACCEPTED
    assert await due_at(club, JobKind.LAPSE) == []


async def test_ones_own_open_challenges_are_listed_with_their_cards(club: Club) -> None:
    made = [await club.propose(JON), await club.propose()]
    gone = await club.propose(KIM)
    await club.challenges.cancel(gone.id, MARA)
    post = Post(0, CHANNEL, 701)
    async with club.database.writing() as connection:
        await outbox.record_post(connection, "card", made[1].id, post)
    assert await club.challenges.open_by(GUILD, MARA.id) == [(made[0], None), (made[1], post)]
    assert await club.challenges.open_by(GUILD + 1, MARA.id) == []


async def test_an_unknown_challenge_is_an_error_in_words(club: Club) -> None:
    for ask in (
        club.challenges.get(404),
        club.challenges.accept(404, club.click(MARA)),
        club.challenges.decline(404, club.click(MARA)),
        club.challenges.cancel(404, MARA),
    ):
        with pytest.raises(MatchError):
            await ask
    assert await club.challenges.lapse(404) is None
    assert await club.challenges.match_of(404) is None
