"""Foresight in MatriO: what it plays is legal, takes dots, and keeps what will be needed."""

from random import Random

from games.matrio.board import CARD_INDEX
from games.matrio.rules import Play
from games.players import Budget
from games.players.matrio import Expert
from games.players.matrio.playouts import play_on
from games.players.matrio.shrewd import shrewdest
from games.players.matrio.table import Table
from tests.games.matrio.played import game
from tests.games.matrio.test_secrets import other_world
from tests.games.players.test_matrio import hands_of, some_positions

QUICK = Budget(work=0.005)


def test_a_play_with_foresight_is_legal_anywhere() -> None:
    for position in some_positions(1):
        table = Table(position, hands_of(position))

        assert Play(*shrewdest(table, position.seat, Random(1))) in position.legal_moves()


def test_a_whole_game_is_played_on_with_foresight() -> None:
    for position in some_positions(9):
        left = Table(position, hands_of(position))
        cards = sum(map(len, left.hands))

        assert 0 < play_on(left, Random(2), shrewdest) <= cards
        assert left.seat is None


def test_early_a_joker_and_a_king_are_kept() -> None:
    position = game(3)[0]
    hand = [CARD_INDEX[name] for name in ("X1", "KS", "AS")]
    hands: list[list[int]] = [[], [], [], []]
    hands[position.seat] = hand
    for seed in range(5):
        card, _ = shrewdest(Table(position, hands), position.seat, Random(seed))
        assert card == CARD_INDEX["AS"]


def test_the_last_card_goes_where_it_wins_most() -> None:
    for number in range(6):
        position = game(number)[-2]
        seat = position.seat
        table = Table(position, hands_of(position))
        ends = {}
        for play in position.legal_moves():
            after = table.copy(table.hands)
            after.play(play.card, play.tray)
            others = sum(after.totals) - after.totals[seat]
            ends[play] = after.totals[seat] - 0.378 * others
        chosen = Play(*shrewdest(table, seat, Random(1)))
        assert ends[chosen] > max(ends.values()) - 1e-6


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
