"""The options of every game's challenge command: opponents, who starts, clocks, computers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.ui.responses import viewer_of
from cogs.ui.routing import Click
from cogs.ui.strengths import LIKE_ME_VALUE, chosen_strength
from data.challenges import Clock, ClockEnd, First, MatchKind
from data.computers import Computer, computers
from games.game import About
from games.lots import WORD_LENGTH
from games.players import Level

NO_CLOCK: Final = "none"
CLOCK_DAYS: Final = (1, 3, 7, 14)
"""The days per turn that a clock can have."""
CLOCKS: Final = [
    app_commands.Choice(name=locale_str("no clock"), value=NO_CLOCK),
    app_commands.Choice(name=locale_str("1 day"), value="1"),
    app_commands.Choice(name=locale_str("3 days"), value="3"),
    app_commands.Choice(name=locale_str("7 days"), value="7"),
    app_commands.Choice(name=locale_str("14 days"), value="14"),
]

# Any: what discord.py reads from an option's annotation, and passes on of what was chosen.
Annotation = Any
Chosen = Mapping[str, Any]
"""What was chosen, by the name of the option; the default for what was left out."""


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option of a slash command: what it is for, its type or its choices, its default."""

    name: str
    description: locale_str
    annotation: Annotation
    default: str | bool | None = None
    choices: Sequence[app_commands.Choice[str]] = ()


def command_with(
    name: str,
    description: locale_str,
    options: Sequence[CommandOption],
    answer: Callable[[Click, Chosen], Awaitable[None]],
) -> app_commands.Command[Any, ..., None]:  # Any: it belongs to no cog
    """Make a slash command with some options, in their order."""

    async def answered(interaction: Click, **chosen: Any) -> None:
        await answer(interaction, chosen)

    # discord.py reads the options of a command from the signature of its function.
    kind = Parameter.POSITIONAL_OR_KEYWORD
    parameters = [Parameter("interaction", kind, annotation=Click)] + [
        Parameter(option.name, kind, default=option.default, annotation=option.annotation)
        for option in options
    ]
    vars(answered)["__signature__"] = Signature(parameters)
    app_commands.describe(**{option.name: option.description for option in options})(answered)
    app_commands.choices(
        **{option.name: list(option.choices) for option in options if option.choices}
    )(answered)
    return app_commands.Command(name=name, description=description, callback=answered)


def _choice(name: str, description: locale_str, *choices: tuple[locale_str, str]) -> CommandOption:
    offered = [app_commands.Choice(name=label, value=str(value)) for label, value in choices]
    return CommandOption(name, description, str | None, choices=offered)


_RATED: Final = CommandOption(
    "rated",
    locale_str(
        "Whether it counts for the leaderboard; by default yes between people, no with computers"
    ),
    bool | None,
)
_TAKEBACKS: Final = CommandOption(
    "takebacks",
    locale_str("Whether turns of a rated game may be taken back if everybody agrees"),
    bool,
    default=False,
)
_LEVELS: Final = (
    (locale_str("easy"), Level.EASY.value),
    (locale_str("medium"), Level.MEDIUM.value),
    (locale_str("hard"), Level.HARD.value),
    (locale_str("expert"), Level.EXPERT.value),
    (locale_str("like me"), LIKE_ME_VALUE),
)
_CLOCK: Final = (
    CommandOption(
        "clock",
        locale_str("Days per turn; leave it out for this server's default"),
        str | None,
        choices=CLOCKS,
    ),
    _choice(
        "on_time",
        locale_str("What happens when a player runs out of time"),
        (locale_str("the others decide: end it or wait"), ClockEnd.CLAIM),
        (locale_str("the player forfeits"), ClockEnd.FORFEIT),
        (locale_str("a computer takes over"), ClockEnd.COMPUTER),
    ),
)
_WORD: Final = CommandOption(
    "word",
    locale_str("A word of yours that goes into the dice, so that the host can't choose them"),
    app_commands.Range[str, 1, WORD_LENGTH] | None,
)
_MATCH: Final = _choice(
    "match",
    locale_str("One game, or two with the seats swapped and the points added"),
    (locale_str("single"), MatchKind.SINGLE),
    (locale_str("two-game"), MatchKind.TWO_GAME),
)


def _first(description: locale_str) -> CommandOption:
    return _choice(
        "first",
        description,
        (locale_str("me"), First.ME),
        (locale_str("opponent"), First.OPPONENT),
        (locale_str("random"), First.RANDOM),
    )


def options_for_two(about: About, own: Sequence[CommandOption]) -> tuple[CommandOption, ...]:
    """List the options of a game for two, with its own ones among them."""
    whoever = locale_str("Who to challenge; leave it out, and anybody may accept")
    first = _first(
        locale_str("Who starts your first game; after that, the last winner starts")
        if about.winner_starts
        else locale_str("Who starts")
    )
    against = locale_str("Play against the computer, at this level")
    return (
        CommandOption("opponent", whoever, discord.User | None),
        *own,
        *([_MATCH] if about.two_games else []),
        first,
        _RATED,
        _choice("computer", against, *_LEVELS),
        *_CLOCK,
        _TAKEBACKS,
        _WORD,
    )


def options_for_more(about: About, own: Sequence[CommandOption]) -> tuple[CommandOption, ...]:
    """List the options of a game that seats more than two, with its own ones among them."""
    fewest, most = about.seats[0], about.seats[-1]
    asked = locale_str("Who to ask; the other seats are open to anybody")
    others = locale_str("Another person to ask")
    seats = CommandOption(
        "seats",
        locale_str("How many players; leave it out for you, those you ask, and the computers"),
        app_commands.Range[int, fewest, most] | None,
    )
    sitting = locale_str("Fill seats with computers, at this level")
    count = locale_str("How many computers; leave it out to fill every open seat")
    return (
        CommandOption("opponent1", asked, discord.User | None),
        *(
            CommandOption(f"opponent{number}", others, discord.User | None)
            for number in range(2, most)
        ),
        *([seats] if fewest < most else []),
        *own,
        _RATED,
        _choice("computer", sitting, *_LEVELS),
        CommandOption("computers", count, app_commands.Range[int, 1, most - 1] | None),
        *_CLOCK,
        _TAKEBACKS,
        _WORD,
    )


def opponents_in(chosen: Chosen) -> tuple[discord.User | discord.Member, ...]:
    """Return the people who were asked, in order."""
    people = (value for name, value in chosen.items() if name.startswith("opponent"))
    return tuple(person for person in people if person is not None)


def clock_of(interaction: Click, days: str | None, end: str | None) -> Clock:
    """Return the clock that was chosen, or the server's; the others may claim unless chosen."""
    then = ClockEnd(end or ClockEnd.CLAIM)
    if days is None:
        return Clock(viewer_of(interaction).server.clock_days, then)
    return Clock(None if days == NO_CLOCK else int(days), then)


def is_rated(chosen: bool | None, level: str | None, count: int | None = None) -> bool:
    """Tell whether a game is rated: where computers are chosen only if that is chosen too.

    >>> is_rated(None, None), is_rated(None, "easy"), is_rated(True, "easy")
    (True, False, True)
    """
    return (level is None and count is None) if chosen is None else chosen


def computers_in(chosen: Chosen, free: int) -> tuple[Computer, ...]:
    """Return the computers that sit down: as many as chosen, or on `free` seats, at least one.

    Where only their number is chosen, they are of medium strength.
    """
    level, count = chosen["computer"], chosen.get("computers")
    if level is None and count is None:
        return ()
    return computers(
        Level.MEDIUM if level is None else chosen_strength(level),
        max(1, free) if count is None else count,
    )
