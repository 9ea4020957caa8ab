"""Handicaps in a challenge: the option with which they are chosen, and how a card tells them.

What does not belong here: which handicaps a game has (`About.handicap`), and whether a challenge may
have them (`bot.services.challenge_checks`).
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.errors import Refused
from bot.text.translator import command_text
from bot.text.voice import Name
from cogs.board.handicap_text import titled
from cogs.challenge.options import CommandOption
from data.challenges import Challenge, Given
from games.game import About
from games.registry import GAMES
from games.words import Text, joined, listed

NAME: Final = "handicap"


class Whose(StrEnum):
    """For whom the challenger chooses a handicap."""

    ME = "me"
    OPPONENT = "opponent"
    """The other one of two."""
    OTHERS = "others"
    """Everybody else at a table of more."""


Label = Callable[[Whose, int], locale_str]
"""Names a choice of the option, by whom it is for and its size."""


def head_start(whose: Whose, size: int) -> locale_str:
    """Name a head start in points."""
    match whose:
        case Whose.ME:
            return command_text("me: {n} points", n=str(size))
        case Whose.OPPONENT:
            return command_text("opponent: {n} points", n=str(size))
        case Whose.OTHERS:
            return command_text("everybody else: {n} points", n=str(size))


def handicap_option(about: About, label: Label) -> list[CommandOption]:
    """Return the option of a challenge command for handicaps, if the game has any."""
    if about.handicap is None:
        return []
    choices = [
        app_commands.Choice(name=label(whose, size), value=f"{whose}:{size}")
        for whose in _offered(about)
        for size in about.handicap.sizes
    ]
    described = locale_str("A handicap: for whom, and how large; such games are rated apart")
    return [CommandOption(NAME, described, str | None, choices=choices)]


def given_in(
    chosen: str | None, about: About, challenger: int, others: Sequence[int], *, is_open: bool
) -> Given:
    """Return who gets a handicap by what was chosen; `is_open` says that seats wait for anybody."""
    if chosen is None:
        return Given()
    whose, _, written = chosen.partition(":")
    sizes = () if about.handicap is None else about.handicap.sizes
    if whose not in _offered(about) or written not in map(str, sizes):
        raise Refused(Text("{game} has no such handicap.", game=about.name))
    size = int(written)
    if whose == Whose.ME:
        return Given({challenger: size})
    return Given(dict.fromkeys(others, size), size if is_open else 0)


def handicap_text(challenge: Challenge, names: Callable[[int], Name | Text]) -> Text | None:
    """Say on a card who gets which handicap; None where nobody does."""
    given, handicap = challenge.terms.handicap, GAMES[challenge.terms.game].about.handicap
    if handicap is None:
        return None
    said = []
    for size in given.sizes:
        who = [
            Text("{player}", player=names(player))
            for player in challenge.players
            if given.players.get(player) == size
        ]
        if given.newcomers == size and challenge.open_seats:
            who.append(
                Text("everybody who joins") if challenge.terms.is_table else Text("the opponent")
            )
        if who:
            label = handicap.label(size)
            said.append(Text("{players}: {handicap}", players=listed(who), handicap=label))
    if not said:
        return None
    return titled(joined(said, "{one} · {two}"))


def _offered(about: About) -> tuple[Whose, Whose]:
    return Whose.ME, Whose.OPPONENT if about.seats[-1] == 2 else Whose.OTHERS
