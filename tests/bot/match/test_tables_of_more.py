"""Tables of more than two: they fill up seat by seat, can be left, and go on without who left."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.errors import ChallengeClosed, ForgedControl, NotPlaying, NotYourTurn, Refused
from bot.match.table import Person, Table
from bot.services.finished import finished
from bot.services.proposals import ChallengeResult
from data import games_found
from data.challenges import Challenge, ChallengeState, First, MatchKind, Terms
from data.schedule import JobKind
from data.tables import OUTBOX
from games.errors import GameError
from games.game import Reason
from games.registry import GAMES
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, Club, to_move
from tests.bot.passing import due_at
from tests.data.backends import contents
from tests.games.toy import TOY
from tests.tiers import sampled

LEA = Person(14, "Lea")
TABLE = Terms("toy", 3, {}, MatchKind.SINGLE, First.ME, rated=True)
LARGE = replace(TABLE, seats=4)
Answer = Callable[[Club, Challenge, Person], Awaitable[ChallengeResult]]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a game that more than two can play."""
    monkeypatch.setitem(GAMES, "toy", TOY)


async def accept(club: Club, challenge: Challenge, person: Person) -> ChallengeResult:
    return await club.challenges.accept(challenge.id, club.click(person))


async def join(club: Club, challenge: Challenge, person: Person) -> ChallengeResult:
    return await club.challenges.join(challenge.id, club.click(person))


async def leave(club: Club, challenge: Challenge, person: Person) -> ChallengeResult:
    return await club.challenges.leave(challenge.id, club.click(person))


async def decline(club: Club, challenge: Challenge, person: Person) -> ChallengeResult:
    return await club.challenges.decline(challenge.id, club.click(person))


async def cancel(club: Club, challenge: Challenge, person: Person) -> ChallengeResult:
    return await club.challenges.cancel(challenge.id, person)


async def begun(club: Club) -> Table:
    """Return a game of Mara, Jon and Kim (by seat) in which everybody has picked."""
    challenge = await club.propose(JON, KIM, terms=TABLE)
    await accept(club, challenge, JON)
    answered = await accept(club, challenge, KIM)
    assert answered.game_id is not None
    table = await club.matches.table(answered.game_id)
    for _ in range(3):
        table = (await club.play(table, "pick:1")).table
    return table


async def played_out(club: Club, table: Table) -> Table:
    while table.game.running:
        table = (await club.play(table, "keep")).table
    return table


# Filling up


async def test_those_asked_have_a_seat_kept_and_the_rest_is_open(club: Club) -> None:
    challenge = await club.propose(JON, terms=LARGE)
    assert (challenge.people, challenge.sitting) == ((MARA.id, JON.id), (MARA.id,))
    assert (challenge.asked, challenge.open_seats) == ((JON.id,), 2)


async def test_a_game_starts_with_the_last_seat_and_not_before(club: Club) -> None:
    challenge = await club.propose(JON, terms=LARGE)
    for answer, person in ((join, KIM), (accept, JON)):
        answered = await answer(club, challenge, person)
        assert answered.challenge.state is ChallengeState.OPEN
        assert answered.game_id is None
        assert answered.dispatch.streams == (f"challenge:{challenge.id}",)
    answered = await join(club, challenge, LEA)
    assert answered.challenge.state is ChallengeState.ACCEPTED
    assert answered.game_id is not None
    table = await club.matches.table(answered.game_id)
    # People keep the place at which they came or were asked.
    assert table.game.players == (MARA.id, JON.id, KIM.id, LEA.id)
    assert table.game.names == ("Mara", "Jon", "Kim", "Lea")
    assert await due_at(club, JobKind.LAPSE) == []


async def test_who_was_asked_may_join_as_well_and_takes_their_own_seat(club: Club) -> None:
    challenge = await club.propose(JON, terms=LARGE)
    answered = await join(club, challenge, JON)
    assert (answered.challenge.sitting, answered.challenge.open_seats) == ((MARA.id, JON.id), 2)


async def test_declining_opens_the_seat_to_anybody(club: Club) -> None:
    challenge = await club.propose(JON, KIM, terms=TABLE)
    declined = (await decline(club, challenge, JON)).challenge
    assert declined.state is ChallengeState.OPEN
    assert (declined.asked, declined.open_seats) == ((KIM.id,), 1)
    assert (await join(club, challenge, LEA)).challenge.sitting == (MARA.id, LEA.id)
    assert (await accept(club, challenge, KIM)).game_id is not None


