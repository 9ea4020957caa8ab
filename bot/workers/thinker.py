"""The command `tavolo worker`: a process that thinks for bots, over the database that it shares with them.

It claims one question for each of its worker processes, oldest first and servers in turn, and writes
the answers. When it is stopped it puts back what it has not finished; when it is killed, others take
that as soon as its heartbeat is missed. What does not belong here: what bots ask (`bot.workers.elsewhere`).
"""

import asyncio
import logging
import os
import socket
from typing import Final

from bot.heartbeat import Heartbeat
from bot.workers.elsewhere import VERSION
from bot.workers.jobs import THINKING
from bot.workers.pool import JobFailed, Workers
from bot.workers.wire import Json, WireError, read, write
from data import thoughts
from data.engine import Database, DatabaseError
from data.thoughts import Thought

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.1
"""How often a worker that has nothing to do looks for a question."""
AGAIN_SECONDS: Final = 2.0
"""How often it tries a database that is away, or not up to date yet."""
CLOSING_SECONDS: Final = 5.0
"""How long what it puts back may take."""
LONGEST_HOST: Final = 60


def name_of_worker() -> str:
    """Name this process where it claims a question."""
    return f"{os.getpid()}@{socket.gethostname()[:LONGEST_HOST]} worker"


class Thinker:
    """Answer the questions of bots until it is closed."""

    def __init__(
        self, database: Database, workers: Workers, count: int, name: str | None = None
    ) -> None:
        """Think with `workers`, at `count` questions at a time."""
        self._database = database
        self._workers = workers
        self._count = count
        self._name = name or name_of_worker()
        self.heartbeat = Heartbeat(database, self._name, thinks_for=VERSION)
        self._thinking: set[asyncio.Task[None]] = set()

    async def think(self) -> None:
        """Think until this is cancelled; raises DatabaseError if the database can't be used at first."""
        await self._wait_for_database()
        await self.heartbeat.start()
        beating = asyncio.create_task(self.heartbeat.go_on(), name="beat")
        said = ""
        try:
            while True:
                try:
                    while len(self._thinking) < self._count and await self._take():
                        continue
                    said = ""
                except DatabaseError as error:
                    if str(error) != said:
                        said = str(error)
                        log.error("no question can be looked for: %s", said)  # noqa: TRY400 - as expected
                    await asyncio.sleep(AGAIN_SECONDS)
                await self._pause()
        finally:
            beating.cancel()
            await self._end()

    async def _wait_for_database(self) -> None:
        said = False
        while await self._database.pending_migrations():
            if not said:
                log.warning("the database is not up to date: waiting for a bot of this version")
                said = True
            await asyncio.sleep(AGAIN_SECONDS)

    async def _pause(self) -> None:
        """Wait until there may be something to do."""
        if len(self._thinking) == self._count:
            await asyncio.wait(self._thinking, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(LOOK_SECONDS)

    async def _take(self) -> bool:
        """Begin with a question; false if there is none."""
        async with self._database.writing() as connection:
            thought = await thoughts.claim(connection, self._name, VERSION)
        if thought is None:
            return False
        task = asyncio.create_task(self._answer(thought), name=f"thought {thought.id}")
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        return True

    async def _answer(self, thought: Thought) -> None:
        answer: Json = None
        failed: str | None = None
        try:
            answer = await self._think(thought)
        except (JobFailed, WireError, KeyError) as error:
            failed = str(error) or repr(error)
            log.warning("thought %s: %s", thought.id, failed)
        try:
            async with self._database.writing() as connection:
                await thoughts.answer(connection, thought, answer, failed)
        except DatabaseError as error:
            # The bot waits until it asks somebody else: this process has missed its beats, too.
            log.error("the answer to %s is lost: %s", thought.id, error)  # noqa: TRY400 - as expected

    async def _think(self, thought: Thought) -> Json:
        args, kwargs = map(read, thought.question)
        job = THINKING[thought.job]
        return write(
            await self._workers.run(thought.guild_id, thought.seconds, job, *args, **kwargs)
        )

    async def _end(self) -> None:
        """Put back what is not finished, and end the worker processes."""
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                async with self._database.writing() as connection:
                    await thoughts.put_back(connection, self._name)
                await self.heartbeat.end()
        except (DatabaseError, TimeoutError) as error:
            log.warning("what is not finished is taken over in some seconds: %r", error)
        await self._workers.close()
