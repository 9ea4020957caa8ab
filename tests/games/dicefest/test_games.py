"""Every position of whole games of Dicefest, held against the rulebook read again."""

from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SeededSource
from games.dicefest import DICEFEST, OPPOSITE_SIDES
from games.dicefest.board import INNER, mask_of
from games.dicefest.choices import place_counters
from games.dicefest.moves import Move, Pass, Rotate
from games.dicefest.rules import Position
from games.errors import IllegalMove
from tests.games.dicefest import rulebook as book
from tests.games.dicefest.played import ANY_MOVE, game, positions, sides_of

# Every position


@pytest.mark.slow
@given(positions())
def test_exactly_the_moves_of_the_rulebook_are_legal(position: Position) -> None:
    if position.settled:
        board = DICEFEST.write_position(position)
        assert book.legal_by_the_book(board, position.seat) == DICEFEST.legal_notation(position)


@pytest.mark.slow
@given(positions(), st.integers(0, 1000))
def test_moves_change_the_board_as_the_rulebook_says(position: Position, seed: int) -> None:
    if not position.settled:
        return
    move = DICEFEST.random_move(position, SeededSource(seed))
    following, seat = position.play(move), position.seat
    board = DICEFEST.write_position(position)
    expected = book.played(board, seat, sides_of(position), DICEFEST.format(move))

    assert DICEFEST.write_position(following) == expected
    if not isinstance(move, Pass):
        won = book.winners(expected, position.table.playing, seat)
        assert following.winners == (None if won is None else tuple(won))


@pytest.mark.slow
@given(positions(), ANY_MOVE)
def test_legal_moves_are_playable_and_others_refused_with_a_reason(
    position: Position, move: Move
) -> None:
    listed = Rotate(move.space, move.way) if isinstance(move, Rotate) else move
    payable = (
        not isinstance(move, Rotate)
        or not position.die_at(move.space)
        or (
            move.counters.bit_count() == position.cost(move.space)
            and not move.counters & ~position.room
        )
    )
    if listed in position.legal_moves() and payable:
        assert position.play(move) != position
    else:
        with pytest.raises(IllegalMove, match=r"\.$"):
            position.play(move)


@given(positions(), st.integers(0, 1000))
def test_every_listed_move_can_be_played(position: Position, seed: int) -> None:
    legal_moves = position.legal_moves()
    assert len(legal_moves) == len(set(legal_moves))
    for n in range(len(legal_moves)):
        # Draws the n-th, and after it spaces for the counters it may cost.
        source = Loaded(n, seed)
        move = DICEFEST.random_move(position, source)
        assert DICEFEST.format(move).startswith(DICEFEST.format(legal_moves[n]))
        assert position.play(move) != position


class Loaded:
    """Draw a number that is known first, then as the seed gives."""

    def __init__(self, first: int, seed: int) -> None:
        self._first: int | None = first
        self._source = SeededSource(seed)

    def below(self, n: int) -> int:
        drawn, self._first = self._first, None
        return self._source.below(n) if drawn is None else drawn


@pytest.mark.slow
@given(positions(over=True))
def test_counters_are_neither_made_nor_lost(position: Position) -> None:
    assert position.counters.bit_count() + sum(position.collections) == 36
    assert not position.counters & ~INNER
    assert not position.counters & position.occupied
    assert min(position.collections) >= 0


@pytest.mark.slow
@given(positions(over=True))
def test_dice_never_share_a_space(position: Position) -> None:
    spaces = [die.space for die in position.dice]

    assert mask_of(spaces) == position.occupied
    assert len(set(spaces)) == len(spaces) == 3 * len(position.table.sides)


@pytest.mark.slow
@given(positions(over=True))
def test_the_game_is_over_as_soon_as_the_rules_say_so(position: Position) -> None:
    if position.settled and position.to_move is not None:
        assert position.last_free is None
        assert not any(
            position.locked(seat) == 3 and position.collections[seat] == 0
            for seat in position.table.playing
        )


# Whole games


def test_games_between_random_players_run_some_hundreds_of_turns() -> None:
    lengths = []
    for seed in range(25):
        *_, last = played = game(seed, plies=10_000)
        assert last.result() is not None
        lengths.append(len(played) - 1)

    assert 350 < mean(lengths) < 900


@pytest.mark.parametrize("seats", [3, 4])
def test_games_of_more_players_end_too(seats: int) -> None:
    for seed in range(3):
        result = game(seed, seats, plies=20_000)[-1].result()
        assert result is not None
        assert len(result.winners) == 1


def perft(position: Position, depth: int) -> int:
    """Count the lines of moves of a length, counters going to the default spaces."""
    if depth == 0:
        return 1
    if position.to_move is None:
        return 0
    return sum(
        perft(
            position.play(
                Rotate(move.space, move.way, place_counters(position, move))
                if isinstance(move, Rotate)
                else move
            ),
            depth - 1,
        )
        for move in position.legal_moves()
    )


def slow_perft(position: Position, depth: int) -> int:
    """Count them with the moves of the rulebook, from where nobody can turn a die yet."""
    sides = sides_of(position)
    return _slow(DICEFEST.write_position(position), position.seat, sides, depth)


def _slow(board: book.Board, seat: int, sides: list[str], depth: int) -> int:
    if depth == 0:
        return 1
    order = sorted(range(len(sides)), key=lambda other: "SWNE".index(sides[other]))
    following = order[(order.index(seat) + 1) % len(order)]
    total = 0
    for notation in book.legal_by_the_book(board, seat):
        # Where a turn costs one counter, the first space with room.
        cost = board["dice"][notation[:2]]["top"] if "/" in notation else 0
        spaces = ",".join(book.room(board)[:cost])
        move = f"{notation}@{spaces}" if cost else notation
        total += _slow(book.played(board, seat, sides, move), following, sides, depth - 1)
    return total


OPENINGS = {2: [[1, 2, 6], [1, 4, 5]], 3: [[1, 2, 3]] * 3, 4: [[2, 4, 6], [1, 3, 5]] * 2}


def opening(seats: int) -> Position:
    position = Position.first(OPENINGS[seats])
    for pick in OPPOSITE_SIDES[seats]:
        position = position.play(pick)
    return position


LATE = {2: game(5)[120], 3: game(3, 3)[200], 4: game(5, 4)[280]}
"""Positions with many counters collected, so that dice can be turned."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_lines_of_play_number_as_by_the_rulebook(seats: int) -> None:
    # Where counters go decides only what can be paid once they have been collected again.
    assert perft(opening(seats), 4) == slow_perft(opening(seats), 4)
    assert perft(LATE[seats], 3) == slow_perft(LATE[seats], 3)


def test_lines_of_play_number_as_ever() -> None:
    unseated = Position.first(OPENINGS[3])

    assert [perft(opening(2), depth) for depth in range(1, 6)] == [4, 18, 85, 504, 3806]
    assert [perft(opening(3), depth) for depth in range(1, 6)] == [4, 15, 56, 283, 1694]
    assert [perft(opening(4), depth) for depth in range(1, 6)] == [5, 29, 140, 782, 3885]
    assert [perft(unseated, depth) for depth in range(1, 5)] == [4, 12, 24, 96]
    assert [perft(LATE[2], depth) for depth in range(1, 4)] == [12, 169, 1300]
    assert [perft(LATE[3], depth) for depth in range(1, 4)] == [11, 176, 768]
    assert [perft(LATE[4], depth) for depth in range(1, 4)] == [12, 158, 944]
