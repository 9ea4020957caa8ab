"""Building a move of MatriO in steps, for the turn panel: the card, then the tray, or both at once.

What does not belong here: moves that are typed (`typing`); buttons and lists (`cogs`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from games.errors import IllegalMove
from games.game import Choice, Shortcuts, Step, shortcut
from games.matrio.board import CARD_INDEX, CARDS, TRAY_INDEX, card_name, tray_name
from games.matrio.rules import Play, Position, changes
from games.matrio.signs import mention_card, name_card, name_tray
from games.matrio.words import describe_effects, describe_withdrawals, name_play
from games.words import Plural, Text, joined, quoted, signed

MOST_LISTED: Final = 25
"""As many as Discord shows in one list."""
MOST_BUTTONS: Final = 6
"""So many trays are buttons: as many as a suit has, and the best where a card may go to more."""


def steps(position: Position, chosen: Sequence[str]) -> Step[Play]:
    """Return the next choices after the tokens chosen so far; IllegalMove if they lead nowhere."""
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
            raise IllegalMove(
                Text("{chosen} is not a choice here.", chosen=quoted(" ".join(chosen)))
            )


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


def lead(position: Position, move: Play) -> int:
    """Return what a legal move gains its player over all others together."""
    return sum(
        change.gain if change.owner == position.seat else -change.gain
        for change in changes(position, move, position.play(move))
    )


def with_one_joker(moves: Iterable[Play]) -> list[Play]:
    """Leave out what is the same as an earlier move: nobody cares which of two jokers it is."""
    different: dict[object, Play] = {}
    for move in moves:
        different.setdefault((CARDS[move.card][1:], move.tray), move)
    return list(different.values())


def label_play(position: Position, move: Play) -> Text:
    """Label a legal move in full, with what it gains."""
    return Text(
        "{move}: {gain}",
        move=name_play(position, move, name_card),
        gain=describe_gain(position, move),
    )


def _card_step(position: Position) -> Step[Play]:
    """Offer whole moves, the best first, and the cards where they are more than a list takes."""
    moves = with_one_joker(position.legal_moves())
    moves.sort(key=lambda move: -lead(position, move))
    whole = [
        Choice(shortcut(card_name(move.card), tray_name(move.tray)), label_play(position, move))
        for move in moves[: 2 * MOST_LISTED]
    ]
    title = Text("Card and tray together, best first")
    best, good = tuple(whole[:MOST_LISTED]), tuple(whole[MOST_LISTED:])
    if not good:
        return Step(Text("Which card, and where?"), best, title=title)
    lists = Shortcuts(title, best), Shortcuts(Text("Card and tray together, the next best"), good)
    cards = sorted({move.card for move in moves})
    choices = tuple(Choice(card_name(card), name_card(card)) for card in cards)
    return Step(Text("Which card?"), choices, buttons=True, shortcuts=lists)


def _tray_step(position: Position, card: int) -> Step[Play]:
    moves = [move for move in position.legal_moves() if move.card == card]
    if not moves:
        raise IllegalMove(position.objection(Play(card, 0)))
    choices = {
        move: Choice(
            tray_name(move.tray), label_tray(position, move.tray), describe_gain(position, move)
        )
        for move in sorted(moves, key=lambda move: move.tray)
    }
    prompt = Text("Which tray for {card}?", card=mention_card(card))
    if len(moves) <= MOST_BUTTONS:
        return Step(prompt, tuple(choices.values()), buttons=True)
    best = sorted(choices, key=lambda move: -lead(position, move))[:MOST_BUTTONS]
    return Step(
        prompt,
        tuple(choices.values()),
        title=Text("All trays"),
        shortcuts=(
            Shortcuts(Text("Best first"), tuple(choices[move] for move in best), buttons=True),
        ),
    )


def _complete(position: Position, move: Play) -> Step[Play]:
    """Say all that the move would change, for a last look before it is confirmed."""
    after = position.play(move)
    question = Text("Play {move}?", move=name_play(position, move))
    effects = describe_effects(position, move, after) or Text("no score changes")
    told = Text("{question} Then: {effects}.", question=question, effects=effects)
    prompt = joined([told, *describe_withdrawals(position, after)], "{one} {two}")
    return Step(prompt, move=move)


def _swing(points: int) -> str:
    return signed(points, plus=points != 0)
