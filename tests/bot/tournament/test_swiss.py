"""The Swiss system: published examples, and what must be true of any tournament."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.tournament.swiss import most_rounds, pair_swiss
from data.tournament_values import Entrant, Format, How, Pairing, PairingResult
from tests.bot.tournament.played import ended, entered, play


def pairing(number: int, board: int, first: int, second: int, outcome: PairingResult) -> Pairing:
    return Pairing(number, board, 100 + first, 100 + second, outcome, How.PLAYED)


def couples(drafts: Sequence[Pairing] | None) -> list[tuple[int, int]]:
    """Return who meets whom by seeds, 0 for a bye, as published examples have it."""
    assert drafts is not None
    return [(one.first - 100, (one.second or 100) - 100) for one in drafts]


def test_the_first_round_pairs_the_upper_with_the_lower_half_and_colours_alternate() -> None:
    # C.04.3, A.7 and E.5: 1-5, 6-2, 3-7, 8-4 where the first seed has White.
    assert couples(pair_swiss(entered(8), [], 1, 4)) == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_the_example_of_c5_of_the_endorsed_program_is_paired_as_published() -> None:
    # The test dutch_2025_C5 of bbpPairings, which FIDE endorses: the fourth player is absent.
    entrants = [*entered(3), Entrant(104, 4, left=2), Entrant(105, 5), Entrant(106, 6)]
    won, lost = PairingResult.FIRST, PairingResult.SECOND
    past = [
        pairing(1, 1, 1, 4, won),
        pairing(1, 2, 5, 2, lost),
        pairing(1, 3, 3, 6, won),
        pairing(2, 1, 2, 1, lost),
        pairing(2, 2, 4, 3, lost),
        pairing(2, 3, 6, 5, lost),
    ]
    # In that program's example the fifth player lost to the second with White.
    assert couples(pair_swiss(entrants, past, 3, 3)) == [(1, 5), (3, 2), (6, 0)]


def test_the_example_of_c9_of_the_endorsed_program_is_paired_as_published() -> None:
    # The test dutch_2025_C9 of bbpPairings: who came late gets no bye before who played.
    entrants = [*entered(4), Entrant(105, 5, joined=2)]
    past = [pairing(1, 1, 1, 3, PairingResult.FIRST), pairing(1, 2, 4, 2, PairingResult.SECOND)]
    assert couples(pair_swiss(entrants, past, 2, 3)) == [(2, 1), (3, 5), (4, 0)]


def test_couples_who_want_to_stay_apart_do_not_meet_from_the_second_round_on() -> None:
    past = [
        pairing(1, 1, 1, 3, PairingResult.FIRST),
        pairing(1, 2, 4, 2, PairingResult.SECOND),
    ]
    assert couples(pair_swiss(entered(4), past, 2, 2)) == [(2, 1), (3, 4)]
    drafts = couples(pair_swiss(entered(4), past, 2, 2, apart={frozenset({101, 102})}))
    assert {frozenset(couple) for couple in drafts} == {frozenset({1, 4}), frozenset({2, 3})}


def test_where_all_have_met_there_is_no_round() -> None:
    past = [pairing(1, 1, 1, 2, PairingResult.FIRST)]
    assert pair_swiss(entered(2), past, 2, 2) is None


def check_colours(pairings: Sequence[Pairing], rounds: int) -> None:
    """Check that the games in which somebody starts and the others differ by two at most (C.04.1).

    The last round may go further where one of the two is a topscorer, with more than half of the
    points there were to win (C.04.3, C3).
    """
    colours, points = Counter[int](), Counter[int]()
    for one in sorted(pairings, key=lambda pairing: pairing.round):
        if one.was_played:
            for player in one.players:
                colours[player] += 1 if player == one.first else -1
            topscorer = any(points[player] > one.round - 1 for player in one.players)
            most = 3 if one.round == rounds and topscorer else 2
            assert all(abs(colours[player]) <= most for player in one.players)
        for player in one.players:
            points[player] += one.points_of(player)


tournaments = st.tuples(st.integers(4, 12), st.integers(0, 10**6), st.booleans(), st.booleans())


@settings(max_examples=25, deadline=None)
@given(tournaments)
# In its last round a topscorer is second for the third time too often.
@example((10, 654, False, False))
def test_any_tournament_keeps_the_rules(drawn: tuple[int, int, bool, bool]) -> None:
    players, seed, leaves, joins = drawn
    leaving = {101 + seed % players: 1} if leaves else {}
    joining = {999: 2} if joins else {}
    entrants, pairings = play(
        Format.SWISS, players, seed, rounds=most_rounds(players), leaving=leaving, joining=joining
    )
    met = Counter(frozenset(one.players) for one in pairings if one.second is not None)
    assert set(met.values()) == {1}, "a rematch"
    byes = Counter(one.first for one in pairings if one.second is None)
    assert all(count == 1 for count in byes.values()), "a second bye"
    for number in range(1, max(one.round for one in pairings) + 1):
        there = [one for one in entrants if one.joined <= number and (one.left or 99) >= number]
        playing = [player for one in pairings if one.round == number for player in one.players]
        assert sorted(playing) == sorted(one.id for one in there), "each once a round"
    check_colours(pairings, most_rounds(players))


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([4, 6, 8, 10]), st.integers(0, 10**6))
def test_winners_meet_and_losers_meet_but_for_one_where_they_are_odd(
    players: int, seed: int
) -> None:
    decided = (PairingResult.FIRST, PairingResult.SECOND)
    _, pairings = play(Format.SWISS, players, seed, rounds=2, results=decided)
    first = [one for one in pairings if one.round == 1]
    points = {player: one.points_of(player) for one in first for player in one.players}
    floats = sum(
        points[one.first] != points[one.second]
        for one in pairings
        if one.round == 2 and one.second is not None
    )
    assert floats == players // 2 % 2


def test_what_is_over_stays_as_it_is() -> None:
    bye = Pairing(1, 1, 101, None, PairingResult.BYE)
    assert ended(bye, PairingResult.DRAW) is bye
