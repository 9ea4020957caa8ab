"""The audience of a board: what it has to say to, and of, the people at its table.

Read in one transaction while a thread draws. What does not belong here: how a board says it
(`cogs.board.board_message`).
"""

from dataclasses import dataclass, field

from bot.delivery.channels import Place
from bot.match.table import Table
from data import absences, matches, newcomers
from data.engine import Connection, Database
from data.former import is_account


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who of a table can't be expected: `away` says by seat until when, `gone` who has left."""

    away: dict[int, int] = field(default_factory=dict)
    gone: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Audience:
    """The people at a table, as its current board has to know them."""

    attendance: Attendance
    joining: tuple[int, ...] = ()
    """The people whom the first board in a thread has to mention: so they are in it.

    To add them would leave a line of Discord's own for each.
    """
    has_newcomer: bool = False
    """Whether it is a game's first board, and somebody has never finished such a game here."""


async def audience(
    database: Database, table: Table, now: int, *, posted_in: Place | None = None
) -> Audience:
    """Say who is at a table; `posted_in` is where a new message is going to show it."""
    game = table.game
    people = [each for each in game.players if is_account(each)]
    async with database.reading() as connection:
        seats = await absences.of_players(connection, game.id, now)
        is_first = posted_in is not None and await _is_first(connection, table, posted_in)
        learners = set[int]()
        if not table.line.turn:
            kind = game.match.game
            learners = await newcomers.newcomers(connection, game.match.guild_id, kind, people)
    return Audience(
        Attendance(
            {seat: until for seat, (until, _) in seats.items() if until is not None},
            frozenset(seat for seat, (_, gone) in seats.items() if gone),
        ),
        joining=tuple(filter(game.is_playing, people)) if is_first else (),
        has_newcomer=bool(learners),
    )


async def _is_first(connection: Connection, table: Table, place: Place) -> bool:
    """Tell whether a board is the first in a thread of the bot's whose people may be pinged."""
    if not place.own_thread or not table.game.server.pings:
        return False
    return not await matches.has_board_in(connection, table.game.match.id, place.id)
