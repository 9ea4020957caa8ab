"""Clocks: they begin with a turn, run out once, and what was agreed happens then."""

from dataclasses import replace

import pytest

from bot.errors import MatchError, NotPlaying, StaleTurn
from bot.match.event import ActResult
from bot.match.reminder_times import DAY, HOUR, Stage
from bot.match.table import Person, Table
from bot.match.turn_clock import PATIENCE_SECONDS
from bot.services.clocks import MOST_LEFT_SECONDS
from data import interactions, people
from data.challenges import Clock, ClockEnd, First, MatchKind, Terms
from data.computers import Computer
from data.schedule import JobKind
from games.errors import GameOver
from games.game import Reason
from games.players import Level
from games.registry import GAMES
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, Club, legal, to_move, waiting
from tests.bot.passing import due_at, look, rows
from tests.data.backends import contents
from tests.games.toy import TOY

CLAIM = replace(SINGLE, clock=Clock(3))
FORFEIT = replace(SINGLE, clock=Clock(1, ClockEnd.FORFEIT))
COMPUTER = replace(SINGLE, clock=Clock(3, ClockEnd.COMPUTER))
TABLE = Terms(
    "toy", 3, {}, MatchKind.SINGLE, First.ME, rated=True, clock=Clock(1, ClockEnd.FORFEIT)
)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a game that more than two can play."""
    monkeypatch.setitem(GAMES, "toy", TOY)


async def again(club: Club, table: Table) -> Table:
    return await club.matches.table(table.game.id)


async def claim(
    club: Club, table: Table, person: Person, interaction: int | None = None
) -> ActResult:
    return await club.clocks.claim(
        table.game.id,
        person,
        turn_seq=table.game.timing.turn_seq,
        interaction_id=interaction or club.ticket(),
    )


async def give(club: Club, table: Table, person: Person, interaction: int | None = None) -> Table:
    given = await club.clocks.give_time(
        table.game.id, person, interaction_id=interaction or club.ticket()
    )
    return given.table


async def table_of_three(club: Club, terms: Terms = TABLE) -> Table:
    """Return a game of Mara, Jon and Kim (by seat) in which everybody has picked."""
    challenge = await club.propose(JON, KIM, terms=terms)
    await club.accept(challenge, JON)
    answered = await club.accept(challenge, KIM)
    assert answered.game_id is not None
    table = await club.matches.table(answered.game_id)
    for _ in range(3):
        table = (await club.play(table, "pick:1")).table
    return table


# A turn's clock


async def test_a_clock_begins_with_every_turn(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    assert (await again(club, table)).game.timing.deadline_at == club.clock() + 3 * DAY
    club.clock.pass_time(DAY)
    table = (await club.play(table)).table
    assert table.game.timing.deadline_at == club.clock() + 3 * DAY
    assert (await again(club, table)).game.timing == table.game.timing
    assert await due_at(club, JobKind.CLOCK) == [club.clock() + 3 * DAY]


async def test_a_move_within_a_turn_does_not_begin_it_anew(club: Club) -> None:
    terms = Terms("tablero", 2, {}, MatchKind.SINGLE, First.ME, rated=True, clock=Clock(3))
    table = await club.start(terms=terms)
    deadline = (await again(club, table)).game.timing.deadline_at
    club.clock.pass_time(DAY)
    table = (await club.play(table, legal(table)[0])).table
    assert table.line.position.mid_turn
    assert table.game.timing.deadline_at == deadline


async def test_a_game_that_is_over_has_no_clock_and_is_only_looked_through(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    await club.resign(table, JON)
    assert (await again(club, table)).game.timing.deadline_at is None
    assert [kind for kind, *_ in (await contents(club.database))["due"]] == [JobKind.OUTCOME]


async def test_without_a_clock_nothing_ends(club: Club) -> None:
    table = await club.start(terms=replace(CLAIM, clock=Clock(None, ClockEnd.FORFEIT)))
    for _ in range(8):
        club.clock.pass_time(14 * DAY)
        await look(club)
    game = (await again(club, table)).game
    assert (game.running, game.timing.deadline_at) == (True, None)
    assert await rows(club, "time-up", "stand-in", "reminder") == []


async def test_a_game_without_a_clock_is_looked_after_ever_more_rarely(club: Club) -> None:
    await club.start(terms=replace(CLAIM, clock=Clock()))
    begun, looks = club.clock(), []
    for _ in range(4):
        (next_look,) = await due_at(club, JobKind.CLOCK)
        looks.append((next_look - begun) // DAY)
        club.clock.now = next_look
        await look(club)
    assert looks == [7, 14, 28, 56]


# It runs out


async def test_forfeit_ends_the_game_for_who_is_late_and_not_a_second_earlier(club: Club) -> None:
    table = await club.start(terms=FORFEIT)
    club.clock.pass_time(DAY - 1)
    await look(club)
    assert (await again(club, table)).game.running
    club.clock.pass_time(1)
    await look(club)
    table = await again(club, table)
    assert table.line.result is not None
    assert (table.line.result.reason, table.line.result.winners) == (Reason.TIMEOUT, (1,))
    assert len(await rows(club, "result")) == 1


async def test_a_clock_runs_out_once_whatever_happens_at_the_same_time(
    club: Club, elsewhere: Club
) -> None:
    table = await club.start(terms=FORFEIT)
    club.clock.pass_time(DAY)
    for each in (club, elsewhere, club):
        await look(each)
        await each.clocks.run_out(table.game.id)
    assert (await again(club, table)).seq == 1
    assert len(await rows(club, "result")) == 1


async def test_a_move_in_the_last_second_counts(club: Club) -> None:
    table = await club.start(terms=FORFEIT)
    club.clock.pass_time(DAY - 1)
    await club.play(table)
    club.clock.pass_time(1)
    await look(club)
    assert (await again(club, table)).game.running


async def test_clocks_that_ran_out_while_the_bot_was_away_are_seen_to(club: Club) -> None:
    tables = [await club.start(terms=terms) for terms in (FORFEIT, CLAIM, COMPUTER)]
    club.clock.pass_time(100 * DAY)
    restarted = club.again()
    await look(restarted)
    games = [(await again(club, table)).game for table in tables]
    assert [game.running for game in games] == [False, True, True]
    assert len(await rows(club, "time-up")) == 1
    assert games[2].stand_ins == {0: Level.MEDIUM}
    assert await rows(club, "reminder") == [], "nobody is reminded of what is over"
    await restarted.database.close()


async def test_at_a_table_of_more_the_seat_leaves_and_the_others_go_on(club: Club) -> None:
    table = await table_of_three(club)
    late = to_move(table)
    club.clock.pass_time(DAY)
    await look(club)
    table = await again(club, table)
    assert table.game.running
    assert table.line.left == {table.game.seat_of(late.id)}
    assert to_move(table) != late
    assert table.game.timing.deadline_at == club.clock() + DAY
    club.clock.pass_time(DAY)
    await look(club)
    result = (await again(club, table)).line.result
    assert result is not None
    assert result.reason is Reason.TIMEOUT


async def test_a_game_that_has_not_begun_ends_without_a_result(club: Club) -> None:
    challenge = await club.propose(JON, KIM, terms=TABLE)
    await club.accept(challenge, JON)
    answered = await club.accept(challenge, KIM)
    assert answered.game_id is not None
    club.clock.pass_time(DAY)
    await look(club)
    result = (await club.matches.table(answered.game_id)).line.result
    assert result is not None
    assert result.reason is Reason.ABORTED


async def test_a_two_game_match_is_lost_with_its_first_game(club: Club) -> None:
    table = await club.start(terms=replace(FORFEIT, kind=MatchKind.TWO_GAME))
    club.clock.pass_time(DAY)
    await look(club)
    assert len(await club.games_of(table.game.match.id)) == 1
    assert (await again(club, table)).game.match.ended_at == club.clock()


# A computer takes over


async def test_a_computer_takes_over_and_is_woken(club: Club) -> None:
    table = await club.start(terms=COMPUTER)
    club.clock.pass_time(3 * DAY)
    dispatch = await club.clocks.run_out(table.game.id)
    game = (await again(club, table)).game
    assert dispatch.thinking == (game.id,)
    assert game.computer_at(0) is Level.MEDIUM
    assert game.timing.deadline_at is None
    assert await due_at(club, JobKind.CLOCK) == []
    assert [row["seat"] for row in await rows(club, "stand-in")] == [0]


async def test_a_computer_that_stands_in_has_no_clock_the_other_has(club: Club) -> None:
    table = await club.start(terms=COMPUTER)
    club.clock.pass_time(3 * DAY)
    await look(club)
    computer = Computer(Level.MEDIUM)
    actor = Person(computer.id, computer.name)
    move = legal(table)[0]
    acted = await club.referee.act(table.game.id, actor, lambda _: [move], interaction_id=None)
    assert acted.table.game.stand_ins == {0: Level.MEDIUM}
    assert acted.table.game.timing.deadline_at == club.clock() + 3 * DAY


async def test_who_takes_the_seat_back_has_a_whole_turn(club: Club) -> None:
    table = await club.start(terms=COMPUTER)
    club.clock.pass_time(3 * DAY)
    await look(club)
    given = await club.clocks.sit_down(table.game.id, MARA)
    assert given.table.game.stand_ins == {}
    game = (await again(club, table)).game
    assert game.timing.deadline_at == club.clock() + 3 * DAY
    assert await due_at(club, JobKind.THINK) == []
    assert (await club.clocks.sit_down(table.game.id, MARA)).dispatch.streams == ()


async def test_to_move_is_to_take_the_seat_back(club: Club) -> None:
    table = await club.start(terms=COMPUTER)
    club.clock.pass_time(3 * DAY)
    await look(club)
    after = (await club.play(await again(club, table), person=MARA)).table
    assert after.game.stand_ins == {}
    assert (await again(club, table)).game.stand_ins == {}


async def test_only_who_sits_there_takes_a_seat_back(club: Club) -> None:
    table = await club.start(terms=COMPUTER)
    club.clock.pass_time(3 * DAY)
    await look(club)
    with pytest.raises(NotPlaying):
        await club.clocks.sit_down(table.game.id, KIM)
    await club.clocks.sit_down(table.game.id, JON)
    assert (await again(club, table)).game.stand_ins == {0: Level.MEDIUM}


# Claims


async def test_by_default_the_others_are_told_once_and_nothing_happens(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    club.clock.pass_time(3 * DAY)
    for _ in range(3):
        await look(club)
        club.clock.pass_time(30 * DAY)
    game = (await again(club, table)).game
    assert game.running
    assert game.timing.reminded == Stage.OVER
    assert await rows(club, "time-up") == [{"game_id": game.id, "turn_seq": 0}]
    assert (await contents(club.database))["due"] == []


async def test_one_of_the_others_claims_the_win(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    club.clock.pass_time(3 * DAY)
    acted = await claim(club, table, JON, interaction=5)
    assert acted.table.line.result is not None
    assert acted.table.line.result.winners == (1,)
    assert (await claim(club, table, JON, interaction=5)).repeated


async def test_nobody_claims_before_the_end_nor_their_own_seat_nor_from_outside(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    club.clock.pass_time(3 * DAY - 1)
    with pytest.raises(MatchError, match="still time"):
        await claim(club, table, JON)
    club.clock.pass_time(1)
    with pytest.raises(MatchError, match="your own time"):
        await claim(club, table, MARA)
    with pytest.raises(NotPlaying):
        await claim(club, table, KIM)
    assert (await again(club, table)).seq == 0


async def test_who_moves_after_the_end_has_moved(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    club.clock.pass_time(5 * DAY)
    await look(club)
    await club.play(table)
    with pytest.raises(StaleTurn):
        await claim(club, table, JON)
    club.clock.pass_time(3 * DAY)
    await look(club)
    assert len(await rows(club, "time-up")) == 2


async def test_a_claim_after_the_end_of_a_game_says_so(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    club.clock.pass_time(3 * DAY)
    await claim(club, table, JON)
    with pytest.raises(GameOver):
        await claim(club, table, JON)


async def test_at_a_table_of_more_a_claim_has_the_seat_leave(club: Club) -> None:
    table = await table_of_three(club, replace(TABLE, clock=Clock(1)))
    club.clock.pass_time(DAY)
    await look(club)
    acted = await claim(club, await again(club, table), JON)
    assert acted.table.game.running
    assert acted.table.line.left == {0}


# More time


async def test_an_opponent_gives_a_day(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    deadline = club.clock() + 4 * DAY
    club.clock.pass_time(2 * DAY)
    game = (await give(club, table, JON)).game
    assert game.timing.deadline_at == deadline
    assert await due_at(club, JobKind.CLOCK) == [deadline]
    assert (await again(club, table)).game.timing == game.timing


async def test_a_gift_that_arrives_twice_is_given_once(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    for _ in range(2):
        await give(club, table, JON, interaction=77)
    assert (await again(club, table)).game.timing.deadline_at == club.clock() + 4 * DAY
    async with club.database.reading() as connection:
        assert await interactions.is_known(connection, 77)


async def test_nobody_gives_themselves_time_nor_more_than_the_longest_clock(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    with pytest.raises(MatchError, match="only your opponents"):
        await give(club, table, MARA)
    with pytest.raises(NotPlaying):
        await give(club, table, KIM)
    for _ in range(11):
        await give(club, table, JON)
    with pytest.raises(MatchError, match="nearly 14 days"):
        await give(club, table, JON)
    deadline = (await again(club, table)).game.timing.deadline_at
    assert deadline == club.clock() + MOST_LEFT_SECONDS


async def test_time_given_after_the_end_counts_from_now(club: Club) -> None:
    table = await club.start(terms=CLAIM)
    club.clock.pass_time(5 * DAY)
    await look(club)
    game = (await give(club, table, JON)).game
    assert game.timing.deadline_at == club.clock() + DAY
    with pytest.raises(MatchError, match="still time"):
        await claim(club, table, JON)
    club.clock.pass_time(DAY)
    await look(club)
    assert len(await rows(club, "time-up")) == 2


async def test_a_game_without_a_clock_needs_no_more_time(club: Club) -> None:
    table = await club.start(terms=replace(CLAIM, clock=Clock()))
    with pytest.raises(MatchError, match="no clock"):
        await give(club, table, JON)


# People who have left the server


async def test_without_a_clock_the_time_of_who_left_the_server_is_up_after_a_week(
    club: Club,
) -> None:
    table = await club.start(terms=replace(CLAIM, clock=Clock(None, ClockEnd.COMPUTER)))
    async with club.database.writing() as connection:
        await people.forget_membership(connection, GUILD, [MARA.id], club.clock())
    club.clock.pass_time(PATIENCE_SECONDS - HOUR)
    await club.clocks.run_out(table.game.id)
    assert await rows(club, "time-up") == []
    club.clock.pass_time(HOUR)
    await look(club)
    assert len(await rows(club, "time-up")) == 1
    acted = await claim(club, table, waiting(table))
    assert acted.table.line.result is not None
    assert acted.table.line.result.winners == (1,)


# Computers


async def test_nobody_waits_for_who_plays_against_computers_alone(club: Club) -> None:
    proposal = replace(club.proposal(terms=COMPUTER), computers=(Computer(Level.EASY),))
    proposed = await club.challenges.propose(proposal, interaction_id=club.ticket())
    answered = await club.post_card(proposed.challenge)
    assert answered.game_id is not None
    game = (await club.matches.table(answered.game_id)).game
    assert (game.timing.deadline_at, await due_at(club, JobKind.CLOCK)) == (None, [])
    assert await due_at(club, JobKind.REMINDER) == []
