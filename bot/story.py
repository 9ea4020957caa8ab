"""What a board has to tell: all that happened since the board before it, turn by turn.

Mostly that is the last turn. Where a plan answered at once, or several computers moved in a
row, there was no board in between, so what came before is told too; and after a takeback it is
told what does not count any more. What does not belong here: the words for it (`cogs.tables`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.positions import Positions, back_to, counting, follow
from bot.seating import Table
from data import events
from data.computers import is_computer
from data.engine import Connection
from data.events import Event
from data.stored import StoredGame
from games.line import Line, Played

LOOKED_BACK: Final = 60
"""How many events are looked through for the board before, at most."""


@dataclass(frozen=True, slots=True)
class Told:
    """A turn and the chance events after it; `planned` where no click, but a plan played it."""

    moves: tuple[Played, ...]
    rolls: tuple[Played, ...] = ()
    planned: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """What happened since the board before, and the moves that were just taken back."""

    turns: tuple[Told, ...]
    taken_back: tuple[Played, ...] = ()


def plain_story(line: Line) -> Story:
    """Tell the last turn of a line, and what chance did since."""
    return Story((Told(line.turn, line.rolls),))


async def story_of(connection: Connection, positions: Positions, table: Table) -> Story:
    """Tell what led to a table as it stands at its seq."""
    latest = await events.latest(connection, table.game.id, up_to=table.seq, most=LOOKED_BACK)
    back = back_to(latest[0].notation)
    if back is not None:
        undone = await moves_since(connection, positions, table.game, back, table.seq - 1)
        return Story(plain_story(table.line).turns, undone)
    untold = _untold(latest)
    if not untold:
        return plain_story(table.line)
    before = await positions.line(connection, table.game, untold[0].seq - 1)
    return Story(_turns(before, untold))


def _untold(latest: Sequence[Event]) -> list[Event]:
    """Give the events that no earlier board told of, in order; `latest` has the last one first."""
    found: list[Event] = []
    for n, event in enumerate(latest):
        if event.notation.startswith("@"):
            found.append(event)
            continue
        if event.user_id is None or not event.is_move:
            break
        found.append(event)
        if event.interaction_id is not None:
            break
        if is_computer(event.user_id):
            earlier = next((other for other in latest[n + 1 :] if other.is_move), None)
            if earlier is None or not is_computer(earlier.user_id or 0):
                break
    # Rolls alone are told with the turn that they follow.
    while found and not found[-1].is_move:
        found.pop()
    return found[::-1]


def _turns(before: Line, untold: Sequence[Event]) -> tuple[Told, ...]:
    """Tell events turn by turn."""
    line, told = before, list[Told]()
    for event in untold:
        begins = event.is_move and not line.position.mid_turn
        line = follow(line, event)
        if begins or not told:
            told.append(Told((), planned=event.is_planned))
        told[-1] = replace(told[-1], moves=line.turn, rolls=line.rolls)
    return tuple(told)


async def moves_since(
    connection: Connection, positions: Positions, game: StoredGame, seq: int, up_to: int
) -> tuple[Played, ...]:
    """Give the moves that players have made after an event, up to another one."""
    line = await positions.line(connection, game, seq)
    made = []
    for event in counting(await events.after(connection, game.id, seq, up_to=up_to)):
        line = follow(line, event)
        if event.is_move:
            made.append(line.turn[-1])
    return tuple(made)
