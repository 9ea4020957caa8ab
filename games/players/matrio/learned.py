"""Choosing in MatriO as was learned from games against three who take what wins most immediately.

What a play does is told in a few numbers; these, times weights, add up to its strength, and chance
decides in proportion to the exponentials of all strengths. Each part of the game has weights of its own
in `learned.json`. What does not belong here: how they are found (`training`), and playing on
(`games.players.matrio.playouts`).
"""

import json
from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import exp
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple

from games.matrio.board import SEATS, SUITS, TRAYS, tray_line
from games.matrio.rules import Play
from games.players.matrio.closing import LAST, closing, is_closing
from games.players.matrio.greedy import trays_in
from games.players.matrio.playouts import Style, Trial, greediest
from games.players.matrio.table import CROSSING, FULL, LINE_TRAYS, SUIT, SUIT_TRAYS, VALUE, Table

_LATE: Final = 12
"""While so few cards are left, each number of them is a part of the game; before, each size of the own hand."""
_FIRST: Final = LAST + 1
"""The number of cards left in the last part; with fewer, this part goes on."""
_LEAST_HAND: Final = 4
_MOST_HAND: Final = 13
PARTS: Final = _LATE - _FIRST + 1 + _MOST_HAND - _LEAST_HAND + 1
"""How many parts a game has."""
_LEAD: Final = 100.0
"""How many points ahead of the others count e times as much where a rival's lead matters."""
_HIGH: Final = 9
"""From this value on a card is a high one."""
_TRIED: Final = 12
"""How many plays a search tries: those of the greatest strength."""
_SAID: Final = 1.0
"""How many playouts a point of strength counts for."""
_MARGIN: Final = 30.0
"""How many points ahead make a first place likely: few, as the last plays are played well."""
_CLOSING: Final = 20
"""As many plies as this is about how much longer the last plays take than others."""


class Weights(NamedTuple):
    """What each number says about a play; points are counted in hundreds, values in tens."""

    own: float
    """A point won, …"""
    rivals: float
    """… one that any other wins, …"""
    leader: float
    """… and one that the leader among them wins; of two leaders, half of it each."""
    wanted: float
    """A point won on a tray that others want much, as many times as they want it more than the mean tray."""
    score: float
    """A point that a dot scores which the play places."""
    dot: float
    first: float
    """What is added for dots if they are one's first."""
    one: float
    """A cell that is left with one card to go for a dot, …"""
    two: float
    three: float
    crossed: float
    """A point of a product on a cell that has no dot yet."""
    value: float
    """A point of the value of a card that fills a tray, red or black."""
    high: float
    joker: float
    cover: float
    """Covering a card rather than filling a tray."""
    cover_value: float
    """As for a card that fills a tray, for one that covers another."""
    cover_high: float
    cover_joker: float


class Part(NamedTuple):
    """A part of the game: how plays are judged in it."""

    weights: Weights
    wanted: bool
    """Whether it counts how much others want a tray: among the last cards alone."""
    filling: tuple[float, ...]
    """What each card adds that fills a tray, …"""
    covering: tuple[float, ...]
    """… and what that covers another card."""

    @classmethod
    def of(cls, number: int, weights: Weights) -> "Part":
        """Make a part of a game ready to judge plays; the last is number 0."""
        filling, covering = [], []
        for suit, value in zip(SUIT, VALUE, strict=True):
            high = abs(value) >= _HIGH
            filling.append(
                weights.value * abs(value) / 10
                + weights.high * high
                + weights.joker * (suit is None)
            )
            covering.append(
                weights.cover
                + weights.cover_value * abs(value) / 10
                + weights.cover_high * high
                + weights.cover_joker * (suit is None)
            )
        return cls(weights, number <= _LATE - _FIRST, tuple(filling), tuple(covering))


def weights_from(text: str) -> tuple[Weights, ...]:
    """Read the weights of all parts of the game, the last part first."""
    return tuple(Weights(*row) for row in json.loads(text)["weights"])


@cache
def parts() -> tuple[Part, ...]:
    """Return all parts of the game as was learned, the last first."""
    text = files(__package__).joinpath("learned.json").read_text("utf-8")
    return tuple(Part.of(number, weights) for number, weights in enumerate(weights_from(text)))


def part_of(table: Table, seat: int) -> int:
    """Return the number of the part of the game."""
    left = sum(map(len, table.hands))
    if left <= _LATE:
        return max(0, left - _FIRST)
    hand = min(_MOST_HAND, max(_LEAST_HAND, len(table.hands[seat])))
    return _LATE - _FIRST + 1 + hand - _LEAST_HAND


def strengths(
    table: Table, seat: int, part: Part
) -> tuple[list[float], list[tuple[int, Sequence[int]]]]:
    """Return the strengths of all plays of a seat; and its cards, each with its trays, in the same order."""
    weights, wanted, filling, covering = part
    empty, tops = FULL & ~table.filled, table.tops
    fillings = _fillings(table, seat, weights) if empty else []
    filled = trays_in(table.filled)
    slopes = _slopes(table, seat, weights, wanted=wanted)
    covered = [(tops[tray], slopes[tray]) for tray in filled]
    found: list[float] = []
    plays: list[tuple[int, Sequence[int]]] = []
    for card in table.hands[seat]:
        suit, value = SUIT[card], VALUE[card]
        open_to = empty if suit is None else empty & SUIT_TRAYS[suit]
        if open_to:
            kept = filling[card]
            found += [
                fixed + rise * value + kept for fixed, rise, tray in fillings if open_to >> tray & 1
            ]
            plays.append((card, trays_in(open_to)))
        if suit is None or not open_to:
            kept = covering[card]
            found += [(value - top) * slope + kept for top, slope in covered]
            plays.append((card, filled))
    return found, plays


