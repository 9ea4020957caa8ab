"""Typing a move in one's own language: the words that one reads find the moves that have them."""

from functools import cache
from pathlib import Path

import pytest

from bot.text.voice import Voice
from games.chance import SeededSource
from games.line import AnyPosition
from games.registry import GAMES
from tests import pseudo
from tests.tiers import sampled

JAPANESE = Voice("ja").plain()
PLIES = {"dice_matrix": 3, "tablero": 14, "matrio": 5, "dicefest": 12}
"""After how many plies there are moves of every kind."""
SAME = [
    *(("dice_matrix", "black", word) for word in ("黒", "黒の")),
    *(("dice_matrix", "red", word) for word in ("赤", "赤の")),
    *(("dice_matrix", "pink", word) for word in ("ピ", "ピンク")),
    ("dice_matrix", "yellow", "黄"),
    ("dice_matrix", "blue", "青"),
    *(("dice_matrix", "black 5", word) for word in ("黒5", "黒 5", "黒の5", "黒５", "Ｋ５")),
    ("dice_matrix", "alone pink", "１個だけ　ピンク"),
    ("tablero", "place", "置く"),
    ("tablero", "move stack", "動か"),
    ("matrio", "hearts", "ハート"),
    ("matrio", "spa", "スペ"),
    ("matrio", "queen of clubs", "クラブのQ"),
    ("matrio", "spades c1", "スペード　ｃ１"),
    ("dicefest", "north", "北"),
    ("dicefest", "east", "東"),
    ("dicefest", "roll west", "西 転がす"),
]
"""What finds the same moves in English and in Japanese."""


@cache
def position_of(key: str) -> AnyPosition:
    """Return a position of a game some plies after its beginning."""
    game, source = GAMES[key], SeededSource(5)
    position = game.deal(source, game.about.seats[0], game.options_of({}))
    for _ in range(PLIES[key]):
        position = rolled(position, source)
        position = position.play(game.random_move(position, source))
    position = rolled(position, source)
    seat = position.to_move
    assert isinstance(seat, int)
    return position.seen_by(seat)


def rolled(position: AnyPosition, source: SeededSource) -> AnyPosition:
    """Make chance do what is due."""
    while position.to_move == "chance":
        position = position.play(position.roll(source))
    return position


def found(key: str, typed: str, voice: Voice) -> list[str]:
    return [notation for notation, _ in GAMES[key].suggest(position_of(key), typed, voice)]


@pytest.mark.parametrize(("key", "english", "japanese"), SAME)
def test_a_word_finds_the_same_moves_in_both_languages(
    key: str, english: str, japanese: str
) -> None:
    moves = found(key, english, Voice().plain())
    assert moves
    assert found(key, japanese, JAPANESE) == moves


@pytest.mark.parametrize(("key", "english"), [(key, word) for key, word, _ in SAME])
def test_english_and_notation_find_moves_for_everybody(key: str, english: str) -> None:
    assert found(key, english, JAPANESE)[:5] == found(key, english, Voice().plain())[:5]


@pytest.mark.parametrize("key", GAMES)
def test_what_stands_in_no_label_finds_nothing(key: str) -> None:
    assert found(key, "紫", JAPANESE) == []
    assert found(key, "黒紫", JAPANESE) == []


@sampled("key", GAMES)
def test_words_of_any_language_find_moves(key: str, tmp_path: Path) -> None:
    words = {"dice_matrix": "pink", "tablero": "place", "matrio": "diamonds", "dicefest": "south"}
    word = words[key]
    with pseudo.pseudo_language(tmp_path):
        voice = Voice(pseudo.LANGUAGE).plain()
        said = pseudo.pseudo(word)
        assert found(key, said, voice) == found(key, said[:3], voice)
        assert found(key, said, voice) == found(key, word, voice)
        assert found(key, said, voice) != found(key, "", voice)
