"""What a move sends, in which order: the new board before all that nobody waits for."""

from tests.discord.simulated import Person, World
from tests.discord.tables import confirm_label, start_game


async def test_the_new_board_goes_out_before_the_last_one_and_the_panel_change(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    panel = await game.panel()
    label = confirm_label(panel)
    assert label is not None
    mark = len(world.requests)

    await game.to_move.click(panel, label)

    acknowledged, board, *others = world.requests[mark:]
    assert acknowledged.path.endswith("/callback")
    assert board.is_for("POST", f"/channels/{game.place.id}/messages")
    assert {("webhooks" in request.path, request.method) for request in others} == {
        (False, "PATCH"),
        (True, "PATCH"),
        (True, "DELETE"),
    }


async def test_nothing_waits_until_discord_has_taken_the_new_board(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    last, panel = game.board, await game.panel()
    label = confirm_label(panel)
    assert label is not None
    held = world.hold("POST", f"/channels/{game.place.id}/messages")

    (answer,) = await world.at_once(game.to_move.clicking(panel, label))
    said, buttons = answer.text, last.buttons
    held.release()
    await world.rest()

    assert held.reached
    assert "Move" not in buttons
    assert "turned" in said
    assert game.board.id != last.id
