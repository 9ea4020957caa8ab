"""What workers find: a hint and a review of the same turn say the same, and answers are whole."""

import json
from dataclasses import replace
from random import Random

import pytest

from bot.workers.jobs import Effort, answers, best_moves, look_through
from games.chance import SeededSource
from games.game import CHANCE
from games.line import start
from games.players import Budget, Level, player_of
from games.players.mix import LIKE_ME, Strength
from games.record import Record, replay
from games.registry import GAMES, game_of
from tests.games.drawn import played as drawn
from tests.tiers import sampled

TABLES = (("dice_matrix", 2), ("tablero", 2), ("matrio", 4), ("dicefest", 2), ("dicefest", 3))
"""The games, at numbers of seats for which chances are estimated in ways of their own."""


def played(key: str, seats: int, seed: int, plies: int, level: Level) -> Record:
    """Play a game so far between computers."""
    game, source, random = game_of(key), SeededSource(seed), Random(seed)
    options = game.options_of({})
    line = start(game, seats, game.deal(source, seats, options))
    setup = game.write_setup(line.position)
    moves: list[str] = []
    while line.to_move is not None and len(moves) < plies:
        position = line.position
        if line.to_move == CHANCE:
            move = position.roll(source)
        else:
            move = player_of(key, level).choose(position, position.legal_moves(), random, Budget())
        moves.append(game.format(move))
        line = line.play(move)
    return Record(key, seats, options, setup, tuple(moves), None)


@pytest.mark.slow
@sampled("level", [Level.MEDIUM, Level.HARD])
@sampled(("key", "seats"), TABLES)
def test_a_hint_and_the_review_of_the_same_turn_say_the_same(
    key: str, seats: int, level: Level
) -> None:
    compared = 0
    for plies in (7, 16, 25, 34):
        record = played(key, seats, plies, plies, Level.EASY)
        view = replay(record).position
        for hint in best_moves(key, view, level, Effort("hint"), 2):
            moves = (*record.moves, *hint.notation.split())
            after = replace(record, moves=moves)
            found = look_through(after, len(record.moves) + 1, len(moves) + 1, Effort("review"))
            seat = found[0].seat
            assert seat is not None
            assert [weighing.chances[seat] for weighing in found] == [
                pytest.approx(hint.chance)
            ] * len(found)
            compared += 1
    assert compared >= 4


def running(key: str) -> Record:
    """Return a game after nine random events."""
    record = drawn(GAMES[key], 1, seats=GAMES[key].about.seats[-1], events=9)
    return replace(record, moves=record.moves[:9], result=None, fair=None)


@pytest.mark.parametrize("key", GAMES)
def test_answers_lead_to_the_next_turn_of_a_person_or_to_the_end(key: str) -> None:
    record = running(key)
    for seat in range(record.seats):
        steps = answers(record, seat, LIKE_ME, Effort("answers"))
        again = answers(record, seat, LIKE_ME, Effort("answers"))
        assert steps == again
        events = [event for step in steps for event in step.split()]
        after = replay(replace(record, moves=(*record.moves, *events)))
        assert after.to_move in {seat, None}


def test_a_mix_answers_a_turn_as_either_of_its_levels_does() -> None:
    record = running("dice_matrix")
    seat = 1 - (replay(record).to_move == 1)
    easy, medium = (
        [answers(record, seat, level, Effort(f"{n}")) for n in range(12)]
        for level in (Level.EASY, Level.MEDIUM)
    )
    mixed = [answers(record, seat, LIKE_ME, Effort(f"{n}")) for n in range(12)]
    assert all(one in both for one, *both in zip(mixed, easy, medium, strict=True))
    assert mixed not in (easy, medium)


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD, LIKE_ME])
def test_an_answer_does_not_depend_on_a_hand_that_the_computer_may_not_see(
    level: Strength,
) -> None:
    record, mine, other = running("matrio"), 0, 2
    assert replay(record).to_move not in {mine, other}
    setup = json.loads(json.dumps(record.setup))
    played_cards = {move.partition(">")[0] for move in record.moves}
    hands = setup["hands"]
    places = [
        next(n for n, card in enumerate(hands[seat]) if card not in played_cards)
        for seat in (mine, other)
    ]
    one, two = (hands[seat][n] for seat, n in zip((mine, other), places, strict=True))
    hands[mine][places[0]], hands[other][places[1]] = two, one
    setup["hands"] = [sorted(hand) for hand in hands]
    dealt = replace(record, setup=setup)
    assert replay(dealt).position != replay(record).position

    first, second = (answers(each, mine, level, Effort("same"))[0] for each in (record, dealt))

    assert first == second
