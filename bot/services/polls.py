"""Polls: a position of a finished game is shown in a channel, and people vote for what they would play.

Everybody has one vote and may change it; a day later the vote is closed by a scheduled job, and from
then on only the numbers are kept. What does not belong here: how it is shown (`cogs.match.polls`).
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.delivery.outbox_writer import Dispatch, Envelope, person_stream, poll_stream
from bot.delivery.rows import PollRow, PollUnpostedRow
from bot.errors import Busy, MatchError, Refused, UnknownGame
from bot.match import limits
from bot.match.limits import Limited
from bot.match.reminder_times import DAY
from bot.match.table import Person
from bot.services.computers import Computers
from bot.services.explorations import Explored
from bot.services.replays import record_to_show
from bot.workers.pool import JobFailed
from data import matches, people, polls, schedule
from data.engine import Connection, Database
from data.former import is_account
from data.polls import Poll
from data.schedule import JobKind, ScheduledJob
from data.stored import StoredGame
from games.line import AnyPosition, Line
from games.record import Record, replay
from games.words import Text

log = logging.getLogger(__name__)

OPEN_SECONDS: Final = DAY
"""For how long people vote."""
OVER: Final = Text("This vote is over.")


@dataclass(frozen=True, slots=True)
class Position:
    """Where a poll is asked: the game it comes from, its position there, and who asks."""

    poll: Poll
    game: StoredGame
    line: Line
    asker: str | None
    """What they are called; None if that is not known any more."""

    @property
    def seat(self) -> int:
        """Return the seat for which people vote: the one to move."""
        if not isinstance(self.line.to_move, int):
            raise MatchError(OVER)
        return self.line.to_move


class Polls:
    """Open, count and close polls."""

    def __init__(
        self, database: Database, computers: Computers, *, clock: Callable[[], int]
    ) -> None:
        self._database = database
        self._computers = computers
        self._clock = clock

    async def ask(
        self,
        game: StoredGame,
        explored: Explored,
        by: Person,
        *,
        channel_id: int,
        language: str,
        suggest: bool,
    ) -> tuple[int, Dispatch]:
        """Open a poll on a position that a person has explored, and queue its message.

        With `suggest` the computer's best moves and what was played are offered as answers. The
        same question again, while it is open, is the poll that there is. Raises Refused.
        """
        check_may_ask(game)
        check_turn_due(explored.line)
        answers, played = await self._answers(game, explored, by, suggest=suggest)
        now, guild_id = self._clock(), game.match.guild_id
        record = explored.record_so_far.to_json()
        async with self._database.writing() as connection:
            await limits.spend(connection, Limited.POLL, by.id, guild_id, now)
            envelope = Envelope(connection, now)
            same = await polls.open_one(connection, by.id, channel_id, record)
            if same is not None:
                return same, Dispatch()
            await people.remember(connection, guild_id, {by.id: by.name}, now)
            poll_id = await polls.add(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                user_id=by.id,
                game_id=game.id,
                record=record,
                answers=answers,
                played=played,
                language=language,
                closes_at=now + OPEN_SECONDS,
            )
            await schedule.put(connection, ScheduledJob(JobKind.POLL, poll_id, now + OPEN_SECONDS))
            await envelope.put(poll_stream(poll_id), PollRow(poll_id))
            return poll_id, await envelope.seal()

    async def _answers(
        self, game: StoredGame, explored: Explored, by: Person, *, suggest: bool
    ) -> tuple[list[str], str | None]:
        """Return the turns that are offered, in an order that says nothing, and what was played."""
        whole, so_far = await record_to_show(self._database, game), explored.record_so_far
        played = await asyncio.to_thread(_played_next, whole, so_far, explored.line)
        if not suggest:
            return [], played
        try:
            hints = await self._computers.suggest(
                game, explored.line, by.id, f"poll {so_far.to_json()}"
            )
        except (JobFailed, Busy) as error:
            log.warning("no suggestions for a vote on game %s: %s", game.id, error)
            hints = []
        found = [hint.notation for hint in hints] + ([] if played is None else [played])
        distinct = await asyncio.to_thread(_distinct, explored.line, found)
        return sorted(distinct), played

    async def find(self, poll_id: int, guild_id: int | None) -> Position:
        """Return a poll of a server as it is; Refused if it is not kept any more."""
        position = await self.view(poll_id)
        if position is None or position.poll.guild_id != guild_id:
            raise Refused(OVER)
        return position

    async def view(self, poll_id: int) -> Position | None:
        """Return a poll as it is, or None."""
        async with self._database.reading() as connection:
            poll = await polls.get(connection, poll_id)
            if poll is None:
                return None
            game = await matches.get_game(connection, poll.game_id)
            names = await people.names(connection, poll.guild_id, [poll.user_id])
        if game is None:
            raise UnknownGame
        line = await asyncio.to_thread(replay, Record.read(poll.record))
        return Position(poll, game, line, names.get(poll.user_id))

    async def game(self, game_id: int) -> StoredGame | None:
        """Return the game that a poll was about; None if it is not kept any more."""
        async with self._database.reading() as connection:
            return await matches.get_game(connection, game_id)

    async def open_position(self, poll_id: int, guild_id: int | None) -> Position:
        """Return a poll in which one can vote; Refused if it is over."""
        position = await self.find(poll_id, guild_id)
        self._check_open(position.poll)
        return position

    async def vote(self, position: Position, user_id: int, turn: str) -> tuple[str, int]:
        """Store a person's vote for a turn, in place of an earlier one.

        Returns the turn as it is counted (those that lead to the same position are one), and how
        many people have voted. Raises Refused if the poll is over, and GameError for no legal turn.
        """
        poll_id = position.poll.id
        async with self._database.writing() as connection:
            poll = await polls.get(connection, poll_id, lock=True)
            if poll is None:
                raise Refused(OVER)
            self._check_open(poll)
            known = [*poll.answers, *(await polls.votes(connection, poll_id)).values()]
            turn = _counted_as(position.line, turn, known)
            await polls.vote(connection, poll_id, user_id, turn, now=self._clock())
            return turn, len(await polls.votes(connection, poll_id))

    def _check_open(self, poll: Poll) -> None:
        if poll.tally is not None or poll.closes_at <= self._clock():
            raise Refused(OVER)

    async def close(self, poll_id: int) -> Dispatch:
        """Count the votes of a poll if its time has come, and queue the message that tells them.

        One that was never posted goes, and who asked for it is told. Whatever is repeated, and in
        however many processes, it is closed once.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            if not await schedule.take(connection, JobKind.POLL, poll_id, now):
                return Dispatch()
            poll = await polls.get(connection, poll_id, lock=True)
            if poll is None:
                return Dispatch()
            envelope = Envelope(connection, now)
            if poll.message_id is None:
                await polls.drop(connection, [poll_id])
                if is_account(poll.user_id):
                    told = PollUnpostedRow(
                        poll.user_id, poll.guild_id, poll.channel_id, poll.game_id
                    )
                    await envelope.put(person_stream(poll.user_id), told)
                return await envelope.seal()
            tally = Counter((await polls.votes(connection, poll_id)).values())
            await polls.close(connection, poll_id, tally)
            await envelope.put(poll_stream(poll_id), PollRow(poll_id))
            return await envelope.seal()

    async def posted(self, connection: Connection, poll_id: int, message_id: int) -> None:
        """Store where a poll is, in the transaction that deletes its outbox row."""
        await polls.note_message(connection, poll_id, message_id)

    async def gone(self, connection: Connection, poll_id: int) -> None:
        """Delete a poll whose message or channel is gone."""
        await polls.drop(connection, [poll_id])


