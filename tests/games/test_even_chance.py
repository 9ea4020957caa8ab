"""Dice and deals are even over 100,000 of them: every die, every pair, every place of every card.

The key is fixed, so these tests never fail by accident, and a loaded one would: the last test
shows how little is noticed.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from math import sqrt
from typing import Any, Final

import pytest

from games import chance
from games.lots import Lots, event_source, sha256
from games.registry import GAMES

KEY: Final = bytes(range(32))
MANY: Final = 100_000
ONE_IN_A_MILLION: Final = 4.753
"""How many standard deviations a normal number exceeds once in a million times."""


def is_even(counts: Sequence[int], weights: Sequence[int] | None = None) -> bool:
    """Tell whether counts fit weights (all the same if there are none) by a chi-square test."""
    shares = weights or [1] * len(counts)
    unit = sum(counts) / sum(shares)
    expected = [share * unit for share in shares]
    square = sum((n - due) ** 2 / due for n, due in zip(counts, expected, strict=True))
    # Wilson and Hilferty's approximation of what chance exceeds once in a million times.
    freedom = len(counts) - 1
    spread = 2 / (9 * freedom)
    return square < freedom * (1 - spread + ONE_IN_A_MILLION * sqrt(spread)) ** 3


def test_every_die_and_every_pair_of_a_hundred_thousand_rolls_is_even() -> None:
    position = GAMES["tablero"].deal(event_source(KEY, 0), 2, {})
    rolled: dict[tuple[int, int], int] = dict.fromkeys(
        combinations_with_replacement(range(1, 7), 2), 0
    )
    for q in range(MANY):
        roll = position.roll(event_source(KEY, q))
        rolled[roll.low, roll.high] += 1

    assert is_even(list(rolled.values()), [1 if low == high else 2 for low, high in rolled])


def test_each_die_of_a_hundred_thousand_events_is_even_for_itself() -> None:
    dice = [[0] * 6 for _ in range(2)]
    pairs = [0] * 36
    for q in range(MANY):
        source = event_source(KEY, q)
        one, other = chance.die(source) - 1, chance.die(source) - 1
        dice[0][one] += 1
        dice[1][other] += 1
        pairs[6 * one + other] += 1

    assert all(map(is_even, dice))
    assert is_even(pairs)


@pytest.mark.slow
def test_every_card_comes_to_every_place_of_a_hundred_thousand_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decks: list[Sequence[Any]] = []  # Any: a game's own cards
    shuffle = chance.shuffle

    def seen(source: chance.Source, items: list[Any]) -> None:
        shuffle(source, items)
        decks.append(tuple(items))

    monkeypatch.setattr(chance, "shuffle", seen)
    cards: dict[object, list[int]] = {}
    for q in range(MANY):
        GAMES["matrio"].deal(event_source(KEY, q), 4, {"lead": "any"})
        for place, card in enumerate(decks.pop()):
            if card not in cards:
                cards[card] = [0] * 52
            cards[card][place] += 1

    assert len(cards) == 52
    assert all(map(is_even, cards.values()))
    assert all(is_even([places[n] for places in cards.values()]) for n in range(52))


def test_a_hundred_thousand_dice_of_the_matrix_are_even_in_every_place() -> None:
    faces = [[0] * 6 for _ in range(50)]
    colours: list[dict[object, int]] = [{} for _ in range(50)]
    for q in range(MANY // 50):
        setup = GAMES["dice_matrix"].write_setup(
            GAMES["dice_matrix"].deal(event_source(KEY, q), 2, {"scoring": "running"})
        )
        matrix = setup["matrix"]
        assert isinstance(matrix, dict)
        # The last place is that of the die that is left over.
        for place, die in enumerate((*matrix.values(), setup["left"])):
            colour, face = str(die)[0], str(die)[1]
            faces[place][int(face) - 1] += 1
            colours[place][colour] = colours[place].get(colour, 0) + 1

    assert all(map(is_even, faces))
    assert is_even([sum(place[face] for place in faces) for face in range(6)])
    assert all(len(place) == 5 and is_even(list(place.values())) for place in colours)


@pytest.mark.slow
def test_a_hundred_thousand_sets_of_three_numbers_are_even() -> None:
    dealt = dict.fromkeys(combinations(range(1, 7), 3), 0)
    for q in range(MANY // 4):
        setup = GAMES["dicefest"].write_setup(GAMES["dicefest"].deal(event_source(KEY, q), 4, {}))[
            "dice"
        ]
        assert isinstance(setup, list)
        for one, two, three in setup:
            dealt[one, two, three] += 1

    assert sum(dealt.values()) == MANY
    assert is_even(list(dealt.values()))


@pytest.mark.slow
def test_seats_and_first_rolls_of_a_hundred_thousand_games_are_even() -> None:
    """Each game has a secret and a card of its own; what it begins with is drawn once by each."""
    orders = dict.fromkeys(permutations(range(4)), 0)
    starters, pairs = [0] * 2, [0] * 36
    for n in range(MANY):
        four = _lots(n, ("11", "12", "13", "14"))
        orders[four.seating()] += 1
        two = _lots(n, ("11", "12"))
        starters[two.seating()[0]] += 1
        source = event_source(two.key, 1)
        pairs[6 * chance.die(source) + chance.die(source) - 7] += 1

    assert is_even(list(orders.values()))
    assert is_even(starters)
    assert is_even(pairs)


def _lots(n: int, players: tuple[str, ...]) -> Lots:
    secret = sha256(f"secret {n}")
    return Lots("1-1", str(10**17 + n), players, (None,) * len(players), None, "", secret)


def test_dice_that_are_loaded_a_little_are_noticed() -> None:
    assert is_even([16_700, 16_600, 16_650, 16_720, 16_640, 16_690])
    assert not is_even([16_100, 16_600, 16_600, 16_600, 16_600, 17_500])
