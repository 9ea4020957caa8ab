"""Everybody meets everybody once, by FIDE's Berger tables (C.05, annex 1)."""

from collections.abc import Sequence

from caissify_pairings.engines.round_robin import berger_round

from data.tournament_values import Entrant, Pairing, PairingResult


def rounds_of(players: int) -> int:
    """Return how many rounds it takes.

    >>> rounds_of(4), rounds_of(5)
    (3, 5)
    """
    return players - 1 + players % 2


def pair_round_robin(entrants: Sequence[Entrant], number: int) -> list[Pairing]:
    """Pair round `number`: where the players are odd, who would meet nobody has a bye."""
    order = sorted(entrants, key=lambda one: one.seed)
    ids = {place: one.id for place, one in enumerate(order, 1)}
    even = len(order) + len(order) % 2
    couples = [(ids.get(one), ids.get(two)) for one, two in berger_round(even, number)]
    # The board with nobody at it comes last.
    couples.sort(key=lambda couple: None in couple)
    return [
        Pairing(number, board, one, two, None)
        if one is not None and two is not None
        else Pairing(number, board, one or two or 0, None, PairingResult.BYE)
        for board, (one, two) in enumerate(couples, 1)
    ]
