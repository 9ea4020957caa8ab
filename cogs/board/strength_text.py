"""The words for how strong a computer is that plays like somebody, so that it can be checked.

What does not belong here: what a strength is called (`bot.text.voice`).
"""

from collections.abc import Collection, Iterable

from bot.text.voice import LEVEL_NAMES, Name, computer_name, listed
from data.computers import Computer
from games.players.mix import EIGHTHS, Mix
from games.words import Text


def mixes_text(
    players: Iterable[int], names: Collection[str], like: Name | None = None
) -> list[Text]:
    """Tell how the computers among some players choose that play like somebody, a line for each mix.

    `names` are those at the table; `like` whom they are picked for, where that is known.
    """
    seated: dict[Mix, list[Name]] = {}
    for computer in map(Computer.of, players):
        if computer is not None and isinstance(computer.strength, Mix):
            name = Name(computer_name(computer, names))
            seated.setdefault(computer.strength, []).append(name)
    return [
        Text("{computers}: {turns}", computers=listed(called), turns=turns_text(mix))
        if like is None
        else Text(
            "{computers}, like {player}: {turns}",
            computers=listed(called),
            player=like,
            turns=turns_text(mix),
        )
        for mix, called in seated.items()
    ]


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
