"""Matches: what people do in their games. It knows people, seats and rules, not Discord.

Every call says who acts, by which interaction, and which seq of the game they saw; it either
stores an event with all that follows from it (`bot.match.event`) in one transaction, or raises
one of `bot.errors` and changes nothing. The same interaction delivered twice changes nothing the
second time.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from bot.delivery.outbox_writer import Envelope, match_stream
from bot.delivery.rows import ResultAgainRow, ResultRow, StayRow
from bot.errors import Refused, UnknownGame
from bot.log_context import note
from bot.match import limits
from bot.match.board_messages import post_again
from bot.match.codes import tidy_code
from bot.match.event import ActResult, NewEvent, Referee
from bot.match.limits import Limited
from bot.match.match_outcome import read_result
from bot.match.positions import rules_of
from bot.match.recap import Story, story_of
from bot.match.table import Person, Table, check_running, check_server, check_turn, in_game
from bot.text.voice import Name
from data import games_found, matches, outbox
from data.challenges import Challenge
from data.engine import Connection
from data.matches import Shown
from data.outbox import Post
from data.stored import PlaceNote, StoredGame
from games.registry import GAMES
from games.words import Text

MOST_LISTED: Final = 200
"""How many running games a list takes up: as many as the largest limit a person may have."""
KEPT_STORIES: Final = 1024
"""How many stories of boards are kept at hand; they follow from events, which never change."""


class Matches:
    """Play, resign and end games."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database
        self._clock = referee.clock
        self._stories: OrderedDict[tuple[int, int, frozenset[int]], Story] = OrderedDict()
        self._at_hand: dict[int, StoredGame] = {}

    # What is asked

    async def table(self, game_id: int, seq: int | None = None) -> Table:
        """Return the current state of a game, or its state after the event `seq`."""
        note(game=game_id)
        async with self._database.reading() as connection:
            game = await matches.get_game(connection, game_id)
            if game is None or (seq is not None and not 0 <= seq <= game.seq):
                raise UnknownGame
            line = await self._referee.positions.line(connection, game, seq)
            return Table(game, line, game.seq if seq is None else seq)

    @contextmanager
    def at_hand(self, game: StoredGame) -> Iterator[None]:
        """Keep a game at hand while the messages of what has just been stored go out."""
        self._at_hand[game.id] = game
        try:
            yield
        finally:
            if self._at_hand.get(game.id) is game:
                del self._at_hand[game.id]

    async def table_to_show(self, game_id: int, seq: int) -> Table:
        """Return a game as it was after an event, for a message: from what is at hand, if it is.

        It may have gone on in another process since; so what notes where the message is finds
        that out. Without a place the game is read again, for another process may have found one.
        """
        game = self._at_hand.get(game_id)
        if game is not None and seq <= game.seq and game.match.place_id is not None:
            line = self._referee.positions.kept(game_id, seq)
            if line is not None:
                return Table(game, line, seq)
        return await self.table(game_id, seq)

    async def table_by_code(self, guild_id: int, code: str) -> Table:
        """Return the game with a code in a server."""
        tidy = tidy_code(code)
        async with self._database.reading() as connection:
            game = await games_found.by_code(connection, guild_id, tidy)
            if game is None:
                raise UnknownGame(no_such_game(code))
            note(game=game.id)
            return Table(game, await self._referee.positions.line(connection, game), game.seq)

    async def story(self, table: Table) -> Story:
        """Tell what led to a table as it is at its seq.

        It is asked for by the player's answer, by the board, and when that board is retired.
        """
        story = self._stories.get(_story_key(table))
        if story is None:
            async with self._database.reading() as connection:
                story = await story_of(connection, self._referee.positions, table)
            self._keep_story(table, story)
        return story

    def _keep_story(self, table: Table, story: Story) -> None:
        self._stories[_story_key(table)] = story
        if len(self._stories) > KEPT_STORIES:
            self._stories.popitem(last=False)

    async def running_in(self, place_id: int) -> list[StoredGame]:
        """List the running games of a channel or thread, latest move first."""
        async with self._database.reading() as connection:
            return await games_found.running_in(connection, place_id)

    async def latest_in(self, place_id: int) -> StoredGame | None:
        """Return the game that was last started in a channel or thread, or None."""
        async with self._database.reading() as connection:
            return await games_found.latest_in(connection, place_id)

    async def running_of(self, guild_id: int, user_id: int) -> list[StoredGame]:
        """List a person's running games in a server, own turn first, then the longest waiting."""
        async with self._database.reading() as connection:
            return await games_found.running_of(connection, guild_id, user_id, most=MOST_LISTED)

    async def boards_of(self, game_ids: Sequence[int]) -> dict[int, Post]:
        """Return where the latest boards of games are."""
        async with self._database.reading() as connection:
            return await outbox.find_posts(connection, outbox.BOARD, game_ids)

    async def shown(self, game_id: int) -> Shown:
        """Return where a game is shown now."""
        async with self._database.reading() as connection:
            shown = await matches.get_shown(connection, game_id)
        if shown is None:
            raise UnknownGame
        return shown

    # What is done

    def draw_secret(self) -> str:
        """Draw the host's part of the chance of a challenge's games."""
        return self._referee.dealer.draw_secret()

    async def begin(
        self,
        connection: Connection,
        envelope: Envelope,
        challenge: Challenge,
        *,
        interaction_id: int,
        threads: bool,
    ) -> StoredGame:
        """Start the match that a challenge became, in the transaction of its last answer.

        Return its first game.
        `threads` says whether the bot may open threads where it was agreed.
        """
        match_id = await matches.add_match(
            connection, challenge, interaction_id=interaction_id, now=self._clock()
        )
        if not challenge.thread:
            await envelope.put(match_stream(match_id), StayRow(match_id))
        elif not threads:
            await matches.set_place(
                connection,
                match_id,
                challenge.channel_id,
                own_thread=False,
                note=PlaceNote.NO_PERMISSION,
            )
        starter = await self._starter(connection, challenge)
        game = await self._referee.dealer.deal_first(connection, match_id, challenge, starter)
        await self._referee.open(connection, envelope, game)
        return game

    async def winner_before(
        self, guild_id: int, game: str, people: Sequence[int]
    ) -> tuple[StoredGame, int | None] | None:
        """Return the last game that just these people finished here, and who won it.

        None if there is none; without a single winner the second is None.
        """
        async with self._database.reading() as connection:
            return await self._winner_before(connection, guild_id, game, people)

    async def _winner_before(
        self, connection: Connection, guild_id: int, game: str, people: Sequence[int]
    ) -> tuple[StoredGame, int | None] | None:
        last = await games_found.last_between(connection, guild_id, game, people)
        if last is None:
            return None
        result = read_result(last.result)
        winners = () if result is None else result.winners
        return last, last.players[winners[0]] if len(winners) == 1 else None

    async def _starter(self, connection: Connection, challenge: Challenge) -> int | None:
        """Return who starts because of the game before, or None where the challenge decides."""
        game = challenge.terms.game
        if challenge.is_pairing or not GAMES[game].about.winner_starts:
            return None
        before = await self._winner_before(connection, challenge.guild_id, game, challenge.sitting)
        return None if before is None else before[1]

    async def play(
        self,
        game_id: int,
        actor: Person,
        built: Callable[[Table], Sequence[Any]],  # Any: see `games.line.AnyGame`
        *,
        guild_id: int | None,
        seq: int,
        interaction_id: int,
    ) -> ActResult:
        """Play a turn for the person to move, as the board of `seq` in a server offers it.

        `built` returns its moves at the table. All of them are played or none. Raises what
        `check_server`, `check_turn`, `built` and the game raise.
        """

        def turn(table: Table) -> list[NewEvent]:
            check_server(table, guild_id)
            check_turn(table, actor.id, seq)
            rules = rules_of(table.game)
            return [(rules.format(move), move) for move in built(table)]

        return await self._played(game_id, actor, turn, seq, interaction_id)

    async def play_typed(
        self,
        game_id: int,
        actor: Person,
        text: str,
        *,
        seq: int | None = None,
        interaction_id: int,
    ) -> ActResult:
        """Play a move that was typed, or a whole turn of several: all of it or nothing.

        `seq` is the board for which it was offered; None where nobody knows which one was seen.
        Raises what `check_turn` and the game raise.
        """

        def turn(table: Table) -> list[NewEvent]:
            check_turn(table, actor.id, seq)
            rules = rules_of(table.game)
            moves = rules.read_turn(table.line.position, text)
            return [(rules.format(move), move) for move in moves]

        return await self._played(game_id, actor, turn, seq, interaction_id)

    async def _played(
        self,
        game_id: int,
        actor: Person,
        turn: Callable[[Table], Sequence[NewEvent]],
        seq: int | None,
        interaction_id: int,
    ) -> ActResult:
        acted = await self._referee.act(
            game_id, actor, turn, interaction_id=interaction_id, seen=seq
        )
        if acted.story is not None:
            self._keep_story(acted.table, acted.story)
        return acted

    async def resign(self, game_id: int, actor: Person, *, interaction_id: int) -> ActResult:
        """Resign a person's game (and with it a two-game match).

        At a table of more the others go on, until one of them is left.
        """

        def leave(table: Table) -> list[str]:
            return [f"!resign:{in_game(table, actor.id)}"]

        return await self._referee.act(game_id, actor, leave, interaction_id=interaction_id)

    async def abort(self, game_id: int, actor: Person, *, interaction_id: int) -> ActResult:
        """End a game and its match without result, for a moderator who does not play in it.

        The caller has checked that `actor` is one. Raises GameOver, or Refused for a player.
        """

        def end(table: Table) -> list[str]:
            check_running(table)
            check_impartial(table, actor.id)
            return ["!abort"]

        return await self._referee.act(game_id, actor, end, interaction_id=interaction_id)

    async def repost(self, game_id: int, *, by: Person | None = None) -> ActResult:
        """Post the current board again, whatever happened to the old message.

        The person who asks for it (`by`) can't do so without limit: Refused says when again.
        """
        async with self._database.writing() as connection:
            game = await self._referee.locked(connection, game_id)
            if by is not None:
                guild_id, now = game.match.guild_id, self._clock()
                await limits.spend(connection, Limited.BOARD, by.id, guild_id, now)
            line = await self._referee.positions.line(connection, game)
            envelope = Envelope(connection, self._clock())
            if game.running:
                await post_again(connection, envelope, game)
            else:
                stream = match_stream(game.match.id)
                # As with a board that is posted again, those who played have been pinged before.
                again, first = ResultAgainRow(game.id), ResultRow(game.id)
                await envelope.put_once(stream, again, like=[first])
            dispatch = await envelope.seal()
        return ActResult(Table(game, line, game.seq), dispatch)


def no_such_game(code: str) -> Text:
    """Say that a server has no game with a code, as people typed it."""
    return Text(
        "There is no game {code} in this server. /games lists yours.",
        code=Name(tidy_code(code)[:20]),
    )


def check_impartial(table: Table, user_id: int) -> None:
    """Raise Refused for a moderator who plays in the game that they want to end."""
    if table.game.seat_of(user_id) is not None:
        raise Refused(
            Text(
                "You play in this game yourself, so another moderator has to end it. "
                "/game abort asks the others, and /game resign gives it up."
            )
        )


def _story_key(table: Table) -> tuple[int, int, frozenset[int]]:
    return table.game.id, table.seq, frozenset(table.game.stand_ins)
