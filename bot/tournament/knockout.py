"""Knockout: who loses is out, until one is left.

The first round is drawn by seeds as in tennis: the first two can meet in the final only, and free
places in the first round are for the first seeds. A drawn match lets go on who did not start.
"""

from collections.abc import Sequence

from data.tournament_values import Entrant, Pairing, PairingResult


def rounds_of(players: int) -> int:
    """Return how many rounds it takes.

    >>> rounds_of(5), rounds_of(8)
    (3, 3)
    """
    return (players - 1).bit_length()


def bracket(players: int) -> list[int]:
    """Return the seeds in the order of the first round's boards, two a board.

    >>> bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    seeds = [1]
    while len(seeds) < players:
        double = 2 * len(seeds) + 1
        seeds = [place for seed in seeds for place in (seed, double - seed)]
    return seeds


def winner_of(pairing: Pairing) -> int | None:
    """Return who goes on after a pairing; None if nobody does."""
    match pairing.outcome:
        case PairingResult.FIRST | PairingResult.BYE:
            return pairing.first
        case PairingResult.SECOND | PairingResult.DRAW:
            return pairing.second
        case _:
            return None


def pair_knockout(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], number: int
) -> list[Pairing]:
    """Pair round `number`; a board is left out where nobody is left for it."""
    seeds = {entrant.id: entrant.seed for entrant in entrants}
    if number == 1:
        by_seed = {entrant.seed: entrant.id for entrant in entrants}
        line = [by_seed.get(seed) for seed in bracket(len(entrants))]
    else:
        before = {one.board: winner_of(one) for one in pairings if one.round == number - 1}
        boards = 2 ** (rounds_of(len(entrants)) - number + 1)
        line = [before.get(board) for board in range(1, boards + 1)]
    starts = {
        player: sum(one.first == player for one in pairings if one.was_played) for player in seeds
    }
    couples = [
        sorted(
            (player for player in couple if player is not None),
            # Who has started less often starts; else the lower seed, for a draw helps the other.
            key=lambda player: (starts[player], -seeds[player]),
        )
        for couple in zip(line[::2], line[1::2], strict=True)
    ]
    return [
        Pairing(number, board, couple[0], couple[1])
        if len(couple) > 1
        else Pairing(number, board, couple[0], None, PairingResult.BYE)
        for board, couple in enumerate(couples, 1)
        if couple
    ]


def survived(player: int, pairings: Sequence[Pairing]) -> int:
    """Count the rounds after which a player was still in."""
    return sum(winner_of(one) == player for one in pairings if player in one.players)
