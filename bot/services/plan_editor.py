"""Planning: how people make, look at and withdraw their plans.

A plan that is being made is a row of its own, since it outgrows a custom_id; each call says how
many steps the person saw, so that a click that comes twice counts once. What a plan means, and
how it is followed, is in `bot.match.plans`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.errors import ForgedControl, Refused, StaleTurn, UnknownPlan
from bot.match.event import Referee
from bot.match.plans import WHATEVER, check_answer, common_moves, foresee, has_answer
from bot.match.table import Person, Table, in_game
from data import plans
from data.engine import Connection
from data.plans import LOST, Plan, PlanState
from games.game import CHANCE, Foreseen
from games.line import Line
from games.words import Plural, Text

MOST_PLANS: Final = 10
"""How many plans a person may have in one game."""
MOST_ANSWERS: Final = 5
"""How many answers one plan may have."""
YOUR_TURN: Final = Text("It is your turn: move first, then plan.")


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with the game in which it waits, from `start`, where its steps begin."""

    table: Table
    plan: Plan
    start: Line
    failed: Line | None = None
    """The game at which its answer could not be played."""

    @property
    def seat(self) -> int:
        """Return the seat of its owner."""
        return self.table.game.players.index(self.plan.user_id)

    @property
    def foreseen(self) -> Line:
        """Return the game after all steps; GameError if they have become impossible."""
        return foresee(self.start, self.seat, self.plan.steps)

    @property
    def next_to_move(self) -> int | None:
        """Return whose step is next, be it a move or the roll before it; None after the end."""
        line = self.foreseen
        if line.to_move == CHANCE:
            offered = line.game.foreseen(line.position)
            if not offered:
                return None
            line = line.play(offered[0].events[0])
        return line.to_move if isinstance(line.to_move, int) else None

    @property
    def rolls(self) -> tuple[Foreseen[Any], ...]:  # Any: a game's own moves
        """List the rolls that may be planned for: one's own only if an answer fits all it means."""
        line, mine = self.foreseen, self.next_to_move == self.seat
        offered = line.game.foreseen(line.position)
        return tuple(roll for roll in offered if not mine or has_answer(line, roll))

    @property
    def first_moves(self) -> list[str]:
        """List the moves that fit every roll which the last step means; empty if it means one."""
        return common_moves(self.start, self.seat, self.plan.steps)

    @property
    def answers(self) -> int:
        """Count the owner's turns among the steps."""
        steps, seat, found = self.plan.steps, self.seat, 0
        for count in range(len(steps)):
            found += foresee(self.start, seat, steps[:count]).to_move == seat
        return found

    @property
    def is_complete(self) -> bool:
        """Tell whether the last step is an answer, so that the plan can wait for it."""
        steps = self.plan.steps
        return bool(steps) and foresee(self.start, self.seat, steps[:-1]).to_move == self.seat

    @property
    def may_go_on(self) -> bool:
        """Tell whether there may be another step."""
        ahead = self.foreseen
        if self.is_complete and (self.answers >= MOST_ANSWERS or ahead.to_move == self.seat):
            return False  # what follows half a turn of one's own is not known
        return ahead.result is None

    @property
    def may_go_back(self) -> bool:
        """Tell whether there is a step that its owner has chosen."""
        left_open = self.start.game.about.hidden and self.plan.steps == (WHATEVER,)
        return bool(self.plan.steps) and not left_open

    @property
    def may_be_whatever(self) -> bool:
        """Tell whether the next step may be left open: it is not the owner's."""
        mine = self.next_to_move == self.seat
        return not mine and self.foreseen.position.turned_to(self.seat) is not None


