"""Time in which nobody could reach the bot: it was stopped, the machine slept, or Discord was out of reach.

As long as people can reach a shard, this is stored once a minute. When they can again after more than
a quarter of an hour, the time in between is given back before anything that fell due meanwhile is
done. Until then nothing is done about the servers of that shard. A jump of the machine's clock is
lost time, too. What does not belong here: how a jump is noticed (`bot.services.bot_clock`).
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.delivery.outbox_writer import (
    board_stream,
    challenge_stream,
    poll_stream,
    tournament_stream,
)
from bot.delivery.rows import CardRow, ClockShownRow, PollRow, Row, TournamentRow
from bot.match.event import AGAIN_SECONDS
from bot.match.reminder_times import DAY, HOUR, LATE_SECONDS, Stage
from bot.services.bot_clock import JUMP_SECONDS, BotClock
from data import lost_time, outbox, reach, schedule
from data.engine import Connection, Database
from data.lost_time import Lost
from data.schedule import JobKind
from data.share import Share

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 60
"""How often it is stored that people can reach the bot."""
LEAST_SECONDS: Final = HOUR // 4
"""A shorter time is not given back: an update, or a connection that broke off."""
JOINING_SECONDS: Final = HOUR
"""How long people can still join a tournament that should have begun meanwhile."""


class LostTime:
    """Notice lost time, and give it back."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock
        # Everything that goes by the clock looks first, and each time is given back once.
        self._looking = asyncio.Lock()
        self._shards = 1
        self._connected: set[int] = set()
        self._reached: dict[int, int] = {}
        """When people could last reach each shard."""
        self._stored_at: int | None = None

    async def connected(self, shard: int, shards: int) -> None:
        """Note that people can reach one of the bot's `shards` again, and give back what they lost."""
        self._shards = shards
        self._connected.add(shard)
        await self.handle()

    def disconnected(self, shard: int) -> None:
        """Note that people can't reach a shard."""
        self._connected.discard(shard)

    def passed(self) -> None:
        """Note that people could reach the bot until now, though the clock was moved on.

        Only a clock that somebody moves on purpose, as the playground's, passes so.
        """
        self._reached |= dict.fromkeys(self._connected, self._clock())

    def reachable(self) -> Share | None:
        """Return the shards of this process that people can reach; None if they can reach all."""
        share = self._database.share
        ours = frozenset(range(self._shards)) if share.is_whole else share.ids
        found = frozenset(self._connected)
        return None if ours <= found else Share(self._shards, found)

    async def handle(self) -> None:
        """Give back the time that was lost, if any was, and store once a minute that people reach us."""
        if self._is_lost() or self._is_to_beat():
            await self._look()

    async def settle(self) -> None:
        """Give back the time that was lost before somebody who is there again is answered."""
        if self._is_lost():
            await self._look()

    async def catch_up(self) -> None:
        """Take what was stored by a clock that was ahead as stored now: it would wait that long.

        What was under way when the clock jumped back may be stored with the time before, and so
        is what a process stored that ended before anybody set its clock right.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            await outbox.catch_up(connection, now, slack=JUMP_SECONDS)
            latest = now + AGAIN_SECONDS
            await schedule.catch_up(connection, JobKind.THINK, latest, slack=JUMP_SECONDS)

    async def _look(self) -> None:
        async with self._looking:
            if self._is_lost() or self._is_to_beat():
                await self._handle()

    def _is_lost(self) -> bool:
        """Tell whether time was lost, or may have been; if not, people reach us at this moment."""
        if self._jump() or not self._connected <= self._reached.keys():
            return True
        now = self._clock()
        if any(now - self._reached[shard] >= LEAST_SECONDS for shard in self._connected):
            return True
        self._reached |= dict.fromkeys(self._connected, now)
        return False

    def _is_to_beat(self) -> bool:
        now, stored_at = self._clock(), self._stored_at
        beaten = stored_at is not None and 0 <= now - stored_at < BEAT_SECONDS
        return bool(self._connected) and not beaten

    def _jump(self) -> int:
        return self._clock.jump() if isinstance(self._clock, BotClock) else 0

    async def _handle(self) -> None:
        before, jump, shards = self._clock(), self._jump(), self._shards
        now, connected = before + jump, frozenset(self._connected)
        if jump:
            log.warning("the machine's clock has jumped by %d seconds; nobody loses by it", jump)
        async with self._database.writing() as connection:
            if jump:
                # What waits for minutes waits no longer and no shorter for it.
                await outbox.shift(connection, jump)
                await schedule.shift(connection, JobKind.THINK, jump)
            unknown = connected - self._reached.keys()
            reached = {
                **await reach.last(connection, shards, unknown),
                **{shard: at for shard, at in self._reached.items() if shard in connected},
            }
            for shard, since in sorted(reached.items()):
                if now - since >= LEAST_SECONDS or jump > 0:
                    await self._give_back(
                        connection, Lost(Share(shards, frozenset({shard})), since, now)
                    )
            await reach.note(connection, shards, connected, now)
        if jump and isinstance(self._clock, BotClock):
            self._clock.accept(jump)
        if jump < 0:
            self._reached = {shard: at + jump for shard, at in self._reached.items()}
        # Meanwhile the time may have gone on by more than it took (`passed`).
        self._reached |= {shard: max(now, self._reached.get(shard, now)) for shard in connected}
        self._stored_at = now

    async def _give_back(self, connection: Connection, lost: Lost) -> None:
        """Give back what people lost, and bring up to date what boards and cards say: a line each, no ping.

        On each clock as much is left as the lost time was long, or a day where that is less.
        """
        log.warning(
            "nobody could reach the bot for %d minutes (shard %s): clocks get the time back",
            lost.seconds // 60,
            *lost.share.ids,
        )
        least = min(lost.seconds, DAY)
        boards = await lost_time.give_to_clocks(
            connection,
            lost,
            least=least,
            told=Stage.LATE if least <= LATE_SECONDS else Stage.HALF,
            over=Stage.OVER,
            late=LATE_SECONDS,
        )
        cards = await lost_time.give_to_challenges(connection, lost)
        polls = await lost_time.give_to_polls(connection, lost)
        starting = lost.now + JOINING_SECONDS
        joined = await lost_time.start_tournaments_later(connection, lost, starting)
        rows: list[tuple[str, Row]] = [
            *((board_stream(game, message), ClockShownRow(game)) for game, message in boards),
            *((challenge_stream(number), CardRow(number)) for number in cards),
            *((poll_stream(number), PollRow(number)) for number in polls),
            *((tournament_stream(number), TournamentRow(number)) for number in joined),
        ]
        # The sweep brings them.
        written = [(stream, row.kind, row.to_json()) for stream, row in rows]
        await outbox.put_many(connection, written, now=lost.now)
