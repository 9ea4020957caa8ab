"""The referee: stores an event of a game with all that follows from it, in one transaction.

What follows: whose turn it is, the result, ratings, the ledger, messages to send, a computer to
wake. Everything that changes a running game (`bot.services.matches` for people's acts, and the
services for offers, clocks and computers) comes through `act`, or through `act_within` in a
transaction of its own. What does not belong here: who may do what, which the callers check.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.delivery import notices
from bot.delivery.outbox_writer import Dispatch, Envelope, challenge_stream, match_stream
from bot.delivery.rows import CardRow, CloseRow, ProofRow, ResultRow, StartRow
from bot.log_context import note
from bot.match import offers, turn_clock
from bot.match.board_messages import post_board, retire_board
from bot.match.counting import count_match
from bot.match.match_outcome import return_game_follows
from bot.match.pairing_result import note_result
from bot.match.plans import take_back_plans, take_due_answer
from bot.match.positions import Positions, back_to
from bot.match.recap import Story, people_out, story_of_click
from bot.match.reminder_times import HOUR, Stage
from bot.match.setup import Chances, Dealer
from bot.match.table import Person, Table, is_deserted, load_game, naming
from data import events, matches, people, plans, schedule
from data.computers import is_computer
from data.engine import Connection, Database
from data.events import Event
from data.schedule import JobKind, ScheduledJob
from data.stored import StoredGame
from games.game import Result
from games.line import Line

AGAIN_SECONDS: Final = 60
SEEN_SECONDS: Final = HOUR
"""How long it is not stored again that a person was seen in a server."""

NewEvent = str | tuple[str, Any]  # Any: see `games.line.AnyGame`
"""An event to store: in notation, or with the move that it notes."""


@dataclass(frozen=True, slots=True)
class ActResult:
    """What an act led to: the table after it, and the messages to send.

    `repeated` says that the interaction had been carried out before, so nothing changed.
    """

    table: Table
    dispatch: Dispatch
    repeated: bool = False
    story: Story | None = None
    """What the next board has to tell, where that is the act alone."""


class Referee:
    """Keep games: every change of a running one comes through here."""

    def __init__(self, database: Database, *, clock: Callable[[], int], chances: Chances) -> None:
        self.database = database
        self.clock = clock
        self.dealer = Dealer(chances, clock=clock)
        self.positions = Positions()

    async def table(self, connection: Connection, game_id: int, *, lock: bool = False) -> Table:
        """Return the current state of a game; `lock` keeps others from changing it meanwhile."""
        note(game=game_id)
        game = await load_game(connection, game_id, lock=lock)
        return Table(game, await self.positions.line(connection, game), game.seq)

    async def act(
        self,
        game_id: int,
        actor: Person | None,
        checked: Callable[[Table], Sequence[NewEvent]],
        *,
        interaction_id: int | None,
        seen: int | None = None,
    ) -> ActResult:
        """Store the events that `checked` returns, unless they are there already.

        `actor` is None for what nobody did, as when a clock runs out. With no events nothing
        changes. `seen` is the seq of the board that was acted on, if there was one.
        """
        async with self.changing(game_id) as (connection, table):
            acted = await self.act_within(
                connection, table, checked, actor, interaction_id=interaction_id, seen=seen
            )
        self.keep(acted)
        return acted

    @asynccontextmanager
    async def changing(self, game_id: int) -> AsyncIterator[tuple[Connection, Table]]:
        """Yield a game for a transaction in which nobody else can change it.

        Errors get the names at its table.
        """
        async with self.database.writing() as connection:
            table = await self.table(connection, game_id, lock=True)
            with naming(table):
                yield connection, table

    async def act_within(
        self,
        connection: Connection,
        table: Table,
        checked: Callable[[Table], Sequence[NewEvent]],
        actor: Person | None,
        *,
        interaction_id: int | None,
        seen: int | None = None,
    ) -> ActResult:
        """Do what `act` does in a transaction that has locked the game; `keep` comes after it."""
        unchanged = ActResult(table, Dispatch((match_stream(table.game.match.id),)), repeated=True)
        game_id = table.game.id
        # What was carried out on a board has made it an old one.
        may_be_known = interaction_id is not None and seen != table.seq
        if may_be_known and await events.is_known(connection, game_id, interaction_id or 0):
            return unchanged
        new_events = checked(table)
        if not new_events:
            return unchanged
        return await self._advance(connection, table, new_events, actor, interaction_id)

    def keep(self, acted: ActResult) -> None:
        """Keep at hand what an act led to, once it is committed."""
        if not acted.repeated:
            self.positions.keep(acted.table.game.id, acted.table.seq, acted.table.line)

    async def _advance(
        self,
        connection: Connection,
        table: Table,
        new_events: Sequence[NewEvent],
        actor: Person | None,
        interaction_id: int | None,
    ) -> ActResult:
        """Store events, and then what follows from them; the steps build on each other."""
        now = self.clock()
        envelope, over = Envelope(connection, now), list[str]()
        if actor is not None and table.game.seat_of(actor.id) in table.game.stand_ins:
            # The person is back, so no computer plays for them any more.
            over.append(notices.stand_in(table.game.players.index(actor.id)))
            back = await turn_clock.taken_back(connection, table.game, actor.id)
            table = replace(table, game=back)
        game = table.game
        if actor is not None and not is_computer(actor.id):
            game = await _note_seen(connection, game, actor, now)
        after, stored = await self._store(
            connection, envelope, replace(table, game=game), new_events, actor, interaction_id
        )
        line, rolled = await self.dealer.roll(connection, game, after.line, after.seq)
        after = Table(game, line, after.seq + len(rolled))
        line, seq, planned = await self._answer(connection, envelope, after)
        # Where somebody else has left, the turn goes on.
        stays = line.to_move == table.line.to_move and line.turns == table.line.turns
        had_left = game.left
        game = self.dealer.state_after(game, line, seq, passes=not stays)
        game = await turn_clock.after_event(connection, game, now, began=not stays)
        await matches.set_standing(connection, game)
        if game.left > had_left:
            await matches.leave(connection, game.id, game.left)
        over += _notices_over(table.game, game, stays=stays)
        for kind in over:
            await notices.retire(connection, envelope, kind, game.id)
        movers = {None if actor is None else actor.id, *planned}
        await offers.lapse(connection, envelope, game, movers)
        if line.result is not None:
            game = await self._finish(connection, envelope, game, line.result)
        else:
            after = Table(game, line, seq)
            await self._goes_on(connection, envelope, after, table, answered=bool(planned))
        after = Table(game, line, seq)
        story = None if planned else story_of_click(after, stored + rolled)
        return ActResult(after, await envelope.seal(), story=story)

    async def _store(
        self,
        connection: Connection,
        envelope: Envelope,
        table: Table,
        new_events: Sequence[NewEvent],
        actor: Person | None,
        interaction_id: int | None,
    ) -> tuple[Table, list[Event]]:
        """Check events by the rules and store them; return the table after them, and the events."""
        now, stored = self.clock(), list[Event]()
        game, line, seq = table.game, table.line, table.seq
        for number, new_event in enumerate(new_events):
            seq += 1
            notation, move = (new_event, None) if isinstance(new_event, str) else new_event
            # The interaction is stored with the first event of a turn, by which it is recognised.
            clicked = interaction_id if number == 0 else None
            event = Event(seq, notation, None if actor is None else actor.id, clicked)
            back = back_to(notation)
            if back is None:
                # Where a seat is to move, a move that is at hand need not be parsed.
                known = move is not None and isinstance(line.to_move, int)
                line = line.play(move) if known else line.apply(notation)
            else:
                line = await self.positions.line(connection, game, back)
                await take_back_plans(connection, envelope, game.id, back)
            await events.append(connection, game.id, event, now=now)
            stored.append(event)
        if line.result is None and line.left and is_deserted(game, line):
            # The last person has left: computers do not play on for nobody.
            seq, line = seq + 1, line.apply("!draw")
            await events.append(connection, game.id, Event(seq, "!draw", None), now=now)
        return Table(game, line, seq), stored

    async def _answer(
        self, connection: Connection, envelope: Envelope, table: Table
    ) -> tuple[Line, int, list[int]]:
        """Play the plans that answer, however many; return the ids of their owners."""
        game, line, seq, planned = table.game, table.line, table.seq, list[int]()
        while answer := await take_due_answer(
            connection, envelope, self.positions, game, line, seq
        ):
            for notation in answer.notations:
                seq += 1
                line = line.apply(notation)
                event = Event(seq, notation, answer.user_id)
                await events.append(connection, game.id, event, now=self.clock())
            line, rolled = await self.dealer.roll(connection, game, line, seq)
            seq += len(rolled)
            planned.append(answer.user_id)
        return line, seq, planned

    async def open(self, connection: Connection, envelope: Envelope, game: StoredGame) -> None:
        """Begin the first turn's clock, queue the board, and wake a computer that starts."""
        game = await turn_clock.start(connection, game, self.clock())
        if game.to_move is not None and game.computer_at(game.to_move) is not None:
            await self.wake(connection, envelope, game)
        await envelope.put(match_stream(game.match.id), StartRow(game.id))
        await post_board(connection, envelope, game, now=self.clock())

    async def _goes_on(
        self,
        connection: Connection,
        envelope: Envelope,
        table: Table,
        before: Table,
        *,
        answered: bool,
    ) -> None:
        """Queue the board, and wake the computer if it is to move.

        `answered` says that a person's plan has moved since.
        """
        seat, was = table.line.to_move, before.line.to_move
        thinks = isinstance(seat, int) and table.game.computer_at(seat) is not None
        thought = isinstance(was, int) and before.game.computer_at(was) is not None
        if thinks:
            await self.wake(connection, envelope, table.game)
        elif thought:
            await schedule.drop(connection, JobKind.THINK, table.game.id)
        left = table.line.left != before.line.left
        out = people_out(table.line.position, table.game) - people_out(
            before.line.position, before.game
        )
        if thinks and thought and not (answered or left or out):
            # Several computers in a row are one message, the last one's, unless a person has to
            # be told that the game is over for them.
            return
        await post_board(
            connection,
            envelope,
            table.game,
            now=self.clock(),
            pings=not (left and seat == was),
            tells=bool(left or out),
        )

    async def wake(self, connection: Connection, envelope: Envelope, game: StoredGame) -> None:
        """Wake a computer now and, if nothing comes of that, later by a scheduled job."""
        job = ScheduledJob(JobKind.THINK, game.id, self.clock() + AGAIN_SECONDS)
        await schedule.put(connection, job)
        envelope.wake(game.id)

    async def _finish(
        self, connection: Connection, envelope: Envelope, game: StoredGame, result: Result
    ) -> StoredGame:
        """Store everything that follows from the end of a game; return it with its updated match."""
        match, now = game.match, self.clock()
        await schedule.drop(connection, JobKind.THINK, game.id)
        await plans.drop_of_game(connection, game.id)
        await retire_board(connection, envelope, game)
        goes_on = return_game_follows(match.kind, game.number, result)
        if not goes_on:
            await matches.end_match(connection, match.id, now)
            why = await count_match(connection, self.positions, match, now=now)
            match = replace(match, ended_at=now, uncounted=why)
            await note_result(connection, envelope, match, now)
        stream = match_stream(match.id)
        await envelope.put(stream, ResultRow(game.id))
        await envelope.put(stream, ProofRow(game.id))
        if goes_on:
            following = await self.dealer.deal_return(connection, game)
            await self.open(connection, envelope, following)
            return game
        await envelope.put(stream, CloseRow(match.id))
        await envelope.put(challenge_stream(match.challenge_id), CardRow(match.challenge_id))
        return replace(game, match=match)

    async def locked(self, connection: Connection, game_id: int) -> StoredGame:
        """Return a game that nobody else can change until the transaction ends."""
        return await load_game(connection, game_id, lock=True)


async def _note_seen(
    connection: Connection, game: StoredGame, actor: Person, now: int
) -> StoredGame:
    """Store that a player is in the server, and their name, unless that is known; return the game.

    Nothing is stored of a moderator, who is not one of them.
    """
    if actor.id not in game.players:
        return game
    name, seen_at = actor.name[: people.NAME_LENGTH], game.seen.get(actor.id)
    names = tuple(
        name if player == actor.id else known
        for player, known in zip(game.players, game.names, strict=True)
    )
    if seen_at is not None and now - seen_at < SEEN_SECONDS and names == game.names:
        return game
    await people.remember(connection, game.match.guild_id, {actor.id: name}, now)
    return replace(game, names=names, seen={**game.seen, actor.id: now})


def _notices_over(before: StoredGame, game: StoredGame, *, stays: bool) -> list[str]:
    """List the kinds of notices that have served their time after an event."""
    over = []
    if not (stays and game.running):
        if before.timing.reminded >= Stage.OVER:
            over.append(notices.TIME_UP)
        if before.timing.reminded:
            over.append(notices.REMINDED)
    if not game.running:
        over += map(notices.stand_in, game.stand_ins)
    return over
