"""The recap of a board: what happened since the last turn of the person who reads it.

Between two people that is the other's turn; among more it is the whole round. If plans or several
computers moved without a board in between, the recap includes those moves. After a takeback it
says which moves were undone. What does not belong here: the words for it
(`cogs.board.recap_text`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from bot.match.positions import Positions, apply_event, back_to, counting
from bot.match.table import Table
from data import challenges, events, games_found
from data.challenges import First
from data.computers import is_computer
from data.engine import Connection
from data.events import Event
from data.stored import StoredGame
from games.line import AnyPosition, Line, Played
from games.registry import GAMES

LOOKED_BACK: Final = 120
"""How many events are looked through for the board before, at most."""
_TIMEOUT: Final = "!timeout:"


@dataclass(frozen=True, slots=True)
class Told:
    """A turn and the chance events after it."""

    moves: tuple[Played, ...]
    rolls: tuple[Played, ...] = ()
    planned: bool = False
    """Whether no click, but a plan played it."""
    stood_in: bool = False
    """Whether a computer played it for the person who sits there."""


class Why(Enum):
    """Why somebody starts."""

    RULES = auto()
    SWAPPED = auto()
    WON = auto()
    CHOSEN = auto()
    DRAWN = auto()


@dataclass(frozen=True, slots=True)
class Story:
    """What happened, turn by turn, and the moves that were just taken back.

    `out` are the people of whom no earlier board said that the rules have put them out, `late`
    those who are out since their time was up. `why` somebody starts is in the story of a
    first board.
    """

    turns: tuple[Told, ...]
    taken_back: tuple[Played, ...] = ()
    out: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    why: Why | None = None


def plain_story(line: Line) -> Story:
    """Tell the last turn of a line, and what chance did since."""
    return Story((Told(line.turn, line.rolls),))


async def story_of(connection: Connection, positions: Positions, table: Table) -> Story:
    """Return what led to a table at its seq."""
    latest = await events.latest(connection, table.game.id, up_to=table.seq, most=LOOKED_BACK)
    back = back_to(latest[0].notation)
    if back is not None:
        undone = await moves_since(connection, positions, table.game, back, table.seq - 1)
        return Story(plain_story(table.line).turns, undone)
    if not table.line.turns and not table.line.turn:
        return replace(plain_story(table.line), why=await _why(connection, table.game))
    fresh = _untold(latest)
    told = max(fresh, _since_the_last_turn(latest, table), key=len)
    if not told:
        return plain_story(table.line)
    new = {event.seq for event in fresh}
    if _is_last_turn(told, table.line):
        return _of_last_turn(told, new, table)
    before = await positions.line(connection, table.game, told[0].seq - 1)
    story = _story_from(before, told, new, table.game)
    return story if story.turns else replace(story, turns=plain_story(table.line).turns)


def story_of_click(table: Table, stored: Sequence[Event]) -> Story | None:
    """Tell what led to a table of two by the events that a click has just stored.

    None where there is more to tell, or something other than a turn.
    """
    fresh = _untold(stored[::-1])
    alone = table.game.match.seats == 2 and fresh and fresh[0].interaction_id is not None
    if not alone or not _is_last_turn(fresh, table.line):
        return None
    return _of_last_turn(fresh, {event.seq for event in fresh}, table)


async def _why(connection: Connection, game: StoredGame) -> Why | None:
    """Say why the player at the first seat starts a game."""
    match, about = game.match, GAMES[game.match.game].about
    if about.starter is not None:
        return Why.RULES
    if game.number > 1:
        return Why.SWAPPED
    if about.winner_starts:
        last = await games_found.last_between(connection, match.guild_id, match.game, game.players)
        if last is not None and last.match.id >= match.id:
            # It is over by now, and what was before it is not looked for.
            return None
        result = None if last is None else last.result
        if last is not None and result is not None and len(result["winners"]) == 1:
            return Why.WON
    challenge = await challenges.get(connection, match.challenge_id)
    if challenge is None:
        return None
    return Why.DRAWN if challenge.terms.first is First.RANDOM else Why.CHOSEN


def _untold(latest: Sequence[Event]) -> list[Event]:
    """Return the events that no earlier board told of, in order; `latest` has the last one first."""
    found: list[Event] = []
    for n, event in enumerate(latest):
        if event.notation.startswith("@"):
            found.append(event)
            continue
        if _is_leaving(event) and not any(map(_is_told, found)):
            found.append(event)
            break
        if event.user_id is None or not event.is_move:
            break
        found.append(event)
        if event.interaction_id is not None:
            break
        if is_computer(event.user_id):
            earlier = next((other for other in latest[n + 1 :] if other.is_move), None)
            if earlier is None or not is_computer(earlier.user_id or 0):
                break
    return _in_order(found)


def _since_the_last_turn(latest: Sequence[Event], table: Table) -> list[Event]:
    """Return the events since the last turn of the person to move, at a table of three or more."""
    seat, game = table.line.to_move, table.game
    if not isinstance(seat, int) or game.match.seats < 3 or game.computer_at(seat) is not None:
        return []
    found: list[Event] = []
    for event in latest:
        theirs = event.is_move and event.user_id == game.players[seat]
        if event.seq == 0 or theirs or back_to(event.notation) is not None:
            break
        found.append(event)
    return _in_order(found)


def _in_order(found: list[Event]) -> list[Event]:
    """Turn round what was found from the last on; rolls alone are told with the turn before."""
    while found and not _is_told(found[-1]):
        found.pop()
    return found[::-1]


def _is_told(event: Event) -> bool:
    return event.is_move or _is_leaving(event)


def _is_leaving(event: Event) -> bool:
    return event.notation.startswith(("!resign:", _TIMEOUT))


def _is_last_turn(told: Sequence[Event], line: Line) -> bool:
    """Tell whether events are all in a line's last turn, with the chance events after it."""
    moves = sum(event.is_move for event in told)
    rolls = sum(event.notation.startswith("@") for event in told)
    return moves + rolls == len(told) and moves <= len(line.turn) and rolls == len(line.rolls)


