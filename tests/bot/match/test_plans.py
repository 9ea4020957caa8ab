"""Plans: what somebody planned is played when it comes true, in the same transaction."""

from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.plans import Course, follow_plan
from bot.match.record import record_of
from bot.match.table import Person, Table
from data import clocks, events, plans
from data.challenges import First, MatchKind, Terms
from data.computers import Computer
from data.events import Event
from data.offers import OfferKind
from data.plans import Plan, PlanState
from data.tables import OUTBOX, PLAYERS
from games.chance import SeededSource
from games.game import CHANCE
from games.line import Line, start
from games.players import Level
from games.registry import GAMES
from tests.bot.club import JON, KIM, MARA, UNRATED, Club, legal, to_move

ROLLING = Terms("tablero", 2, {}, MatchKind.SINGLE, First.ME, rated=False)
HANDS = Terms("matrio", 4, {"lead": "any"}, MatchKind.SINGLE, First.ME, rated=True)
TINA = Person(14, "Tina")


async def all_plans(club: Club, table: Table) -> list[Plan]:
    async with club.database.reading() as connection:
        found = []
        for user_id in table.game.players:
            found += await plans.of_person(connection, table.game.id, user_id)
        return found


async def stored_events(club: Club, table: Table) -> list[Event]:
    async with club.database.reading() as connection:
        return await events.after(connection, table.game.id, 0)


def singles(table: Table) -> list[str]:
    """List moves that take one die each, from different corners of what is legal."""
    return [move for move in legal(table) if "+" not in move]


async def begun(club: Club) -> Table:
    """Return a game of Dice Matrix in which Mara is to move."""
    return await club.play_out(await club.start(terms=UNRATED), moves=2)


async def test_a_plan_that_comes_true_is_played_at_once(club: Club) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    await club.plan(table, JON, theirs, mine)
    after = (await club.play(table, theirs)).table
    assert [(one.notation, one.user_id) for one in (await stored_events(club, table))[-2:]] == [
        (theirs, MARA.id),
        (mine, JON.id),
    ]
    assert (await stored_events(club, table))[-1].interaction_id is None
    assert (after.game.seq, after.game.turns) == (4, 4)
    assert to_move(after) == MARA
    assert await all_plans(club, table) == []
    # One board tells of both.
    story = await club.matches.story(after)
    assert [(told.moves[0].seat, told.planned) for told in story.turns] == [(0, False), (1, True)]


async def test_a_plan_waits_for_nothing_else_than_it_says(club: Club) -> None:
    table = await begun(club)
    theirs, other, mine, *_ = singles(table)
    await club.plan(table, JON, theirs, mine)
    after = (await club.play(table, other)).table
    assert (after.game.seq, to_move(after)) == (3, JON)
    assert await all_plans(club, table) == []


async def test_another_way_to_the_same_position_is_as_good(club: Club) -> None:
    table = await begun(club)
    pair = next(move for move in legal(table) if "+" in move)
    one, two = pair.split("+")
    mine = next(move for move in singles(table) if move not in (one, two))
    await club.plan(table, JON, pair, mine)
    assert (await club.play(table, f"{two}+{one}")).table.game.seq == 4


async def test_a_plan_of_several_answers_follows_the_game(club: Club) -> None:
    table = await begun(club)
    one, two, three, four, *_ = singles(table)
    await club.plan(table, JON, one, two, three, four)
    table = (await club.play(table, one)).table
    assert table.game.seq == 4
    [plan] = await all_plans(club, table)
    assert plan.state is PlanState.WAITING
    table = (await club.play(table, three)).table
    assert table.game.seq == 6
    assert await all_plans(club, table) == []


async def test_a_plan_of_several_answers_ends_where_the_other_turns_off(club: Club) -> None:
    table = await begun(club)
    one, two, three, four, other, *_ = singles(table)
    await club.plan(table, JON, one, two, three, four)
    table = (await club.play(table, one)).table
    table = (await club.play(table, other)).table
    assert table.game.seq == 5
    assert await all_plans(club, table) == []


