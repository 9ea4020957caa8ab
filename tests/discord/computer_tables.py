"""Tables with computers in the simulated Discord: workers of this process, and a person alone.

What does not belong here: what tests expect of them.
"""

from random import Random
from typing import Any

import pytest

from bot.app import Tavolo
from bot.match.record import played_so_far
from bot.match.table import Table
from games.players import Budget, Level, player_of
from games.record import Record
from tests.bot.thinkers import Here
from tests.discord.simulated import Answer, Message, Person, Place, World


def think_here(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Make every bot that is made from now on think in threads; returns its workers as they come."""
    made: list[Here] = []

    def workers(count: int, most_waiting: int) -> Here:
        made.append(Here(count, most_waiting))
        return made[-1]

    monkeypatch.setattr("bot.app.Workers", workers)
    return made


async def begin(world: World, person: Person, game: str, **options: Any) -> Place:
    """Make a person begin a game against computers, and return its thread."""
    await person.slash(f"{game} challenge", **{"computer": "easy", **options})
    thread = world.channel.last.thread
    assert thread is not None, world.channel.last.text
    return thread


async def table_in(world: World, thread: Place) -> Table:
    """Return the game of a thread as it is."""
    assert isinstance(world.bot, Tavolo)
    game = await world.bot.matches.latest_in(thread.id)
    assert game is not None
    return await world.bot.matches.table(game.id)


async def record_in(world: World, thread: Place) -> Record:
    """Return the record of a thread's game as it is, hands included."""
    assert isinstance(world.bot, Tavolo)
    table = await table_in(world, thread)
    async with world.bot.database.reading() as connection:
        record, _ = await played_so_far(connection, table.game)
    return record


def live(thread: Place) -> Message:
    """Return the board on which a person may move."""
    (board,) = (message for message in thread.messages if "Move" in message.buttons)
    return board


async def move(world: World, person: Person, thread: Place) -> Answer:
    """Play for a person the move that an easy computer would play."""
    table = await table_in(world, thread)
    seat, position = table.line.to_move, table.line.position
    assert table.game.players[seat if isinstance(seat, int) else -1] == person.id
    player = player_of(table.game.match.game, Level.EASY)
    view, rng = position.seen_by(table.game.to_move), Random(table.seq)
    chosen = player.choose(view, position.legal_moves(), rng, Budget(0.1))
    return await person.slash("move", thread, move=table.line.game.format(chosen))
