"""The next round of a tournament, whatever its format: who meets whom, and what is not played."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.tournament import knockout, round_robin, swiss
from data.computers import is_computer
from data.tournament_values import Entrant, Format, How, Pairing, PairingResult


def rounds_of(kind: Format, players: int, asked: int | None) -> int | None:
    """Return how many rounds a tournament of some players has; None for a ladder.

    `asked` counts for the Swiss system alone, as far as nobody need meet anybody twice.
    """
    match kind:
        case Format.SWISS if asked is not None:
            return min(asked, swiss.most_rounds(players))
        case Format.SWISS:
            return swiss.usual_rounds(players)
        case Format.ROUND_ROBIN:
            return round_robin.rounds_of(players)
        case Format.KNOCKOUT:
            return knockout.rounds_of(players)
        case Format.LADDER:
            return None


def next_round(
    kind: Format,
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    rounds: int,
    *,
    apart: Collection[frozenset[int]] = (),
) -> list[Pairing] | None:
    """Pair the round after the last one, all of whose games are over; None if that was the last.

    Not for ladders. `apart` are couples whom the Swiss system does not pair.
    """
    number = max((one.round for one in pairings), default=0) + 1
    there = [one for one in entrants if one.takes_part]
    if number > rounds or len(there) < 2:
        return None
    match kind:
        case Format.SWISS:
            drafts = swiss.pair_swiss(entrants, pairings, number, rounds, apart=apart)
        case Format.ROUND_ROBIN:
            drafts = round_robin.pair_round_robin(entrants, number)
        case _:
            drafts = knockout.pair_knockout(entrants, pairings, number)
    if drafts is None:
        return None
    present = {one.id for one in there}
    return [decided(draft, present, kind) for draft in drafts]


def decided(pairing: Pairing, present: Collection[int], kind: Format) -> Pairing:
    """Return a pairing with its outcome, if it is not played.

    A player who has withdrawn loses to one who is there; two computers draw, or the first of
    them goes on.
    """
    one, two = pairing.first, pairing.second
    if two is None:
        if one in present:
            return pairing
        return replace(pairing, outcome=PairingResult.NEITHER, how=How.ABSENT)
    match one in present, two in present:
        case True, True if is_computer(one) and is_computer(two):
            drawn = PairingResult.FIRST if kind is Format.KNOCKOUT else PairingResult.DRAW
            return replace(pairing, outcome=drawn, how=How.COMPUTERS)
        case True, True:
            return pairing
        case True, False:
            return replace(pairing, outcome=PairingResult.FIRST, how=How.ABSENT)
        case False, True:
            return replace(pairing, outcome=PairingResult.SECOND, how=How.ABSENT)
        case _:
            return replace(pairing, outcome=PairingResult.NEITHER, how=How.ABSENT)
