"""What a process holds: read from outside, and compared between the first and the last of it.

What does not belong here: who plays meanwhile (`tests.soak.__main__`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import Final, Self

import sqlalchemy as sa

from data.engine import Database
from data.tables import OUTBOX, SCHEDULE

FLAT: Final = 0.10
"""By which part of what it was memory may have grown."""
MORE: Final = 5
"""How many more threads, sockets, files or rows there may be: what is in use just then."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What a process holds at a moment, by the hours that have passed for it."""

    hours: float
    megabytes: float
    threads: int
    sockets: int
    files: int
    waiting: int
    """How many messages are still to be sent."""
    overdue: int
    """How many jobs are due."""

    @classmethod
    async def of(cls, pid: int, database: Database, hours: float, now: int) -> Self:
        """Read a running process and its database; Linux only."""
        memory, threads, sockets, files = _process(pid)
        async with database.reading() as connection:
            waiting = await connection.scalar(sa.select(sa.func.count()).select_from(OUTBOX))
            overdue = await connection.scalar(
                sa.select(sa.func.count()).where(SCHEDULE.c.due_at < now - 60)
            )
        return cls(hours, memory, threads, sockets, files, waiting or 0, overdue or 0)


def _process(pid: int) -> tuple[float, int, int, int]:
    """Return the megabytes of a process, its threads, sockets and open files.

    All memory that it has written to, also what it shares with its nursery: it is forked, and that
    becomes its own little by little, as it is written to again, without being more. Not what is
    mapped from files: a font lies in the system's cache once, however many sizes of it are mapped.
    """
    status = Path(f"/proc/{pid}/status").read_text()
    (memory,) = (
        int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:")
    )
    threads = sum(1 for _ in Path(f"/proc/{pid}/task").iterdir())
    sockets = files = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = str(link.readlink())
        except FileNotFoundError:
            continue  # it was closed at this moment
        sockets += target.startswith("socket:")
        files += target.startswith("/")
    return memory / 1024, threads, sockets, files


def grown(samples: Sequence[Sample], people: int) -> list[str]:
    """List what is more in the last quarter than in the first one.

    Sockets may be as many as people need at once: a response and a board each. They are used again
    in turn, so that after a burst none is idle for long enough to be closed.
    """
    quarter = len(samples) // 4
    before, after = samples[:quarter], samples[-quarter:]
    if not before:
        return ["too few samples to compare"]
    wrong = []
    was, now = (mean(each.megabytes for each in part) for part in (before, after))
    if now > was * (1 + FLAT):
        wrong.append(f"memory has grown from {was:.1f} to {now:.1f} MB")
    for name in ("threads", "sockets", "files", "waiting", "overdue"):
        # What is in use for a moment counts for nothing.
        first = median(getattr(each, name) for each in before)
        last = median(getattr(each, name) for each in after)
        if name == "sockets":
            first = max(first, 2 * people)
        if last > first + MORE:
            wrong.append(f"{name} have grown from {first:.1f} to {last:.1f}")
    return wrong
