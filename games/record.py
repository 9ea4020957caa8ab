"""Records: the portable text form of a game, from which anybody can replay it.

A record is one JSON object with everything that chance and the players decided. It is read
to the letter: an unknown key, a wrong type or an event that the rules do not allow is an
error that names the ply. What does not belong here: files and the command line
(`games.__main__`), and checking the chance (`fairness`).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.errors import GameError, RecordError
from games.game import Json, Reason, Result
from games.line import AnyGame, Line, start
from games.registry import game_of
from games.words import Text, quoted

FORMAT: Final = "tavolo/1"

_REQUIRED: Final = ("format", "game", "seats", "options", "setup", "moves")
_OPTIONAL: Final = ("result", "fair", "trace")
_BYTES_IN_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, slots=True)
class Fair:
    """What shows that the chance of a game was fixed before it: see `chance`.

    `commitment` and `secret` are 32 bytes in hexadecimal; the secret is None while the game
    runs. `seqs` numbers the chance events in the moves, where takebacks made the numbers
    differ from ply + 1.
    """

    id: str
    commitment: str
    secret: str | None = None
    seqs: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as its record says it; whether the events are legal is for `replay` to say."""

    game: str
    """The key of the game in the registry."""
    seats: int
    options: Mapping[str, str]
    setup: Mapping[str, Json]
    moves: tuple[str, ...]
    result: Result | None = None
    fair: Fair | None = None

    @property
    def rules(self) -> AnyGame:
        """Return the game that the record is of."""
        return game_of(self.game)

    def to_json(self) -> str:
        """Write the record on one line."""
        return json.dumps(self.fields())

    def fields(self) -> dict[str, Json]:
        """Return the record as the object that `to_json` writes."""
        fields: dict[str, Json] = {
            "format": FORMAT,
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "setup": self.setup,
            "moves": list(self.moves),
        }
        if self.result:
            fields["result"] = write_result(self.result)
        if self.fair:
            fields["fair"] = _write_fair(self.fair)
        return fields

    @classmethod
    def read(cls, text: str) -> "Record":
        """Read a record; RecordError at ply 0 says what is wrong with it.

        The set-up and the moves are only read as far as their types go: `replay` goes on.
        """
        fields = _object(_read_json(text), Text("the record"), _REQUIRED, _OPTIONAL)
        if fields["format"] != FORMAT:
            raise RecordError(0, Text("the format is not {format}", format=quoted(FORMAT)))
        game = _string(fields["game"], Text("the game"))
        seats = _whole(fields["seats"], Text("the number of seats"))
        options = {
            key: _string(value, Text("the option {key}", key=quoted(key)))
            for key, value in _object(fields["options"], Text("the options")).items()
        }
        try:
            rules = game_of(game)
            rules.check_seats(seats)
            rules.options_of(options)
        except GameError as error:
            raise RecordError(0, error.text) from error
        moves = _list(fields["moves"], Text("the moves"))
        return cls(
            game=game,
            seats=seats,
            options=options,
            setup=_object(fields["setup"], Text("the set-up")),
            moves=tuple(_string(move, Text("the move"), ply=ply) for ply, move in enumerate(moves)),
            result=_read_result(fields["result"], seats) if "result" in fields else None,
            fair=_read_fair(fields["fair"]) if "fair" in fields else None,
        )


def lines(record: Record) -> Iterator[Line]:
    """Yield the game before its first event, and then after each, checking them one by one.

    After the last line the record's result is checked, if it has one. RecordError names the
    ply of what does not hold.
    """
    try:
        game = record.rules
        game.check_seats(record.seats)
        options = game.options_of(record.options)
    except GameError as error:
        raise RecordError(0, error.text) from error
    line = start(game, record.seats, game.read_setup(record.setup, record.seats, options))
    yield line
    for ply, event in enumerate(record.moves):
        try:
            line = line.apply(event)
        except GameError as error:
            raise RecordError(ply, error.text) from error
        yield line
    if record.result is not None and record.result != line.result:
        raise RecordError(
            line.ply,
            Text("the result is not the one of the game")
            if line.result
            else Text("the game still runs but the record has a result"),
        )


def history(record: Record, at: int | None = None) -> list[Line]:
    """Return a record's game before each of `at` events (None: all) and after the last of them.

    All of the record is checked, what comes after `at` too; RecordError names the ply.
    """
    last = len(record.moves) if at is None else at
    checked = list(lines(record))
    if not 0 <= last < len(checked):
        raise RecordError(
            last, Text("beyond the end: the record has {events} events", events=len(record.moves))
        )
    return checked[: last + 1]


