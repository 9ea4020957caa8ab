"""The rules of MatriO: which card may go to which tray, who gets a dot, and what dots score.

Four players lay cards on the trays of three rows and three columns. A player who completes
a row and a column that meet puts a dot where they do; from then on the dot scores the sum, over the
suits, of the row's top card times the column's. What does not belong here: what cards and
trays are called (`board`), notation (`notation`), words (`words`) and
the building of a move (`choices`, `typing`).

The trays that hold a card are one number with a bit for each. All moves of a card to any of a
suit's trays are ready in a table, so a legal list is put together from few pieces.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from games import game
from games.errors import IllegalMove
from games.handicap import NO_HANDICAPS, Handicaps
from games.matrio.board import (
    CARD_INDEX,
    CARDS,
    CELLS,
    LINES,
    SEATS,
    SUITS,
    TRAYS,
    cell_lines,
    line_cells,
    tray_line,
    tray_suit,
)
from games.matrio.signs import name_card, name_tray
from games.words import Seat, Text, series

OPENER: Final = CARD_INDEX["2C"]
"""Its holder takes the first turn."""

Hand = tuple[int | None, ...]
"""The cards of a seat in the order of `CARDS`; None is a card that lies face down."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card to a tray; both are numbers of `board`."""

    card: int
    tray: int


_ALL: Final = (1 << TRAYS) - 1
_SUIT: Final = tuple(
    sum(1 << tray for tray in range(TRAYS) if tray_suit(tray) == suit) for suit in range(len(SUITS))
)
"""For each suit: its trays, as bits."""
_LINE: Final = tuple(
    sum(1 << tray for tray in range(TRAYS) if tray_line(tray) == line) for line in range(LINES)
)
"""For each line: its trays, as bits."""
_CROSSING: Final = tuple(
    tuple(
        (_LINE[other], cell)
        for cell in line_cells(line)
        for other in cell_lines(cell)
        if other != line
    )
    for line in range(LINES)
)
"""For each line: the lines that cross it, as bits of trays, with the cells where they meet."""


def _subsets(bits: int) -> Iterator[int]:
    subset = bits
    while subset:
        yield subset
        subset = (subset - 1) & bits
    yield 0


def _by_trays(plays: tuple[Play, ...]) -> dict[int, tuple[Play, ...]]:
    """List the moves of a card to any trays of one suit, each set from one with a tray less."""
    found = {0: tuple[Play, ...]()}
    for bits in _TRAY_SETS:
        highest = bits.bit_length() - 1
        found[bits] = (*found[bits ^ 1 << highest], plays[highest])
    return found


_EVERYWHERE: Final = tuple(
    tuple([Play(card, tray) for tray in range(TRAYS)]) for card in range(len(CARDS))
)
_TRAY_SETS: Final = sorted({bits for suit in _SUIT for bits in _subsets(suit) if bits})
_PLAYS: Final = tuple(map(_by_trays, _EVERYWHERE))
"""For each card, by any trays of one suit as bits: the moves of the card to these trays."""
_OPENINGS: Final = _PLAYS[OPENER][_SUIT[SUITS.index("C")]]
_FOLLOWING: Final[tuple[tuple[int, ...], ...]] = tuple(
    (*range(seat + 1, SEATS), *range(seat)) for seat in range(SEATS)
)
"""For each seat: the others, in the order of play."""
_SUIT_OF: Final[tuple[int | None, ...]] = tuple(card.suit for card in CARDS)
_VALUE: Final[tuple[int, ...]] = tuple(card.value for card in CARDS)


@dataclass(frozen=True, slots=True)
class Change:
    """What a move did to a cell of the grid: whose dot lies there, its score before and after.

    `old` is None where the move placed the dot.
    """

    cell: int
    owner: int
    old: int | None
    new: int

    @property
    def gain(self) -> int:
        """Return what the owner won, below nought for a loss."""
        return self.new - (self.old or 0)


@dataclass(frozen=True, slots=True)
class Deal:
    """What is fixed for a whole game: the hands at the start, and how the first turn is taken."""

    hands: tuple[Hand, ...] = field(repr=False)
    opener: int
    """The seat that holds 2C at the start. Everybody knows it: it takes the first turn."""
    lead: bool
    """Whether it must open with 2C (`lead: 2C`)."""
    handicap: Handicaps = NO_HANDICAPS


