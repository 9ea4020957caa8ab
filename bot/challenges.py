"""Challenges: from the proposal to the start of a match. Knows people and limits, not Discord.

Whatever depends on Discord (who is a bot, who may see the channel, what the bot may do
there) is checked by the cog before it asks here; whatever depends on what is stored is
checked here, in the transaction that stores the answer.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bot.config import Settings
from bot.dispatch import Dispatch, Envelope, challenge_stream, match_stream
from bot.errors import ChallengeClosed, Refused, UnknownChallenge
from bot.languages import Name, listed
from bot.matches import Matches
from bot.seating import Person
from data import challenges, due, matches, outbox, people
from data.challenges import Challenge, ChallengeState, Terms
from data.due import DueThing
from data.engine import Connection, Database
from data.matches import Match
from data.outbox import Post
from games.words import Plural, Text

LAPSE = "lapse"
"""The kind of due thing that closes an unanswered challenge."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody proposes, to whom, and where."""

    guild_id: int
    channel_id: int
    challenger: Person
    asked: tuple[Person, ...]
    terms: Terms
    language: str
    thread: bool
    """Whether the game gets a thread of its own; else it is played in the channel itself."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer led to; `game_id` is there once it has started a game."""

    challenge: Challenge
    dispatch: Dispatch
    game_id: int | None = None


@dataclass(frozen=True, slots=True)
class Clicked:
    """Who answered a card by which interaction, and where the card stands."""

    actor: Person
    interaction_id: int
    channel_id: int
    message_id: int
    threads: bool
    """Whether the bot may open threads there."""