async def test_a_seat_can_be_left_and_taken_again(club: Club) -> None:
    challenge = await club.propose(JON, terms=TABLE)
    await accept(club, challenge, JON)
    left = (await leave(club, challenge, JON)).challenge
    assert (left.people, left.open_seats) == ((MARA.id,), 2)
    await join(club, challenge, KIM)
    assert (await join(club, challenge, JON)).challenge.sitting == (MARA.id, KIM.id, JON.id)


async def test_first_me_has_the_challenger_start_and_opponent_the_next_to_sit(club: Club) -> None:
    for first, starts in ((First.ME, MARA), (First.OPPONENT, KIM)):
        challenge = await club.propose(terms=replace(TABLE, first=first))
        await join(club, challenge, KIM)
        answered = await join(club, challenge, JON)
        table = await club.matches.table(answered.game_id or 0)
        assert to_move(table) == starts


async def test_a_table_that_is_not_full_in_time_lapses(club: Club) -> None:
    challenge = await club.propose(JON, terms=TABLE)
    await join(club, challenge, KIM)
    club.clock.pass_time(48 * 3600)
    with pytest.raises(ChallengeClosed, match=r"has expired"):
        await accept(club, challenge, JON)
    lapsed = await club.challenges.lapse(challenge.id)
    assert lapsed is not None
    assert lapsed.challenge.state is ChallengeState.LAPSED
    assert lapsed.challenge.people == (MARA.id, JON.id, KIM.id)


# What is refused


@pytest.mark.parametrize(
    ("asked", "terms", "why"),
    [
        ((JON, JON), TABLE, r"You listed Jon twice\."),
        ((JON, MARA), TABLE, r"You already have a seat at your own table: ask others, or nobody\."),
        ((MARA,), SINGLE, r"You can't challenge yourself\."),
        ((JON, KIM, LEA), TABLE, r"You asked 3 people, but there are only 2 other seats\."),
        ((JON, KIM), SINGLE, r"You asked 2 people, but there is only 1 other seat\."),
    ],
)
async def test_nobody_is_asked_twice_and_no_more_than_can_sit(
    club: Club, asked: tuple[Person, ...], terms: Terms, why: str
) -> None:
    before = await contents(club.database)
    with pytest.raises(Refused, match=why):
        await club.propose(*asked, terms=terms)
    assert await contents(club.database) == before


async def test_every_one_of_those_asked_has_at_most_one_open_challenge_of_a_person(
    club: Club,
) -> None:
    await club.propose(JON, KIM, terms=TABLE)
    with pytest.raises(Refused, match=r"^Kim already has an open challenge from you"):
        await club.propose(LEA, KIM, terms=TABLE)


async def test_the_limit_of_games_holds_for_all_who_are_asked_or_sit(club: Club) -> None:
    small = club.again(MAX_GAMES_PER_PERSON="1")
    challenge = await small.propose(JON, terms=TABLE)
    await join(small, challenge, KIM)
    game = await small.start(KIM, LEA)
    with pytest.raises(Refused, match=r"^Kim has 1 running game"):
        await small.propose(JON, KIM, challenger=Person(15, "Ida"), terms=TABLE)
    with pytest.raises(Refused, match=r"^You have 1 running game"):
        await join(small, await small.propose(terms=TABLE), LEA)
    # Kim, who sat before that game began, keeps the table from starting until it ends.
    with pytest.raises(Refused, match=r"^Kim has 1 running game"):
        await accept(small, challenge, JON)
    await small.resign(game, LEA)
    assert (await accept(small, challenge, JON)).game_id is not None
    await small.database.close()


