"""Duels: many games between two computer players, and how sure one may be who is better.

Every game is given by its number alone (`Duel.deals`), so that they may be played in any order,
on any number of cores, and come out the same. What does not belong here: processes, arguments and
printing (`games.__main__`), and any one player.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, median
from typing import Any, Final

from games.chance import SeededSource
from games.handicap import Handicaps, tidy
from games.line import AnyGame, AnyPosition, Line, start
from games.players.mix import level_of, strength_from
from games.players.player import LEVELS, Budget, Player, player_of
from games.registry import game_of

RANDOM: Final = "random"
"""The contestant that plays any legal move."""
CONTESTANTS: Final = (*map(str, LEVELS), RANDOM)
"""Who plays unless asked otherwise; any mix of two levels can, too."""
MOST_EVENTS: Final = 5000
"""A game that still runs after this number of events is a draw of all its seats."""


def contestant_from(written: str) -> str:
    """Check the name of a contestant, and return it as `Duel` takes it; raises ValueError.

    >>> contestant_from("random"), contestant_from("hard"), contestant_from("easy+3")
    ('random', 'hard', 'easy+3')
    """
    return written if written == RANDOM else str(strength_from(written))


Clock = Callable[[], float]
"""What tells seconds, from any beginning."""


class RandomPlayer(Player[AnyPosition, Any]):  # Any: as in games.line
    """Play any legal move of a game, each as likely."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: AnyPosition, legal: Sequence[Any], rng: Random, budget: Budget) -> Any:  # noqa: ARG002 -- any move is as good
        """Draw a move."""
        return self._game.random_move(view, SeededSource(rng.getrandbits(53)))


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: a game with its options, by whom, how often, and from which seed."""

    game: str
    contestants: tuple[str, str]
    """The names of levels or mixes, or `RANDOM`."""
    games: int
    seed: int
    seats: int
    options: Mapping[str, str]
    work: float = 1.0
    handicap: int = 0
    """The size of what the first contestant gets."""

    def handicaps(self, seat: int) -> Handicaps:
        """Return the handicaps of all seats where the first contestant has this one."""
        return tidy([self.handicap * (each == seat) for each in range(self.seats)])

    def deals(self) -> list["Deal"]:
        """List the games; as many in a row as there are seats have the same chance events.

        In each of these the first contestant has another seat, the second one all others.
        """
        return [Deal(self, *divmod(number, self.seats)) for number in range(self.games)]


@dataclass(frozen=True, slots=True)
class Deal:
    """One game of a duel: which deal it is, and where the first contestant sits."""

    duel: Duel
    number: int
    seat: int

    def contestant(self, seat: int) -> int:
        """Tell which of the two contestants sits at a seat."""
        return 0 if seat == self.seat else 1

    def chance(self) -> SeededSource:
        """Return what deals and rolls; the same for all games with these chance events."""
        return SeededSource(self._random("chance").getrandbits(53))

    def random(self, seat: int) -> Random:
        """Return the random numbers of the player at a seat, its own in every game."""
        return self._random(f"{self.seat}:{seat}")

    def turn(self, ply: int) -> str:
        """Return the seed of the turn that begins after a number of events, for mixes."""
        return f"{self.duel.seed}:{self.number}:{self.seat}:turn {ply}"

    def _random(self, purpose: str) -> Random:
        return Random(f"{self.duel.seed}:{self.number}:{purpose}")


@dataclass(frozen=True, slots=True)
class DuelGame:
    """How a game went: the first contestant's share of the first place, and its choices' times."""

    share: float
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    """How long every choice took, of the first contestant and of the second."""


def play(deal: Deal, clock: Clock) -> DuelGame:
    """Play one game of a duel to its end."""
    duel = deal.duel
    game = game_of(duel.game)
    source = deal.chance()
    players = [_players(game, name) for name in duel.contestants]
    randoms = [deal.random(seat) for seat in range(duel.seats)]
    budget = Budget(duel.work)
    seconds: tuple[list[float], list[float]] = ([], [])
    line, turn = _opened(game, deal, source), ""
    while (seat := line.to_move) is not None and line.ply < MOST_EVENTS:
        position = line.position
        if not isinstance(seat, int):
            line = line.play(position.roll(source))
            continue
        contestant = deal.contestant(seat)
        if not position.mid_turn:
            turn = deal.turn(line.ply)
        player = players[contestant](turn)
        view, legal = position.seen_by(seat), position.legal_moves()
        begun = clock()
        move = player.choose(view, legal, randoms[seat], budget)
        seconds[contestant].append(clock() - begun)
        line = line.play(move)
    share = line.result.share(deal.seat) if line.result else 1 / duel.seats
    return DuelGame(share, (tuple(seconds[0]), tuple(seconds[1])))


def _players(
    game: AnyGame, name: str
) -> Callable[[str], Player[Any, Any]]:  # Any: as in games.line
    """Return what tells, by the seed of a turn, which player of a contestant chooses it."""
    if name == RANDOM:
        by_chance = RandomPlayer(game)
        return lambda _: by_chance
    key, strength = game.about.key, strength_from(name)
    return lambda turn: player_of(key, level_of(strength, turn))


def _opened(game: AnyGame, deal: Deal, source: SeededSource) -> Line:
    """Deal a game and make the moves that are made for the players by default."""
    duel = deal.duel
    dealt = game.deal(source, duel.seats, duel.options)
    line = start(game, duel.seats, game.handicapped(dealt, duel.handicaps(deal.seat)))
    for move in game.opening(duel.seats, game.settings_of({})):
        line = line.play(move)
    return line


@dataclass(frozen=True, slots=True)
class Score:
    """What the first contestant of a duel got: games won alone, shared, lost, and its share."""

    wins: int
    draws: int
    losses: int
    share: float
    """The shares of the first place, added up; a draw of two is half a win."""

    @classmethod
    def of(cls, outcomes: Sequence[DuelGame]) -> "Score":
        """Add up games.

        >>> str(Score.of([DuelGame(share, ((), ())) for share in (1.0, 0.5, 0.0, 1.0)]))
        '2 wins, 1 draws, 1 losses: 62 % (95 % interval 22 to 91 %)'
        """
        shares = [outcome.share for outcome in outcomes]
        wins, losses = shares.count(1.0), shares.count(0.0)
        return cls(wins, len(shares) - wins - losses, losses, sum(shares))

    @property
    def games(self) -> int:
        """Count the games."""
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        low, high = interval(self.share, self.games)
        counts = f"{self.wins} wins, {self.draws} draws, {self.losses} losses"
        share = self.share / self.games
        return (
            f"{counts}: {100 * share:.0f} % (95 % interval {100 * low:.0f} to {100 * high:.0f} %)"
        )


def interval(share: float, games: int, deviations: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval for a share of games, by default that of 95 %.

    >>> [round(end, 3) for end in interval(130, 200)]
    [0.582, 0.713]
    """
    mean, spread = share / games, deviations**2 / games
    middle = mean + spread / 2
    half = sqrt(spread * mean * (1 - mean) + spread**2 / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def pace(duel: Duel, outcomes: Sequence[DuelGame]) -> str:
    """Say how long the choices of each contestant took.

    >>> duel = Duel("any", ("hard", "easy"), 1, 1, 2, {})
    >>> pace(duel, [DuelGame(1.0, ((0.2, 0.4, 0.9), (0.001,)))])
    'hard: median 400 ms, mean 500 ms, longest 900 ms; easy: median 1 ms, mean 1 ms, longest 1 ms'
    """
    parts = []
    for contestant in dict.fromkeys(duel.contestants):
        seconds = [
            spent
            for outcome in outcomes
            for name, choices in zip(duel.contestants, outcome.seconds, strict=True)
            if name == contestant
            for spent in choices
        ]
        if seconds:
            middle, mean, longest = map(
                _milliseconds, (median(seconds), fmean(seconds), max(seconds))
            )
            parts.append(f"{contestant}: median {middle}, mean {mean}, longest {longest}")
    return "; ".join(parts)


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.2g} ms" if seconds < 0.1 else f"{1000 * seconds:.0f} ms"
