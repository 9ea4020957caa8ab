"""Plays of MatriO as were learned: which there are, how strong each is, how they are drawn and tried."""

from collections import Counter
from collections.abc import Sequence
from math import exp
from random import Random

import pytest

from games.matrio import MATRIO
from games.matrio.board import CARD_INDEX, CARDS, SEATS, TRAYS
from games.matrio.rules import Play, Position
from games.players import Budget
from games.players.matrio import Expert
from games.players.matrio.closing import LAST, closing, is_closing
from games.players.matrio.greedy import trays_in
from games.players.matrio.learned import (
    LEARNED,
    PARTS,
    Weights,
    learned,
    likeliest,
    part_of,
    parts,
    rival,
    strengths,
)
from games.players.matrio.playouts import every_deal, greediest, play_on, search
from games.players.matrio.table import Table
from tests.games.matrio.played import OPEN_WITH_2C, game
from tests.games.matrio.test_secrets import other_world
from tests.games.players.test_matrio import hands_of, some_positions

QUICK = Budget(work=0.005)


def table_of(position: Position) -> Table:
    return Table(position, hands_of(position))


def judged(table: Table, seat: int) -> tuple[list[float], list[tuple[int, Sequence[int]]]]:
    """Return the strengths of all plays, and the plays, as expert judges them."""
    return strengths(table, seat, parts()[part_of(table, seat)])


def strength_of(position: Position) -> dict[Play, float]:
    """Return the strength of every play."""
    found, plays = judged(table_of(position), position.seat)
    pairs = [Play(card, tray) for card, trays in plays for tray in trays]
    return dict(zip(pairs, found, strict=True))


def test_every_legal_play_has_a_strength() -> None:
    for position in some_positions(1):
        found = strength_of(position)

        assert len(found) == len(position.legal_moves())
        assert set(found) == set(position.legal_moves())


def test_there_are_weights_for_every_part_of_the_game() -> None:
    assert len(parts()) == PARTS == 9 + 10
    for weights in (part.weights for part in parts()):
        assert weights.own > 0 > weights.rivals
        assert weights.dot > 0


def test_covering_a_card_is_as_strong_as_what_it_changes() -> None:
    """Play it, and weigh what all totals change by."""
    looked_at = 0
    for seed in range(6):
        for position in game(seed)[-9:-1]:
            left, table, seat = sum(map(len, position.hands)), table_of(position), position.seat
            rivals = sorted({*range(SEATS)} - {seat} - position.withdrawn)
            if not rivals or left > 12 or position.filled.bit_count() < TRAYS:
                continue
            weights = parts()[max(0, left - 4)].weights
            odds = {rival: exp(table.totals[rival] / 100) for rival in rivals}
            wants = [max(abs(table.slopes[rival][tray]) for rival in rivals) for tray in range(24)]
            mean = 1 + sum(wants) / TRAYS
            for play, strength in strength_of(position).items():
                after = table.copy(table.hands)
                after.play(play.card, play.tray)
                won = [new - old for new, old in zip(after.totals, table.totals, strict=True)]
                leader = sum(odds[rival] * won[rival] for rival in rivals) / sum(odds.values())
                points = (
                    (weights.own + weights.wanted * wants[play.tray] / mean) * won[seat]
                    + weights.rivals * sum(won[rival] for rival in rivals)
                    + weights.leader * leader
                )
                assert strength == pytest.approx(points / 100 + kept(weights, play.card))
                looked_at += 1
    assert looked_at > 500


def kept(weights: Weights, card: int) -> float:
    """Return what a card adds to its strength wherever it covers another."""
    value, joker = abs(CARDS[card].value), CARDS[card].suit is None
    return (
        weights.cover
        + weights.cover_value * value / 10
        + (weights.cover_high if value >= 9 else 0)
        + (weights.cover_joker if joker else 0)
    )


def test_a_dot_makes_a_play_stronger() -> None:
    dotted = others = 0
    for position in some_positions(1, 8):
        found = strength_of(position)
        by_card: dict[int, dict[int, list[float]]] = {}
        for play, strength in found.items():
            after = position.play(play)
            dots = sum(owner is not None for owner in after.dots)
            dots -= sum(owner is not None for owner in position.dots)
            if not position.trays[play.tray]:
                by_card.setdefault(play.card, {}).setdefault(dots, []).append(strength)
        for ways in by_card.values():
            if len(ways) > 1 and 0 in ways:
                dotted += max(ways[max(ways)]) > max(ways[0])
                others += max(ways[max(ways)]) <= max(ways[0])
    assert dotted > max(20, 9 * others)


def test_plays_are_drawn_in_proportion_to_the_exponentials_of_their_strengths() -> None:
    position = game(2)[8]
    table, random = table_of(position), Random(1)
    odds = {play: exp(strength) for play, strength in strength_of(position).items()}
    whole = sum(odds.values())
    drawn = Counter(Play(*learned(table, position.seat, random)) for _ in range(4000))

    for play, odd in odds.items():
        assert drawn[play] / 4000 == pytest.approx(odd / whole, abs=0.03)
    assert len(drawn) > 1


