"""Handicaps: what some players of a game get, so that friends of different strength enjoy it together.

A game says in its `About` which handicaps it has: a head start in points, or fewer dice to bring home. A
record says which seat has which. What does not belong here: what follows in a game (its `rules`),
and for whom a handicap is (`bot`, which knows people).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.errors import OptionError
from games.words import Plural, Seat, Text, joined, listed, series

Handicaps = tuple[int, ...]
"""The size of each seat's handicap, 0 where there is none; () where nobody has one."""

NO_HANDICAPS: Final[Handicaps] = ()


@dataclass(frozen=True, slots=True)
class Handicap:
    """The handicaps of a game: their sizes, smallest first, and what each is called.

    A label is part of a sentence ("a head start of 20 points"), a tag is short enough for a picture, and
    the rule explains them.
    """

    sizes: tuple[int, ...]
    labels: tuple[Text, ...]
    tags: tuple[Text, ...]
    rule: Text

    def label(self, size: int) -> Text:
        """Say what a player with a handicap of this size gets."""
        return self.labels[self.sizes.index(size)]

    def tag(self, size: int) -> Text:
        """Say the same in a picture, next to the player's points."""
        return self.tags[self.sizes.index(size)]


def head_starts(*sizes: int) -> Handicap:
    """Return head starts in points, for a game that is won by points.

    >>> str(head_starts(10, 20).label(20))
    'a head start of 20 points'
    """
    return Handicap(
        sizes,
        tuple(
            Plural("a head start of {n} point", "a head start of {n} points", size)
            for size in sizes
        ),
        tuple(Text("head start {n}", n=size) for size in sizes),
        Text("A head start is in the points that are shown, from the first turn on."),
    )


def tidy(sizes: Sequence[int]) -> Handicaps:
    """Return the handicaps of seats, () where nobody has one.

    >>> tidy([0, 20]), tidy([0, 0])
    ((0, 20), ())
    """
    return tuple(sizes) if any(sizes) else NO_HANDICAPS


def check(handicap: Handicap | None, game: str, seats: int, sizes: Handicaps) -> None:
    """Raise OptionError unless a game of this name and number of seats can have these handicaps."""
    if not sizes:
        return
    if handicap is None:
        raise OptionError(Text("{game} has no handicap.", game=game))
    if len(sizes) != seats:
        raise OptionError(
            Text("There must be one handicap for each of the {seats} seats.", seats=seats)
        )
    for size in sizes:
        if size and size not in handicap.sizes:
            raise OptionError(
                Text(
                    "A handicap in {game} can be {sizes}, not {given}.",
                    game=game,
                    sizes=series(handicap.sizes),
                    given=size,
                )
            )
    if all(sizes) or not any(sizes):
        raise OptionError(Text("A handicap is for some of the players: not for all, nor for none."))


def plus(points: tuple[int, ...], sizes: Handicaps) -> tuple[int, ...]:
    """Return points with the head starts of their seats.

    >>> plus((3, 4), (0, 20)), plus((3, 4), ())
    ((3, 24), (3, 4))
    """
    return tuple(map(sum, zip(points, sizes, strict=True))) if sizes else points


def told(handicap: Handicap | None, sizes: Handicaps) -> Text | None:
    """Say which seats have which handicap, the largest first; None where nobody has one.

    >>> str(told(head_starts(10, 20), (20, 0, 20)))
    'player 1 and player 3: a head start of 20 points'
    """
    if handicap is None or not any(sizes):
        return None
    said = []
    for size in sorted({*sizes} - {0}, reverse=True):
        players = [
            Text("{player}", player=Seat(seat)) for seat, one in enumerate(sizes) if one == size
        ]
        said.append(
            Text("{players}: {handicap}", players=listed(players), handicap=handicap.label(size))
        )
    return joined(said, "{one} · {two}")
