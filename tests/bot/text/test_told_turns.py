"""Turns as they are told in Japanese: deeds follow one another, and are no condition of the next."""

import re

import pytest

from bot.text.voice import Voice
from games.line import AnyGame
from games.registry import GAMES
from games.words import Seat
from tests.games.lines import lines, tables

CONDITION = re.compile(r"[うくぐすつぬぶむる]と[^きこ]")
"""A verb followed by the particle that joins nouns: "if I move N5, I place on N4"."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_deed_of_a_turn_sounds_like_the_condition_of_the_next(game: AnyGame) -> None:
    voice, told = Voice("ja", ("Mara", "Jonas", "Aiko", "Sam")), list[str]()
    seats, options = tables(game)[0]
    for line in lines(game.about.key, seats, options, 2):
        seat = line.turn[0].seat if line.turn else None
        if seat is not None:
            turn = [(played.before, played.move, played.after) for played in line.turn]
            told.append(voice(game.tell_turn(turn, Seat(seat))))

    assert len(set(told)) > 20
    assert [text for text in told if CONDITION.search(text)] == []
