"""Ladder: who beats somebody above them takes their place; the others between move down one."""

from collections.abc import Collection, Sequence
from typing import Final

from data.tournament_values import Entrant, Pairing, PairingResult

REACH: Final = 3
"""How many places above one's own somebody can be challenged."""


def order_of(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[int]:
    """Return the standings, the first at the top; `pairings` are in the order in which they ended.

    Newcomers start at the bottom; a withdrawal leaves no gap.
    """
    order = [one.id for one in sorted(entrants, key=lambda one: one.seed)]
    for pairing in pairings:
        if pairing.second is None or pairing.outcome not in {
            PairingResult.FIRST,
            PairingResult.SECOND,
        }:
            continue
        winner, loser = pairing.first, pairing.second
        if pairing.outcome is PairingResult.SECOND:
            winner, loser = loser, winner
        place = order.index(loser)
        if order.index(winner) > place:
            order.remove(winner)
            order.insert(place, winner)
    there = {one.id for one in entrants if one.takes_part}
    return [player for player in order if player in there]


def may_challenge(order: Sequence[int], player: int, busy: Collection[int]) -> list[int]:
    """List whom somebody can challenge: up to three places above, and free; nobody if they play."""
    if player not in order or player in busy:
        return []
    place = order.index(player)
    return [other for other in order[max(0, place - REACH) : place] if other not in busy]


def busy_in(pairings: Sequence[Pairing]) -> set[int]:
    """Return who has a game that is not over."""
    return {player for one in pairings if one.outcome is None for player in one.players}
