"""A game as the events that made it: moves, chance, and what comes from outside the rules.

`Line` wraps a game's position with what the rules do not know: resignations and time-outs,
agreed draws, aborted games. Records, the store and the bot all step through a game here.
What does not belong here: who may send which event, and when.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from games.errors import GameOver, IllegalMove, NotationError
from games.game import CHANCE, Game, Position, Reason, Result, ToMove
from games.words import Seat, Text, quoted

# Any: a game's positions and moves are only ever handed back to the game itself, so code
# for all games need not (and cannot) name their types.
AnyGame = Game[Any, Any]
"""Any game."""
AnyPosition = Position[Any]
"""Any position, for code that works for all games."""

_LEAVING: Final = re.compile(r"!(resign|timeout):([0-9])")
_LEAVING_REASONS: Final = {"resign": Reason.RESIGNED, "timeout": Reason.TIMEOUT}
_DRAW: Final = "!draw"
_ABORT: Final = "!abort"


@dataclass(frozen=True, slots=True)
class Played:
    """A move or chance event that was made: by which seat (None: chance), from which position."""

    seat: int | None
    move: Any  # Any: see AnyGame
    before: AnyPosition
    after: AnyPosition


@dataclass(frozen=True, slots=True)
class Line:
    """The state of a game after `ply` events."""

    game: AnyGame
    seats: int
    position: AnyPosition
    ply: int = 0
    turn: tuple[Played, ...] = ()
    """The moves that the player who moved last has made in that turn, for marking them."""
    earlier: tuple[tuple[Played, ...], ...] = ()
    """The turns before that one, oldest first: as many as there are seats, at most."""
    rolls: tuple[Played, ...] = ()
    """The chance events since then."""
    turns: int = 0
    """How many turns players have completed."""
    left: frozenset[int] = frozenset()
    """The seats that resigned or ran out of time."""
    ending: Result | None = None
    """The result, where an event from outside the rules ended the game."""

    @property
    def last(self) -> Played | None:
        """Return the last move of a player."""
        return self.turn[-1] if self.turn else None

    def since(self, seat: int | None) -> tuple[tuple[Played, ...], ...]:
        """List the turns since the one that a seat took before the last turn, in order.

        The last turn is always among them, no matter whose it was. They are a round at most.
        """
        turns: list[tuple[Played, ...]] = []
        for turn in reversed(self.earlier):
            if turn[-1].seat == seat:
                break
            turns.insert(0, turn)
        return (*turns, self.turn) if self.turn else ()

    @property
    def to_move(self) -> ToMove:
        """Return the seat to move, "chance", or None at the end."""
        return None if self.result else self.position.to_move

    @property
    def result(self) -> Result | None:
        """Return the result once the game is over."""
        return self.ending or self.position.result()

    @property
    def playing(self) -> frozenset[int]:
        """Return the seats still in the game: neither left nor withdrawn by the rules."""
        return frozenset(range(self.seats)) - self.left - self.position.withdrawn

    def apply(self, event: str) -> "Line":
        """Return the line after an event in notation.

        Raises NotationError, IllegalMove or GameOver with what is wrong in a player's words.
        """
        if self.result:
            raise GameOver(Text("The game is over."))
        if event.startswith("!"):
            return self._apply_outside(event)
        if event.startswith("@") != (self.to_move == CHANCE):
            raise self._untimely(event)
        return self._step(self.game.parse(event))

    def play(self, move: Any) -> "Line":  # Any: see AnyGame
        """Return the line after a move or chance event as a value of the game's own.

        Raises IllegalMove or GameOver as `apply` does.
        """
        if self.result:
            raise GameOver(Text("The game is over."))
        return self._step(move)

    def _step(self, move: Any) -> "Line":  # Any: see AnyGame
        before, seat = self.position, self.to_move
        after = before.play(move)
        gone_on = replace(self, position=after, ply=self.ply + 1)
        if not isinstance(seat, int):
            return replace(gone_on, rolls=(*self.rolls, Played(None, move, before, after)))
        played = Played(seat, move, before, after)
        turns = self.turns if after.mid_turn else self.turns + 1
        gone_on = replace(gone_on, rolls=(), turns=turns)
        if before.mid_turn or not self.turn:
            return replace(gone_on, turn=(*self.turn, played))
        earlier = (*self.earlier, self.turn)[-self.seats :]
        return replace(gone_on, turn=(played,), earlier=earlier)

    def _untimely(self, event: str) -> IllegalMove | NotationError:
        if self.to_move == CHANCE:
            return IllegalMove(Text("Chance comes first: {event} is a move.", event=quoted(event)))
        if not self.game.about.chance:
            return NotationError(
                Text(
                    "{game} has no chance events like {event}.",
                    game=self.game.about.name,
                    event=quoted(event),
                )
            )
        return IllegalMove(Text("No chance event is due: {event}.", event=quoted(event)))

    def _apply_outside(self, event: str) -> "Line":
        if event == _ABORT:
            return _end(self, frozenset(), Reason.ABORTED)
        leaving = _LEAVING.fullmatch(event)
        if leaving is None and event != _DRAW:
            raise NotationError(Text("{event} is not an event of a game.", event=quoted(event)))
        if not self.position.settled:
            raise IllegalMove(Text("The game has not begun; it can only be aborted."))
        if leaving is None:
            return _end(self, self.playing, Reason.AGREED)
        return self._leave(int(leaving[2]), _LEAVING_REASONS[leaving[1]])

    def _leave(self, seat: int, reason: Reason) -> "Line":
        if seat >= self.seats:
            raise NotationError(Text("There is no seat {seat} in this game.", seat=seat))
        if seat not in self.playing:
            raise IllegalMove(Text("{player} is not in the game any more.", player=Seat(seat)))
        gone = replace(self, left=self.left | {seat})
        if self.seats > 2:
            gone = replace(gone, position=self.position.leave(seat))
        # If the only player not yet eliminated resigns, nobody is left.
        if len(gone.playing) <= 1:
            return _end(gone, gone.playing, reason)
        return replace(gone, ply=self.ply + 1)


def _end(line: Line, winners: frozenset[int], reason: Reason) -> Line:
    result = Result(line.position.scores(), tuple(sorted(winners)), reason)
    return replace(line, ply=line.ply + 1, ending=result)


def leaving_seat(event: str) -> int | None:
    """Return the seat that resigns or runs out of time by an event; None for any other event.

    >>> leaving_seat("!resign:2"), leaving_seat("!draw")
    (2, None)
    """
    found = _LEAVING.fullmatch(event)
    return None if found is None else int(found[2])


def start(game: AnyGame, seats: int, position: AnyPosition) -> Line:
    """Return the line of a game that has been dealt, before its first event."""
    return Line(game, seats, position)
