"""Computer players know of handicaps: chances follow them, and games are played to win with them."""

from dataclasses import replace
from random import Random

import pytest

from games.chance import SeededSource
from games.dicefest import DICEFEST
from games.dicefest.rules import Position
from games.line import AnyGame, AnyPosition
from games.players import Budget, Level, chances_of, player_of
from games.players.dicefest.race import completed
from games.players.dicefest.turns import FAR, Turns
from games.players.tablero.worth import points_of
from games.registry import GAMES
from games.tablero import TABLERO
from tests.games.dicefest import played as of_dicefest
from tests.games.played import game as dice_matrix
from tests.games.tablero.played import laid_out
from tests.tiers import sampled

QUICK = Budget(work=0.2)


def after(game: AnyGame, seats: int, events: int) -> AnyPosition:
    """Return a settled position some events into a random game."""
    source = SeededSource(4)
    position: AnyPosition = game.deal(source, seats, game.options_of({}))
    while events > 0 or not position.settled:
        move = (
            game.random_move(position, source)
            if isinstance(position.to_move, int)
            else position.roll(source)
        )
        position = position.play(move)
        events -= 1
    return position


@sampled(
    ("key", "events"), [("dice_matrix", 24), ("tablero", 60), ("matrio", 30), ("dicefest", 60)]
)
def test_chances_follow_handicaps(key: str, events: int) -> None:
    game = GAMES[key]
    seats = game.about.seats[-1] if key == "matrio" else 2
    position = after(game, seats, events)
    most = max(game.about.handicap.sizes) if game.about.handicap else 0
    for seat in range(seats):
        sizes = tuple(most * (each == seat) for each in range(seats))
        usual, given = (
            chances_of(key, one, QUICK)[seat]
            for one in (position, game.handicapped(position, sizes))
        )
        assert usual < given


@pytest.mark.parametrize("seed", range(4))
def test_in_dice_matrix_a_head_start_decides_who_wins(seed: int) -> None:
    end = next(at for at in dice_matrix(seed) if at.dice_left == 1)
    (move, *_) = end.legal_moves()
    points = end.play(move).points
    level = points[0] - points[1]
    for more in (10, -10):
        # As many points as make up for the lead, and some more for one of them.
        given = (0, level + more) if level + more > 0 else (-level - more, 0)
        position = replace(end, setup=replace(end.setup, handicap=given))
        result = position.play(move).result()
        assert result is not None
        assert result.winners == ((1,) if more > 0 else (0,))
        chance = chances_of("dice_matrix", position, Budget())[result.winners[0]]
        assert chance > 0.9


def test_in_tablero_a_head_start_counts_like_points_of_the_centre() -> None:
    """The last turn can win with one roll what it can't win against a head start."""
    last = laid_out({"C6": "B", "S6": "A"}, [1, 6], seat=0, last=True, reserve=(1, 0))
    assert chances_of("tablero", last, Budget())[0] == 1.0
    behind = TABLERO.handicapped(last, (0, 10))
    assert chances_of("tablero", behind, Budget())[0] == 0.0
    assert points_of(last) - points_of(behind) == 1000.0


def test_in_dicefest_fewer_dice_need_fewer_turns() -> None:
    position = of_dicefest.seated(3)
    found = [
        Turns(DICEFEST.handicapped(position, sizes), 0).needed(position.codes[0], 0)
        for sizes in ((), (1, 0), (2, 0))
    ]
    assert found == sorted(found, reverse=True)
    assert found[0] > found[2] > 0
    assert found[0] < FAR


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD, Level.EXPERT])
def test_who_needs_fewer_dice_makes_the_move_that_wins(level: Level) -> None:
    wins = 0
    for seed in range(6):
        source = SeededSource(seed)
        position = DICEFEST.handicapped(of_dicefest.seated(seed), (2, 0))
        while position.to_move is not None and not (position.seat == 0 and _can_win(position)):
            position = position.play(DICEFEST.random_move(position, source))
        if position.to_move is None:
            continue
        player, legal = player_of("dicefest", level), position.legal_moves()
        assert position.play(player.choose(position, legal, Random(1), QUICK)).winners == (0,)
        wins += 1
    assert wins


def _can_win(position: Position) -> bool:
    return any(
        position.play(completed(position, move)).winners == (position.seat,)
        for move in position.legal_moves()
    )
