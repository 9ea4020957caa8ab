"""Challenges: from the proposal to the start of a match. Knows people and seats, not Discord.

A challenge for two is answered once; a table of more fills up seat by seat, and seats can be
left again before the start. Whatever depends on Discord (who is a bot, who may see the
channel, what the bot may do there) is checked by the cog before it asks here; whatever
depends on what is stored is checked (by `bot.services.challenge_checks`) in the transaction that stores the
answer.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.config import Settings
from bot.delivery.outbox_writer import Dispatch, Envelope, challenge_stream, match_stream
from bot.delivery.rows import CardRow, RematchRow, TournamentRow
from bot.errors import Refused, UnknownChallenge
from bot.match import like_me, limits
from bot.match.limits import Limited
from bot.match.reminder_times import DAY
from bot.match.table import Person
from bot.services.challenge_checks import (
    check_asked,
    check_begun,
    check_computers,
    check_handicap,
    check_may_accept,
    check_may_cancel,
    check_may_decline,
    check_may_fill,
    check_may_join,
    check_may_leave,
    check_no_blocks,
    check_open,
    check_open_challenges,
    check_room,
    check_rooms,
    check_willing,
)
from bot.services.crossed_challenges import crossed_before, find_crossed
from bot.services.matches import Matches
from bot.services.proposals import CardClick, ChallengeResult, Proposal
from data import challenges, interactions, matches, outbox, people, schedule, tournaments
from data.challenges import Challenge, ChallengeState
from data.computers import joining
from data.engine import Connection, Database
from data.outbox import Post
from data.schedule import JobKind, ScheduledJob
from data.stored import Match, StoredGame
from games.players.mix import Strength
from games.words import Text

QUIET_SECONDS: Final = DAY
"""How long who has declined a challenge is not pinged by another one of the same person."""

MayCheck = Callable[[Connection, Challenge, int], Awaitable[None]]
"""Raises Refused where a person may not answer a challenge like this."""


class Challenges:
    """Make, answer, cancel and lapse challenges and tables."""

    def __init__(
        self,
        database: Database,
        table_service: Matches,
        settings: Settings,
        *,
        clock: Callable[[], int],
    ) -> None:
        self._database = database
        self._matches = table_service
        self._settings = settings
        self._clock = clock

    async def get(self, challenge_id: int) -> tuple[Challenge, dict[int, str]]:
        """Return a challenge and the names of those who sit or are asked."""
        async with self._database.reading() as connection:
            challenge = await _known(connection, challenge_id)
            everybody = (*challenge.players, *challenge.declined)
            names = await people.names(connection, challenge.guild_id, everybody)
        return challenge, names

    async def to_ping(self, challenge: Challenge) -> tuple[int, ...]:
        """List whom a card pings.

        Not again who has just said no to the same person, nor who was asked by them already a short
        while ago, by a challenge that they cancelled.
        """
        now = self._clock()
        async with self._database.reading() as connection:
            quiet = await challenges.who_has_heard(
                connection,
                challenge,
                challenge.asked,
                declined_since=now - QUIET_SECONDS,
                cancelled_since=now - limits.PING_SILENCE,
            )
        return tuple(person for person in challenge.asked if person not in quiet)

    async def match_of(self, challenge_id: int) -> Match | None:
        """Return the match that came of a challenge, or None."""
        async with self._database.reading() as connection:
            return await matches.match_of_challenge(connection, challenge_id)

    async def card_of(self, challenge_id: int) -> Post | None:
        """Return where a challenge's card is, or None."""
        async with self._database.reading() as connection:
            return await outbox.find_post(connection, outbox.CARD, challenge_id)

    async def withdraw_unposted(self, challenge_id: int) -> bool:
        """Take back a challenge whose card Discord refused; false if it may still go out."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            stream = challenge_stream(challenge_id)
            if (
                challenge.state is not ChallengeState.OPEN
                or await outbox.has_rows(connection, stream)
                or await outbox.find_post(connection, outbox.CARD, challenge_id) is not None
            ):
                return False
            await challenges.set_state(connection, challenge_id, ChallengeState.CANCELLED)
            await schedule.drop(connection, JobKind.LAPSE, challenge_id)
        return True

    async def card_posted(
        self,
        connection: Connection,
        envelope: Envelope,
        challenge_id: int,
        post: Post,
        *,
        threads: bool,
    ) -> None:
        """Store where a card is, in the transaction that deletes its outbox row.

        Where computers take all other seats the match starts: its chance follows from the card's
        message, too. `threads` says whether the bot may open threads there.
        """
        await self._note(connection, challenge_id, post)
        challenge = await _known(connection, challenge_id, lock=True)
        if challenge.is_full and challenge.state is ChallengeState.OPEN:
            interaction_id = challenge.interaction_id
            await self._begin(
                connection, envelope, challenge, interaction_id=interaction_id, threads=threads
            )

    async def game_of(self, challenge_id: int) -> int | None:
        """Return the number of the first game that came of a challenge, or None."""
        async with self._database.reading() as connection:
            match = await matches.match_of_challenge(connection, challenge_id)
            if match is None:
                return None
            game, *_ = await matches.games_of_match(connection, match.id)
        return game.id

    async def open_by(self, guild_id: int, user_id: int) -> list[tuple[Challenge, Post | None]]:
        """List a person's own open challenges in a server, and where their cards are."""
        async with self._database.reading() as connection:
            return [
                (challenge, await outbox.find_post(connection, outbox.CARD, challenge.id))
                for challenge in await challenges.open_by(connection, guild_id, user_id)
            ]

    async def propose(
        self,
        proposal: Proposal,
        *,
        interaction_id: int,
        may_open_threads: Callable[[int], bool] = lambda _channel_id: False,
    ) -> ChallengeResult:
        """Store a challenge and queue its card, or accept the same one of another person.

        If computers take all the other seats, the match starts as soon as that is there.
        `may_open_threads` says in which channels the bot may.
        """
        now, challenger, asked = self._clock(), proposal.challenger, proposal.asked
        check_asked(challenger, asked, proposal.terms, computers=len(proposal.computers))
        check_handicap(challenger, asked, proposal.terms, proposal.computers)
        if proposal.computers:
            check_computers(proposal.terms)
        everybody = (challenger, *asked)
        while True:
            async with self._database.writing() as connection:
                crossed = await self._cross(connection, proposal, interaction_id, may_open_threads)
                if crossed is not None:
                    return crossed
                # Before anything is counted, since it locks their rows: limits hold for
                # simultaneous proposals too.
                await people.remember(
                    connection, proposal.guild_id, {p.id: p.name for p in everybody}, now
                )
                if await find_crossed(connection, proposal, now) is None:
                    return await self._store(connection, proposal, interaction_id)

    async def _cross(
        self,
        connection: Connection,
        proposal: Proposal,
        interaction_id: int,
        may_open_threads: Callable[[int], bool],
    ) -> ChallengeResult | None:
        """Accept the challenge of another person that proposes the same; None if there is none."""
        known = await challenges.by_interaction(connection, interaction_id)
        if known is not None:
            return await self._as_before(connection, known)
        if await interactions.is_known(connection, interaction_id):
            before = await crossed_before(connection, proposal)
            return None if before is None else await self._as_before(connection, before)
        challenge = await find_crossed(connection, proposal, self._clock(), lock=True)
        if challenge is None:
            return None
        await interactions.remember(connection, interaction_id, self._clock())
        return await self._take_seat(
            connection,
            challenge,
            proposal.challenger,
            check_may_accept,
            interaction_id=interaction_id,
            threads=may_open_threads(challenge.channel_id),
            word=proposal.word,
        )

    async def _store(
        self, connection: Connection, proposal: Proposal, interaction_id: int
    ) -> ChallengeResult:
        """Store a challenge; the rows of its people are locked."""
        now, guild_id = self._clock(), proposal.guild_id
        challenger, asked = proposal.challenger, proposal.asked
        known = await challenges.by_interaction(connection, interaction_id)
        if known is not None:
            return await self._as_before(connection, known)
        await check_willing(connection, challenger, asked)
        await limits.spend(connection, Limited.CHALLENGE, challenger.id, guild_id, now)
        if proposal.is_full:
            await check_begun(connection, guild_id, challenger)
        else:
            await check_open_challenges(connection, guild_id, challenger, asked, self._settings)
        for person in (challenger, *asked):
            await check_room(connection, guild_id, person.id, challenger, self._settings)
        game, guests = proposal.terms.game, proposal.computers
        guests = await like_me.picked(connection, guild_id, game, challenger.id, guests)
        proposal = proposal.with_computers(guests)
        lapses_at = now + self._settings.challenge_hours * 3600
        challenge_id = await challenges.add(
            connection,
            guild_id=guild_id,
            channel_id=proposal.channel_id,
            challenger_id=challenger.id,
            asked=tuple(person.id for person in asked),
            computers=guests,
            terms=proposal.terms,
            language=proposal.language,
            thread=proposal.thread,
            rematch_of=proposal.rematch_of,
            interaction_id=interaction_id,
            secret=self._matches.draw_secret(),
            word=proposal.word,
            now=now,
            lapses_at=lapses_at,
        )
        await schedule.put(connection, ScheduledJob(JobKind.LAPSE, challenge_id, lapses_at))
        return await self._answered(connection, challenge_id)

    async def _as_before(self, connection: Connection, challenge: Challenge) -> ChallengeResult:
        """Answer a proposal that has been stored before."""
        match = await matches.match_of_challenge(connection, challenge.id)
        if match is None:
            return ChallengeResult(challenge, Dispatch((challenge_stream(challenge.id),)))
        game, *_ = await matches.games_of_match(connection, match.id)
        return ChallengeResult(challenge, Dispatch((match_stream(match.id),)), game.id)

    async def accept(self, challenge_id: int, click: CardClick) -> ChallengeResult:
        """Accept a challenge for a person who was asked, or anybody at an open card for two.

        With the last seat taken the match starts.
        """
        return await self._sit(challenge_id, click, check_may_accept)

    async def join(self, challenge_id: int, click: CardClick) -> ChallengeResult:
        """Take an open seat of a table; with the last one the match starts."""
        return await self._sit(challenge_id, click, check_may_join)

    async def may_fill(self, challenge_id: int, click: CardClick) -> Challenge:
        """Check that a person may let computers sit down, and return the challenge."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            check_open(challenge, self._clock())
            await check_may_fill(connection, challenge, click.actor.id)
            await self._note_card(connection, challenge_id, click)
        return challenge

    async def fill(
        self,
        challenge_id: int,
        strength: Strength,
        actor: Person,
        *,
        interaction_id: int,
        threads: bool,
    ) -> ChallengeResult:
        """Fill all open seats with computers of a strength; with the last seat the match starts.

        Who was asked and has not answered keeps the seat.
        """
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            check_open(challenge, self._clock())
            await check_may_fill(connection, challenge, actor.id)
            newcomers = joining(strength, challenge.computers, challenge.open_seats)
            is_full = not challenge.asked
            if is_full:
                await people.lock(connection, challenge.guild_id, challenge.people)
                await check_rooms(connection, challenge, challenge.sitting, actor, self._settings)
            if not challenge.computers:
                # Nobody has chosen to be rated among computers.
                await challenges.unrate(connection, challenge_id)
            for computer in await like_me.picked(
                connection, challenge.guild_id, challenge.terms.game, actor.id, newcomers
            ):
                await challenges.seat(connection, challenge_id, computer.id)
            if not is_full:
                return await self._answered(connection, challenge_id)
            return await self._start(
                connection,
                await _known(connection, challenge_id),
                interaction_id=interaction_id,
                threads=threads,
            )

    async def leave(self, challenge_id: int, click: CardClick) -> ChallengeResult:
        """Give up the seat that a person took at somebody's table."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            check_open(challenge, self._clock())
            check_may_leave(challenge, click.actor.id)
            await limits.spend(connection, Limited.LEAVE, click.actor.id, None, self._clock())
            await self._note_card(connection, challenge.id, click)
            await challenges.unseat(connection, challenge.id, click.actor.id)
            return await self._answered(connection, challenge.id)

    async def decline(self, challenge_id: int, click: CardClick) -> ChallengeResult:
        """Decline for a person who was asked: a table then has one more open seat."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            check_open(challenge, self._clock())
            await check_may_decline(connection, challenge, click.actor.id)
            await challenges.decline(connection, challenge_id, click.actor.id, self._clock())
            await self._note_card(connection, challenge_id, click)
            if challenge.terms.is_table:
                return await self._answered(connection, challenge_id)
            return await self._close(connection, challenge_id, ChallengeState.DECLINED)

    async def cancel(self, challenge_id: int, actor: Person) -> ChallengeResult:
        """Cancel a challenge, for its challenger."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            check_open(challenge, self._clock())
            await check_may_cancel(connection, challenge, actor.id)
            return await self._close(connection, challenge_id, ChallengeState.CANCELLED)

    async def lapse(self, challenge_id: int) -> ChallengeResult | None:
        """Close a challenge whose time is over; None if it was closed before."""
        async with self._database.writing() as connection:
            challenge = await challenges.get(connection, challenge_id, lock=True)
            if challenge is None or challenge.state is not ChallengeState.OPEN:
                await schedule.drop(connection, JobKind.LAPSE, challenge_id)
                return None
            return await self._close(connection, challenge_id, ChallengeState.LAPSED)

    async def _sit(
        self, challenge_id: int, click: CardClick, check_may: MayCheck
    ) -> ChallengeResult:
        actor = click.actor
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            if challenge.state is ChallengeState.ACCEPTED and actor.id in challenge.sitting:
                match = await matches.match_of_challenge(connection, challenge_id)
                if match is not None and match.interaction_id == click.interaction_id:
                    return ChallengeResult(challenge, Dispatch((match_stream(match.id),)))
            check_open(challenge, self._clock())
            await self._note_card(connection, challenge_id, click)
            return await self._take_seat(
                connection,
                await _known(connection, challenge_id),
                actor,
                check_may,
                interaction_id=click.interaction_id,
                threads=click.threads,
                word=click.word,
            )

    async def _take_seat(
        self,
        connection: Connection,
        challenge: Challenge,
        actor: Person,
        check_may: MayCheck,
        *,
        interaction_id: int,
        threads: bool,
        word: str | None,
    ) -> ChallengeResult:
        """Seat a person at an open challenge, which is locked; with the last seat the match starts.

        Without its card, from which the chance follows too, it starts when that is posted.
        """
        await check_may(connection, challenge, actor.id)
        await check_no_blocks(connection, challenge, actor.id)
        guild_id, players = challenge.guild_id, (*challenge.sitting, actor.id)
        is_full = len(players) == challenge.terms.seats
        await people.lock(connection, guild_id, players)
        await people.remember(connection, guild_id, {actor.id: actor.name}, self._clock())
        checked = players if is_full else (actor.id,)
        await check_rooms(connection, challenge, checked, actor, self._settings)
        await challenges.seat(connection, challenge.id, actor.id, word)
        if not is_full or challenge.card_id is None:
            return await self._answered(connection, challenge.id)
        return await self._start(
            connection,
            await _known(connection, challenge.id),
            interaction_id=interaction_id,
            threads=threads,
        )

    async def _start(
        self,
        connection: Connection,
        challenge: Challenge,
        *,
        interaction_id: int,
        threads: bool,
    ) -> ChallengeResult:
        envelope = Envelope(connection, self._clock())
        game = await self._begin(
            connection, envelope, challenge, interaction_id=interaction_id, threads=threads
        )
        return ChallengeResult(
            await _known(connection, challenge.id), await envelope.seal(), game.id
        )

    async def _begin(
        self,
        connection: Connection,
        envelope: Envelope,
        challenge: Challenge,
        *,
        interaction_id: int,
        threads: bool,
    ) -> StoredGame:
        """Start the match of a challenge whose seats are taken, and return its first game.

        Raises Refused while its card has no id, from which the chance follows too.
        """
        if challenge.card_id is None:
            raise Refused(Text("The card has not been posted yet. Please try again in a moment."))
        await challenges.set_state(connection, challenge.id, ChallengeState.ACCEPTED)
        await schedule.drop(connection, JobKind.LAPSE, challenge.id)
        game = await self._matches.begin(
            connection, envelope, challenge, interaction_id=interaction_id, threads=threads
        )
        # The card names the thread, so it follows the first board.
        await envelope.put(match_stream(game.match.id), CardRow(challenge.id))
        if challenge.is_pairing:
            # So does the tournament's.
            paired = await tournaments.pairing_of(connection, challenge.id)
            if paired is not None:
                row = TournamentRow(paired.tournament_id)
                await envelope.put(match_stream(game.match.id), row)
        if challenge.rematch_of is not None:
            await envelope.put(challenge_stream(challenge.id), RematchRow(challenge.id))
        return game

    async def _close(
        self, connection: Connection, challenge_id: int, state: ChallengeState
    ) -> ChallengeResult:
        await challenges.set_state(connection, challenge_id, state)
        await schedule.drop(connection, JobKind.LAPSE, challenge_id)
        return await self._answered(connection, challenge_id)

    async def _answered(self, connection: Connection, challenge_id: int) -> ChallengeResult:
        """Queue an update of the card."""
        envelope = Envelope(connection, self._clock())
        await envelope.put(challenge_stream(challenge_id), CardRow(challenge_id))
        return ChallengeResult(await _known(connection, challenge_id), await envelope.seal())

    async def _note_card(self, connection: Connection, challenge_id: int, click: CardClick) -> None:
        """Store where the card is: a crash may have come between its post and our note."""
        await self._note(connection, challenge_id, Post(0, click.channel_id, click.message_id))

    async def _note(self, connection: Connection, challenge_id: int, post: Post) -> None:
        await outbox.record_post(connection, outbox.CARD, challenge_id, post)
        await challenges.note_card(connection, challenge_id, post.message_id)


async def _known(connection: Connection, challenge_id: int, *, lock: bool = False) -> Challenge:
    challenge = await challenges.get(connection, challenge_id, lock=lock)
    if challenge is None:
        raise UnknownChallenge
    return challenge
