"""The message that pings for a board that changes in place: which one goes where none follows."""

from pathlib import Path

import pytest

from bot.delivery.outbox_writer import Envelope
from bot.match.board_messages import NUDGE, withdraw_nudge
from data import outbox
from data.outbox import Post
from tests.bot.club import Club
from tests.tiers import sampled

GAME, CHANNEL, MESSAGE, PINGED_AT = 1, 70, 700, 5


@sampled(
    ("turn_began", "goes"),
    [
        pytest.param(PINGED_AT, False, id="of this turn"),
        pytest.param(PINGED_AT + 1, True, id="of a turn before"),
        pytest.param(None, True, id="where nobody is pinged any more"),
    ],
)
async def test_a_ping_stays_as_long_as_its_turn(
    tmp_path: Path, turn_began: int | None, goes: bool
) -> None:
    club = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await club.database.migrate()
    async with club.database.writing() as connection:
        await outbox.record_post(connection, NUDGE, GAME, Post(PINGED_AT, CHANNEL, MESSAGE))
    async with club.database.writing() as connection:
        envelope = Envelope(connection, club.clock())
        await withdraw_nudge(connection, envelope, GAME, before=turn_began)
        dispatch = await envelope.seal()
        left = await outbox.find_post(connection, NUDGE, GAME)
    await club.database.close()

    assert (left is None) is goes
    assert [row.kind for row in dispatch.claimed] == ["nudge-drop"] * goes
