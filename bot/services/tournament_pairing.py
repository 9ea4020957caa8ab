"""Pair a round where it keeps nobody waiting: in a thread, or of many players in a worker.

The Swiss system takes some hundredths of a second for a dozen players and tenths for thirty, in pure
Python: in a thread of this process everybody else would wait for parts of it. What does not belong
here: who meets whom (`bot.tournament`), and when (`bot.services.tournament_plan`).
"""

import asyncio
import logging
from typing import Final

from bot.errors import Busy
from bot.services.tournament_plan import Wanted
from bot.tournament.rounds import next_round
from bot.workers.pool import JOB_SECONDS, JobFailed, Workers
from data.tournament_values import Pairing

log = logging.getLogger(__name__)

MOST_IN_A_THREAD: Final = 12
"""Of how many players a round is paired in a thread."""


async def pair_round(
    workers: Workers | None, guild_id: int, wanted: Wanted
) -> list[Pairing] | None:
    """Pair a round of a server's tournament; None if there is none left.

    Where there are no workers, or they are busy or fail, it is paired in a thread all the same.
    """
    chosen = (wanted.format, wanted.entrants, wanted.pairings, wanted.rounds)
    if workers is not None and len(wanted.entrants) > MOST_IN_A_THREAD:
        try:
            return await workers.run(guild_id, JOB_SECONDS, next_round, *chosen, apart=wanted.apart)
        except (Busy, JobFailed) as error:
            log.warning("a round is paired without a worker: %r", error)
    return await asyncio.to_thread(next_round, *chosen, apart=wanted.apart)