async def test_plans_that_begin_alike_are_branches_of_one(club: Club) -> None:
    table = await begun(club)
    one, two, three, four, five, six, *_ = singles(table)
    await club.plan(table, JON, one, two, three, four)
    await club.plan(table, JON, one, two, five, six)
    table = (await club.play(table, one)).table
    assert len(await all_plans(club, table)) == 2
    table = (await club.play(table, five)).table
    assert (await stored_events(club, table))[-1].notation == six
    assert await all_plans(club, table) == []


async def test_plans_of_both_sides_play_on_in_one_transaction(club: Club) -> None:
    table = await begun(club)
    one, two, three, four, *_ = singles(table)
    await club.plan(table, JON, one, two, three, four)
    # Mara can't plan while she is to move, so her plan begins with Jon's turn.
    mara = Plan(0, table.game.id, MARA.id, table.seq, PlanState.WAITING, (one, two, three))
    async with club.database.writing() as connection:
        number = await plans.add(connection, mara.game_id, mara.user_id, mara.seq, mara.steps, 0)
        await plans.change(connection, number, mara.seq, PlanState.WAITING, mara.steps)
    acted = await club.play(table, one)
    assert acted.table.game.seq == 6
    assert [event.notation for event in (await stored_events(club, table))[-4:]] == [
        one,
        two,
        three,
        four,
    ]
    story = await club.matches.story(acted.table)
    assert [told.planned for told in story.turns] == [False, True, True, True]
    async with club.database.reading() as connection:
        rows = await connection.execute(OUTBOX.select().where(OUTBOX.c.kind == "board"))
        boards = [row.payload["seq"] for row in rows]
    assert boards[-1] == 6
    assert not {3, 4, 5} & set(boards)


async def test_whatever_the_others_do_is_answered_if_it_can_be(club: Club) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    await club.plan(table, JON, "*", mine)
    assert (await club.play(table, theirs)).table.game.seq == 4


async def test_a_plan_that_became_impossible_is_dropped_and_its_owner_told(club: Club) -> None:
    table = await begun(club)
    contested, *_ = singles(table)
    await club.plan(table, JON, "*", contested)
    after = (await club.play(table, contested)).table
    assert (after.game.seq, to_move(after)) == (3, JON)
    async with club.database.reading() as connection:
        rows = await connection.execute(OUTBOX.select().where(OUTBOX.c.kind == "plan-dropped"))
        assert [row.stream for row in rows] == [f"person:{JON.id}"]
    [plan] = await all_plans(club, table)
    assert plan.state is PlanState.DROPPED
    # Who can't be reached is told in the list of their plans, once.
    book = await club.plan_editor.book(table.game.id, JON.id)
    assert [planned.plan.steps for planned in book.dropped] == [("*", contested)]
    assert await club.plan_editor.book(table.game.id, JON.id) == book
    await club.plan_editor.forget(book.dropped)
    assert (await club.plan_editor.book(table.game.id, JON.id)).dropped == ()


async def test_of_two_that_come_true_the_more_exact_one_is_played(club: Club) -> None:
    table = await begun(club)
    theirs, loose, exact, *_ = singles(table)
    await club.plan(table, JON, "*", loose)
    await club.plan(table, JON, theirs, exact)
    table = (await club.play(table, theirs)).table
    assert (await stored_events(club, table))[-1].notation == exact
    assert await all_plans(club, table) == []


async def test_a_takeback_loses_the_plans_for_what_comes_after_it(club: Club) -> None:
    table = await begun(club)
    one, two, *_ = singles(table)
    await club.plan(table, JON, one, two)
    table = await club.agree(table, OfferKind.TAKEBACK, JON, MARA)
    [plan] = await all_plans(club, table)
    assert plan.state is PlanState.TAKEN_BACK
    async with club.database.reading() as connection:
        rows = await connection.execute(OUTBOX.select().where(OUTBOX.c.kind == "plan-dropped"))
        assert [row.stream for row in rows] == [f"person:{JON.id}"]
    # Who can't be reached is told in the list of their plans, once.
    book = await club.plan_editor.book(table.game.id, JON.id)
    assert [planned.plan.steps for planned in book.dropped] == [(one, two)]
    await club.plan_editor.forget(book.dropped)
    assert await all_plans(club, table) == []


