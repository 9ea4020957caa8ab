"""Computers take seats: at once, next to those who are asked, or on those that stay open."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.errors import Refused
from bot.match.table import Person
from bot.services.proposals import ChallengeResult
from data.challenges import ChallengeState, First, MatchKind, Terms
from data.computers import Computer
from data.tables import OUTBOX, PEOPLE
from games.players import Level
from games.registry import GAMES
from tests.bot.club import GUILD, JON, KIM, MARA
from tests.bot.den import EASY, EASY_TOO, HARD, TABLE, Den


async def test_a_person_alone_begins_as_soon_as_the_card_is_posted(den: Den) -> None:
    proposal = replace(den.club.proposal(), computers=(EASY,))
    proposed = await den.club.challenges.propose(proposal, interaction_id=5)
    assert (proposed.challenge.state, proposed.game_id) == (ChallengeState.OPEN, None)
    answered = await den.club.post_card(proposed.challenge)
    assert answered.challenge.state is ChallengeState.ACCEPTED
    assert answered.game_id is not None
    table = await den.table(answered.game_id)
    assert table.game.players == (MARA.id, EASY.id)
    assert table.game.names == ("Mara", EASY.name)
    async with den.club.database.reading() as connection:
        rows = (await connection.execute(select(OUTBOX).order_by(OUTBOX.c.id))).all()
        assert [row.kind for row in rows] == ["card", "start", "board", "card"]
        assert len({row.stream for row in rows[1:]}) == 1
        assert list(await connection.scalars(select(PEOPLE.c.user_id))) == [MARA.id]


async def test_a_proposal_that_is_delivered_twice_begins_one_game(den: Den) -> None:
    proposal = replace(den.club.proposal(), computers=(EASY,))
    proposed = await den.club.challenges.propose(proposal, interaction_id=5)
    first = await den.club.post_card(proposed.challenge)
    assert (await den.club.post_card(proposed.challenge)).game_id == first.game_id
    second = await den.club.challenges.propose(proposal, interaction_id=5)
    assert (second.game_id, second.challenge.id) == (first.game_id, first.challenge.id)


async def test_a_game_against_a_computer_is_no_open_challenge(den: Den) -> None:
    for _ in range(den.club.settings.max_open_challenges + 1):
        answered = await den.propose(EASY)
        assert answered.game_id is not None
    assert await den.club.challenges.open_by(GUILD, MARA.id) == []


async def test_one_game_against_computers_at_a_time_waits_for_its_card(den: Den) -> None:
    proposal = replace(den.club.proposal(), computers=(EASY,))
    waiting = await den.club.challenges.propose(proposal, interaction_id=5)
    with pytest.raises(Refused, match="has not begun"):
        await den.club.challenges.propose(proposal, interaction_id=6)
    await den.club.challenges.cancel(waiting.challenge.id, MARA)
    answered = await den.propose(EASY)
    assert answered.game_id is not None


async def test_a_game_against_computers_whose_card_never_comes_expires(den: Den) -> None:
    proposal = replace(den.club.proposal(), computers=(EASY,))
    waiting = await den.club.challenges.propose(proposal, interaction_id=5)
    den.club.clock.pass_time(48 * 3600)
    lapsed = await den.club.challenges.lapse(waiting.challenge.id)
    assert lapsed is not None
    posted = await den.club.post_card(waiting.challenge)
    assert (posted.challenge.state, posted.game_id) == (ChallengeState.LAPSED, None)


async def test_running_games_against_computers_count_for_the_person_alone(den: Den) -> None:
    few = Den.of(den.club.again(MAX_GAMES_PER_PERSON="1"))
    await few.propose(EASY)
    with pytest.raises(Refused, match="You have 1 running game"):
        await few.propose(EASY)
    await few.club.database.close()


async def test_more_computers_than_seats_are_refused(den: Den) -> None:
    with pytest.raises(Refused, match="There is only 1 other seat"):
        await den.propose(EASY, asked=(JON,))


@pytest.mark.parametrize("settings", [{"scoring": "ledger"}, {"stake": "fixed"}])
async def test_a_computer_keeps_no_ledger(den: Den, settings: dict[str, str]) -> None:
    game = GAMES["tablero"]
    terms = Terms(
        "tablero",
        2,
        {},
        MatchKind.SINGLE,
        First.ME,
        rated=True,
        settings=game.settings_of(settings),
    )
    with pytest.raises(Refused, match="keep no ledger"):
        await den.propose(EASY, terms=terms)
    challenge = await den.club.propose(terms=terms)
    with pytest.raises(Refused, match="keep no ledger"):
        await den.club.challenges.may_fill(challenge.id, den.club.click(MARA))


@pytest.mark.usefixtures("toy")
async def test_who_is_asked_keeps_the_seat_and_the_game_starts_with_the_answer(den: Den) -> None:
    answered = await den.propose(EASY, asked=(JON,), terms=TABLE)
    assert answered.game_id is None
    assert answered.challenge.players == (MARA.id, JON.id, EASY.id)
    assert answered.challenge.people == (MARA.id, JON.id)
    accepted = await den.club.accept(answered.challenge)
    assert accepted.game_id is not None
    table = await den.table(accepted.game_id)
    assert table.game.players == (MARA.id, JON.id, EASY.id)


@pytest.mark.usefixtures("toy")
async def test_filling_leaves_the_asked_their_seats(den: Den) -> None:
    challenge = await den.club.propose(JON, terms=replace(TABLE, seats=4))
    filled = await fill(den, challenge.id, Level.EASY)
    assert filled.game_id is None
    assert filled.challenge.players == (MARA.id, JON.id, EASY.id, EASY_TOO.id)
    assert filled.challenge.asked == (JON.id,)
    with pytest.raises(Refused, match="the rest are kept for Jon"):
        await fill(den, challenge.id, Level.EASY)


@pytest.mark.usefixtures("toy")
async def test_filling_again_after_a_refusal_brings_another_computer(den: Den) -> None:
    challenge = await den.club.propose(JON, KIM, terms=replace(TABLE, seats=4))
    await fill(den, challenge.id, Level.EASY)
    for person in (KIM, JON):
        await den.club.challenges.decline(challenge.id, den.club.click(person))
    filled = await fill(den, challenge.id, Level.HARD)
    assert filled.game_id is not None
    table = await den.table(filled.game_id)
    assert table.game.players == (MARA.id, EASY.id, HARD.id, Computer(Level.HARD, 2).id)


async def test_filling_an_open_challenge_for_two_begins_the_game(den: Den) -> None:
    challenge = await den.club.propose()
    await den.club.post_card(challenge)
    filled = await fill(den, challenge.id, Level.HARD)
    assert filled.game_id is not None
    assert (await den.table(filled.game_id)).game.players == (MARA.id, HARD.id)


async def test_only_who_made_a_challenge_fills_it(den: Den) -> None:
    challenge = await den.club.propose()
    with pytest.raises(Refused, match="Only Mara can add computers here"):
        await fill(den, challenge.id, Level.EASY, by=JON)


async def fill(den: Den, challenge_id: int, level: Level, by: Person = MARA) -> ChallengeResult:
    return await den.club.challenges.fill(
        challenge_id, level, by, interaction_id=den.club.ticket(), threads=True
    )
