"""What a check of a record's chance has shown, in plain English for the command line.

It claims what is proved and nothing else, and names what everybody has to compare for
themselves. What does not belong here: the check (`fairness`).
"""

import hashlib
from collections.abc import Iterator, Sequence

from games.fairness import Checked
from games.game import Result
from games.lots import Lots
from games.record import Fair, Record


def verdict(record: Record, checked: Checked) -> tuple[str, ...]:
    """Return the lines about a record that has been checked: the verdict, then the details."""
    fair = f"Fair: the set-up and {checked.checked - 1} chance events are what the secret gives."
    if isinstance(record.fair, Lots):
        return (fair, *_details(record, record.fair, checked))
    return (f"{fair} {_bounds(record.fair, checked)}",)


def unproved(record: Record, checked: Checked) -> tuple[str, ...]:
    """List what a record of the first version leaves open; nothing for the second."""
    return tuple(_unproved(record.fair, checked)) if isinstance(record.fair, Fair) else ()


def moves_fingerprint(moves: Sequence[str]) -> str:
    """Return the SHA-256 of all events of a game, a line each, in hexadecimal.

    >>> moves_fingerprint(["=3", "a1"])[:16]
    '9cc6fc8d3c9e934b'
    """
    return hashlib.sha256("\n".join(moves).encode()).hexdigest()


def _details(record: Record, lots: Lots, checked: Checked) -> Iterator[str]:
    about = record.rules.about
    options = ", ".join(f"{key} {value}" for key, value in sorted(record.options.items()))
    yield f"Game: {about.name}, id {lots.id}, {record.seats} seats, {options or 'no options'}"
    drawn = "drawn by lot" if lots.first is None else "as agreed, in the order of the card"
    yield f"Seats: {drawn}"
    for seat, place in enumerate(checked.seating):
        word = lots.words[place]
        said = "no word" if word is None else f"the word {word!r}"
        yield f"  seat {seat}: {lots.players[place]}, number {place + 1} on the card, {said}"
    if record.handicap:
        given = ", ".join(
            f"seat {seat} {size}" for seat, size in enumerate(record.handicap) if size
        )
        yield f"Handicap: {given} (no chance: compare this with the card of the challenge)"
    yield (
        f"Rolls: {checked.checked - 1}, of which {checked.later} came after a takeback; "
        f"{checked.takebacks} takebacks undid {checked.undone}"
    )
    if checked.line.result is not None:
        yield f"Finished: {_ended(checked.line.result)}"
    yield f"Card: message {lots.card} (compare this with the link of the challenge's card)"
    yield f"Commitment: {lots.commitment} (compare this with the card of the challenge)"
    yield (
        f"Moves: {len(record.moves)} events, fingerprint {moves_fingerprint(record.moves)} "
        "(compare this with the message after the result)"
    )


def _ended(result: Result) -> str:
    seats = " and ".join(f"seat {seat}" for seat in result.winners)
    return f"{result.reason.value}, {f'first place for {seats}' if seats else 'no winner'}"


def _bounds(fair: Fair | None, checked: Checked) -> str:
    """Say in the line of the verdict itself how little the first version proves."""
    numbers = "" if fair is None or fair.seqs is None else " or the numbers of the rolls"
    unproved = f"Version 1 does not prove that nobody chose the secret{numbers}."
    return unproved if checked.line.result else f"{unproved} The record is cut off."


def _unproved(fair: Fair, checked: Checked) -> Iterator[str]:
    yield "Version 1 of the record does not prove:"
    yield "- that the secret was not chosen: the host drew it alone, until it pleased perhaps"
    yield f"- that the game has the id {fair.id}: with another id the secret gives other dice"
    yield "- who has which seat"
    if fair.seqs is not None:
        yield "- what was taken back: the numbers that the rolls leave out are only believed"
    if checked.line.result is None:
        yield "- how the game ended: the record ends before it"
