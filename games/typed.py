"""Words that people type to find a move, in whatever language they read its label.

Each game knows what its notation and its English words may stand for; this is what they
share, and what is offered while somebody types. What does not belong here: what a game's words
are (its `typing` or `choices`), and how a move is read (`Game.read_turn`).
"""

import re
import unicodedata
from typing import Any, Final

from games.errors import GameError
from games.line import AnyGame, AnyPosition
from games.words import Text, Translate, english

FEWEST_LETTERS: Final = 3
"""So many letters of a word are typed before it is looked for; fewer are notation."""
MOST_OFFERS: Final = 25
"""As many as Discord shows."""
LONGEST_OFFER: Final = 100
"""As much as Discord sends back."""
_LETTERS: Final = re.compile(r"[^\W\d_]+")


def half_width(text: str) -> str:
    """Write the letters and digits of Japanese keyboards, which are as wide as kanji, as usual."""
    return unicodedata.normalize("NFKC", text)


def plain(text: str) -> str:
    """Write a text without the differences that nobody means: width, and case.

    >>> plain("K5 Black")
    'k5 black'
    """
    return half_width(text).casefold()


def is_word(typed: str) -> bool:
    """Tell whether something typed (`plain`) is to be looked for in labels, and no notation.

    >>> is_word("bla"), is_word("b"), is_word("b5"), is_word("北")
    (True, False, False, True)
    """
    return not typed.isascii() or (len(typed) >= FEWEST_LETTERS and typed.isalpha())


def stands_in(word: str, label: str) -> bool:
    """Tell whether a word (`is_word`) is in a label as its reader sees it.

    Latin letters have to begin a word there; other scripts are not always written with blanks
    between words, and are found anywhere.

    >>> label = "c4, Black 5"
    >>> stands_in("bla", label), stands_in("ack", label), stands_in("の5", "c4 赤の 5")
    (True, False, True)
    """
    shown = plain(label)
    if word.isascii():
        return any(other.startswith(word) for other in _LETTERS.findall(shown))
    return word in "".join(shown.split())


def read_in_full(
    game: AnyGame, position: AnyPosition, typed: str
) -> tuple[Any, ...]:  # Any: see AnyGame
    """Return the turn that is typed in full and may be played; nothing if it is not one."""
    try:
        turn = game.read_turn(position, typed)
        for move in turn:
            position = position.play(move)
    except GameError:
        return ()
    return turn


def offers(
    game: AnyGame, position: AnyPosition, typed: str, translate: Translate = english
) -> list[tuple[str, Text]]:
    """List what may be meant by what has been typed, as (what is sent, label), at most 25.

    Who presses Enter takes the first one, so it does what the typed text does by itself: it is
    the turn that is typed in full or, where there is none, the text as it was typed, which
    plays nothing. Only where nothing is typed the best move comes first.
    """
    found = dict(game.suggest(position, typed, translate))
    first: dict[str, Text] = {}
    if turn := read_in_full(game, position, typed):
        sent = " ".join(map(game.format, turn))
        first[sent] = found.get(sent) or game.name_turn(position, turn)
    elif typed.strip() and found:
        first[typed] = Text("Show the moves with “{typed}”", typed=typed.strip())
    offered = first | found
    return [offer for offer in offered.items() if len(offer[0]) <= LONGEST_OFFER][:MOST_OFFERS]
