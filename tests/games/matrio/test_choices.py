"""Building a move of MatriO in steps: the card, then the tray."""

import pytest
from hypothesis import given

from games.errors import IllegalMove
from games.game import Step, spread
from games.matrio import MATRIO
from games.matrio.rules import Play, Position
from games.matrio.signs import name_card
from games.words import Text
from tests.games.matrio.played import OPEN_WITH_2C, game, laid_out, move, positions

LONGEST_ID = len("t:pick:123456789012:1234:")
LINES = {
    "r1": "8S AD JC AH",
    "r2": "7S 5D 2S 9H",
    "c1": "KD JD 8D -",
    "c2": "6S X1 8C 7C",
}


def board() -> Position:
    dots = {"r1c2": 0, "r2c2": 1}
    return laid_out(LINES, ["X2 3H QS 4D 3C", "KS", "KH", "QC"], dots=dots)


def labels(step: Step[Play]) -> list[str]:
    return [str(choice.label) for choice in step.choices]


def notes(step: Step[Play]) -> list[str]:
    return [str(choice.note) for choice in step.choices]


def shown(play: Play) -> str:
    """Name a move as it is shown; the two jokers are alike."""
    return f"{name_card(play.card)} {play.tray}"


def every_way(position: Position, chosen: tuple[str, ...] = ()) -> list[Play]:
    """Walk all steps and return the moves at their ends."""
    step = MATRIO.steps(position, chosen)
    if step.move is not None:
        assert not step.choices
        assert LONGEST_ID + len(".".join(chosen)) <= 100
        return [step.move]
    assert 1 <= len(step.choices) <= 25
    assert len({choice.token for choice in step.choices}) == len(step.choices)
    moves = []
    for choice in step.choices:
        assert len(str(choice.label)) <= 80
        assert len(str(choice.note)) <= 100
        assert all(token.isalnum() for token in spread([choice.token]))
        moves += every_way(position, (*chosen, choice.token))
    return moves


def test_the_best_moves_are_one_choice_each_and_the_cards_come_sorted_by_suit() -> None:
    step = MATRIO.steps(board(), ())
    best, good = step.shortcuts

    assert str(step.prompt) == "Which card?"
    assert str(good.title) == "Card and tray together, the next best"
    assert len(good.choices) == 33 - 25
    assert str(best.title) == "Card and tray together, best first"
    assert str(best.choices[0].label) == "joker to r2 ♠, covering 7♠: you 0, others −42"
    assert best.choices[0].token == "X2+r2S"
    assert step.buttons
    assert labels(step) == ["Q♠", "4♦", "3♣", "3♥", "joker"]


@pytest.mark.slow
@given(positions())
def test_the_best_moves_are_those_that_are_suggested_first(position: Position) -> None:
    if position.to_move is not None:
        step = MATRIO.steps(position, ())
        best = step.shortcuts[0].choices if step.shortcuts else step.choices
        moves = [MATRIO.steps(position, (choice.token,)).move for choice in best]

        assert [MATRIO.format(move) for move in moves if move] == [
            notation for notation, _ in MATRIO.suggest(position, "")
        ]


def test_what_fits_into_one_list_is_one_choice() -> None:
    position = laid_out(LINES, ["QS 4D", "KS", "KH", "QC"], dots={"r1c2": 0, "r2c2": 1})
    step = MATRIO.steps(position, ())

    assert str(step.prompt) == "Which card, and where?"
    assert sorted(choice.token for choice in step.choices) == [
        "4D+c3D",
        "4D+r3D",
        "QS+c3S",
        "QS+r3S",
    ]


def test_trays_tell_what_they_cover_and_what_that_does_to_the_scores() -> None:
    assert labels(MATRIO.steps(board(), ("3H",))) == [
        "r3 ♥, empty",
        "c1 ♥, empty",
        "c3 ♥, empty",
    ]
    assert notes(MATRIO.steps(board(), ("3H",))) == [
        "changes no score",
        # With r1 -80 + 10 - 80 + 3, with r2 -70 + 50 - 16 + 27.
        "2 new dots; you −156, others 0",
        "changes no score",
    ]
    joker = MATRIO.steps(board(), ("X2",))
    assert labels(joker)[:4] == [
        "r1 ♠, covers 8♠",
        "r1 ♦, covers A♦",
        "r1 ♣, covers J♣",
        "r1 ♥, covers A♥",
    ]
    assert len(joker.choices) == 24
    # r1c2 loses 8·6; r2c2 is another's and untouched.
    assert notes(joker)[0] == "you −48, others 0"
    assert notes(joker)[16:18] == ["you −48, others −42", "changes no score"]


