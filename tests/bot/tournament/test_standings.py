"""Standings: points and tie-breaks, against a second way to count them."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tournament.standings import standings
from data.tournament_values import Entrant, Format, How, Pairing, PairingResult
from tests.bot.tournament.played import entered, play

SCORES = {
    PairingResult.FIRST: (Fraction(1), Fraction(0)),
    PairingResult.SECOND: (Fraction(0), Fraction(1)),
    PairingResult.DRAW: (Fraction(1, 2), Fraction(1, 2)),
    PairingResult.NEITHER: (Fraction(0), Fraction(0)),
    PairingResult.BYE: (Fraction(1), Fraction(0)),
}


def slowly(
    entrants: list[Entrant], pairings: list[Pairing]
) -> dict[int, tuple[Fraction, Fraction, Fraction]]:
    """Count points, Buchholz and Sonneborn-Berger of everybody by a crosstable."""
    table = {one.id: dict[int, tuple[int | None, Fraction]]() for one in entrants}
    for one in pairings:
        if one.outcome is None:
            continue
        scored = SCORES[one.outcome]
        met = one.how in {How.PLAYED, How.TIMEOUT, How.CORRECTED} and one.second is not None
        table[one.first][one.round] = (one.second if met else None, scored[0])
        if one.second is not None:
            table[one.second][one.round] = (one.first if met else None, scored[1])
    total = {
        player: sum((score for _, score in row.values()), Fraction(0))
        for player, row in table.items()
    }
    counted = {}
    for player, row in table.items():
        worth = [
            (total[player if other is None else other], score) for other, score in row.values()
        ]
        buchholz = sum((points for points, _ in worth), Fraction(0))
        sonneborn = sum((points * score for points, score in worth), Fraction(0))
        counted[player] = total[player], buchholz, sonneborn
    return counted


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from([Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT]),
    st.integers(4, 9),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_every_figure_equals_one_counted_slowly(
    kind: Format, players: int, seed: int, leaves: bool
) -> None:
    entrants, pairings = play(kind, players, seed, leaving={102: 1} if leaves else None)
    counted = slowly(entrants, pairings)
    rows = standings(kind, entrants, pairings)
    assert {row.player for row in rows} == set(counted)
    for row in rows:
        figures = (Fraction(row.points, 2), Fraction(row.buchholz, 2), Fraction(row.sonneborn, 4))
        assert figures == counted[row.player]
    if kind is Format.SWISS:
        order = [counted[row.player] for row in rows]
        assert order == sorted(order, reverse=True)
    ranks = [row.rank for row in rows]
    assert ranks[0] == 1
    assert all(rank in {before, place} for place, (before, rank) in enumerate(pairwise(ranks), 2))


def game(number: int, first: int, second: int, outcome: PairingResult) -> Pairing:
    return Pairing(number, 1, 100 + first, 100 + second, outcome, How.PLAYED)


def test_who_is_level_in_a_round_robin_is_told_apart_by_their_own_game_first() -> None:
    pairings = [
        game(1, 1, 2, PairingResult.SECOND),
        game(1, 3, 4, PairingResult.FIRST),
        game(2, 1, 3, PairingResult.FIRST),
        game(2, 2, 4, PairingResult.SECOND),
        game(3, 1, 4, PairingResult.FIRST),
        game(3, 2, 3, PairingResult.FIRST),
    ]
    rows = standings(Format.ROUND_ROBIN, entered(4), pairings)
    # 1 and 2 have two points each, and 2 won their game; 3 and 4 have one, and 3 won theirs.
    assert [(row.player - 100, row.rank) for row in rows] == [(2, 1), (1, 2), (3, 3), (4, 4)]


def test_who_is_level_in_everything_shares_a_rank_in_the_order_of_the_seeds() -> None:
    rows = standings(Format.SWISS, entered(4), [])
    assert [(row.rank, row.player) for row in rows] == [(1, 101), (1, 102), (1, 103), (1, 104)]
    drawn = [game(1, 1, 3, PairingResult.DRAW), game(1, 4, 2, PairingResult.FIRST)]
    rows = standings(Format.SWISS, entered(4), drawn)
    assert [(row.rank, row.player) for row in rows] == [(1, 104), (2, 101), (2, 103), (4, 102)]


def test_three_who_beat_each_other_in_a_circle_stay_level_in_their_own_games() -> None:
    circle = [
        game(1, 1, 2, PairingResult.FIRST),
        game(2, 2, 3, PairingResult.FIRST),
        game(3, 3, 1, PairingResult.FIRST),
    ]
    rows = standings(Format.ROUND_ROBIN, entered(3), circle)
    assert [row.rank for row in rows] == [1, 1, 1]


def test_a_bye_counts_as_an_opponent_with_as_many_points() -> None:
    bye = Pairing(1, 2, 103, None, PairingResult.BYE)
    rows = standings(Format.SWISS, entered(3), [game(1, 1, 2, PairingResult.FIRST), bye])
    (row,) = (row for row in rows if row.player == 103)
    assert (row.points, row.buchholz, row.sonneborn) == (2, 2, 4)
    assert (row.wins, row.draws, row.losses) == (0, 0, 0)


def test_in_a_knockout_who_came_further_is_ahead() -> None:
    entrants, pairings = play(Format.KNOCKOUT, 8, seed=5)
    rows = standings(Format.KNOCKOUT, entrants, pairings)
    assert [row.rank for row in rows] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_a_ladder_is_in_its_own_order() -> None:
    entrants, won = entered(3), game(1, 1, 3, PairingResult.SECOND)
    rows = standings(Format.LADDER, entrants, [won])
    assert [(row.rank, row.player) for row in rows] == [(1, 103), (2, 101), (3, 102)]
