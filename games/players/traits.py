"""What is true of a move, in words: of two moves what sets them apart, of one why it was made.

Each game's `features` module lists the traits of a move, all of them read off the rules. What does
not belong here: what any one game has to say, and how good a move is (`games.players.player`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from games.line import AnyPosition
from games.players.player import Level
from games.words import Text

_MOST: Final = 2
"""How many traits are told at once."""


@dataclass(frozen=True, slots=True)
class Trait:
    """Something that is true of a move.

    `kind` names what it is about: of one move there is at most one of a kind. `amount` says how
    good it is for the move's player, about in log-odds of the win; a move without the kind has 0.
    `said` is what the move does, to follow its name: "locks a die".
    """

    kind: str
    amount: float
    said: Text


def character_of(game: str, level: Level) -> Text:
    """Say how a level plays a game (its key), to follow a name: "takes what scores the most now"."""
    characters: Mapping[Level, Text] = import_module(f"games.players.{game}.features").CHARACTERS
    return characters[level]


def traits_of(
    game: str,
    before: AnyPosition,
    move: Any,  # Any: as in games.line
    after: AnyPosition,
) -> tuple[Trait, ...]:
    """Return what is true of a move in a game (its key) from one position to another.

    It tells nothing that not everybody at the table can see once the move is made.
    """
    traits: tuple[Trait, ...] = import_module(f"games.players.{game}.features").traits(
        before, move, after
    )
    return traits


def set_apart(played: Sequence[Trait], better: Sequence[Trait]) -> Text | None:
    """Say in what a better move differs from the one that was played, the most important first.

    None where all that can be said of both is alike, or speaks for the one that was played.
    """
    mine, theirs = ({trait.kind: trait for trait in each} for each in (played, better))
    ahead: dict[str, float] = {}
    for kind in dict.fromkeys([*theirs, *mine]):
        one, other = mine.get(kind), theirs.get(kind)
        if one is None or other is None or one.said != other.said:
            ahead[kind] = (other.amount if other else 0.0) - (one.amount if one else 0.0)
    told = sorted((kind for kind in ahead if ahead[kind] > 0), key=lambda kind: -ahead[kind])[
        :_MOST
    ]
    drawbacks = [mine[kind].said for kind in told if kind in mine]
    merits = [theirs[kind].said for kind in told if kind in theirs]
    if not drawbacks:
        return Text("The better move {does}.", does=_sentence(merits)) if merits else None
    if not merits:
        return Text("The move that was played {does}.", does=_sentence(drawbacks))
    return Text(
        "The move that was played {does}. The better move {would}.",
        does=_sentence(drawbacks),
        would=_sentence(merits),
    )


def reasons(traits: Sequence[Trait]) -> Text | None:
    """Say what speaks for a move: "locks a die and takes a counter"; None if nothing does."""
    good = sorted((trait for trait in traits if trait.amount > 0), key=lambda each: -each.amount)
    return _sentence([trait.said for trait in good[:_MOST]]) if good else None


def _sentence(phrases: Sequence[Text]) -> Text:
    """Say what one move does; verbs are not joined like things in every language."""
    if len(phrases) == 1:
        return phrases[0]
    return Text("{does} and also {more}", does=phrases[0], more=_sentence(phrases[1:]))
