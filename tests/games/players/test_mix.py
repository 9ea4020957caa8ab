"""Mixes of two levels: their order, their ratings, and which level chooses a turn."""

from collections import Counter
from itertools import pairwise

import pytest

from games.players import LEVELS, Level, strength_of
from games.players.mix import (
    EIGHTHS,
    LIKE_ME,
    MIXES,
    Mix,
    closest_mix,
    level_of,
    place_of,
    rating_of,
    strength_from,
)
from games.registry import GAMES


def test_mixes_lead_in_eighths_from_the_lowest_level_to_the_highest() -> None:
    assert [place_of(mix) for mix in MIXES] == list(range(EIGHTHS * (len(LEVELS) - 1) + 1))
    assert [place_of(level) for level in LEVELS] == list(range(0, len(MIXES), EIGHTHS))
    assert MIXES[0] == Mix(LEVELS[0], 0)
    assert MIXES[-1] == Mix(LEVELS[-1], 0)
    for mix in MIXES:
        assert mix.upper is (LEVELS[LEVELS.index(mix.lower) + 1] if mix.eighths else mix.lower)


@pytest.mark.parametrize("key", GAMES)
def test_the_rating_of_a_mix_is_interpolated_between_its_levels(key: str) -> None:
    ratings = [rating_of(key, mix) for mix in MIXES]
    assert ratings[::EIGHTHS] == [strength_of(key, level) for level in LEVELS]
    for lower, upper in pairwise(LEVELS):
        low, high = strength_of(key, lower), strength_of(key, upper)
        for eighths in range(EIGHTHS):
            expected = low + (high - low) * eighths / EIGHTHS
            assert abs(rating_of(key, Mix(lower, eighths)) - expected) <= 0.5
    assert all(one < other for one, other in pairwise(ratings))
    assert [closest_mix(key, rating) for rating in ratings] == list(MIXES)
    assert closest_mix(key, -9999) == MIXES[0]
    assert closest_mix(key, 9999) == MIXES[-1]


def test_as_many_turns_as_it_says_are_chosen_by_the_higher_level() -> None:
    for mix in (Mix(Level.EASY, 0), Mix(Level.EASY, 3), Mix(Level.MEDIUM, 7)):
        chosen = Counter(mix.level_for(f"turn {number}") for number in range(4000))
        assert set(chosen) <= {mix.lower, mix.upper}
        share = chosen[mix.upper] / 4000 if mix.eighths else 0.0
        assert share == pytest.approx(mix.eighths / EIGHTHS, abs=0.025)


def test_the_same_seed_chooses_the_same_level_and_a_level_is_always_itself() -> None:
    turns = [f"turn {number}" for number in range(20)]
    assert [LIKE_ME.level_for(turn) for turn in turns] == [level_of(LIKE_ME, t) for t in turns]
    assert [level_of(LIKE_ME, turn).value[0] for turn in turns] == list("mmmmmmmmmemememeemme")
    assert {level_of(Level.HARD, turn) for turn in turns} == {Level.HARD}


def test_what_is_written_of_a_strength_is_read_again() -> None:
    for strength in (*LEVELS, *MIXES):
        assert strength_from(str(strength)) == strength
    for written in ("", "brilliant", "easy+", "easy+8", "easy+-1", f"{LEVELS[-1]}+1", "3"):
        with pytest.raises(ValueError, match=r"."):
            strength_from(written)
