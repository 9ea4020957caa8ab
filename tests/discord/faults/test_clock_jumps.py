"""The machine's clock jumps: boards come as ever, and nobody's time is up by it."""

from collections.abc import Callable
from typing import cast

import pytest

from bot.app import Tavolo
from bot.match.reminder_times import DAY, HOUR
from bot.services.bot_clock import wall_time
from tests.discord.days import seconds, until
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game

Jump = Callable[[int], None]


@pytest.fixture
def jump(world: World, monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Return what sets the machine's clock by that many seconds."""

    def set_clock(seconds: int) -> None:
        clock = cast("Tavolo", world.bot).clock
        monkeypatch.setattr(clock, "_wall", lambda: wall_time() + seconds)

    return set_clock


async def test_a_board_that_waits_comes_although_the_clock_went_back(
    world: World, game: Game, jump: Jump
) -> None:
    fault = world.fail("POST", "/channels/*/messages", status=503, times=None)
    await game.type_move()
    jump(-HOUR)
    await world.pass_time(seconds=10)
    fault.times = 0
    await world.pass_time(minutes=3)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


async def test_a_clock_that_goes_forward_leaves_everybody_a_day(
    world: World, mara: Person, jonas: Person, jump: Jump
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    jump(2 * DAY)
    await world.pass_time(minutes=1)
    assert len(game.live_boards) == 1
    left = until(game.board) - (seconds(world) + 2 * DAY)
    assert DAY - 60 <= left <= DAY
