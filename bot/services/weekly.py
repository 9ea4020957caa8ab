"""Weekly tables: a server meets for a game at a time; who has joined by then is seated and plays.

A plan leads to one card a week, which is posted some hours before; at the start tables of the right
size are made of those who joined, each an ordinary rated match with a card of its own, on which its
chance is sealed. What does not belong here: when meetings are (`bot.match.weekly_times`), who sits
with whom (`bot.match.seating`), and how cards look (`cogs.server.weekly`).
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

from bot.config import Settings
from bot.delivery.outbox_writer import Dispatch, Envelope, challenge_stream
from bot.delivery.rows import CardRow, WeeklyGoneRow, WeeklyRow
from bot.errors import ChallengeClosed, Refused
from bot.match import limits
from bot.match.limits import Limited
from bot.match.seating import Pair, Seating, Wishes, seat, seats_for
from bot.match.table import Person
from bot.match.weekly_times import HOUR, Meeting, next_meeting
from bot.services.challenge_checks import check_room
from bot.services.matches import Matches
from data import blocks, challenges, people, schedule, servers, weekly
from data.challenges import Clock, First, MatchKind, Terms
from data.computers import computers
from data.engine import Connection, Database
from data.schedule import JobKind, ScheduledJob
from data.weekly import CardState, Joined, Plan, WeeklyCard
from games.players import Level
from games.registry import GAMES
from games.words import Text

FEWEST: Final = 2
"""How many people must have joined."""
MOST_JOINED: Final = 60
LATE_SECONDS: Final = 12 * HOUR
"""How late tables are still made, after a downtime."""
TABLES_A_CARD: Final = 1000
"""More than there can be: the numbers of a card's tables follow from its own."""
LEVEL: Final = Level.MEDIUM
"""How strong the computers are that fill seats."""


@dataclass(frozen=True, slots=True)
class CardView:
    """What a card shows: who has joined, and the tables that were made."""

    card: WeeklyCard
    joined: tuple[Joined, ...]
    tables: tuple[tuple[int, ...], ...]
    names: dict[int, str]

    @property
    def left(self) -> tuple[int, ...]:
        """Return who joined and has no table."""
        seated = {person for table in self.tables for person in table}
        return tuple(each.user_id for each in self.joined if each.user_id not in seated)


