"""Seat people at tables of the right size, so that as few as possible meet again or are left over.

People who may not sit together never do. Everything follows from the arguments, the random numbers
included. What does not belong here: who has joined, and what is made of the tables
(`bot.services.weekly`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

APART_COST: Final = 10_000
AGAIN_COST: Final = 10
UNWANTED_COST: Final = 3
"""What it costs that two who must be apart sit together, that two meet again, and that the one who
is left over does not want to play a computer."""
TRIES: Final = 6
"""From how many drawn orders the search begins."""

Pair = frozenset[int]
Tables = list[list[int]]


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who must not sit together, who has met lately, and who plays a computer when left over."""

    apart: Collection[Pair] = frozenset()
    met: Collection[Pair] = frozenset()
    computer: Collection[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables, each of at least two people or one who plays a computer, and who is left over."""

    tables: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]


def seat(people: Sequence[int], most: int, wishes: Wishes, random: Random) -> Seating:
    """Seat people at as few tables as can be, of at most `most`, and as even as can be.

    >>> seat([1, 2, 3, 4, 5], 4, Wishes(), Random(1)).tables
    ((1, 4), (2, 3, 5))
    """
    best: Tables = []
    lowest = -1
    for _ in range(TRIES):
        tables = _improved(_drawn(people, most, random), wishes)
        cost = sum(_cost(table, wishes) for table in tables)
        if lowest < 0 or cost < lowest:
            best, lowest = tables, cost
        if not lowest:
            break
    return _seat_apart(best, wishes)


def seats_for(players: int, sizes: Sequence[int]) -> int:
    """Return the size of the table at which a number of people sit: the smallest that has room.

    >>> seats_for(1, (2,)), seats_for(3, (4,)), seats_for(3, (2, 3, 4))
    (2, 4, 3)
    """
    return next(size for size in sizes if size >= players)


def _drawn(people: Sequence[int], most: int, random: Random) -> Tables:
    order = random.sample(list(people), len(people))
    count = -(-len(order) // most)
    return [order[n::count] for n in range(count)]


def _cost(table: Sequence[int], wishes: Wishes) -> int:
    if len(table) == 1:
        return 0 if table[0] in wishes.computer else UNWANTED_COST
    return sum(_cost_of(frozenset(pair), wishes) for pair in combinations(table, 2))


def _cost_of(pair: Pair, wishes: Wishes) -> int:
    return APART_COST * (pair in wishes.apart) + AGAIN_COST * (pair in wishes.met)


def _improved(tables: Tables, wishes: Wishes) -> Tables:
    """Swap two people as long as that costs less."""
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            if not _cost(one, wishes) + _cost(other, wishes):
                continue
            for n in range(len(one)):
                for m in range(len(other)):
                    before = _cost(one, wishes) + _cost(other, wishes)
                    one[n], other[m] = other[m], one[n]
                    if _cost(one, wishes) + _cost(other, wishes) < before:
                        better = True
                    else:
                        one[n], other[m] = other[m], one[n]
    return tables


def _seat_apart(tables: Tables, wishes: Wishes) -> Seating:
    """Take those from their tables who must not sit there, and deal with those who are left over."""
    full, over = list[list[int]](), list[int]()
    for table in tables:
        sitting = sorted(table)
        while clash := [
            pair for pair in combinations(sitting, 2) if frozenset(pair) in wishes.apart
        ]:
            among = [person for pair in clash for person in pair]
            out = max(sitting, key=among.count)
            sitting.remove(out)
            over.append(out)
        if len(sitting) > 1:
            full.append(sitting)
        else:
            over += sitting
    alone = [[person] for person in over if person in wishes.computer]
    left = tuple(person for person in over if person not in wishes.computer)
    return Seating(tuple(map(tuple, sorted(full) + alone)), left)
