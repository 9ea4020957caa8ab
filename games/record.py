"""Records: the portable text form of a game, from which anybody can replay it.

A record is one JSON object with everything that chance and the players decided. It is read
to the letter: an unknown key, a wrong type or an event that the rules do not allow is an
error that names the ply. What does not belong here: files and the command line
(`games.__main__`), and checking the chance (`fairness`).
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.errors import GameError, GameOver, IllegalMove, RecordError
from games.game import Json, Reason, Result
from games.handicap import NO_HANDICAPS, Handicaps
from games.line import AnyGame, Line, start
from games.lots import VERSION, WORD_LENGTH, Lots
from games.registry import game_of
from games.strict_json import list_of, matching, object_of, read_json, string_of, whole_of
from games.words import Text, quoted

FORMAT: Final = "tavolo/1"

_FORMATS: Final = (FORMAT, VERSION)
_REQUIRED: Final = ("format", "game", "seats", "options", "setup", "moves")
_OPTIONAL: Final = ("handicap", "result", "fair", "trace")
_LOTS: Final = ("id", "card", "players", "words", "commitment")
_BYTES_IN_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")
_ONE_WAY_IN_HEX: Final = re.compile(r"[0-9a-f]{64}")
_ID: Final = re.compile(r"[0-9A-Za-z-]{1,40}")
_CARD: Final = re.compile(r"[0-9]{1,20}")
_PLAYER: Final = re.compile(r"[!-~]{1,100}")
# No control characters, and no lone surrogates, which JSON can hold and UTF-8 can't.
_WORD: Final = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_BACK: Final = re.compile(r"!back:(0|[1-9][0-9]{0,5})")


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
    """A game as its record says it; whether the events are legal is for `replay` to say.

    With `Lots` it is of the second format, which holds what was taken back as well, and the
    takebacks. Before, a record held the line that counts.
    """

    game: str
    """The key of the game in the registry."""
    seats: int
    options: Mapping[str, str]
    setup: Mapping[str, Json]
    moves: tuple[str, ...]
    result: Result | None = None
    fair: Fair | Lots | None = None
    handicap: Handicaps = NO_HANDICAPS
    """The size of each seat's handicap; a record names them only where somebody has one."""

    @property
    def format(self) -> str:
        """Return the name of the format, by which readers know what to expect."""
        return VERSION if isinstance(self.fair, Lots) else FORMAT

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
            "format": self.format,
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "setup": self.setup,
            "moves": list(self.moves),
        }
        if self.handicap:
            fields["handicap"] = list(self.handicap)
        if self.result:
            fields["result"] = write_result(self.result)
        if isinstance(self.fair, Lots):
            fields["fair"] = _write_lots(self.fair)
        elif self.fair:
            fields["fair"] = _write_fair(self.fair)
        return fields

    @classmethod
    def read(cls, text: str) -> "Record":
        """Read a record; RecordError at ply 0 says what is wrong with it.

        The set-up and the moves are only read as far as their types go: `replay` goes on.
        """
        fields = object_of(read_json(text), Text("the record"), _REQUIRED, _OPTIONAL)
        if fields["format"] not in _FORMATS:
            one, other = map(quoted, _FORMATS)
            raise RecordError(
                0, Text("the format is neither {one} nor {other}", one=one, other=other)
            )
        game = string_of(fields["game"], Text("the game"))
        seats = whole_of(fields["seats"], Text("the number of seats"))
        options = {
            key: string_of(value, Text("the option {key}", key=quoted(key)))
            for key, value in object_of(fields["options"], Text("the options")).items()
        }
        try:
            rules = game_of(game)
            rules.check_seats(seats)
            rules.options_of(options)
        except GameError as error:
            raise RecordError(0, error.text) from error
        moves = list_of(fields["moves"], Text("the moves"))
        fair: Fair | Lots | None = None
        if fields["format"] == VERSION and options != rules.options_of(options):
            raise RecordError(0, Text("all options must be named, with their defaults too"))
        if fields["format"] == VERSION:
            fair = _read_lots(fields.get("fair"), seats)
        elif "fair" in fields:
            fair = _read_fair(fields["fair"])
        return cls(
            game=game,
            seats=seats,
            options=options,
            setup=object_of(fields["setup"], Text("the set-up")),
            moves=tuple(
                string_of(move, Text("the move"), ply=ply) for ply, move in enumerate(moves)
            ),
            result=_read_result(fields["result"], seats) if "result" in fields else None,
            fair=fair,
            handicap=_read_handicap(fields["handicap"], seats, rules)
            if "handicap" in fields
            else NO_HANDICAPS,
        )


