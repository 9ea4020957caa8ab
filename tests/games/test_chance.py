"""Chance: derived as records say, and even over many rolls and shuffles."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from games.chance import FairSource, SeededSource, Source, commitment, die, shuffle

SECRET = bytes(range(32))
# Chi-square that true chance exceeds once in ten thousand times, by degrees of freedom. The
# secret is fixed, so that these tests never fail by accident.
ONE_IN_TEN_THOUSAND = {5: 25.745, 23: 57.075, 48: 94.43}


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 for kind in counts) / expected + expected * (
        kinds - len(counts)
    )


def test_numbers_are_derived_as_records_say() -> None:
    blocks = b"".join(
        hmac.new(SECRET, f"ABCDE:7:{k}".encode(), hashlib.sha256).digest() for k in range(3)
    )
    words = [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, len(blocks), 4)]
    source = FairSource(SECRET, "ABCDE", 7)

    assert [source.below(6) for _ in words] == [word % 6 for word in words]


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    # Just above 2**31, about half of all words are too large.
    n = 2**31 + 1
    blocks = b"".join(
        hmac.new(SECRET, f"x:0:{k}".encode(), hashlib.sha256).digest() for k in range(4)
    )
    words = [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, len(blocks), 4)]
    kept = [word for word in words if word < n]
    source = FairSource(SECRET, "x", 0)

    assert 0 < len(kept) < len(words)
    assert [source.below(n) for _ in kept] == kept


def test_every_event_and_every_game_has_its_own_numbers() -> None:
    drawn = {
        tuple(FairSource(secret, name, q).below(2**32) for _ in range(1))
        for secret in (SECRET, bytes(32))
        for name in ("A", "B")
        for q in range(50)
    }

    assert len(drawn) == 200


def test_the_commitment_is_the_sha_256_of_the_bytes() -> None:
    assert commitment(b"abc") == (
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    )


def test_a_shuffle_swaps_from_the_last_down_to_the_second() -> None:
    class First:
        def __init__(self) -> None:
            self.asked: list[int] = []

        def below(self, n: int) -> int:
            self.asked.append(n)
            return 0

    source, items = First(), ["a", "b", "c", "d"]
    shuffle(source, items)

    assert source.asked == [4, 3, 2]
    assert items == ["b", "c", "d", "a"]


@pytest.mark.parametrize(
    "source_of",
    [lambda q: FairSource(SECRET, "chi", q), SeededSource],
    ids=["fair", "seeded"],
)
def test_dice_are_even(source_of: Callable[[int], Source]) -> None:
    source = source_of(1)
    rolls: Counter[object] = Counter(die(source) for _ in range(30_000))

    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert chi_square(rolls, 6) < ONE_IN_TEN_THOUSAND[5]


def test_first_rolls_of_many_events_are_even() -> None:
    rolls: Counter[object] = Counter(die(FairSource(SECRET, "chi", q)) for q in range(12_000))

    assert chi_square(rolls, 6) < ONE_IN_TEN_THOUSAND[5]


def test_shuffles_are_even() -> None:
    orders: Counter[object] = Counter()
    for q in range(6_000):
        items = [0, 1, 2, 3]
        shuffle(FairSource(SECRET, "chi", q), items)
        orders[tuple(items)] += 1

    assert set(orders) == set(permutations(range(4)))
    assert chi_square(orders, 24) < ONE_IN_TEN_THOUSAND[23]


def test_a_card_goes_anywhere_evenly() -> None:
    places: Counter[object] = Counter()
    for q in range(4_000):
        items = list(range(49))
        shuffle(FairSource(SECRET, "chi", q), items)
        places[items.index(48)] += 1

    assert chi_square(places, 49) < ONE_IN_TEN_THOUSAND[48]


def test_a_chi_square_notices_loaded_dice() -> None:
    source = FairSource(SECRET, "loaded", 1)
    rolls: Counter[object] = Counter(min(6, 1 + source.below(7)) for _ in range(6_000))

    assert chi_square(rolls, 6) > ONE_IN_TEN_THOUSAND[5]


def test_a_seed_always_gives_the_same_numbers() -> None:
    source = SeededSource(2024)

    assert [source.below(50) for _ in range(8)] == [23, 36, 15, 44, 20, 35, 13, 12]
