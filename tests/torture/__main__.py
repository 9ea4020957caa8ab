"""The command `python -m tests.torture`: a run with a seed, a progress line and a report.

It exits with 0 if all that must be true was true at every look, with 1 if not. What does not
belong here: what happens in a run (`storm`).
"""

import argparse
import asyncio
import secrets
import sys
from collections.abc import Sequence
from typing import Final

from tests.torture.faults import Kind
from tests.torture.invariants import Violation, Wrong
from tests.torture.mutations import MUTATIONS
from tests.torture.report import progress_line, told
from tests.torture.storm import Plan, Report
from tests.torture.worlds import torture

PAUSE: Final = 30.0
"""For how many seconds nothing is said of the progress where it goes into a file."""


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--seed", help="what to repeat; a new one otherwise, which is printed")
    parser.add_argument("--faults", type=int, default=200, help="how many at least (200)")
    parser.add_argument(
        "--database",
        default="sqlite",
        help="sqlite for new files, or the address of a PostgreSQL server for new databases",
    )
    parser.add_argument("--worlds", type=int, default=1, help="how many at the same time (1)")
    parser.add_argument(
        "--kinds", nargs="*", default=(), choices=[kind.name for kind in Kind], metavar="KIND"
    )
    parser.add_argument("--computers", action="store_true", help="computers play, too: slower")
    parser.add_argument(
        "--mutation",
        default="",
        choices=sorted(MUTATIONS),
        metavar="NAME",
        help=f"break the bot on purpose, to see it found out: {', '.join(sorted(MUTATIONS))}",
    )
    parser.add_argument("--stop", action="store_true", help="end at the first violation")
    arguments = parser.parse_args(argv)
    plan = Plan(
        seed=arguments.seed or secrets.token_hex(4),
        faults=arguments.faults,
        database="" if arguments.database == "sqlite" else arguments.database,
        kinds=tuple(Kind[name] for name in arguments.kinds),
        mutation=arguments.mutation,
        computers=arguments.computers,
        stop_at=frozenset(Wrong) if arguments.stop else frozenset(),
        worlds=arguments.worlds,
    )
    report = asyncio.run(run(plan))
    print(told(report))
    return 1 if report.violations else 0


async def run(plan: Plan) -> Report:
    """Run with a progress line."""
    shows = sys.stderr.isatty()
    said = set[tuple[Violation, str]]()
    ends = 0.0

    def progress(report: Report) -> None:
        nonlocal ends
        for wrong, after in zip(report.violations, report.after, strict=True):
            if (wrong, after) not in said:
                print(f"{wrong}\n    after {after}", file=sys.stderr, flush=True)
                said.add((wrong, after))
        if shows:
            print(f"\r{progress_line(report)}", end="", file=sys.stderr, flush=True)
        elif report.seconds > ends:
            print(progress_line(report), file=sys.stderr, flush=True)
            ends = report.seconds + PAUSE

    report = await torture(plan, progress)
    if shows:
        print(file=sys.stderr)
    return report


if __name__ == "__main__":
    sys.exit(main())
