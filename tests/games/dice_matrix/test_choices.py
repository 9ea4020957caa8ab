"""Building a move of Dice Matrix: by steps, and while typing."""

import pytest
from hypothesis import given

from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import Die, Move, Position, Take, Turn, cell_index
from games.errors import IllegalMove
from games.game import Step, spread
from games.typed import offers
from tests.games.played import RECOUNT, game, laid_out, positions

K1, K5, R1, R4, B5 = Die(0, 1), Die(0, 5), Die(1, 1), Die(1, 4), Die(4, 5)
C4, C6 = map(cell_index, ("c4", "c6"))


def board(*, recount: bool = False) -> Position:
    return laid_out(
        {"c4": K1, "c6": K5, "f4": R1, "a1": R4, "b5": B5}, recount=recount, left=Die(0, 5)
    ).play(Take(cell_index("a1")))


def labels(step: Step[Move]) -> list[str]:
    return [str(choice.label) for choice in step.choices]


def dice_of(move: Move) -> object:
    """Return what a move takes, in whatever order; a turned die as it is."""
    return frozenset({move.first, move.second}) if isinstance(move, Take) else move


def every_way(position: Position, chosen: tuple[str, ...] = ()) -> list[Move]:
    """Walk all steps and return the moves at their ends."""
    step = DICE_MATRIX.steps(position, chosen)
    if step.move is not None:
        assert not step.choices
        return [step.move]
    assert 1 <= len(step.choices) <= 25
    assert len({choice.token for choice in step.offered}) == len(step.offered)
    moves = []
    for choice in step.choices:
        assert len(str(choice.label)) <= 80
        assert choice.note is None or len(str(choice.note)) <= 100
        assert all(token.isalnum() for token in spread([choice.token]))
        moves += every_way(position, (*chosen, choice.token))
    return moves


@given(positions())
def test_the_best_moves_are_first_of_all_and_one_choice_each(position: Position) -> None:
    step = DICE_MATRIX.steps(position, ())
    best = step.shortcuts[0].choices if step.shortcuts else step.choices
    gains = []
    for choice in best:
        move = DICE_MATRIX.steps(position, (choice.token,)).move
        assert move is not None
        gains.append(position.gain(move))

    every = sorted(map(position.gain, {dice_of(m): m for m in position.legal_moves()}.values()))
    assert gains == every[::-1][:25]


def test_the_first_move_is_six_buttons() -> None:
    dealt = Position(board().setup)
    step = DICE_MATRIX.steps(dealt, ())

    assert step.buttons
    assert str(step.prompt) == "Which face of the left-over black die?"
    assert labels(step) == ["1", "2", "3", "4", "5", "6"]
    assert DICE_MATRIX.steps(dealt, ("3",)).move == Turn(3)


def test_pairs_and_single_dice_are_listed_by_their_points_and_then_the_rows() -> None:
    position = game(1)[1]
    step = DICE_MATRIX.steps(position, ())
    (best,) = step.shortcuts

    assert str(step.prompt) == "Which dice do you take?"
    assert str(best.title) == "Most points first"
    assert str(best.choices[0].label) == "b2 and c2, blue 5 and blue 5: 6 points"
    assert len(best.choices) == 25
    assert step.buttons
    assert labels(step) == [f"Row {row}" for row in range(7, 0, -1)]


def test_what_fits_into_one_list_needs_no_rows() -> None:
    step = DICE_MATRIX.steps(board(), ())

    assert step.shortcuts == ()
    assert labels(step) == [
        "c4 and c6, black 1 and black 5: 8 points",
        "c4 and f4, black 1 and red 1: 6 points",
        "c6, black 5: 4 points",
        "c4, black 1: 3 points",
        "b5, blue 5: 3 points",
        "f4, red 1: 2 points",
    ]


def test_dice_and_partners_are_labelled_with_their_points() -> None:
    position = board()

    assert labels(DICE_MATRIX.steps(position, ("4",))) == [
        "c4 black 1: 3 points",
        "f4 red 1: 2 points",
    ]
    assert labels(DICE_MATRIX.steps(position, ("4", "c4"))) == [
        "alone: 3 points",
        "with c6 black 5: 8 points",
        "with f4 red 1: 6 points",
    ]
    assert DICE_MATRIX.steps(position, ("4", "c4", "c6")).move == Take(C4, C6)
    assert DICE_MATRIX.steps(position, ("4", "c4", "alone")).move == Take(C4)


def test_a_die_without_partner_is_complete_at_once() -> None:
    position = board()
    step = DICE_MATRIX.steps(position, ("5", "b5"))

    assert step.move == Take(cell_index("b5"))
    assert step.choices == ()
    assert step == DICE_MATRIX.steps(position, ("5", "b5", "alone"))


