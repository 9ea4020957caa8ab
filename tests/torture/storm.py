"""All of it together: people play, faults are injected, and between the storms everything is looked at.

What does not belong here: the command and what it prints (`__main__`).
"""

import asyncio
import contextlib
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from bot.config import async_url
from bot.doctor import examine
from data.engine import Database, DatabaseError
from playground.desk import Desk
from playground.server import Server
from tests.playground.births import Nursery, nursery_at
from tests.torture import invariants, stored
from tests.torture.control import Control
from tests.torture.faults import Fault, Kind, kinds_for, storms
from tests.torture.injector import Injector
from tests.torture.invariants import Violation, Wrong
from tests.torture.patience import Patience
from tests.torture.people import Person
from tests.torture.runner import LONGEST_STOP, Runner
from tests.torture.seen import Seen
from tests.torture.tables import Hall, Running
from tests.torture.told import Told

BOT: Final = "tests.torture.bot_process"
"""The program whose processes are tortured."""
PACE: Final = 20.0
"""How many times faster time passes for the bot and its Discord."""
PATIENCE: Final = 15.0
"""For how many seconds nothing may become better after a storm (five minutes of the bot's)."""
IMPATIENCE: Final = 4.0
"""For how many where something is to be found wrong."""
ENDURANCE: Final = 120.0
"""After how many all must have settled, although a busy machine lets little happen in each."""
RECESS: Final = 12.0
"""How many seconds people have to come to an end with what they do."""
ANSWERED: Final = timedelta(seconds=20)
"""How long people wait for an answer, by the time of the bot: a second of theirs."""
ROUND: Final = 3.0
"""After how many seconds the bot has looked at everything that is due."""
FULL_LOOK: Final = 20
"""After how many storms everything that is stored is looked at, not only what has changed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do: from which seed, on which database, and for how many faults."""

    seed: str
    faults: int
    database: str = ""
    """Its address; empty is a new SQLite file."""
    mutation: str = ""
    """What is broken in the bot on purpose, to see that it is found."""
    kinds: tuple[Kind, ...] = ()
    """Which faults there are; empty: all that can be."""
    computers: bool = False
    stop_at: frozenset[Wrong] = frozenset()
    """Which violations end the run."""
    worlds: int = 1
    """In how many worlds at the same time (`worlds`)."""


@dataclass(slots=True)
class Report:
    """What came of it."""

    plan: Plan
    faults: Counter[str] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    """What had broken before each violation."""
    deeds: Counter[str] = field(default_factory=Counter)
    storms: int = 0
    acknowledged: int = 0
    games: int = 0
    over: int = 0
    seconds: float = 0.0
    longest_stop: float = 0.0

    @property
    def injected(self) -> int:
        """How many faults there were."""
        return self.faults.total()

    @property
    def is_to_stop(self) -> bool:
        """Whether a violation was found that ends the run."""
        return not self.plan.stop_at.isdisjoint(each.wrong for each in self.violations)


