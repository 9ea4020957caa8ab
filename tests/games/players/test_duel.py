"""Duels: who sits where, with which chance events, and what a score is worth."""

from collections import Counter
from collections.abc import Sequence
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest

from games.__main__ import main
from games.game import Position
from games.players import duel
from games.players.duel import Duel, DuelGame, Score, interval, pace, play
from games.players.player import Budget, Level, Player
from games.registry import GAMES
from tests.games.toy import TOY

RANDOMS = ("random", "random")


def outcomes(*shares: float) -> list[DuelGame]:
    return [DuelGame(share, ((), ())) for share in shares]


def played(asked: Duel) -> list[DuelGame]:
    return [play(deal, count().__next__) for deal in asked.deals()]


def tablero(games: int, seed: int = 1) -> Duel:
    return Duel("tablero", RANDOMS, games, seed, 2, {})


# Seats and chance


def test_two_games_of_a_pair_have_the_same_dice_and_swapped_seats() -> None:
    deals = tablero(5).deals()

    assert [(deal.number, deal.seat) for deal in deals] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    draws = [deal.chance().below(10**6) for deal in deals]
    assert draws[0] == draws[1] != draws[2] == draws[3]
    assert [deals[1].contestant(seat) for seat in (0, 1)] == [1, 0]


def test_at_larger_tables_the_first_sits_alone_at_every_seat_in_turn() -> None:
    deals = Duel("matrio", RANDOMS, 8, 1, 4, {}).deals()

    assert [deal.seat for deal in deals] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert [deals[2].contestant(seat) for seat in range(4)] == [1, 1, 0, 1]


def test_players_never_draw_the_same_numbers() -> None:
    draws = {deal.random(seat).random() for deal in tablero(4).deals() for seat in (0, 1)}

    assert len(draws) == 8


# Games


def test_the_same_seed_gives_the_same_games() -> None:
    shares = [outcome.share for outcome in played(tablero(20))]

    assert [outcome.share for outcome in played(tablero(20))] == shares
    assert [outcome.share for outcome in played(tablero(20, seed=2))] != shares
    assert len(set(shares)) > 1


def test_a_mix_chooses_each_whole_turn_as_one_of_its_levels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted: list[tuple[Level, bool]] = []

    class Noting(Player[Any, Any]):
        def __init__(self, level: Level) -> None:
            self.level = level

        def choose(self, view: Any, legal: Sequence[Any], rng: Random, budget: Budget) -> Any:  # noqa: ARG002 -- notes alone
            noted.append((self.level, view.mid_turn))
            return legal[0]

    monkeypatch.setattr(duel, "player_of", lambda _, level: Noting(level))
    played(Duel("tablero", ("easy+3", "hard"), 8, 1, 2, {}))

    turns = [level for level, mid_turn in noted if not mid_turn]
    assert 0.3 < turns.count(Level.MEDIUM) / (len(turns) - turns.count(Level.HARD)) < 0.45
    for (before, _), (level, mid_turn) in pairwise(noted):
        assert not mid_turn or level is before


@pytest.mark.parametrize("name", ["easy+8", "expert+1", "best", "random+1", ""])
def test_who_does_not_exist_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["duel", "tablero", name, "easy", "--games", "1", "--seed", "1"]

    assert main(arguments) == 2
    assert "no computer is called" in capsys.readouterr().err


def test_every_choice_is_timed() -> None:
    """The clock counts one second a look, so each choice takes one."""
    (outcome,) = played(tablero(1))

    assert set(outcome.seconds[0]) == set(outcome.seconds[1]) == {1}
    assert len(outcome.seconds[0]) > 10


def test_a_shared_first_place_counts_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that goes on for ever is cut: all seats share it."""
    monkeypatch.setattr(duel, "MOST_EVENTS", 10)

    assert [outcome.share for outcome in played(tablero(2))] == [0.5, 0.5]
    (outcome,) = played(Duel("matrio", RANDOMS, 1, 1, 4, {"lead": "any"}))
    assert outcome.share == 0.25


def test_moves_that_are_made_for_the_players_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three sides are picked by the bot; of six events the players then make three."""
    monkeypatch.setattr(duel, "MOST_EVENTS", 6)
    (outcome,) = played(Duel("dicefest", RANDOMS, 1, 1, 3, {}))

    assert sum(map(len, outcome.seconds)) == 3


class Peeking(Player[Position[Any], Any]):
    """A player that notes what it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, Position[Any]]] = []

    def choose(self, view: Position[Any], legal: Sequence[Any], rng: Random, budget: Budget) -> Any:
        assert isinstance(view.to_move, int)
        self.seen.append((view.to_move, view))
        assert budget.work == 0.5
        return rng.choice(legal)


def test_a_player_sees_what_its_seat_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Peeking()
    monkeypatch.setattr(duel, "player_of", lambda *_: player)
    played(Duel("matrio", ("hard", "easy"), 1, 1, 4, {"lead": "any"}, work=0.5))

    assert Counter(seat for seat, _ in player.seen).keys() == {0, 1, 2, 3}
    for seat, view in player.seen:
        assert view == view.seen_by(seat)


# Scores


def test_a_score_is_one_line() -> None:
    score = Score.of(outcomes(*[1.0] * 128, *[0.5] * 4, *[0.0] * 68))

    assert str(score) == "128 wins, 4 draws, 68 losses: 65 % (95 % interval 58 to 71 %)"


def test_a_place_shared_by_three_counts_a_third() -> None:
    score = Score.of(outcomes(1.0, 1 / 3, 0.0))

    assert (score.wins, score.draws, score.losses) == (1, 1, 1)
    assert score.share == pytest.approx(4 / 3)


@pytest.mark.parametrize("games", [1, 10, 200])
def test_an_interval_holds_the_share_and_stays_within_bounds(games: int) -> None:
    for share in range(games + 1):
        low, high = interval(share, games)
        assert 0 <= low <= share / games <= high <= 1
        assert high - low > 1 / games / 10


def test_more_games_make_surer() -> None:
    widths = [high - low for low, high in (interval(games / 2, games) for games in (10, 100, 1000))]

    assert widths == sorted(widths, reverse=True)


def test_a_level_that_plays_itself_has_one_pace() -> None:
    asked = Duel("toy", RANDOMS, 1, 1, 2, {})
    outcome = DuelGame(1.0, ((0.001,), (0.003,)))

    assert pace(asked, [outcome]) == "random: median 2 ms, mean 2 ms, longest 3 ms"


def test_any_registered_game_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    score = Score.of(played(Duel("toy", RANDOMS, 6, 1, 3, {})))

    assert score.games == 6
