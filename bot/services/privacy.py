"""Privacy: hand people what is stored about them, and forget them.

What is stored where is in `data.privacy`. A person is forgotten in steps, each a transaction: a
job is noted by which the next start goes on after a crash, their challenges and requests to settle
are closed and their games resigned like any others, and then everything of theirs is deleted together. Messages about it go out
after that, so that they do not name the person any more.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any, Final

from bot.delivery.outbox_writer import Dispatch, Envelope, challenge_stream, person_stream
from bot.delivery.rows import CardRow
from bot.match.event import Referee
from bot.match.table import Person, Table
from bot.services.export_files import ExportFile, files_of
from bot.services.ledgers import close_requests
from bot.services.matches import Matches
from bot.services.tournaments import Tournaments
from data import challenges, clocks, privacy, schedule, tournaments
from data.challenges import ChallengeState
from data.engine import Connection
from data.former import FORMER_NAME, draw_former
from data.schedule import JobKind, ScheduledJob

log = logging.getLogger(__name__)

ROUNDS: Final = 10
"""How often is looked whether a person plays anything new meanwhile."""
LATER_SECONDS: Final = 60
"""When a deletion goes on by itself that was broken off."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a person still takes part in: it ends when they are forgotten."""

    games: int
    challenges: int


class Privacy:
    """Export and forget."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database
        self._clock = referee.clock
        self._lots = SystemRandom()
        self._tournaments = Tournaments(referee.database, Matches(referee), clock=referee.clock)

    async def export(self, user_id: int, most_bytes: int) -> list[ExportFile]:
        """Return everything that is stored about a person, as JSON with readable keys.

        One file of at most `most_bytes`, compressed if need be, or several that are.
        """
        async with self._database.reading() as connection:
            found = await privacy.everything(connection, user_id)
        told = {
            section: [_readable(entry) for entry in entries] for section, entries in found.items()
        }
        head = {"person": str(user_id), "exported_at": _time(self._clock())}
        return await asyncio.to_thread(files_of, head, told, most_bytes)

    async def at_stake(self, user_id: int) -> Stake:
        """Count the running games and open challenges that a person takes part in."""
        async with self._database.reading() as connection:
            games = await self._playing(connection, user_id)
            return Stake(len(games), len(await privacy.open_challenges_with(connection, user_id)))

    async def forget(self, user_id: int) -> list[Dispatch]:
        """Delete everything about a person for good; return what goes out after it.

        Repeating it is safe, and what a crash has broken off goes on by itself.
        """
        async with self._database.writing() as connection:
            later = self._clock() + LATER_SECONDS
            await schedule.put(connection, ScheduledJob(JobKind.FORGET, user_id, later))
        left: list[Dispatch] = []
        for _ in range(ROUNDS):
            left += await self._leave_everything(user_id)
            async with self._database.writing() as connection:
                await privacy.lock(connection, user_id)
                # Somebody may have accepted a challenge of theirs in between.
                if await self._takes_part(connection, user_id):
                    continue
                former = draw_former(self._lots)
                await privacy.forget(connection, user_id, former)
            await self._database.forget_deleted()
            log.info("a person has been forgotten")
            return [_renamed(dispatch, user_id, former) for dispatch in left]
        log.warning("a person could not be forgotten yet: it is tried again")
        return left

    async def _takes_part(self, connection: Connection, user_id: int) -> bool:
        if await tournaments.with_person(connection, user_id):
            return True
        playing = await self._playing(connection, user_id)
        return bool(playing or await privacy.open_challenges_with(connection, user_id))

    async def _playing(self, connection: Connection, user_id: int) -> list[int]:
        """List the running games that a person has still to resign."""
        found = []
        for game_id in await clocks.running_of(connection, user_id):
            table = await self._referee.table(connection, game_id)
            if _seats_to_resign(table, user_id):
                found.append(game_id)
        return found

    async def _leave_everything(self, user_id: int) -> list[Dispatch]:
        """Close a person's challenges and requests to settle, and resign their games."""
        withdrawn = await self._tournaments.leave_all(user_id)
        async with self._database.reading() as connection:
            open_challenges = await privacy.open_challenges_with(connection, user_id)
        left = [
            *withdrawn,
            *[await self._leave_challenge(number, user_id) for number in open_challenges],
        ]
        left.append(await self._leave_ledgers(user_id))
        # A return game follows where a first one is resigned only after it was over.
        async with self._database.reading() as connection:
            games = await self._playing(connection, user_id)
        leaving = Person(user_id, FORMER_NAME)
        for game_id in games:
            acted = await self._referee.act(
                game_id,
                leaving,
                lambda table: [f"!resign:{seat}" for seat in _seats_to_resign(table, user_id)],
                interaction_id=None,
            )
            left.append(acted.dispatch)
        return left

    async def _leave_challenge(self, challenge_id: int, user_id: int) -> Dispatch:
        """Cancel a person's challenge, decline one to them alone, or leave the seat at a table."""
        async with self._database.writing() as connection:
            challenge = await challenges.get(connection, challenge_id, lock=True)
            if challenge is None or challenge.state is not ChallengeState.OPEN:
                return Dispatch()
            own = challenge.challenger_id == user_id
            if own or not challenge.terms.is_table:
                state = ChallengeState.CANCELLED if own else ChallengeState.DECLINED
                await challenges.set_state(connection, challenge_id, state)
                await schedule.drop(connection, JobKind.LAPSE, challenge_id)
            else:
                await challenges.unseat(connection, challenge_id, user_id)
            envelope = Envelope(connection, self._clock())
            await envelope.put(challenge_stream(challenge_id), CardRow(challenge_id))
            return await envelope.seal()

    async def _leave_ledgers(self, user_id: int) -> Dispatch:
        """Close a person's open requests to settle, and those to them: what is open goes."""
        async with self._database.writing() as connection:
            envelope = Envelope(connection, self._clock())
            await close_requests(connection, envelope, user_id)
            return await envelope.seal()


def _seats_to_resign(table: Table, user_id: int) -> list[int]:
    """Return the seat of a person who is still in a running game; whom the rules put out stays."""
    seat = table.game.seat_of(user_id)
    return [seat] if table.game.running and seat in table.line.playing else []


def _renamed(dispatch: Dispatch, user_id: int, former: int) -> Dispatch:
    """Return what a transaction left to deliver, as it is now in the outbox."""
    claimed = (
        replace(row, payload=privacy.renamed(row.payload, user_id, former))
        for row in dispatch.claimed
        if row.stream != person_stream(user_id)
    )
    return replace(dispatch, claimed=tuple(claimed))


def _readable(entry: Mapping[str, Any]) -> dict[str, Any]:  # Any: as stored
    """Return an entry with times that people can read, and ids that no program rounds."""
    return {key: _value(key, value) for key, value in entry.items()}


def _value(key: str, value: object) -> object:
    if value is None:
        return None
    if isinstance(value, int) and (key == "at" or key.endswith("_at")):
        return _time(value)
    return str(value) if key in {"server", "channel", "person"} else value


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()