@sampled(
    ("answer", "person", "why"),
    [
        (accept, MARA, "You already have a seat at this table."),
        (accept, KIM, "You already have a seat at this table."),
        (accept, LEA, "Accept is for those who were asked: Jon. Join takes an open seat."),
        (join, KIM, "You already have a seat at this table."),
        (decline, KIM, "You already have a seat at this table: Leave gives it up."),
        (decline, LEA, "Only Jon can answer this challenge."),
        (leave, MARA, "This is your own table: Cancel closes it."),
        (leave, JON, "You have not taken your seat yet. Decline opens it to others."),
        (leave, LEA, "You have no seat at this table."),
        (cancel, KIM, "This is not your table: Leave gives up your seat."),
        (cancel, LEA, "Only Mara can cancel this challenge."),
    ],
)
async def test_the_wrong_click_is_told_what_is_right(
    club: Club, answer: Answer, person: Person, why: str
) -> None:
    challenge = await club.propose(JON, terms=LARGE)
    await join(club, challenge, KIM)
    before = await contents(club.database)
    with pytest.raises(Refused) as refused:
        await answer(club, challenge, person)
    assert str(refused.value) == why
    assert await contents(club.database) == before


async def test_a_table_without_an_open_seat_says_for_whom_it_is_kept(club: Club) -> None:
    challenge = await club.propose(JON, KIM, terms=TABLE)
    with pytest.raises(Refused, match=r"This table has no open seat: the rest are kept for Jon"):
        await join(club, challenge, LEA)
    with pytest.raises(Refused, match=r"^Only Jon and Kim can answer this challenge\.$"):
        await accept(club, challenge, LEA)


async def test_where_nobody_is_asked_there_is_nothing_to_accept_or_decline(club: Club) -> None:
    challenge = await club.propose(terms=TABLE)
    for answer in (accept, decline):
        with pytest.raises(Refused, match=r"^Nobody was asked to this table"):
            await answer(club, challenge, LEA)


async def test_a_card_for_two_has_no_join_and_no_leave(club: Club) -> None:
    challenge = await club.propose()
    for answer in (join, leave):
        with pytest.raises(ForgedControl):
            await answer(club, challenge, JON)


async def test_a_table_that_has_started_takes_no_answer(club: Club) -> None:
    table = await begun(club)
    challenge, _ = await club.challenges.get(table.game.match.challenge_id)
    for answer, person in ((accept, KIM), (join, LEA), (leave, JON), (decline, JON)):
        with pytest.raises(ChallengeClosed, match=r"is full, and its game has begun"):
            await answer(club, challenge, person)


# In the same instant


@pytest.fixture(params=["one process", "two processes"])
def other(request: pytest.FixtureRequest, club: Club, elsewhere: Club) -> Club:
    """Return where the second person clicks."""
    return elsewhere if request.param == "two processes" else club


async def counted(*answers: Awaitable[ChallengeResult]) -> list[ChallengeResult | GameError]:
    """Return the answers, or why they were refused."""
    done = await asyncio.gather(*answers, return_exceptions=True)
    answered = [each for each in done if isinstance(each, ChallengeResult | GameError)]
    assert len(answered) == len(done), done
    return answered


async def test_of_two_who_join_the_last_seat_one_sits(club: Club, other: Club) -> None:
    challenge = await club.propose(terms=TABLE)
    await join(club, challenge, JON)
    one, two = await counted(join(club, challenge, KIM), join(other, challenge, LEA))
    assert isinstance(one, ChallengeClosed) != isinstance(two, ChallengeClosed)
    found, _ = await club.challenges.get(challenge.id)
    assert len(found.sitting) == 3
    assert len((await contents(club.database))["games"]) == 1


async def test_who_leaves_while_the_last_seat_is_taken_either_plays_or_is_gone(
    club: Club, other: Club
) -> None:
    challenge = await club.propose(terms=TABLE)
    await join(club, challenge, JON)
    left, _joined = await counted(leave(club, challenge, JON), join(other, challenge, KIM))
    found, _ = await club.challenges.get(challenge.id)
    started = len((await contents(club.database))["games"])
    assert started == isinstance(left, ChallengeClosed) == (JON.id in found.sitting)
    assert KIM.id in found.sitting


async def test_the_last_seat_taken_twice_by_one_delivery_starts_one_game(
    club: Club, other: Club
) -> None:
    challenge = await club.propose(terms=TABLE)
    await join(club, challenge, JON)
    click = club.click(KIM)
    answered = await counted(
        club.challenges.join(challenge.id, click), other.challenges.join(challenge.id, click)
    )
    assert all(isinstance(each, ChallengeResult) for each in answered)
    assert len((await contents(club.database))["games"]) == 1


# Leaving the game


