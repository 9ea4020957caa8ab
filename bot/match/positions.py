"""Positions of stored games: replayed from their events, and cached by game and seq.

The cache can be thrown away at any time: what it holds follows from the events.
"""

import json
import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from bot.errors import MatchError
from data import events
from data.engine import Connection
from data.events import Event
from data.stored import StoredGame
from games.handicap import Handicaps
from games.line import AnyGame, Line, start
from games.registry import GAMES
from games.words import Text

_BACK: Final = re.compile(r"!back:([0-9]+)")
"""A takeback as it is stored; records do not know it."""
CACHED_GAMES: Final = 1024
"""For how many games the latest positions are kept at hand."""


def rules_of(game: StoredGame) -> AnyGame:
    """Return the rules of a stored game; MatchError if it was begun under others."""
    rules = GAMES.get(game.match.game)
    if rules is None or rules.about.rules_version != game.rules_version:
        raise MatchError(
            Text("This game was started with rules that this version of me does not know.")
        )
    return rules


class Positions:
    """Return the line of any stored game at any seq.

    Of each game the lines of a round are kept, and the one before it: to tell what happened since
    a player's last turn, and to change the board before the last one, nothing is replayed.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[int, dict[int, Line]] = OrderedDict()
        """By game the lines after its latest events, by seq, in order."""

    async def line(self, connection: Connection, game: StoredGame, seq: int | None = None) -> Line:
        """Return a game's line after the event `seq` (None: after its last one)."""
        wanted = game.seq if seq is None else seq
        line = await self._gone_on(connection, game, wanted)
        if line is None:
            first, *later = await events.after(connection, game.id, -1, up_to=wanted)
            line = _set_up(game, first)
            for event in counting(later):
                line = apply_event(line, event)
        if wanted == game.seq:
            self.keep(game.id, wanted, line)
        return line

    async def _gone_on(self, connection: Connection, game: StoredGame, wanted: int) -> Line | None:
        """Go on from what is at hand; None if there is nothing, or something was taken back."""
        kept = self._kept.get(game.id, {})
        seq = max((known for known in kept if known <= wanted), default=None)
        if seq is None:
            return None
        line = kept[seq]
        if seq == wanted:
            return line
        for event in await events.after(connection, game.id, seq, up_to=wanted):
            if back_to(event.notation) is not None:
                return None
            line = apply_event(line, event)
        return line

    def kept(self, game_id: int, seq: int) -> Line | None:
        """Return a game's line after the event `seq` if it is at hand."""
        return self._kept.get(game_id, {}).get(seq)

    def keep(self, game_id: int, seq: int, line: Line) -> None:
        """Keep a line that is known to be committed; it never changes, for events do not."""
        kept = self._kept.get(game_id, {}) | {seq: line}
        self._kept[game_id] = {known: kept[known] for known in sorted(kept)[-line.seats - 1 :]}
        self._kept.move_to_end(game_id)
        if len(self._kept) > CACHED_GAMES:
            self._kept.popitem(last=False)


def take_back(seq: int) -> str:
    """Write the event after which the line goes on from the event `seq`."""
    return f"!back:{seq}"


def back_to(notation: str) -> int | None:
    """Return the seq from which a takeback goes on; None for any other event."""
    found = _BACK.fullmatch(notation)
    return None if found is None else int(found[1])


def counting(stored: Iterable[Event]) -> list[Event]:
    """List the events that count: takebacks cut others off, and are none themselves."""
    kept: list[Event] = []
    for event in stored:
        back = back_to(event.notation)
        if back is None:
            kept.append(event)
        else:
            kept = [earlier for earlier in kept if earlier.seq <= back]
    return kept


def apply_event(line: Line, event: Event) -> Line:
    """Return the line after an event; moves that nobody made themselves count for no turn."""
    after = line.apply(event.notation)
    if event.user_id is None and not event.notation.startswith("@"):
        return replace(after, turn=line.turn, earlier=line.earlier, turns=line.turns)
    return after


def _set_up(game: StoredGame, event: Event) -> Line:
    rules = rules_of(game)
    match = game.match
    return set_up(rules, match.seats, match.options, event.notation, game.handicap)


def set_up(
    rules: AnyGame, seats: int, options: Mapping[str, str], notation: str, handicap: Handicaps
) -> Line:
    """Return the line of a game before its first event, from its stored set-up and handicaps.

    Raises GameError where these are none that its rules know.
    """
    rules.check_handicap(seats, handicap)
    dealt = rules.read_setup(json.loads(notation), seats, rules.options_of(options))
    return start(rules, seats, rules.handicapped(dealt, handicap))
