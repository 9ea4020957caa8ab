"""A club without Discord: the services on one database, three people, and a clock.

Tests of the services go through this: propose, accept, play. Which interaction a click is
counts up by itself unless a test says it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Final

from bot.config import Settings, load
from bot.delivery.outbox_writer import Envelope
from bot.match.event import ActResult, Referee
from bot.match.setup import Chances
from bot.match.table import Person, Table
from bot.services.absences import Absences
from bot.services.agreements import Agreements, OfferResult
from bot.services.challenges import Challenges
from bot.services.clocks import Clocks
from bot.services.matches import Matches
from bot.services.plan_editor import PlanEditor, Planned
from bot.services.proposals import CardClick, ChallengeResult, Proposal
from bot.services.reminders import Reminders
from data import matches
from data.challenges import Challenge, First, MatchKind, Terms
from data.engine import Database
from data.offers import OfferKind
from data.outbox import Post
from data.stored import StoredGame

GUILD: Final = 7
CHANNEL: Final = 70
CARD: Final = 700
MARA: Final = Person(11, "Mara")
JON: Final = Person(12, "Jon")
KIM: Final = Person(13, "Kim")
PEOPLE: Final = {person.id: person for person in (MARA, JON, KIM)}
SINGLE: Final = Terms(
    "dice_matrix", 2, {"scoring": "running"}, MatchKind.SINGLE, First.ME, rated=True
)
TWO_GAME: Final = replace(SINGLE, kind=MatchKind.TWO_GAME)
UNRATED: Final = replace(SINGLE, rated=False)
START: Final = 1_800_000_000


@dataclass
class Clock:
    """A clock that moves when a test says so."""

    now: int = START

    def __call__(self) -> int:
        return self.now

    def pass_time(self, seconds: int) -> None:
        self.now += seconds


@dataclass
class Ticket:
    """Numbers for interactions, as Discord never gives one twice."""

    numbers: Iterator[int] = field(default_factory=lambda: count(10_000))

    def __call__(self) -> int:
        return next(self.numbers)


def seeded(seed: int) -> Chances:
    """Return secrets and lots that are the same in every run."""
    source = Random(seed)
    return Chances(secret=lambda: source.randbytes(32), choose=source)


class Club:
    """One process's services on a database; `again` gives those of another process."""

    def __init__(
        self,
        url: str,
        *,
        settings: Settings | None = None,
        clock: Clock | None = None,
        chances: Chances | None = None,
        ticket: Ticket | None = None,
    ) -> None:
        self.url = url
        self.settings = settings or load({})
        self.clock = clock or Clock()
        self.ticket = ticket or Ticket()
        self.database = Database(url)
        self.referee = Referee(self.database, clock=self.clock, chances=chances or seeded(1))
        self.matches = Matches(self.referee)
        self.agreements = Agreements(self.referee)
        self.plan_editor = PlanEditor(self.referee)
        self.clocks = Clocks(self.referee)
        self.reminders = Reminders(self.database, clock=self.clock)
        self.absences = Absences(self.database, clock=self.clock)
        self.challenges = Challenges(self.database, self.matches, self.settings, clock=self.clock)

    def again(self, **environ: str) -> "Club":
        """Return the services of another process, or of the same one with other settings."""
        return Club(
            self.url,
            settings=load(environ) if environ else self.settings,
            clock=self.clock,
            chances=seeded(2),
            ticket=self.ticket,
        )

    def proposal(
        self, *asked: Person, challenger: Person = MARA, terms: Terms = SINGLE
    ) -> Proposal:
        return Proposal(
            guild_id=GUILD,
            channel_id=CHANNEL,
            challenger=challenger,
            asked=asked,
            terms=terms,
            language="en",
            thread=True,
        )

    async def propose(
        self,
        *asked: Person,
        challenger: Person = MARA,
        terms: Terms = SINGLE,
        interaction: int | None = None,
    ) -> Challenge:
        answered = await self.challenges.propose(
            self.proposal(*asked, challenger=challenger, terms=terms),
            interaction_id=interaction or self.ticket(),
        )
        return answered.challenge

    def click(self, person: Person, interaction: int | None = None) -> CardClick:
        return CardClick(person, interaction or self.ticket(), CHANNEL, CARD, threads=True)

    async def accept(
        self, challenge: Challenge, person: Person = JON, interaction: int | None = None
    ) -> ChallengeResult:
        return await self.challenges.accept(challenge.id, self.click(person, interaction))

    async def post_card(self, challenge: Challenge) -> ChallengeResult:
        """Note that a card is posted; where computers take all other seats, the game begins."""
        async with self.database.writing() as connection:
            envelope = Envelope(connection, self.clock())
            await self.challenges.card_posted(
                connection, envelope, challenge.id, Post(0, CHANNEL, CARD), threads=True
            )
            dispatch = await envelope.seal()
        posted, _ = await self.challenges.get(challenge.id)
        return ChallengeResult(posted, dispatch, await self.challenges.game_of(challenge.id))

    async def start(
        self, challenger: Person = MARA, opponent: Person = JON, terms: Terms = SINGLE
    ) -> Table:
        """Return the first game of a match between two people; the challenger has seat 0."""
        challenge = await self.propose(opponent, challenger=challenger, terms=terms)
        answered = await self.accept(challenge, opponent)
        assert answered.game_id is not None
        return await self.matches.table(answered.game_id)

    async def games_of(self, match_id: int) -> list[StoredGame]:
        async with self.database.reading() as connection:
            return await matches.games_of_match(connection, match_id)

    async def play(
        self,
        table: Table,
        notation: str | None = None,
        *,
        person: Person | None = None,
        seq: int | None = None,
        interaction: int | None = None,
    ) -> ActResult:
        """Play, as the person to move who sees the board, the first legal move unless told."""
        return await self.matches.play_typed(
            table.game.id,
            person or to_move(table),
            notation or legal(table)[0],
            seq=table.game.seq if seq is None else seq,
            interaction_id=interaction or self.ticket(),
        )

    async def play_out(self, table: Table, *, moves: int = 1000) -> Table:
        """Play a game to its end, or that many moves of it, always the first legal move."""
        for _ in range(moves):
            if not table.game.running:
                break
            table = (await self.play(table)).table
        return table

    async def ask(
        self, table: Table, person: Person, kind: OfferKind, *, interaction: int | None = None
    ) -> OfferResult:
        return await self.agreements.ask(
            table.game.id, person, kind, interaction_id=interaction or self.ticket()
        )

    async def answer(
        self,
        asked: OfferResult,
        person: Person,
        *,
        agrees: bool = True,
        interaction: int | None = None,
    ) -> OfferResult:
        """Answer an offer that was just made, or was when it was given."""
        assert asked.offer is not None
        return await self.agreements.answer(
            asked.offer.game_id,
            asked.offer.kind,
            asked.offer.seq,
            person,
            agrees=agrees,
            interaction_id=interaction or self.ticket(),
        )

    async def agree(self, table: Table, kind: OfferKind, asker: Person, *others: Person) -> Table:
        """Make somebody ask, and all others agree, and return what came of it."""
        asked = await self.ask(table, asker, kind)
        done = asked
        for person in others:
            done = await self.answer(asked, person)
        return done.table

    async def rated(
        self, challenger: Person = MARA, opponent: Person = JON, terms: Terms = SINGLE
    ) -> Table:
        """Return a game in which both have completed the turns that it takes to be rated."""
        return await self.play_out(await self.start(challenger, opponent, terms), moves=4)

    async def plan(self, table: Table, person: Person, *steps: str) -> Planned:
        """Make a plan on the board as it is."""
        planned = await self.plan_editor.begin(table.game.id, person, table.seq)
        for step in steps:
            count = len(planned.plan.steps)
            planned = await self.plan_editor.add(planned.plan.id, person, count, step)
        return await self.plan_editor.save(planned.plan.id, person, len(planned.plan.steps))

    async def resign(self, table: Table, person: Person) -> ActResult:
        return await self.matches.resign(table.game.id, person, interaction_id=self.ticket())


def legal(table: Table) -> Sequence[str]:
    """List the legal moves at a table, in notation."""
    return table.line.game.legal_notation(table.line.position)


def to_move(table: Table) -> Person:
    """Return the person whose turn it is."""
    assert isinstance(table.line.to_move, int)
    return PEOPLE[table.game.players[table.line.to_move]]


def waiting(table: Table) -> Person:
    """Return the person of a game for two whose turn it is not."""
    [other] = set(table.game.players) - {to_move(table).id}
    return PEOPLE[other]