def test_no_points_are_told_under_recount() -> None:
    position = board(recount=True)

    assert labels(DICE_MATRIX.steps(position, ("4",))) == ["c4 black 1", "f4 red 1"]
    assert labels(DICE_MATRIX.steps(position, ("4", "c4"))) == [
        "alone",
        "with f4 red 1",
        "with c6 black 5",
    ]
    assert all("point" not in str(label) for _, label in DICE_MATRIX.suggest(position, ""))
    step = DICE_MATRIX.steps(position, ())
    assert str(step.title) == "Pairs first"
    assert labels(step) == [
        "c4 and f4, black 1 and red 1",
        "c4 and c6, black 1 and black 5",
        "c4, black 1",
        "f4, red 1",
        "b5, blue 5",
        "c6, black 5",
    ]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("7",), "Row 7 is empty."),
        (("8",), "'8' is not a choice here."),
        (("4", "d4"), "d4 is empty."),
        (("5", "c4"), "'5 c4' is not a choice here."),
        (("4", "z9"), "'4 z9' is not a choice here."),
        (("4", "c4", "b5"), "c4 and b5 are neither in the same row nor in the same column."),
        (("4", "c4", "nobody"), "'nobody' is not a choice here."),
        (("4", "c4", "c6", "c7"), "'4 c4 c6 c7' is not a choice here."),
    ],
)
def test_choices_that_lead_nowhere_are_refused(chosen: tuple[str, ...], message: str) -> None:
    with pytest.raises(IllegalMove) as error:
        DICE_MATRIX.steps(board(), chosen)

    assert str(error.value) == message


def test_there_is_nothing_to_choose_after_the_end_or_from_another_move() -> None:
    dealt, *_, over = game(1)

    with pytest.raises(IllegalMove, match="the game is over"):
        DICE_MATRIX.steps(over, ())
    with pytest.raises(IllegalMove, match="'4 c4' is not a choice here"):
        DICE_MATRIX.steps(dealt, ("4", "c4"))
    assert DICE_MATRIX.suggest(over, "") == []


@pytest.mark.parametrize(
    ("typed", "notations"),
    [
        ("c4", ["c4+c6", "c4+f4", "c4"]),
        ("c6", ["c6+c4", "c6"]),
        ("c4 c6", ["c4+c6"]),
        ("c6+c4", ["c6+c4"]),
        ("black 5", ["c6+c4", "c6"]),
        ("K5", ["c6+c4", "c6"]),
        ("k1 r1", ["c4+f4"]),
        ("black 1 and red 1", ["c4+f4"]),
        ("8", ["c4+c6"]),
        ("8 points", ["c4+c6"]),
        ("b5", ["b5"]),
        ("blue", ["b5"]),
        ("c4 alone", ["c4"]),
        ("purple", []),
        ("c4 c4 c6 f4", []),
    ],
)
def test_suggestions_fit_what_is_typed(typed: str, notations: list[str]) -> None:
    assert [notation for notation, _ in DICE_MATRIX.suggest(board(), typed)] == notations


def test_suggestions_are_labelled_and_best_first() -> None:
    suggestions = DICE_MATRIX.suggest(board(), "")

    assert [(notation, str(label)) for notation, label in suggestions][:2] == [
        ("c4+c6", "c4 and c6, black 1 and black 5: 8 points"),
        ("c4+f4", "c4 and f4, black 1 and red 1: 6 points"),
    ]


def test_the_first_move_is_suggested_by_its_face() -> None:
    dealt = Position(board().setup)

    assert len(DICE_MATRIX.suggest(dealt, "")) == 6
    for typed in ("3", "=3", "turn to 3"):
        assert [
            (notation, str(label)) for notation, label in DICE_MATRIX.suggest(dealt, typed)
        ] == [("=3", "turn the left-over die to 3: 2 points")]


@given(positions())
def test_suggestions_are_legal_few_and_list_a_pair_once(position: Position) -> None:
    suggestions = DICE_MATRIX.suggest(position, "")
    moves = [DICE_MATRIX.parse(notation) for notation, _ in suggestions]
    gains = [position.gain(move) for move in moves]
    cells = [frozenset({move.first, move.second}) for move in moves if isinstance(move, Take)]

    assert 1 <= len(suggestions) <= 25
    assert set(moves) <= set(position.legal_moves())
    assert gains == sorted(gains, reverse=True)
    assert len(cells) == len(set(cells))
    assert all(len(str(label)) <= 100 for _, label in suggestions)


@given(positions(RECOUNT))
def test_pairs_come_first_under_recount_as_they_do_by_points(position: Position) -> None:
    pairs = ["+" in notation for notation, _ in DICE_MATRIX.suggest(position, "")]

    assert pairs == sorted(pairs, reverse=True)


def test_a_cell_that_is_also_the_name_of_a_die_comes_first_as_a_cell() -> None:
    position = laid_out({"b5": R4, "a4": R1, "b2": R1, "a3": B5, "b3": K5})

    assert [notation for notation, _ in DICE_MATRIX.suggest(position, "b5")] == [
        "b5",
        "a3+b3",
        "a3",
    ]


@given(positions(RECOUNT))
def test_every_legal_move_is_found_by_its_cells(position: Position) -> None:
    for move in position.legal_moves():
        notation = DICE_MATRIX.format(move)
        assert offers(DICE_MATRIX, position, notation)[0][0] == notation
