"""What must be true, whatever has broken: pure functions from what is seen to what is wrong.

`lasting` holds at every instant, `calm` once Discord, disk and clock have been fine for a moment.
What the database alone says is `bot.doctor`'s business where it has a check for it; here is what
needs Discord, or what people were told, as well. What does not belong here: how all
this is found out (`stored`, `seen`, `told`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tests.torture.seen import Shown
from tests.torture.stored import Event, Game, Stored

DAY: Final = 86_400
CLOCK_SLACK: Final = 2 * DAY
"""By how much jumps of the clock may have moved the end of a turn."""


class Wrong(StrEnum):
    """What can be wrong."""

    LOST = "a stored event is gone"
    UNSTORED = "an acknowledged move is not stored"
    TWICE = "a move is stored twice"
    UNASKED = "an event that nobody asked for"
    REPLAY = "a game can't be played through"
    STANDING = "what is stored of a game does not follow from its events"
    BOARDS = "not exactly one live board"
    POSTED_TWICE = "a message was posted twice"
    PINGS = "not one ping a turn"
    STALE_PING = "a ping for a turn that has passed stays"
    STUCK = "somebody is stuck"
    OUTBOX = "the outbox is not drained"
    RATINGS = "ratings are not counted once a game"
    CLOCK = "a clock is wrong"
    TIME = "somebody lost by time although none was up"
    STOP = "a stop did not end, or badly"
    DOCTOR = "the doctor finds something"
    ERROR = "an error that nobody expects"


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not be."""

    wrong: Wrong
    subject: str
    told: str

    def __str__(self) -> str:
        return f"{self.wrong}: {self.subject}: {self.told}"


Events = Mapping[int, Sequence[Event]]


def lasting(
    before: Events, now: Events, acknowledged: Mapping[int, str], asked: Mapping[int, int]
) -> Iterator[Violation]:
    """Yield what is wrong with the events of games, now and compared with `before`.

    `acknowledged` are the interactions of moves that their people know to be played, `asked` all
    that there were, with their people.
    """
    for game, old in before.items():
        new = now.get(game)
        if new is not None and tuple(new[: len(old)]) != tuple(old):
            yield Violation(Wrong.LOST, f"game {game}", f"it had {old[-1]}")
    stored = Counter(
        event.interaction for events in now.values() for event in events if event.interaction
    )
    for interaction, text in acknowledged.items():
        if not stored[interaction]:
            yield Violation(Wrong.UNSTORED, f"interaction {interaction}", text)
    for interaction, count in stored.items():
        if count > 1:
            yield Violation(Wrong.TWICE, f"interaction {interaction}", f"{count} times")
        if interaction not in asked:
            yield Violation(Wrong.UNASKED, f"interaction {interaction}", "nobody made it")


def of_games(games: Iterable[Game], planners: Collection[int] = ()) -> Iterator[Violation]:
    """Yield what is wrong with games as they are stored; `planners` have ever made a plan."""
    for game in games:
        name = f"game {game.id} ({game.key})"
        if [event.seq for event in game.events] != list(range(game.seq + 1)):
            seqs = f"{len(game.events)} events up to {game.seq}"
            yield Violation(Wrong.STANDING, name, seqs)
        if game.wrong or game.replayed is None:
            yield Violation(Wrong.REPLAY, name, game.wrong)
        elif game.replayed != (game.to_move, game.turns):
            told = f"{game.replayed} by its events, stored {(game.to_move, game.turns)}"
            yield Violation(Wrong.STANDING, name, told)
        yield from _unasked(game, name, planners)


def _unasked(game: Game, name: str, planners: Collection[int]) -> Iterator[Violation]:
    """Yield the events of people that come neither from a click of theirs nor from a plan."""
    for before, event in zip(game.events, game.events[1:], strict=False):
        person = event.person
        if person is None or person < 0 or event.interaction is not None:
            continue
        same_turn = before.person == person
        if not (same_turn or person in planners or game.stood_in):
            yield Violation(Wrong.UNASKED, name, f"{event}")


def calm(
    stored: Stored,
    places: Mapping[int, Sequence[Shown]],
    now: int,
    outings: Mapping[int, Sequence[int]] | None = None,
) -> Iterator[Violation]:
    """Yield what is wrong once everything has had the time to settle.

    `outings` say by person at which ids of messages they came back into the server.
    """
    for row in stored.outbox:
        yield Violation(Wrong.OUTBOX, row, "it has not gone out")
    for game in stored.games:
        shown = () if game.place is None else places.get(game.place, ())
        yield from _boards(game, shown)
        yield from _pings(game, shown, outings or {})
        yield from _clock(game, stored, now)
    yield from _thrice(places)
    yield from _ratings(stored)


def _boards(game: Game, shown: Sequence[Shown]) -> Iterator[Violation]:
    name = f"game {game.id} ({game.key}) in {game.place}"
    boards = [each for each in shown if each.live is not None and each.live[0] == game.id]
    live = [each.live[1] for each in boards if each.live is not None]
    told = ", ".join(f"{each.live} in {each.id}, {each.first_about}" for each in boards) or "none"
    if not game.running:
        if live:
            yield Violation(Wrong.BOARDS, name, f"it is over, but has live boards: {told}")
        return
    mover = game.mover
    if mover is not None and mover < 0:
        yield Violation(Wrong.STUCK, name, f"computer {mover} does not move after {game.seq}")
    elif len(live) != 1:
        yield Violation(Wrong.BOARDS, name, f"after event {game.seq}: live boards {told}")
    elif live[0] != game.seq:
        yield Violation(Wrong.BOARDS, name, f"shows event {live[0]} instead of {game.seq}")


