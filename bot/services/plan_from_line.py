"""From what was tried to a plan: which of its turns and rolls can be the steps of one.

What does not belong here: how a plan is stored and what it means (`bot.services.plan_editor`,
`bot.match.plans`).
"""

from dataclasses import dataclass

from bot.errors import Refused
from bot.services.explorations import Explored
from bot.services.plan_editor import MOST_ANSWERS, YOUR_TURN
from games.line import Line
from games.words import Text


@dataclass(frozen=True, slots=True)
class PlanSteps:
    """The steps of a plan, and whether something that was tried after them is left out."""

    steps: tuple[str, ...]
    left_out: bool


def plan_steps(explored: Explored, now: Line, seat: int) -> PlanSteps:
    """Return what was tried from the position now up to the seat's last answer in it.

    Where the game has gone on as it was tried, the plan begins after that. Raises Refused where
    it has gone on otherwise, where the seat is to move, and where there is no answer.
    """
    if now.to_move == seat:
        raise Refused(YOUR_TURN)
    start = _reached(explored, now)
    if start is None:
        raise Refused(
            Text(
                "The game is not at any position of this line, so it can't become a "
                "plan. Explore from the current board."
            )
        )
    steps: list[str] = []
    end = used = answers = 0
    for count in range(start, len(explored.steps)):
        (before, after), step = explored.lines[count : count + 2], explored.steps[count]
        if steps and before.position.mid_turn:
            steps[-1] = f"{steps[-1]} {step}"
        else:
            steps.append(step)
            answers += before.to_move == seat
        if before.to_move == seat:
            end, used = len(steps), count + 1
            is_whole = not after.position.mid_turn
            if is_whole and (answers == MOST_ANSWERS or after.to_move == seat):
                break
    if not end:
        raise Refused(
            Text("A plan needs an answer of yours: try what the others play, and then your move.")
        )
    return PlanSteps(tuple(steps[:end]), left_out=used < len(explored.steps))


def _reached(explored: Explored, now: Line) -> int | None:
    """Return after how many steps a game stood as it does now; None if it never did."""
    stood = (
        count
        for count, tried in enumerate(explored.lines)
        if tried.ply == now.ply and tried.position == now.position
    )
    return next(stood, None)
