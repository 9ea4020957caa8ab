"""Typing a move of MatriO: reading what people write, and suggesting while they write it.

People type cards ("QS", "Q♠", "queen of spades", "joker") and trays ("r1S", "r1 spades"), or
the beginning of them. What does not belong here: the notation of records (`notation`) and the turn
panel's steps (`choices`).
"""

import re
from collections.abc import Iterable
from typing import Final

from games.errors import NotationError
from games.matrio.board import CARDS, SUITS, card_name, line_name, tray_line, tray_name, tray_suit
from games.matrio.choices import label_play, lead, with_one_joker
from games.matrio.notation import format_move, parse_move
from games.matrio.rules import Play, Position
from games.matrio.signs import with_letters
from games.matrio.words import SUIT_WORDS, spell_card, spell_rank
from games.typed import is_word, plain, stands_in
from games.words import Text, Translate, english, quoted

MOST_SUGGESTIONS: Final = 25
"""As many as Discord shows."""

_TYPED_MOVE: Final = re.compile(
    r"((?:10|[2-9ajqk])[sdch]|x[12])(?:\s*(?:>|-+>?|,|\bto\b)\s*|\s*)([rc][123])\s*([sdch])"
)
_WORD: Final = re.compile(r"[^\W_]+")
_LINE: Final = re.compile(r"[rc][123]")
"""How the name of a line or tray begins, and with it the second half of a move in words."""
_FILLERS: Final = frozenset({"of", "to", "on", "the", "covering", "covers"})


def read_move(position: Position, typed: str) -> Play:
    """Read a move as people type it: any case, "qs r1s"; or a card and a tray in words.

    Words count if they name both, the card first, and only one legal move fits them. Raises
    NotationError.
    """
    if written := _TYPED_MOVE.fullmatch(with_letters(typed).strip().casefold()):
        card, line, suit = written.groups()
        return parse_move(f"{card.upper()}>{line}{suit.upper()}")
    words = _WORD.findall(plain(with_letters(typed)))
    at = next((n for n, word in enumerate(words) if _LINE.match(word)), 0)
    card, tray = set(words[:at]) - _FILLERS, set(words[at:]) - _FILLERS
    found = [
        move
        for move in position.legal_moves()
        if card and card <= _card_keys(move) and tray <= _tray_keys(move)
    ]
    match with_one_joker(found):
        case []:
            return parse_move(typed.strip())
        case [only]:
            return only
        case _:
            raise NotationError(
                Text(
                    "{typed} can mean several moves; name the card and the tray, like {example}.",
                    typed=quoted(typed.strip()),
                    example=format_move(found[0]),
                )
            )


def suggest(
    position: Position, typed: str, translate: Translate = english
) -> list[tuple[str, Text]]:
    """List up to 25 legal moves (notation, label) that fit what has been typed, best first."""
    words = _words(typed)
    found = [move for move in position.legal_moves() if _fits(position, move, words, translate)]
    # What is typed in full comes first, whatever else begins with the same letters.
    meant = plain(typed).strip()
    found.sort(key=lambda move: (format_move(move).casefold() != meant, -lead(position, move)))
    shown = with_one_joker(found)[:MOST_SUGGESTIONS]
    return [(format_move(move), label_play(position, move)) for move in shown]


def _words(typed: str) -> set[str]:
    return set(_WORD.findall(plain(with_letters(typed)))) - _FILLERS


def _fits(position: Position, move: Play, words: set[str], translate: Translate) -> bool:
    keys = _keys(move, translate)
    return all(
        any(key.startswith(word) for key in keys)
        or (is_word(word) and stands_in(word, translate(label_play(position, move))))
        for word in words
    )


def _keys(move: Play, translate: Translate = english) -> set[str]:
    """Return all that people may type for a move, in English and in their language."""
    return _card_keys(move, translate) | _tray_keys(move, translate)


def _card_keys(move: Play, translate: Translate = english) -> set[str]:
    _, rank, suit, _ = CARDS[move.card]
    words = [spell_card(move.card)]
    if rank is not None and suit is not None:
        words += [spell_rank(rank), SUIT_WORDS[suit]]
    return _spoken(words, translate) | {plain(card_name(move.card)), plain(rank or "")} - {""}


def _tray_keys(move: Play, translate: Translate = english) -> set[str]:
    suit = tray_suit(move.tray)
    names = {tray_name(move.tray), line_name(tray_line(move.tray)), SUITS[suit]}
    return _spoken([SUIT_WORDS[suit]], translate) | set(map(plain, names))


def _spoken(words: Iterable[Text], translate: Translate) -> set[str]:
    return {plain(speak(word)) for word in words for speak in (english, translate)}
