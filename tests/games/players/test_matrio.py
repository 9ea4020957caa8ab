"""Computer players of MatriO: the fast table, what they may know, their choices and strength."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.chance import SeededSource
from games.matrio import MATRIO
from games.matrio.board import CARD_INDEX, CARDS, SEATS, TRAYS
from games.matrio.rules import Play, Position
from games.players import LEVELS, Budget, Level, chances_of, player_of
from games.players.estimator import read_weights
from games.players.matrio.estimate import evidence
from games.players.matrio.greedy import AGAINST, best_of, plays_of, slopes_for
from games.players.matrio.playouts import (
    every_deal,
    greediest,
    play_on,
    redealt,
    search,
    shares_of,
)
from games.players.matrio.table import Table
from tests.games.matrio.played import OPEN_WITH_2C, game, laid_out
from tests.games.matrio.test_secrets import other_world
from tests.tiers import sampled

QUICK = Budget(work=0.02)
QUICK_EXPERT = Budget(work=0.002)
"""About what hard does with `QUICK`."""
levels = pytest.mark.parametrize("level", LEVELS)


def quick(level: Level) -> Budget:
    return QUICK_EXPERT if level is Level.EXPERT else QUICK


def choice(view: Position, level: Level, seed: int = 0, budget: Budget | None = None) -> Play:
    legal = view.legal_moves()
    play: Play = player_of("matrio", level).choose(
        view, legal, Random(seed), budget or quick(level)
    )
    return play


def some_positions(every: int, games: int = 4) -> Iterator[Position]:
    """Yield positions of random games, in every second game after a seat has left."""
    for seed in range(games):
        position, source = MATRIO.deal(SeededSource(seed), SEATS, {"lead": "any"}), SeededSource(9)
        for ply in range(60):
            if ply == 13 * seed and seed % 2:
                position = position.leave(seed % SEATS)
            if position.to_move is None:
                break
            if ply % every == seed % every:
                yield position
            position = position.play(MATRIO.random_move(position, source))


def played_out(seed: int, levels_by_seat: list[Level | None], budget: Budget) -> tuple[int, ...]:
    """Play a game to its end, and return its winners; None is a player of random moves."""
    source, rng = SeededSource(seed), Random(seed)
    position = MATRIO.deal(source, SEATS, OPEN_WITH_2C)
    while (seat := position.to_move) is not None:
        level = levels_by_seat[seat]
        position = position.play(
            MATRIO.random_move(position, source)
            if level is None
            else choice(position.seen_by(seat), level, rng.getrandbits(32), budget)
        )
    result = position.result()
    assert result is not None
    return result.winners


def hands_of(position: Position) -> list[list[int]]:
    return [[card for card in hand if card is not None] for hand in position.hands]


# The fast table


def check(table: Table, position: Position) -> None:
    """Hold everything that a table keeps against the rules."""
    assert table.seat == position.to_move
    assert table.filled == position.filled
    assert [sorted(hand) for hand in table.hands] == hands_of(position)
    assert {seat for seat in range(SEATS) if table.out >> seat & 1} == position.withdrawn
    assert table.tops == [CARDS[stack[-1]].value if stack else 0 for stack in position.trays]
    for seat, points in enumerate(position.points):
        assert points in {None, table.totals[seat]}


@pytest.mark.parametrize("seed", range(12))
def test_a_table_goes_the_way_of_the_rules(seed: int) -> None:
    positions = game(seed)
    position = positions[0]
    table = Table(position, hands_of(position))
    source = SeededSource(seed)
    while position.to_move is not None:
        check(table, position)
        play = MATRIO.random_move(position, source)
        before, position = position, position.play(play)
        table = table.copy(table.hands)
        table.play(play.card, play.tray)
        if seed % 3 == 0 and before.filled.bit_count() == 20 and not position.withdrawn:
            position = position.leave(seed % SEATS)
            table = Table(position, hands_of(position))
    check(table, position)
    assert Table(position, hands_of(position)).totals == table.totals


def test_slopes_say_what_a_point_of_a_top_card_is_worth() -> None:
    for position in some_positions(5):
        table = Table(position, hands_of(position))
        for tray in range(TRAYS):
            line, suit = divmod(tray, 4)
            expected = [0] * SEATS
            for cell, owner in enumerate(position.dots):
                row, column = cell // 3, 3 + cell % 3
                if owner is None or owner in position.withdrawn or line not in {row, column}:
                    continue
                other = position.trays[4 * (row + column - line) + suit][-1]
                expected[owner] += CARDS[other].value
            assert [slopes[tray] for slopes in table.slopes] == expected
            assert table.slope[tray] == sum(expected)


def test_what_plays_win_is_what_the_totals_change_by() -> None:
    for position in some_positions(7):
        seat, table = position.seat, Table(position, hands_of(position))
        slopes = slopes_for(table, seat, AGAINST)
        legal = {(play.card, play.tray) for play in position.legal_moves()}
        found = set()
        for card in hands_of(position)[seat]:
            for gain, tray in plays_of(table, card, slopes):
                found.add((card, tray))
                following = table.copy(table.hands)
                following.play(card, tray)
                dots = len(following.dotted) - len(table.dotted)
                change = [
                    new - old for new, old in zip(following.totals, table.totals, strict=True)
                ]
                others = sum(change) - change[seat]
                if not following.out & ~table.out:
                    assert gain - 80 * dots == pytest.approx(change[seat] - AGAINST * others)
        assert found == legal


def test_the_best_play_wins_most() -> None:
    for position in some_positions(6):
        seat, table = position.seat, Table(position, hands_of(position))
        slopes, hand = slopes_for(table, seat, AGAINST), hands_of(position)[seat]
        gain, card, tray = best_of(table, hand, slopes, Random(1))

        assert (gain, tray) in plays_of(table, card, slopes)
        assert gain == max(max(plays_of(table, card, slopes))[0] for card in hand)


def test_a_table_at_its_end_is_not_played_on() -> None:
    position = game(1)[-1]
    table = Table(position, hands_of(position))

    assert play_on(table, Random(1), [greediest] * SEATS) == 0
    with pytest.raises(ValueError, match="over"):
        table.play(0, 0)


# Secrecy


@sampled("level", LEVELS, fast=2)
def test_a_choice_does_not_depend_on_cards_that_the_seat_cannot_see(level: Level) -> None:
    """Deal the hidden cards again: the same seed makes the same choice, even with all hands open."""
    tried = 0
    for position in some_positions(5, 6):
        seat, random = position.seat, Random(tried)
        other = other_world(position, seat, random.shuffle)
        chosen = choice(position.seen_by(seat), level, tried)

        assert choice(other.seen_by(seat), level, tried) == chosen
        assert choice(position, level, tried) == choice(other, level, tried) == chosen
        tried += other.hands != position.hands
    assert tried > 30


@levels
def test_what_is_weighed_does_not_depend_on_hidden_cards(level: Level) -> None:
    player = player_of("matrio", level)
    for position in some_positions(17):
        other = other_world(position, position.seat, Random(4).shuffle)
        one, two = (
            player.weigh(world, world.legal_moves(), Random(2), quick(level), 3)
            for world in (position, other)
        )
        assert one == two


def test_cards_are_dealt_anew_from_those_that_the_seat_cannot_see() -> None:
    for position in some_positions(7):
        seat = position.seat
        view = position.seen_by(seat)
        hands = redealt(view, Random(3))
        dealt = [card for hand in hands for card in hand]
        lying = {card for stack in position.trays for card in stack}

        assert hands[seat] == hands_of(position)[seat]
        assert [len(hand) for hand in hands] == [len(hand) for hand in position.hands]
        assert len(set(dealt)) == len(dealt)
        assert not lying & set(dealt)
        assert redealt(view, Random(3)) == hands


def test_every_deal_is_listed_once_where_there_are_few() -> None:
    few = 0
    for position in some_positions(1, 8):
        for viewer in (position.seat, None):
            deals = every_deal(position.seen_by(viewer))
            dealt = {tuple(tuple(sorted(hand)) for hand in hands) for hands in deals}
            true = tuple(tuple(sorted(hand)) for hand in hands_of(position))

            assert len(dealt) == len(deals) <= 24
            assert true in dealt or not deals
            for hands in dealt:
                assert [len(hand) for hand in hands] == [len(hand) for hand in position.hands]
            few += len(deals) > 1
    assert few > 10


def test_with_all_hands_open_there_is_one_deal() -> None:
    for position in some_positions(11):
        assert every_deal(position) == [hands_of(position)]


def test_three_hidden_cards_with_three_others_are_dealt_in_six_ways() -> None:
    lines = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "5S 5D 5C 5H")
    position = laid_out(lines, ["KS", "AS", "2S", "3S"])
    played = {CARD_INDEX[name] for name in ("KS", "AS", "2S", "3S")}
    spent = tuple(card for card in range(len(CARDS)) if card not in played)
    view = replace(position, trays=(spent, *position.trays[1:])).seen_by(0)

    assert len(every_deal(view)) == 6


# Choices


@levels
def test_choices_are_legal_anywhere(level: Level) -> None:
    for position in some_positions(2):
        assert choice(position.seen_by(position.seat), level) in position.legal_moves()


def test_the_holder_of_the_lead_opens_with_it() -> None:
    position = MATRIO.deal(SeededSource(3), SEATS, OPEN_WITH_2C)
    for level in LEVELS:
        play = choice(position.seen_by(position.seat), level)
        assert MATRIO.format(play).startswith("2C>")


@levels
def test_the_same_seed_gives_the_same_choice(level: Level) -> None:
    for position in some_positions(10):
        view = position.seen_by(position.seat)
        assert choice(view, level, 3) == choice(view, level, 3)


def test_easy_is_moved_by_chance() -> None:
    view = game(2)[30]
    assert len({choice(view, Level.EASY, seed) for seed in range(20)}) > 3


def test_hard_stops_when_the_budget_is_spent() -> None:
    view, asked = game(1)[0], []

    def spent() -> bool:
        asked.append(1)
        return len(asked) > 3

    play = choice(view.seen_by(view.seat), Level.HARD, budget=Budget(work=1e6, spent=spent))
    assert play in view.legal_moves()
    assert len(asked) < 12

    at_once = choice(view.seen_by(view.seat), Level.HARD, budget=Budget(spent=lambda: True))
    assert at_once == choice(view.seen_by(view.seat), Level.HARD, budget=Budget(work=0.0))


def test_the_last_card_goes_where_it_wins_the_game() -> None:
    """Behind by 100, and 75 is the most that the last card wins: it has to cost the other more."""
    lines = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "5S 5D 5C 5H")
    mine = ("r1c1", "r1c2", "r1c3", "r2c1")
    dots = {f"r{row}c{column}": 1 for row in (1, 2, 3) for column in (1, 2, 3)}
    position = laid_out(lines, ["KS", "", "", ""], dots={**dots, **dict.fromkeys(mine, 0)})
    assert position.points[:2] == (400, 500)

    result = position.play(choice(position, Level.HARD)).result()
    assert result is not None
    assert result.winners == (0,)


# What plays are worth


@levels
def test_plays_are_weighed_best_first(level: Level) -> None:
    player = player_of("matrio", level)
    for position in some_positions(9):
        view, legal = position.seen_by(position.seat), position.legal_moves()
        weighed = player.weigh(view, legal, Random(1), quick(level), 3)
        values = [each.value for each in weighed]

        assert 1 <= len(weighed) <= 3
        assert len({each.move for each in weighed}) == len(weighed)
        assert values == sorted(values, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        for each in weighed:
            assert each.move in legal
            assert 0 < len(str(each.gain)) <= 100


def test_a_search_tries_the_best_plays_equally_often() -> None:
    view = game(3)[20]
    trials = search(view, view.legal_moves(), Random(1), 2000, lambda: False, 3)

    assert len(trials) == 3
    assert trials[0].tries > 1
    assert len({trial.tries for trial in trials}) == 1


# Chances


def test_chances_add_up_to_one() -> None:
    for position in some_positions(9):
        chances = chances_of("matrio", position, Budget(0.1))

        assert sum(chances) == pytest.approx(1)
        assert len(chances) == SEATS
        assert all(chances[seat] == 0 for seat in position.withdrawn)


def test_chances_are_the_result_at_the_end() -> None:
    position = game(5)[-1]
    result = position.result()
    assert result is not None
    chances = chances_of("matrio", position, QUICK)
    assert [seat for seat in range(SEATS) if chances[seat] == 1] == [*result.winners]

    shared = laid_out({}, ["", "", "", ""], withdrawn=(1, 3))
    assert chances_of("matrio", shared, QUICK) == (0.5, 0, 0.5, 0)


def test_nobody_has_a_chance_where_nobody_is_left() -> None:
    position = laid_out({}, ["", "", "", ""], withdrawn=(0, 1, 2, 3))
    assert chances_of("matrio", position, QUICK) == (0, 0, 0, 0)
    assert shares_of(Table(position, hands_of(position))) == [0] * SEATS


def test_there_are_weights_for_positions_with_any_number_of_cards_left() -> None:
    weights = read_weights("games.players.matrio")
    for position in game(1)[:-1]:
        known = evidence(position, 1)
        assert known is not None
        assert {len(weights[known.group])} == {len(row) for row in known.rows if row}


def test_who_plays_last_is_known() -> None:
    """Play games to their end and see who played the last card, the last but one, …"""
    looked_at = 0
    for seed in range(6):
        positions = game(seed)
        for ply, position in enumerate(positions[:-1]):
            if position.withdrawn != positions[-1].withdrawn:
                continue
            seats = [after.seat for after in positions[ply:-1]]
            latest = [*dict.fromkeys(reversed(seats))][:3]
            known = evidence(position, 1)
            assert known is not None
            for seat in {*range(SEATS)} - position.withdrawn:
                row = known.rows[seat]
                assert row[2:5] == (*(float(seat == each) for each in latest), 0.0, 0.0)[:3]
            looked_at += 1
    assert looked_at > 50


def test_whose_cards_are_known_counts() -> None:
    position = game(1)[10]
    for seat in range(SEATS):
        known = evidence(position.seen_by(seat), 1)
        assert known is not None
        assert [row[5] for row in known.rows] == [float(each == seat) for each in range(SEATS)]


def test_a_seat_in_the_game_keeps_a_chance_even_if_no_playout_says_so() -> None:
    lines = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "5S 5D 5C 5H")
    dots = {f"r{row}c{column}": row // 3 for row in (1, 2, 3) for column in (1, 2, 3)}
    position = laid_out(lines, ["KS", "AS", "2S", "3S"], seat=1, dots=dots)
    known = evidence(position, 1)

    assert known is not None
    assert all(known.rows)
    assert all(chance > 0 for chance in chances_of("matrio", position, Budget()))


def test_at_first_who_plays_last_has_the_best_chance() -> None:
    for seed in range(3):
        position = game(seed)[0]
        chances = chances_of("matrio", position.seen_by(None), Budget())
        assert chances[position.seat - 1] == max(chances)
        assert chances[position.seat] == min(chances)


def test_who_cannot_be_caught_has_the_better_chance() -> None:
    lines = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "5S 5D 5C 5H")
    dots = {f"r{row}c{column}": row // 3 for row in (1, 2, 3) for column in (1, 2, 3)}
    position = laid_out(lines, ["", "AS", "", ""], seat=1, dots=dots, withdrawn=(2, 3))
    chances = chances_of("matrio", position, Budget())

    assert chances[0] > 0.9
    assert chances[2:] == (0, 0)


# Strength


@sampled(
    ("level", "other", "games", "least"),
    [
        (Level.HARD, None, 4, 4),
        (Level.HARD, Level.EASY, 8, 4),
        (Level.MEDIUM, Level.EASY, 8, 4),
        (Level.EASY, None, 8, 4),
    ],
)
def test_one_of_a_higher_level_beats_three_others(
    level: Level, other: Level | None, games: int, least: int
) -> None:
    won = 0
    for number in range(games):
        deal, seat = divmod(number, SEATS)
        seats: list[Level | None] = [other] * SEATS
        seats[seat] = level
        won += seat in played_out(200 + deal, seats, Budget(work=0.05))
    assert won >= least
