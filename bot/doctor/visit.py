"""A visit of the doctor: what is wrong in the host's words, what was mended, and the sum of it.

What does not belong here: what is checked (`bot.doctor`) and how it is mended (`bot.doctor.mending`).
"""

import time
from collections import Counter
from collections.abc import Callable

from bot.config import Settings, async_url
from bot.doctor import Progress, Trouble, examine
from bot.doctor.mending import mend
from data.engine import Database
from games.errors import GameError

Say = Callable[[str], None]


async def visit(
    settings: Settings,
    say: Say,
    *,
    mends: bool,
    progress: Progress | None = None,
) -> int:
    """Say everything that is wrong, mend it where that is asked for and safe; return how much it is.

    Raises DatabaseError where it could not be looked at.
    """
    database = Database(async_url(settings.database_url))
    try:
        await database.check_ready()
        found = [trouble async for trouble in examine(database, now=_now(), progress=progress)]
        mended = 0
        for trouble in found:
            say(f"WRONG: {trouble}")
            if mends and trouble.mend is not None:
                mended += await _mended(database, trouble, say)
            elif trouble.mend is not None:
                say(f"       --mend: {trouble.mend}")
            elif trouble.remedy:
                say(f"       {trouble.remedy}")
        say(_sum(found, mended))
        return len(found)
    finally:
        await database.close()


async def _mended(database: Database, trouble: Trouble, say: Say) -> bool:
    try:
        await mend(database, trouble, clock=_now)
    except GameError as error:
        say(f"       not mended: {error.text}")
        return False
    say(f"       mended: {trouble.mend}")
    return True


def _sum(found: list[Trouble], mended: int) -> str:
    if not found:
        return "Nothing is wrong."
    kinds = Counter(trouble.check for trouble in found)
    said = ", ".join(f"{count} of {check}" for check, count in sorted(kinds.items()))
    return f"Wrong: {len(found)} ({said}). Mended: {mended}."


def _now() -> int:
    return int(time.time())
