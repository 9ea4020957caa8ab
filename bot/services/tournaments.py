"""Tournaments: people join, rounds are paired, results are corrected. Knows no Discord.

A round is paired once, even if several processes ask for it: what follows is decided
from a snapshot (`bot.services.tournament_plan`), and stored in one transaction that has locked the
tournament, if its version is still that of the snapshot. How a match ends is stored with it
(`bot.match.pairing_result`). Who may do what is in `bot.services.tournament_checks`.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from bot.delivery.outbox_writer import (
    Dispatch,
    Envelope,
    challenge_stream,
    person_stream,
    tournament_stream,
)
from bot.delivery.rows import CardRow, TournamentRow, TournamentStuckRow
from bot.match import limits
from bot.match.limits import Limited
from bot.match.pairing_result import moved_on
from bot.match.reminder_times import DAY
from bot.match.table import Person
from bot.services import tournament_checks as checks
from bot.services.matches import Matches
from bot.services.tournament_pairing import pair_round
from bot.services.tournament_plan import Snapshot, Step, plan
from bot.services.tournament_view import TournamentView, view_of
from bot.workers.pool import Workers
from data import blocks, challenges, outbox, people, schedule, tournaments
from data.challenges import ChallengeState, Clock, ClockEnd, First, Terms
from data.computers import Computer, is_computer
from data.engine import Connection, Database
from data.former import is_account
from data.outbox import Post
from data.schedule import JobKind, ScheduledJob
from data.tournament_values import Format, How, Pairing, PairingResult, TournamentState
from data.tournaments import Correction, StoredPairing, Tournament, TournamentTerms
from games.registry import GAMES

ATTEMPTS: Final = 5
"""How often a round is paired again because somebody joined or withdrew meanwhile."""
LATER_SECONDS: Final = 60
NEVER_SECONDS: Final = 3650 * DAY
"""In how many seconds the card of a pairing lapses: it begins as soon as it is posted."""
RUNNING_STATES: Final = (TournamentState.OPEN, TournamentState.RUNNING)


class Tournaments:
    """Make, join, start, pair, correct and end tournaments."""

    def __init__(
        self,
        database: Database,
        table_service: Matches,
        *,
        clock: Callable[[], int],
        workers: Workers | None = None,
    ) -> None:
        """Without workers, as on the command line, rounds are paired in a thread."""
        self._database = database
        self._matches = table_service
        self._clock = clock
        self._workers = workers

    # What is asked

    async def view(self, tournament_id: int) -> TournamentView:
        """Return all that is shown of a tournament."""
        async with self._database.reading() as connection:
            return await view_of(connection, tournament_id)

    async def in_server(
        self, guild_id: int, states: Sequence[TournamentState], most: int
    ) -> list[Tournament]:
        """List a server's tournaments in some states, the latest first."""
        async with self._database.reading() as connection:
            return await tournaments.in_server(connection, guild_id, states, most)

    async def pairing_of(self, challenge_id: int) -> tuple[Tournament, Pairing] | None:
        """Return the tournament and the pairing that a challenge was made for, or None."""
        async with self._database.reading() as connection:
            paired = await tournaments.pairing_of(connection, challenge_id)
            if paired is None:
                return None
            tournament = await tournaments.get(connection, paired.tournament_id)
        return None if tournament is None else (tournament, paired.pairing)

    async def card_of(self, tournament_id: int) -> Post | None:
        """Return where a tournament's card is, or None."""
        async with self._database.reading() as connection:
            return await outbox.find_post(connection, outbox.TOURNAMENT, tournament_id)

    async def card_posted(
        self, connection: Connection, tournament_id: int, post: Post | None
    ) -> None:
        """Store where a tournament's card is; None: somebody has deleted it."""
        if post is None:
            await outbox.forget_post(connection, outbox.TOURNAMENT, tournament_id)
        else:
            await outbox.record_post(connection, outbox.TOURNAMENT, tournament_id, post)

    # What people do

    async def create(
        self,
        creator: Person,
        terms: TournamentTerms,
        *,
        guild_id: int,
        channel_id: int,
        language: str,
        interaction_id: int,
    ) -> tuple[int, Dispatch]:
        """Store a tournament and queue its card; return its number."""
        now = self._clock()
        checks.check_terms(terms, now)
        async with self._database.writing() as connection:
            await people.remember(connection, guild_id, {creator.id: creator.name}, now)
            known = await tournaments.by_interaction(connection, interaction_id)
            if known is not None:
                return known, Dispatch((tournament_stream(known),))
            await limits.spend(connection, Limited.TOURNAMENT, creator.id, guild_id, now)
            running = await tournaments.in_server(
                connection, guild_id, RUNNING_STATES, checks.MOST_AT_ONCE
            )
            checks.check_room_for_another(running)
            tournament_id = await tournaments.add(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                creator_id=creator.id,
                interaction_id=interaction_id,
                terms=terms,
                language=language,
                now=now,
            )
            if terms.starts_at is not None:
                job = ScheduledJob(JobKind.TOURNAMENT, tournament_id, terms.starts_at)
                await schedule.put(connection, job)
            return tournament_id, await self._card(connection, tournament_id)

    async def join(self, tournament_id: int, actor: Person) -> Dispatch:
        """Enter a person, from the next round on if it runs already."""
        now = self._clock()
        async with self._database.writing() as connection:
            view = await view_of(connection, tournament_id, lock=True)
            checks.check_may_join(view, actor.id)
            others = [one.id for one in view.taking_part if not is_computer(one.id)]
            await checks.check_no_blocks(connection, view.tournament.guild_id, actor.id, others)
            await people.remember(connection, view.tournament.guild_id, {actor.id: actor.name}, now)
            await tournaments.enter(
                connection, tournament_id, actor.id, round_number=view.round + 1, now=now
            )
            return await self._moved_on(connection, tournament_id)

    async def leave(self, tournament_id: int, actor_id: int) -> Dispatch:
        """Take a person out before the start, as they wish; after it, they withdraw."""
        async with self._database.writing() as connection:
            view = await view_of(connection, tournament_id, lock=True)
            checks.check_takes_part(view, actor_id)
            await limits.spend(connection, Limited.LEAVE, actor_id, None, self._clock())
            return await self._take_out(connection, view, actor_id)

    async def leave_all(self, user_id: int) -> list[Dispatch]:
        """Take a person out of all tournaments before they are forgotten."""
        async with self._database.reading() as connection:
            numbers = await tournaments.with_person(connection, user_id)
        left = []
        for number in numbers:
            async with self._database.writing() as connection:
                view = await view_of(connection, number, lock=True)
                checks.check_takes_part(view, user_id)
                left.append(await self._take_out(connection, view, user_id))
        return left

    async def _take_out(
        self, connection: Connection, view: TournamentView, user_id: int
    ) -> Dispatch:
        await self._withdraw(connection, view, [user_id])
        return await self._moved_on(connection, view.tournament.id)

    async def start(self, tournament_id: int, actor_id: int, *, moderates: bool) -> Dispatch:
        """Start a tournament now, for who made it or a moderator."""
        now = self._clock()
        async with self._database.writing() as connection:
            view = await view_of(connection, tournament_id, lock=True)
            checks.check_may_manage(view, actor_id, moderates=moderates)
            checks.check_may_start(view)
            await tournaments.changed(connection, tournament_id, starts_at=now)
            return await self._moved_on(connection, tournament_id)

    async def cancel(self, tournament_id: int, actor_id: int, *, moderates: bool) -> Dispatch:
        """End a tournament for good; a ladder that was played ends with its standings."""
        async with self._database.writing() as connection:
            view = await view_of(connection, tournament_id, lock=True)
            checks.check_may_manage(view, actor_id, moderates=moderates)
            checks.check_not_over(view)
            ladder = view.tournament.terms.format is Format.LADDER and bool(view.ended)
            state = TournamentState.FINISHED if ladder else TournamentState.CANCELLED
            for waiting in await tournaments.unbegun(connection, tournament_id):
                await self._not_played(connection, waiting, PairingResult.NEITHER)
            await self._close(connection, tournament_id, state)
            return await self._card(connection, tournament_id)

    async def move(
        self, tournament_id: int, actor_id: int, channel_id: int, *, moderates: bool
    ) -> Dispatch:
        """Go on in another channel: the card is posted there, and the games that wait for one."""
        now = self._clock()
        async with self._database.writing() as connection:
            view = await view_of(connection, tournament_id, lock=True)
            checks.check_may_manage(view, actor_id, moderates=moderates)
            await tournaments.move(connection, tournament_id, channel_id)
            await outbox.forget_post(connection, outbox.TOURNAMENT, tournament_id)
            envelope = Envelope(connection, now)
            await envelope.put_instead(
                tournament_stream(tournament_id), TournamentRow(tournament_id)
            )
            for waiting in await tournaments.unbegun(connection, tournament_id):
                number = waiting.challenge_id or 0
                await envelope.put_instead(challenge_stream(number), CardRow(number))
            return await envelope.seal()

    async def challenge(self, tournament_id: int, actor: Person, other_id: int) -> Dispatch:
        """Begin a game of a ladder between a person and somebody above them."""
        now = self._clock()
        async with self._database.writing() as connection:
            view = await view_of(connection, tournament_id, lock=True)
            tournament = view.tournament
            checks.check_may_challenge(view, actor.id, other_id)
            await checks.check_no_blocks(connection, tournament.guild_id, actor.id, [other_id])
            await limits.spend(connection, Limited.CHALLENGE, actor.id, tournament.guild_id, now)
            envelope = Envelope(connection, now)
            pairing = Pairing(view.round + 1, 1, other_id, actor.id)
            await self._pair(connection, envelope, tournament, pairing)
            await moved_on(connection, envelope, tournament_id, now)
            return await envelope.seal()

    async def correct(
        self, tournament_id: int, pairing_id: int, outcome: PairingResult, actor: Person
    ) -> Dispatch:
        """Store that a moderator decides how a pairing ended; the caller has checked that they are.

        Later rounds stay as they are paired.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            view = await view_of(connection, tournament_id, lock=True)
            paired = checks.check_may_correct(view, pairing_id, outcome, actor.id)
            correction = Correction(pairing_id, actor.id, paired.pairing.outcome, outcome, now)
            await tournaments.correct(connection, correction)
            return await self._moved_on(connection, tournament_id)

    async def tell_stuck(self, tournament: Tournament) -> Dispatch:
        """Tell a tournament's creator, by the outbox, that its games have no channel, once an hour at most."""
        now, person = self._clock(), tournament.creator_id
        async with self._database.writing() as connection:
            envelope = Envelope(connection, now)
            if is_account(person) and await limits.may_ping(
                connection, Limited.TOURNAMENT, tournament.guild_id, person, person, now
            ):
                row = TournamentStuckRow(tournament.id, person)
                await envelope.put(person_stream(person), row)
            return await envelope.seal()

    # What follows by itself

    async def advance(self, tournament_id: int) -> Dispatch:
        """Start a tournament, pair its next round or end it, if it is time for that."""
        for _ in range(ATTEMPTS):
            async with self._database.reading() as connection:
                snapshot = await _snapshot(connection, tournament_id)
            if snapshot is None:
                break
            step = plan(snapshot, self._clock())
            if step.wanted is not None:
                guild_id = snapshot.tournament.guild_id
                step = step.paired(await pair_round(self._workers, guild_id, step.wanted))
            dispatch = await self._store(snapshot, step)
            if dispatch is not None:
                return dispatch
        async with self._database.writing() as connection:
            if await tournaments.get(connection, tournament_id) is None:
                await schedule.drop(connection, JobKind.TOURNAMENT, tournament_id)
            else:
                later = self._clock() + LATER_SECONDS
                job = ScheduledJob(JobKind.TOURNAMENT, tournament_id, later)
                await schedule.put(connection, job)
        return Dispatch()

    async def rest(self, tournament_id: int, seconds: int) -> None:
        """Look again later what follows in a tournament, whose server is not to be reached now."""
        async with self._database.writing() as connection:
            job = ScheduledJob(JobKind.TOURNAMENT, tournament_id, self._clock() + seconds)
            await schedule.put(connection, job)

    async def _store(self, snapshot: Snapshot, step: Step) -> Dispatch | None:
        """Store what follows; None if the tournament has changed since the snapshot."""
        now, number = self._clock(), snapshot.tournament.id
        async with self._database.writing() as connection:
            tournament = await tournaments.get(connection, number, lock=True)
            if tournament is None or tournament.version != snapshot.tournament.version:
                return None
            await schedule.drop(connection, JobKind.TOURNAMENT, number)
            if step.due_at is not None:
                job = ScheduledJob(JobKind.TOURNAMENT, number, step.due_at)
                await schedule.put(connection, job)
            if step.state is tournament.state and not step.round:
                return Dispatch()
            view = await view_of(connection, number)
            gone = [one.id for one in view.taking_part if one.id in step.gone]
            await self._withdraw(connection, view, gone)
            if step.seeds is not None:
                await self._begin(connection, view, step)
            elif step.state is not tournament.state:
                await self._close(connection, number, step.state)
                return await self._card(connection, number)
            envelope = Envelope(connection, now)
            for pairing in step.round:
                await self._pair(connection, envelope, tournament, pairing)
            if step.round and all(one.outcome is not None for one in step.round):
                # Nobody plays in this round: the next one follows.
                job = ScheduledJob(JobKind.TOURNAMENT, number, now)
                await schedule.put(connection, job)
            await tournaments.changed(connection, number)
            await envelope.put_instead(tournament_stream(number), TournamentRow(number))
            return await envelope.seal()

    async def _begin(self, connection: Connection, view: TournamentView, step: Step) -> None:
        """Store the start of a tournament: computers on free seats, seeds, rounds."""
        now, number, seeds = self._clock(), view.tournament.id, step.seeds or {}
        for player in seeds.keys() - {one.id for one in view.entrants}:
            await tournaments.enter(connection, number, player, round_number=1, now=now)
        await tournaments.reseed(connection, number, seeds)
        await tournaments.changed(
            connection, number, state=step.state, rounds=step.rounds, started_at=now
        )

    async def _pair(
        self, connection: Connection, envelope: Envelope, tournament: Tournament, pairing: Pairing
    ) -> None:
        """Store a pairing; its game begins once its card is posted, on which its dice depend."""
        now, terms = self._clock(), tournament.terms
        number = await tournaments.add_pairing(connection, tournament.id, pairing, now=now)
        if pairing.outcome is not None or pairing.second is None:
            return
        first, second = pairing.first, pairing.second
        # The challenger is a person; who starts is agreed, as it is by the option of a challenge.
        swapped = is_computer(first)
        challenger, other = (second, first) if swapped else (first, second)
        computer, rules = Computer.of(other), GAMES[terms.game]
        challenge_id = await challenges.add(
            connection,
            guild_id=tournament.guild_id,
            channel_id=tournament.channel_id,
            challenger_id=challenger,
            asked=(),
            computers=() if computer is None else (computer,),
            seated=(other,) if computer is None else (),
            terms=Terms(
                game=terms.game,
                seats=2,
                options=rules.options_of({}),
                kind=terms.kind,
                first=First.OPPONENT if swapped else First.ME,
                rated=terms.rated and computer is None,
                clock=Clock(terms.clock_days, ClockEnd.FORFEIT),
                settings=rules.settings_of({}),
            ),
            language=tournament.language,
            thread=True,
            interaction_id=-number,
            secret=self._matches.draw_secret(),
            now=now,
            lapses_at=now + NEVER_SECONDS,
        )
        await tournaments.set_challenge(connection, number, challenge_id)
        await envelope.put(challenge_stream(challenge_id), CardRow(challenge_id))

    async def _withdraw(
        self, connection: Connection, view: TournamentView, leaving: Collection[int]
    ) -> None:
        """Withdraw people; a game of theirs that has not begun is won by who is there."""
        number = view.tournament.id
        for user_id in leaving:
            if view.tournament.state is TournamentState.OPEN:
                await tournaments.take_out(connection, number, user_id)
            else:
                await tournaments.withdraw(connection, number, user_id, view.round)
        for waiting in await tournaments.unbegun(connection, number):
            players = waiting.pairing.players
            if set(players) & set(leaving):
                there = [player for player in players if player not in leaving]
                outcome = PairingResult.NEITHER
                if there:
                    first = there[0] == waiting.pairing.first
                    outcome = PairingResult.FIRST if first else PairingResult.SECOND
                await self._not_played(connection, waiting, outcome)

    async def _not_played(
        self, connection: Connection, paired: StoredPairing, outcome: PairingResult
    ) -> None:
        """Store the outcome of a pairing whose game has not begun, and never will."""
        now = self._clock()
        if paired.challenge_id is not None:
            challenge = await challenges.get(connection, paired.challenge_id, lock=True)
            if challenge is None or challenge.state is not ChallengeState.OPEN:
                return  # its card has been posted meanwhile, and the game has begun
            await challenges.set_state(connection, challenge.id, ChallengeState.CANCELLED)
        await tournaments.set_outcome(connection, paired.id, outcome, How.ABSENT, now)

    async def _close(
        self, connection: Connection, tournament_id: int, state: TournamentState
    ) -> None:
        await schedule.drop(connection, JobKind.TOURNAMENT, tournament_id)
        await tournaments.changed(connection, tournament_id, state=state, ended_at=self._clock())

    async def _moved_on(self, connection: Connection, tournament_id: int) -> Dispatch:
        envelope = Envelope(connection, self._clock())
        await moved_on(connection, envelope, tournament_id, self._clock())
        return await envelope.seal()

    async def _card(self, connection: Connection, tournament_id: int) -> Dispatch:
        """Queue an update of the card."""
        envelope = Envelope(connection, self._clock())
        stream = tournament_stream(tournament_id)
        await envelope.put_instead(stream, TournamentRow(tournament_id))
        return await envelope.seal()


async def _snapshot(connection: Connection, tournament_id: int) -> Snapshot | None:
    tournament = await tournaments.get(connection, tournament_id)
    if tournament is None:
        return None
    entrants = await tournaments.entrants(connection, tournament_id)
    pairings = await tournaments.pairings(connection, tournament_id)
    persons = [one.id for one in entrants if one.takes_part and not is_computer(one.id)]
    return Snapshot(
        tournament,
        tuple(entrants),
        tuple(one.pairing for one in pairings),
        await people.not_members(connection, tournament.guild_id, persons),
        await tournaments.strengths(connection, tournament, persons),
        await blocks.couples(connection, persons),
    )
