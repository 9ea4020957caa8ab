"""MatriO as records write it: moves, set-ups and positions, read and written to the letter.

What does not belong here: whether a move is legal (`rules`), what people type
(`typing`) and words (`words`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.errors import NotationError, RecordError
from games.game import Json
from games.matrio.board import CARD_INDEX, HAND, SEATS, TRAY_INDEX, card_name, cell_name, tray_name
from games.matrio.rules import Hand, Play, Position
from games.words import Text, quoted

_TO: Final = ">"


def format_move(move: Play) -> str:
    """Write a move.

    >>> format_move(Play(11, 0))
    'QS>r1S'
    """
    return f"{card_name(move.card)}{_TO}{tray_name(move.tray)}"


def parse_move(text: str) -> Play:
    """Read a move as records write it; NotationError for anything else.

    >>> parse_move("QS>r1S")
    Play(card=11, tray=0)
    """
    card, _, tray = text.partition(_TO)
    if card in CARD_INDEX and tray in TRAY_INDEX:
        return Play(CARD_INDEX[card], TRAY_INDEX[tray])
    raise NotationError(
        Text(
            "{typed} is not a move of MatriO; a move is a card and a tray, like {example}.",
            typed=quoted(text),
            example="QS>r1S",
        )
    )


def write_setup(position: Position) -> Mapping[str, Json]:
    """Write the set-up of a game; null for each card that the reader may not see."""
    return {"hands": [_write_hand(hand) for hand in position.deal.hands]}


def read_setup(setup: Json, *, lead: bool) -> Position:
    """Read a set-up; RecordError at ply 0 names what is wrong."""
    if not isinstance(setup, Mapping):
        raise RecordError(0, Text("the set-up must be an object"))
    for key in setup:
        if key != "hands":
            raise RecordError(0, Text("the set-up has no {key}", key=quoted(key)))
    if "hands" not in setup:
        raise RecordError(0, Text("the set-up lacks {key}", key=quoted("hands")))
    written = _list(setup["hands"], Text("the hands"), SEATS)
    hands = [_read_hand(hand, seat) for seat, hand in enumerate(written)]
    counts = Counter(card for hand in hands for card in hand)
    for card, count in counts.items():
        if count > 1:
            raise RecordError(0, Text("{card} is dealt {n} times", card=card_name(card), n=count))
    return Position.first(hands, lead=lead)


def write_position(position: Position) -> Mapping[str, Json]:
    """Write a position; in the hands null for each card that the reader may not see."""
    return {
        "trays": {
            tray_name(tray): [card_name(card) for card in stack]
            for tray, stack in enumerate(position.trays)
            if stack
        },
        "dots": {
            cell_name(cell): owner for cell, owner in enumerate(position.dots) if owner is not None
        },
        "hands": [_write_hand(hand) for hand in position.hands],
        "withdrawn": sorted(position.withdrawn),
        "cells": {
            cell_name(cell): score for cell, score in enumerate(position.cells) if score is not None
        },
        "points": list(position.points),
    }


def _write_hand(hand: Hand) -> list[Json]:
    """Write a hand in the order of records, which sort cards as texts."""
    names = sorted(card_name(card) for card in hand if card is not None)
    return [*names, *(None for card in hand if card is None)]


def _read_hand(value: Json, seat: int) -> list[int]:
    what = Text("the hand of seat {seat}", seat=seat)
    names = []
    for name in _list(value, what, HAND):
        if not isinstance(name, str) or name not in CARD_INDEX:
            raise RecordError(
                0,
                Text(
                    "{what} has something that is not a card (cards look like {card})",
                    what=what,
                    card="QS",
                ),
            )
        names.append(name)
    if names != sorted(names):
        raise RecordError(0, Text("{what} is not sorted", what=what))
    return [CARD_INDEX[name] for name in names]


def _list(value: Json, what: Text, length: int) -> Sequence[Json]:
    if not isinstance(value, list):
        raise RecordError(0, Text("{what} must be a list", what=what))
    if len(value) != length:
        raise RecordError(
            0,
            Text(
                "{what} must have {right} entries, not {n}", what=what, right=length, n=len(value)
            ),
        )
    return value
