"""What is offered while somebody types: Enter plays what they typed, or nothing."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SeededSource
from games.dice_matrix import DICE_MATRIX
from games.line import AnyGame, AnyPosition
from games.registry import GAMES
from games.typed import offers, read_in_full
from tests.tiers import sampled

PLIES = 40
TYPED = {
    "dice_matrix": ["g5", "K5", "3", "black 5", "g5 g4", "c", "\N{GAME DIE}", "5 points", "7"],
    "tablero": ["p3", "place", "3", "m4", "p3 p4", "p3 m", "\N{DIE FACE-3}", "bump", "S3"],
    "matrio": ["QS", "queen", "3", "r1", "joker", "hearts", "2C c1", "\N{GAME DIE}", "X1"],
    "dicefest": ["3", "b1", "b1 north", "north", "b1/n", "left", "\N{GAME DIE}", "pass", "s"],
}


@cache
def played(key: str) -> tuple[AnyPosition, ...]:
    """Return the positions of the beginning of a game, as who is to move sees them."""
    game, source = GAMES[key], SeededSource(8)
    position = game.deal(source, game.about.seats[0], game.options_of({}))
    found: list[AnyPosition] = []
    while len(found) < PLIES and position.to_move is not None:
        if isinstance(position.to_move, int):
            found.append(position.seen_by(position.to_move))
            position = position.play(game.random_move(position, source))
        else:
            position = position.play(position.roll(source))
    return tuple(found)


def sent(game: AnyGame, position: AnyPosition, typed: str) -> list[str]:
    return [notation for notation, _ in offers(game, position, typed)]


def check_enter(game: AnyGame, position: AnyPosition, typed: str) -> None:
    """See that taking the first offer does what the typed text does by itself."""
    found = offers(game, position, typed)
    assert len({notation for notation, _ in found}) == len(found) <= 25
    if not found:
        return
    first, label = found[0]
    assert read_in_full(game, position, first) == read_in_full(game, position, typed)
    if not read_in_full(game, position, typed):
        assert (first, str(label)) == (typed, f"Show the moves with “{typed.strip()}”")


@sampled("key", GAMES)
@given(st.data())
def test_enter_after_typing_plays_just_what_was_typed(key: str, data: st.DataObject) -> None:
    game, position = GAMES[key], data.draw(st.sampled_from(played(key)))
    written = data.draw(st.sampled_from([*map(game.format, position.legal_moves()), *TYPED[key]]))
    typed = written[: data.draw(st.integers(1, len(written)))]

    check_enter(game, position, typed)


@pytest.mark.parametrize("key", GAMES)
@given(st.data())
def test_a_move_that_is_typed_in_full_comes_first(key: str, data: st.DataObject) -> None:
    game, position = GAMES[key], data.draw(st.sampled_from(played(key)))
    move = data.draw(st.sampled_from(position.legal_moves()))
    notation = game.format(move)

    assert read_in_full(game, position, offers(game, position, notation)[0][0])[0] == (
        game.read_move(position, notation)
    )


@pytest.mark.parametrize("key", GAMES)
@given(st.data())
def test_signs_and_numbers_alone_play_nothing(key: str, data: st.DataObject) -> None:
    game, position = GAMES[key], data.draw(st.sampled_from(played(key)[2:]))
    typed = data.draw(
        st.sampled_from(["3", "6", "\N{GAME DIE}", "\N{DIE FACE-3}", "?", "5 points"])
    )

    assert read_in_full(game, position, typed) == ()
    assert sent(game, position, typed)[:1] in ([], [typed])


def test_one_die_typed_in_full_comes_before_the_pairs_that_score_more() -> None:
    position = played("dice_matrix")[5]
    pair = next(notation for notation in sent(DICE_MATRIX, position, "") if "+" in notation)
    cell, _ = pair.split("+")

    first, *others = sent(DICE_MATRIX, position, cell)

    assert first == cell
    assert any("+" in other for other in others)


@pytest.mark.parametrize("key", GAMES)
def test_where_nothing_is_typed_the_best_move_comes_first(key: str) -> None:
    game, position = GAMES[key], played(key)[-1]

    assert offers(game, position, " ") == game.suggest(position, " ")


def test_what_is_longer_than_discord_sends_back_is_not_offered() -> None:
    position = played("dice_matrix")[5]

    assert all(len(notation) <= 100 for notation in sent(DICE_MATRIX, position, "c " * 60))


@sampled("key", GAMES)
@given(st.data())
def test_what_suggestions_send_can_be_played(key: str, data: st.DataObject) -> None:
    game, position = GAMES[key], data.draw(st.sampled_from(played(key)))
    typed = data.draw(st.sampled_from(["", *TYPED[key]]))

    for notation in sent(game, position, typed):
        if notation != typed:
            turn = game.read_turn(position, notation)
            assert " ".join(map(game.format, turn)) == notation
