"""The last plays of MatriO: held against the rules, play by play and reply by reply."""

from collections.abc import Iterator, Sequence

import pytest

from games.matrio.board import SEATS, TRAYS
from games.matrio.rules import Play, Position
from games.players.matrio.closing import LAST, closing, is_closing
from games.players.matrio.greedy import AGAINST, plays_of, slopes_for
from games.players.matrio.table import Table
from tests.games.matrio.played import game, laid_out
from tests.games.players.test_matrio import hands_of

FULL_LINES = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "5S 5D 5C 5H")


def last_positions(left: int, games: int = 12) -> Iterator[Position]:
    """Yield the positions of random games with a number of cards left, and all trays filled."""
    for seed in range(games):
        for position in game(seed):
            if sum(map(len, position.hands)) == left and position.filled.bit_count() == TRAYS:
                yield position


def table_of(position: Position) -> Table:
    return Table(position, hands_of(position))


def lead_of(position: Position, seat: int) -> int:
    """Return how far a seat is ahead of the best other that is in the game."""
    points = [position.points[each] or 0 for each in range(SEATS)]
    others = [points[each] for each in range(SEATS) if each not in {seat, *position.withdrawn}]
    return points[seat] - max(others, default=0)


def lead_by_the_rules(position: Position, play: Play) -> int:
    """Return a seat's lead at the end, if after its play each other goes as far ahead as it can."""
    seat, position = position.seat, position.play(play)
    while position.to_move is not None:
        following = position.seat
        after = [position.play(each) for each in position.legal_moves()]
        position = max(after, key=lambda each: lead_of(each, following))
    return lead_of(position, seat)


def chosen(position: Position) -> Play:
    return Play(*closing(table_of(position), position.seat))


@pytest.mark.parametrize("left", [1, 2])
def test_the_last_two_plays_lead_farthest(left: int) -> None:
    looked_at = 0
    for position in last_positions(left):
        legal = position.legal_moves()
        leads = {play: lead_by_the_rules(position, play) for play in legal}

        assert leads[chosen(position)] == max(leads.values())
        looked_at += len(set(leads.values())) > 1
    assert looked_at > 6


def test_of_the_last_three_the_first_is_the_best_of_those_that_win_most_at_once() -> None:
    looked_at = 0
    for position in last_positions(3):
        play, greediest = chosen(position), greediest_of(position)
        leads = [lead_by_the_rules(position, each) for each in greediest]

        assert play in greediest
        assert lead_by_the_rules(position, play) == max(leads)
        looked_at += len(set(leads)) > 1
    assert looked_at > 4


def greediest_of(position: Position) -> Sequence[Play]:
    """List the three plays that win most immediately."""
    table, seat = table_of(position), position.seat
    slopes = slopes_for(table, seat, AGAINST)
    ranked = [
        (gain, Play(card, tray))
        for card in table.hands[seat]
        for gain, tray in plays_of(table, card, slopes)
    ]
    ranked.sort(key=lambda pair: pair[0], reverse=True)
    return [play for _, play in ranked[:3]]


def test_only_covers_with_few_cards_left_are_closing() -> None:
    for seed in range(4):
        for position in game(seed)[:-1]:
            left = sum(map(len, position.hands))
            full = position.filled.bit_count() == TRAYS

            assert is_closing(table_of(position)) == (full and left <= 3 == LAST)
            assert is_closing(table_of(position), 9) == (full and left <= 9)


def test_who_is_out_of_the_game_is_nobody_to_be_ahead_of() -> None:
    """Without its own points the seat that is out would be far ahead."""
    dots = {f"r{row}c{column}": row // 3 for row in (1, 2, 3) for column in (1, 2, 3)}
    position = laid_out(FULL_LINES, ["KS", "", "", "9S"], dots=dots, withdrawn=(2,))
    legal = position.legal_moves()
    leads = {play: lead_by_the_rules(position, play) for play in legal}

    assert leads[chosen(position)] == max(leads.values())


def test_a_single_seat_plays_its_cards_out() -> None:
    position = laid_out(FULL_LINES, ["KS AS", "", "", ""], withdrawn=(1, 2, 3))
    assert chosen(position) in position.legal_moves()
