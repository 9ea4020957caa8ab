"""Replays: which positions of a finished game a person steps through."""

from pathlib import Path

import pytest

from bot.services.replays import frames
from games.game import CHANCE
from games.record import Record, lines
from games.registry import GAMES

GOLDEN = Path(__file__).parents[2] / "games"


def golden(game: str) -> Record:
    """Read the whole game that stands in the tests of its rules."""
    return Record.read((GOLDEN / f"golden_{game}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_a_step_is_a_turn_with_the_rolls_after_it(game: str) -> None:
    record = golden(game)
    *_, last = lines(record)

    shown = frames(record)

    assert [line.turns for line in shown] == list(range(last.turns + 1))
    assert shown[-1] == last
    assert not any(line.to_move == CHANCE for line in shown)
    assert not any(line.position.mid_turn for line in shown[1:])
