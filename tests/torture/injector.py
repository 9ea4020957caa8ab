"""Make faults happen, and let everything work again.

What does not belong here: which faults come (`faults`), and what must hold after them.
"""

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from playground import faults as ordered
from playground.server import Server
from tests.torture.control import Control, Disk
from tests.torture.faults import Fault, Kind
from tests.torture.runner import Runner, wal_of
from tests.torture.told import Told

REACHED: Final = 0.25
"""For how many seconds a request to be held is waited for."""
JUMP_SEEN: Final = 20.0
"""How long, by its own time, a bot has to notice that the clock has jumped."""


@dataclass(slots=True)
class Injector:
    """What lets faults happen to one bot."""

    runner: Runner
    told: Told
    terminate_connections: Callable[[], Awaitable[None]]
    """Close the connections of a PostgreSQL database."""
    _lasting: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def _server(self) -> Server:
        return self.runner.server

    @property
    def _control(self) -> Control:
        return self.runner.control

    async def inject(self, fault: Fault) -> None:
        """Cause a fault: what lasts a while goes on after this."""
        await asyncio.sleep(fault.wait)
        match fault.kind:
            case Kind.KILL:
                await self.runner.kill()
                await self.runner.start()
            case Kind.KILL_AT | Kind.STOP_AT:
                await self._end_at(fault)
            case Kind.KILL_STARTING:
                await self.runner.kill()
                await self.runner.start()
                await asyncio.sleep(fault.seconds)
                await self.runner.kill()
                await self.runner.start()
            case Kind.STOP:
                await self._stop()
            case Kind.STOP_CUT_OFF:
                await self._drop(fault)
                await self._stop()
            case _:
                await self._passing(fault)

    async def _passing(self, fault: Fault) -> None:
        """Make something fail that the bot outlives."""
        lasting: dict[Kind, Callable[[Fault], Coroutine[None, None, None]]] = {
            Kind.SLOW: self._slow,
            Kind.OUTAGE: self._outage,
            Kind.FULL: self._disk,
            Kind.READ_ONLY: self._disk,
            Kind.SMALL: self._small,
            Kind.LOCKED: self._locked,
        }
        if fault.kind in lasting:
            task = asyncio.create_task(lasting[fault.kind](fault), name=f"{fault}")
            self._lasting.add(task)
            task.add_done_callback(self._lasting.discard)
        elif fault.kind in (Kind.CLOCK, Kind.ASLEEP):
            await self._jump(fault)
        elif fault.kind is Kind.CONNECTIONS:
            await self.terminate_connections()
        else:
            await self._of_discord(fault)

    async def _of_discord(self, fault: Fault) -> None:
        match fault.kind:
            case Kind.AGAIN:
                self._again(fault)
            case Kind.DROP:
                await self._drop(fault)
            case Kind.RECONNECT:
                self._server.gateway.ask_to_reconnect()
            case Kind.INVALID:
                self._server.gateway.invalidate()
            case _:
                self._order(fault)

    async def clear_up(self) -> None:
        """Make everything work again, but for the clock."""
        for task in self._lasting:
            task.cancel()
        await asyncio.gather(*self._lasting, return_exceptions=True)
        self._lasting.clear()
        for hold in self._server.faults.holds:
            hold.release()
        self._server.faults.holds.clear()
        self._server.faults.faults.clear()
        self._server.faults.latency = 0.0
        self._control.disk = Disk.FINE
        self.runner.limit_files(-1)

    # What ends the process

    async def _stop(self) -> None:
        await self.runner.stop(signal.SIGTERM)
        await self.runner.start()

    async def _end_at(self, fault: Fault) -> None:
        hold = self._server.faults.hold(fault.method, fault.path, after=fault.after)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REACHED):
                await hold.reached.wait()
        if fault.kind is Kind.STOP_AT:
            await self.runner.stop(signal.SIGTERM)
        else:
            await self.runner.kill()
        hold.release()
        self._server.faults.holds.remove(hold)
        await self.runner.start()

    # Discord

    def _order(self, fault: Fault) -> None:
        self._server.faults.order(
            ordered.Fault(
                fault.method,
                fault.path,
                fault.status or None,
                code=50035 if fault.kind is Kind.REFUSED else 0,
                after=fault.after,
                times=fault.times,
                retry_after=fault.seconds,
                half=fault.kind is Kind.HALF,
            )
        )

    async def _slow(self, fault: Fault) -> None:
        self._server.faults.latency = 0.1
        await asyncio.sleep(fault.seconds)
        self._server.faults.latency = 0.0

    async def _outage(self, fault: Fault) -> None:
        down = self._server.faults.order(ordered.Fault("*", "*", 503, times=1 << 30))
        await asyncio.sleep(fault.seconds)
        down.times = 0

    async def _drop(self, fault: Fault) -> None:
        await self._server.gateway.drop(fault.status or None)

    def _again(self, fault: Fault) -> None:
        """Tell the bot of the last interactions once more, as Discord does where it is unsure."""
        for payload in list(self.told.payloads.values())[-fault.times :]:
            # Autocomplete, too: it changes nothing.
            self._server.gateway.tell("INTERACTION_CREATE", payload)

    # The machine

    async def _disk(self, fault: Fault) -> None:
        self._control.disk = Disk.FULL if fault.kind is Kind.FULL else Disk.READ_ONLY
        await asyncio.sleep(fault.seconds)
        self._control.disk = Disk.FINE

    async def _small(self, fault: Fault) -> None:
        wal = wal_of(self.runner.database)
        if wal is not None and wal.exists():
            self.runner.limit_files(wal.stat().st_size + 4096)
        await asyncio.sleep(fault.seconds)
        self.runner.limit_files(-1)

    async def _locked(self, fault: Fault) -> None:
        path = self.runner.database.removeprefix("sqlite:///")
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            try:
                other.execute("PRAGMA busy_timeout=20")
                other.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(fault.seconds)
            except sqlite3.OperationalError:
                return  # the bot was there first, again and again
            finally:
                if other.in_transaction:
                    other.execute("ROLLBACK")

    async def _jump(self, fault: Fault) -> None:
        if fault.kind is Kind.ASLEEP:
            self._server.world.forward(timedelta(seconds=fault.seconds))
            self._control.asleep += fault.seconds
        else:
            self._control.ahead += fault.seconds
        await asyncio.sleep(JUMP_SEEN / self._server.world.pace)
        if fault.kind is Kind.CLOCK:
            # Somebody sets it right again.
            self._control.ahead = 0.0
            await asyncio.sleep(JUMP_SEEN / self._server.world.pace)
