"""Plans: "if they play this, I play that", followed in the transaction of each event.

A plan is a list of steps in the order in which they should happen, after the event at which it
was made (or up to which it has come true):

- `*`: whatever the others do, until it is the owner's turn or their dice are rolled;
- `@3-4`, `@double`: the roll that is due is this one, or one of this kind (`Game.foreseen`);
  the answer to a kind is one move that fits every roll of it, and leaves the rest of the turn open;
- `P3 M4:C4`: the turn of the player to move, in notation. Another way to the same position is
  as good. The owner's own turn is an answer: if it is their turn, it is played for them.

The referee asks here for answers that are due; how plans are made is for
`bot.services.plan_editor`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Final

from bot.delivery.outbox_writer import Envelope, person_stream
from bot.delivery.rows import PlanDroppedRow
from bot.errors import MatchError, Refused
from bot.match.positions import Positions, apply_event, counting
from data import events, plans
from data.engine import Connection
from data.events import Event
from data.plans import Failure, Plan, PlanState
from data.stored import StoredGame
from games.errors import GameError
from games.game import CHANCE, Foreseen
from games.line import Line
from games.words import Text

WHATEVER: Final = "*"


class Course(Enum):
    """How what has happened bears on a plan."""

    OPEN = auto()
    """All went as planned so far; it may still come true."""
    DUE = auto()
    """It has come true: the owner is to move, and the next step is the answer."""
    MISSED = auto()
    """Something else happened than was planned for."""


@dataclass(frozen=True, slots=True)
class PlanProgress:
    """How far a plan has come: the steps that remain after this number of events."""

    course: Course
    steps: tuple[str, ...]
    events: int
    loose: int = 0
    """How many of the steps that came true left something open."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn that a plan plays for its owner, in notation."""

    user_id: int
    notations: tuple[str, ...]


def foresee(line: Line, seat: int, steps: Sequence[str]) -> Line:
    """Return the game as the owner's seat would see it after the steps of a plan.

    After a roll of some kind it is one of them; after "whatever" it is what is known now, with
    the turn passed on. Raises GameError if a step is impossible.
    """
    for step in steps:
        line = _foresee_one(line, seat, step)
    return line


def events_of(line: Line, step: str) -> tuple[str, ...]:
    """List the chance events that a step plans for, in notation; none if it is no such step."""
    if line.position.to_move != CHANCE:
        return ()
    return tuple(
        line.game.format(event)
        for foreseen in line.game.foreseen(line.position)
        if f"@{foreseen.token}" == step
        for event in foreseen.events
    )


def check_answer(line: Line, seat: int, steps: Sequence[str]) -> None:
    """Check that the last step can be played, after whichever roll the step before it means.

    Raises GameError with what is wrong.
    """
    *before, answer = steps
    rolls = _each_roll(line, seat, before)
    for roll in rolls:
        try:
            foresee(roll, seat, [answer])
        except GameError as error:
            if len(rolls) == 1:
                raise
            text = Text(
                "This is not possible with every roll you chose. {problem}", problem=error.text
            )
            raise Refused(text) from error


def has_answer(line: Line, roll: Foreseen[Any]) -> bool:  # Any: a game's own moves
    """Tell whether there is a first move that fits all that a roll may mean."""
    if len(roll.events) == 1:
        return True
    return bool(_in_common([line.play(event) for event in roll.events]))


def common_moves(line: Line, seat: int, steps: Sequence[str]) -> list[str]:
    """List the moves, in notation, that can be played whichever roll the last step means.

    Empty where the last step has one meaning only: then the whole turn can be planned.
    """
    rolls = _each_roll(line, seat, steps)
    return _in_common(rolls) if len(rolls) > 1 else []


def _in_common(lines: Sequence[Line]) -> list[str]:
    """List the moves that are legal in every one of some games, in notation."""
    first, *others = (line.game.legal_notation(line.position) for line in lines)
    allowed = set(first).intersection(*others)
    return [move for move in first if move in allowed]


def _each_roll(line: Line, seat: int, steps: Sequence[str]) -> list[Line]:
    """Foresee steps, with everything that the last one may mean if it is a roll."""
    if steps:
        before = foresee(line, seat, steps[:-1])
        if rolls := events_of(before, steps[-1]):
            return [before.apply(roll) for roll in rolls]
    return [foresee(line, seat, steps)]


def _foresee_one(line: Line, seat: int, step: str) -> Line:
    if step == WHATEVER:
        turned = line.position.turned_to(seat)
        if turned is None:
            raise MatchError(Text("You can't plan here until it is known what happens."))
        return replace(line, position=turned, turn=(), rolls=())
    rolls = events_of(line, step)
    return _played(line, rolls[:1] or step.split(" "))


def _played(line: Line, notations: Sequence[str]) -> Line:
    for notation in notations:
        line = line.apply(notation)
    return line


