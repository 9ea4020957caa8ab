"""The private picture of a hand of MatriO: every card, where it may go, what is chosen."""

from dataclasses import replace

import pytest

from games.matrio.board import CARDS, SUITS
from games.matrio.rules import Position
from games.words import Text, fill
from render import hand_picture
from render.matrio.hand import _rows
from render.scene import Hand, ThemeName
from render.theme import THEMES as TABLE
from tests.games.matrio.played import OPEN_WITH_2C, game, laid_out, table
from tests.games.toy import Position as ToyPosition
from tests.render.matrio.scenes import hand, middle_game
from tests.render.scenes import THEMES, differ, differ_outside, opened

FIRST_CARD = (34, 112, 224, 330)


def holding(cards: str, **lines: str) -> Position:
    """Return a position in which seat 0 holds these cards."""
    return laid_out(lines, [cards, "2S", "3S", "4S"])


def said(asked: Hand) -> list[str]:
    """Return all that a picture says, in English."""
    told = list[str]()

    def translate(text: Text) -> str:
        told.append(fill(text, str, text.source))
        return told[-1]

    hand_picture(replace(asked, translate=translate))
    return told


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("cards", "height"),
    [
        ("KS", 448),
        ("2C 3C 5C 6C 7C 8C 9C", 448),
        ("3S 9S AD 5D 2C 9C 4H 10H", 712),
        ("3S 9S QS KS AD 5D KD 2C 9C JC 4H 10H X1", 712),
    ],
)
def test_a_hand_is_1200_wide_and_has_one_row_or_two(
    cards: str, height: int, theme: ThemeName
) -> None:
    assert opened(hand_picture(hand(holding(cards), 0, theme=theme))).size == (1200, height)


def test_every_card_looks_different_in_a_hand() -> None:
    drawn = {hand_picture(hand(holding(card.name), 0)) for card in CARDS if card.name[0] != "X"}

    assert len(drawn) == len(CARDS) - 2


def test_a_hand_shows_nothing_of_the_others() -> None:
    position = middle_game()
    other = replace(position, hands=(position.hands[0], *position.hands[:0:-1]))

    assert other.hands != position.hands
    assert hand_picture(hand(other, 0)) == hand_picture(hand(position, 0))


def test_cards_that_lie_face_down_are_refused() -> None:
    asked = hand(middle_game(), 0)

    with pytest.raises(ValueError, match="seat 1 lie face down"):
        hand_picture(replace(asked, seat=1))


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="not a position of MatriO"):
        hand_picture(replace(hand(middle_game(), 0), position=ToyPosition(1, (0, 0))))


def test_below_each_suit_stands_where_its_cards_may_go() -> None:
    told = said(hand(middle_game(), 0))

    assert told[2:] == [
        "any filled tray",  # 8S KS
        "must fill c2",  # 2D
        "any filled tray",  # 2C
        "must fill c3",  # 7H
        "any tray",  # X2
    ]


def test_a_suit_with_many_empty_trays_has_its_choice_and_one_with_few_names_them() -> None:
    lines = {"r1": "AS AD AC -", "r2": "5S 5D - -", "r3": "6S - - -", "c1": "7S - - -"}
    told = said(hand(holding("KS KD KC KH", **lines), 0))

    assert told[2:] == ["must fill c2, c3", "any empty tray", "any empty tray", "any empty tray"]


def test_with_all_trays_filled_every_card_may_go_to_any() -> None:
    late = game(1)[-3]

    assert set(said(hand(late, late.seat))[2:]) == {"any tray"}


def test_who_must_open_with_2c_sees_the_others_faint() -> None:
    free, bound = table(1).position, table(1, OPEN_WITH_2C).position
    assert isinstance(free, Position)
    assert isinstance(bound, Position)
    opener = bound.deal.opener

    assert set(said(hand(bound, opener))[2:]) == {"must open with 2♣", "not yet"}
    assert hand_picture(hand(bound, opener)) != hand_picture(hand(free, opener))
    other = (opener + 1) % 4
    assert hand_picture(hand(bound, other)) == hand_picture(hand(free, other))


@pytest.mark.parametrize("theme", THEMES)
def test_the_chosen_card_is_ringed(theme: ThemeName) -> None:
    plain = opened(hand_picture(hand(middle_game(), 0, theme=theme)))
    marked = opened(hand_picture(hand(middle_game(), 0, "8S", theme=theme)))

    assert differ(plain, marked, FIRST_CARD)
    assert not differ_outside(plain, marked, [FIRST_CARD])
    assert marked.getpixel((40, 220)) == TABLE[theme].highlight


def test_the_tray_chosen_after_the_card_changes_nothing() -> None:
    assert hand_picture(hand(middle_game(), 0, "8S", "r1S")) == hand_picture(
        hand(middle_game(), 0, "8S")
    )


def test_a_hand_that_others_look_at_says_whose_it_is() -> None:
    shown = hand(middle_game(), 0)

    assert said(shown)[:2] == ["Your hand", "only you see this"]
    told = said(replace(shown, holder="Mara"))
    assert told[0] == "Mara's hand"
    assert "only you see this" not in told


def test_an_empty_hand_says_why() -> None:
    position = middle_game()
    out = replace(position, hands=((), *position.hands[1:]), withdrawn=frozenset({0}))

    assert said(hand(out, 0))[-1] == "no cards: you are out of the game"
    assert said(hand(replace(out, withdrawn=frozenset()), 0))[-1] == "all your cards are played"


def test_spades_and_diamonds_lie_above_unless_that_is_too_uneven() -> None:
    def rows(cards: str) -> list[str]:
        held = holding(cards).hands[0]
        assert all(card is not None for card in held)
        return [
            "".join(
                SUITS[suit] if (suit := CARDS[group[0]].suit) is not None else "X" for group in row
            )
            for row in _rows([card for card in held if card is not None])
        ]

    assert rows("KS KD KC KH X1") == ["SDCHX"]
    assert rows("3S 9S QS KS AD 5D KD 2C 9C JC 4H 10H X1") == ["SD", "CHX"]
    assert rows("3S 4D 2C 3C 5C 6C 7C 8C 9C 4H 5H 6H X1") == ["SDC", "HX"]
    assert rows("2C 3C 5C 6C 7C 8C 9C 10C JC QC KC 4H") == ["C", "H"]


@pytest.mark.parametrize("suit", "SH")
def test_thirteen_cards_of_a_suit_stay_in_the_frame(suit: str) -> None:
    cards = " ".join(card.name for card in CARDS if card.name.endswith(suit))
    full = opened(hand_picture(hand(holding(cards), 0)))
    few = opened(hand_picture(hand(holding(f"K{suit}"), 0)))

    assert full.size == few.size
    assert not differ_outside(full, few, [(34, 112, 1166, 425)])
