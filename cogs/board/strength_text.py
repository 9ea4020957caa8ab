"""The words for how strong a computer is that plays like somebody, so that it can be checked.

What does not belong here: what a strength is called (`bot.text.voice`).
"""

from collections.abc import Collection, Iterable

from bot.text.voice import (
    LEVEL_NAMES,
    Name,
    computer_name,
    computer_title,
    listed,
    strength_name,
)
from data.computers import Computer
from games.players.mix import EIGHTHS, Mix
from games.words import Text, joined


def computers_text(players: Iterable[int], names: Collection[str]) -> Text:
    """Say which of the players are computers, how strong they are, and how mixes choose.

    `names` are those at the table.
    """
    seated = [computer for computer in map(Computer.of, players) if computer is not None]
    titles = [
        computer_title(computer, names)
        for computer in seated
        if not isinstance(computer.strength, Mix)
    ]
    titles += [
        Text(
            "{computers} ({strength}: {turns})",
            computers=called,
            strength=strength_name(mix),
            turns=turns_text(mix),
        )
        if mix.eighths
        else Text("{computer} ({level})", computer=called, level=strength_name(mix))
        for mix, called in _mixes(seated, names)
    ]
    return Text("Computers: {names}", names=joined(titles))


def mixes_text(players: Iterable[int], names: Collection[str], like: Name) -> list[Text]:
    """Tell how the computers among some players choose that play like somebody, a line for each mix."""
    seated = [computer for computer in map(Computer.of, players) if computer is not None]
    return [
        Text(
            "{computers}, like {player}: {turns}",
            computers=called,
            player=like,
            turns=turns_text(mix),
        )
        for mix, called in _mixes(seated, names)
    ]


def _mixes(seated: Iterable[Computer], names: Collection[str]) -> list[tuple[Mix, Text]]:
    """List the mixes among some computers, each with what those are called that play so."""
    found: dict[Mix, list[Name]] = {}
    for computer in seated:
        if isinstance(computer.strength, Mix):
            name = Name(computer_name(computer, names))
            found.setdefault(computer.strength, []).append(name)
    return [(mix, listed(called)) for mix, called in found.items()]


def turns_text(mix: Mix) -> Text:
    """Say how many turns each level of a mix chooses: "about 3 of 8 turns as medium, the others as easy"."""
    if not mix.eighths:
        return Text("every turn as {level}", level=LEVEL_NAMES[mix.lower])
    return Text(
        "about {n} of {all} turns as {upper}, the others as {lower}",
        n=mix.eighths,
        all=EIGHTHS,
        upper=LEVEL_NAMES[mix.upper],
        lower=LEVEL_NAMES[mix.lower],
    )