def check_may_ask(game: StoredGame) -> None:
    """Raise Refused for a game that runs."""
    if game.running:
        raise Refused(
            Text(
                "This game is still running, and what others would play is advice. "
                "Ask once it is over."
            )
        )


def check_turn_due(line: Line) -> None:
    """Raise Refused where nobody is to move."""
    if line.result is not None:
        raise Refused(Text("The game is over here: there is nothing to vote for."))
    if not isinstance(line.to_move, int):
        raise Refused(Text("The dice are rolled here first: draw or choose a roll, then ask."))


def votes_in_order(tally: Mapping[str, int]) -> list[tuple[str, int]]:
    """List the turns with votes, those with most first."""
    return sorted(tally.items(), key=lambda each: (-each[1], each[0]))


def _played_next(whole: Record, so_far: Record, line: Line) -> str | None:
    """Return the turn that followed in the game; None if it did not come to this position."""
    reached = len(so_far.moves)
    if whole.moves[:reached] != so_far.moves:
        return None
    mover, turn = line.to_move, list[str]()
    for event in whole.moves[reached:]:
        if event.startswith(("!", "@")):
            return None
        turn.append(event)
        line = line.apply(event)
        if line.to_move != mover or not line.position.mid_turn:
            return " ".join(turn)
    return None


def _distinct(line: Line, turns: Sequence[str]) -> list[str]:
    found: list[str] = []
    for turn in turns:
        if _counted_as(line, turn, found) not in found:
            found.append(turn)
    return found


def _counted_as(line: Line, turn: str, known: Sequence[str]) -> str:
    """Return the turn of several that leads where another one does; itself if there is none."""
    if turn in known:
        return turn
    after = _position_after(line, turn)
    return next((each for each in known if _position_after(line, each) == after), turn)


def _position_after(line: Line, turn: str) -> AnyPosition:
    for event in turn.split(" "):
        if event.startswith(("!", "@")):
            raise Refused(OVER)
        line = line.apply(event)
    return line.position
