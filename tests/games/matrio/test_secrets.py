"""What must stay hidden in MatriO: whatever others hold is nowhere in what a reader gets."""

import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError, IllegalMove
from games.matrio import MATRIO
from games.matrio.board import card_name
from games.matrio.rules import Deal, Hand, Position
from games.words import Text
from tests.games.matrio.played import game, laid_out, move, positions


def other_world(
    position: Position, reader: int | None, shuffled: Callable[[list[int]], None]
) -> Position:
    """Return a position that looks the same to a reader, with all else that is hidden redealt.

    What others have put away changes places with what they hold.
    """
    lying = {card for stack in position.trays for card in stack}
    seats = [seat for seat in range(4) if seat != reader]
    unplayed = {
        seat: [card for card in position.deal.hands[seat] if card is not None and card not in lying]
        for seat in seats
    }
    pool = [card for seat in seats for card in unplayed[seat]]
    shuffled(pool)
    dealt: list[Hand] = list(position.deal.hands)
    hands: list[Hand] = list(position.hands)
    for seat in seats:
        count = len(unplayed[seat])
        fresh, pool = pool[:count], pool[count:]
        kept = [card for card in position.deal.hands[seat] if card is not None and card in lying]
        dealt[seat] = tuple(sorted([*kept, *fresh]))
        hands[seat] = tuple(sorted(fresh)) if position.hands[seat] else ()
    return replace(position, deal=replace(position.deal, hands=tuple(dealt)), hands=tuple(hands))


@given(positions(over=True), st.none() | st.integers(0, 3), st.randoms(use_true_random=False))
def test_a_reader_cannot_tell_two_worlds_apart_that_differ_in_others_cards(
    position: Position, reader: int | None, random: Random
) -> None:
    other = other_world(position, reader, random.shuffle)
    seen, same = position.seen_by(reader), other.seen_by(reader)

    assert sorted(card for hand in other.deal.hands for card in hand if card is not None) == list(
        range(52)
    )
    assert seen == same
    assert repr(seen) == repr(same)
    assert pickle.loads(pickle.dumps(seen)) == same  # noqa: S301 -- our own bytes
    assert MATRIO.write_position(seen) == MATRIO.write_position(same)
    assert MATRIO.write_setup(seen) == MATRIO.write_setup(same)
    assert str(MATRIO.describe_position(seen)) == str(MATRIO.describe_position(same))
    assert seen.legal_moves() == same.legal_moves()
    assert MATRIO.suggest(seen, "") == MATRIO.suggest(same, "")
    assert answer(lambda: MATRIO.steps(seen, ()).choices) == answer(
        lambda: MATRIO.steps(same, ()).choices
    )


def answer(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except GameError as error:
        return error.text


@given(positions(over=True), st.none() | st.integers(0, 3))
def test_what_is_seen_holds_no_card_of_any_other_hand(
    position: Position, reader: int | None
) -> None:
    seen = position.seen_by(reader)

    for seat in range(4):
        assert len(seen.hands[seat]) == len(position.hands[seat])
        if seat == reader:
            assert seen.hands[seat] == position.hands[seat]
        else:
            assert set(seen.hands[seat]) <= {None}
            assert set(seen.deal.hands[seat]) == {None}


@given(positions(over=True), st.integers(0, 3), st.integers(0, 3))
def test_nobody_sees_more_by_looking_twice(position: Position, one: int, two: int) -> None:
    seen = position.seen_by(one)

    assert seen.seen_by(one) == seen
    assert seen.seen_by(None) == position.seen_by(None)
    if one != two:
        assert seen.seen_by(two) == position.seen_by(None).seen_by(two)
        assert all(card is None for hand in seen.seen_by(two).hands for card in hand)


@given(positions(over=True))
def test_no_position_shows_hands_in_its_repr(position: Position) -> None:
    """Tell positions with and without hands apart by their reprs in vain: logs show them."""
    bare: tuple[Hand, ...] = ((),) * 4
    emptied = replace(
        position, hands=bare, deal=Deal(bare, position.deal.opener, position.deal.lead)
    )

    assert repr(position) == repr(emptied)
    assert "hands" not in repr(position)


@given(positions())
def test_what_all_see_of_a_seen_position_is_true(position: Position) -> None:
    seen = position.seen_by(position.to_move)

    assert (seen.to_move, seen.trays, seen.dots) == (
        position.to_move,
        position.trays,
        position.dots,
    )
    assert (seen.cells, seen.points, seen.scores()) == (
        position.cells,
        position.points,
        position.scores(),
    )
    assert (seen.withdrawn, seen.result()) == (position.withdrawn, position.result())
    assert seen.legal_moves() == position.legal_moves()
    for play in seen.legal_moves()[::9]:
        assert seen.play(play) == position.play(play).seen_by(position.seat)
        assert MATRIO.describe_move(
            position.seen_by(None), play, position.play(play).seen_by(None)
        ) == MATRIO.describe_move(position, play, position.play(play))


def test_cards_face_down_are_not_played() -> None:
    dealt = game(1)[0]
    hidden = dealt.seen_by(None)

    assert hidden.legal_moves() == []
    for play in dealt.legal_moves():
        with pytest.raises(IllegalMove, match="lie face down here"):
            hidden.play(play)


def test_an_error_does_not_tell_who_holds_a_card() -> None:
    position = laid_out({}, ["AS", "QS", "KS 3C", ""])
    away = position.leave(2)

    told: set[Text] = set()
    for notation in ("QS>r1S", "KS>r1S", "3C>r1C", "2D>r1D"):
        with pytest.raises(IllegalMove) as error:
            away.play(move(notation))
        told.add(Text(error.value.text.source))
    assert told == {Text("There is no {card} in your hand.")}


def test_hidden_cards_are_written_as_null() -> None:
    position = laid_out({}, ["QS AS", "KS", "", ""])

    assert MATRIO.write_position(position.seen_by(0))["hands"] == [["AS", "QS"], [None], [], []]
    assert MATRIO.write_setup(position.seen_by(1))["hands"] == [[None, None], ["KS"], [], []]


def test_a_hand_put_away_stays_unseen() -> None:
    dealt = game(1)[0]
    gone = dealt.leave(2)
    held = {card_name(card) for card in dealt.hands[2] if card is not None}

    for reader in (None, 0, 1, 3):
        shown = str(MATRIO.write_position(gone.seen_by(reader)))
        assert not [card for card in held if repr(card) in shown]