def _read_handicap(value: Json, seats: int, rules: AnyGame) -> Handicaps:
    sizes = tuple(
        whole_of(size, Text("a handicap")) for size in list_of(value, Text("the handicap"))
    )
    if not any(sizes):
        raise RecordError(0, Text("a record names a handicap only where somebody has one"))
    try:
        rules.check_handicap(seats, sizes)
    except GameError as error:
        raise RecordError(0, error.text) from error
    return sizes


def lines(record: Record) -> Iterator[Line]:
    """Yield the game before its first event, and then after each, checking them one by one.

    After the last line the record's result is checked, if it has one. RecordError names the
    ply of what does not hold.
    """
    try:
        game = record.rules
        game.check_seats(record.seats)
        options = game.options_of(record.options)
        game.check_handicap(record.seats, record.handicap)
    except GameError as error:
        raise RecordError(0, error.text) from error
    dealt = game.read_setup(record.setup, record.seats, options)
    line = start(game, record.seats, game.handicapped(dealt, record.handicap))
    trail = Trail(line, takebacks=isinstance(record.fair, Lots))
    yield line
    for ply, event in enumerate(record.moves):
        try:
            line = trail.follow(event)
        except GameError as error:
            raise RecordError(ply, error.text) from error
        yield line
    if record.result is not None and record.result != line.result:
        raise RecordError(
            len(record.moves),
            Text("the result is not the one of the game")
            if line.result
            else Text("the game is still running, but the record has a result"),
        )


class Trail:
    """Follow the events of a record; a takeback cuts off the latest."""

    def __init__(self, line: Line, *, takebacks: bool) -> None:
        self._takebacks = takebacks
        self._counting = [(0, "", line)]
        """How many events had happened, the last of them, and the line, for all that counts."""
        self._ply = 0

    def follow(self, event: str) -> Line:
        """Return the line after the next event; a GameError says what is wrong with it."""
        *_, (_, _, line) = self._counting
        back = back_to(event) if self._takebacks else None
        line = line.apply(event) if back is None else self._taken_back(back)
        self._ply += 1
        self._counting.append((self._ply, event, line))
        return line

    def _taken_back(self, back: int) -> Line:
        """Return the line as it was after `back` events: a turn that a player begins again."""
        *_, (_, _, latest) = self._counting
        if latest.result:
            raise GameOver(Text("The game is over."))
        kept = [made for made in self._counting if made[0] <= back]
        undone = self._counting[len(kept) :]
        ply, _, line = kept[-1]
        if ply != back or not undone:
            raise IllegalMove(Text("There is nothing to go back to after {n} events.", n=back))
        if not isinstance(line.to_move, int) or line.position.mid_turn:
            raise IllegalMove(Text("No turn began after {n} events.", n=back))
        if any(event.startswith("!") and back_to(event) is None for _, event, _ in undone):
            raise IllegalMove(Text("What came from outside the game can't be taken back."))
        self._counting = kept
        return line


def back_to(event: str) -> int | None:
    """Return after how many events a game goes on by a takeback; None for any other event.

    >>> back_to("!back:14"), back_to("!back:014"), back_to("!draw")
    (14, None, None)
    """
    found = _BACK.fullmatch(event)
    return None if found is None else int(found[1])


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


