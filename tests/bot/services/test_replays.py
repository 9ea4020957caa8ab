"""Replays: which positions of a finished game a person steps through."""

from itertools import pairwise
from pathlib import Path

import pytest

from bot.services.replays import frames, last_turn_of, next_turn_of
from games.game import CHANCE
from games.record import Record, lines
from games.registry import GAMES
from tests.games.drawn import played

GOLDEN = Path(__file__).parents[2] / "games"


def golden(game: str) -> Record:
    """Read the whole game of the tests of its rules."""
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


@pytest.mark.parametrize("game", GAMES)
def test_each_seat_is_led_from_one_of_its_turns_to_the_next(game: str) -> None:
    shown = frames(golden(game))
    for seat in range(shown[0].seats):
        own = [n for n, line in enumerate(shown) if line.last and line.last.seat == seat]
        own = [n for n in own if shown[n].turns > shown[n - 1].turns]

        found, step = list[int](), 0
        while (step := next_turn_of(shown, step, seat) or -1) >= 0:
            found.append(step)

        assert found == own
        assert last_turn_of(shown, seat) >= own[-1]


def test_turns_that_were_taken_back_are_left_out() -> None:
    record = played(GAMES["dice_matrix"], 1, events=30, takebacks=0.4)
    assert any(move.startswith("!back:") for move in record.moves)

    shown = frames(record)

    *_, last = lines(record)
    assert [line.turns for line in shown[:-1]] == list(range(last.turns + 1))
    assert shown[-1] == last
    for before, after in pairwise(shown[:-1]):
        assert after.last is not None
        assert after.last.before == before.position


def test_a_record_that_ends_before_the_first_roll_has_one_step() -> None:
    assert len(frames(Record("tablero", 2, {}, {}, ()))) == 1