def test_a_filled_suit_may_cover_any_filled_tray() -> None:
    lines = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "2S 2D 2C 2H")
    position = laid_out(lines, ["QS", "", "", ""])

    step = MATRIO.steps(position, ("QS",))
    (best,) = step.shortcuts

    assert len(step.choices) == 24
    assert best.buttons
    assert len(best.choices) == 6
    assert set(best.choices) < set(step.choices)


def test_trays_are_listed_in_the_order_of_the_board() -> None:
    lines = {"r1": "2S 2D 2C 2H", "r2": "2S 2D - 2H", "r3": "2S - 2C 2H"}
    lines |= dict.fromkeys(("c1", "c2", "c3"), "2S 2D 2C 2H")
    step = MATRIO.steps(laid_out(lines, ["QS", "", "", ""]), ("QS",))

    assert [choice.token for choice in step.choices][:9] == [
        *("r1S", "r1D", "r1C", "r1H"),
        *("r2S", "r2D", "r2H"),
        *("r3S", "r3C"),
    ]


@pytest.mark.parametrize(
    ("chosen", "prompt"),
    [
        (("QS", "r3S"), "Play Q♠ to r3 ♠? Then: no score changes."),
        (
            ("X2", "c2S"),
            (
                "Play the joker to c2 ♠, covering 6♠? Then: "
                "r1c2 (player 1) 121 to 73, r2c2 (player 2) −5 to −47."
            ),
        ),
    ],
)
def test_the_last_look_tells_every_score_that_would_change(
    chosen: tuple[str, str], prompt: str
) -> None:
    step = MATRIO.steps(board(), chosen)

    assert step.move == move(">".join(chosen))
    assert str(step.prompt) == prompt


def test_the_last_look_tells_who_would_withdraw() -> None:
    lines = dict.fromkeys(("r1", "r2", "c1", "c2", "c3"), "2S 2D 2C 2H") | {"r3": "- 2D 2C 2H"}
    dots = {f"r{row}c{column}": 0 for row in (1, 2) for column in (1, 2, 3)}
    position = laid_out(lines, ["KS", "QS 3S", "3H", "4H"], dots=dots, seat=1)

    assert str(MATRIO.steps(position, ("QS", "r3S")).prompt) == (
        "Play Q♠ to r3 ♠? Then: a dot on r3c1, 38, a dot on r3c2, 38, a dot on r3c3, 38. "
        "player 3 has no dot and withdraws. player 4 has no dot and withdraws."
    )


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("AC",), "There is no A♣ in your hand."),
        (("4C",), "'4C' is not a choice here."),
        (("r1S",), "'r1S' is not a choice here."),
        (("QS", "QS"), "'QS QS' is not a choice here."),
        (("QS", "r1S"), "Q♠ has to fill an empty tray of its suit: r3 ♠, c3 ♠."),
        (("QS", "r3S", "r3S"), "'QS r3S r3S' is not a choice here."),
        (("KS", "r3S"), "There is no K♠ in your hand."),
    ],
)
def test_choices_that_lead_nowhere_are_refused(chosen: tuple[str, ...], message: str) -> None:
    with pytest.raises(IllegalMove) as error:
        MATRIO.steps(board(), chosen)

    assert str(error.value) == message


def test_another_card_than_the_2_of_clubs_cannot_be_chosen_first_where_it_must_open() -> None:
    dealt = game(1, OPEN_WITH_2C)[0]
    other = MATRIO.format(game(1)[0].legal_moves()[0]).partition(">")[0]

    assert {choice.token[:3] for choice in MATRIO.steps(dealt, ()).choices} == {"2C+"}
    with pytest.raises(IllegalMove, match=r"This game must be opened with 2♣\."):
        MATRIO.steps(dealt, (other,))


def test_there_is_nothing_to_choose_after_the_end_or_of_cards_face_down() -> None:
    dealt, *_, over = game(1)

    with pytest.raises(IllegalMove, match="the game is over"):
        MATRIO.steps(over, ())
    with pytest.raises(IllegalMove) as error:
        MATRIO.steps(dealt.seen_by(None), ())
    assert error.value.text.source == "The cards of {player} lie face down here."
    assert isinstance(error.value.text, Text)
