"""A den: a club with computers, whose thoughts a test can hold or let fail."""

import asyncio
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.outbox_writer import Dispatch
from bot.match.table import Person, Table
from bot.services.computers import Computers
from bot.services.proposals import ChallengeResult
from data import events, schedule
from data.challenges import First, MatchKind, Terms
from data.computers import Computer, computers
from data.events import Event
from data.schedule import JobKind
from games.players import Level
from tests.bot.club import MARA, SINGLE, Club, legal
from tests.bot.thinkers import Here

EASY, EASY_TOO = computers(Level.EASY, 2)
HARD: Final = Computer(Level.HARD)
EXPERT: Final = Computer(Level.EXPERT)
TABLE: Final = Terms("toy", 3, {}, MatchKind.SINGLE, First.ME, rated=True)


@dataclass
class Den:
    """The services of a club, and the computers that think for it."""

    club: Club
    workers: Here
    service: Computers

    @classmethod
    def of(cls, club: Club) -> "Den":
        workers = Here()

        async def carry_out(dispatch: Dispatch) -> None:
            service.wake(dispatch.thinking)

        service = Computers(club.referee, club.matches, workers, carry_out)
        return cls(club, workers, service)

    async def propose(
        self, *seated: Computer, asked: tuple[Person, ...] = (), terms: Terms = SINGLE
    ) -> ChallengeResult:
        """Make Mara challenge computers, and people as well."""
        proposal = replace(self.club.proposal(*asked, terms=terms), computers=seated)
        answered = await self.club.challenges.propose(proposal, interaction_id=self.club.ticket())
        if proposal.is_full:
            answered = await self.club.post_card(answered.challenge)
        self.service.wake(answered.dispatch.thinking)
        return answered

    async def start(self, *seated: Computer, terms: Terms = SINGLE) -> Table:
        """Return the game that begins at once; no computer has moved yet if Mara starts."""
        answered = await self.propose(*seated, terms=terms)
        assert answered.game_id is not None
        return await self.table(answered.game_id)

    async def play(self, table: Table, notation: str | None = None) -> None:
        """Make Mara move, and the computers that it wakes."""
        now = await self.table(table.game.id)
        acted = await self.club.play(now, notation or legal(now)[0], person=MARA)
        self.service.wake(acted.dispatch.thinking)

    async def quiet(self) -> None:
        """Wait until nobody thinks."""
        while self.service._thoughts:
            await asyncio.gather(*self.service._thoughts.values())

    async def table(self, game_id: int) -> Table:
        return await self.club.matches.table(game_id)

    async def moves(self, table: Table) -> list[Event]:
        async with self.club.database.reading() as connection:
            return await events.after(connection, table.game.id, 0)

    async def due_at(self, table: Table) -> int | None:
        """Return when the computers of a game are looked after, or None."""
        async with self.club.database.reading() as connection:
            things = await schedule.due(connection, self.club.clock() + 10**6, 100)
        wanted = (JobKind.THINK, table.game.id)
        return next((one.due_at for one in things if (one.kind, one.subject_id) == wanted), None)
