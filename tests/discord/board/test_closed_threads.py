"""In a locked thread Discord refuses even answers: no click is lost, and people are told directly."""

import pytest

from tests.discord.simulated import Person, World
from tests.discord.tables import Game

CALLBACKS = "/interactions/*/callback"


def refuse_answers(world: World) -> None:
    """Make Discord refuse every answer to an interaction, as in a locked thread."""
    world.fail("POST", CALLBACKS, status=400, code=50083, times=None)


async def test_a_move_whose_answer_is_refused_is_played_and_told_directly(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await world.channel.forbid("manage_threads")
    confirm = await game.confirming()
    await game.place.lock()
    refuse_answers(world)
    await world.at_once(confirm, may_fail=True)
    await world.pass_time(minutes=1)
    board = world.channel.last
    assert board.pings == (jonas,)
    assert "move 2" in board.text
    told = mara.dm.last
    assert game.place.mention in told.text
    assert "Mara" in told.text
    assert "/game board" in told.text
    assert told.buttons in {(), ("Go to the game",)}


@pytest.mark.slow
async def test_what_can_not_be_shown_there_comes_directly_without_its_controls(
    world: World, game: Game, mara: Person
) -> None:
    await game.place.lock()
    refuse_answers(world)
    await world.at_once(mara.clicking(game.board, "Text"), may_fail=True)
    assert "Row 7:" in mara.dm.last.text
    await world.at_once(mara.clicking(game.board, "Move"), may_fail=True)
    assert "/game board" in mara.dm.last.text
    assert mara.dm.last.buttons == ()


@pytest.mark.slow
async def test_who_takes_no_direct_messages_is_told_nothing_and_nothing_breaks(
    world: World, game: Game, mara: Person
) -> None:
    await game.place.lock()
    refuse_answers(world)
    world.fail("POST", f"/channels/{mara.dm.id}/messages", status=403, code=50007)
    await world.at_once(mara.clicking(game.board, "Text"), may_fail=True)
    assert not mara.dm.messages
