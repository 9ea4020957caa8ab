"""`tavolo doctor`: look whether everything that is stored is right, and mend what can be mended.

Every game is played through again, and all that surrounds it compared with what its events lead
to. `examine` is what the command calls, and whatever else wants to know that a database is whole:

    async for trouble in examine(database, now=now):
        print(trouble)

Rows are read page by page, so the bot may run meanwhile: what seems to be wrong in a game is
examined again, by itself, before it is said. What does not belong here: counting ratings again
(`bot.recounting`).
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from bot.doctor import games, matches, queues
from bot.doctor.replayed import UNREADABLE, replay, subject_of
from bot.doctor.troubles import Check, Mend, Trouble
from data import examined
from data.engine import Database
from data.examined import GameRows, MatchRows

__all__ = ["PAGE", "Check", "Mend", "Progress", "Trouble", "examine", "unplayable"]

PAGE: Final = 200
"""How many matches are read at once."""
MOVE: Final = "A moderator may end one of their games with /game end"

Progress = Callable[[int, int], None]
"""Is told how many games have been looked at, of how many."""


async def examine(
    database: Database, *, now: int, progress: Progress | None = None
) -> AsyncIterator[Trouble]:
    """Yield everything that is wrong with a store that is up to date; raises DatabaseError.

    `now` is in seconds since 1970: what was stored while the machine's clock was ahead is no
    sign that the bot runs in days to come.
    """
    async with database.reading() as connection:
        total = (await examined.counts(connection)).games
        alive = min(now, await examined.last_alive(connection))
    after, done = 0, 0
    while page := await _read(database, after):
        if found := await _wrong_in(database, page):
            # While a bot runs, something may have changed between two statements.
            again = await _wrong_in(database, await _read(database, after))
            for trouble in again:
                if trouble in found:
                    yield trouble
        after, done = page[-1].match["id"], done + sum(len(each.games) for each in page)
        if progress is not None:
            progress(done, total)
    async for trouble in _elsewhere(database, alive):
        yield trouble


async def unplayable(
    database: Database, *, progress: Progress | None = None
) -> AsyncIterator[Trouble]:
    """Play every running game through, and yield those that can't be; raises DatabaseError."""
    async with database.reading() as connection:
        total = (await examined.counts(connection)).running
    after, done = 0, 0
    while page := await _read(database, after, running=True):
        for games_of_match in page:
            for rows in games_of_match.games:
                for trouble in replay(rows).troubles:
                    yield trouble
                done += rows.game["ended_at"] is None
        after = page[-1].match["id"]
        if progress is not None:
            progress(done, total)


async def _read(database: Database, after: int, *, running: bool = False) -> list[MatchRows]:
    async with database.reading() as connection:
        return await examined.page(connection, after=after, most=PAGE, running=running)


async def _wrong_in(database: Database, page: Sequence[MatchRows]) -> list[Trouble]:
    found = list[Trouble]()
    for match in page:
        for rows in match.games:
            found += _wrong_with(rows)
        found += matches.ended(match)
    async with database.reading() as connection:
        return found + await matches.counted(connection, page)


def _wrong_with(rows: GameRows) -> list[Trouble]:
    replayed = replay(rows)
    try:
        return [*replayed.troubles, *games.around(rows, replayed.line)]
    except UNREADABLE as error:
        wrong = f"its rows can't be read: {type(error).__name__}: {error}"
        return [*replayed.troubles, Trouble(Check.STANDING, subject_of(rows), wrong)]


async def _elsewhere(database: Database, alive: int) -> AsyncIterator[Trouble]:
    """Yield what is wrong outside the games."""
    async with database.reading() as connection:
        for place, count in await examined.shared_threads(connection):
            wrong = f"{count} matches that run have it for their own"
            yield Trouble(Check.PLACES, f"thread {place}", wrong, remedy=MOVE)
        for trouble in await matches.miscounted(connection):
            yield trouble
        late = await examined.late_jobs(connection, alive - queues.PATIENCE)
        for trouble in queues.overdue(late, alive=alive):
            yield trouble
        for trouble in queues.lost(await examined.orphans(connection), examined.DELETABLE):
            yield trouble
    after = 0
    while True:
        async with database.reading() as connection:
            page = await examined.outbox_page(connection, after=after, most=PAGE)
        if not page:
            return
        for trouble in queues.messages(page, alive=alive):
            yield trouble
        after = page[-1]["id"]
