"""How cards, suits and trays are written for people: A♠, joker, r1 ♠.

Records and typed moves have letters for them (`board`); every sentence, button and
caption has these. What does not belong here: sentences (`words`).
"""

from typing import Final

from games.matrio.board import CARDS, SUITS, line_name, tray_line, tray_suit
from games.words import Text

SUIT_SIGNS: Final = "♠♦♣♥"
"""The suits in the order of `SUITS`."""
JOKER: Final = Text("joker")

_HOLLOW: Final = "♤♢♧♡"
_VARIATIONS: Final = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"
_LETTERS: Final = {
    **{ord(sign): letter for sign, letter in zip(SUIT_SIGNS + _HOLLOW, SUITS * 2, strict=True)},
    # Telephones add one to choose between the sign and its picture.
    **dict.fromkeys(map(ord, _VARIATIONS)),
}


def name_card(card: int) -> Text:
    """Name a card as it is shown; the two jokers are alike.

    >>> str(name_card(11)), str(name_card(50))
    ('Q♠', 'joker')
    """
    _, rank, suit, _ = CARDS[card]
    if rank is None or suit is None:
        return JOKER
    return Text("{card}", card=f"{rank}{SUIT_SIGNS[suit]}")


def mention_card(card: int) -> Text:
    """Name a card within a sentence: "Q♠", "the joker"."""
    return Text("the joker") if CARDS[card].suit is None else name_card(card)


def name_tray(tray: int) -> str:
    """Name a tray as it is shown.

    >>> name_tray(0)
    'r1 ♠'
    """
    return f"{line_name(tray_line(tray))} {SUIT_SIGNS[tray_suit(tray)]}"


def with_letters(typed: str) -> str:
    """Write letters for the signs that somebody typed or copied.

    >>> with_letters("Q♠ r1 ♥\N{VARIATION SELECTOR-16}")
    'QS r1 H'
    """
    return typed.translate(_LETTERS)