def _write_lots(lots: Lots) -> dict[str, Json]:
    fields: dict[str, Json] = {"id": lots.id, "card": lots.card}
    if lots.first is not None:
        fields["first"] = lots.first
    fields |= {
        "players": list(lots.players),
        "words": list(lots.words),
        "commitment": lots.commitment,
    }
    if lots.secret is not None:
        fields["secret"] = lots.secret
    return fields


def _write_fair(fair: Fair) -> dict[str, Json]:
    fields: dict[str, Json] = {"id": fair.id, "commitment": fair.commitment}
    if fair.secret is not None:
        fields["secret"] = fair.secret
    if fair.seqs is not None:
        fields["seqs"] = list(fair.seqs)
    return fields


def _read_result(value: Json, seats: int) -> Result:
    fields = object_of(value, Text("the result"), ("scores", "winners", "reason"))
    scores = fields["scores"]
    if scores is not None:
        scores = list_of(scores, Text("the scores"))
        if len(scores) != seats:
            raise RecordError(0, Text("there must be one score for each seat"))
    reason = string_of(fields["reason"], Text("the reason"))
    if reason not in {known.value for known in Reason}:
        raise RecordError(0, Text("there is no reason {reason}", reason=quoted(reason)))
    winners = list_of(fields["winners"], Text("the winners"))
    return Result(
        scores=None
        if scores is None
        else tuple(None if score is None else whole_of(score, Text("a score")) for score in scores),
        winners=tuple(whole_of(winner, Text("a winner")) for winner in winners),
        reason=Reason(reason),
    )


def _read_fair(value: Json) -> Fair:
    """Read the fair part; keys that it does not know may stand in it."""
    fields = object_of(value, Text("the fair part"))
    for key in ("id", "commitment"):
        if key not in fields:
            raise RecordError(0, Text("the fair part lacks {key}", key=quoted(key)))
    name = string_of(fields["id"], Text("the id of the fair part"))
    if not name.isascii():
        raise RecordError(0, Text("the id of the fair part is not ASCII"))
    seqs = None
    if "seqs" in fields:
        numbers = list_of(fields["seqs"], Text("the seqs"))
        seqs = tuple(whole_of(number, Text("a seq")) for number in numbers)
    return Fair(
        id=name,
        commitment=_hexadecimal(fields["commitment"], Text("the commitment")),
        secret=_hexadecimal(fields["secret"], Text("the secret")) if "secret" in fields else None,
        seqs=seqs,
    )


def _read_lots(value: Json, seats: int) -> Lots:
    """Read the fair part of the second format, to the letter: there is one way to write it."""
    fields = object_of(value, Text("the fair part"), _LOTS, ("first", "secret"))
    players = list_of(fields["players"], Text("the players"))
    words = list_of(fields["words"], Text("the words"))
    if not len(players) == len(words) == seats:
        raise RecordError(0, Text("there must be one player and one word for each seat"))
    first = None if "first" not in fields else whole_of(fields["first"], Text("the first place"))
    if first is not None and not 0 <= first < seats:
        raise RecordError(0, Text("there is no place {first}", first=quoted(str(first)[:20])))
    return Lots(
        id=matching(_ID, fields["id"], Text("the id of the fair part")),
        card=matching(_CARD, fields["card"], Text("the id of the card")),
        players=tuple(matching(_PLAYER, player, Text("a player")) for player in players),
        words=tuple(None if word is None else _word(word) for word in words),
        first=first,
        commitment=matching(_ONE_WAY_IN_HEX, fields["commitment"], Text("the commitment")),
        secret=matching(_ONE_WAY_IN_HEX, fields["secret"], Text("the secret"))
        if "secret" in fields
        else None,
    )


def _word(value: Json) -> str:
    word = string_of(value, Text("a word"))
    if 1 <= len(word) <= WORD_LENGTH and _WORD.fullmatch(word) and word == word.strip():
        return word
    raise RecordError(0, Text("a word is malformed"))


def _hexadecimal(value: Json, what: Text) -> str:
    if isinstance(value, str) and _BYTES_IN_HEX.fullmatch(value):
        return value
    raise RecordError(0, Text("{what} must be 32 bytes in hexadecimal", what=what))
