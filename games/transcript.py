"""A record told in plain English for the command line: the moves turn by turn, and the result.

What does not belong here: reading a record (`record`), and the words for a game's moves
(`Game.tell_turn`).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.game import CHANCE, Reason, Result
from games.handicap import told as told_handicaps
from games.line import Line, Played, leaving_seat
from games.record import Record, back_to, lines
from games.words import Seat


def told(record: Record) -> tuple[str, ...]:
    """Return a record as lines: its game, every turn with its number, and the result.

    Chance events are indented lines of their own, like what comes from outside the rules. A turn
    that is played again after a takeback has its number again. Raises RecordError with the ply of
    what does not hold.
    """
    shown = list(lines(record))
    return (_title(record), *_turns(record.moves, shown), *_end(shown[-1]))


def _title(record: Record) -> str:
    """Name the game, its players and the rules that were chosen."""
    about = record.rules.about
    options = record.rules.options_of(record.options)
    chosen = [
        f"{option.label}: {option.labels[option.values.index(options[option.key])]}"
        for option in about.options
    ]
    given = told_handicaps(about.handicap, record.handicap)
    handicap = [] if given is None else [f"Handicap: {given}"]
    return ". ".join([f"{about.name} for {record.seats} players", *chosen, *handicap])


def _turns(events: Sequence[str], shown: Sequence[Line]) -> Iterator[str]:
    """Tell events in order; `shown` has the game before the first and after each."""
    for event, (line, after) in zip(events, pairwise(shown), strict=True):
        if event.startswith("!"):
            # A turn that nobody finishes is told before what cut it off.
            yield from _cut_off(line)
            yield f"    {_from_outside(event, after)}"
        elif line.to_move == CHANCE:
            yield f"    {_sentence(_described(after.rolls[-1], after))}"
        elif not after.position.mid_turn or after.result is not None:
            yield _numbered(after)
    if shown[-1].result is None:
        yield from _cut_off(shown[-1])


def _cut_off(line: Line) -> Iterator[str]:
    """Tell a turn that nobody has finished, if there is one."""
    if line.position.mid_turn:
        yield _numbered(line)


def _numbered(line: Line) -> str:
    """Tell the last turn of a line, after its number."""
    number = line.turns + line.position.mid_turn
    seat = line.turn[0].seat or 0
    turn = [(one.before, one.move, one.after) for one in line.turn]
    return f"{number}. {_sentence(str(line.game.tell_turn(turn, Seat(seat))))}"


def _described(played: Played, line: Line) -> str:
    return str(line.game.describe_move(played.before, played.move, played.after))


def _from_outside(event: str, line: Line) -> str:
    """Tell an event that the rules do not know."""
    if back_to(event) is not None:
        return f"Taken back: {_went_on(line)}."
    seat = leaving_seat(event)
    if seat is not None:
        what = "resigns" if event.startswith("!resign") else "runs out of time"
        return _sentence(f"{Seat(seat)} {what}.")
    return "The players agree on a draw." if event == "!draw" else "The game is aborted."


def _went_on(line: Line) -> str:
    return f"the game goes on after turn {line.turns}" if line.turns else "the game begins again"


def _end(line: Line) -> tuple[str, ...]:
    """Tell the result with its points, or whose turn it is."""
    result = line.result
    if result is None:
        to_move = line.to_move
        who = Seat(to_move) if isinstance(to_move, int) else "chance"
        return (_sentence(f"{who} is to move."),)
    scores = result.scores or ()
    points = [f"{Seat(seat)} {score}" for seat, score in enumerate(scores) if score is not None]
    return (_result(result), *([f"Points: {', '.join(points)}"] if points else []))


def _result(result: Result) -> str:
    if result.reason is Reason.ABORTED:
        return "No result: the game was aborted."
    if not result.winners:
        return "Nobody wins."
    if result.reason is Reason.AGREED:
        return "A draw by agreement."
    how = {Reason.RESIGNED: " by resignation", Reason.TIMEOUT: " on time"}.get(result.reason, "")
    if len(result.winners) == 1:
        return _sentence(f"{Seat(result.winners[0])} wins{how}.")
    return _sentence(f"{_listed(result.winners)} share the win.")


def _listed(seats: Sequence[int]) -> str:
    *others, last = [str(Seat(seat)) for seat in seats]
    return f"{', '.join(others)} and {last}"


def _sentence(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]
