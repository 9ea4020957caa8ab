"""The rules of MatriO: where cards may go, who gets dots, what they score, how it ends."""

from collections import Counter
from itertools import pairwise
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SeededSource
from games.errors import IllegalMove
from games.game import Reason, Result
from games.matrio import MATRIO
from games.matrio.board import (
    CARD_INDEX,
    CARDS,
    SUITS,
    TRAYS,
    card_name,
    cell_lines,
    cell_name,
    line_name,
    tray_name,
)
from games.matrio.rules import Change, Play, Position, changes
from tests.games.matrio.played import (
    ANY,
    FINISHED,
    OPEN_WITH_2C,
    after,
    game,
    laid_out,
    legal,
    legal_by_the_book,
    move,
    positions,
    value_by_the_book,
)

NINE = {f"r{row}c{column}": 0 for row in (1, 2, 3) for column in (1, 2, 3)}
BUT_ONE = {cell: owner for cell, owner in NINE.items() if cell != "r3c3"}


def without(*names: str) -> dict[str, str]:
    """Return the finished game's cards with some of its trays empty."""
    lines = {line: cards.split() for line, cards in FINISHED.items()}
    for name in names:
        lines[name[:2]][SUITS.index(name[2])] = "-"
    return {line: " ".join(cards) for line, cards in lines.items()}


def refusal(position: Position, notation: str) -> str:
    with pytest.raises(IllegalMove) as error:
        after(position, notation)
    return str(error.value)


# The deck


def test_the_deck_has_52_cards_without_the_4_of_clubs_and_the_10_of_diamonds() -> None:
    names = [card_name(card) for card in range(len(CARDS))]

    assert len(names) == len(set(names)) == 52
    assert Counter(name[-1] for name in names if name[0] != "X") == Counter(S=13, D=12, C=12, H=13)
    assert {"X1", "X2"} <= set(names)
    assert not {"4C", "10D"} & set(names)


def test_cards_are_worth_their_number_black_for_and_red_against() -> None:
    for name, value in {"QS": 13, "QC": 10, "KS": 10, "JC": 10, "KH": -10, "QD": -10}.items():
        assert CARDS[CARD_INDEX[name]].value == value
    for card in CARDS:
        assert card.value == value_by_the_book(card.name)


# The opening


@given(st.integers(0, 10_000))
def test_the_holder_of_the_2_of_clubs_opens_with_any_card(seed: int) -> None:
    dealt = game(seed)[0]

    assert CARD_INDEX["2C"] in dealt.hands[dealt.seat]
    assert [len(hand) for hand in dealt.hands] == [13] * 4
    assert {play.card for play in dealt.legal_moves()} == set(dealt.hands[dealt.seat])


def test_under_lead_2c_the_first_card_is_the_2_of_clubs() -> None:
    dealt = game(1, OPEN_WITH_2C)[0]
    other = next(card for card in dealt.hands[dealt.seat] if card != CARD_INDEX["2C"])
    assert other is not None

    assert legal(dealt) == {f"2C>{line_name(line)}C" for line in range(6)}
    with pytest.raises(IllegalMove, match=r"This game must be opened with 2♣\."):
        dealt.play(Play(other, dealt.destinations(other)[0]))
    assert not after(dealt, "2C>r1C").must_open


# Where cards may go


def test_a_card_has_to_fill_an_empty_tray_of_its_suit() -> None:
    position = laid_out(without("r1S", "c2S", "c3H"), ["KS 3H 2C", "", "", ""])

    assert legal(position) == {
        *("KS>r1S", "KS>c2S", "3H>c3H"),
        *(
            f"2C>{tray_name(tray)}"
            for tray in range(TRAYS)
            if tray_name(tray) not in {"r1S", "c2S", "c3H"}
        ),
    }


