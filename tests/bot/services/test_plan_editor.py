"""Planning: how plans are made, shown and withdrawn, by whom, and how many."""

import asyncio

import pytest

from bot.errors import ForgedControl, NotPlaying, Refused, StaleTurn, UnknownPlan
from bot.services.plan_editor import MOST_ANSWERS, MOST_PLANS
from data.plans import PlanState
from games.errors import IllegalMove
from tests.bot.club import JON, KIM, MARA, Club
from tests.bot.match.test_plans import (
    all_plans,
    begun,
    four_hands,
    person_at,
    seat_at_turn,
    singles,
    whole_turn,
)


async def test_a_plan_is_made_while_others_are_to_move(club: Club) -> None:
    table = await begun(club)
    with pytest.raises(Refused, match="It is your turn"):
        await club.plan_editor.begin(table.game.id, MARA, table.seq)
    with pytest.raises(NotPlaying):
        await club.plan_editor.begin(table.game.id, KIM, table.seq)
    with pytest.raises(StaleTurn):
        await club.plan_editor.begin(table.game.id, JON, table.seq - 1)


async def test_the_board_that_moves_on_ends_the_making_of_a_plan(club: Club) -> None:
    table = await begun(club)
    theirs, mine, other, *_ = singles(table)
    planned = await club.plan_editor.begin(table.game.id, JON, table.seq)
    planned = await club.plan_editor.add(planned.plan.id, JON, 0, theirs)
    await club.play(table, other)
    with pytest.raises(StaleTurn, match="Start a new plan"):
        await club.plan_editor.add(planned.plan.id, JON, 1, mine)
    with pytest.raises(StaleTurn):
        await club.plan_editor.save(planned.plan.id, JON, 1)


async def test_a_plan_that_is_not_saved_is_not_played(club: Club) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    planned = await club.plan_editor.begin(table.game.id, JON, table.seq)
    planned = await club.plan_editor.add(planned.plan.id, JON, 0, theirs)
    await club.plan_editor.add(planned.plan.id, JON, 1, mine)
    assert (await club.play(table, theirs)).table.game.seq == 3


async def test_only_what_ends_in_an_answer_can_be_saved(club: Club) -> None:
    table = await begun(club)
    theirs, *_ = singles(table)
    planned = await club.plan_editor.begin(table.game.id, JON, table.seq)
    with pytest.raises(ForgedControl):
        await club.plan_editor.save(planned.plan.id, JON, 0)
    planned = await club.plan_editor.add(planned.plan.id, JON, 0, theirs)
    with pytest.raises(ForgedControl):
        await club.plan_editor.save(planned.plan.id, JON, 1)
    with pytest.raises(IllegalMove):
        await club.plan_editor.add(planned.plan.id, JON, 1, theirs)


async def test_the_same_click_twice_adds_one_step_and_saves_once(club: Club) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    number = (await club.plan_editor.begin(table.game.id, JON, table.seq)).plan.id
    for _ in range(2):
        await club.plan_editor.add(number, JON, 0, theirs)
    for _ in range(2):
        planned = await club.plan_editor.add(number, JON, 1, mine)
        assert planned.plan.steps == (theirs, mine)
    for _ in range(2):
        await club.plan_editor.save(number, JON, 2)
    assert [plan.state for plan in await all_plans(club, table)] == [PlanState.WAITING]


async def test_nobody_sees_or_changes_anothers_plan(club: Club) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    planned = await club.plan(table, JON, theirs, mine)
    for person in (MARA, KIM):
        with pytest.raises(UnknownPlan):
            await club.plan_editor.find(planned.plan.id, person.id)
        with pytest.raises(UnknownPlan):
            await club.plan_editor.withdraw(planned.plan.id, person)
        assert (await club.plan_editor.book(table.game.id, person.id)).waiting == ()


async def test_a_plan_that_is_withdrawn_is_not_played(club: Club) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    planned = await club.plan(table, JON, theirs, mine)
    await club.plan_editor.withdraw(planned.plan.id, JON)
    assert (await club.play(table, theirs)).table.game.seq == 3


@pytest.mark.slow
async def test_there_is_a_limit_of_plans_and_of_answers(club: Club) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    for _ in range(MOST_PLANS):
        await club.plan(table, JON, theirs, mine)
    with pytest.raises(Refused, match=f"You have {MOST_PLANS} plans"):
        await club.plan_editor.begin(table.game.id, JON, table.seq)
    for planned in (await club.plan_editor.book(table.game.id, JON.id)).waiting:
        await club.plan_editor.withdraw(planned.plan.id, JON)
    planned = await club.plan_editor.begin(table.game.id, JON, table.seq)
    for count in range(2 * MOST_ANSWERS):
        move = whole_turn(planned.foreseen)
        planned = await club.plan_editor.add(planned.plan.id, JON, count, move)
    assert not planned.may_go_on
    with pytest.raises(ForgedControl):
        await club.plan_editor.go_on(planned.plan.id, JON, len(planned.plan.steps))


async def test_a_plan_and_its_move_at_once_end_in_one_of_two_ways(
    club: Club, elsewhere: Club
) -> None:
    table = await begun(club)
    theirs, mine, *_ = singles(table)
    planned = await club.plan_editor.begin(table.game.id, JON, table.seq)
    planned = await club.plan_editor.add(planned.plan.id, JON, 0, theirs)
    planned = await club.plan_editor.add(planned.plan.id, JON, 1, mine)
    saved, _ = await asyncio.gather(
        elsewhere.plan_editor.save(planned.plan.id, JON, 2),
        club.play(table, theirs),
        return_exceptions=True,
    )
    after = await club.matches.table(table.game.id)
    assert after.game.seq == (3 if isinstance(saved, StaleTurn) else 4)


async def test_going_back_keeps_what_is_open_of_itself(club: Club) -> None:
    table = await four_hands(club)
    owner = person_at(table, seat_at_turn(table) + 1)
    planned = await club.plan_editor.begin(table.game.id, owner, table.seq)
    assert not planned.may_go_back
    planned = await club.plan_editor.add(planned.plan.id, owner, 1, whole_turn(planned.foreseen))
    planned = await club.plan_editor.go_on(planned.plan.id, owner, 2)
    assert planned.plan.steps[2:] == ("*",)
    planned = await club.plan_editor.undo(planned.plan.id, owner, 3)
    assert len(planned.plan.steps) == 2
