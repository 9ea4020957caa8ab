"""Judging plays of MatriO by playing the game on to its end, many times, quickly.

What a seat can't see is dealt again for each round of playouts, from what it can: the cards on
the table, its own, and how many the others hold. How the seats play in a playout is a style: in
hard's, every seat plays the most profitable of a few cards. Plays that do badly are dropped half by
half. What does not belong here: levels and words (`games.players.matrio`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp
from operator import itemgetter
from random import Random
from typing import Final

from games.matrio.board import CARDS, SEATS
from games.matrio.rules import Play, Position
from games.players.matrio.closing import is_closing
from games.players.matrio.greedy import AGAINST, best_of, plays_of, slopes_for
from games.players.matrio.table import Table

_LOOKED_AT: Final = 3
"""At how many of its cards a seat looks in a playout."""
_TRIED: Final = 24
"""About how many plays are tried: as many trays for each card, …"""
_LEAST_TRAYS: Final = 2
"""… and at least this number."""
_DEALS: Final = 24
"""So many deals are all tried, if chance decides nothing else."""
_MARGIN: Final = 100.0
"""How many points ahead make a first place likely, usually: odds of e to 1."""

Choose = Callable[[Table, int, Random], tuple[int, int]]
"""How the seat to move plays in a playout: which card, and to which tray."""


def redealt(view: Position, rng: Random) -> list[list[int]]:
    """Deal the cards that cannot be seen to the seats that hold them, as many as each holds."""
    known, unseen = _cards_of(view)
    rng.shuffle(unseen)
    hands = []
    for hand, cards in zip(view.hands, known, strict=True):
        hidden = len(hand) - len(cards)
        hands.append(cards + unseen[:hidden])
        del unseen[:hidden]
    return hands


def every_deal(view: Position) -> list[list[list[int]]]:
    """List all ways to deal the cards that cannot be seen, or nothing if there are more than a few."""
    known, unseen = _cards_of(view)
    hidden = [len(hand) - len(cards) for hand, cards in zip(view.hands, known, strict=True)]
    ways, left = 1, len(unseen)
    for number in hidden:
        ways *= comb(left, number)
        left -= number
    return [] if ways > _DEALS else list(_dealt(known, hidden, unseen))


def _dealt(
    known: Sequence[list[int]], hidden: Sequence[int], unseen: Sequence[int]
) -> Iterator[list[list[int]]]:
    """Yield the hands to which a number of unseen cards is added each."""
    if not known:
        yield []
        return
    for cards in combinations(unseen, hidden[0]):
        left = [card for card in unseen if card not in cards]
        for others in _dealt(known[1:], hidden[1:], left):
            yield [[*known[0], *cards], *others]


def _cards_of(view: Position) -> tuple[list[list[int]], list[int]]:
    """Return which cards of each hand can be seen, and all cards that lie nowhere in sight."""
    seen = {card for stack in view.trays for card in stack}
    known = [[card for card in hand if card is not None] for hand in view.hands]
    seen.update(*known)
    return known, [card for card in range(len(CARDS)) if card not in seen]


def greediest(table: Table, seat: int, rng: Random) -> tuple[int, int]:
    """Return which of a few of its cards the seat to move plays, and to which tray."""
    hand = table.hands[seat]
    cards = hand if len(hand) <= _LOOKED_AT else rng.sample(hand, _LOOKED_AT)
    _, card, tray = best_of(table, cards, slopes_for(table, seat, AGAINST), rng)
    return card, tray


def play_on(table: Table, rng: Random, choose: Sequence[Choose]) -> int:
    """Play a table on to its end, each seat by its own choices, and return how many plays that took."""
    plays = 0
    while (seat := table.seat) is not None:
        card, tray = choose[seat](table, seat, rng)
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

    own: Choose
    """How the seat chooses that searches, …"""
    others: Choose
    """… and how all others do."""
    tried: Callable[[Table, int, Sequence[Play], Random], list[Trial]]
    """What lists plays of a seat, of those that are legal, the most promising first."""
    margin: float = _MARGIN
    """How many points ahead make a first place likely at the end of a playout: odds of e to 1."""
    last: int = 0
    """Of how many plays, the last ones of a game, none is left to chance."""
    extra: int = 0
    """How many plies a playout counts for in addition to those that it plays, for what its end takes."""

    def choices(self, seat: int) -> list[Choose]:
        """Return how each seat chooses when one of them searches."""
        return [self.own if each == seat else self.others for each in range(SEATS)]


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


GREEDY: Final = Style(greediest, greediest, _promising)
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
    if style.last and is_closing(table, style.last + 1) and (deals := every_deal(view)):
        for hands in deals:
            _try_each(trials, table, view.seat, hands, 0, style)
            if spent():
                break
        return _sorted(trials)[:most]
    rounds = max(1, (len(trials) // most).bit_length())
    for _ in range(rounds):
        left = plies // rounds
        while left > 0 and not spent():
            hands, seed = redealt(view, rng), rng.getrandbits(32)
            left -= _try_each(trials, table, view.seat, hands, seed, style)
        trials = _sorted(trials)[: max(most, (len(trials) + 1) // 2)]
    return trials[:most]


def _try_each(
    trials: Sequence[Trial],
    table: Table,
    seat: int,
    hands: Sequence[Sequence[int]],
    seed: int,
    style: Style,
) -> int:
    """Play on after each play, with the same cards and the same luck; return how many plies that took."""
    plies, choices = 0, style.choices(seat)
    for trial in trials:
        tried = table.copy(hands)
        tried.play(trial.play.card, trial.play.tray)
        plies += 1 + style.extra + play_on(tried, Random(seed), choices)
        trial.total += shares_of(tried, style.margin)[seat]
        trial.tries += 1
    return plies


def _sorted(trials: Sequence[Trial]) -> list[Trial]:
    """Sort plays by how well they did; the more promising come first among those that did equally well."""
    return sorted(trials, key=lambda trial: -trial.value)
