"""Whatever may take long begins after Discord was told that an answer follows.

Discord waits for three seconds. A picture may have to wait for others, and a worker thinks as long
as it is let, so an interaction that is not acknowledged when they begin fails when it is busy.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest

from bot.app import Tavolo
from bot.delivery.pictures import Studio
from bot.workers.pool import Workers
from games.registry import GAMES
from tests.discord.hands import bot_of
from tests.discord.simulated import World
from tests.discord.tables import start_game
from tests.discord.tour import Tour
from tests.discord.wander import Wanderer

NAMES = ("Mara", "Jonas", "Ines", "Teo")


@dataclass
class Begun:
    """What began that may take long."""

    all: list[str] = field(default_factory=list)
    too_early: list[str] = field(default_factory=list)


@pytest.fixture
def begun(world: World, monkeypatch: pytest.MonkeyPatch) -> Begun:
    """Return what began, and what of it while somebody's interaction was not acknowledged."""
    begun = Begun()
    asked: list[object] = []
    meet = Tavolo.meet

    async def met(bot: Tavolo, interaction: discord.Interaction[Tavolo]) -> None:
        asked.append(interaction.data)
        await meet(bot, interaction)

    def watched(begin: Callable[..., Any]) -> Callable[..., Any]:  # Any: handed through
        def watch(*args: Any, **kwargs: Any) -> Any:  # Any: as above
            begun.all.append(begin.__qualname__)
            if not all(record.responded for record in world.backend.interactions.values()):
                begun.too_early.append(f"{begin.__qualname__} for {asked[-1]}")
            return begin(*args, **kwargs)

        return watch

    monkeypatch.setattr(Tavolo, "meet", met)
    monkeypatch.setattr(Studio, "draw", watched(Studio.draw))
    monkeypatch.setattr(Workers, "run", watched(Workers.run))
    return begun


@pytest.mark.parametrize("key", GAMES)
async def test_nothing_in_a_game_is_drawn_before_it_was_acknowledged(
    world: World, begun: Begun, key: str
) -> None:
    game = GAMES[key]
    people = [world.person(name) for name in NAMES[: max(game.about.seats)]]
    await Tour(world, game, tuple(people)).take()
    assert begun.too_early == []
    assert len(begun.all) > 20


async def test_nothing_else_is_drawn_or_thought_of_before_it_was_acknowledged(
    world: World, begun: Begun
) -> None:
    manage = discord.Permissions(manage_guild=True)
    mara, jonas = world.person("Mara", permissions=manage), world.person("Jonas")
    game = await start_game(world, mara, jonas)
    await Wanderer(bot_of(world), mara, game.place).look_at_everything()
    assert begun.too_early == []
    assert {"Studio.draw", "Workers.run"} <= set(begun.all)
