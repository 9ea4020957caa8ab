"""Absences: people say that they are away, and their clocks are paused in every server.

How long somebody may be away is decided here; what it does to a clock in `bot.match.turn_clock`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.delivery.outbox_writer import Dispatch, Envelope
from bot.errors import Refused
from bot.match import limits, turn_clock
from bot.match.limits import Limited
from bot.match.reminder_times import DAY
from data import absences, clocks, matches, schedule
from data.absences import Absence
from data.engine import Connection, Database
from data.schedule import JobKind, ScheduledJob
from games.words import Plural

IN_A_ROW: Final = 14 * DAY
IN_A_YEAR: Final = 30 * DAY
YEAR: Final = 365 * DAY
PAUSE: Final = DAY
"""Absences with less than this between them are one."""


@dataclass(frozen=True, slots=True)
class AwayResult:
    """The result of going away: until when, and the messages to send."""

    until: int
    dispatch: Dispatch


class Absences:
    """Note who is away."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def announce(self, user_id: int, days: int) -> AwayResult:
        """Start an absence of a number of days; Refused if that is too long.

        A person who is away already changes until when.
        """
        now = self._clock()
        until = now + days * DAY
        async with self._database.writing() as connection:
            await limits.spend(connection, Limited.AWAY, user_id, None, now)
            known = await absences.since(connection, user_id, now - YEAR)
            begun = next((one for one in known if one.from_at <= now < one.until_at), None)
            absence = Absence(user_id, now if begun is None else begun.from_at, until)
            earlier = [one for one in known if one.from_at != absence.from_at]
            _check_length(earlier, absence, now)
            await absences.store(connection, absence)
            await schedule.put(connection, ScheduledJob(JobKind.BACK, user_id, until))
            return AwayResult(until, await self._review(connection, user_id))

    async def come_back(self, user_id: int) -> Dispatch | None:
        """End a person's absence, so that their clocks go on; None if they were not away.

        Refused where they have come and gone too often: to go on playing needs no command.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            if not await absences.end(connection, user_id, now):
                return None
            await limits.spend(connection, Limited.AWAY, user_id, None, now)
            await schedule.drop(connection, JobKind.BACK, user_id)
            return await self._review(connection, user_id)

    async def over(self, user_id: int) -> Dispatch:
        """Restart the clocks of a person whose absence has run out."""
        now = self._clock()
        async with self._database.writing() as connection:
            until = (await absences.away(connection, [user_id], now)).get(user_id)
            if until is not None:
                await schedule.put(connection, ScheduledJob(JobKind.BACK, user_id, until))
                return Dispatch()
            await schedule.drop(connection, JobKind.BACK, user_id)
            return await self._review(connection, user_id)

    async def _review(self, connection: Connection, user_id: int) -> Dispatch:
        """Pause or restart a person's clocks, and update their boards."""
        now = self._clock()
        envelope = Envelope(connection, now)
        for game_id in await clocks.running_of(connection, user_id):
            game = await matches.get_game(connection, game_id, lock=True)
            if game is not None and game.running:
                game = await turn_clock.review(connection, game, now)
                await turn_clock.show(connection, envelope, game)
        return await envelope.seal()


def _check_length(earlier: Sequence[Absence], last: Absence, now: int) -> None:
    """Check that an absence that goes on from now makes nobody be away for too long."""
    begin = last.from_at
    for one in reversed(earlier):
        if begin - one.until_at < PAUSE:
            begin = one.from_at
    if last.until_at - begin > IN_A_ROW:
        days = max(0, (begin + IN_A_ROW - now) // DAY)
        raise Refused(
            Plural(
                "You can be away for at most 14 days in a row: at most {n} day this time.",
                "You can be away for at most 14 days in a row: at most {n} days this time.",
                days,
            )
        )
    since = last.until_at - YEAR
    before = sum(one.until_at - max(one.from_at, since) for one in earlier if one.until_at > since)
    if before + last.until_at - last.from_at > IN_A_YEAR:
        days = max(0, (IN_A_YEAR - before - (now - last.from_at)) // DAY)
        raise Refused(
            Plural(
                "You can be away for at most 30 days a year: at most {n} day this time.",
                "You can be away for at most 30 days a year: at most {n} days this time.",
                days,
            )
        )