def test_a_joker_may_go_anywhere_at_any_time() -> None:
    everywhere = {f"X2>{tray_name(tray)}" for tray in range(TRAYS)}

    for lines in ({}, without("r1S", "c3H"), FINISHED):
        assert legal(laid_out(lines, ["X2", "2C", "", ""])) == everywhere
    filled = after(laid_out(without("r1S"), ["X2", "KS", "", ""]), "X2>r1S")
    assert len(legal(filled)) == TRAYS


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("AC>r1C", "There is no A♣ in your hand."),
        ("KS>r1D", "K♠ has to fill an empty tray of its suit: r1 ♠, c2 ♠."),
        ("3H>r1H", "3♥ has to fill c3 ♥, the last empty tray of its suit."),
        ("3H>r1S", "3♥ has to fill c3 ♥, the last empty tray of its suit."),
        ("2C>c3H", "c3 ♥ is empty: only a card of its own suit or a joker may fill it."),
    ],
)
def test_a_refused_card_says_what_is_wrong(notation: str, message: str) -> None:
    position = laid_out(without("r1S", "c2S", "c3H"), ["KS 3H 2C", "AC", "", ""])

    assert refusal(position, notation) == message


def test_nothing_is_played_after_the_end() -> None:
    over = game(1)[-1]

    assert over.legal_moves() == []
    assert refusal(over, "QS>r1S") == "No cards are left: the game is over."


@given(positions(over=True) | positions(OPEN_WITH_2C))
def test_exactly_the_moves_of_the_rulebook_are_legal(position: Position) -> None:
    moves = position.legal_moves()

    assert len(moves) == len(set(moves))
    assert legal(position) == legal_by_the_book(position)
    for play in moves:
        assert position.play(play).trays[play.tray][-1] == play.card


@pytest.mark.slow
@given(positions() | positions(OPEN_WITH_2C))
def test_every_other_move_is_refused_with_a_reason(position: Position) -> None:
    moves = set(position.legal_moves())
    for card in range(len(CARDS)):
        for tray in range(TRAYS):
            if Play(card, tray) not in moves:
                with pytest.raises(IllegalMove) as error:
                    position.play(Play(card, tray))
                assert str(error.value).endswith(".")


@given(positions())
def test_there_is_always_something_to_play(position: Position) -> None:
    assert position.to_move is None or position.legal_moves()


def test_destinations_are_where_a_card_may_go() -> None:
    position = laid_out(without("r1S", "c3H"), ["KS X2", "", "", ""])

    assert [tray_name(tray) for tray in position.destinations(CARD_INDEX["KS"])] == ["r1S"]
    assert len(position.destinations(CARD_INDEX["2C"])) == TRAYS - 2
    assert len(position.destinations(CARD_INDEX["X2"])) == TRAYS


# Dots


def test_who_completes_a_row_and_a_column_gets_the_dot_where_they_meet() -> None:
    position = laid_out({"r3": "2S 2D AC 2H", "c3": "3S 3D - 3H"}, ["10C", "KS", "", ""], dots={})
    placed = after(position, "10C>c3C")

    assert placed.dots[8] == 0
    assert Counter(placed.dots) == {None: 8, 0: 1}
    assert placed.cells[8] == 2 * 3 + 2 * 3 + 1 * 10 + 2 * 3
    assert placed.points == (28, 0, 0, 0)
    assert changes(position, move("10C>c3C"), placed) == (Change(8, 0, None, 28),)


def test_a_row_alone_gives_no_dot() -> None:
    position = laid_out({"r1": "2S 2D - 2H", "c1": "3S - 3C 3H"}, ["AC", "KS", "", ""])

    assert set(after(position, "AC>r1C").dots) == {None}


def test_a_card_may_complete_several_combinations_at_once() -> None:
    position = laid_out(without("r2D", "c1H"), ["KD", "3H", "", ""], dots={"r1c2": 3, "r1c3": 3})
    placed = after(position, "KD>r2D")

    assert [cell_name(cell) for cell, owner in enumerate(placed.dots) if owner == 0] == [
        "r2c2",
        "r2c3",
    ]
    both = after(placed, "3H>c1H")
    assert [cell_name(cell) for cell, owner in enumerate(both.dots) if owner == 1] == [
        "r1c1",
        "r2c1",
        "r3c1",
    ]


