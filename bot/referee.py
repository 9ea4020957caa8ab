"""The referee: stores an event of a game with all that follows from it, in one transaction.

What follows: whose turn it is, the result, ratings, the ledger, messages to send, a computer to
wake. Everything that changes a running game (`bot.matches` for people's acts, and the services
for offers, clocks and computers) comes through `act`. What does not belong here: who may do
what, which the callers check.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.dealing import Chances, Dealer
from bot.dispatch import Dispatch, Envelope, board_stream, match_stream
from bot.errors import UnknownGame
from bot.ledger import entry_of
from bot.outcomes import MatchOutcome, match_outcome, return_game_follows
from bot.positions import Positions, back_to
from bot.ratings import newcomer, rate
from bot.seating import Person, Table
from data import due, events, ledger, matches, outbox, people, ratings
from data.computers import is_computer
from data.due import DueThing
from data.engine import Connection, Database
from data.events import Event
from data.matches import Match, StoredGame
from data.outbox import Post
from data.ratings import Change
from games.errors import GameError
from games.rules import Reason, Result

THINK: Final = "think"
"""The kind of due thing that has a computer think which has not moved yet."""
AGAIN_SECONDS: Final = 60
PAIR: Final = 2
"""A ledger is kept between so many."""


@dataclass(frozen=True, slots=True)
class Acted:
    """What an act led to: the table after it, and the messages to send.

    `repeated` says that the interaction had been carried out before, so nothing changed.
    """

    table: Table
    dispatch: Dispatch
    repeated: bool = False


class Referee:
    """Keep games: every change of a running one comes through here."""

    def __init__(self, database: Database, *, clock: Callable[[], int], chances: Chances) -> None:
        self.database = database
        self.clock = clock
        self.dealer = Dealer(chances, clock=clock)
        self.positions = Positions()

    async def table(self, connection: Connection, game_id: int, *, lock: bool = False) -> Table:
        """Give a game as it stands; `lock` keeps others from changing it meanwhile."""
        game = await _known(connection, game_id, lock=lock)
        return Table(game, await self.positions.line(connection, game), game.seq)

    async def act(
        self,
        game_id: int,
        actor: Person | None,
        checked: Callable[[Table], Sequence[str]],
        *,
        interaction_id: int | None,
    ) -> Acted:
        """Store the events that `checked` gives in notation, unless they are there already.

        `actor` is None for what nobody did, as when a clock runs out. With no events nothing
        changes.
        """
        async with self.database.writing() as connection:
            table = await self.table(connection, game_id, lock=True)
            try:
                acted = await self.act_within(
                    connection, table, checked, actor, interaction_id=interaction_id
                )
            except GameError as error:
                error.names = table.game.names
                raise
        self.keep(acted)
        return acted

    async def act_within(
        self,
        connection: Connection,
        table: Table,
        checked: Callable[[Table], Sequence[str]],
        actor: Person | None,
        *,
        interaction_id: int | None,
    ) -> Acted:
        """Do what `act` does in a transaction that has locked the game; `keep` comes after it."""
        unchanged = Acted(table, Dispatch((match_stream(table.game.match.id),)), repeated=True)
        game_id = table.game.id
        if interaction_id and await events.is_known(connection, game_id, interaction_id):
            return unchanged
        notations = checked(table)
        if not notations:
            return unchanged
        return await self._advance(connection, table, notations, actor, interaction_id)

    def keep(self, acted: Acted) -> None:
        """Keep at hand what an act led to, once it is committed."""
        if not acted.repeated:
            self.positions.keep(acted.table.game.id, acted.table.seq, acted.table.line)

    async def _advance(
        self,
        connection: Connection,
        table: Table,
        notations: Sequence[str],
        actor: Person | None,
        interaction_id: int | None,
    ) -> Acted:
        now = self.clock()
        game, line, seq = table.game, table.line, table.seq
        if actor is not None and not is_computer(actor.id):
            await people.remember(connection, game.match.guild_id, {actor.id: actor.name}, now)
        for number, notation in enumerate(notations):
            seq += 1
            event = Event(seq, notation, None if actor is None else actor.id)
            back = back_to(notation)
            if back is None:
                line = line.apply(notation)
            else:
                line = await self.positions.line(connection, game, back)
            await events.append(
                connection,
                game.id,
                event,
                # One interaction is one event's: by the first of a turn it is known again.
                interaction_id=interaction_id if number == 0 else None,
                now=now,
            )
        line, seq = await self.dealer.roll(connection, game, line, seq)
        # Where somebody else has left, the turn goes on.
        stays = line.to_move == table.line.to_move and line.turns == table.line.turns
        game = await self.dealer.settle(connection, game, line, seq, passes=not stays)
        envelope = Envelope(connection, now)
        if line.result is not None:
            game = await self._finish(connection, envelope, game, line.result)
        else:
            await self._goes_on(connection, envelope, Table(game, line, seq), table)
        return Acted(Table(game, line, seq), await envelope.seal())

    async def open(self, connection: Connection, envelope: Envelope, game: StoredGame) -> None:
        """Have the first board of a game posted, and a computer think that starts."""
        if game.to_move is not None and game.computer_at(game.to_move) is not None:
            await self._wake(connection, envelope, game)
        await self.post_board(connection, envelope, game)

    async def _goes_on(
        self, connection: Connection, envelope: Envelope, table: Table, before: Table
    ) -> None:
        """Have the board posted, and a computer think that is to move."""
        seat, was = table.line.to_move, before.line.to_move
        thinks = isinstance(seat, int) and table.game.computer_at(seat) is not None
        if thinks:
            await self._wake(connection, envelope, table.game)
        if thinks and isinstance(was, int) and before.game.computer_at(was) is not None:
            # Several computers in a row are one message: the last one's.
            return
        left = table.line.left != before.line.left and seat == was
        kind = "board-again" if left else "board"
        await self.post_board(connection, envelope, table.game, kind=kind)

    async def _wake(self, connection: Connection, envelope: Envelope, game: StoredGame) -> None:
        """Have a computer think, at once and, if nothing came of that, later."""
        thing = DueThing(THINK, game.id, self.clock() + AGAIN_SECONDS)
        await due.put(connection, thing)
        envelope.wake(game.id)

    async def post_board(
        self,
        connection: Connection,
        envelope: Envelope,
        game: StoredGame,
        *,
        kind: str = "board",
    ) -> None:
        """Have the current board posted, and the one that stands lose its controls."""
        await self.retire_board(connection, envelope, game)
        await envelope.put(match_stream(game.match.id), kind, board_payload(game))

    async def retire_board(
        self, connection: Connection, envelope: Envelope, game: StoredGame
    ) -> None:
        """Have the board that stands now lose its controls, beside the new message."""
        post = await outbox.find_post(connection, "board", game.id)
        if post is not None:
            await retire(envelope, game.id, post)

    async def _finish(
        self, connection: Connection, envelope: Envelope, game: StoredGame, result: Result
    ) -> StoredGame:
        """Store what follows from the end of a game, and give the game with its match as it is."""
        match, now = game.match, self.clock()
        await self.retire_board(connection, envelope, game)
        goes_on = return_game_follows(match.kind, game.number, result)
        if not goes_on:
            await matches.end_match(connection, match.id, now)
            if result.reason is not Reason.ABORTED:
                await self._count(connection, match)
        await envelope.put(match_stream(match.id), "result", {"game_id": game.id})
        if goes_on:
            swapped = [*game.players[1:], game.players[0]]
            following = await self.dealer.deal(connection, match.id, number=2, players=swapped)
            await self.open(connection, envelope, following)
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

    async def locked(self, connection: Connection, game_id: int) -> StoredGame:
        """Give a game that nobody else can change until the transaction ends."""
        return await _known(connection, game_id, lock=True)


def board_payload(game: StoredGame) -> dict[str, int]:
    """Say of which board an outbox row tells."""
    return {"game_id": game.id, "seq": game.seq}


async def retire(envelope: Envelope, game_id: int, post: Post) -> None:
    """Have a board lose its controls; a picture that it still waits for comes after that."""
    payload = {
        "game_id": game_id,
        "seq": post.seq,
        "channel_id": post.channel_id,
        "message_id": post.message_id,
        "pictured": int(post.pictured),
    }
    await envelope.put_instead(board_stream(game_id, post.message_id), "retire", payload)


async def _known(connection: Connection, game_id: int, *, lock: bool = False) -> StoredGame:
    game = await matches.get_game(connection, game_id, lock=lock)
    if game is None:
        raise UnknownGame
    return game