@dataclass(frozen=True, slots=True)
class Position(game.Position[Play]):
    """A game of MatriO at one moment.

    For drawing and describing: `hands`, `trays`, `dots`, `cells`, `points`, `to_move` and
    `withdrawn`; `destinations(card)` for where a card may go, and the function `changes` for
    what a move did to the scores. Cards, trays and cells are numbers that `board`
    explains: `CARDS[card]` has a card's name, rank, suit and value; `card_name`, `tray_name`
    and `cell_name` give what people type. What a reader may not see is not in what `seen_by`
    gives; beyond that, `repr` never shows a hand.
    """

    deal: Deal
    hands: tuple[Hand, ...] = field(repr=False)
    """For each seat its cards, sorted by suit; None for each one that the reader may not see."""
    seat: int
    """The seat to move; once the game is over, any."""
    trays: tuple[tuple[int, ...], ...] = ((),) * TRAYS
    """For each of the 24 trays its cards from bottom to top; the last one counts."""
    dots: tuple[int | None, ...] = (None,) * CELLS
    """For each of the nine cells the seat whose dot lies there, or None."""
    withdrawn: frozenset[int] = frozenset()
    """The seats that are out of the game: without a dot once all nine lay, or gone."""
    filled: int = 0
    """The trays that hold a card, as bits."""

    @classmethod
    def first(cls, hands: Sequence[Sequence[int]], *, lead: bool) -> "Position":
        """Return the position before the first move: the holder of 2C takes the first turn."""
        dealt: tuple[Hand, ...] = tuple(tuple(sorted(hand)) for hand in hands)
        opener = next(seat for seat, hand in enumerate(dealt) if OPENER in hand)
        return cls(Deal(dealt, opener, lead), dealt, opener)

    @property
    def to_move(self) -> int | None:
        """Return the seat to move, None once no cards are left."""
        return self.seat if self.hands[self.seat] else None

    @property
    def handicap(self) -> Handicaps:
        """Return the head starts."""
        return self.deal.handicap

    @property
    def must_open(self) -> bool:
        """Whether the seat to move has to play 2C."""
        return self.deal.lead and not self.filled and self.seat == self.deal.opener

    def score(self, cell: int) -> int | None:
        """Return what a cell scores now, None where no dot lies: the sum of its four products."""
        if self.dots[cell] is None:
            return None
        row, column = (line * len(SUITS) for line in cell_lines(cell))
        trays = self.trays
        return sum(
            _VALUE[trays[row + suit][-1]] * _VALUE[trays[column + suit][-1]]
            for suit in range(len(SUITS))
        )

    @property
    def cells(self) -> tuple[int | None, ...]:
        """Return what each of the nine cells scores now, None where no dot lies."""
        return tuple(self.score(cell) for cell in range(CELLS))

    @property
    def points(self) -> tuple[int | None, ...]:
        """Return what each seat's dots score, None for those withdrawn."""
        totals = [0] * SEATS
        for owner, score in zip(self.dots, self.cells, strict=True):
            if owner is not None and score is not None:
                totals[owner] += score
        return tuple(None if seat in self.withdrawn else total for seat, total in enumerate(totals))

    def destinations(self, card: int) -> tuple[int, ...]:
        """Return the trays to which a card may go, from any hand (and 2C need not come first)."""
        trays = self._open_to(card)
        return tuple(tray for tray in range(TRAYS) if trays >> tray & 1)

    def legal_moves(self) -> list[Play]:
        """List the legal moves; there are none of cards that lie face down."""
        hand, filled = self.hands[self.seat], self.filled
        if self.must_open:
            return [*_OPENINGS] if OPENER in hand else []
        moves: list[Play] = []
        for card in hand:
            if card is None:
                continue
            suit = _SUIT_OF[card]
            if suit is None or filled == _ALL:
                moves += _EVERYWHERE[card]
            elif empty := _SUIT[suit] & ~filled:
                moves += _PLAYS[card][empty]
            else:
                plays = _PLAYS[card]
                for trays in _SUIT:
                    moves += plays[filled & trays]
        return moves

    def play(self, move: Play) -> "Position":
        """Return the position after a move.

        Raises IllegalMove, naming what is wrong: a card not held, a tray that must wait, …
        """
        card, tray, seat = move.card, move.tray, self.seat
        hand = self.hands[seat]
        if (
            card not in hand
            or not self._open_to(card) >> tray & 1
            or (self.must_open and card != OPENER)
        ):
            raise IllegalMove(self.objection(move))
        n = hand.index(card)
        changed_hands, changed_trays = list(self.hands), list(self.trays)
        changed_hands[seat] = hand[:n] + hand[n + 1 :]
        stack = changed_trays[tray]
        changed_trays[tray] = (*stack, card)
        hands, trays = tuple(changed_hands), tuple(changed_trays)
        filled, dots, withdrawn = self.filled, self.dots, self.withdrawn
        if not stack:
            filled |= 1 << tray
            dots = self._dotted(filled, tray_line(tray))
            if None not in dots:
                withdrawn |= frozenset(range(SEATS)).difference(dots)
                hands = _without(hands, withdrawn)
        return Position(self.deal, hands, _next(hands, seat), trays, dots, withdrawn, filled)

    @property
    def obstacle(self) -> Text | None:
        """Say why nothing can be played here at all, if so: the end, or cards face down."""
        if self.to_move is None:
            return Text("No cards are left: the game is over.")
        if None in self.hands[self.seat]:
            return Text("The cards of {player} lie face down here.", player=Seat(self.seat))
        return None

    def objection(self, move: Play) -> Text:
        """Say why a move may not be made; only asked of one that `legal_moves` does not list."""
        if obstacle := self.obstacle:
            return obstacle
        card, tray = name_card(move.card), name_tray(move.tray)
        if move.card not in self.hands[self.seat]:
            return Text("There is no {card} in your hand.", card=card)
        if self.must_open and move.card != OPENER:
            return Text("This game must be opened with {card}.", card=name_card(OPENER))
        match [name_tray(tray) for tray in self.destinations(move.card) if not self.trays[tray]]:
            case []:
                return Text(
                    "{tray} is empty: only a card of its own suit or a joker may fill it.",
                    tray=tray,
                )
            case [only]:
                return Text(
                    "{card} has to fill {tray}, the last empty tray of its suit.",
                    card=card,
                    tray=only,
                )
            case empty:
                return Text(
                    "{card} has to fill an empty tray of its suit: {trays}.",
                    card=card,
                    trays=series(empty),
                )

    def scores(self) -> tuple[int | None, ...]:
        """Return each seat's total, head starts included, None for those withdrawn."""
        points, given = self.points, self.handicap
        if not given:
            return points
        return tuple(
            None if one is None else one + more for one, more in zip(points, given, strict=True)
        )

    def result(self) -> game.Result | None:
        """Return the result once no cards are left; equal totals share the first place."""
        if self.to_move is not None:
            return None
        points = self.scores()
        best = max((total for total in points if total is not None), default=None)
        winners = tuple(seat for seat in range(SEATS) if points[seat] == best is not None)
        return game.Result(points, winners, game.Reason.PLAYED)

    def seen_by(self, seat: int | None) -> "Position":
        """Return the position with the cards of all other hands face down."""
        deal = replace(self.deal, hands=_face_down(self.deal.hands, seat))
        return replace(self, deal=deal, hands=_face_down(self.hands, seat))

    def leave(self, seat: int) -> "Position":
        """Return the position after a seat leaves: its hand is put away, its dots stay."""
        withdrawn = self.withdrawn | {seat}
        hands = _without(self.hands, withdrawn)
        to_move = _next(hands, seat) if seat == self.seat else self.seat
        return replace(self, hands=hands, seat=to_move, withdrawn=withdrawn)

    def turned_to(self, seat: int) -> "Position":
        """Return the position as if it were a seat's turn."""
        return replace(self, seat=seat)

    def _open_to(self, card: int) -> int:
        """Return the trays to which a card may go, as bits."""
        suit = _SUIT_OF[card]
        if suit is None:
            return _ALL
        return _SUIT[suit] & ~self.filled or self.filled

    def _dotted(self, filled: int, line: int) -> tuple[int | None, ...]:
        """Return the dots after a tray of a line has been filled by the seat to move."""
        if _LINE[line] & ~filled:
            return self.dots
        dots = list(self.dots)
        for crossing, cell in _CROSSING[line]:
            if not crossing & ~filled:
                dots[cell] = self.seat
        return tuple(dots)


def changes(before: Position, move: Play, after: Position) -> tuple[Change, ...]:
    """Return the cells whose score a move changed or whose dot it placed, in the grid's order."""
    return tuple(
        Change(cell, owner, old, new)
        for cell in line_cells(tray_line(move.tray))
        if (owner := after.dots[cell]) is not None
        and (new := after.score(cell)) is not None
        and (old := before.score(cell)) != new
    )


def _next(hands: Sequence[Hand], seat: int) -> int:
    """Return the next seat that holds cards, or the same one if nobody else does."""
    for following in _FOLLOWING[seat]:
        if hands[following]:
            return following
    return seat


def _without(hands: Sequence[Hand], withdrawn: frozenset[int]) -> tuple[Hand, ...]:
    """Put the hands of withdrawn seats away."""
    return tuple(() if seat in withdrawn else hand for seat, hand in enumerate(hands))


def _face_down(hands: Sequence[Hand], reader: int | None) -> tuple[Hand, ...]:
    """Turn all hands but the reader's face down."""
    return tuple(hand if seat == reader else (None,) * len(hand) for seat, hand in enumerate(hands))
