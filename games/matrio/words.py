"""MatriO in words: cards, trays, moves and positions as people read or hear them.

What does not belong here: the rules (`rules`), the choices that build a move
(`choices`), and how words are shown (`bot`).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from games.matrio.board import CARDS, LINES, SEATS, SIDE, SUITS, cell_name, line_name
from games.matrio.rules import OPENER, Change, Hand, Play, Position, changes
from games.matrio.signs import JOKER, mention_card, name_card, name_tray
from games.words import Plural, Seat, Text, Who, joined, signed

SUIT_WORDS: Final = (Text("spades"), Text("diamonds"), Text("clubs"), Text("hearts"))
"""The suits in the order of `SUITS`."""
_COURT_WORDS: Final = {
    "A": Text("ace"),
    "J": Text("jack"),
    "Q": Text("queen"),
    "K": Text("king"),
}


def spell_rank(rank: str) -> Text:
    """Spell a rank: "queen", "7"."""
    return _COURT_WORDS.get(rank) or Text("{rank}", rank=rank)


def spell_card(card: int) -> Text:
    """Spell a card out, as people may type it.

    >>> str(spell_card(11)), str(spell_card(50))
    ('queen of spades', 'joker')
    """
    _, rank, suit, _ = CARDS[card]
    if rank is None or suit is None:
        return JOKER
    return Text("{rank} of {suit}", rank=spell_rank(rank), suit=SUIT_WORDS[suit])


def name_points(points: int) -> Text:
    """Name a number of points."""
    return Plural("{n} point", "{n} points", points)


def name_change(change: Change) -> Text:
    """Say what happens to a cell: "r1c2 (Ann) 12 to −80", or "a dot on r1c2, 45"."""
    if change.old is None:
        return Text("a dot on {cell}, {new}", cell=cell_name(change.cell), new=change.new)
    return Text(
        "{cell} ({owner}) {old} to {new}",
        cell=cell_name(change.cell),
        owner=Seat(change.owner),
        old=change.old,
        new=change.new,
    )


def name_play(position: Position, move: Play, named: Callable[[int], Text] = mention_card) -> Text:
    """Name a move with what it covers: "Q♠ to r1 ♠, covering 5♠"."""
    card, tray = named(move.card), name_tray(move.tray)
    stack = position.trays[move.tray]
    if not stack:
        return Text("{card} to {tray}", card=card, tray=tray)
    return Text("{card} to {tray}, covering {top}", card=card, tray=tray, top=named(stack[-1]))


def name_move(position: Position, move: Play) -> Text:
    """Name a legal move for a button: "Q♠ to r1 ♠ (+45)", with what its player wins by it."""
    gain = sum(
        change.gain
        for change in changes(position, move, position.play(move))
        if change.owner == position.seat
    )
    what = Text("{card} to {tray}", card=name_card(move.card), tray=name_tray(move.tray))
    if not gain:
        return what
    return Text("{what} ({gain})", what=what, gain=signed(gain, plus=True))


def describe_effects(before: Position, move: Play, after: Position) -> Text | None:
    """List the scores that a move changed and the dots it placed; None if there are none."""
    told = [name_change(change) for change in changes(before, move, after)]
    return joined(told) if told else None


def describe_withdrawals(before: Position, after: Position) -> list[Text]:
    """Say of each seat that a move put out of the game that it withdraws."""
    return [
        Text("{player} has no dot and withdraws.", player=Seat(seat))
        for seat in sorted(after.withdrawn - before.withdrawn)
    ]


def describe_move(before: Position, move: Play, after: Position) -> Text:
    """Say which card went where, which scores that changed, and who withdraws for want of a dot."""
    what = Text("{player} played {move}", player=Seat(before.seat), move=name_play(before, move))
    effects = describe_effects(before, move, after)
    if effects is None:
        return Text("{what}.", what=what)
    told = Text("{what}: {effects}.", what=what, effects=effects)
    return joined([told, *describe_withdrawals(before, after)], "{one} {two}")


def tell_turn(turn: Sequence[tuple[Position, Play, Position]], who: Who) -> Text:
    """Tell a move in one line: "Ann: K♠ → r3 ♥, covers the joker (Ann +40, Ben −5)"."""
    ((before, move, after),) = turn
    card, tray = name_card(move.card), name_tray(move.tray)
    told = Text("{who}: {card} → {tray}", who=who, card=card, tray=tray)
    stack = before.trays[move.tray]
    if stack:
        told = Text("{told}, covers {card}", told=told, card=mention_card(stack[-1]))
    gains = Counter[int]()
    for change in changes(before, move, after):
        gains[change.owner] += change.gain
    swings = [
        Text("{player} {gain}", player=Seat(seat), gain=signed(gain, plus=True))
        for seat, gain in sorted(gains.items())
        if gain
    ]
    if swings:
        told = Text("{told} ({swings})", told=told, swings=joined(swings))
    out = [
        Text("{player}", player=Seat(seat)) for seat in sorted(after.withdrawn - before.withdrawn)
    ]
    if out:
        return Text("{told}. Out: {players}", told=told, players=joined(out))
    return told


def describe_position(position: Position) -> Text:
    """Say whose turn it is, what lies on the trays, line by line, and what everybody has.

    A hand is told to its holder: where just one lies open, as in what `seen_by` gives a seat.
    """
    lines = [_describe_line(position, line) for line in range(LINES)]
    seats = [_describe_seat(position, seat) for seat in range(SEATS)]
    told = [_describe_turn(position), *lines, *seats]
    readers = [seat for seat, hand in enumerate(position.hands) if _open_cards(hand)]
    if len(readers) == 1:
        cards = _list_names(_open_cards(position.hands[readers[0]]))
        told.append(Text("{player} holds {cards}.", player=Seat(readers[0]), cards=cards))
    return joined(told, "{one}\n{two}")


def _describe_turn(position: Position) -> Text:
    result = position.result()
    if result is None:
        if position.must_open:
            return Text(
                "{player} to open with {card}.",
                player=Seat(position.seat),
                card=name_card(OPENER),
            )
        return Text("{player} to move.", player=Seat(position.seat))
    match result.winners:
        case []:
            return Text("Nobody is left in the game.")
        case [winner]:
            return Text(
                "{player} wins with {points}.",
                player=Seat(winner),
                points=name_points(position.scores()[winner] or 0),
            )
        case winners:
            players = [Text("{player}", player=Seat(seat)) for seat in winners]
            return Text(
                "{players} share the win with {points}.",
                players=joined(players, "{one} and {two}"),
                points=name_points(position.scores()[winners[0]] or 0),
            )


def _describe_line(position: Position, line: int) -> Text:
    trays = []
    for suit, word in enumerate(SUIT_WORDS):
        stack = position.trays[line * len(SUITS) + suit]
        if stack:
            trays.append(Text("{suit} {card}", suit=word, card=name_card(stack[-1])))
        else:
            trays.append(Text("{suit} empty", suit=word))
    if line < SIDE:
        return Text("Row {line}: {trays}", line=line_name(line), trays=joined(trays))
    return Text("Column {line}: {trays}", line=line_name(line), trays=joined(trays))


def _describe_seat(position: Position, seat: int) -> Text:
    cells = [
        Text("{cell} {score}", cell=cell_name(cell), score=score)
        for cell, (owner, score) in enumerate(zip(position.dots, position.cells, strict=True))
        if owner == seat
    ]
    dots = joined(cells) if cells else Text("no dot")
    total, held = position.scores()[seat], len(position.hands[seat])
    if total is None:
        return Text("{player}, withdrawn: {dots}", player=Seat(seat), dots=dots)
    if not held:
        return Text(
            "{player}, {points}: {dots}", player=Seat(seat), points=name_points(total), dots=dots
        )
    return Text(
        "{player}, {points}, {cards}: {dots}",
        player=Seat(seat),
        points=name_points(total),
        cards=Plural("{n} card", "{n} cards", held),
        dots=dots,
    )


def _open_cards(hand: Hand) -> list[int]:
    return [card for card in hand if card is not None]


def _list_names(cards: Sequence[int]) -> Text:
    return joined([name_card(card) for card in cards])
