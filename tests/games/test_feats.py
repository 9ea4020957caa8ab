"""Feats: what is worth a smile in each game, and what is not quite that."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from games.feats import Deed
from games.line import AnyGame
from games.registry import GAMES


def feat(key: str, name: str, before: object, after: object, *, turn: int = 5) -> bool:
    """Tell whether seat 0 does a feat by a move between two positions."""
    (found,) = (feat for feat in GAMES[key].feats if feat.key == name)
    return found.is_done_by(Deed(0, turn, before, after))


def points(*points: int | None) -> SimpleNamespace:
    return SimpleNamespace(points=points)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_some_with_keys_of_their_own_that_fit_into_the_store(game: AnyGame) -> None:
    keys = [feat.key for feat in game.feats]
    assert keys
    assert len(set(keys)) == len(keys)
    assert max(map(len, keys)) <= 32


@pytest.mark.parametrize(("gained", "done"), [(24, False), (25, True), (30, True)])
def test_many_points_in_one_turn_of_dice_matrix(gained: int, done: bool) -> None:
    assert feat("dice_matrix", "25-points", points(10, 90), points(10 + gained, 90)) is done


def test_the_points_of_the_other_are_no_feat() -> None:
    assert not feat("dice_matrix", "25-points", points(10, 0), points(10, 40))


@pytest.mark.parametrize(
    ("stack", "done"), [("ABABABA", False), ("BBBBBBBA", True), ("AAAAAAAB", False)]
)
def test_a_tall_stack_of_tablero_counts_for_who_is_on_top(stack: str, done: bool) -> None:
    position = GAMES["tablero"].deal(None, 2, {})  # type: ignore[arg-type]  # nothing is drawn
    after = replace(position, stacks=(stack, *position.stacks[1:]))
    assert feat("tablero", "stack-of-8", position, after) is done


def test_many_points_with_one_card_of_matrio() -> None:
    assert feat("matrio", "300-points", points(-50, 0, 0, 0), points(250, 0, 0, 0))
    assert not feat("matrio", "300-points", points(-50, 0, 0, 0), points(249, 0, 0, 0))
    assert not feat("matrio", "300-points", points(-50, 0, 0, 0), points(None, 0, 0, 0))


@pytest.mark.parametrize(("turn", "done"), [(1, True), (2, True), (3, False)])
def test_a_die_of_dicefest_that_is_locked_early(turn: int, done: bool) -> None:
    none, one = SimpleNamespace(locked=lambda _seat: 0), SimpleNamespace(locked=lambda _seat: 1)
    assert feat("dicefest", "locked-early", none, one, turn=turn) is done
    assert not feat("dicefest", "locked-early", one, one, turn=turn)
