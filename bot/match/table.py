"""A loaded game (`Table`), and the checks whether a person may act in it.

What does not belong here: what an act changes (`bot.match.event`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.errors import NotPlaying, NotYourTurn, StaleTurn, UnknownGame
from bot.match.positions import rules_of
from bot.text.voice import Name, listed
from data import matches
from data.computers import is_computer
from data.engine import Connection
from data.stored import StoredGame
from games.errors import GameError, GameOver
from games.line import Line
from games.words import Seat, Text


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts: their id, and what they are called in the server."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one of its events: what is stored of it, and its line after the event `seq`.

    `game.seq` is the latest. With takebacks a seq is not the line's ply.
    """

    game: StoredGame
    line: Line
    seq: int


def is_deserted(game: StoredGame, line: Line) -> bool:
    """Tell whether all people have left a table, so that its game runs for nobody."""
    return all(is_computer(player) or seat in line.left for seat, player in enumerate(game.players))


def check_server(table: Table, guild_id: int | None) -> None:
    """Raise UnknownGame for a game of another server than the one where somebody asks."""
    if table.game.match.guild_id != guild_id:
        raise UnknownGame


def seated(table: Table, user_id: int) -> int:
    """Return the seat of a person; NotPlaying says who does play."""
    seat = table.game.seat_of(user_id)
    if seat is None:
        names = [Name(name) for name in table.game.names]
        raise NotPlaying(
            Text("Only {players} play in this game. /games lists yours.", players=listed(names))
        )
    return seat


def check_running(table: Table) -> None:
    """Raise GameOver unless the game still runs."""
    if not table.game.running:
        raise GameOver(Text("This game is over. /games lists your running games."))


def not_left(table: Table, user_id: int) -> int:
    """Return a person's seat if they have not left, even if the rules have eliminated them.

    Raises NotPlaying, or GameOver.
    """
    seat = seated(table, user_id)
    check_running(table)
    if seat in table.line.left:
        raise NotPlaying(Text("You have left this game: the others go on without you."))
    return seat


def in_game(table: Table, user_id: int) -> int:
    """Return the seat of a person who is still in a running game.

    Raises NotPlaying, or GameOver.
    """
    seat = not_left(table, user_id)
    if seat not in table.line.playing:
        raise NotPlaying(Text("You are out of this game: the others play on."))
    return seat


@contextmanager
def naming(table: Table) -> Iterator[None]:
    """Add the names at a table to errors that are raised within, for their texts."""
    try:
        yield
    except GameError as error:
        error.names = table.game.names
        raise


def check_turn(table: Table, user_id: int, seq: int | None) -> None:
    """Check that a person may move on the board that they saw (None: on the latest).

    Raises NotPlaying, GameOver, StaleTurn or NotYourTurn, with the names for its text.
    """
    with naming(table):
        seat = in_game(table, user_id)
        if seq is not None and seq != table.game.seq:
            raise StaleTurn(_what_happened(table))
        if table.line.to_move != seat and isinstance(table.line.to_move, int):
            text = Text("It is {player}'s turn in this game.", player=Seat(table.line.to_move))
            raise NotYourTurn(text)


def _what_happened(table: Table) -> Text:
    """Say what was played last, to somebody for whom the board has moved on."""
    last = table.line.last
    if last is None:
        return Text("The board has moved on. Here it is.")
    before, after = last.before.seen_by(None), last.after.seen_by(None)
    what = rules_of(table.game).describe_move(before, last.move, after)
    return Text("The board has moved on: {what} Here it is.", what=what)


async def load_game(connection: Connection, game_id: int, *, lock: bool = False) -> StoredGame:
    """Load a game; `lock` keeps others from changing it until the transaction ends.

    Raises UnknownGame.
    """
    game = await matches.get_game(connection, game_id, lock=lock)
    if game is None:
        raise UnknownGame
    return game