async def test_a_takeback_keeps_the_plans_that_still_fit(club: Club) -> None:
    table = await four_hands(club, replace(HANDS, rated=False))
    first = to_move(table)
    others = [PEOPLE[user] for user in table.game.players if user != first.id]
    planner = PEOPLE[table.game.players[table.game.players.index(first.id) - 1]]
    begun = await club.plan_editor.begin(table.game.id, planner, table.seq)
    answer = begun.foreseen.game.legal_notation(begun.foreseen.position)[0]
    count = len(begun.plan.steps)
    added = await club.plan_editor.add(begun.plan.id, planner, count, answer)
    await club.plan_editor.save(added.plan.id, planner, len(added.plan.steps))
    table = (await club.play(table, legal(table)[0])).table

    table = await club.agree(table, OfferKind.TAKEBACK, first, *others)

    [plan] = await all_plans(club, table)
    assert (plan.state, plan.steps) == (PlanState.WAITING, ("*", answer))
    while (await all_plans(club, table)) and to_move(table) != planner:
        table = (await club.play(table, legal(table)[-1])).table
    played = [event for event in await stored_events(club, table) if event.user_id == planner.id]
    assert answer in [event.notation for event in played]


async def test_plans_end_with_the_game_and_with_the_seat(club: Club) -> None:
    table = await begun(club)
    one, two, *_ = singles(table)
    await club.plan(table, JON, one, two)
    await club.resign(table, JON)
    assert await all_plans(club, table) == []


async def test_a_seat_that_a_computer_has_taken_over_is_not_played_by_plans(club: Club) -> None:
    table = await begun(club)
    one, two, *_ = singles(table)
    await club.plan(table, JON, one, two)
    async with club.database.writing() as connection:
        await clocks.set_stand_in(connection, table.game.id, 1, Level.EASY)
    assert (await club.play(table, one)).table.game.seq == 3


