"""The table of things that fall due."""

from data import due
from data.due import DueThing
from data.engine import Database


async def put(database: Database, *things: DueThing) -> None:
    async with database.writing() as connection:
        for thing in things:
            await due.put(connection, thing)


async def until(database: Database, now: int, most: int = 10) -> list[DueThing]:
    async with database.reading() as connection:
        return await due.until(connection, now, most)


async def test_a_thing_is_due_from_its_second_on(database: Database) -> None:
    thing = DueThing("lapse", 1, 100)
    await put(database, thing)
    assert await until(database, 99) == []
    assert await until(database, 100) == [thing]
    assert await until(database, 10**9) == [thing]


async def test_what_is_longest_overdue_comes_first_and_not_too_much_at_once(
    database: Database,
) -> None:
    things = [DueThing("lapse", n, 100 - n) for n in range(5)]
    await put(database, *things)
    assert await until(database, 100, most=3) == things[:1:-1]


async def test_the_same_thing_put_again_is_moved(database: Database) -> None:
    await put(database, DueThing("lapse", 1, 100), DueThing("lapse", 1, 200))
    assert await until(database, 150) == []
    assert await until(database, 200) == [DueThing("lapse", 1, 200)]


async def test_striking_a_thing_leaves_the_others(database: Database) -> None:
    kept = [DueThing("lapse", 2, 100), DueThing("reminder", 1, 100)]
    await put(database, DueThing("lapse", 1, 100), *kept)
    async with database.writing() as connection:
        await due.drop(connection, "lapse", 1)
        await due.drop(connection, "lapse", 404)
    assert set(map(str, await until(database, 100))) == set(map(str, kept))


async def test_a_thing_is_put_off_unless_it_was_struck_or_moved(database: Database) -> None:
    one, two, three = (DueThing("lapse", n, 100) for n in (1, 2, 3))
    await put(database, one, three, DueThing("lapse", 3, 150))
    async with database.writing() as connection:
        for thing in (one, two, three):
            await due.put_off(connection, thing, 400)
    assert await until(database, 399) == [DueThing("lapse", 3, 150)]
    assert await until(database, 400) == [DueThing("lapse", 3, 150), DueThing("lapse", 1, 400)]