def test_a_whole_game_is_played_on() -> None:
    for position in some_positions(9):
        left = table_of(position)
        cards = sum(map(len, left.hands))

        assert 0 < play_on(left, Random(2), [learned] * SEATS) <= cards
        assert left.seat is None


def test_lists_of_trays_do_not_pile_up() -> None:
    for bits in range(20_000):
        assert sum(1 << tray for tray in trays_in(bits)) == bits
    assert trays_in.cache_info().currsize <= 5000


def test_a_joker_and_a_king_are_kept_at_first() -> None:
    position = game(3)[0]
    names = ("X1", "KS", "AS", "3H", "2D", "5D", "4H", "6S", "3C", "7C")
    hand = [CARD_INDEX[name] for name in names]
    hands = [hand[:] for _ in range(SEATS)]
    found, plays = judged(Table(position, hands), position.seat)
    cards = [card for card, trays in plays for _ in trays]
    best = {card: max(s for s, c in zip(found, cards, strict=True) if c == card) for card in hand}

    assert best[CARD_INDEX["AS"]] > best[CARD_INDEX["KS"]]
    assert best[CARD_INDEX["AS"]] > best[CARD_INDEX["X1"]]


def test_the_strongest_plays_are_tried_and_begin_with_their_strength() -> None:
    for position in some_positions(3):
        legal, strength = position.legal_moves(), strength_of(position)
        if is_closing(table_of(position), LAST + 1):
            continue
        trials = likeliest(table_of(position), position.seat, legal, Random(1))
        tried = [strength[trial.play] for trial in trials]

        assert len(tried) == min(12, len(legal))
        assert tried == sorted(strength.values(), reverse=True)[: len(tried)]
        assert [trial.total for trial in trials] == [each - tried[0] for each in tried]


def test_the_last_plays_are_not_left_to_chance() -> None:
    looked_at = 0
    for seed in range(6):
        for position in game(seed)[-4:-1]:
            table, seat = table_of(position), position.seat
            if not is_closing(table):
                continue
            expected = closing(table, seat)
            for number in range(3):
                assert learned(table, seat, Random(number)) == expected
                assert rival(table, seat, Random(number)) == expected
            looked_at += 1
    assert looked_at > 12


def test_others_look_at_a_few_cards_until_the_last_plays() -> None:
    position = game(1)[10]
    table, seat = table_of(position), position.seat
    drawn = [rival(table, seat, Random(number)) for number in range(10)]

    assert drawn == [greediest(table, seat, Random(number)) for number in range(10)]
    assert len(set(drawn)) > 2


def test_with_four_plays_left_every_deal_is_tried_with_every_play() -> None:
    position = next(each for each in game(0) if sum(map(len, each.hands)) == 4)
    view, legal = position.seen_by(position.seat), position.legal_moves()
    deals = every_deal(view)
    one, two = (
        search(view, legal, Random(seed), 10**9, lambda: False, 3, LEARNED) for seed in (1, 2)
    )

    assert 1 < len(deals) <= 24
    assert [(each.play, each.total, each.tries) for each in one] == [
        (each.play, each.total, len(deals)) for each in two
    ]
    assert len(one) == 3


def test_a_search_of_every_deal_can_be_stopped() -> None:
    position = next(each for each in game(0) if sum(map(len, each.hands)) == 4)
    view, legal = position.seen_by(position.seat), position.legal_moves()
    trials = search(view, legal, Random(1), 10**9, lambda: True, 3, LEARNED)

    assert [each.tries for each in trials] == [1, 1, 1]


def test_only_legal_plays_are_tried() -> None:
    position = game(3, OPEN_WITH_2C)[0]
    legal = position.legal_moves()
    trials = LEARNED.tried(table_of(position), position.seat, legal, Random(1))

    assert {trial.play for trial in trials} == set(legal)
    assert {MATRIO.format(play)[:2] for play in legal} == {"2C"}


def test_a_choice_depends_on_the_seed_and_on_what_the_seat_sees_alone() -> None:
    player, tried = Expert(), 0
    for position in some_positions(11):
        seat = position.seat
        other = other_world(position, seat, Random(tried).shuffle)
        legal = position.legal_moves()
        chosen = player.choose(position.seen_by(seat), legal, Random(5), QUICK)

        assert chosen in legal
        assert player.choose(position.seen_by(seat), legal, Random(5), QUICK) == chosen
        assert player.choose(other, legal, Random(5), QUICK) == chosen
        tried += other.hands != position.hands
    assert tried > 5


def test_what_is_weighed_is_sorted() -> None:
    position = game(1)[20]
    view = position.seen_by(position.seat)
    weighed = Expert().weigh(view, view.legal_moves(), Random(1), QUICK, 3)

    values = [each.value for each in weighed]
    assert len(weighed) == 3
    assert values == sorted(values, reverse=True)
