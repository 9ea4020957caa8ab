"""Matches: the one place that changes a game. It knows people, seats and rules, not Discord.

Every call says who acts, by which interaction, and which seq of the game they saw; it either
stores an event with all that follows from it (turn, result, ratings, messages to send) in one
transaction, or raises one of `bot.errors` and changes nothing. The same interaction
delivered twice changes nothing the second time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.codes import tidy_code
from bot.dealing import Chances, Dealer
from bot.dispatch import Dispatch, Envelope, board_stream, match_stream
from bot.errors import UnknownGame
from bot.languages import Name
from bot.ledger import entry_of
from bot.outcomes import MatchOutcome, match_outcome, read_result, return_game_follows
from bot.places import PlaceNote
from bot.positions import Positions, rules_of
from bot.ratings import newcomer, rate
from bot.seating import Person, Table, check_running, check_turn, in_game
from data import events, ledger, matches, outbox, people, ratings
from data.challenges import Challenge
from data.engine import Connection, Database
from data.events import Event
from data.matches import Match, StoredGame
from data.outbox import Post
from data.ratings import Change
from games.errors import GameError
from games.registry import GAMES
from games.rules import Reason, Result
from games.words import Text

PAIR: Final = 2
"""A ledger is kept between so many."""
MOST_LISTED: Final = 200
"""How many running games a list takes up: as many as the largest limit a person may have."""


@dataclass(frozen=True, slots=True)
class Acted:
    """What an act led to: the table after it, and the messages to send.

    `repeated` says that the interaction had been carried out before, so nothing changed.
    """

    table: Table
    dispatch: Dispatch
    repeated: bool = False


class Matches:
    """Play, resign and end games."""

    def __init__(self, database: Database, *, clock: Callable[[], int], chances: Chances) -> None:
        self._database = database
        self._clock = clock
        self._dealer = Dealer(chances, clock=clock)
        self._positions = Positions()

    # What is asked

    async def table(self, game_id: int, seq: int | None = None) -> Table:
        """Give a game as it stands, or as it stood after the event `seq`."""
        async with self._database.reading() as connection:
            game = await matches.get_game(connection, game_id)
            if game is None or (seq is not None and not 0 <= seq <= game.seq):
                raise UnknownGame
            return Table(game, await self._positions.line(connection, game, seq))

    async def table_by_code(self, guild_id: int, code: str) -> Table:
        """Give the game with a code in a server."""
        tidy = tidy_code(code)
        async with self._database.reading() as connection:
            game = await matches.by_code(connection, guild_id, tidy)
            if game is None:
                raise UnknownGame(
                    Text(
                        "There is no game {code} in this server. /games lists yours.",
                        code=Name(tidy[:20]),
                    )
                )
            return Table(game, await self._positions.line(connection, game))

    async def running_in(self, place_id: int) -> list[StoredGame]:
        """List the running games of a channel or thread, latest move first."""
        async with self._database.reading() as connection:
            return await matches.running_in(connection, place_id)

    async def latest_in(self, place_id: int) -> StoredGame | None:
        """Give the game that was last started in a channel or thread, or None."""
        async with self._database.reading() as connection:
            return await matches.latest_in(connection, place_id)

    async def running_of(self, guild_id: int, user_id: int) -> list[StoredGame]:
        """List a person's running games in a server, own turn first, then the longest waiting."""
        async with self._database.reading() as connection:
            return await matches.running_of(connection, guild_id, user_id, most=MOST_LISTED)

    async def boards_of(self, game_ids: Sequence[int]) -> dict[int, Post]:
        """Give where the latest boards of games stand."""
        async with self._database.reading() as connection:
            return await outbox.find_posts(connection, "board", game_ids)

    # What is done

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

        Gives its first game.
        `threads` says whether the bot may open threads where it was agreed.
        """
        match_id = await matches.add_match(
            connection, challenge, interaction_id=interaction_id, now=self._clock()
        )
        if not challenge.thread:
            await envelope.put(match_stream(match_id), "stay", {"match_id": match_id})
        elif not threads:
            await matches.set_place(
                connection,
                match_id,
                challenge.channel_id,
                own_thread=False,
                note=PlaceNote.NO_PERMISSION,
            )
        starter = await self._starter(connection, challenge)
        players = self._dealer.seat(challenge, starter)
        game = await self._dealer.deal(connection, match_id, number=1, players=players)
        await self._post_board(connection, envelope, game)
        return game

    async def winner_before(
        self, guild_id: int, game: str, people: Sequence[int]
    ) -> tuple[StoredGame, int | None] | None:
        """Give the last game that just these people finished here, and who won it.

        None if there is none; without a single winner the second is None.
        """
        async with self._database.reading() as connection:
            return await self._winner_before(connection, guild_id, game, people)

    async def _winner_before(
        self, connection: Connection, guild_id: int, game: str, people: Sequence[int]
    ) -> tuple[StoredGame, int | None] | None:
        last = await matches.last_between(connection, guild_id, game, people)
        if last is None:
            return None
        result = read_result(last.result)
        winners = () if result is None else result.winners
        return last, last.players[winners[0]] if len(winners) == 1 else None

    async def _starter(self, connection: Connection, challenge: Challenge) -> int | None:
        """Give who starts because of the game before, or None where the challenge decides."""
        game = challenge.terms.game
        if not GAMES[game].about.winner_starts:
            return None
        before = await self._winner_before(connection, challenge.guild_id, game, challenge.sitting)
        return None if before is None else before[1]

    async def play(
        self,
        game_id: int,
        actor: Person,
        notation: str,
        *,
        seq: int | None,
        interaction_id: int,
    ) -> Acted:
        """Play a move, or a whole turn of several, for the person to move: all of it or nothing.

        `seq` is None where it was typed.
        """

        def turn(table: Table) -> list[str]:
            check_turn(table, actor.id, seq)
            rules = rules_of(table.game)
            return [rules.format(move) for move in rules.read_turn(table.line.position, notation)]

        return await self._act(game_id, actor, turn, interaction_id=interaction_id)

    async def resign(self, game_id: int, actor: Person, *, interaction_id: int) -> Acted:
        """Let a person give up their game (and with it a two-game match).

        At a table of more the others go on, until one of them is left.
        """

        def leave(table: Table) -> list[str]:
            return [f"!resign:{in_game(table, actor.id)}"]

        return await self._act(game_id, actor, leave, interaction_id=interaction_id)

    async def abort(self, game_id: int, actor: Person, *, interaction_id: int) -> Acted:
        """End a game and its match without result; the caller has checked that `actor` may."""

        def end(table: Table) -> list[str]:
            check_running(table)
            return ["!abort"]

        return await self._act(game_id, actor, end, interaction_id=interaction_id)

    async def repost(self, game_id: int) -> Acted:
        """Put the current board out anew, whatever happened to the old message."""
        async with self._database.writing() as connection:
            game = await self._locked(connection, game_id)
            line = await self._positions.line(connection, game)
            envelope = Envelope(connection, self._clock())
            stream = match_stream(game.match.id)
            if not game.running:
                await envelope.put_once(stream, "result", {"game_id": game.id})
            elif await envelope.put_once(stream, "board-again", _board_payload(game), like="board"):
                # Where the board is still on its way, the one before it is retired already.
                await self._retire_board(connection, envelope, game)
            dispatch = await envelope.seal()
        return Acted(Table(game, line), dispatch)

    async def board_posted(
        self, connection: Connection, envelope: Envelope, game_id: int, post: Post
    ) -> None:
        """Note where a board stands, in the transaction that strikes its outbox row.

        If the game has moved on meanwhile, the board is to lose its controls at once.
        """
        game = await self._locked(connection, game_id)
        known = await outbox.find_post(connection, "board", game_id)
        if known is None or known.seq <= post.seq:
            await outbox.record_post(connection, "board", game_id, post)
        if post.seq != game.seq or not game.running:
            await _retire(envelope, game_id, post)

    async def board_pictured(
        self, connection: Connection, envelope: Envelope, game_id: int, post: Post
    ) -> None:
        """Note that a board has got its picture, in the transaction that strikes its row.

        If another board stands by now, this one is to lose its controls (again).
        """
        game = await self._locked(connection, game_id)
        known = await outbox.find_post(connection, "board", game_id)
        if known is not None and known.message_id == post.message_id:
            await outbox.record_post(connection, "board", game_id, post)
            if post.seq == game.seq and game.running:
                return
        await _retire(envelope, game_id, post)

    async def _act(
        self,
        game_id: int,
        actor: Person,
        checked: Callable[[Table], Sequence[str]],
        *,
        interaction_id: int,
    ) -> Acted:
        """Store the events that `checked` gives in notation, unless they are there already."""
        async with self._database.writing() as connection:
            game = await self._locked(connection, game_id)
            table = Table(game, await self._positions.line(connection, game))
            if await events.is_known(connection, game_id, interaction_id):
                return Acted(table, Dispatch((match_stream(game.match.id),)), repeated=True)
            try:
                table, dispatch = await self._advance(
                    connection, table, checked(table), actor, interaction_id
                )
            except GameError as error:
                error.names = game.names
                raise
        self._positions.keep(game_id, table.game.seq, table.line)
        return Acted(table, dispatch)

    async def _advance(
        self,
        connection: Connection,
        table: Table,
        notations: Sequence[str],
        actor: Person,
        interaction_id: int,
    ) -> tuple[Table, Dispatch]:
        now = self._clock()
        game, line, seq = table.game, table.line, table.game.seq
        await people.remember(connection, game.match.guild_id, {actor.id: actor.name}, now)
        for number, notation in enumerate(notations):
            line, seq = line.apply(notation), seq + 1
            await events.append(
                connection,
                game.id,
                Event(seq, notation, actor.id),
                # One interaction is one event's: by the first of a turn it is known again.
                interaction_id=interaction_id if number == 0 else None,
                now=now,
            )
        line, seq = await self._dealer.roll(connection, game, line, seq)
        game = await self._dealer.settle(connection, game, line, seq)
        envelope = Envelope(connection, now)
        if line.result is None:
            # Where somebody else has left, who is to move has been pinged before.
            stays = line.left != table.line.left and line.to_move == table.line.to_move
            await self._post_board(
                connection, envelope, game, kind="board-again" if stays else "board"
            )
        else:
            game = await self._finish(connection, envelope, game, line.result)
        return Table(game, line), await envelope.seal()

    async def _post_board(
        self,
        connection: Connection,
        envelope: Envelope,
        game: StoredGame,
        *,
        kind: str = "board",
    ) -> None:
        await self._retire_board(connection, envelope, game)
        await envelope.put(match_stream(game.match.id), kind, _board_payload(game))

    async def _retire_board(
        self, connection: Connection, envelope: Envelope, game: StoredGame
    ) -> None:
        """Have the board that stands now lose its controls, beside the new message."""
        post = await outbox.find_post(connection, "board", game.id)
        if post is not None:
            await _retire(envelope, game.id, post)

    async def _finish(
        self, connection: Connection, envelope: Envelope, game: StoredGame, result: Result
    ) -> StoredGame:
        """Store what follows from the end of a game, and give the game with its match as it is."""
        match, now = game.match, self._clock()
        await self._retire_board(connection, envelope, game)
        goes_on = return_game_follows(match.kind, game.number, result)
        if not goes_on:
            await matches.end_match(connection, match.id, now)
            if result.reason is not Reason.ABORTED:
                await self._count(connection, match)
        await envelope.put(match_stream(match.id), "result", {"game_id": game.id})
        if goes_on:
            swapped = [*game.players[1:], game.players[0]]
            following = await self._dealer.deal(connection, match.id, number=2, players=swapped)
            await self._post_board(connection, envelope, following)
            return game
        await envelope.put(match_stream(match.id), "close", {"match_id": match.id})
        return replace(game, match=replace(match, ended_at=now))

    async def _count(self, connection: Connection, match: Match) -> None:
        """Store what a match that is over changes: ratings, and the ledger of two."""
        outcome = match_outcome(await matches.games_of_match(connection, match.id))
        if match.rated:
            await self._rate(connection, match, outcome)
        if len(outcome.people) == PAIR:
            entry = entry_of(match.id, outcome, match.settings)
            if entry is not None:
                await ledger.add(connection, match.guild_id, match.game, entry)

    async def _rate(self, connection: Connection, match: Match, outcome: MatchOutcome) -> None:
        # Entered first, so that there is a row to lock for everybody.
        newcomers = [newcomer(person) for person in outcome.people]
        await ratings.enter(connection, match.guild_id, match.game, newcomers)
        known = await ratings.get(connection, match.guild_id, match.game, outcome.people)
        before = [known[person] for person in outcome.people]
        after = rate(before, outcome.ranks)
        await ratings.store(connection, match.guild_id, match.game, after)
        await ratings.note_changes(
            connection,
            match.id,
            [
                Change(old.user_id, old.shown, new.shown)
                for old, new in zip(before, after, strict=True)
            ],
        )

    async def _locked(self, connection: Connection, game_id: int) -> StoredGame:
        game = await matches.get_game(connection, game_id, lock=True)
        if game is None:
            raise UnknownGame
        return game


def _board_payload(game: StoredGame) -> dict[str, int]:
    return {"game_id": game.id, "seq": game.seq}


async def _retire(envelope: Envelope, game_id: int, post: Post) -> None:
    """Have a board lose its controls; a picture that it still waits for comes after that."""
    payload = {
        "game_id": game_id,
        "seq": post.seq,
        "channel_id": post.channel_id,
        "message_id": post.message_id,
        "pictured": int(post.pictured),
    }
    await envelope.put_instead(board_stream(game_id, post.message_id), "retire", payload)
