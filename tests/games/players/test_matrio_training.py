"""How the weights of MatriO are found: slopes, steps, the same again, and players who get better."""

import json
from collections.abc import Iterator
from math import exp, log
from random import Random

import pytest

from games.matrio.board import SEATS, TRAYS
from games.matrio.rules import Position
from games.players.matrio.__main__ import main
from games.players.matrio.learned import (
    PARTS,
    Part,
    Weights,
    drawn,
    part_of,
    parts,
    play_at,
    strengths,
    weights_from,
)
from games.players.matrio.playouts import shares_of
from games.players.matrio.table import Table
from games.players.matrio.training import (
    BEGINNING,
    Learner,
    numbers_of,
    played,
    slopes_of,
    trained,
)
from tests.games.matrio.played import game
from tests.games.players.test_matrio import hands_of, some_positions

WIDTH = len(BEGINNING)


def some_tables() -> Iterator[tuple[Table, int]]:
    """Yield tables of random games, some before all trays are filled, and whose turn it is."""
    filled = 0
    for position in some_positions(3):
        filled += position.filled.bit_count() == TRAYS
        yield table_of(position), position.seat
    assert filled > 3


def table_of(position: Position) -> Table:
    return Table(position, hands_of(position))


def log_chance(table: Table, seat: int, weights: Weights, place: int) -> float:
    """Return the log-likelihood of a play."""
    found, _ = strengths(table, seat, Part.of(part_of(table, seat), weights))
    return found[place] - log(sum(map(exp, found)))


def chance_of(learner: Learner, table: Table, seat: int, place: int) -> float:
    return exp(log_chance(table, seat, learner.weights[part_of(table, seat)], place))


# Slopes


def test_strength_adds_up_numbers_times_weights() -> None:
    for table, seat in some_tables():
        part = parts()[part_of(table, seat)]
        found, _ = strengths(table, seat, part)
        numbers = numbers_of(table, seat)

        assert len(numbers) == WIDTH
        for place, strength in enumerate(found):
            added = sum(
                weight * each[place] for weight, each in zip(part.weights, numbers, strict=True)
            )
            assert added == pytest.approx(strength, abs=1e-9)


def test_slopes_are_those_of_the_log_likelihood() -> None:
    """A weight is moved a little both ways, and the log-likelihoods are compared."""
    random, little, sloping = Random(3), 1e-4, set()
    for table, seat in some_tables():
        found, _ = strengths(table, seat, Part.of(part_of(table, seat), BEGINNING))
        place = drawn(found, random)
        for weight, slope in enumerate(slopes_of(table, seat, found, place)):
            more, less = (
                log_chance(
                    table,
                    seat,
                    Weights(*(w + by * (n == weight) for n, w in enumerate(BEGINNING))),
                    place,
                )
                for by in (little, -little)
            )
            assert slope == pytest.approx((more - less) / (2 * little), abs=1e-5)
            if abs(slope) > 1e-3:
                sloping.add(weight)
    assert len(sloping) == WIDTH


# Steps


@pytest.mark.parametrize("better", [0.5, -0.5])
def test_what_ended_better_than_expected_becomes_likelier(better: float) -> None:
    looked_at = 0
    for table, seat in some_tables():
        learner, part = Learner(), part_of(table, seat)
        found, _ = strengths(table, seat, learner.parts[part])
        place = drawn(found, Random(1))
        before = chance_of(learner, table, seat, place)
        slopes = slopes_of(table, seat, found, place)
        learner.note(part, slopes, better)
        learner.move()
        after = chance_of(learner, table, seat, place)

        if before < 0.99 and max(map(abs, slopes)) > 1e-3:
            assert (after - before) * better > 0
            looked_at += 1
        assert {n for n, row in enumerate(learner.weights) if row != BEGINNING} <= {part}
        moved = [new - old for new, old in zip(learner.weights[part], BEGINNING, strict=True)]
        assert max(map(abs, moved)) < 0.301
    assert looked_at > 40


def test_learning_finds_which_last_card_wins() -> None:
    """The last seat draws its plays, and each is as good as the share to which it leads."""
    position = game(4)[-3]
    table, seat = table_of(position), position.seat
    aimless = BEGINNING._replace(own=0.0, rivals=0.0)
    part, learner, random = part_of(table, seat), Learner(aimless), Random(2)
    found, plays = strengths(table, seat, learner.parts[part])
    shares = []
    for place in range(len(found)):
        after = table.copy(table.hands)
        after.play(*play_at(plays, place))
        shares.append(shares_of(after)[seat])

    def expected() -> float:
        chances = [chance_of(learner, table, seat, place) for place in range(len(found))]
        return sum(chance * share for chance, share in zip(chances, shares, strict=True))

    known = [expected()]
    for _ in range(10):
        for _ in range(100):
            found, _ = strengths(table, seat, learner.parts[part])
            place = drawn(found, random)
            better = shares[place] - known[-1]
            learner.note(part, slopes_of(table, seat, found, place), better)
        learner.move()
        known.append(expected())

    assert known[-1] > known[0] + 0.5 * (max(shares) - known[0])


def test_what_seats_usually_win_is_learned() -> None:
    learner = Learner()
    for _ in range(4000):
        for order, share in enumerate((0.1, 0.2, 0.3, 0.4)):
            learner.learn((), order, share)

    assert learner.usual == pytest.approx([0.1, 0.2, 0.3, 0.4], abs=0.03)
    assert len(learner.usual) == SEATS


def test_one_seat_learns_and_from_none_of_the_last_plays() -> None:
    orders = set()
    for number in range(8):
        plies, order, share = played(parts(), number % SEATS, Random(number))
        places = [ply.part for ply in plies]

        assert 3 <= len(plies) <= 13
        assert places == sorted(places, reverse=True)
        assert len(set(places)) == len(places)
        assert 0 <= share <= 1
        orders.add(order)
    assert orders <= {*range(SEATS)}
    assert len(orders) > 1


# The command


def test_the_same_games_and_seed_find_the_same_weights(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2", "--seed", "7"]) == 0
    printed = capsys.readouterr().out
    read = weights_from(printed)

    assert json.loads(printed)["command"] == "python -m games.players.matrio --games 2 --seed 7"
    assert len(read) == PARTS
    assert read == tuple(
        Weights(*row) for row in trained(2, 7, lambda _: None).written()["weights"]
    )
    assert read != tuple(
        Weights(*row) for row in trained(2, 8, lambda _: None).written()["weights"]
    )


def test_weights_move_after_each_batch() -> None:
    counted: list[int] = []
    once = trained(3, 1, counted.append)
    twice = trained(3, 1, lambda _: None, batch=2)

    assert counted == [1, 2, 3]
    assert once.weights != twice.weights
    assert trained(3, 1, lambda _: None, batch=3).weights == once.weights
