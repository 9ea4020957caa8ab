"""The table of things that fall due."""

from data import schedule
from data.engine import Database
from data.schedule import JobKind, ScheduledJob


async def put(database: Database, *things: ScheduledJob) -> None:
    async with database.writing() as connection:
        for thing in things:
            await schedule.put(connection, thing)


async def until(database: Database, now: int, most: int = 10) -> list[ScheduledJob]:
    async with database.reading() as connection:
        return await schedule.due(connection, now, most)


async def test_a_thing_is_due_from_its_second_on(database: Database) -> None:
    thing = ScheduledJob(JobKind.LAPSE, 1, 100)
    await put(database, thing)
    assert await until(database, 99) == []
    assert await until(database, 100) == [thing]
    assert await until(database, 10**9) == [thing]


async def test_what_is_longest_overdue_comes_first_and_not_too_much_at_once(
    database: Database,
) -> None:
    things = [ScheduledJob(JobKind.LAPSE, n, 100 - n) for n in range(5)]
    await put(database, *things)
    assert await until(database, 100, most=3) == things[:1:-1]


async def test_the_same_thing_put_again_is_moved(database: Database) -> None:
    await put(database, ScheduledJob(JobKind.LAPSE, 1, 100), ScheduledJob(JobKind.LAPSE, 1, 200))
    assert await until(database, 150) == []
    assert await until(database, 200) == [ScheduledJob(JobKind.LAPSE, 1, 200)]


async def test_striking_a_thing_leaves_the_others(database: Database) -> None:
    kept = [ScheduledJob(JobKind.LAPSE, 2, 100), ScheduledJob(JobKind.REMINDER, 1, 100)]
    await put(database, ScheduledJob(JobKind.LAPSE, 1, 100), *kept)
    async with database.writing() as connection:
        await schedule.drop(connection, JobKind.LAPSE, 1)
        await schedule.drop(connection, JobKind.LAPSE, 404)
    assert set(map(str, await until(database, 100))) == set(map(str, kept))


async def test_a_job_is_postponed_unless_it_was_deleted_or_moved(database: Database) -> None:
    one, two, three = (ScheduledJob(JobKind.LAPSE, n, 100) for n in (1, 2, 3))
    await put(database, one, three, ScheduledJob(JobKind.LAPSE, 3, 150))
    async with database.writing() as connection:
        for thing in (one, two, three):
            await schedule.postpone(connection, thing, 400)
    assert await until(database, 399) == [ScheduledJob(JobKind.LAPSE, 3, 150)]
    assert await until(database, 400) == [
        ScheduledJob(JobKind.LAPSE, 3, 150),
        ScheduledJob(JobKind.LAPSE, 1, 400),
    ]
