"""What follows next in a tournament, decided from a snapshot. Pure.

A round of many players takes the Swiss system tenths of a second: so a step says what to pair, and
`bot.services.tournaments` has that done elsewhere, and stores it if nothing has changed meanwhile.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.tournament.rounds import rounds_of
from data.computers import computers, is_computer
from data.tournament_values import Entrant, Format, Pairing, TournamentState
from data.tournaments import Tournament

FEWEST: Final = 3
"""With how many players a tournament of rounds starts at least."""
FEWEST_ON_LADDER: Final = 2
FEWEST_PEOPLE: Final = 2
"""How many of them are people at least: computers play nobody but people."""
MOST_COMPUTERS: Final = 9
"""How many computers of a level there are."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament as it was when it was read.

    `gone` are people who are not in the server any more, `strengths` people's ratings, `apart`
    couples of whom one has blocked the other.
    """

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    gone: Collection[int] = ()
    strengths: Mapping[int, int] | None = None
    apart: Collection[frozenset[int]] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A round to pair, as `bot.tournament.rounds.next_round` takes it."""

    format: Format
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    rounds: int
    apart: tuple[frozenset[int], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What to store.

    `state` is that of the tournament afterwards, `seeds` orders those who take part, if it starts,
    `rounds` is then their number. `round` are the pairings to add, once what is `wanted` is paired;
    `gone` is who is withdrawn before. `due_at` is when to look again: None if nothing follows by
    itself.
    """

    state: TournamentState
    seeds: Mapping[int, int] | None = None
    rounds: int | None = None
    round: tuple[Pairing, ...] = ()
    gone: Collection[int] = ()
    due_at: int | None = None
    wanted: Wanted | None = None

    def paired(self, found: list[Pairing] | None) -> "Step":
        """Return the step with what was paired; without a next round a tournament is over."""
        if not found and self.seeds is None:
            return replace(self, state=TournamentState.FINISHED, wanted=None)
        return replace(self, round=tuple(found or ()), wanted=None)


def enough(kind: Format, people: int, computers: int = 0) -> bool:
    """Tell whether a tournament can start.

    >>> enough(Format.SWISS, 2), enough(Format.SWISS, 2, 1), enough(Format.LADDER, 2)
    (False, True, True)
    """
    fewest = FEWEST_ON_LADDER if kind is Format.LADDER else FEWEST
    return people >= FEWEST_PEOPLE and people + computers >= fewest


def filling(tournament: Tournament, people: int) -> int:
    """Return how many computers take free seats when a tournament starts with some people."""
    if tournament.terms.level is None:
        return 0
    return min(MOST_COMPUTERS, tournament.terms.seats - people)


def plan(snapshot: Snapshot, now: int) -> Step:
    """Return what follows in a tournament now."""
    match snapshot.tournament.state:
        case TournamentState.OPEN:
            return _before_start(snapshot, now)
        case TournamentState.RUNNING:
            return _while_running(snapshot)
        case state:
            return Step(state)


def _before_start(snapshot: Snapshot, now: int) -> Step:
    tournament, terms = snapshot.tournament, snapshot.tournament.terms
    there = [one for one in snapshot.entrants if one.id not in snapshot.gone]
    full = len(there) >= terms.seats
    if not full and (terms.starts_at is None or terms.starts_at > now):
        return Step(TournamentState.OPEN, due_at=terms.starts_at)
    fill = filling(tournament, len(there))
    if not enough(terms.format, len(there), fill):
        return Step(TournamentState.CANCELLED)
    seeded = _seeded(there, snapshot.strengths or {})
    if terms.level is not None:
        seeded += [
            Entrant(computer.id, len(there) + number)
            for number, computer in enumerate(computers(terms.level, fill), 1)
        ]
    seeds = {one.id: one.seed for one in seeded}
    rounds = rounds_of(terms.format, len(seeded), terms.rounds)
    first = None if rounds is None else Wanted(terms.format, tuple(seeded), (), rounds)
    return Step(TournamentState.RUNNING, seeds, rounds, gone=snapshot.gone, wanted=first)


def _seeded(entrants: list[Entrant], strengths: Mapping[int, int]) -> list[Entrant]:
    """Seed people by their ratings, and those who have none in the order in which they came."""
    by_strength = sorted(
        entrants, key=lambda one: (one.id not in strengths, -strengths.get(one.id, 0), one.seed)
    )
    return [replace(one, seed=seed) for seed, one in enumerate(by_strength, 1)]


def _while_running(snapshot: Snapshot) -> Step:
    terms, pairings = snapshot.tournament.terms, snapshot.pairings
    if terms.rounds is None or any(one.outcome is None for one in pairings):
        return Step(TournamentState.RUNNING)
    number = max((one.round for one in pairings), default=0)
    entrants = [
        replace(one, left=number) if one.id in snapshot.gone and one.takes_part else one
        for one in snapshot.entrants
    ]
    people = [one for one in entrants if one.takes_part and not is_computer(one.id)]
    if not people:
        return Step(TournamentState.FINISHED, gone=snapshot.gone)
    following = Wanted(terms.format, tuple(entrants), pairings, terms.rounds, tuple(snapshot.apart))
    return Step(TournamentState.RUNNING, gone=snapshot.gone, wanted=following)