@given(st.integers(0, 10_000))
def test_a_dot_stays_its_players_for_good(seed: int) -> None:
    for before, later in pairwise(game(seed)):
        for old, new in zip(before.dots, later.dots, strict=True):
            assert old in (None, new)
            if old != new:
                assert new == before.seat


@given(positions(over=True))
def test_dots_lie_exactly_where_a_row_and_a_column_are_complete(position: Position) -> None:
    for cell, owner in enumerate(position.dots):
        trays = [line * 4 + suit for line in cell_lines(cell) for suit in range(4)]
        assert (owner is not None) == all(position.trays[tray] for tray in trays)


# Scores


def test_the_rulebooks_dot_is_worth_208() -> None:
    position = laid_out(
        {"r3": "QS 4D 7C 6H", "c2": "7S KD 5C 7H"}, ["", "", "", ""], dots={"r3c2": 2}
    )

    assert position.cells[7] == 91 + 40 + 35 + 42 == 208
    assert position.points == (0, 0, 208, 0)


def test_a_finished_game_scores_as_known() -> None:
    position = laid_out(FINISHED, ["", "", "", ""], dots=NINE)

    assert position.cells == (-160, 121, 51, -126, -5, 6, -68, -32, -66)


@given(positions(over=True))
def test_a_cell_scores_the_four_products_of_the_visible_cards(position: Position) -> None:
    tops = {
        tray_name(tray): card_name(stack[-1]) for tray, stack in enumerate(position.trays) if stack
    }
    totals = [0] * 4
    for cell, owner in enumerate(position.dots):
        if owner is None:
            assert position.cells[cell] is None
            continue
        row, column = cell_name(cell)[:2], cell_name(cell)[2:]
        score = sum(
            value_by_the_book(tops[f"{row}{suit}"]) * value_by_the_book(tops[f"{column}{suit}"])
            for suit in "SDCH"
        )
        assert position.cells[cell] == score
        totals[owner] += score
    for seat, total in enumerate(totals):
        assert position.points[seat] == (None if seat in position.withdrawn else total)


@given(positions())
def test_changes_are_what_tells_the_cells_before_from_those_after(position: Position) -> None:
    for play in position.legal_moves()[::7]:
        later = position.play(play)
        changed = changes(position, play, later)
        assert [
            (cell_name(cell), old, new)
            for cell, (old, new) in enumerate(zip(position.cells, later.cells, strict=True))
            if old != new
        ] == [(cell_name(change.cell), change.old, change.new) for change in changed]
        assert all(later.dots[change.cell] == change.owner for change in changed)


def test_a_joker_is_worth_nothing() -> None:
    position = laid_out(FINISHED, ["X2", "KS", "", ""], dots=NINE)

    assert position.cells[0] == -160
    assert after(position, "X2>r1S").cells[0] == -160 + 80


# Withdrawing


def test_who_has_no_dot_once_nine_lie_withdraws_even_when_next_to_move() -> None:
    dots = BUT_ONE | {"r1c1": 2}
    position = laid_out(without("r3S"), ["2S 3S", "4S AC", "10S 2C", "QS 3C"], dots=dots, seat=0)
    placed = after(position, "2S>r3S")

    assert placed.withdrawn == {1, 3}
    assert placed.hands[1] == placed.hands[3] == ()
    assert placed.points[1] is placed.points[3] is None
    assert placed.to_move == 2
    assert after(placed, "10S>r1S").to_move == 0


def test_a_single_player_left_plays_the_hand_out() -> None:
    position = laid_out(without("r3S"), ["2S 3S KC", "4S", "10S", "QS"], dots=BUT_ONE)
    placed = after(position, "2S>r3S")

    assert placed.withdrawn == {1, 2, 3}
    assert [placed.to_move, after(placed, "3S>r1S").to_move] == [0, 0]
    assert placed.result() is None
    over = after(placed, "3S>r1S", "KC>r1D")
    assert over.to_move is None
    assert over.result() == Result((over.points[0], None, None, None), (0,), Reason.PLAYED)


