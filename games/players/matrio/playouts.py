"""Judging plays of MatriO by playing the game on to its end, many times, quickly.

What a seat can't see is dealt again for each round of playouts, from what it can: the cards on
the table, its own, and how many the others hold. In a playout every seat plays the most
profitable of a few cards. Plays that do badly are dropped half by half. What does not belong
here: levels and words (`games.players.matrio`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from operator import itemgetter
from random import Random
from typing import Final

from games.matrio.board import CARDS, SEATS
from games.matrio.rules import Play, Position
from games.players.matrio.greedy import AGAINST, best_of, plays_of, slopes_for
from games.players.matrio.table import Table

_LOOKED_AT: Final = 3
"""At how many of its cards a seat looks in a playout."""
_TRIED: Final = 24
"""About how many plays are tried: as many trays for each card, …"""
_LEAST_TRAYS: Final = 2
"""… and at least this number."""
_MARGIN: Final = 100.0
"""How many points ahead make a first place likely: odds of e to 1."""

Choose = Callable[[Table, int, Random], tuple[int, int]]
"""How the seat to move plays in a playout: which card, and to which tray."""


def redealt(view: Position, rng: Random) -> list[list[int]]:
    """Deal the cards that cannot be seen to the seats that hold them, as many as each holds."""
    seen = {card for stack in view.trays for card in stack}
    known = [[card for card in hand if card is not None] for hand in view.hands]
    seen.update(*known)
    unseen = [card for card in range(len(CARDS)) if card not in seen]
    rng.shuffle(unseen)
    hands = []
    for hand, cards in zip(view.hands, known, strict=True):
        hidden = len(hand) - len(cards)
        hands.append(cards + unseen[:hidden])
        del unseen[:hidden]
    return hands


def greediest(table: Table, seat: int, rng: Random) -> tuple[int, int]:
    """Return which of a few of its cards the seat to move plays, and to which tray."""
    hand = table.hands[seat]
    cards = hand if len(hand) <= _LOOKED_AT else rng.sample(hand, _LOOKED_AT)
    _, card, tray = best_of(table, cards, slopes_for(table, seat, AGAINST), rng)
    return card, tray


def play_on(table: Table, rng: Random, choose: Choose = greediest) -> int:
    """Play a table on to its end, and return how many plays that took."""
    plays = 0
    while (seat := table.seat) is not None:
        card, tray = choose(table, seat, rng)
        table.play(card, tray)
        plays += 1
    return plays


def shares_of(table: Table, margin: float = _MARGIN) -> list[float]:
    """Return each seat's share of the first place at the end of a playout, by the totals.

    A seat that is ahead by `margin` has odds of e to 1: a playout is only one way in which it may end.
    Nobody has a share where all are out of the game.
    """
    playing = [seat for seat in range(SEATS) if not table.out >> seat & 1]
    weights = [0.0] * SEATS
    if not playing:
        return weights
    best = max(table.totals[seat] for seat in playing)
    for seat in playing:
        weights[seat] = exp((table.totals[seat] - best) / margin)
    total = sum(weights)
    return [weight / total for weight in weights]


class Trial:
    """A play that is tried, and how it did.

    `total` is what its tries came to, and what it had before them for its looks.
    """

    __slots__ = ("play", "total", "tries")

    def __init__(self, play: Play, total: float = 0.0) -> None:
        self.play = play
        self.tries = 0
        self.total = total

    @property
    def value(self) -> float:
        """Return the mean share of the first place; 0 before the first try."""
        return self.total / self.tries if self.tries else 0.0


@dataclass(frozen=True, slots=True)
class Style:
    """How a game is played on: by which choices, and after which plays."""

    choose: Choose
    tried: Callable[[Table, int, Sequence[Play], Random], list[Trial]]
    """What lists plays of a seat, of those that are legal, the most promising first."""


def _promising(table: Table, seat: int, legal: Sequence[Play], rng: Random) -> list[Trial]:
    """List the plays that win most immediately, some for each card, the best first."""
    slopes = slopes_for(table, seat, AGAINST)
    allowed = {(play.card, play.tray): play for play in legal}
    cards = list(dict.fromkeys(play.card for play in legal))
    trays = max(_LEAST_TRAYS, _TRIED // len(cards))
    found = []
    for card in cards:
        plays = [(gain, rng.random(), tray) for gain, tray in plays_of(table, card, slopes)]
        plays.sort(reverse=True)
        found += [(gain, luck, allowed[card, tray]) for gain, luck, tray in plays[:trays]]
    found.sort(key=itemgetter(0, 1), reverse=True)
    return [Trial(play) for _, _, play in found]


GREEDY: Final = Style(greediest, _promising)
"""As hard plays on."""


def search(
    view: Position,
    legal: Sequence[Play],
    rng: Random,
    plies: int,
    spent: Callable[[], bool],
    most: int = 1,
    style: Style = GREEDY,
) -> list[Trial]:
    """Try plays in playouts of `plies` in all; return at most `most` of them, best first.

    If the budget is spent before, those that look best so far. Other hands are not looked at.
    """
    view = view.seen_by(view.seat)
    # Which of the hidden cards anybody holds does not matter before playing on.
    table = Table(view, redealt(view, Random(0)))
    trials = style.tried(table, view.seat, legal, rng)
    rounds = max(1, (len(trials) // most).bit_length())
    for _ in range(rounds):
        _try_all(trials, view, table, rng, plies // rounds, spent, style.choose)
        # Sorting keeps the order of how promising they are among those that did equally well.
        trials.sort(key=lambda trial: -trial.value)
        trials = trials[: max(most, (len(trials) + 1) // 2)]
    return trials[:most]


def _try_all(
    trials: Sequence[Trial],
    view: Position,
    table: Table,
    rng: Random,
    plies: int,
    spent: Callable[[], bool],
    choose: Choose,
) -> None:
    """Play on after each play, with the same cards and the same luck, until the plies are used up."""
    while plies > 0 and not spent():
        hands = redealt(view, rng)
        seed = rng.getrandbits(32)
        for trial in trials:
            tried = table.copy(hands)
            tried.play(trial.play.card, trial.play.tray)
            plies -= 1 + play_on(tried, Random(seed), choose)
            trial.total += shares_of(tried)[view.seat]
            trial.tries += 1