async def test_who_leaves_has_no_running_game_and_the_others_go_on(club: Club) -> None:
    table = (await club.resign(await begun(club), JON)).table
    assert table.game.running
    assert table == await club.matches.table(table.game.id)
    assert table.game.left == {1}
    async with club.database.reading() as connection:
        counts = [
            await games_found.count_running(connection, GUILD, p.id) for p in (MARA, JON, KIM)
        ]
    assert counts == [1, 0, 1]
    assert await club.matches.running_of(GUILD, JON.id) == []
    assert [game.code for game in await club.matches.running_of(GUILD, KIM.id)] == [table.game.code]
    # The turn passes over the seat that was left.
    assert to_move((await club.play(table, "drop")).table) == KIM


async def test_who_has_left_neither_moves_nor_leaves_again(club: Club) -> None:
    table = (await club.resign(await begun(club), JON)).table
    before = await contents(club.database)
    for act in (club.play(table, "keep", person=JON), club.resign(table, JON)):
        with pytest.raises(NotPlaying, match=r"^You have left this game"):
            await act
    with pytest.raises(NotYourTurn):
        await club.play(table, "keep", person=KIM)
    assert await contents(club.database) == before


async def test_whom_the_rules_put_out_neither_moves_nor_resigns(club: Club) -> None:
    table = (await club.play(await begun(club), "drop")).table
    for act in (club.play(table, "keep", person=MARA), club.resign(table, MARA)):
        with pytest.raises(NotPlaying, match=r"^You are out of this game"):
            await act


@pytest.mark.parametrize("leaver", [MARA, JON])
async def test_a_turn_that_stays_where_it_is_is_not_announced_again(
    club: Club, leaver: Person
) -> None:
    table = await begun(club)
    assert to_move(table) == MARA
    acted = await club.resign(table, leaver)
    async with club.database.reading() as connection:
        rows = (await connection.execute(select(OUTBOX.c.kind, OUTBOX.c.payload))).all()
    kinds = [row.kind for row in rows if row.payload.get("seq") == acted.table.game.seq]
    assert kinds == ["board" if leaver == MARA else "board-again"]


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make one turn enough to be rated: the toy may be over after two."""
    monkeypatch.setattr("bot.match.counting.FEWEST_TURNS", 1)


@pytest.mark.usefixtures("short_games")
async def test_the_last_one_left_wins_and_everybody_is_rated(club: Club) -> None:
    table = (await club.resign(await begun(club), MARA)).table
    table = (await club.resign(table, KIM)).table
    end = await finished(club.database, table.game.id)
    assert not table.game.running
    assert table.game.left == frozenset()
    assert end.outcome.reason is Reason.RESIGNED
    assert (end.outcome.people, end.outcome.winners) == ((MARA.id, JON.id, KIM.id), (JON.id,))
    gained = {person: change.after - change.before for person, change in end.changes.items()}
    assert gained[JON.id] > 0 > max(gained[MARA.id], gained[KIM.id])
    assert await club.matches.running_of(GUILD, JON.id) == []


@pytest.mark.usefixtures("short_games")
async def test_a_game_that_somebody_left_is_played_to_its_end(club: Club) -> None:
    table = await played_out(club, (await club.resign(await begun(club), JON)).table)
    end = await finished(club.database, table.game.id)
    assert end.outcome.reason is Reason.PLAYED
    assert end.outcome.scores[1] is None
    assert set(end.changes) == {MARA.id, JON.id, KIM.id}
    assert JON.id not in end.outcome.winners


async def test_who_left_too_soon_is_not_rated_and_the_others_are_among_themselves(
    club: Club,
) -> None:
    table = await played_out(club, (await club.resign(await begun(club), JON)).table)
    while table.line.turns < 5:
        table = await played_out(club, (await club.resign(await begun(club), JON)).table)
    # Three picks, and a turn at least of each of those who went on.
    end = await finished(club.database, table.game.id)
    assert set(end.changes) == {MARA.id, KIM.id}


async def test_where_the_last_one_gives_up_nobody_wins(club: Club) -> None:
    table = await begun(club)
    for _ in range(2):
        table = (await club.play(table, "drop")).table
    table = (await club.resign(table, KIM)).table
    end = await finished(club.database, table.game.id)
    assert (end.outcome.winners, end.outcome.ranks) == ((), (1, 1, 1))
    assert end.changes == {}, "where nobody wins nobody's rating moves"
