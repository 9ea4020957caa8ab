"""The rules of Dice Matrix: what may be taken, what it scores, how it ends."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SeededSource
from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import (
    COLOURS,
    SIZE,
    Die,
    Move,
    Position,
    Take,
    Turn,
    cell_index,
    cell_name,
)
from games.errors import IllegalMove
from games.game import Reason, Result
from tests.games.played import RECOUNT, RUNNING, game, laid_out, positions

K1, K5, R3, R4, P3, B5, Y6 = (
    Die(COLOURS.index(code[0]), int(code[1])) for code in ("K1", "K5", "R3", "R4", "P3", "B5", "Y6")
)
CELLS = st.integers(0, SIZE * SIZE - 1)


def take(*names: str) -> Take:
    return Take(*map(cell_index, names))


def triangular(n: int) -> int:
    return n * (n + 1) // 2


def recounted(heights: tuple[int, ...]) -> int:
    columns = (sum(heights[colour * 6 : colour * 6 + 6]) for colour in range(5))
    rows = (sum(heights[face::6]) for face in range(6))
    return sum(map(triangular, (*columns, *rows)))


def legal_by_the_book(position: Position) -> set[Take]:
    """List what may be taken by looking at every pair of cells, as the rulebook says it."""
    matrix = position.matrix
    cells = [cell for cell, die in enumerate(matrix) if die]
    moves = {Take(cell) for cell in cells}
    for first, second in product(cells, cells):
        (row, column), (other_row, other_column) = divmod(first, SIZE), divmod(second, SIZE)
        if first == second or (row != other_row and column != other_column):
            continue
        step = 1 if row == other_row else SIZE
        low, high = sorted((first, second))
        if any(matrix[cell] for cell in range(low + step, high, step)):
            continue
        one, two = matrix[first], matrix[second]
        assert one
        assert two
        if one.colour == two.colour or one.face == two.face:
            moves.add(Take(first, second))
    return moves


def refusal(position: Position, move: Move) -> str:
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    return str(error.value)


def test_cells_count_from_the_lower_left() -> None:
    assert [cell_name(cell) for cell in (0, 6, 7, 48)] == ["a1", "g1", "a2", "g7"]
    assert [cell_index(cell_name(cell)) for cell in range(49)] == list(range(49))
    with pytest.raises(ValueError, match="not in tuple"):
        cell_index("h1")


# The opening


def test_the_first_move_turns_the_left_over_die_to_any_face() -> None:
    dealt = game(1)[0]

    assert dealt.legal_moves() == [Turn(face) for face in range(1, 7)]
    assert dealt.left is not None
    for face in range(1, 7):
        turned = dealt.play(Turn(face))
        assert turned.left is None
        assert turned.points == (2, 0)
        assert turned.to_move == 1
        assert turned.areas[0].index(1) == dealt.left.colour * 6 + face - 1
        assert sum(turned.areas[0]) == 1


def test_no_die_is_taken_before_the_left_over_die_is_turned() -> None:
    assert refusal(game(1)[0], Take(0)) == (
        "The first move turns the left-over die to a face, =1 to =6; no die is taken."
    )
    assert refusal(game(1)[0], Turn(7)) == "A die has no face 7."


def test_the_left_over_die_is_turned_only_once() -> None:
    assert refusal(game(1)[1], Turn(3)) == (
        "The left-over die has been placed; take dice from the matrix."
    )


# Scoring


def test_a_red_3_makes_a_pink_and_a_red_3_worth_eight() -> None:
    position = laid_out({"a1": P3, "b1": R3, "g7": K1, "g6": K1}, left=R3)
    position = position.play(take("g7"))

    after = position.play(take("a1", "b1"))

    assert position.gain(take("a1", "b1")) == (1 + 2) + (2 + 3)
    assert after.points[0] - position.points[0] == 8
    assert after.areas[0][R3.colour * 6 + 2] == 2


def test_a_black_1_and_a_black_5_in_an_empty_area_are_worth_five() -> None:
    position = laid_out({"c4": K1, "c6": K5, "a1": R4})

    assert position.play(take("c4", "c6")).points == (2, 2 + 3)


def test_the_order_of_a_pair_scores_the_same() -> None:
    position = laid_out({"c4": K1, "c6": K5, "a1": R4})

    assert position.play(take("c4", "c6")) == position.play(take("c6", "c4"))


@given(positions(over=True))
def test_running_totals_equal_the_recount(position: Position) -> None:
    assert position.points == tuple(map(recounted, position.areas))


def test_seventeen_dice_in_a_line_count_153() -> None:
    # All dice show a 3: seat 1 takes seventeen of them, seat 0 the others.
    names = [cell_name(cell) for cell in range(49)]
    position = laid_out({name: Die(n // 10, 3) for n, name in enumerate(names)}, left=Die(4, 3))
    face_points = 0
    while sum(position.areas[1]) < 17:
        position = position.play(Take(next(c for c, die in enumerate(position.matrix) if die)))
    face_points = recounted(position.areas[1]) - sum(
        triangular(sum(position.areas[1][colour * 6 : colour * 6 + 6])) for colour in range(5)
    )

    assert face_points == 153
    assert position.points[1] == recounted(position.areas[1])


# Pairs


def test_a_pair_may_have_emptied_cells_between() -> None:
    position = laid_out({"a4": K1, "g4": K5, "c1": R3, "c7": P3})

    assert set(position.legal_moves()) == {
        *(take(name) for name in ("a4", "g4", "c1", "c7")),
        take("a4", "g4"),
        take("g4", "a4"),
        take("c1", "c7"),
        take("c7", "c1"),
    }


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (take("e4"), "e4 is empty."),
        (take("e4", "c4"), "e4 is empty."),
        (take("c4", "e4"), "e4 is empty."),
        (take("e4", "e5"), "e4 and e5 are empty."),
        (take("c4", "c4"), "c4 is named twice; a pair is two dice."),
        (take("c4", "c6"), "c4 and c6 have a die between them (c5)."),
        (take("c7", "c4"), "c7 and c4 have dice between them (c5, c6)."),
        (take("a4", "d4"), "a4 and d4 have a die between them (c4)."),
        (take("c4", "d4"), "c4 and d4 share neither colour nor face."),
        (take("c4", "d6"), "c4 and d6 are neither in the same row nor in the same column."),
    ],
)
def test_a_refused_take_says_what_is_wrong(move: Take, message: str) -> None:
    position = laid_out(
        {"a4": K1, "c4": K1, "c5": K1, "c6": K5, "c7": K1, "d4": B5, "d6": K1, "g1": Y6}
    )

    assert refusal(position, move) == message


@given(positions())
def test_exactly_the_moves_of_the_rulebook_are_legal(position: Position) -> None:
    moves = position.legal_moves()

    assert len(moves) == len(set(moves))
    if position.left is None:
        assert set(moves) == legal_by_the_book(position)
    for move in moves:
        position.play(move)


@given(positions(), CELLS, st.none() | CELLS)
def test_every_other_take_is_refused_with_a_reason(
    position: Position, first: int, second: int | None
) -> None:
    move = Take(first, second)
    if move in position.legal_moves():
        assert position.play(move).to_move != position.to_move
    else:
        assert refusal(position, move).endswith(".")


# The whole game


@given(positions(over=True))
def test_fifty_dice_stay_fifty_ten_of_each_colour(position: Position) -> None:
    colours = Counter(die.colour for die in position.matrix if die)
    for area in position.areas:
        for stack, height in enumerate(area):
            colours[stack // 6] += height
    if position.left:
        colours[position.left.colour] += 1

    assert colours == dict.fromkeys(range(5), 10)
    assert position.dice_left == sum(die is not None for die in position.matrix)


@given(positions())
def test_turns_alternate_from_seat_1_after_the_first_move(position: Position) -> None:
    following = position.play(position.legal_moves()[0])

    assert position.to_move == (sum(position.areas[0]) > 0 and position.seat)
    assert following.seat == 1 - position.seat
    assert position.result() is None


def ends(seeds: Iterable[int]) -> list[list[Position]]:
    return [game(seed) for seed in seeds]


def test_a_game_ends_with_the_last_die_of_the_matrix() -> None:
    for played in ends(range(20)):
        *earlier, last = played
        assert all(position.result() is None for position in earlier)
        assert last.dice_left == 0
        assert last.to_move is None
        assert last.legal_moves() == []
        result = last.result()
        assert result is not None
        assert result.scores == last.points == last.scores()
        assert result.winners == tuple(
            seat for seat in (0, 1) if last.points[seat] == max(last.points)
        )
        assert result.reason is Reason.PLAYED


def test_equal_points_share_the_first_place() -> None:
    position = laid_out({"a1": K1}, left=R3)

    assert position.play(take("a1")).result() == Result((2, 2), (0, 1), Reason.PLAYED)


def test_under_recount_the_game_is_the_same_and_counted_at_the_end() -> None:
    running, recount = game(5, RUNNING), game(5, RECOUNT)

    assert [position.recount for position in (running[0], recount[0])] == [False, True]
    assert [position.points for position in running] == [position.points for position in recount]
    assert recount[-1].result() == running[-1].result()


def test_games_are_as_long_and_as_rich_as_known() -> None:
    played = ends(range(120))
    listed = [len(positions[1].legal_moves()) for positions in played]
    once = [49 + (moves - 49) / 2 for moves in listed]

    assert 98 < mean(listed) < 106
    assert 73 < mean(once) < 79
    assert 30 < mean(len(positions) - 1 for positions in played) < 42
    assert 140 < mean(points for positions in played for points in positions[-1].points) < 215


def perft(position: Position, depth: int) -> int:
    """Count the lines of play of a length."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


def slow_perft(position: Position, depth: int) -> int:
    """Count them with the moves of the rulebook."""
    moves = legal_by_the_book(position)
    if depth == 1:
        return len(moves)
    return sum(slow_perft(position.play(move), depth - 1) for move in moves)


def test_lines_of_play_number_as_by_the_rulebook() -> None:
    late = next(position for position in game(3) if position.dice_left <= 8)

    assert perft(late, 4) == slow_perft(late, 4) > 1000


def test_lines_of_play_of_a_known_deal_number_as_ever() -> None:
    dealt = DICE_MATRIX.deal(SeededSource(1), 2, RUNNING)

    assert [perft(dealt, depth) for depth in (1, 2, 3)] == [6, 546, 47940]
