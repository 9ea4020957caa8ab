"""Several worlds tortured at the same time, counted together.

A storm waits most of its time: for people to come to an end, for messages to be tried again. In
that time another world's bot works. Worlds share nothing but the nursery from which their bots
are forked: each has a Discord, people, a database and a seed of its own. What does not belong here:
what happens in a world (`storm`).
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from tests.data.backends import created
from tests.torture.storm import Plan, Report, Storm, brewing


async def torture(plan: Plan, progress: Callable[[Report], None] = lambda _: None) -> Report:
    """Run a plan in all of its worlds, and return what came of it in all of them together.

    On PostgreSQL each world gets a new database on the plan's server.
    """
    began = monotonic()
    async with contextlib.AsyncExitStack() as stack:
        storms: list[Storm] = []
        for one in plans(plan):
            database = plan.database
            if database:
                address = await stack.enter_async_context(created(database))
                # As the bot's setting has it.
                database = address.replace("+asyncpg", "")
            nursery = storms[0].runner.nursery if storms else None
            world = brewing(replace(one, database=database), nursery=nursery)
            storms.append(await stack.enter_async_context(world))

        def told(report: Report) -> None:
            for storm in storms:
                storm.is_ending |= report.is_to_stop
            progress(together(plan, [storm.report for storm in storms], monotonic() - began))

        async with asyncio.TaskGroup() as running:
            for storm in storms:
                running.create_task(storm.run(told))
    return together(plan, [storm.report for storm in storms], monotonic() - began)


def plans(plan: Plan) -> list[Plan]:
    """Divide a plan between its worlds; a single one has its very seed."""
    if plan.worlds == 1:
        return [plan]
    share = -(-plan.faults // plan.worlds)
    return [
        replace(plan, seed=f"{plan.seed}.{number}", faults=share, worlds=1)
        for number in range(1, plan.worlds + 1)
    ]


def together(plan: Plan, reports: Sequence[Report], seconds: float) -> Report:
    """Count what came of several worlds, in which `seconds` have passed."""
    found = Report(plan, seconds=seconds)
    for report in reports:
        found.faults.update(report.faults)
        found.deeds.update(report.deeds)
        found.violations += report.violations
        found.after += [f"{each} (seed {report.plan.seed})" for each in report.after]
        found.storms += report.storms
        found.acknowledged += report.acknowledged
        found.games += report.games
        found.over += report.over
        found.longest_stop = max(found.longest_stop, report.longest_stop)
    return found
