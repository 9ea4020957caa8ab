"""An outbox with nobody behind it, which can be paused before or after it sends."""

import asyncio
from dataclasses import dataclass, field
from typing import cast

import discord
from sqlalchemy import func, insert, select, update

from bot.delivery.messages import Delivery, Direct, Drop, Edit, Posted, Recall, Send
from bot.delivery.outbox import Outbox
from bot.delivery.outbox_writer import Envelope, person_stream
from bot.delivery.rows import NudgeDropRow, Queued
from bot.delivery.sender import DeliveryResult
from bot.heartbeat import LATE_SECONDS, SILENT_SECONDS
from data.engine import Connection, Database
from data.outbox import OutboxRow
from data.process_tables import PROCESSES
from data.tables import OUTBOX

NOW = 1_000
STORED = "stored by "
NEVER_ENDS = 2**40


@dataclass
class Process:
    """An outbox that notes what it sends, and can be paused before or after that."""

    outbox: Outbox
    database: Database
    sent: list[int] = field(default_factory=list)
    building: asyncio.Event = field(default_factory=asyncio.Event)
    sending: asyncio.Event = field(default_factory=asyncio.Event)
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def build(self, _entry: Queued[NudgeDropRow]) -> Delivery:
        self.reached.set()
        await self.building.wait()
        return Drop(1, 2)

    async def carry_out(
        self, row: OutboxRow, delivery: Send | Direct | Edit | Drop | Recall
    ) -> DeliveryResult:
        assert isinstance(delivery, Drop)
        self.sent.append(row.id)
        self.reached.set()
        await self.sending.wait()

        async def store(connection: Connection, _envelope: Envelope) -> None:
            # Any table will do, as long as it is undone with the transaction.
            name = f"{STORED}{self.outbox.heartbeat._name}"
            await connection.execute(insert(PROCESSES).values(name=name, beat_at=NEVER_ENDS))

        return DeliveryResult(Posted(1, 2), store)

    async def fall_silent(self) -> None:
        """Let as much time pass for this process's beat as it needs to count as ended."""
        async with self.database.writing() as connection:
            await connection.execute(
                update(PROCESSES)
                .where(PROCESSES.c.name == self.outbox.heartbeat._name)
                .values(beat_at=PROCESSES.c.beat_at - SILENT_SECONDS - 1)
            )
        steady, wall = self.outbox.heartbeat._beat_at
        self.outbox.heartbeat._beat_at = (steady - LATE_SECONDS, wall)
        assert self.outbox.heartbeat.missed

    async def names(self) -> set[str]:
        async with self.database.reading() as connection:
            return set((await connection.execute(select(PROCESSES.c.name))).scalars())

    async def has_stored(self) -> bool:
        return f"{STORED}{self.outbox.heartbeat._name}" in await self.names()

    async def left(self) -> int:
        async with self.database.reading() as connection:
            return await connection.scalar(select(func.count()).select_from(OUTBOX)) or 0


def process(database: Database) -> Process:
    """Return a process that has nothing to do with Discord."""
    outbox = Outbox(
        database, cast("discord.Client", None), clock=lambda: NOW, wake=lambda _games: None
    )
    found = Process(outbox, database)
    outbox.register(NudgeDropRow, found.build)
    outbox._sender.carry_out = found.carry_out  # type: ignore[method-assign]  # nobody is there
    return found


async def begin(process: Process) -> asyncio.Task[object]:
    """Begin to deliver a row."""
    async with process.database.writing() as connection:
        envelope = Envelope(connection, NOW)
        await envelope.put(person_stream(7), NudgeDropRow(1, 2))
        dispatch = await envelope.seal()
    return asyncio.create_task(process.outbox.deliver(dispatch))


async def deliver(process: Process) -> asyncio.Task[object]:
    """Begin to deliver a row, and return when the process has come to where it is paused."""
    task = await begin(process)
    await process.reached.wait()
    return task