async def test_no_record_and_no_log_knows_of_a_plan(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", logger="bot")
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    await club.plan(table, JON, theirs, mine)
    _, record = await record_of(club.database, table.game.id)
    assert mine not in record.moves
    assert mine not in caplog.text
    assert f"'{mine}'" not in repr(await club.matches.table(table.game.id))


# By roll


async def rolled(club: Club) -> Table:
    """Return a game of Tablero in which Mara is to move, for the first time."""
    return await club.start(terms=ROLLING)


def whole_turn(line: Line) -> str:
    """Return the first legal turn, action by action."""
    turn = []
    seat = line.to_move
    while line.to_move == seat:
        move = line.game.legal_notation(line.position)[0]
        turn.append(move)
        line = line.apply(move)
    return " ".join(turn)


async def test_a_plan_may_wait_for_one_roll(club: Club) -> None:
    """The seeded secret decides the roll, so every roll is planned for, on as many plans."""
    table = await rolled(club)
    theirs = whole_turn(table.line)
    expected = table.line
    for move in theirs.split(" "):
        expected = expected.apply(move)
    foreseen = expected.game.foreseen(expected.position)
    rolls = [each.token for each in foreseen if len(each.events) == 1]
    async with club.database.writing() as connection:
        for roll in rolls:
            low, high = roll.split("-")
            steps = (theirs, f"@{roll}", f"P{low} P{high}")
            number = await plans.add(connection, table.game.id, JON.id, table.seq, steps, 0)
            await plans.change(connection, number, table.seq, PlanState.WAITING, steps)
    acted = await club.play(table, theirs)
    *_, roll_event, first, second, _ = await stored_events(club, table)
    assert (first.user_id, second.user_id) == (JON.id, JON.id)
    assert {first.notation[1], second.notation[1]} == set(roll_event.notation[1:].split("-"))
    assert to_move(acted.table) == MARA
    assert await all_plans(club, table) == []


async def test_a_plan_made_by_steps_may_be_by_roll(club: Club) -> None:
    table = await rolled(club)
    planned = await club.plan(table, JON, "*", "@3-4", "P3 P4")
    assert planned.plan.state is PlanState.WAITING
    assert planned.plan.steps == ("*", "@3-4", "P3 P4")


async def test_an_answer_to_any_double_must_fit_all_of_them(club: Club) -> None:
    table = await rolled(club)
    with pytest.raises(Refused, match=r"is not possible with every roll .* No die shows 1; "):
        await club.plan(table, JON, "*", "@double", "P1 P1")


async def test_an_answer_to_any_six_leaves_the_rest_of_the_turn_open(club: Club) -> None:
    table = await rolled(club)
    theirs = whole_turn(table.line)
    ahead = table.line
    for move in theirs.split(" "):
        ahead = ahead.apply(move)
    planned = await club.plan(table, JON, theirs, "@any6", "P6")
    assert "P6" in replace(planned, plan=replace(planned.plan, steps=(theirs, "@any6"))).first_moves
    assert not planned.may_go_on
    others = [f"@{face}-6" for face in range(1, 7)]
    table = (await club.play(table, theirs)).table
    *_, roll, last = await stored_events(club, table)
    if roll.notation in others:
        assert (last.user_id, last.notation) == (JON.id, "P6")
        assert to_move(table) == JON
        assert table.line.position.mid_turn
    else:
        assert await all_plans(club, table) == []


def line_of_tablero(*moves: str) -> Line:
    rules = GAMES["tablero"]
    line = start(rules, 2, rules.read_setup({}, 2, {}))
    for move in moves:
        line = line.apply(move)
    return line


def happened(*notations: str) -> list[Event]:
    return [
        Event(seq, notation, None if notation.startswith("@") else 1)
        for seq, notation in enumerate(notations, 1)
    ]


@pytest.mark.parametrize(
    ("steps", "course"),
    [
        (("P3 P4", "@double", "P2 P2"), Course.DUE),
        (("P4 P3", "@2-2", "P2 P2"), Course.DUE),
        (("*", "@double", "P2 P2"), Course.DUE),
        (("*", "@2-3", "P2 P3"), Course.MISSED),
        (("P3 P3", "@2-2", "P2 P2"), Course.MISSED),
    ],
)
def test_rolls_and_turns_are_compared_with_what_happened(
    steps: tuple[str, ...], course: Course
) -> None:
    line = line_of_tablero("@3-4")
    assert follow_plan(line, happened("P3", "P4", "@2-2"), steps, 1).course is course


def test_half_a_turn_decides_nothing() -> None:
    line = line_of_tablero("@3-4")
    followed = follow_plan(line, happened("P3"), ("P3 P4", "@2-2", "P2 P2"), 1)
    assert (followed.course, followed.events) == (Course.OPEN, 0)


def test_who_moves_otherwise_than_planned_has_given_the_plan_up() -> None:
    line = line_of_tablero("@3-4", "P3", "P4", "@2-2")
    steps = ("P2 P2", "@1-1", "P1 P1", "@3-3", "P3 P3")
    assert follow_plan(line, happened("P2", "P2"), steps, 1).course is Course.OPEN
    assert follow_plan(line, happened("P2", "M2:C2"), steps, 1).course is Course.MISSED


# Where hands are hidden


async def four_hands(club: Club, terms: Terms = HANDS) -> Table:
    challenge = await club.propose(JON, KIM, TINA, terms=terms)
    for person in (JON, KIM):
        await club.accept(challenge, person)
    answered = await club.accept(challenge, TINA)
    assert answered.game_id is not None
    return await club.matches.table(answered.game_id)


def seat_at_turn(table: Table) -> int:
    assert isinstance(table.line.to_move, int)
    return table.line.to_move


PEOPLE = {person.id: person for person in (MARA, JON, KIM, TINA)}


def person_at(table: Table, seat: int) -> Person:
    return PEOPLE[table.game.players[seat % 4]]


async def test_with_hidden_hands_a_plan_leaves_open_what_others_play(club: Club) -> None:
    table = await four_hands(club)
    seat = (seat_at_turn(table) + 2) % 4
    owner = person_at(table, seat)
    planned = await club.plan_editor.begin(table.game.id, owner, table.seq)
    assert planned.plan.steps == ("*",)
    mine = whole_turn(planned.foreseen)
    planned = await club.plan_editor.add(planned.plan.id, owner, 1, mine)
    await club.plan_editor.save(planned.plan.id, owner, 2)
    for _ in range(2):
        mover = person_at(table, seat_at_turn(table))
        move = next(move for move in legal(table) if move.split(">")[1] != mine.split(">")[1])
        table = (await club.play(table, move, person=mover)).table
    assert (await stored_events(club, table))[-1].notation == mine
    assert table.game.seq == 3
    assert seat_at_turn(table) == (seat + 1) % 4


def game_after(key: str, moves: int) -> Line:
    """Return a game after some random events, at most."""
    rules, source = GAMES[key], SeededSource(1)
    seats = max(rules.about.seats)
    line = start(rules, seats, rules.deal(source, seats, rules.options_of({})))
    for _ in range(moves):
        rolls = line.to_move == CHANCE
        move = line.position.roll(source) if rolls else rules.random_move(line.position, source)
        line = line.play(move)
    return line


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("moves", [8, 9, 10, 11])
def test_every_game_can_pass_the_turn_on_to_anybody(key: str, moves: int) -> None:
    line = game_after(key, moves)
    for seat in range(line.seats):
        turned = line.position.turned_to(seat)
        assert turned is not None
        if turned.to_move == CHANCE:
            turned = turned.play(line.game.foreseen(turned)[0].events[0])
        assert turned.to_move == seat
        assert turned.legal_moves()
        assert turned.scores() == line.position.scores()


def test_nothing_is_passed_on_before_the_first_move_of_dice_matrix() -> None:
    assert game_after("dice_matrix", 0).position.turned_to(1) is None


def test_a_roll_can_be_planned_for_in_every_way_it_may_come() -> None:
    position = line_of_tablero().position
    foreseen = GAMES["tablero"].foreseen(position)
    kinds = {each.token: each for each in foreseen if len(each.events) > 1}
    assert list(kinds) == [
        "double",
        *(f"any{face}" for face in range(1, 7)),
        *(f"sum{total}" for total in range(7, 12)),
    ]
    notations = {
        token: {GAMES["tablero"].format(event) for event in kind.events}
        for token, kind in kinds.items()
    }
    assert notations["any6"] == {"@1-6", "@2-6", "@3-6", "@4-6", "@5-6", "@6-6"}
    assert notations["sum9"] == {"@3-6", "@4-5", "@4-6", "@5-5", "@5-6", "@6-6"}
    assert notations["double"] == {f"@{face}-{face}" for face in range(1, 7)}
    singles = [each for each in foreseen if len(each.events) == 1]
    assert len({each.events[0] for each in singles}) == len(singles) == 21
    assert all(position.play(event).to_move == 0 for each in foreseen for event in each.events)


async def test_a_plan_against_a_computer_gets_a_board_of_its_own(club: Club) -> None:
    """Boards between computers in a row are left out, but here a person has moved."""
    table = await begun(club)
    async with club.database.writing() as connection:
        computer = Computer(Level.EASY)
        await connection.execute(
            PLAYERS.update()
            .where(PLAYERS.c.game_id == table.game.id, PLAYERS.c.seat == 0)
            .values(user_id=computer.id)
        )
    table = await club.matches.table(table.game.id)
    theirs, mine, *_ = singles(table)
    await club.plan(table, JON, theirs, mine)
    acted = await club.referee.act(
        table.game.id,
        Person(computer.id, computer.name),
        lambda _table: [theirs],
        interaction_id=None,
    )
    assert acted.table.game.seq == 4
    assert acted.dispatch.thinking == (table.game.id,)
    async with club.database.reading() as connection:
        rows = await connection.execute(OUTBOX.select().where(OUTBOX.c.kind == "board"))
        assert [row.payload["seq"] for row in rows][-1] == 4
    story = await club.matches.story(acted.table)
    assert [(told.moves[0].seat, told.planned) for told in story.turns] == [(0, False), (1, True)]