@dataclass(frozen=True, slots=True)
class Book:
    """All plans of a person in a game: those that wait, and those that are gone untold."""

    table: Table
    waiting: tuple[Planned, ...]
    dropped: tuple[Planned, ...]

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing to show."""
        return not self.waiting and not self.dropped


class PlanEditor:
    """Make, show and withdraw plans."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database

    async def book(self, game_id: int, user_id: int) -> Book:
        """Return a person's plans in a game; `forget` those that are gone once they were shown."""
        async with self._database.reading() as connection:
            table = await self._referee.table(connection, game_id)
            found = [
                await self._planned(connection, table, plan)
                for plan in await plans.of_person(connection, game_id, user_id)
            ]
        waiting = [one for one in found if one.plan.state is PlanState.WAITING]
        dropped = [one for one in found if one.plan.state in LOST]
        return Book(table, tuple(waiting), tuple(dropped))

    async def forget(self, dropped: Sequence[Planned]) -> None:
        """Delete plans that are gone, once their owner was told in the list of their plans."""
        if dropped:
            async with self._database.writing() as connection:
                await plans.drop(connection, [one.plan.id for one in dropped])

    async def find(self, plan_id: int, user_id: int) -> Planned:
        """Return a person's plan; UnknownPlan if it is not there any more, or not theirs."""
        async with self._database.reading() as connection:
            plan = await _own(connection, plan_id, user_id)
            table = await self._referee.table(connection, plan.game_id)
            return await self._planned(connection, table, plan)

    async def dropped(self, plan_id: int) -> Planned | None:
        """Return a plan of whose end its owner has not been told, or None."""
        async with self._database.reading() as connection:
            plan = await plans.get(connection, plan_id)
            if plan is None or plan.state not in LOST:
                return None
            table = await self._referee.table(connection, plan.game_id)
            return await self._planned(connection, table, plan)

    async def told(self, connection: Connection, plan_id: int) -> None:
        """Forget a plan of whose end its owner has been told."""
        await plans.drop(connection, [plan_id])

    async def begin(self, game_id: int, actor: Person, seq: int) -> Planned:
        """Begin a plan on the board that a person saw, in place of one that they have not saved.

        Raises NotPlaying, GameOver, StaleTurn, or Refused where they can't plan now.
        """
        async with self._referee.changing(game_id) as (connection, table):
            _check_waits(table, actor, seq)
            _check_room(await plans.of_person(connection, game_id, actor.id))
            return await self._draft(connection, table, actor, ())

    async def adopt(self, game_id: int, actor: Person, seq: int, steps: Sequence[str]) -> Planned:
        """Save a plan that a person has made elsewhere, on the board with this seq.

        The same plan again is the one that waits. Raises as `begin` and `add`.
        """
        async with self._referee.changing(game_id) as (connection, table):
            _check_waits(table, actor, seq)
            mine = await plans.of_person(connection, game_id, actor.id)
            for plan in mine:
                same = plan.seq == table.seq and plan.steps == tuple(steps)
                if same and plan.state is PlanState.WAITING:
                    return await self._planned(connection, table, plan)
            _check_room(mine)
            planned = await self._draft(connection, table, actor, ())
            for count, step in enumerate(steps):
                planned = _adding(planned, count, step)
            planned = _waiting(planned)
            await self._keep(connection, planned.plan)
        return planned

    async def add(self, plan_id: int, actor: Person, count: int, step: str) -> Planned:
        """Add a step to a plan of which a person saw `count` steps.

        Raises UnknownPlan, StaleTurn, or GameError where the step can't be.
        """
        return await self._change(plan_id, actor, lambda planned: _adding(planned, count, step))

    async def go_on(self, plan_id: int, actor: Person, count: int) -> Planned:
        """Go on after the answer of a saved plan, in a draft that replaces it once it is saved.

        Where others' moves are hidden they are left open.
        """
        found = await self.find(plan_id, actor.id)
        async with self._referee.changing(found.plan.game_id) as (connection, table):
            plan = await _own(connection, plan_id, actor.id)
            in_game(table, actor.id)
            _check_current(table, plan.seq)
            planned = await self._planned(connection, table, plan)
            if len(plan.steps) != count or not planned.may_go_on:
                raise ForgedControl
            return await self._draft(connection, table, actor, plan.steps)

    async def _draft(
        self, connection: Connection, table: Table, actor: Person, steps: tuple[str, ...]
    ) -> Planned:
        """Begin a plan with some steps, in place of one that its owner has not saved."""
        game_id, seq = table.game.id, table.seq
        mine = await plans.of_person(connection, game_id, actor.id)
        drafts = [plan.id for plan in mine if plan.state is PlanState.DRAFT]
        await plans.drop(connection, drafts)
        now = self._referee.clock()
        added = await plans.add(connection, game_id, actor.id, seq, steps, now)
        plan = Plan(added, game_id, actor.id, seq, PlanState.DRAFT, steps)
        planned = _with_what_is_hidden(await self._planned(connection, table, plan))
        await plans.change(connection, added, seq, PlanState.DRAFT, planned.plan.steps)
        return planned

    async def undo(self, plan_id: int, actor: Person, count: int) -> Planned:
        """Take back the last of `count` steps, and the open steps before it that were automatic."""

        def shorter(planned: Planned) -> Planned:
            steps = planned.plan.steps
            if len(steps) != count:
                return planned
            earlier = _with_steps(planned, _without_last(planned))
            return earlier if earlier.is_complete else _with_what_is_hidden(earlier)

        return await self._change(plan_id, actor, shorter)

    async def answer(self, plan_id: int, actor: Person, count: int, step: str) -> Planned:
        """Add an answer to a plan of which a person saw `count` steps, and let it wait.

        A plan that it goes on from is replaced. The same click again changes nothing. Raises as
        `add`.
        """

        def answering(planned: Planned) -> Planned:
            plan = planned.plan
            if plan.state is PlanState.WAITING and plan.steps[count:] == (step,):
                return planned  # the same click again
            if plan.state is not PlanState.DRAFT:
                raise UnknownPlan
            return _waiting(_adding(planned, count, step))

        return await self._change(plan_id, actor, answering, saved=True)

    async def save(self, plan_id: int, actor: Person, count: int) -> Planned:
        """Activate a plan; doing so twice changes nothing.

        It replaces a plan of the same person that it goes on from.
        """
        found = await self.find(plan_id, actor.id)
        if found.plan.state is PlanState.WAITING:
            return found

        def saving(planned: Planned) -> Planned:
            if len(planned.plan.steps) != count:
                raise ForgedControl
            return _waiting(planned)

        return await self._change(plan_id, actor, saving)

    async def withdraw(self, plan_id: int, actor: Person) -> Planned:
        """Delete a plan of a person's; UnknownPlan if it is not there any more."""
        planned = await self.find(plan_id, actor.id)
        async with self._database.writing() as connection:
            await plans.drop(connection, [plan_id])
        return planned

    async def _change(
        self,
        plan_id: int,
        actor: Person,
        changed: Callable[[Planned], Planned],
        *,
        saved: bool = False,
    ) -> Planned:
        """Change a plan that is being made, or may be `saved` already."""
        found = await self.find(plan_id, actor.id)
        async with self._referee.changing(found.plan.game_id) as (connection, table):
            plan = await _own(connection, plan_id, actor.id)
            in_game(table, actor.id)
            if plan.state is not PlanState.DRAFT and not saved:
                raise UnknownPlan
            _check_current(table, plan.seq)
            planned = changed(await self._planned(connection, table, plan))
            await self._keep(connection, planned.plan)
        return planned

    async def _keep(self, connection: Connection, plan: Plan) -> None:
        """Store a plan as it is now, in place of those that it goes on from once it waits."""
        await plans.change(connection, plan.id, plan.seq, plan.state, plan.steps)
        if plan.state is PlanState.WAITING:
            await _replace_shorter(connection, plan)

    async def _planned(self, connection: Connection, table: Table, plan: Plan) -> Planned:
        positions, failed = self._referee.positions, None
        start = await positions.line(connection, table.game, plan.seq)
        if plan.failure is not None:
            failed = await positions.line(connection, table.game, plan.failure.seq)
        return Planned(table, plan, start, failed)


