"""Whole turns of Tablero: all that may be done with the dice, and what the reply will bring.

A player chooses one action at a time, but thinks in turns. What does not belong here: what a
position is worth (`worth`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.players.tablero.worth import (
    POINTS,
    STAGES,
    WORTHS,
    Stacks,
    Worths,
    chance,
    log_odds,
    points_of,
    share,
    stage_of,
)
from games.tablero.board import COLUMNS, LONGEST_PATH, home_space, paths
from games.tablero.rules import OWNERS, Move, Position, Roll

ROLLS: Final = tuple(
    (Roll(low, high), 1 if low == high else 2) for low in COLUMNS for high in COLUMNS if low <= high
)
"""Every roll, and in how many of 36 cases it comes."""
REPLIES: Final = 6
"""How many turns are looked at for each roll that the next player may have."""
WAYS: Final = 12
"""In how many ways a die is used there."""


Judge = Callable[[Position, int], float]
"""What tells a seat's chance once it has used one die or both."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What is left of a turn: its moves, where it leads, and the mover's chance there."""

    moves: tuple[Move, ...]
    after: Position
    chance: float


def at_a_glance(position: Position, seat: int) -> float:
    """Return a seat's chance between turns by what lies on the board."""
    first = share(points_of(position)) if position.over else chance(log_odds(position))
    return 1 - first if seat else first


def turns(position: Position, width: int = 60, judge: Judge = at_a_glance) -> list[Turn]:
    """List what may be done with the dice that are left, best first by a judge.

    Of moves that lead to the same position one is listed. Each die is used in at most
    `width` ways, the best by the judge: tall stacks have over a hundred.
    """
    seat = position.seat
    ways: dict[Position, tuple[Move, ...]] = {}
    for move, after in _actions(position, width, judge):
        if not after.mid_turn:
            ways.setdefault(after, (move,))
            continue
        for second, end in _actions(after, width, judge):
            ways.setdefault(end, (move, second))
    found = [Turn(moves, after, judge(after, seat)) for after, moves in ways.items()]
    # Where the game is decided, points still count. Equal turns stay in the order of the moves.
    found.sort(key=lambda turn: (-turn.chance, turn.after.over and -_lead(turn.after, seat)))
    return found


def _actions(position: Position, width: int, judge: Judge) -> list[tuple[Move, Position]]:
    """List at most `width` actions, the best by a judge, with the positions that they lead to."""
    actions = [(move, position.play(move)) for move in position.legal_moves()]
    if len(actions) > width:
        actions.sort(key=lambda action: -judge(action[1], position.seat))
    return actions[:width]


def _lead(position: Position, seat: int) -> int:
    scores = position.scores()
    return scores[seat] - scores[1 - seat]


def after_reply(position: Position, seat: int) -> float:
    """Return a seat's chance between turns: the mean over all rolls, each used at its best.

    Both dice are taken to be used apart from one another, as they nearly always are.
    """
    if position.over:
        return at_a_glance(position, seat)
    replier, reserve = position.seat, position.reserve[position.seat]
    stage = stage_of(position.reserve, last=position.last)
    weights = STAGES[stage]
    if position.last:
        # The reply ends the game: then only points count.
        gains = _gains(position.stacks, replier, reserve, POINTS, 0.0)
        odds = points_of(position)
    else:
        gains = _gains(position.stacks, replier, reserve, WORTHS[stage], -weights.reserve)
        odds = log_odds(position)
    judge = share if position.last else chance
    ours = -odds if replier else odds
    mean = 0.0
    for roll, cases in ROLLS:
        first, again = gains[roll.low]
        mean += cases * judge(
            ours + first + (again if roll.low == roll.high else gains[roll.high][0])
        )
    mean /= 36
    return mean if replier == seat else 1 - mean


def over_all_rolls(position: Position) -> float:
    """Return the chance of the seat whose roll is due, each roll used at its best."""
    return sum(cases * _best(position.play(roll)) for roll, cases in ROLLS) / 36


def _best(position: Position) -> float:
    """Return the chance of the seat to move with its best turn, at a glance at the replies."""
    found = turns(position, WAYS)[:REPLIES]
    return max(after_reply(turn.after, position.seat) for turn in found)


def _gains(
    stacks: Stacks, seat: int, reserve: int, worths: Worths, placing: float
) -> dict[int, tuple[float, float]]:
    """Return what each face of a die gains a seat at best, and what a second die of it then does.

    `placing` is what a token costs that leaves the reserve.
    """
    sign = -1.0 if seat else 1.0
    now = [worth[stack] for stack, worth in zip(stacks, worths, strict=True)]
    # What it changes that a token of either owner is dropped on a space.
    drops = {
        owner: [
            sign * (worth[stack + owner] - value)
            for stack, worth, value in zip(stacks, worths, now, strict=True)
        ]
        for owner in OWNERS
    }
    gains = {}
    for die in COLUMNS:
        home = home_space(seat, die)
        stack = stacks[home]
        place = drops[OWNERS[seat]][home] + placing if reserve else None
        march = None
        if stack[-1:] == OWNERS[seat] and len(stack) <= LONGEST_PATH:
            tokens = [drops[owner] for owner in stack]
            march = -sign * now[home] + max(
                sum(drop[space] for drop, space in zip(tokens, path, strict=True))
                for path in paths(home, len(stack))
            )
        best = max((gain for gain in (place, march) if gain is not None), default=0.0)
        # A stack that has marched is gone: then a second die can only place.
        gains[die] = best, place or 0.0
    return gains