def replay(record: Record, at: int | None = None) -> Line:
    """Return a record's game after `at` events (None: all), checking all of it as `history` does."""
    return history(record, at)[-1]


def write_result(result: Result) -> dict[str, Json]:
    """Write a result as records have it."""
    return {
        "scores": None if result.scores is None else list(result.scores),
        "winners": list(result.winners),
        "reason": result.reason.value,
    }


def _write_fair(fair: Fair) -> dict[str, Json]:
    fields: dict[str, Json] = {"id": fair.id, "commitment": fair.commitment}
    if fair.secret is not None:
        fields["secret"] = fair.secret
    if fair.seqs is not None:
        fields["seqs"] = list(fair.seqs)
    return fields


def _read_json(text: str) -> Json:
    try:
        # Any: what JSON gives; every part is checked before it is used.
        value: Any = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError as error:
        raise RecordError(0, Text("this is no JSON: too deeply nested")) from error
    except ValueError as error:
        raise RecordError(
            0, Text("this is no JSON: {problem}", problem=str(error).splitlines()[0])
        ) from error
    checked: Json = value
    return checked


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Refuse an object with a key twice, of which JSON readers silently drop one."""
    fields: dict[str, Json] = {}
    for key, value in pairs:
        if key in fields:
            raise RecordError(0, Text("the key {key} stands twice in one object", key=quoted(key)))
        fields[key] = value
    return fields


def _no_constant(name: str) -> Json:
    raise RecordError(0, Text("this is no JSON: {constant}", constant=name))


def _read_result(value: Json, seats: int) -> Result:
    fields = _object(value, Text("the result"), ("scores", "winners", "reason"))
    scores = fields["scores"]
    if scores is not None:
        scores = _list(scores, Text("the scores"))
        if len(scores) != seats:
            raise RecordError(0, Text("there must be one score for each seat"))
    reason = _string(fields["reason"], Text("the reason"))
    if reason not in {known.value for known in Reason}:
        raise RecordError(0, Text("there is no reason {reason}", reason=quoted(reason)))
    winners = _list(fields["winners"], Text("the winners"))
    return Result(
        scores=None
        if scores is None
        else tuple(None if score is None else _whole(score, Text("a score")) for score in scores),
        winners=tuple(_whole(winner, Text("a winner")) for winner in winners),
        reason=Reason(reason),
    )


def _read_fair(value: Json) -> Fair:
    """Read the fair part; keys that it does not know may stand in it."""
    fields = _object(value, Text("the fair part"))
    for key in ("id", "commitment"):
        if key not in fields:
            raise RecordError(0, Text("the fair part lacks {key}", key=quoted(key)))
    name = _string(fields["id"], Text("the id of the fair part"))
    if not name.isascii():
        raise RecordError(0, Text("the id of the fair part is not ASCII"))
    seqs = None
    if "seqs" in fields:
        numbers = _list(fields["seqs"], Text("the seqs"))
        seqs = tuple(_whole(number, Text("a seq")) for number in numbers)
    return Fair(
        id=name,
        commitment=_hexadecimal(fields["commitment"], Text("the commitment")),
        secret=_hexadecimal(fields["secret"], Text("the secret")) if "secret" in fields else None,
        seqs=seqs,
    )


def _object(
    value: Json, what: Text, required: Sequence[str] = (), optional: Sequence[str] | None = None
) -> Mapping[str, Json]:
    """Return an object that has all required keys, and no unknown ones if any are named."""
    if not isinstance(value, Mapping):
        raise RecordError(0, Text("{what} must be an object", what=what))
    for key in required:
        if key not in value:
            raise RecordError(0, Text("{what} lacks {key}", what=what, key=quoted(key)))
    for key in value:
        if required and key not in (*required, *(optional or ())):
            raise RecordError(
                0, Text("{what} has the unknown key {key}", what=what, key=quoted(key))
            )
    return value


def _list(value: Json, what: Text) -> Sequence[Json]:
    if isinstance(value, list):
        return value
    raise RecordError(0, Text("{what} must be a list", what=what))


def _string(value: Json, what: Text, ply: int = 0) -> str:
    if isinstance(value, str):
        return value
    raise RecordError(ply, Text("{what} must be a text", what=what))


def _whole(value: Json, what: Text) -> int:
    # True and False are whole numbers to Python, but not in a record.
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise RecordError(0, Text("{what} must be a whole number", what=what))


def _hexadecimal(value: Json, what: Text) -> str:
    if isinstance(value, str) and _BYTES_IN_HEX.fullmatch(value):
        return value
    raise RecordError(0, Text("{what} must be 32 bytes in hexadecimal", what=what))
