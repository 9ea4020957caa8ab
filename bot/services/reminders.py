"""Reminders: who is told that a game waits for them, once for every turn and stage.

A service without Discord: it stores what has been told in the transaction that puts the message
into the outbox. When reminders are due is decided in `bot.match.reminder_times`; how they look in
`cogs.match.reminders`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.delivery.outbox_writer import Dispatch, Envelope, match_stream, person_stream
from bot.delivery.rows import DigestRow, DirectReminderRow, ReminderRow
from bot.match import turn_clock
from bot.match.reminder_times import needs_reminder, next_digest, reached
from bot.match.turn_clock import is_over, waited_for
from data import clocks, matches, people, preferences, schedule
from data.engine import Connection, Database
from data.preferences import Preferences, ReminderWay
from data.schedule import JobKind, ScheduledJob
from data.stored import StoredGame


@dataclass(frozen=True, slots=True)
class Waiting:
    """The games that wait for a person, the nearest deadline first, and what they prefer."""

    games: tuple[StoredGame, ...]
    preferences: Preferences


class Reminders:
    """Remind people."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def waiting_for(self, user_id: int) -> Waiting:
        """Return the games in all servers that wait for a person, and can go on."""
        async with self._database.reading() as connection:
            chosen = await preferences.get(connection, user_id)
            return Waiting(tuple(await _waiting(connection, user_id)), chosen)

    async def current(self, turns: Mapping[int, int]) -> list[StoredGame]:
        """List those of some games whose turn (by its seq) still waits for the same person."""
        now = self._clock()
        async with self._database.reading() as connection:
            found = [await matches.get_game(connection, game_id) for game_id in turns]
        return [
            game
            for game in found
            if game is not None
            and waited_for(game) is not None
            and game.timing.turn_seq == turns[game.id]
            and game.timing.halted is None
            and not is_over(game, now)
        ]

    async def remind(self, game_id: int) -> Dispatch:
        """Remind the person to move of a game, if a reminder of this turn is due.

        All that is due to the same person goes out as one message: after any downtime, missed
        reminders of a game and of several games are no more than that.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            game = await matches.get_game(connection, game_id)
            person = None if game is None else waited_for(game)
            if game is None or person is None:
                await schedule.drop(connection, JobKind.REMINDER, game_id)
                return Dispatch()
            chosen = await preferences.get(connection, person)
            told = [
                told
                for each in await self._due_with(connection, game_id, person)
                if (told := await self._tell(connection, each, person, chosen)) is not None
            ]
            envelope = Envelope(connection, now)
            await _put(envelope, [each for each in told if _is_urgent(each, chosen, now)], chosen)
            return await envelope.seal()

    async def _due_with(self, connection: Connection, game_id: int, person: int) -> list[int]:
        """List the games that a reminder of one game also reminds of, in order."""
        waiting = await clocks.waiting_for(connection, person)
        also = await clocks.due_among(connection, JobKind.REMINDER, waiting, self._clock())
        return sorted({*also, game_id})

    async def _tell(
        self, connection: Connection, game_id: int, person: int, chosen: Preferences
    ) -> StoredGame | None:
        """Note a reminder as gone out, and what comes next; None if none is due."""
        now = self._clock()
        game = await matches.get_game(connection, game_id, lock=True)
        if game is None or waited_for(game) != person:
            await schedule.drop(connection, JobKind.REMINDER, game_id)
            return None
        deadline, days, stage = game.timing.deadline_at, game.match.clock.days, None
        if deadline is not None and days is not None and deadline > now:
            stage = reached(deadline, days, game.timing.reminded, chosen, now)
        reminded = game.timing.reminded if stage is None else stage
        game = replace(game, timing=replace(game.timing, reminded=reminded))
        game = await turn_clock.review(connection, game, now)
        if stage is None or game.timing.halted is not None:
            return None
        gone = await people.not_members(connection, game.match.guild_id, [person])
        return None if gone else game

    # Once a day

    async def arm_digest(self, connection: Connection, chosen: Preferences) -> None:
        """Schedule a person's digest as they prefer now, or cancel it."""
        at = next_digest(chosen, self._clock())
        if at is None:
            await schedule.drop(connection, JobKind.DIGEST, chosen.user_id)
        else:
            await schedule.put(connection, ScheduledJob(JobKind.DIGEST, chosen.user_id, at))

    async def digest(self, user_id: int) -> Dispatch:
        """Send a person the list of the games that wait for them, if there are any."""
        async with self._database.writing() as connection:
            chosen = await preferences.get(connection, user_id)
            await self.arm_digest(connection, chosen)
            envelope = Envelope(connection, self._clock())
            if chosen.digest_hour is not None and await _waiting(connection, user_id):
                await envelope.put_once(person_stream(user_id), DigestRow(user_id))
            return await envelope.seal()

    async def turn_to_threads(
        self,
        connection: Connection,
        envelope: Envelope,
        user_id: int,
        games: Sequence[StoredGame],
    ) -> None:
        """Remind somebody in the games' threads who does not accept direct messages."""
        await people.doubt(connection, {game.match.guild_id for game in games}, user_id)
        await put_in_threads(envelope, games)


async def _put(
    envelope: Envelope,
    told: Sequence[StoredGame],
    chosen: Preferences,
) -> None:
    """Put the messages down that a person wants: by direct message, or one a server."""
    if not told or chosen.reminders is ReminderWay.NONE:
        return
    person = chosen.user_id
    if chosen.reminders is ReminderWay.DM:
        turns = {game.id: game.timing.turn_seq for game in told}
        # One that could not go out yet says the same.
        await envelope.put_once(person_stream(person), DirectReminderRow(person, turns))
        return
    await put_in_threads(envelope, told)


def _is_urgent(game: StoredGame, chosen: Preferences, now: int) -> bool:
    """Tell whether a digest, which takes the place of single reminders, would come too late."""
    deadline = game.timing.deadline_at
    return deadline is not None and needs_reminder(deadline, game.moved_at, chosen, now)


async def put_in_threads(envelope: Envelope, games: Sequence[StoredGame]) -> None:
    """Remind the person to move of these games in their threads, once in every server."""
    servers: dict[int, list[StoredGame]] = {}
    for game in sorted(games, key=_urgency):
        servers.setdefault(game.match.guild_id, []).append(game)
    for first, *others in servers.values():
        row = ReminderRow(
            first.id, first.timing.turn_seq, first.timing.reminded, others=len(others)
        )
        await envelope.put(match_stream(first.match.id), row)


def _urgency(game: StoredGame) -> tuple[bool, int, int]:
    deadline = game.timing.deadline_at
    return deadline is None, deadline or 0, game.id


async def _waiting(connection: Connection, user_id: int) -> list[StoredGame]:
    """List the games that wait for a person, but for those whose server or channel is gone."""
    found = [
        await matches.get_game(connection, game_id)
        for game_id in await clocks.waiting_for(connection, user_id)
    ]
    return [
        game
        for game in found
        if game is not None
        and waited_for(game) is not None
        and game.timing.halted is None
        and game.server.absent_at is None
    ]