class Challenges:
    """Make, answer, cancel and lapse challenges."""

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
        """Give a challenge and the names of those who sit or are asked."""
        async with self._database.reading() as connection:
            challenge = await _known(connection, challenge_id)
            names = await people.names(
                connection, challenge.guild_id, [*challenge.sitting, *challenge.asked]
            )
        return challenge, names

    async def match_of(self, challenge_id: int) -> Match | None:
        """Give the match that came of a challenge, or None."""
        async with self._database.reading() as connection:
            return await matches.match_of_challenge(connection, challenge_id)

    async def card_of(self, challenge_id: int) -> Post | None:
        """Give where a challenge's card stands, or None."""
        async with self._database.reading() as connection:
            return await outbox.find_post(connection, "card", challenge_id)

    async def withdraw_unposted(self, challenge_id: int) -> bool:
        """Take back a challenge whose card Discord refused; false if it may still go out."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            stream = challenge_stream(challenge_id)
            if (
                challenge.state is not ChallengeState.OPEN
                or await outbox.has_rows(connection, stream)
                or await outbox.find_post(connection, "card", challenge_id) is not None
            ):
                return False
            await challenges.set_state(connection, challenge_id, ChallengeState.CANCELLED)
            await due.drop(connection, LAPSE, challenge_id)
        return True

    async def card_posted(self, connection: Connection, challenge_id: int, post: Post) -> None:
        """Note where a card stands, in the transaction that strikes its outbox row."""
        await outbox.record_post(connection, "card", challenge_id, post)

    async def open_by(self, guild_id: int, user_id: int) -> list[tuple[Challenge, Post | None]]:
        """List a person's own open challenges in a server, and where their cards stand."""
        async with self._database.reading() as connection:
            return [
                (challenge, await outbox.find_post(connection, "card", challenge.id))
                for challenge in await challenges.open_by(connection, guild_id, user_id)
            ]

    async def propose(self, proposal: Proposal, *, interaction_id: int) -> Answered:
        """Store a challenge and have its card posted."""
        now = self._clock()
        async with self._database.writing() as connection:
            everybody = (proposal.challenger, *proposal.asked)
            # First of all, since it locks their rows: limits hold for proposals at once too.
            await people.remember(
                connection, proposal.guild_id, {p.id: p.name for p in everybody}, now
            )
            known = await challenges.by_interaction(connection, interaction_id)
            if known is not None:
                return Answered(known, Dispatch((challenge_stream(known.id),)))
            await self._check(connection, proposal)
            lapses_at = now + self._settings.challenge_hours * 3600
            challenge_id = await challenges.add(
                connection,
                guild_id=proposal.guild_id,
                channel_id=proposal.channel_id,
                challenger_id=proposal.challenger.id,
                asked=tuple(person.id for person in proposal.asked),
                terms=proposal.terms,
                language=proposal.language,
                thread=proposal.thread,
                interaction_id=interaction_id,
                now=now,
                lapses_at=lapses_at,
            )
            await due.put(connection, DueThing(LAPSE, challenge_id, lapses_at))
            return await self._answered(connection, challenge_id)

    async def accept(self, challenge_id: int, click: Clicked) -> Answered:
        """Let a person who was asked, or anybody where a seat is open, sit down.

        With the last seat taken the match starts.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            actor = click.actor
            if challenge.state is ChallengeState.ACCEPTED and actor.id in challenge.sitting:
                match = await matches.match_of_challenge(connection, challenge_id)
                if match is not None and match.interaction_id == click.interaction_id:
                    return Answered(challenge, Dispatch((match_stream(match.id),)))
            self._check_open(challenge)
            if actor.id == challenge.challenger_id:
                raise Refused(Text("This is your own challenge: somebody else has to accept it."))
            if actor.id in challenge.sitting:
                raise Refused(Text("You sit at this table already."))
            if actor.id not in challenge.asked and challenge.open_seats == 0:
                raise Refused(await self._who_may_answer(connection, challenge))
            players = (*challenge.sitting, actor.id)
            await people.lock(connection, challenge.guild_id, players)
            await people.remember(connection, challenge.guild_id, {actor.id: actor.name}, now)
            for person_id in players:
                await self._check_room(connection, challenge.guild_id, person_id, actor)
            await self._note_card(connection, challenge_id, click)
            await challenges.seat(connection, challenge_id, actor.id)
            challenge = await _known(connection, challenge_id)
            if len(challenge.sitting) < challenge.terms.seats:
                return await self._answered(connection, challenge_id)
            return await self._start(connection, challenge, click)

    async def decline(self, challenge_id: int, click: Clicked) -> Answered:
        """Let a person who was asked say no."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            self._check_open(challenge)
            if click.actor.id not in challenge.asked:
                raise Refused(await self._who_may_answer(connection, challenge))
            await self._note_card(connection, challenge_id, click)
            return await self._close(connection, challenge_id, ChallengeState.DECLINED)

    async def cancel(self, challenge_id: int, actor: Person) -> Answered:
        """Let the challenger take a challenge back."""
        async with self._database.writing() as connection:
            challenge = await _known(connection, challenge_id, lock=True)
            self._check_open(challenge)
            if actor.id != challenge.challenger_id:
                names = await people.names(
                    connection, challenge.guild_id, [challenge.challenger_id]
                )
                raise Refused(
                    Text(
                        "Only {challenger} can cancel this challenge.",
                        challenger=Name(names.get(challenge.challenger_id, "?")),
                    )
                )
            return await self._close(connection, challenge_id, ChallengeState.CANCELLED)

    async def lapse(self, challenge_id: int) -> Answered | None:
        """Close a challenge whose time is over; None if it was closed before."""
        async with self._database.writing() as connection:
            challenge = await challenges.get(connection, challenge_id, lock=True)
            if challenge is None or challenge.state is not ChallengeState.OPEN:
                await due.drop(connection, LAPSE, challenge_id)
                return None
            return await self._close(connection, challenge_id, ChallengeState.LAPSED)

    async def _start(
        self, connection: Connection, challenge: Challenge, click: Clicked
    ) -> Answered:
        await challenges.set_state(connection, challenge.id, ChallengeState.ACCEPTED)
        await due.drop(connection, LAPSE, challenge.id)
        envelope = Envelope(connection, self._clock())
        game = await self._matches.begin(
            connection,
            envelope,
            challenge,
            interaction_id=click.interaction_id,
            threads=click.threads,
        )
        # The card names the thread, so it follows the first board.
        await envelope.put(match_stream(game.match.id), "card", {"challenge_id": challenge.id})
        return Answered(await _known(connection, challenge.id), await envelope.seal(), game.id)

    async def _close(
        self, connection: Connection, challenge_id: int, state: ChallengeState
    ) -> Answered:
        await challenges.set_state(connection, challenge_id, state)
        await due.drop(connection, LAPSE, challenge_id)
        return await self._answered(connection, challenge_id)

    async def _answered(self, connection: Connection, challenge_id: int) -> Answered:
        """Have the card brought up to date."""
        envelope = Envelope(connection, self._clock())
        await envelope.put(challenge_stream(challenge_id), "card", {"challenge_id": challenge_id})
        return Answered(await _known(connection, challenge_id), await envelope.seal())

    async def _note_card(self, connection: Connection, challenge_id: int, click: Clicked) -> None:
        """Note where the card stands: a crash may have come between its post and our note."""
        await outbox.record_post(
            connection, "card", challenge_id, Post(0, click.channel_id, click.message_id)
        )

    async def _check(self, connection: Connection, proposal: Proposal) -> None:
        challenger = proposal.challenger
        mine = await challenges.open_by(connection, proposal.guild_id, challenger.id)
        for person in proposal.asked:
            if any(person.id in challenge.asked for challenge in mine):
                raise Refused(
                    Text(
                        "{person} has an open challenge from you already. "
                        "/games shows it, with a button to cancel it.",
                        person=Name(person.name),
                    )
                )
        most = self._settings.max_open_challenges
        if len(mine) >= most:
            raise Refused(
                Plural(
                    "You have {n} open challenge already, which is the most there may be. "
                    "Wait for an answer, or cancel it in /games.",
                    "You have {n} open challenges already, which is the most there may be. "
                    "Wait for an answer, or cancel one in /games.",
                    most,
                )
            )
        for person in (challenger, *proposal.asked):
            await self._check_room(connection, proposal.guild_id, person.id, challenger)

    async def _check_room(
        self, connection: Connection, guild_id: int, person_id: int, actor: Person
    ) -> None:
        most = self._settings.max_games_per_person
        if await matches.count_running(connection, guild_id, person_id) < most:
            return
        if person_id == actor.id:
            raise Refused(
                Plural(
                    "You have {n} running game in this server, which is the most there may be. "
                    "Finish it first: /games lists it.",
                    "You have {n} running games in this server, which is the most there may be. "
                    "Finish one first: /games lists them.",
                    most,
                )
            )
        names = await people.names(connection, guild_id, [person_id])
        raise Refused(
            Plural(
                "{person} has {n} running game in this server, which is the most there may be.",
                "{person} has {n} running games in this server, which is the most there may be.",
                most,
                person=Name(names.get(person_id, "?")),
            )
        )

    def _check_open(self, challenge: Challenge) -> None:
        if challenge.state is ChallengeState.OPEN:
            if challenge.lapses_at > self._clock():
                return
            raise ChallengeClosed(_closed(ChallengeState.LAPSED))
        raise ChallengeClosed(_closed(challenge.state))

    async def _who_may_answer(self, connection: Connection, challenge: Challenge) -> Text:
        if not challenge.asked:
            return Text("All seats of this table are open: Accept takes one.")
        names = await people.names(connection, challenge.guild_id, challenge.asked)
        return Text(
            "Only {people} can answer this challenge.",
            people=listed([Name(names.get(person, "?")) for person in challenge.asked]),
        )


async def _known(connection: Connection, challenge_id: int, *, lock: bool = False) -> Challenge:
    challenge = await challenges.get(connection, challenge_id, lock=lock)
    if challenge is None:
        raise UnknownChallenge
    return challenge


def _closed(state: ChallengeState) -> Text:
    match state:
        case ChallengeState.ACCEPTED:
            return Text("This challenge has been accepted already.")
        case ChallengeState.DECLINED:
            return Text("This challenge was declined.")
        case ChallengeState.CANCELLED:
            return Text("This challenge was cancelled.")
        case _:
            return Text("This challenge has lapsed. A new one can be made at any time.")