def follow_plan(
    line: Line, happened: Sequence[Event], steps: Sequence[str], seat: int
) -> PlanProgress:
    """Follow a plan of a seat's through what has happened after `line`."""
    left, done, loose = list(steps), 0, 0

    def so_far(course: Course) -> PlanProgress:
        return PlanProgress(course, tuple(left), done, loose)

    while left and line.result is None:
        step, rest = left[0], happened[done:]
        if step == WHATEVER and _is_turn_of(seat, line, rest):
            left, loose = left[1:], loose + 1
            continue
        if not rest:
            return so_far(Course.DUE if line.to_move == seat else Course.OPEN)
        taken = _taken_by(step, line, rest)
        if taken is None:
            break
        if taken == 0:
            return so_far(Course.OPEN)
        if step != WHATEVER:
            left, loose = left[1:], loose + (len(events_of(line, step)) > 1)
        for event in rest[:taken]:
            line = apply_event(line, event)
        done += taken
    return so_far(Course.MISSED)


def _is_turn_of(seat: int, line: Line, rest: Sequence[Event]) -> bool:
    """Tell whether a seat is to move, or to roll the dice that are rolled next."""
    rolled_next = line.to_move == CHANCE and rest and apply_event(line, rest[0]).to_move == seat
    return line.to_move == seat or bool(rolled_next)


def _taken_by(step: str, line: Line, rest: Sequence[Event]) -> int | None:
    """Count the events that make a step come true; 0 if more must happen, None if it does not."""
    if step == WHATEVER:
        return 1
    if step.startswith("@"):
        return 1 if rest[0].notation in events_of(line, step) else None
    try:
        planned = _played(line, step.split(" "))
    except GameError:
        return None  # an earlier step left open what would have made it possible
    for count, event in enumerate(rest, 1):
        if not event.is_move:
            return None
        line = apply_event(line, event)
        if not line.position.mid_turn:
            return count if line.position == planned.position else None
    return 0


async def take_due_answer(
    connection: Connection,
    envelope: Envelope,
    positions: Positions,
    game: StoredGame,
    line: Line,
    seq: int,
) -> Answer | None:
    """Take the turn that somebody's plan plays now, after `line`; None if there is none.

    Plans that were missed are deleted. Where several have come true the one that left least open
    is played, and of equal ones the oldest. One that can't be played is dropped, and its owner
    told. `game` may be as it was before.
    """
    ready = []
    for plan in await plans.of_game(connection, game.id):
        followed = await _followed(connection, positions, game, line, plan)
        if followed.course is Course.MISSED:
            await plans.drop(connection, [plan.id])
        elif followed.course is Course.DUE:
            ready.append((followed.loose, plan.id, plan, followed.steps))
    for _, _, plan, steps in sorted(ready, key=lambda entry: entry[:2]):
        notations = tuple(steps[0].split(" "))
        try:
            _played(line, notations)
        except GameError:
            failure = Failure(seq, len(plan.steps) - len(steps))
            await _lose(connection, envelope, plan, PlanState.DROPPED, failure)
            continue
        if steps[1:]:
            await plans.change(connection, plan.id, seq, PlanState.WAITING, steps)
        else:
            await plans.drop(connection, [plan.id])
        return Answer(plan.user_id, notations)
    return None


async def take_back_plans(
    connection: Connection, envelope: Envelope, game_id: int, back: int
) -> None:
    """Keep the plans that follow an event which still counts after a takeback to the seq `back`.

    The others are lost, and their owners told.
    """
    for plan in await plans.of_game(connection, game_id):
        if plan.seq > back:
            await _lose(connection, envelope, plan, PlanState.TAKEN_BACK)


async def _lose(
    connection: Connection,
    envelope: Envelope,
    plan: Plan,
    state: PlanState,
    failure: Failure | None = None,
) -> None:
    """Note that a plan is lost, and queue the message that tells its owner."""
    await plans.change(connection, plan.id, plan.seq, state, plan.steps, failure)
    await envelope.put(person_stream(plan.user_id), PlanDroppedRow(plan.id))


async def _followed(
    connection: Connection, positions: Positions, game: StoredGame, line: Line, plan: Plan
) -> PlanProgress:
    """Follow a plan to `line`, and note how far it has come."""
    seat = game.seat_of(plan.user_id)
    if seat is None or seat not in line.playing or game.computer_at(seat) is not None:
        return PlanProgress(Course.MISSED, plan.steps, 0)
    start = await positions.line(connection, game, plan.seq)
    happened = counting(await events.after(connection, game.id, plan.seq))
    followed = follow_plan(start, happened, plan.steps, seat)
    # What is left open keeps its start: a takeback to a seq after it must find it again.
    if followed.course is Course.OPEN and followed.steps != plan.steps:
        reached = happened[followed.events - 1].seq
        await plans.change(connection, plan.id, reached, PlanState.WAITING, followed.steps)
    return followed
