"""Typing a move of Dicefest: what is read, and what is suggested meanwhile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dicefest import DICEFEST
from games.dicefest.board import space_index
from games.dicefest.choices import place_counters
from games.dicefest.moves import Rotate
from games.dicefest.rules import Position
from games.errors import GameError, NotationError
from tests.games.dicefest.played import (
    FREE,
    after,
    dealt,
    finishing,
    laid_out,
    legal,
    positions,
    stuck,
)


def board() -> Position:
    """Return a position with dice on b1 (6, north 3, west 2) and e5 (2, north 1, west 4)."""
    return laid_out([{"b1": "632", "e5": "214"}, FREE], counters="b4 e6 c2", collections=(7, 26))


def read(typed: str, position: Position | None = None) -> str:
    return DICEFEST.format(DICEFEST.read_move(position or board(), typed))


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        *((typed, "b1-b4") for typed in ("b1-b4", "B1 B4", " b1 to b4 ", "b1b4", "b1>b4")),
        *((typed, "b1-b4") for typed in ("move b1 b4", "b1 -> b4", "6 to b4", "6 north to b4")),
        ("b1-b5", "b1-b5"),
        ("pass", "pass"),
        ("PASS", "pass"),
        ("side:W", "side:W"),
        ("side west", "side:W"),
        ("Side s", "side:S"),
        ("e5/N@c3,d3", "e5/N@c3,d3"),
        ("e5/n@d3,c3", "e5/N@c3,d3"),
        ("e5/n c3 d3", "e5/N@c3,d3"),
        ("e5 / north c3, d3", "e5/N@c3,d3"),
        ("roll e5 north to c3 and d3", "e5/N@c3,d3"),
        ("e5 roll north: c3 d3", "e5/N@c3,d3"),
        ("tip the e5 to the north on c3 d3", "e5/N@c3,d3"),
        ("spin e5 left c3 d3", "e5/L@c3,d3"),
        ("e5/r c3 d3", "e5/R@c3,d3"),
        ("e5/n c3", "e5/N@c3"),
        ("e5/n c3 d3 f3", "e5/N@c3,d3,f3"),
    ],
)
def test_people_may_type_as_they_like(typed: str, notation: str) -> None:
    assert read(typed) == notation


@pytest.mark.parametrize("typed", ["e5/n", "roll e5 north", "e5 roll n", "e5/N", "roll 2 north"])
def test_a_turn_without_spaces_puts_its_counters_by_default(typed: str) -> None:
    default = place_counters(board(), Rotate(space_index("e5"), 0))

    assert DICEFEST.read_move(board(), typed) == Rotate(space_index("e5"), 0, default)
    assert board().play(DICEFEST.read_move(board(), typed)).collections == (5, 26)


@pytest.mark.parametrize("typed", ["b1 left", "b1 l", "spin 6 left", "6 left"])
def test_a_die_and_what_it_does_in_words_are_a_move_where_only_one_fits(typed: str) -> None:
    assert read(typed).startswith("b1/L@")


def test_a_turn_that_cannot_be_paid_is_read_and_left_to_the_rules_to_refuse() -> None:
    poor = laid_out([{"b1": "632"}, FREE], counters="b4", collections=(2, 30))

    assert read("b1/n", poor) == "b1/N"


def test_sides_are_typed_by_name_or_letter() -> None:
    assert read("south", dealt(1)) == read("S", dealt(1)) == read("the south side", dealt(1))
    assert read("south", dealt(1)) == "side:S"


def test_words_that_several_moves_fit_are_not_clear() -> None:
    with pytest.raises(NotationError) as error:
        read("4 south", laid_out([{"c3": "45", "e5": "45"}, FREE]))

    assert str(error.value).startswith("'4 south' can mean several moves, like ")


def test_a_die_that_cannot_move_north_is_not_rolled_north_instead() -> None:
    blocked = laid_out(
        [{"b1": "632"}, {"b4": "1", "f4": "2", "g4": "3"}], counters="b3", collections=(7, 25)
    )

    assert any(notation.startswith("b1/N") for notation in legal(blocked))
    assert not any(notation.startswith("b1-b") for notation in legal(blocked))
    with pytest.raises(NotationError, match="'b1 north' is not a move of Dicefest"):
        read("b1 north", blocked)
    assert read("b1 roll north", blocked).startswith("b1/N@")


NO_MOVES = ("", "  ", "to", "b9", "a1 b1", "b1/x", "b1-b5-b6", "?", "f3")
PARTS = ("b4", "6", "2", "north", "left", "b1", "spin left", "\N{GAME DIE}")


@pytest.mark.parametrize("typed", [*NO_MOVES, *PARTS])
def test_what_is_not_clear_is_refused(typed: str) -> None:
    with pytest.raises(NotationError, match="is not a move of Dicefest"):
        read(typed)


@given(st.text(max_size=12) | st.from_regex(r"(roll )?[a-h][1-8][ /-][nl]?[a-h ]?", fullmatch=True))
def test_nothing_that_people_type_breaks_it(typed: str) -> None:
    position = board()
    assert len(DICEFEST.suggest(position, typed)) <= 25
    reason = "."
    try:
        position.play(DICEFEST.read_move(position, typed))
    except GameError as error:
        reason = str(error)
    assert reason.endswith(".")


def suggested(typed: str, position: Position | None = None) -> list[str]:
    return [notation for notation, _ in DICEFEST.suggest(position or board(), typed)]


def test_moves_are_suggested_with_what_they_lead_to_and_best_first() -> None:
    found = [(notation, str(label)) for notation, label in DICEFEST.suggest(board(), "")]

    assert found[:4] == [
        ("b1-b4", "6 at b1: north 3 to b4, takes a counter"),
        ("e5-e6", "2 at e5: north 1 to e6, takes a counter"),
        ("b1-g1", "6 at b1: east 5 to g1"),
        ("e5-h5", "2 at e5: east 3 to h5"),
    ]
    assert found[5][0].startswith("b1/N@")
    assert found[5][1].startswith("6 at b1: roll north: top 4, costs 6 on ")
    assert len(found) == len(legal(board()))


@pytest.mark.parametrize(
    ("typed", "begin"),
    [
        ("b1", ["b1-b4", "b1-g1", "b1/N", "b1/E"]),
        ("e5 n", ["e5-e6", "e5/N"]),
        ("roll w", ["b1/W", "e5/W"]),
        ("spin r", ["b1/R", "e5/R"]),
        ("2 so", ["e5/S"]),
        ("b1-b4", ["b1-b4"]),
        ("e5/n c3 d3", ["e5/N@c3,d3"]),
        ("b1-b5", []),
        ("purple", []),
    ],
)
def test_suggestions_fit_what_is_typed(typed: str, begin: list[str]) -> None:
    found = suggested(typed)

    assert len(found) >= len(begin)
    assert all(notation.startswith(start) for notation, start in zip(found, begin, strict=False))
    assert bool(found) == bool(begin)


def test_a_space_that_has_been_typed_for_a_counter_is_kept() -> None:
    (only,) = suggested("e5/n g7")

    assert only.startswith("e5/N@")
    assert only.endswith(",g7")


def test_what_wins_comes_first_and_what_loses_last() -> None:
    assert suggested("", finishing(0, FREE))[0] == "f5-f8"
    assert suggested("", finishing(1, FREE))[-1] == "f5-f8"
    locking = laid_out([{"f5": "53", "b2": "12"}, FREE])
    assert suggested("", locking)[0] == "f5-f8"


def test_sides_and_passes_are_suggested() -> None:
    assert DICEFEST.suggest(dealt(1), "so")[0][0] == "side:S"
    assert len(suggested("", dealt(1))) == 4
    assert suggested("", stuck()) == ["pass"]
    assert suggested("", after(finishing(0, FREE), "f5-f8")) == []


@pytest.mark.slow
@given(positions(), st.sampled_from(["", "b", "n", "roll", "left", "3"]))
def test_suggestions_are_legal_and_fit_into_discords_lists(position: Position, typed: str) -> None:
    for notation, label in DICEFEST.suggest(position, typed):
        move = DICEFEST.read_move(position, notation)
        assert DICEFEST.format(move) == notation
        assert position.play(move) != position
        assert len(notation) <= 100
        assert 0 < len(str(label)) <= 100