def _pings(
    game: Game, shown: Sequence[Shown], outings: Mapping[int, Sequence[int]]
) -> Iterator[Violation]:
    """Yield the turns for which somebody was pinged twice, or not at all, and stale nudges."""
    name = f"game {game.id} ({game.key}) in {game.place}"
    pinged = defaultdict[tuple[int, int], list[int]](list)
    for each in shown:
        about = each.first_about
        if about is None or about[0] != game.id or each.parts("replay", first=True) is not None:
            continue
        for person in each.pinged:
            pinged[about[1], person].append(each.id)
    for (seq, person), messages in pinged.items():
        # Where a game begins everybody is told, and in place the first player once more. And who
        # has come back into the server is brought into the thread again.
        back = [each for each in outings.get(person, ()) if messages[0] < each < messages[-1]]
        if len(messages) > 1 and seq > 0 and not back:
            yield Violation(Wrong.PINGS, name, f"{person} was pinged for {seq} by {messages}")
    nudges = [
        each
        for each in shown
        if not each.gone and _is_nudge(each) and each.about is not None and each.about[0] == game.id
    ]
    mover = game.mover
    if len(nudges) > 1 or any(mover not in each.pinged for each in nudges):
        told = [(each.about, sorted(each.pinged)) for each in nudges]
        yield Violation(Wrong.STALE_PING, name, f"{mover} is to move after {game.seq}: {told}")
    if mover is None or mover < 0 or not _turn_passed(game):
        return
    if not any(person == mover and seq == game.seq for seq, person in pinged):
        yield Violation(Wrong.PINGS, name, f"{mover} was not pinged for {game.seq}")


def _is_nudge(shown: Shown) -> bool:
    """Tell whether a message only pings: it has the Text button, and nothing of a board."""
    actions = {each[0] for each in shown.first_ids}
    return actions == {"text"} and bool(shown.pinged)


def _turn_passed(game: Game) -> bool:
    """Tell whether the turn came to the player to move by somebody's move just now."""
    moved = [event for event in game.events if event.person is not None]
    if not moved or moved[-1].notation.startswith("!"):
        return False
    return moved[-1].person != game.mover and game.turn_seq == game.seq


def _clock(game: Game, stored: Stored, now: int) -> Iterator[Violation]:
    name = f"game {game.id} ({game.key})"
    people = [player for player in game.players if player > 0]
    result = game.result or {}
    if str(result.get("reason", "")) in {"time", "forfeit", "timeout"}:
        yield Violation(Wrong.TIME, name, f"{result}")
    if not game.running:
        if game.deadline is not None or ("clock", game.id) in stored.jobs:
            yield Violation(Wrong.CLOCK, name, "it is over, and its clock runs")
        return
    mover = game.mover
    if game.clock_days is None or mover is None or mover < 0 or len(people) < 2 or game.stood_in:
        return
    if game.deadline is None and game.left is None:
        if not _others_left(game):
            yield Violation(Wrong.CLOCK, name, "its clock is off, although somebody waits")
        return
    if game.deadline is None:
        return
    # A turn that began by a clock that was ahead may have got time back since.
    most = game.clock_days * DAY + CLOCK_SLACK + game.given_back
    if not now < game.deadline <= now + most:
        told = f"it ends in {game.deadline - now} s, with {game.clock_days} days a move"
        yield Violation(Wrong.CLOCK, name, told)
    job = stored.jobs.get(("clock", game.id))
    if job != game.deadline and game.reminded < 1:
        yield Violation(Wrong.CLOCK, name, f"it ends at {game.deadline}, the job is due at {job}")


def _others_left(game: Game) -> bool:
    """Tell whether all others have left the game: then nobody waits."""
    left = {event.person for event in game.events if event.notation.startswith("!resign")}
    return not any(
        player > 0 and player != game.mover and player not in left for player in game.players
    )


def _thrice(places: Mapping[int, Sequence[Shown]]) -> Iterator[Violation]:
    """Yield the rows of the outbox that have become two messages."""
    posted = Counter(
        (each.place, *about)
        for shown in places.values()
        for each in shown
        if (about := each.first_about) is not None
    )
    for (place, game, seq, row), count in posted.items():
        if count > 1:
            told = f"{count} messages for row {row} of event {seq}"
            yield Violation(Wrong.POSTED_TWICE, f"game {game} in {place}", told)


def _ratings(stored: Stored) -> Iterator[Violation]:
    for match, (changes, rated, uncounted) in stored.rated.items():
        if changes and (not rated or uncounted):
            yield Violation(Wrong.RATINGS, f"match {match}", f"{changes} changes, though uncounted")
        if rated and not uncounted and not changes:
            yield Violation(Wrong.RATINGS, f"match {match}", "it counts, but has changed nothing")
    for (server, game, person, ladder), (counted, changes) in stored.counted.items():
        if counted != changes and person > 0:
            told = f"{counted} matches counted, {changes} changes"
            yield Violation(Wrong.RATINGS, f"{person} in {server}, {game}, {ladder}", told)
