"""Work on many items in several processes, as the command line does on all cores.

What does not belong here: the workers of the bot (`bot.workers`).
"""

import argparse
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def add_jobs(command: argparse.ArgumentParser, count: Callable[[str], int]) -> None:
    """Add the argument of a command for the number of processes, which `count` reads."""
    command.add_argument(
        *("--jobs", "--cores"),
        type=count,
        default=multiprocessing.cpu_count(),
        metavar="N",
        help="in how many processes",
    )


def each(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    """Yield what the work returns for each item, in order; at most `jobs` processes do it.

    Where that is one, it is this process.

    >>> list(each(abs, [-2, 3], jobs=1))
    [2, 3]
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from map(work, items)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(work, items)
