"""Tournaments that are played in tests: results at random, and who withdraws when."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from bot.tournament.rounds import next_round, rounds_of
from data.tournament_values import Entrant, Format, How, Pairing, PairingResult

RESULTS = (PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAW)


def entered(players: int) -> list[Entrant]:
    """Return players, whose ids (from 101) nobody takes for their seeds."""
    return [Entrant(100 + seed, seed) for seed in range(1, players + 1)]


def ended(pairing: Pairing, outcome: PairingResult) -> Pairing:
    """Return a pairing that was played, with its outcome; one that is over stays as it is."""
    if pairing.outcome is not None:
        return pairing
    return replace(pairing, outcome=outcome, how=How.PLAYED)


def play(
    kind: Format,
    players: int,
    seed: int,
    *,
    rounds: int | None = None,
    leaving: Mapping[int, int] | None = None,
    joining: Mapping[int, int] | None = None,
    results: Sequence[PairingResult] = RESULTS,
) -> tuple[list[Entrant], list[Pairing]]:
    """Play a tournament to its end, results at random.

    `leaving` says after which round a player withdraws, `joining` with which round one joins.
    """
    source = Random(seed)
    entrants, pairings = entered(players), list[Pairing]()
    count = rounds_of(kind, players, rounds) or 0
    for number in range(1, count + 1):
        entrants += [
            Entrant(player, len(entrants) + 1, joined=number)
            for player, joined in (joining or {}).items()
            if joined == number
        ]
        drafts = next_round(kind, entrants, pairings, count)
        if drafts is None:
            break
        pairings += [ended(draft, source.choice(results)) for draft in drafts]
        entrants = [
            replace(one, left=number) if (leaving or {}).get(one.id) == number else one
            for one in entrants
        ]
    return entrants, pairings
