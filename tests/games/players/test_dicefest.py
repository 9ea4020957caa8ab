"""Computer players of Dicefest: their counting, their choices, and how strong they are."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from math import exp, log, sqrt
from random import Random
from statistics import fmean

import pytest

from games.chance import SeededSource
from games.dicefest import DICEFEST
from games.dicefest.board import BOARD, DIRECTIONS, SPACES
from games.dicefest.moves import LOCKED, MOVES, TOP, TURNED, Move, MoveDie, PickSide, Rotate
from games.dicefest.rules import Position
from games.players import LEVELS, Budget, Level, chances_of, player_of
from games.players.dicefest.leeway import Leeway
from games.players.dicefest.race import Race, completed
from games.players.dicefest.search import Node, Search
from games.players.dicefest.turns import FAR, Turns
from tests.games.dicefest.played import FREE, dealt, finishing, game, laid_out, seated, stuck
from tests.tiers import sampled

QUICK = Budget(work=0.02)
QUICK_EXPERT = Budget(work=0.002)
"""About what hard does with `QUICK`."""
FADING = 0.8
"""How fast ways to the end fade by the turn in a leeway."""
levels = pytest.mark.parametrize("level", LEVELS)


def quick(level: Level) -> Budget:
    return QUICK_EXPERT if level is Level.EXPERT else QUICK


def choice(position: Position, level: Level, seed: int = 0, budget: Budget | None = None) -> Move:
    seat = position.to_move
    view, legal = position.seen_by(seat), position.legal_moves()
    move: Move = player_of("dicefest", level).choose(
        view, legal, Random(seed), budget or quick(level)
    )
    return move


def some_positions(every: int) -> Iterator[Position]:
    """Yield positions of random games of two, three and four, some after a seat has left."""
    for seats in (2, 3, 4):
        for n, position in enumerate(game(seats, seats)[::every]):
            if position.to_move is None:
                continue
            yield position
            if seats > 2 and n % 2 and position.settled:
                gone = position.leave(n % seats)
                if gone.to_move is not None:
                    yield gone


def played_out(position: Position, levels_by_seat: list[Level | None], seed: int) -> Position:
    """Play a game to its end; None is a player of random moves."""
    source, rng = SeededSource(seed), Random(seed)
    for _ in range(2000):
        if position.to_move is None:
            return position
        level = levels_by_seat[position.to_move]
        move = (
            DICEFEST.random_move(position, source)
            if level is None
            else choice(position, level, rng.getrandbits(32))
        )
        position = position.play(move)
    return position


# The turns that are needed


def ways_by_the_rules(position: Position, seat: int) -> dict[tuple[int, int], int]:
    """Return the turns that a die needs from any code, spending that many counters, by plain search."""
    locked = LOCKED[position.table.sides[seat]]
    blocked = {die.space for die in position.dice if die.locked or die.seat in position.table.left}
    codes = [
        code
        for code in range(24 * SPACES)
        if BOARD >> code % SPACES & 1 and code % SPACES not in blocked
    ]
    before: dict[int, list[tuple[int, int]]] = {code: [] for code in codes}
    for code in codes:
        if code in locked:
            continue
        for _, move in MOVES[code]:
            if move.end not in blocked:
                target = code - move.start + move.end
                before[target].append((code, -(position.counters >> move.end & 1)))
        for target in TURNED[code]:
            before[target].append((code, TOP[code]))
    found = {(code, 0): 0 for code in codes if code in locked}
    reached = list(found)
    for turns in range(1, 16):
        news = set()
        for code, spent in reached:
            for earlier, cost in before[code]:
                way = earlier, spent + cost
                if way not in found and -10 <= way[1] <= 30:
                    news.add(way)
        found |= dict.fromkeys(news, turns)
        reached = sorted(news)
    return found


@sampled(("seats", "ply"), [(2, 0), (3, 150), (4, 390)])
def test_turns_of_a_die_are_those_of_a_plain_search_by_the_rules(seats: int, ply: int) -> None:
    position = [at for at in game(seats, seats) if at.settled][ply]
    if seats > 2:
        position = position.leave(0)
    seat = seats - 1
    expected: dict[int, dict[int, int]] = {}
    for (code, spent), turns in ways_by_the_rules(position, seat).items():
        expected.setdefault(code, {})[spent] = turns

    reckoned = Turns(position, seat)
    assert len(expected) > 1000
    assert {code: reckoned.of_die(code) for code in expected} == expected


def test_three_dice_together_spend_what_is_held() -> None:
    for position in list(some_positions(60))[::3]:
        if not position.settled:
            continue
        seat, race = position.seat, Race(position, Turns)
        held = position.collections[seat]
        turns = Turns(position, seat)
        ways = [turns.of_die(code).items() for code in position.codes[seat]]
        fewest = min(
            (a + b + c for (i, a), (j, b), (k, c) in product(*ways) if i + j + k == held),
            default=FAR,
        )
        assert turns.needed(position.codes[seat], held) == fewest
        assert race.needed_by(position, seat) == fewest


def test_the_turns_after_each_move_are_those_of_the_position_after_it() -> None:
    for position in some_positions(25):
        if not position.settled:
            continue
        race = Race(position, Turns)
        for turns, move in race.candidates(position):
            if isinstance(move, MoveDie):
                after = position.play(move)
                assert turns == race.needed_by(after, position.seat)
            else:
                assert not isinstance(move, PickSide)


def test_locked_dice_need_nothing_and_counters_left_are_hopeless() -> None:
    done = {"g8": "6", "e8": "4", "f8": "5"}
    for held, turns in ((0, 0), (2, FAR)):
        position = laid_out([done, FREE], collections=(held, 0))
        assert Race(position, Turns).needed_by(position, 0) == turns


# The turns that are needed, by all ways


def spread(position: Position, seat: int, turns: Turns, dice: int) -> float:
    """Add up the ways in which the first so many dice spend what is held, each by its turns."""
    ways = [turns.of_die(code).items() for code in position.codes[seat][:dice]]
    return sum(
        exp(-FADING * sum(turns for _, turns in split))
        for split in product(*ways)
        if sum(spent for spent, _ in split) == position.collections[seat]
    )


def test_leeway_adds_up_all_ways_to_spend_what_is_held() -> None:
    for position in list(some_positions(60))[::3]:
        if not position.settled:
            continue
        seat = position.seat
        turns, race = Turns(position, seat), Race(position, Leeway)
        found = spread(position, seat, turns, 3)
        expected = -log(found) / FADING if found else FAR
        assert race.needed_by(position, seat) == pytest.approx(expected)
        # The fastest way is one of them.
        assert expected <= turns.needed(position.codes[seat], position.collections[seat])


@pytest.mark.parametrize("fewer", [1, 2])
def test_leeway_counts_the_best_of_the_dice_that_are_enough(fewer: int) -> None:
    position = DICEFEST.handicapped(seated(3), (fewer, 0))
    turns, codes = Turns(position, 0), position.codes[0]
    least = min(
        -log(spread(replace(position, codes=(order, *position.codes[1:])), 0, turns, dice)) / FADING
        for order in permutations(codes)
        for dice in range(3 - fewer, 4)
    )
    assert Leeway(position, 0).needed(codes, position.collections[0]) == pytest.approx(least)


def test_leeway_is_nothing_at_the_end_alone() -> None:
    done = {"g8": "6", "e8": "4", "f8": "5"}
    for held, turns in ((0, 0), (2, FAR)):
        position = laid_out([done, FREE], collections=(held, 0))
        assert Race(position, Leeway).needed_by(position, 0) == turns
    for position in some_positions(25):
        if position.settled:
            for left, move in Race(position, Leeway).candidates(position):
                after = position.play(completed(position, move))
                assert (left == 0) is (after.winners == (position.seat,))


# Choices


@levels
def test_choices_are_complete_and_legal_anywhere(level: Level) -> None:
    for position in some_positions(9 if level is Level.EASY else 40):
        move = choice(position, level)
        listed = Rotate(move.space, move.way) if isinstance(move, Rotate) else move

        assert listed in position.legal_moves()
        position.play(move)


@levels
@sampled("seats", [2, 3, 4])
def test_games_come_to_an_end_from_the_picking_of_sides(level: Level, seats: int) -> None:
    played = played_out(dealt(11, seats), [level, *[Level.EASY] * (seats - 1)], 5)

    assert played.winners is not None
    assert len(played.winners) == 1


@levels
def test_the_same_seed_gives_the_same_choice(level: Level) -> None:
    for position in list(some_positions(60))[1::2]:
        assert choice(position, level, 3) == choice(position, level, 3)


def test_easy_is_moved_by_chance() -> None:
    assert len({choice(seated(1), Level.EASY, seed) for seed in range(20)}) > 3


@levels
def test_a_win_is_taken(level: Level) -> None:
    position = finishing(0, FREE)
    assert DICEFEST.format(choice(position, level)) == "f5-f8"


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_the_last_die_is_not_locked_while_counters_are_left(level: Level) -> None:
    position = finishing(2, FREE)
    assert DICEFEST.format(choice(position, level)) != "f5-f8"


@levels
def test_who_can_only_pass_passes(level: Level) -> None:
    assert DICEFEST.format(choice(stuck(), level)) == "pass"


@levels
def test_the_side_is_picked_whose_turn_comes_next(level: Level) -> None:
    first = dealt(4, 3)
    assert isinstance(choice(first, level), PickSide)
    for side in DIRECTIONS:
        picked = first.play(PickSide(DIRECTIONS.index(side)))
        following = DIRECTIONS[(DIRECTIONS.index(side) + 1) % 4]
        assert choice(picked, level) == PickSide(DIRECTIONS.index(following))


Settings = tuple[type[Turns | Leeway], float]
FASTEST: Settings = (Turns, 0.0)
ALL_WAYS: Settings = (Leeway, 0.15)


@pytest.mark.parametrize(
    ("level", "seats", "settings", "other"),
    [
        (Level.HARD, 4, FASTEST, ALL_WAYS),
        (Level.EXPERT, 4, ALL_WAYS, FASTEST),
        (Level.EXPERT, 3, ALL_WAYS, FASTEST),
        (Level.EXPERT, 2, ALL_WAYS, FASTEST),
    ],
)
def test_expert_alone_looks_ahead_by_all_ways(
    level: Level, seats: int, settings: Settings, other: Settings
) -> None:
    differing = 0
    for seed in range(6):
        position = seated(seed, seats)
        found = []
        for each in (settings, other):
            search = Search(position, *each)
            search.run(30 if level is Level.HARD else 24, lambda: False)
            best = search.root.moves[search.root.ranked()[0]]
            found.append(completed(position, best))
        assert choice(position, level) == found[0]
        differing += found[0] != found[1]
    assert differing


def nodes_of(node: Node) -> Iterator[Node]:
    """Yield a node of a tree and all below it."""
    yield node
    for child in node.children:
        if child is not None:
            yield from nodes_of(child)


def tried_moves(widening: float, seats: int) -> tuple[list[tuple[int, int]], list[int]]:
    """Return how many moves were tried, after all tries, of opponents; and of the searcher."""
    search = Search(seated(2, seats), Leeway, widening)
    search.run(400, lambda: False)
    theirs, own = [], []
    for node in nodes_of(search.root):
        tried = sum(n > 0 for n in node.tries)
        if node.position.seat == search.root.position.seat:
            own.append(tried)
        else:
            theirs.append((sum(node.tries), tried))
    return theirs, own


def test_opponents_are_followed_in_more_moves_the_more_often_they_are_tried() -> None:
    theirs, own = tried_moves(0.15, 4)
    assert all(tried <= 1 + int(0.15 * sqrt(tries)) for tries, tried in theirs)
    assert max(tried for _, tried in theirs) >= 2
    assert max(own) > 4

    theirs, own = tried_moves(0.0, 4)
    assert max(tried for _, tried in theirs) == 1
    assert max(own) > 4

    # Of two, both are followed in all moves.
    theirs, _ = tried_moves(0.0, 2)
    assert max(tried for _, tried in theirs) > 4


def test_hard_stops_when_the_budget_is_spent() -> None:
    position, asked = seated(2), []

    def spent() -> bool:
        asked.append(1)
        return len(asked) > 7

    move = choice(position, Level.HARD, budget=Budget(work=1e6, spent=spent))
    assert len(asked) == 8
    assert position.play(move) != position

    at_once = choice(position, Level.HARD, budget=Budget(spent=lambda: True))
    assert at_once in position.legal_moves()


def test_the_tries_of_a_search_add_up() -> None:
    search = Search(seated(2, 4))
    search.run(150, lambda: False)

    assert sum(search.root.tries) == 150
    assert sum(search.shares.values()) == pytest.approx(1)
    best = search.root.ranked()[0]
    assert search.root.tries[best] == max(search.root.tries)


# What moves are worth


@pytest.mark.slow
@levels
def test_moves_are_weighed_best_first(level: Level) -> None:
    player = player_of("dicefest", level)
    for position in some_positions(80):
        weighed = player.weigh(position, position.legal_moves(), Random(1), quick(level), 3)
        values = [each.value for each in weighed]

        assert 1 <= len(weighed) <= 3
        assert len({each.move for each in weighed}) == len(weighed)
        assert values == sorted(values, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        for each in weighed:
            assert 0 < len(str(each.gain)) <= 100
            position.play(each.move)


def gain(position: Position, seat: int = 0) -> str:
    assert position.seat == seat
    weighed = player_of("dicefest", Level.MEDIUM).weigh(
        position, position.legal_moves(), Random(1), Budget(), 1
    )
    return str(weighed[0].gain)


def test_gains_are_told_in_words() -> None:
    assert gain(finishing(0, FREE)) == "wins the game"
    assert gain(seated(3)) == "saves 1 turn, about 15 turns left"
    locking = laid_out([{"g8": "6", "f5": "53", "c2": "1"}, FREE])
    assert gain(locking).startswith("locks a die, saves 1 turn, about ")
    assert gain(dealt(3)) == "the first turn, as from every side"
    assert gain(dealt(3).play(PickSide(0)), 1) == "1 side after the first player, clockwise"


# Chances


@pytest.mark.slow
def test_chances_add_up_to_one() -> None:
    for position in some_positions(60):
        chances = chances_of("dicefest", position, Budget(0.1))

        assert sum(chances) == pytest.approx(1)
        assert len(chances) == len(position.codes)
        assert all(chances[seat] == 0 for seat in position.table.left)


def test_chances_are_the_result_at_the_end() -> None:
    won = finishing(0, FREE).play(DICEFEST.parse("f5-f8"))
    lost = finishing(1, FREE).play(DICEFEST.parse("f5-f8"))
    drawn = stuck(passes=2).play(DICEFEST.parse("pass"))

    assert chances_of("dicefest", won, QUICK) == (1, 0)
    assert chances_of("dicefest", lost, QUICK) == (0, 1)
    assert chances_of("dicefest", drawn, QUICK) == (1 / 3,) * 3


def test_who_can_win_at_once_is_certain_to() -> None:
    assert chances_of("dicefest", finishing(0, FREE), Budget()) == (1, 0)


def test_who_is_ahead_has_the_better_chance() -> None:
    ahead = laid_out([{"g8": "6", "e8": "4", "f5": "53"}, FREE], seat=1)
    chances = chances_of("dicefest", ahead, Budget())
    assert 0.7 < chances[0] < 1


@pytest.mark.slow
def test_whose_turn_it_is_does_not_swing_the_chances() -> None:
    position, changes = seated(2), []
    before = chances_of("dicefest", position, Budget())[0]
    while before not in {0.0, 1.0}:
        mover = position.seat
        position = position.play(choice(position, Level.MEDIUM))
        after = chances_of("dicefest", position, Budget())[0]
        changes.append(before - after if mover else after - before)
        before = after

    # A good move makes nobody's chances better: it was expected.
    assert abs(fmean(changes)) < 0.03
    assert fmean(map(abs, changes)) < 0.08


# Strength


@sampled(
    ("level", "other", "least"),
    [(Level.HARD, None, 4), (Level.HARD, Level.EASY, 3), (Level.MEDIUM, Level.EASY, 3)],
)
def test_levels_are_in_order(level: Level, other: Level | None, least: int) -> None:
    won = 0
    for number in range(4):
        seat = number % 2
        players = [level if seat == at else other for at in range(2)]
        won += played_out(seated(100 + number // 2), players, number).winners == (seat,)
    assert won >= least
