"""Workers on other machines: what a bot leaves to them over the database, and what it gets back.

Where none is there, or none any more, the bot's own workers think. What does not belong here: the
workers' side (`bot.workers.thinker`).
"""

import asyncio
import logging
from collections.abc import Callable
from importlib.metadata import version
from typing import Final, ParamSpec, TypeVar

from bot.errors import Busy
from bot.heartbeat import SILENT_SECONDS
from bot.workers.jobs import THINKING
from bot.workers.pool import JobFailed, Turnstile, Workers
from bot.workers.wire import WireError, read, write
from data import thoughts
from data.engine import LATEST, Database, DatabaseError
from data.thoughts import Answer

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

VERSION: Final = f"{version('tavolo')}/{LATEST}"
"""What a bot and its workers must have in common: otherwise one could not read the other."""
AT_ONCE: Final = 64
"""How many thoughts of one bot are in the database at a time; others queue in the bot."""
LOOK_SECONDS: Final = 0.1
"""How often a bot looks for answers while it waits for one."""
LOOKS: Final = 20
"""After how many looks it asks whether a worker is still there."""


class NobodyThere(Exception):
    """No worker of this version is there, or none any more."""


class SharedWorkers(Workers):
    """Leave thinking to workers on other machines, as long as there are any."""

    def __init__(self, count: int, most_waiting: int, database: Database, name: str) -> None:
        """Ask under a `name`, the one under which this process beats."""
        super().__init__(count, most_waiting)
        self._most = most_waiting
        self._database = database
        self._name = name
        self._far = Turnstile(AT_ONCE)
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self._given_up: set[int] = set()
        self._reading: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Count the jobs that wait."""
        return super().waiting + self._far.waiting

    @property
    def busy(self) -> int:
        """Count the jobs that are computed, or wait for a worker elsewhere to begin."""
        return super().busy + len(self._asked)

    async def run(
        self,
        server: int,
        seconds: float,
        job: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a job elsewhere if it can be, else here; raises as `Workers.run` does."""
        if THINKING.get(job.__name__) is job:
            try:
                return await self._run_elsewhere(server, seconds, job, args, kwargs)
            except NobodyThere:
                log.debug("no worker is there for %s", job.__name__)
            except DatabaseError as error:
                log.warning("no worker can be asked for %s: %s", job.__name__, error)
        return await super().run(server, seconds, job, *args, **kwargs)

    async def _run_elsewhere(
        self,
        server: int,
        seconds: float,
        job: Callable[..., T],
        args: tuple[object, ...],
        kwargs: dict[str, object],
    ) -> T:
        if not self._far.has_room(server, self._most):
            raise Busy
        async with self._far.turn(server):
            question = [write(args), write(kwargs)]
            async with self._database.writing() as connection:
                if not await thoughts.has_workers(connection, VERSION, SILENT_SECONDS):
                    raise NobodyThere
                number = await thoughts.ask(
                    connection,
                    self._name,
                    VERSION,
                    server,
                    job.__name__,
                    round(seconds),
                    question,
                )
            answer = await self._answered(number)
        if answer.failed is not None:
            msg = f"{job.__name__} failed elsewhere: {answer.failed}"
            raise JobFailed(msg)
        try:
            found: T = read(answer.answer)
        except WireError as error:
            msg = f"{job.__name__} failed elsewhere: {error}"
            raise JobFailed(msg) from error
        return found

    async def _answered(self, number: int) -> Answer:
        """Wait for the answer to a question, and withdraw it where nobody waits any more."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[number] = future
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read(), name="answers from elsewhere")
        try:
            return await future
        except asyncio.CancelledError:
            self._given_up.add(number)
            raise
        finally:
            del self._asked[number]

    async def _read(self) -> None:
        """Read answers until none is waited for."""
        looks = 0
        while self._asked or self._given_up:
            await asyncio.sleep(LOOK_SECONDS)
            looks += 1
            try:
                await self._look(ask_who_is_there=looks % LOOKS == 0)
            except DatabaseError as error:
                log.warning("no answer from elsewhere can be read: %s", error)
            except Exception as error:
                # Whatever it is, nobody may wait for ever.
                log.exception("answers from elsewhere")
                self._fail(NobodyThere(str(error)))
                return

    async def _look(self, *, ask_who_is_there: bool) -> None:
        given_up = set(self._given_up)
        async with self._database.writing() as connection:
            answers = await thoughts.take_answers(connection, list(self._asked))
            left = set(self._asked) - {answer.id for answer in answers}
            is_left_alone = ask_who_is_there and not await thoughts.has_workers(
                connection, VERSION, SILENT_SECONDS
            )
            withdrawn = given_up | (left if is_left_alone else set())
            if withdrawn:
                await thoughts.withdraw(connection, withdrawn)
        self._given_up -= given_up
        for answer in answers:
            self._settle(answer.id, answer)
        if is_left_alone:
            for number in left:
                self._settle(number, NobodyThere("any more"))

    def _settle(self, number: int, answer: Answer | NobodyThere) -> None:
        future = self._asked.get(number)
        if future is None or future.done():
            return
        if isinstance(answer, NobodyThere):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def _fail(self, error: NobodyThere) -> None:
        for number in list(self._asked):
            self._settle(number, error)

    async def close(self) -> None:
        """End the workers here; what was asked elsewhere goes with this process's heartbeat."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        self._fail(NobodyThere("the bot ends"))
        await super().close()
