"""Rows of the outbox that make no sense: they are dropped, and what comes after them goes out."""

import logging
from typing import Any

import pytest

from bot.app import Tavolo
from bot.delivery.outbox_writer import match_stream
from data import outbox
from data.tables import OUTBOX
from tests.discord.simulated import World
from tests.discord.tables import Game
from tests.tiers import sampled


@sampled(
    ("kind", "payload"),
    [("unheard-of", {"game_id": 1}), ("board", {"game": 1}), ("result", {"game_id": "1"})],
)
async def test_an_unreadable_row_is_dropped_with_one_line_in_the_log_and_stops_nothing(
    world: World, game: Game, caplog: pytest.LogCaptureFixture, kind: str, payload: Any
) -> None:
    assert isinstance(world.bot, Tavolo)
    async with world.bot.database.writing() as connection:
        await outbox.put(connection, match_stream(1), kind, payload, now=0)
    with caplog.at_level(logging.WARNING):
        await game.click_move()
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
    assert [f"{kind} (row" in record.message for record in caplog.records] == [True]
    async with world.bot.database.reading() as connection:
        assert (await connection.execute(OUTBOX.select())).all() == []
