"""Clocks that have run out, and what people do about clocks: claim, give time, sit down again.

A service without Discord, like `bot.services.matches`: whatever it changes is stored in one
transaction with all that follows. When a clock runs at all is decided in `bot.match.turn_clock`.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.delivery import notices
from bot.delivery.outbox_writer import Dispatch, Envelope, match_stream
from bot.delivery.rows import StandInRow, TimeUpRow
from bot.errors import MatchError, StaleTurn
from bot.match import turn_clock
from bot.match.board_messages import post_again, post_board, retire_board
from bot.match.event import ActResult, Referee
from bot.match.reminder_times import DAY, Stage
from bot.match.table import Person, Table, check_running, in_game, naming, not_left, seated
from bot.match.turn_clock import PATIENCE_SECONDS, Halt, is_over, waited_for
from data import clocks, interactions, matches, people, schedule
from data.challenges import ClockEnd
from data.engine import Connection
from data.schedule import JobKind
from data.stored import Match, PlaceNote, StoredGame
from games.players import Level
from games.words import Seat, Text

STAND_IN: Final = Level.MEDIUM
"""How strong the computer plays that takes over."""
GIFT_SECONDS: Final = DAY
MOST_LEFT_SECONDS: Final = 14 * DAY
"""Nobody is given more than the longest clock that there is."""


@dataclass(frozen=True, slots=True)
class ClockResult:
    """The result of giving time: the table, the new deadline, and the messages to send."""

    table: Table
    dispatch: Dispatch


class Clocks:
    """See to clocks."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database
        self._clock = referee.clock

    # What falls due

    async def run_out(self, game_id: int) -> Dispatch:
        """Do what was agreed for the end of a clock, if it has come.

        `forfeit` ends it for the seat, `computer` seats one, `claim` tells the others. It may be
        called at any time: a clock that still runs, or was seen to, is left alone.
        """
        async with self._database.writing() as connection:
            game = await matches.get_game(connection, game_id, lock=True)
            if game is None or waited_for(game) is None:
                await schedule.drop(connection, JobKind.CLOCK, game_id)
                return Dispatch()
            acted, dispatch = await self._handle_end(connection, game)
        if acted is not None:
            self._referee.keep(acted)
        return dispatch

    async def _handle_end(
        self, connection: Connection, game: StoredGame
    ) -> tuple[ActResult | None, Dispatch]:
        now = self._clock()
        if game.match.clock.days is None:
            game = await self._time_out_leaver(connection, game)
        envelope = Envelope(connection, now)
        if game.timing.halted == Halt.PLACE:
            # The board looks for a place; with one the clock goes on.
            await post_again(connection, envelope, game)
        told = game.timing.reminded >= Stage.OVER
        silenced = not told and await turn_clock.is_silenced(connection, game, now)
        if is_over(game, now) and (silenced or _lost(game)):
            # It was noticed only now that they can't move: there is a day left at least.
            await turn_clock.give(connection, game, DAY, now)
            return None, await envelope.seal()
        if not is_over(game, now) or game.timing.reminded >= Stage.OVER:
            await turn_clock.review(connection, game, now)
            return None, await envelope.seal()
        clock = game.match.clock
        match ClockEnd.CLAIM if clock.days is None else clock.end:
            case ClockEnd.FORFEIT:
                line = await self._referee.positions.line(connection, game)
                acted = await self._referee.act_within(
                    connection, Table(game, line, game.seq), _time_out, None, interaction_id=None
                )
                return acted, acted.dispatch
            case ClockEnd.COMPUTER:
                await self._stand_in(connection, envelope, game)
            case ClockEnd.CLAIM:
                await self._tell(connection, envelope, game)
        return None, await envelope.seal()

    async def _time_out_leaver(self, connection: Connection, game: StoredGame) -> StoredGame:
        """Time out a turn without a clock whose player has left the server."""
        person = waited_for(game)
        now = self._clock()
        if person is None or game.timing.deadline_at is not None:
            return game
        gone = await people.not_members(connection, game.match.guild_id, [person])
        if not gone or now - game.moved_at < PATIENCE_SECONDS:
            return game
        return replace(game, timing=replace(game.timing, deadline_at=now))

    async def _stand_in(self, connection: Connection, envelope: Envelope, game: StoredGame) -> None:
        """Replace a player who ran out of time by a computer, and tell the table."""
        seat = game.to_move
        if seat is None:
            return
        await clocks.set_stand_in(connection, game.id, seat, STAND_IN)
        game = replace(game, stand_ins={**game.stand_ins, seat: STAND_IN})
        game = await turn_clock.review(connection, game, self._clock())
        await envelope.put(
            match_stream(game.match.id), StandInRow(game.id, game.timing.turn_seq, seat)
        )
        await turn_clock.show(connection, envelope, game)
        await self._referee.wake(connection, envelope, game)

    async def _tell(self, connection: Connection, envelope: Envelope, game: StoredGame) -> None:
        """Tell the others that they may claim, once; nothing else happens by itself."""
        told = replace(game, timing=replace(game.timing, reminded=Stage.OVER))
        await turn_clock.review(connection, told, self._clock())
        await envelope.put(match_stream(game.match.id), TimeUpRow(game.id, game.timing.turn_seq))
        await turn_clock.show(connection, envelope, told)

    # What people do

    async def claim(
        self, game_id: int, actor: Person, *, turn_seq: int, interaction_id: int
    ) -> ActResult:
        """Remove the player who ran out of time, at another player's request: of two, they win."""

        def leave(table: Table) -> list[str]:
            self._check_may_claim(table, actor.id, turn_seq)
            return _time_out(table)

        return await self._referee.act(game_id, actor, leave, interaction_id=interaction_id)

    async def check_waiting(self, game_id: int, user_id: int, *, turn_seq: int) -> Table:
        """Return the table if a person may claim there; raises what keeps them from it."""
        async with self._database.reading() as connection:
            table = await self._referee.table(connection, game_id)
        with naming(table):
            self._check_may_claim(table, user_id, turn_seq)
        return table

    def _check_may_claim(self, table: Table, user_id: int, turn_seq: int) -> None:
        """Check that a person is one of those who wait for a turn whose time is up."""
        # Who is out by the rules waits for the end of the game like the others.
        seat, game = not_left(table, user_id), table.game
        if turn_seq != game.timing.turn_seq:
            raise StaleTurn(Text("They moved in time after all: the game goes on."))
        if seat == game.to_move:
            raise MatchError(Text("It was your own time that ran out. You can still move."))
        if not is_over(game, self._clock()):
            raise MatchError(_still_runs(game))

    async def give_time(self, game_id: int, actor: Person, *, interaction_id: int) -> ClockResult:
        """Give the player to move one more day, up to the longest clock there is."""
        now = self._clock()
        async with self._database.writing() as connection:
            table = await self._referee.table(connection, game_id, lock=True)
            if await interactions.is_known(connection, interaction_id):
                return ClockResult(table, Dispatch((match_stream(table.game.match.id),)))
            with naming(table):
                left = self._left_with_gift(table, actor)
            await interactions.remember(connection, interaction_id, now)
            game = await turn_clock.give(connection, table.game, left, now)
            envelope = Envelope(connection, now)
            for kind in (notices.TIME_UP, notices.REMINDED):
                await notices.retire(connection, envelope, kind, game_id)
            await turn_clock.show(connection, envelope, game)
            dispatch = await envelope.seal()
        return ClockResult(replace(table, game=game), dispatch)

    def _left_with_gift(self, table: Table, actor: Person) -> int:
        """Return the seconds that the person to move has with a day more; raises if they may not."""
        seat, game, now = in_game(table, actor.id), table.game, self._clock()
        if seat == game.to_move:
            raise MatchError(
                Text(
                    "It is your turn: only your opponents can give you time. /away pauses your "
                    "clocks."
                )
            )
        if game.to_move is None or waited_for(game) is None:
            raise MatchError(Text("It is a computer's turn, and it needs no more time."))
        if game.match.clock.days is None:
            raise MatchError(Text("This game has no clock: there is all the time in the world."))
        standing = game.timing
        left = standing.left or 0
        if standing.deadline_at is not None:
            left = max(0, standing.deadline_at - now)
        if left + GIFT_SECONDS > MOST_LEFT_SECONDS:
            raise MatchError(
                Text(
                    "{player} has nearly 14 days left and can't get more.",
                    player=Seat(game.to_move),
                )
            )
        return left + GIFT_SECONDS

    async def sit_down(self, game_id: int, actor: Person) -> ClockResult:
        """Hand a person's seat back to them after a computer played it, with a new clock.

        To make a move does the same.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            table = await self._referee.table(connection, game_id, lock=True)
            with naming(table):
                seat = seated(table, actor.id)
                check_running(table)
            if seat not in table.game.stand_ins:
                return ClockResult(table, Dispatch())
            game = await turn_clock.taken_back(connection, table.game, actor.id)
            await schedule.drop(connection, JobKind.THINK, game_id)
            envelope = Envelope(connection, now)
            await notices.retire(connection, envelope, notices.stand_in(seat), game_id)
            if game.to_move == seat:
                game = await turn_clock.start(connection, game, now)
                await post_board(connection, envelope, game, now=now, pings=False)
            dispatch = await envelope.seal()
        return ClockResult(replace(table, game=game), dispatch)

    # What a clock depends on

    async def follow_place(self, connection: Connection, match: Match) -> None:
        """Pause the clock of a match without a place, and restart it in a new one.

        There the board is posted, whatever message has found it. The board that stood when the place was lost could not be retired then.
        """
        envelope = Envelope(connection, self._clock())
        for game in await matches.games_of_match(connection, match.id):
            if not game.running:
                continue
            locked = await self._referee.locked(connection, game.id)
            await turn_clock.review(connection, locked, self._clock())
            if locked.match.place_note != PlaceNote.LOST:
                if match.place_note == PlaceNote.LOST:
                    await retire_board(connection, envelope, locked)
                await post_again(connection, envelope, locked)


def _lost(game: StoredGame) -> bool:
    """Tell whether a game has no place, and nobody was told yet that its time is up."""
    return game.match.place_note == PlaceNote.LOST and game.timing.reminded < Stage.OVER


def _time_out(table: Table) -> list[str]:
    """Return the notation with which the seat to move leaves, or that ends a game not yet begun."""
    settled = table.line.position.settled
    return [f"!timeout:{table.game.to_move}"] if settled else ["!abort"]


def _still_runs(game: StoredGame) -> Text:
    deadline = game.timing.deadline_at
    if deadline is None:
        return Text("Nobody has run out of time: the clock of this game is paused.")
    return Text("There is still time: until {when}.", when=f"<t:{deadline}:f>")
