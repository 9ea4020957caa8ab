"""What every game's challenge command offers: who starts, one game or two, clocks, computers."""

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.match.outcome import SINGLE, TWO_GAME
from cogs.ui.responses import reading
from cogs.ui.routing import Click
from data.challenges import Clock
from data.computers import Computer, computers
from games.players import Level

NO_CLOCK: Final = "none"
CLOCK_DAYS: Final = (1, 3, 7, 14)
"""The days per move that a clock can have."""
FIRST: Final = [
    app_commands.Choice(name=locale_str("me"), value="me"),
    app_commands.Choice(name=locale_str("opponent"), value="opponent"),
    app_commands.Choice(name=locale_str("random"), value="random"),
]
MATCH: Final = [
    app_commands.Choice(name=locale_str("single"), value=SINGLE),
    app_commands.Choice(name=locale_str("two-game"), value=TWO_GAME),
]
LEVELS: Final = [
    app_commands.Choice(name=locale_str("easy"), value=Level.EASY.value),
    app_commands.Choice(name=locale_str("medium"), value=Level.MEDIUM.value),
    app_commands.Choice(name=locale_str("hard"), value=Level.HARD.value),
]
CLOCKS: Final = [
    app_commands.Choice(name=locale_str("no clock"), value=NO_CLOCK),
    app_commands.Choice(name=locale_str("1 day"), value="1"),
    app_commands.Choice(name=locale_str("3 days"), value="3"),
    app_commands.Choice(name=locale_str("7 days"), value="7"),
    app_commands.Choice(name=locale_str("14 days"), value="14"),
]
ON_TIME: Final = [
    app_commands.Choice(name=locale_str("the others may claim or wait"), value="claim"),
    app_commands.Choice(name=locale_str("the seat is lost"), value="forfeit"),
    app_commands.Choice(name=locale_str("a computer takes over"), value="computer"),
]
OPPONENTS: Final = {
    "opponent1": locale_str("Whom you ask; seats for which you ask nobody are open to anybody"),
    "opponent2": locale_str("Whom you ask as well"),
    "opponent3": locale_str("Whom you ask as well"),
}
"""The options of a table of up to four."""
RATED: Final = locale_str(
    "Whether it counts for the leaderboard: among people yes, with computers no, if left out"
)
TAKEBACKS: Final = locale_str("Whether turns may be taken back, if all agree, though it is rated")
TIMED: Final = {
    "clock": locale_str("How many days a move may take; as in this server if left out"),
    "on_time": locale_str("What happens to somebody whose time is up"),
}
"""The options for the clock."""
COMPUTER: Final = locale_str("Play against the computer, and how strong it is")
COMPUTERS: Final = {
    "computer": locale_str("Let computers sit down, and how strong they are"),
    "computers": locale_str("How many computers; all seats for which you ask nobody if left out"),
}
"""The options for computers at a table of up to four."""


def clock_of(interaction: Click, days: str | None, end: str) -> Clock:
    """Return the clock that was chosen, or the server's."""
    if days is None:
        return Clock(reading(interaction).server.clock_days, end)
    return Clock(None if days == NO_CLOCK else int(days), end)


def is_rated(chosen: bool | None, level: str | None, count: int | None = None) -> bool:
    """Tell whether a game is rated: where computers are chosen only if that is chosen too.

    >>> is_rated(None, None), is_rated(None, "easy"), is_rated(True, "easy")
    (True, False, True)
    """
    return (level is None and count is None) if chosen is None else chosen


def one_computer(level: str | None) -> tuple[Computer, ...]:
    """Return the computer that plays, where a level is chosen."""
    return () if level is None else computers(Level(level), 1)


def some_computers(level: str | None, count: int | None, free: int) -> tuple[Computer, ...]:
    """Return the computers that sit down: as many as chosen, or on so many free seats.

    Where only their number is chosen, they are of medium strength.
    """
    if level is None and count is None:
        return ()
    return computers(
        Level.MEDIUM if level is None else Level(level), max(1, free) if count is None else count
    )
