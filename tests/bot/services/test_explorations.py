"""Explorations: where they begin in a record, and how deep they go."""

from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.services.explorations import MOST_STEPS, Explored, cut_after
from bot.services.replays import frames
from games.game import CHANCE
from games.record import lines, replay
from games.registry import GAMES
from tests.games.drawn import played

EVENTS = 60
"""How long the games are whose every step is replayed from the start."""


@pytest.mark.parametrize("key", GAMES)
def test_the_record_is_cut_where_the_step_is_though_turns_were_taken_back(key: str) -> None:
    record = played(GAMES[key], 3, events=EVENTS, takebacks=0.2)
    for line in frames(record):
        if line.result is not None:
            continue
        cut = cut_after(record, line)
        assert replay(cut).position == line.position
        assert not any(move.startswith("!back") for move in cut.moves)
        assert cut.fair is None
        assert len(cut.moves) == line.ply


def test_what_ended_a_game_from_outside_is_left_out() -> None:
    record = replace(played(GAMES["dicefest"], 1, events=9), fair=None)
    assert record.moves[-1] == "!abort"
    *_, before, last = lines(record)

    assert replay(cut_after(record, last)).position == before.position


def test_a_game_that_the_rules_have_ended_is_not_gone_on_with() -> None:
    record = played(GAMES["dice_matrix"], 1)

    with pytest.raises(Refused):
        cut_after(record, frames(record)[-1])


def test_it_is_so_many_steps_deep_at_most_and_cut_to_what_was_seen() -> None:
    whole = played(GAMES["tablero"], 1, events=0)
    record = replace(whole, moves=(), result=None, fair=None)
    explored = Explored(1, None, record, (), (replay(record),))
    while len(explored.steps) < MOST_STEPS:
        tried = explored.line
        step = "@1-2" if tried.to_move == CHANCE else tried.game.legal_notation(tried.position)[0]
        explored = explored.longer(step)

    with pytest.raises(Refused):
        explored.longer("@1-2")
    assert explored.cut(3).line == explored.lines[3]
    assert replay(explored.record_so_far).position == explored.line.position
    with pytest.raises(Refused):
        explored.cut(MOST_STEPS + 1)
