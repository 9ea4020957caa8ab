"""Score sheets: a game as people write it down, in our notation, and any record read with its checks.

A score sheet names the game in its first line, then what its rules leave open, then the events in
order, any number of them a line:

    game: its key
    seats: 2
    1. its first events
    2. more of them

`seats` is the smallest number unless it is named, `handicap: 0 20` gives seats a handicap, an option of the game has a line `key: value`, and
`setup: {…}` is that of a record. Numbers of turns, empty lines and what follows a `#` are passed over.
What does not belong here: what a record means (`record`).
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from games.errors import GameError, RecordError
from games.game import Json
from games.handicap import Handicaps, tidy
from games.record import Record, lines
from games.registry import GAMES, game_of
from games.strict_json import object_of, read_json
from games.words import Text, quoted

MOST_EVENTS: Final = 2_000
"""How many events a game that is read may have."""
_HEADER: Final = re.compile(r"([a-z_]+): +(.+)")
_NUMBER: Final = re.compile(r"\d{1,5}\.")
_WHOLE: Final = re.compile(r"\d{1,2}", re.ASCII)
_SIZE: Final = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(slots=True)
class _Sheet:
    """What has been read of a score sheet: its head, its events, and in which line each was."""

    head: dict[str, tuple[int, str]] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    at: list[int] = field(default_factory=list)


def read_game(text: str) -> Record:
    """Read a record in JSON, or a score sheet, and check every event of it.

    Raises GameError, which names the line of a score sheet, or the ply of a record.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        record = Record.read(text)
        _check_length(record.moves)
        _check(record)
        return record
    sheet = _read(text)
    record = _record_of(sheet)
    try:
        _check(record)
    except RecordError as error:
        with _in_line(sheet.at[error.ply]):
            raise
    return record


def _check(record: Record) -> None:
    for _ in lines(record):
        pass


def _check_length(events: Sequence[str]) -> None:
    if len(events) > MOST_EVENTS:
        raise GameError(Text("A game can have {most} events at most.", most=MOST_EVENTS))


def _read(text: str) -> _Sheet:
    """Take a score sheet apart, line by line."""
    sheet = _Sheet()
    for number, words in _written(text):
        header = _HEADER.fullmatch(words)
        if header and not sheet.events:
            key, value = header.groups()
            if key in sheet.head:
                with _in_line(number):
                    raise GameError(Text("{key} appears twice", key=quoted(key)))
            sheet.head[key] = (number, value)
            continue
        if "game" not in sheet.head:
            # No score sheet at all: its words are no events to be counted.
            with _in_line(number):
                _check_form(words)
            break
        for event in words.split():
            if not _NUMBER.fullmatch(event):
                sheet.events.append(event)
                sheet.at.append(number)
        with _in_line(number):
            _check_length(sheet.events)
    return sheet


def _check_form(words: str) -> None:
    """Say what to bring instead of a game in words, as `games.transcript` writes it, which nobody can replay."""
    for key, game in GAMES.items():
        if words.startswith(f"{game.about.name} for "):
            example = quoted(f"game: {key}")
            raise GameError(
                Text(
                    "this is a game told in words, which leave out what was dealt. Use its record "
                    "(/game export), or a score sheet in notation that begins with {example}",
                    example=example,
                )
            )


def _written(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with something in them, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if words:
            yield number, words


def _record_of(sheet: _Sheet) -> Record:
    """Return the record of a score sheet; what is in its head is checked."""
    head = dict(sheet.head)
    first, key = head.pop("game", (1, ""))
    with _in_line(first):
        if not key:
            example = quoted(f"game: {min(GAMES)}")
            raise GameError(
                Text("a score sheet begins with its game, like {example}", example=example)
            )
        rules = game_of(key)
    seats, options, setup = rules.about.seats[0], dict[str, str](), dict[str, Json]()
    at, written = head.pop("seats", (first, str(seats)))
    with _in_line(at):
        if not _WHOLE.fullmatch(written):
            raise GameError(Text("{seats} is not a number of seats", seats=quoted(written)))
        seats = int(written)
        rules.check_seats(seats)
    dealt_at, written = head.pop("setup", (first, "{}"))
    with _in_line(dealt_at):
        setup = dict(object_of(read_json(written), Text("the set-up")))
    at, written = head.pop("handicap", (first, ""))
    with _in_line(at):
        handicap = _handicap(written)
        rules.check_handicap(seats, handicap)
    for option, (number, value) in head.items():
        with _in_line(number):
            rules.options_of({option: value})
        options[option] = value
    with _in_line(dealt_at):
        rules.read_setup(setup, seats, rules.options_of(options))
    return Record(
        key, seats, rules.options_of(options), setup, tuple(sheet.events), handicap=handicap
    )


def _handicap(written: str) -> Handicaps:
    """Read the handicaps of the seats, in order."""
    sizes = written.split()
    if not all(map(_SIZE.fullmatch, sizes)):
        raise GameError(
            Text(
                "{sizes} are no handicaps, such as {example}", sizes=quoted(written), example="0 20"
            )
        )
    return tidy([int(size) for size in sizes])


@contextmanager
def _in_line(number: int) -> Iterator[None]:
    """Name the line in errors that are raised within."""
    try:
        yield
    except GameError as error:
        problem = error.problem if isinstance(error, RecordError) else error.text
        raise GameError(Text("Line {n}: {problem}", n=number, problem=problem)) from error
