"""The audience of a board: what it has to say to, and of, the people at its table.

Read in one transaction while a thread draws. What does not belong here: how a board says it
(`cogs.board.board_message`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.delivery.channels import Place
from bot.match.match_outcome import PAIR
from bot.match.months import month_start
from bot.match.reminder_times import zone_of
from bot.match.table import Table
from data import attendance, matches, newcomers
from data.attendance import Seated
from data.engine import Connection, Database
from data.former import is_account
from data.outcomes import Tally


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
    score: Tally | None = None
    """How two people stand this month in this kind of game, by seat; None if nothing is decided."""
    has_newcomer: bool = False
    """Whether it is a game's first board, and somebody has never finished such a game here."""


async def audience(
    database: Database, table: Table, now: int, *, posted_in: Place | None = None
) -> Audience:
    """Say who is at a table; `posted_in` is where a new message is going to show it."""
    game = table.game
    people = [each for each in game.players if is_account(each)]
    pair = () if game.has_computers or len(game.players) != PAIR else game.players
    async with database.reading() as connection:
        seats = await attendance.at_table(
            connection,
            game.id,
            now,
            others=pair,
            key=game.match.game,
            since=month_start(now, zone_of(game.server.time_zone)),
        )
        is_first = posted_in is not None and await _is_first(connection, table, posted_in)
        learners = set[int]()
        if not table.line.turn:
            kind = game.match.game
            learners = await newcomers.newcomers(connection, game.match.guild_id, kind, people)
    return Audience(
        Attendance(
            {seat: one.away_until for seat, one in seats.items() if one.away_until is not None},
            frozenset(seat for seat, one in seats.items() if one.gone),
        ),
        score=_score(pair, seats),
        joining=tuple(filter(game.is_playing, people)) if is_first else (),
        has_newcomer=bool(learners),
    )


def _score(pair: Sequence[int], seats: Mapping[int, Seated]) -> Tally | None:
    if not pair:
        return None
    one, other = seats[0], seats[1]
    score = Tally((one.won, other.won), one.drawn)
    return None if score.is_empty else score


async def _is_first(connection: Connection, table: Table, place: Place) -> bool:
    """Tell whether a board is the first in a thread of the bot's whose people may be pinged."""
    if not place.own_thread or not table.game.server.pings:
        return False
    return not await matches.has_board_in(connection, table.game.match.id, place.id)