class Storm:
    """One run."""

    def __init__(
        self, plan: Plan, hall: Hall, runner: Runner, database: Database, folder: Path
    ) -> None:
        self.plan = plan
        self.report = Report(plan)
        self.hall = hall
        self.runner = runner
        self.folder = folder
        self.database = database
        self.seen = Seen(hall.world)
        self.told = runner.told
        self.told.is_heard = lambda: runner.is_online
        self.desk = Desk(hall.world)
        self._injector = Injector(runner, self.told, partial(stored.end_connections, database))
        self.people = [
            Person(hall, self.desk, self.seen, self.told, number)
            for number in range(len(hall.people))
        ]
        self.gate = asyncio.Event()
        self._idle: set[int] = set()
        self._settled: set[int] = set()
        self._before: dict[int, tuple[stored.Event, ...]] = {}
        self._known: set[Violation] = set()
        self._acknowledged = 0
        self._chance = Random(f"{plan.seed}:probes")
        self.is_ending = False
        """Whether somebody wants no more storms."""

    async def run(self, progress: Callable[[Report], None]) -> Report:
        """Run it, and return the report."""
        began = monotonic()
        await self.runner.online()
        await stored.seat_servers(self.database, self.hall.servers[1])
        living = [
            asyncio.create_task(person.live(self.gate, self._is_idle), name=f"person {person.id}")
            for person in self.people
        ]
        try:
            await self._open_tables()
            for faults in storms(self.plan.seed, self._kinds()):
                await self._storm(faults)
                self.report.seconds = monotonic() - began
                progress(self.report)
                if self._is_enough():
                    break
            await self._last_look()
        finally:
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)
        self.report.seconds = monotonic() - began
        for person in self.people:
            self.report.deeds.update(person.tally.counts)
        return self.report

    def _kinds(self) -> tuple[Kind, ...]:
        possible = kinds_for(is_sqlite=self.database.is_sqlite)
        return tuple(kind for kind in possible if kind in (self.plan.kinds or possible))

    def _is_enough(self) -> bool:
        return self.is_ending or self.report.injected >= self.plan.faults or self.report.is_to_stop

    async def _open_tables(self) -> None:
        """Make people play for a moment before anything breaks."""
        self.gate.set()
        await asyncio.sleep(2.0)
        await self._calm(())

    async def _storm(self, faults: Sequence[Fault]) -> None:
        self.gate.set()
        await asyncio.sleep(self._chance.uniform(0.0, 0.1))
        for fault in faults:
            await self._injector.inject(fault)
            self.report.faults[fault.kind] += 1
            await self._lasting(faults)
        await asyncio.sleep(self._chance.uniform(0.02, 0.15))
        await self._calm(faults)
        self.report.storms += 1

    # What is looked at

    async def _lasting(self, faults: Sequence[Fault]) -> None:
        """Look at what must hold at every instant."""
        try:
            events = await stored.read_events(self.database)
        except DatabaseError:
            return  # it is the database that fails just now
        # What is over is looked at when it is calm.
        before = {game: old for game, old in self._before.items() if game in events}
        found = invariants.lasting(before, events, {}, self.told.asked)
        self._note(found, faults)
        self._before = {**self._before, **events}

    async def _calm(self, faults: Sequence[Fault]) -> None:
        """Make everything work again, and look at all of it once it has settled."""
        self.gate.clear()
        await self._injector.clear_up()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RECESS):
                while len(self._idle) < len(self.people):  # noqa: ASYNC110 -- of many
                    await asyncio.sleep(0.01)
        await self.runner.online()
        found = await self._settle()
        self._note(found, faults)
        self._note(self._process(), faults)
        if self.report.storms % FULL_LOOK == FULL_LOOK - 1:
            await self._examine(faults)
        await self._probe(faults)

    async def _settle(self) -> list[Violation]:
        """Wait until nothing is wrong, and return what still is after a while."""
        patience = Patience(IMPATIENCE if self.plan.mutation else PATIENCE, ENDURANCE)
        while True:
            now = int(self.hall.world.now.timestamp())
            state = await stored.read(self.database, self._settled, replays=False)
            places = {place: list(self.seen.messages(place)) for place in list(self.seen.places)}
            found = list(invariants.calm(state, places, now, self.told.outings))
            # What was wrong before is not waited for again.
            if set(found) <= self._known or patience.is_over(found):
                break
            await self.runner.online()
            await asyncio.sleep(0.05)
        state = await stored.read(self.database, self._settled)
        events = {game.id: game.events for game in state.games}
        acknowledged = dict(list(self.told.acknowledged.items())[self._acknowledged :])
        found += invariants.lasting(self._before, events, acknowledged, self.told.asked)
        found += invariants.of_games(state.games, self.told.planners)
        self._acknowledged = len(self.told.acknowledged)
        self._forget_what_is_over(state)
        return found

    async def look_in(self) -> None:
        """Note which games are under way while people play on."""
        self._forget_what_is_over(await stored.read(self.database, self._settled, replays=False))

    def _forget_what_is_over(self, state: stored.Stored) -> None:
        self.hall.counted(
            [
                Running(game.id, game.place or 0, game.guild, game.players, game.key)
                for game in state.games
                if game.running
            ]
        )
        over = [game for game in state.games if not game.running]
        busy = {game.place for game in state.games if game.running}
        for game in over:
            self._settled.add(game.id)
            if game.place is not None and game.place not in busy:
                self.seen.forget(game.place)
        self._before = {game.id: game.events for game in state.games if game.running}
        self.report.over += len(over)
        self.report.games = self.report.over + len(self.hall.running)
        self.report.acknowledged = len(self.told.acknowledged)

    async def _examine(self, faults: Sequence[Fault]) -> None:
        """Make `tavolo doctor` look at all that is stored, again and again where it finds something."""
        found = set[Violation]()
        for pause in (0.0, ROUND, 2 * ROUND, 4 * ROUND):
            await asyncio.sleep(pause)
            now = int(self.hall.world.now.timestamp())
            found = {
                Violation(Wrong.DOCTOR, f"{trouble.check}: {trouble.subject}", trouble.wrong)
                async for trouble in examine(self.database, now=now)
            }
            if not found:
                return
        self._note(found, faults)

    def _process(self) -> list[Violation]:
        """Say what was wrong with the process: stops, and errors that nobody expects."""
        found = [
            Violation(Wrong.ERROR, f"process {self.runner.starts}", error)
            for error in self.runner.errors()
        ]
        for end in self.runner.ends:
            self.report.longest_stop = max(self.report.longest_stop, end.seconds)
            if end.seconds > LONGEST_STOP or end.status not in (0, 1):
                told = f"{end.seconds:.1f} s, status {end.status}"
                found.append(Violation(Wrong.STOP, f"process {self.runner.starts}", told))
        self.runner.ends.clear()
        return found

    async def _probe(self, faults: Sequence[Fault]) -> None:
        """Make somebody move while all is well: nobody may be stuck."""
        moving = [person for person in self.people if person.turns()]
        if not moving:
            return
        person = self._chance.choice(moving)
        place, message = self._chance.choice(person.turns())
        ends = monotonic() + (IMPATIENCE if self.plan.mutation else ENDURANCE)
        while monotonic() < ends:
            # Choosing at random may lead nowhere, and on a busy machine an answer comes too late.
            if await person.move(place, message) or (place, message) not in person.turns():
                return
            await self.runner.online()
        self._note([Violation(Wrong.STUCK, f"{person.id} in {place}", "no move works")], faults)

    async def _last_look(self) -> None:
        """Look at everything that was ever stored, and let everybody move once more."""
        self._settled.clear()
        self._acknowledged = 0
        state = await stored.read(self.database)
        events = {game.id: game.events for game in state.games}
        found = invariants.lasting({}, events, self.told.acknowledged, self.told.asked)
        self._note([*found, *invariants.of_games(state.games, self.told.planners)], ())
        await self._examine(())
        for person in self.people:
            for place, message in person.turns():
                if (place, message) in person.turns() and not await person.move(place, message):
                    await person.move(place, message)
        found_last = await self._settle()
        self._note(found_last, ())

    def _note(self, found: Iterable[Violation], faults: Sequence[Fault]) -> None:
        for violation in found:
            if violation not in self._known:
                self._known.add(violation)
                self.report.violations.append(violation)
                self.report.after.append(" + ".join(map(str, faults)))

    def _is_idle(self, person: int, idle: bool) -> None:
        (self._idle.add if idle else self._idle.discard)(person)


@contextlib.asynccontextmanager
async def brewing(
    plan: Plan, hall: Hall | None = None, nursery: Nursery | None = None
) -> AsyncIterator[Storm]:
    """Yield a run with everything that belongs to it, in a folder that is removed afterwards.

    Its bots come from a nursery that others use as well, or from one of their own.
    """
    hall = hall or Hall.built(plan.seed, pace=PACE, computers=plan.computers)
    hall.world.patience = ANSWERED
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tavolo-torture-")))
        address = plan.database or f"sqlite:///{folder}/tavolo.db"
        server = Server(hall.world)
        await stack.enter_async_context(server.listening())
        if nursery is None:
            nursery = await stack.enter_async_context(nursery_at(server, folder, BOT))
        control = Control(folder / "control")
        stack.callback(control.close)
        environment = {
            "TORTURE_CONTROL": str(folder / "control"),
            "TORTURE_MUTATION": plan.mutation,
        }
        told = Told(hall.world)
        runner = Runner(server, nursery, control, address, environment, plan.seed, told)
        stack.push_async_callback(runner.kill)
        database = Database(async_url(address))
        stack.push_async_callback(database.close)
        yield Storm(plan, hall, runner, database, folder)
