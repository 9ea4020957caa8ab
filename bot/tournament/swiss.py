"""The Swiss system by FIDE's Dutch rules (C.04.3), as `caissify-pairings` implements them.

Here their chess becomes our games: who has White starts. What the library has to be told of earlier
rounds (points, colours, floats, byes) is counted from the pairings each time.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from caissify_pairings import generate_pairings

from data.tournament_values import Entrant, Pairing, PairingResult

WHITE, BLACK, NONE = "white", "black", "none"
UP, DOWN = "up", "down"
FEWEST_ROUNDS: Final = 3
"""How many rounds it has that names none, if there are enough players."""


@dataclass(slots=True)
class _Past:
    """What the library wants to know of a player's earlier rounds."""

    points: int = 0
    colours: list[str] = field(default_factory=list)
    floats: list[str] = field(default_factory=list)
    byes: int = 0
    walkovers: int = 0


def usual_rounds(players: int) -> int:
    """Return how many rounds find a winner among some players.

    >>> [usual_rounds(players) for players in (4, 9, 16, 32)]
    [2, 4, 4, 5]
    """
    return min(most_rounds(players), max(FEWEST_ROUNDS, math.ceil(math.log2(players))))


def most_rounds(players: int) -> int:
    """Return in how many rounds nobody need meet anybody twice, whatever the results.

    Up to half of the players there is always a pairing left (Dirac's theorem).

    >>> [most_rounds(players) for players in (4, 5, 9)]
    [2, 3, 5]
    """
    return (players + 1) // 2


def pair_swiss(
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
    number: int,
    rounds: int,
    *,
    apart: Collection[frozenset[int]] = (),
) -> list[Pairing] | None:
    """Pair round `number` of `rounds`; None if nobody can meet anybody new.

    `apart` are couples who do not meet from the second round on, nor do those who have met: in
    the first the library looks at seeds alone.
    """
    there = sorted((one for one in entrants if one.takes_part), key=lambda one: one.seed)
    past = _pasts(entrants, pairings, number)
    players = [_told(entrant, past[entrant.id]) for entrant in there]
    seeds = {entrant.id: entrant.seed for entrant in there}
    met = [frozenset(one.players) for one in pairings if one.was_played]
    forbidden = {
        tuple(sorted(seeds[one] for one in couple))
        for couple in (*met, *apart)
        if couple <= seeds.keys()
    }
    found = generate_pairings("dutch", players, forbidden, number, rounds)
    ids = {entrant.seed: entrant.id for entrant in there}
    byes = [row["white_id"] for row in found if row["black_id"] is None]
    if len(byes) > len(there) % 2 or any(past[ids[seed]].byes for seed in byes):
        return None
    return [
        Pairing(number, board, ids[row["white_id"]], ids.get(row["black_id"]))
        if row["black_id"] is not None
        else Pairing(number, board, ids[row["white_id"]], None, PairingResult.BYE)
        for board, row in enumerate(found, 1)
    ]


def _pasts(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], number: int
) -> dict[int, _Past]:
    """Count what happened to everybody before a round."""
    past = {entrant.id: _Past() for entrant in entrants}
    for earlier in range(1, number):
        before = {player: one.points for player, one in past.items()}
        idle = set(past)
        for pairing in (one for one in pairings if one.round == earlier):
            for player, colour in zip(pairing.players, (WHITE, BLACK), strict=False):
                _add(past[player], pairing, player, colour, before)
                idle.discard(player)
        for player in idle:
            past[player].floats.append(NONE)
    return past


def _add(past: _Past, pairing: Pairing, player: int, colour: str, before: dict[int, int]) -> None:
    """Add one pairing to what happened to a player."""
    opponent, points = pairing.opponent_of(player), pairing.points_of(player)
    past.points += points
    if opponent is None:
        past.byes += 1
        past.floats.append(DOWN)
    elif not pairing.was_played:
        # As a bye: who got points without a game floats down by FIDE's rules.
        past.walkovers += points > 0
        past.floats.append(DOWN if points else NONE)
    else:
        # Only games that were played count for the colours (C.04.1).
        past.colours.append(colour)
        mine, theirs = before[player], before[opponent]
        past.floats.append(DOWN if mine > theirs else UP if mine < theirs else NONE)


def _told(entrant: Entrant, past: _Past) -> dict[str, Any]:  # Any: as the library takes it
    """Return a player as the library takes them; their number there is their seed."""
    return {
        "id": entrant.seed,
        "name": "",
        "rating": 0,
        "starting_number": entrant.seed,
        "score": past.points / 2,
        "color_hist": past.colours,
        "float_history": past.floats,
        "bye_count": past.byes,
        "forfeit_win_count": past.walkovers,
    }
