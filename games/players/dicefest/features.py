"""What is true of a move in Dicefest: locks, counters, and the turns that everybody still needs.

Turns are counted as if nobody else moved (`turns`). What does not belong here: looking ahead.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.dicefest.moves import LOCKED, TURNED, Move, MoveDie, Pass, PickSide, Rotate, code_of
from games.dicefest.rules import Position
from games.dicefest.words import facing_at
from games.players.dicefest.race import TURN, Race
from games.players.dicefest.turns import FAR, Turns
from games.players.player import Level
from games.players.traits import Trait
from games.words import Plural, Seat, Text, listed

_END: Final = 10.0
_LOCK: Final = 0.6
_COUNTER: Final = 0.1


CHARACTERS: Final = {
    Level.EASY: Text("brings dice home, and misjudges the turns that are left by up to six"),
    Level.MEDIUM: Text("takes the move after which the fewest turns are left"),
    Level.HARD: Text("follows the most promising moves of everybody for many turns"),
    Level.EXPERT: Text(
        "follows eight times as many lines of play as hard, and keeps many ways to the end open"
    ),
}
"""How each level plays, to follow a name."""


def traits(before: Position, move: Move, after: Position) -> tuple[Trait, ...]:
    """Return what is true of a move."""
    return () if isinstance(move, PickSide | Pass) else tuple(_traits(before, move, after))


def _traits(before: Position, move: Move, after: Position) -> Iterator[Trait]:
    seat = before.seat
    if after.winners is not None:
        won = after.winners == (seat,)
        said = Text("wins the game") if won else Text("ends the game")
        yield Trait("end", _END if won else -_END, said)
        return
    if after.locked(seat) > before.locked(seat):
        yield Trait("lock", _LOCK, Text("locks a die"))
    if isinstance(move, MoveDie) and before.counters >> move.end & 1:
        yield Trait("counter", _COUNTER, Text("takes a counter"))
    was, now = _needed(before), _needed(after)
    left = Text("leaves no way to the end in sight")
    if now[seat] < FAR:
        left = Plural(
            "leaves about {n} turn to the end", "leaves about {n} turns to the end", now[seat]
        )
    yield Trait("turns", TURN * (was[seat] - now[seat]), left)
    rivals = [rival for rival in after.table.playing if rival != seat]
    for rival in rivals:
        delay = now[rival] - was[rival]
        if delay and max(was[rival], now[rival]) < FAR:
            yield Trait(f"rival {rival}", TURN * delay, _delay(rival, delay))
    before_it, after_it = (
        {rival for rival in rivals if _can_lock(position, rival)} for position in (before, after)
    )
    if stopped := sorted(before_it - after_it):
        said = Text("keeps {players} from locking a die next", players=_named(stopped))
        yield Trait("stops", _LOCK * len(stopped), said)
    if after_it:
        said = Text("lets {players} lock a die next", players=_named(sorted(after_it)))
        yield Trait("lets", -_LOCK * len(after_it), said)


@lru_cache(maxsize=16)
def _needed(position: Position) -> dict[int, int]:
    """Return the turns that every seat needs; both moves of a comparison begin at one position."""
    return Race(position, Turns).needed(position)


def _delay(rival: int, turns: int) -> Text:
    player = Seat(rival)
    if turns > 0:
        return Plural("costs {player} {n} turn", "costs {player} {n} turns", turns, player=player)
    return Plural("saves {player} {n} turn", "saves {player} {n} turns", -turns, player=player)


def _can_lock(position: Position, seat: int) -> bool:
    """Tell whether a seat could lock a die if it were its turn."""
    theirs = position.turned_to(seat)
    if theirs is None:
        return False
    locked = LOCKED[position.table.sides[seat]]
    for move in theirs.legal_moves():
        match move:
            case MoveDie(start, end):
                code = code_of(facing_at(position, start), end)
            case Rotate(space, way, _):
                code = TURNED[code_of(facing_at(position, space), space)][way]
            case _:
                continue
        if code in locked:
            return True
    return False


def _named(seats: list[int]) -> Text:
    return listed([Text("{player}", player=Seat(seat)) for seat in seats])
