"""Building a move of MatriO in steps, for the turn panel: the card, then the tray.

What does not belong here: moves that are typed (`matrio_typing`); buttons and lists (`cogs`).
"""

from collections.abc import Sequence

from games.errors import IllegalMove
from games.matrio_board import (
    CARD_INDEX,
    CARDS,
    TRAY_INDEX,
    card_name,
    line_name,
    tray_line,
    tray_name,
)
from games.matrio_rules import Play, Position, changes
from games.matrio_signs import mention_card, name_card, name_tray
from games.matrio_words import (
    describe_effects,
    describe_withdrawals,
    name_play,
)
from games.rules import Choice, Step
from games.words import Plural, Text, joined, quoted, series, signed


def steps(position: Position, chosen: Sequence[str]) -> Step[Play]:
    """Give the next choices after the tokens chosen so far; IllegalMove if they lead nowhere."""
    if obstacle := position.obstacle:
        raise IllegalMove(obstacle)
    match chosen:
        case []:
            return _card_step(position)
        case [card] if card in CARD_INDEX:
            return _tray_step(position, CARD_INDEX[card])
        case [card, tray] if card in CARD_INDEX and tray in TRAY_INDEX:
            return _complete(position, Play(CARD_INDEX[card], TRAY_INDEX[tray]))
        case _:
            raise IllegalMove(Text("{chosen} is no choice here.", chosen=quoted(" ".join(chosen))))


def describe_gain(position: Position, move: Play) -> Text:
    """Sum up what a legal move does: "you +87, others −20"."""
    changed = changes(position, move, position.play(move))
    if not changed:
        return Text("changes no score")
    mine = sum(change.gain for change in changed if change.owner == position.seat)
    others = sum(change.gain for change in changed if change.owner != position.seat)
    swing = Text("you {mine}, others {others}", mine=_swing(mine), others=_swing(others))
    if dots := sum(change.old is None for change in changed):
        return Plural("{n} new dot; {swing}", "{n} new dots; {swing}", dots, swing=swing)
    return swing


def label_tray(position: Position, tray: int) -> Text:
    """Name a tray with what lies on it: "r1 ♠, covers 5♠"."""
    stack = position.trays[tray]
    if not stack:
        return Text("{tray}, empty", tray=name_tray(tray))
    return Text("{tray}, covers {card}", tray=name_tray(tray), card=name_card(stack[-1]))


def _card_step(position: Position) -> Step[Play]:
    """Offer the cards, sorted by suit, with what they are worth and where they may go."""
    cards = dict.fromkeys(move.card for move in position.legal_moves())
    choices = tuple(
        Choice(
            card_name(card),
            name_card(card),
            Text(
                "worth {value}, {where}",
                value=CARDS[card].value,
                where=_describe_destinations(position, card),
            ),
        )
        for card in cards
    )
    return Step(Text("Which card?"), choices)


def _tray_step(position: Position, card: int) -> Step[Play]:
    moves = [move for move in position.legal_moves() if move.card == card]
    if not moves:
        raise IllegalMove(position.objection(Play(card, 0)))
    choices = tuple(
        Choice(
            tray_name(move.tray),
            label_tray(position, move.tray),
            describe_gain(position, move),
        )
        for move in sorted(moves, key=lambda move: move.tray)
    )
    prompt = Text("Which tray for {card}?", card=mention_card(card))
    return Step(prompt, choices)


def _complete(position: Position, move: Play) -> Step[Play]:
    """Say all that the move would change, for a last look before it is confirmed."""
    after = position.play(move)
    question = Text("Play {move}?", move=name_play(position, move))
    effects = describe_effects(position, move, after) or Text("no score changes")
    told = Text("{question} Then: {effects}.", question=question, effects=effects)
    prompt = joined([told, *describe_withdrawals(position, after)], "{one} {two}")
    return Step(prompt, move=move)


def _describe_destinations(position: Position, card: int) -> Text:
    """Say where a card may go, as short as a list's second line."""
    trays = position.destinations(card)
    if CARDS[card].suit is None:
        return Text("may go to any tray")
    if any(position.trays[tray] for tray in trays):
        return Text("may cover any filled tray")
    lines = series(line_name(tray_line(tray)) for tray in trays)
    return Text("has to fill {lines}", lines=lines)


def _swing(points: int) -> str:
    return signed(points, plus=points != 0)