def _of_last_turn(told: Sequence[Event], new: Collection[int], table: Table) -> Story:
    """Tell events of a line's last turn, as `_follow` does, from the line itself."""
    line, game, first = table.line, table.game, told[0]
    stood_in = not is_computer(game.players[line.turn[0].seat or 0])
    stood_in = stood_in and is_computer(first.user_id or 0)
    out = list[int]()
    played = (*line.turn, *line.rolls)[-len(told) :]
    for event, step in zip(told, played, strict=True):
        if event.seq in new:
            out += sorted(people_out(step.after, game) - people_out(step.before, game))
    turn = Told(line.turn, line.rolls, planned=first.is_planned, stood_in=stood_in)
    return Story((turn,), out=tuple(out))


def _story_from(
    before: Line, told: Sequence[Event], new: Collection[int], game: StoredGame
) -> Story:
    """Tell events turn by turn; those of a seq in `new` say who is out."""
    line, turns, out, late = before, list[Told](), list[int](), list[int]()
    for event in told:
        position, seat = line.position, line.to_move
        begins = event.is_move and not position.mid_turn
        line = apply_event(line, event)
        if _is_leaving(event):
            if event.seq in new and event.notation.startswith(_TIMEOUT):
                late.append(int(event.notation.removeprefix(_TIMEOUT)))
            continue
        if begins or not turns:
            stood_in = isinstance(seat, int) and not is_computer(game.players[seat])
            stood_in = stood_in and is_computer(event.user_id or 0)
            turns.append(Told((), planned=event.is_planned, stood_in=stood_in))
            if is_computer(event.user_id or 0):
                # The board that followed immediately has told who was put out before.
                out.clear()
        turns[-1] = replace(turns[-1], moves=line.turn, rolls=line.rolls)
        if event.seq in new:
            out += sorted(people_out(line.position, game) - people_out(position, game))
    return Story(tuple(turns), out=tuple(out), late=tuple(late))


def people_out(position: AnyPosition, game: StoredGame) -> set[int]:
    """Return the seats of the people whom the rules have put out."""
    return {seat for seat in position.withdrawn if not is_computer(game.players[seat])}


async def moves_since(
    connection: Connection, positions: Positions, game: StoredGame, seq: int, up_to: int
) -> tuple[Played, ...]:
    """Return the moves that players have made after an event, up to another one."""
    line = await positions.line(connection, game, seq)
    made = []
    for event in counting(await events.after(connection, game.id, seq, up_to=up_to)):
        line = apply_event(line, event)
        if event.is_move:
            made.append(line.turn[-1])
    return tuple(made)