async def _own(connection: Connection, plan_id: int, user_id: int) -> Plan:
    plan = await plans.get(connection, plan_id)
    if plan is None or plan.user_id != user_id:
        raise UnknownPlan
    return plan


async def _replace_shorter(connection: Connection, plan: Plan) -> None:
    """Delete the plans of the same person that a plan goes on from."""
    mine = await plans.of_person(connection, plan.game_id, plan.user_id)
    shorter = [
        other.id
        for other in mine
        if other.state is PlanState.WAITING
        and other.seq == plan.seq
        and len(other.steps) < len(plan.steps)
        and plan.steps[: len(other.steps)] == other.steps
    ]
    await plans.drop(connection, shorter)


def _check_waits(table: Table, actor: Person, seq: int) -> None:
    """Check that a person plays and waits for others, on the board that they saw."""
    seat = in_game(table, actor.id)
    _check_current(table, seq)
    if table.line.to_move == seat:
        raise Refused(YOUR_TURN)


def _check_room(mine: Sequence[Plan]) -> None:
    """Refuse one more plan than a person may have in a game."""
    if sum(plan.state is PlanState.WAITING for plan in mine) >= MOST_PLANS:
        raise Refused(_too_many())


def _check_current(table: Table, seq: int) -> None:
    if table.seq != seq:
        raise StaleTurn(Text("The board has moved on. Start a new plan from the current board."))


def _adding(planned: Planned, count: int, step: str) -> Planned:
    """Add a step to a plan of which a person saw `count` steps; once, however often they click."""
    steps = planned.plan.steps
    if (*steps[:count], step) == steps[: count + 1]:
        return planned
    if len(steps) != count or not planned.may_go_on:
        raise ForgedControl
    longer = _with_steps(planned, (*steps, step))
    _check_step(planned, longer, step)
    return longer


def _waiting(planned: Planned) -> Planned:
    """Activate a plan that ends in an answer; ForgedControl if it does not."""
    if not planned.is_complete:
        raise ForgedControl
    return replace(planned, plan=replace(planned.plan, state=PlanState.WAITING))


def _check_step(planned: Planned, longer: Planned, step: str) -> None:
    """Check that a step can follow, and that an answer can be played after any roll it is for."""
    if step == WHATEVER:
        if not planned.may_be_whatever:
            raise ForgedControl
        return
    if planned.foreseen.to_move == planned.seat:
        check_answer(longer.start, longer.seat, longer.plan.steps)
    elif longer.foreseen.result is not None:
        raise Refused(Text("The game is over after that: there is nothing to answer."))


def _with_steps(planned: Planned, steps: tuple[str, ...]) -> Planned:
    return replace(planned, plan=replace(planned.plan, steps=steps))


def _with_what_is_hidden(planned: Planned) -> Planned:
    """Leave open what others do where nobody can know what they may do."""
    hidden = planned.start.game.about.hidden
    if hidden and planned.next_to_move != planned.seat:
        return _with_steps(planned, (*planned.plan.steps, WHATEVER))
    return planned


def _without_last(planned: Planned) -> tuple[str, ...]:
    steps = planned.plan.steps[:-1]
    if planned.start.game.about.hidden and steps[-1:] == (WHATEVER,):
        return steps[:-1]
    return steps


def _too_many() -> Text:
    return Plural(
        "You have {n} plan in this game, which is the limit. Withdraw it first.",
        "You have {n} plans in this game, which is the limit. Withdraw one first.",
        MOST_PLANS,
    )