def _slopes(table: Table, seat: int, weights: Weights, *, wanted: bool) -> list[float]:
    """Return what each point of each tray's top card adds to the strength of covering it."""
    rivals = [(seat + step) % SEATS for step in range(1, SEATS)]
    totals = [table.totals[rival] for rival in rivals]
    playing = [not table.out >> rival & 1 for rival in rivals]
    best = max((total for total, plays in zip(totals, playing, strict=True) if plays), default=0)
    leads = [
        exp((total - best) / _LEAD) if plays else 0.0
        for total, plays in zip(totals, playing, strict=True)
    ]
    whole = sum(leads) or 1.0
    own = weights.own / 100
    first, second, third = (
        (weights.rivals + weights.leader * lead / whole) / 100 for lead in leads
    )
    mine = table.slopes[seat]
    one, two, three = (table.slopes[rival] for rival in rivals)
    slopes = [
        own * a + first * b + second * c + third * d
        for a, b, c, d in zip(mine, one, two, three, strict=True)
    ]
    if not wanted:
        return slopes
    wants = [max(abs(b), abs(c), abs(d)) for b, c, d in zip(one, two, three, strict=True)]
    more = weights.wanted / 100 / (sum(wants) / TRAYS + 1)
    return [slope + more * a * want for slope, a, want in zip(slopes, mine, wants, strict=True)]


def _fillings(table: Table, seat: int, weights: Weights) -> list[tuple[float, float, int]]:
    """List what filling each empty tray adds: in any case, for each point of the card's value; the tray."""
    filled, tops, width = table.filled, table.tops, len(SUITS)
    lacking = [(trays & ~filled).bit_count() for trays in LINE_TRAYS]
    lacks_cost = (0.0, weights.one, weights.two, weights.three)
    score, crossed = weights.score / 100, weights.crossed / 100
    dots_before = seat in table.dotted
    found = []
    for tray in trays_in(FULL & ~filled):
        line = tray_line(tray)
        suit, left = tray - width * line, lacking[line] - 1
        fixed = rise = 0.0
        dots = 0
        for _, other in CROSSING[line]:
            lacks, top = left + lacking[other], tops[width * other + suit]
            if lacks:
                rise += crossed * top
                if lacks < len(lacks_cost):
                    fixed += lacks_cost[lacks]
            else:
                dots += 1
                fixed += weights.dot + score * table.worth(line, other)
                rise += score * top
        if dots and not dots_before:
            fixed += weights.first
        found.append((fixed, rise, tray))
    return found


def drawn(found: list[float], rng: Random) -> int:
    """Draw a place in a list of strengths, in proportion to their exponentials."""
    most = max(found)
    odds = list(accumulate([exp(strength - most) for strength in found]))
    return bisect(odds, rng.random() * odds[-1], 0, len(odds) - 1)


def play_at(plays: Iterable[tuple[int, Sequence[int]]], place: int) -> tuple[int, int]:
    """Return the card and the tray at a place, counted through all cards with their trays."""
    ways = iter(plays)
    card, trays = next(ways)
    while place >= len(trays):
        place -= len(trays)
        card, trays = next(ways)
    return card, trays[place]


def learned(table: Table, seat: int, rng: Random) -> tuple[int, int]:
    """Draw which card the seat to move plays, and to which tray; the last plays are not left to chance."""
    if is_closing(table):
        return closing(table, seat)
    found, plays = strengths(table, seat, parts()[part_of(table, seat)])
    return play_at(plays, drawn(found, rng))


def rival(table: Table, seat: int, rng: Random) -> tuple[int, int]:
    """Return what any other seat plays: of a few cards the most profitable, but the last plays well."""
    return closing(table, seat) if is_closing(table) else greediest(table, seat, rng)


def likeliest(table: Table, seat: int, legal: Sequence[Play], rng: Random) -> list[Trial]:
    """List the plays of the greatest strength, the best first, with a lead for their strength.

    Where none of the plays that follow is left to chance, all are tried and none has a lead.
    """
    if is_closing(table, LAST + 1):
        return [Trial(play) for play in legal]
    allowed = {(play.card, play.tray): play for play in legal}
    found, plays = strengths(table, seat, parts()[part_of(table, seat)])
    pairs = ((card, tray) for card, trays in plays for tray in trays)
    ranked = [
        (strength, rng.random(), allowed[pair])
        for strength, pair in zip(found, pairs, strict=True)
        if pair in allowed
    ]
    ranked.sort(key=itemgetter(0, 1), reverse=True)
    most = ranked[0][0]
    return [Trial(play, _SAID * (strength - most)) for strength, _, play in ranked[:_TRIED]]


LEARNED: Final = Style(learned, rival, likeliest, _MARGIN, LAST, _CLOSING)
"""As expert plays on."""