def test_a_withdrawn_player_never_wins_though_all_others_lose_points() -> None:
    position = laid_out(
        FINISHED,
        ["", "", "KS", ""],
        dots=dict.fromkeys(NINE, 2) | {"r1c2": 0},
        seat=2,
        withdrawn=(0, 1, 3),
    )
    over = after(position, "KS>r1H")

    assert over.result() == Result((None, None, over.points[2], None), (2,), Reason.PLAYED)
    assert (over.points[2] or 0) < 0


def test_equal_totals_share_the_win() -> None:
    lines = {
        **{f"r{n}": "AS AD AC X1" for n in (1, 2, 3)},
        **{f"c{n}": "AS AD AC X1" for n in (1, 2, 3)},
    }
    dots = {"r1c1": 0, "r1c2": 0, "r1c3": 1, "r2c1": 1, "r2c2": 2, "r2c3": 3}
    position = laid_out(lines, ["", "X2", "", ""], dots=dots, seat=1)

    assert after(position, "X2>r3H").result() == Result((6, 6, 3, 3), (0, 1), Reason.PLAYED)


# The whole game


@given(positions(over=True))
def test_no_card_is_lost_and_none_is_made(position: Position) -> None:
    dealt = sorted(card for hand in position.deal.hands for card in hand if card is not None)
    lying = [card for stack in position.trays for card in stack]
    held = [card for hand in position.hands for card in hand if card is not None]
    put_away = [
        card
        for seat in position.withdrawn
        for card in position.deal.hands[seat]
        if card not in lying
    ]

    assert dealt == list(range(52))
    assert Counter(lying + held + put_away) == Counter(dealt)
    assert position.filled == sum(1 << n for n, stack in enumerate(position.trays) if stack)


@given(st.integers(0, 10_000))
def test_turns_go_round_past_those_who_withdrew_until_no_cards_are_left(seed: int) -> None:
    played = game(seed)
    for before, later in pairwise(played):
        following = [(before.seat + n) % 4 for n in (1, 2, 3, 4)]
        if later.to_move is not None:
            assert later.to_move == next(s for s in following if s not in later.withdrawn)
            assert later.result() is None
    over = played[-1]
    assert len(played) <= 53
    assert over.hands == ((),) * 4
    result = over.result()
    assert result is not None
    assert result.scores == over.points == over.scores()
    best = max(total for total in over.points if total is not None)
    assert result.winners == tuple(seat for seat in range(4) if over.points[seat] == best)


def test_games_are_as_long_and_as_rich_as_known() -> None:
    played = [game(seed) for seed in range(200)]
    best = [max(total for total in p[-1].points if total is not None) for p in played]

    assert 200 < mean(best) < 245
    assert 0.6 < mean(bool(p[-1].withdrawn) for p in played) < 0.9
    assert all(None not in p[-1].dots for p in played)


def perft(position: Position, depth: int) -> int:
    """Count the lines of play of a length."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(play), depth - 1) for play in moves)


def slow_perft(position: Position, depth: int) -> int:
    """Count them with the moves of the rulebook."""
    moves = legal_by_the_book(position)
    if depth == 1:
        return len(moves)
    return sum(slow_perft(after(position, notation), depth - 1) for notation in moves)


def test_lines_of_play_number_as_by_the_rulebook() -> None:
    played = game(3)

    for ply in (0, 15, 24, 30):
        assert perft(played[ply], 2) == slow_perft(played[ply], 2) > 100


def test_lines_of_play_of_a_known_deal_number_as_ever() -> None:
    dealt = [MATRIO.deal(SeededSource(1), 4, options) for options in (ANY, OPEN_WITH_2C)]

    assert [perft(dealt[0], depth) for depth in (1, 2)] == [78, 5820]
    assert [perft(dealt[1], depth) for depth in (1, 2, 3)] == [6, 450, 41004]
