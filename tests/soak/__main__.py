"""The command `python -m tests.soak`: it exits with 1 if the process holds more and more.

What does not belong here: what is measured (`measure`).
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

import sqlalchemy as sa

from data.tables import OUTBOX
from tests.soak.measure import Sample, grown
from tests.torture.storm import PACE, Plan, Storm, brewing
from tests.torture.tables import Hall

MOST_WAITING: Final = 10
"""How many messages may wait before people take a break."""
LOOK_SECONDS: Final = 0.25


@dataclass(slots=True)
class Soaked:
    """What came of a soak."""

    samples: list[Sample] = field(default_factory=list)
    moves: int = 0
    games: int = 0
    wrong: list[str] = field(default_factory=list)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--people", type=int, default=40, help="how many play (40)")
    parser.add_argument("--hours", type=float, default=2.0, help="how long, for the bot (2)")
    parser.add_argument(
        "--warm-up", type=float, default=1.0, help="how long before anything is measured (1)"
    )
    parser.add_argument("--seed", default="soak", help="what decides who does what")
    arguments = parser.parse_args(argv)
    soaked = asyncio.run(
        soak(arguments.people, arguments.hours, arguments.seed, warm_up=arguments.warm_up)
    )
    for sample in soaked.samples[:: max(1, len(soaked.samples) // 12)]:
        print(told(sample))
    print(f"{soaked.moves} moves in {soaked.games} games that are over")
    print("\n".join(soaked.wrong) or "nothing has grown")
    return 1 if soaked.wrong else 0


def told(sample: Sample) -> str:
    """Write a sample in one line."""
    return (
        f"{sample.hours:5.2f} h: {sample.megabytes:6.1f} MB, {sample.threads} threads, "
        f"{sample.sockets} sockets, {sample.files} files, {sample.waiting} messages wait, "
        f"{sample.overdue} jobs overdue"
    )


async def soak(
    people: int, hours: float, seed: str, *, warm_up: float, samples: int = 60
) -> Soaked:
    """Make people play for some hours of the bot's time, and say what has grown.

    They have played for `warm_up` hours before: whatever is kept in memory up to a limit is there.
    """
    hall = Hall.built(seed, pace=PACE, people=people, wanted=max(4, people // 2), leaving=6)
    # Everybody moves every few minutes of the bot's, not every second.
    hall.ease = people * 1.5
    async with brewing(Plan(seed, 0), hall) as storm:
        return await _soaked(storm, hours, warm_up, samples)


async def _soaked(storm: Storm, hours: float, warm_up: float, samples: int) -> Soaked:
    soaked = Soaked()
    await storm.runner.online()
    storm.gate.set()
    living = [
        asyncio.create_task(person.live(storm.gate, _nobody_waits)) for person in storm.people
    ]
    regulating = asyncio.create_task(_regulated(storm))
    pause, warm = hours * 3600 / PACE / samples, warm_up * 3600 / PACE
    began = monotonic()
    try:
        for number in range(1, samples + 1):
            await asyncio.sleep(max(0.0, began + warm + number * pause - monotonic()))
            await storm.look_in()
            passed = (monotonic() - began) * PACE / 3600
            now = int(storm.hall.world.now.timestamp())
            sample = await Sample.of(storm.runner.pid, storm.database, passed, now)
            soaked.samples.append(sample)
    finally:
        for task in (*living, regulating):
            task.cancel()
        await asyncio.gather(*living, regulating, return_exceptions=True)
    soaked.moves, soaked.games = len(storm.told.acknowledged), storm.report.over
    soaked.wrong = [*grown(soaked.samples, len(storm.people)), *storm.runner.errors()]
    return soaked


async def _regulated(storm: Storm) -> None:
    """Let nobody begin anything while much waits: a busy machine would measure its own backlog."""
    while True:
        async with storm.database.reading() as connection:
            waiting = await connection.scalar(sa.select(sa.func.count()).select_from(OUTBOX))
        if (waiting or 0) > MOST_WAITING:
            storm.gate.clear()
        else:
            storm.gate.set()
        await asyncio.sleep(LOOK_SECONDS)


def _nobody_waits(_person: int, _idle: bool) -> None:
    """Take no notice: there is no recess."""


if __name__ == "__main__":
    sys.exit(main())
