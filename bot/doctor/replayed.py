"""A stored game, played through again: every event must be legal, and all else follows from them.

Pure: rows in, troubles out. What does not belong here: what surrounds a game, such as its clock
and its board (`bot.doctor.games`).
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.doctor.troubles import Check, Mend, Trouble
from bot.match.positions import apply_event, back_to, set_up
from data.events import Event
from data.examined import GameRows
from data.match_rows import read_lots
from games.chance import FairSource, Source
from games.errors import GameError
from games.game import CHANCE
from games.handicap import tidy
from games.line import AnyGame, Line
from games.lots import commitment, event_source
from games.record import write_result
from games.registry import GAMES

UNREADABLE: Final = (GameError, AttributeError, KeyError, TypeError, ValueError, IndexError)
"""What damaged rows can raise where they are read."""
UNPROVED: Final = "Nobody can check its chance any more; its players may end it with /game abort"

Sources = Callable[[int], Source]
"""From what the event with a number is drawn."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of playing a game through: its line, None where it could not be played."""

    line: Line | None
    troubles: tuple[Trouble, ...]


def subject_of(rows: GameRows) -> str:
    """Name a game for the host: by its code in its server, and its number."""
    game = rows.game
    return f"game {game['code']} of server {game['guild_id']} (number {game['id']})"


def replay(rows: GameRows) -> Replayed:
    """Play a game through, and compare what is stored of it with what its events lead to."""
    found = list(_numbered(rows))
    if found:
        return Replayed(None, tuple(found))
    rules = GAMES.get(rows.match["game"])
    if rules is None or rules.about.rules_version != rows.game["rules_version"]:
        wrong = (
            f"this version does not know the rules of {rows.match['game']!r} that it is played by"
        )
        remedy = "Install the version that does"
        return Replayed(None, (_trouble(rows, Check.EVENTS, wrong, remedy=remedy),))
    try:
        source, wrong = _source(rules, rows)
    except UNREADABLE as error:
        source, wrong = None, f"what its chance follows from can't be read: {_said(error)}"
    try:
        played = _played(rules, rows, source)
    except UNREADABLE as error:
        unreadable = f"its set-up can't be read: {_said(error)}"
        return Replayed(None, (_trouble(rows, Check.EVENTS, unreadable),))
    if played.impossible:
        return Replayed(None, (_trouble(rows, Check.EVENTS, played.impossible),))
    wrong = wrong or played.undrawn
    chance = [_trouble(rows, Check.CHANCE, wrong, remedy=UNPROVED)] if wrong else []
    return Replayed(played.line, (*chance, *_standing(rows, played.line)))


def _trouble(
    rows: GameRows, check: Check, wrong: str, mend: Mend | None = None, *, remedy: str = ""
) -> Trouble:
    return Trouble(check, subject_of(rows), wrong, mend, rows.game["id"], remedy=remedy)


def _numbered(rows: GameRows) -> Iterator[Trouble]:
    seqs = [event["seq"] for event in rows.events]
    if not seqs:
        yield _trouble(rows, Check.EVENTS, "has no events")
        return
    missing = [seq for seq in range(max(seqs[-1], rows.game["seq"]) + 1) if seq not in set(seqs)]
    if missing:
        wrong = f"event {missing[0]} is missing" + (
            f", and {len(missing) - 1} more" if len(missing) > 1 else ""
        )
        yield _trouble(rows, Check.EVENTS, wrong)


@dataclass(slots=True)
class _Played:
    """How far a game could be played, and what was wrong on the way."""

    line: Line
    impossible: str = ""
    undrawn: str = ""
    """Which roll does not follow from the secret."""


def _played(rules: AnyGame, rows: GameRows, source: Sources | None) -> _Played:
    """Play all events, also those that were taken back, up to the first that is not possible."""
    first, *later = rows.events
    match, handicap = rows.match, tidy([row["handicap"] for row in rows.players])
    line = set_up(rules, match["seats"], match["options"], first["notation"], handicap)
    played, known = _Played(line), {0: line}
    for row in later:
        event, line = Event(row["seq"], row["notation"], row["user_id"]), played.line
        back = back_to(event.notation)
        if back is not None:
            if back not in known:
                played.impossible = f"event {event.seq} takes back to {back}, which does not count"
                return played
            played.line = known[back]
            known = {seq: kept for seq, kept in known.items() if seq <= back}
            continue
        try:
            played.line = known[event.seq] = apply_event(line, event)
        except GameError as error:
            said = f"event {event.seq} ({event.notation}) is not possible: {error.text}"
            played.impossible = said
            return played
        if source is not None and line.to_move == CHANCE and event.notation.startswith("@"):
            drawn = rules.format(line.position.roll(source(event.seq)))
            if drawn != event.notation and not played.undrawn:
                said = f"the roll of event {event.seq} ({event.notation}) does not follow from its secret"
                played.undrawn = said
    return played


def _source(rules: AnyGame, rows: GameRows) -> tuple[Sources | None, str]:
    """Return from what a game's rolls are drawn, and what is wrong with it and with the deal."""
    game, match = rows.game, rows.match
    lots = read_lots(game["lots"], game["commitment"], game["secret"])
    if lots is None:
        secret = bytes.fromhex(game["secret"])
        return lambda seq: FairSource(secret, str(game["id"]), seq), ""
    options, seats = rules.options_of(match["options"]), match["seats"]
    promised = commitment(match["game"], seats, options, lots.id, game["secret"])
    if promised != game["commitment"]:
        return None, "its secret is not the one that its card promises"
    dealt = rules.write_setup(rules.deal(event_source(lots.key, 0), seats, options))
    if json.loads(rows.events[0]["notation"]) != json.loads(json.dumps(dealt)):
        return None, "its set-up does not follow from its secret"
    return lambda seq: event_source(lots.key, seq), ""


def _standing(rows: GameRows, line: Line) -> Iterator[Trouble]:
    game, last = rows.game, rows.events[-1]["seq"]
    if line.to_move == CHANCE:
        remedy = "Its players may abort it with /game abort"
        yield _trouble(rows, Check.STANDING, "dice are due that were not rolled", remedy=remedy)
        return
    result = None if line.result is None else json.loads(json.dumps(write_result(line.result)))
    if game["result"] != result or (game["ended_at"] is None) != (result is None):
        said = "is over" if result else "goes on"
        stored = "over" if game["ended_at"] is not None else "running"
        wrong = f"by its events it {said}, with the result {result}; stored is {game['result']}, {stored}"
        yield _trouble(rows, Check.STANDING, wrong)
        return
    expected = {"seq": last, "turns": line.turns, "to_move": line.to_move}
    different = {name: value for name, value in expected.items() if game[name] != value}
    if game["turn_seq"] > last:
        different["turn_seq"] = last
    if different:
        said = ", ".join(
            f"{name} {game[name]} instead of {value}" for name, value in different.items()
        )
        yield _trouble(rows, Check.STANDING, f"stored is {said}", Mend.STANDING)


def _said(error: BaseException) -> str:
    return str(error) or type(error).__name__
