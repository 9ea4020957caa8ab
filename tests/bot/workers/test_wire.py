"""What workers on other machines get and return: the same values again, and nothing that is hidden."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from bot.workers.jobs import Effort, Hint, Weighing, best_moves, look_through, take_turn
from bot.workers.wire import WireError, read, write
from games.chance import SeededSource
from games.game import CHANCE
from games.line import Line, start
from games.matrio.rules import Position
from games.players import Level
from games.record import Record
from games.registry import GAMES
from games.words import Seat, Text


def played(key: str, plies: int) -> tuple[Line, Record]:
    """Play a game at random so far that a seat is to move."""
    game, source = GAMES[key], SeededSource(1)
    seats = game.about.seats[0]
    line = start(game, seats, game.deal(source, seats, game.options_of({})))
    setup, moves = game.write_setup(line.position), list[str]()
    while len(moves) < plies or not isinstance(line.to_move, int):
        moved = (
            line.position.roll(source)
            if line.to_move == CHANCE
            else game.random_move(line.position, source)
        )
        moves.append(game.format(moved))
        line = line.play(moved)
    return line, Record(key, seats, game.options_of({}), setup, tuple(moves))


def travelled(value: object) -> Any:
    """Return what arrives."""
    return read(json.loads(json.dumps(write(value))))


@pytest.mark.parametrize("key", GAMES)
def test_a_job_that_travels_finds_the_same_as_at_home(key: str) -> None:
    line, record = played(key, 12)
    assert isinstance(line.to_move, int)
    view, effort = line.position.seen_by(line.to_move), Effort("seed", work=0.1)
    jobs: tuple[tuple[Any, tuple[object, ...]], ...] = (
        (take_turn, (key, view, Level.EASY, effort)),
        (best_moves, (key, view, Level.MEDIUM, effort, 2)),
        (look_through, (record, 10, 12, effort)),
    )
    for job, args in jobs:
        there = travelled(args)
        assert there == args
        found = job(*args)
        back = travelled(job(*there))
        assert found
        assert repr(back) == repr(found)


def test_no_card_of_another_hand_and_no_secret_travels() -> None:
    line, _ = played("matrio", 8)
    assert isinstance(line.to_move, int)
    position = line.position
    assert isinstance(position, Position)
    written = json.dumps(write(position.seen_by(line.to_move)))
    for seat, hand in enumerate(position.hands):
        cards = json.dumps(write(hand))
        assert None not in hand
        assert (cards in written) == (seat == line.to_move)


def test_texts_and_empty_values_travel() -> None:
    gain = Text("{who} gains {n}", who=Seat(1), n=2, what=Text("so"))
    values = [Hint("c4", 0.5, gain), Weighing(1, (0.5, 0.5)), (), frozenset(), {}, None, True]
    assert repr(travelled(values)) == repr(values)


@dataclass(frozen=True)
class Stranger:
    """No value of the games."""


@pytest.mark.parametrize("value", [Stranger(), object(), b"bytes", Random])
def test_nothing_else_is_written(value: object) -> None:
    with pytest.raises(WireError):
        write(value)


@pytest.mark.parametrize(
    "written",
    [
        {"os:system": ["true"]},
        {"games.chance:SeededSource": [1]},
        {"games.registry:game_of": ["matrio"]},
        {"games.record:import_module": ["os"]},
        {"games.players.player:import_module": ["os"]},
        {"games.no_such_thing:Seat": [1]},
        {"games.words:Seat": [1, 2, 3]},
        {"games.players.player:Level": "impossible"},
        {"bot.workers.jobs:settle_in": []},
        {"text": ["{a}"]},
        {"one": [], "two": []},
        {},
    ],
)
def test_nothing_else_is_read(written: object) -> None:
    with pytest.raises(WireError):
        read(written)