class Weekly:
    """Keep plans, post cards, and make tables."""

    def __init__(
        self, database: Database, matches: Matches, settings: Settings, *, clock: Callable[[], int]
    ) -> None:
        self._database = database
        self._matches = matches
        self._settings = settings
        self._clock = clock

    # Plans

    async def plan_of(self, guild_id: int) -> tuple[Plan, Meeting] | None:
        """Return a server's plan with its next meeting, or None."""
        async with self._database.reading() as connection:
            plan = await weekly.plan_of(connection, guild_id)
            if plan is None:
                return None
            latest = await weekly.latest_card(connection, guild_id)
        if latest is not None and latest.state is CardState.OPEN:
            return plan, Meeting(latest.day, self._clock(), latest.starts_at)
        return plan, self._next(plan, latest)

    async def set_plan(self, plan: Plan) -> tuple[Meeting, Dispatch]:
        """Store a server's plan; an open card of an earlier one is called off."""
        async with self._database.writing() as connection:
            envelope = Envelope(connection, self._clock())
            await weekly.plan_of(connection, plan.guild_id, lock=True)
            await self._call_off(connection, envelope, plan.guild_id)
            await weekly.store_plan(connection, plan)
            latest = await weekly.latest_card(connection, plan.guild_id)
            meeting = self._next(plan, latest)
            await self._schedule(connection, plan, meeting)
            return meeting, await envelope.seal()

    async def drop_plan(self, guild_id: int) -> tuple[bool, Dispatch]:
        """End the weekly tables of a server; an open card is called off. False: it had none."""
        async with self._database.writing() as connection:
            envelope = Envelope(connection, self._clock())
            await self._call_off(connection, envelope, guild_id)
            await schedule.drop(connection, JobKind.WEEKLY, guild_id)
            return await weekly.drop_plan(connection, guild_id), await envelope.seal()

    async def _call_off(self, connection: Connection, envelope: Envelope, guild_id: int) -> None:
        card = await weekly.latest_card(connection, guild_id)
        if card is None or card.state is not CardState.OPEN:
            return
        await weekly.drop_card(connection, card.id)
        await schedule.drop(connection, JobKind.WEEKLY_START, card.id)
        if card.message_id is not None:
            await envelope.put(_stream(card.id), WeeklyGoneRow(card.channel_id, card.message_id))

    def _next(self, plan: Plan, latest: WeeklyCard | None) -> Meeting:
        return next_meeting(plan, self._clock(), after_day=None if latest is None else latest.day)

    async def _schedule(self, connection: Connection, plan: Plan, meeting: Meeting) -> None:
        due_at = max(meeting.card_at, self._clock())
        await schedule.put(connection, ScheduledJob(JobKind.WEEKLY, plan.guild_id, due_at))

    # Cards

    async def post_card(self, guild_id: int) -> Dispatch:
        """Make the card of a server's next meeting, if that is due, and schedule the one after.

        All of it is one transaction, and a server has one card a day: whatever is repeated, and in
        however many processes, makes no second one.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            if not await schedule.take(connection, JobKind.WEEKLY, guild_id, now):
                return Dispatch()
            envelope = Envelope(connection, now)
            plan = await weekly.plan_of(connection, guild_id, lock=True)
            if plan is None:
                return Dispatch()
            latest = await weekly.latest_card(connection, guild_id)
            meeting = self._next(plan, latest)
            server = await servers.get(connection, guild_id)
            if meeting.card_at <= now and server.absent_at is None:
                await self._add_card(connection, envelope, plan, meeting)
                meeting = next_meeting(plan, now, after_day=meeting.day)
            elif meeting.card_at <= now:
                # Nobody could see it: the bot is not in the server.
                meeting = next_meeting(plan, meeting.starts_at, after_day=meeting.day)
            await self._schedule(connection, plan, meeting)
            return await envelope.seal()

    async def _add_card(
        self, connection: Connection, envelope: Envelope, plan: Plan, meeting: Meeting
    ) -> None:
        card = await weekly.add_card(connection, plan, meeting.day, meeting.starts_at)
        if card is None:
            return
        await weekly.drop_seats_before(connection, plan.guild_id, meeting.day)
        await schedule.put(
            connection, ScheduledJob(JobKind.WEEKLY_START, card.id, meeting.starts_at)
        )
        await envelope.put(_stream(card.id), WeeklyRow(card.id))

    async def view(self, card_id: int) -> CardView | None:
        """Return what a card shows; None if it was called off."""
        async with self._database.reading() as connection:
            card = await weekly.card(connection, card_id)
            if card is None:
                return None
            joined = tuple(await weekly.who_joined(connection, card_id))
            tables = tuple(await weekly.tables_of(connection, card_id))
            everybody = {each.user_id for each in joined}.union(*tables)
            names = await people.names(connection, card.guild_id, sorted(everybody))
        return CardView(card, joined, tables, names)

    async def made(self, challenge_id: int) -> bool:
        """Tell whether a challenge is a table of a weekly one: nobody has challenged anybody."""
        async with self._database.reading() as connection:
            return await weekly.is_table(connection, challenge_id)

    async def card_posted(self, connection: Connection, card_id: int, message_id: int) -> None:
        """Store where a card is, in the transaction that deletes its outbox row."""
        await weekly.note_message(connection, card_id, message_id)

    # Joining

    async def join(
        self, card_id: int, guild_id: int | None, person: Person, *, computer: bool = False
    ) -> Dispatch:
        """Enter somebody, or store whether they play a computer if they are the odd one out."""
        now = self._clock()
        async with self._database.writing() as connection:
            card = await self._open(connection, card_id, guild_id)
            await limits.spend(connection, Limited.WEEKLY, person.id, card.guild_id, now)
            joined = [each.user_id for each in await weekly.who_joined(connection, card_id)]
            if person.id not in joined and len(joined) >= MOST_JOINED:
                raise Refused(Text("{n} people have joined: there is no more room.", n=MOST_JOINED))
            await people.remember(connection, card.guild_id, {person.id: person.name}, now)
            await check_room(connection, card.guild_id, person.id, person, self._settings)
            await weekly.join(connection, card_id, person.id, computer=computer, now=now)
            return await self._changed(connection, card_id)

    async def leave(self, card_id: int, guild_id: int | None, person: Person) -> Dispatch:
        """Take out somebody who joined; Refused if they had not."""
        async with self._database.writing() as connection:
            card = await self._open(connection, card_id, guild_id)
            await limits.spend(connection, Limited.WEEKLY, person.id, card.guild_id, self._clock())
            if not await weekly.leave(connection, card_id, person.id):
                raise Refused(Text("You have not joined."))
            return await self._changed(connection, card_id)

    async def _open(self, connection: Connection, card_id: int, guild_id: int | None) -> WeeklyCard:
        card = await weekly.card(connection, card_id, lock=True)
        if card is None or card.guild_id != guild_id:
            raise ChallengeClosed(Text("This table was called off."))
        if card.state is not CardState.OPEN or card.starts_at <= self._clock():
            raise ChallengeClosed(Text("This table has begun: the next one comes in a week."))
        return card

    async def _changed(self, connection: Connection, card_id: int) -> Dispatch:
        envelope = Envelope(connection, self._clock())
        await envelope.put_once(_stream(card_id), WeeklyRow(card_id))
        return await envelope.seal()

    # The start

    async def start(self, card_id: int, *, language: str, thread: bool) -> Dispatch:
        """Make the tables of those who joined, if their time has come; each has a card of its own."""
        now = self._clock()
        async with self._database.writing() as connection:
            card = await weekly.card(connection, card_id, lock=True)
            if card is None or not await schedule.take(
                connection, JobKind.WEEKLY_START, card_id, now
            ):
                return Dispatch()
            envelope = Envelope(connection, now)
            state, made = CardState.MISSED, list[int]()
            server = await servers.get(connection, card.guild_id)
            if now - card.starts_at <= LATE_SECONDS and server.absent_at is None:
                seating = await self._seating(connection, card)
                for table in seating.tables:
                    made.append(
                        await self._open_table(
                            connection, card, table, len(made), language, thread=thread
                        )
                    )
                state = CardState.STARTED if made else CardState.FEW
            await weekly.set_state(connection, card_id, state)
            if made:
                await weekly.add_games(connection, card_id, made)
            await envelope.put(_stream(card_id), WeeklyRow(card_id))
            for challenge_id in made:
                await envelope.put(challenge_stream(challenge_id), CardRow(challenge_id))
            return await envelope.seal()

    async def _seating(self, connection: Connection, card: WeeklyCard) -> Seating:
        """Seat those who are still there and have room for a game."""
        joined = await weekly.who_joined(connection, card.id)
        gone = await people.not_members(
            connection, card.guild_id, [each.user_id for each in joined]
        )
        await people.lock(connection, card.guild_id, [each.user_id for each in joined])
        here = [
            each
            for each in joined
            if each.user_id not in gone and await self._has_room(connection, card, each.user_id)
        ]
        ids = [each.user_id for each in here]
        if len(ids) < FEWEST:
            return Seating((), tuple(ids))
        wishes = Wishes(
            await blocks.couples(connection, ids),
            await self._met(connection, card),
            {each.user_id for each in here if each.computer},
        )
        most = GAMES[card.game].about.seats[-1]
        return await asyncio.to_thread(seat, ids, most, wishes, Random(f"weekly {card.id}"))

    async def _has_room(self, connection: Connection, card: WeeklyCard, user_id: int) -> bool:
        try:
            actor = Person(user_id, "")
            await check_room(connection, card.guild_id, user_id, actor, self._settings)
        except Refused:
            return False
        return True

    async def _met(self, connection: Connection, card: WeeklyCard) -> set[Pair]:
        """Return who sat with whom the last time."""
        before = await weekly.latest_card(connection, card.guild_id, before=card.day)
        if before is None:
            return set()
        tables = await weekly.tables_of(connection, before.id)
        return {frozenset(pair) for table in tables for pair in combinations(table, 2)}

    async def _open_table(
        self,
        connection: Connection,
        card: WeeklyCard,
        table: Sequence[int],
        number: int,
        language: str,
        *,
        thread: bool,
    ) -> int:
        """Store the challenge of a table, with everybody seated, and return its number.

        Its match begins once its card is posted, for its chance follows from that message too.
        """
        now, game = self._clock(), GAMES[card.game]
        seats = seats_for(len(table), game.about.seats)
        server = await servers.get(connection, card.guild_id)
        lapses_at = now + self._settings.challenge_hours * HOUR
        challenge_id = await challenges.add(
            connection,
            guild_id=card.guild_id,
            channel_id=card.channel_id,
            challenger_id=table[0],
            asked=(),
            computers=computers(LEVEL, seats - len(table)),
            terms=Terms(
                game=card.game,
                seats=seats,
                options=game.options_of({}),
                kind=MatchKind.SINGLE,
                first=First.RANDOM,
                rated=True,
                clock=Clock(server.clock_days),
                settings=game.settings_of({}),
            ),
            language=language,
            thread=thread,
            # Discord's own numbers are far greater.
            interaction_id=card.id * TABLES_A_CARD + number + 1,
            secret=self._matches.draw_secret(),
            now=now,
            lapses_at=lapses_at,
        )
        for person in table[1:]:
            await challenges.seat(connection, challenge_id, person)
        await schedule.put(connection, ScheduledJob(JobKind.LAPSE, challenge_id, lapses_at))
        return challenge_id


def _stream(card_id: int) -> str:
    return f"weekly:{card_id}"
