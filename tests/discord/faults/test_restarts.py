"""Restarts: everything goes on where it was, whenever the bot stops, and however."""

import asyncio

import pytest

from tests.discord.days import keep_reachable
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge, confirm_label, game_of

RESTARTS = pytest.mark.parametrize("kill", [False, True], ids=["closed", "killed"])


@pytest.mark.slow
@RESTARTS
async def test_a_game_can_be_played_with_a_restart_between_any_two_clicks(
    world: World, mara: Person, jonas: Person, kill: bool
) -> None:
    await world.restart(kill=kill)
    card = await challenge(world, mara, jonas)
    await world.restart(kill=kill)
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)

    for played in range(2):
        await world.restart(kill=kill)
        person = game.to_move
        panel = await person.click(game.board, "Move")
        while confirm_label(panel) is None:
            await world.restart(kill=kill)
            panel = await game.choose_last(person, panel)
        await world.restart(kill=kill)
        confirmed = await person.click(panel, confirm_label(panel) or "")
        assert person.name in confirmed.told.text
        assert game.moves == played + 1

    await world.restart(kill=kill)
    question = await jonas.click(await jonas.click(game.board, "More"), "Resign")
    await world.restart(kill=kill)
    await jonas.click(question, "Resign")
    await world.restart(kill=kill)
    assert "Mara wins by resignation" in game.result.text

    await jonas.click(game.result, "Rematch")
    rematch = world.channel.last
    await world.restart(kill=kill)
    await mara.click(rematch, "Accept")
    assert jonas.mention in game_of(world, mara, jonas, rematch).board.text


@pytest.mark.slow
async def test_a_whole_game_in_which_the_bot_is_killed_again_and_again_ends_with_its_result(
    world: World, game: Game
) -> None:
    moves = 0
    while game.live_boards:
        if moves % 3 == 0:
            await world.restart(kill=True)
        await game.type_move()
        moves += 1

    assert len(game.boards) == moves
    assert f"{moves} moves in" in game.result.text
    assert "Rematch" in game.result.buttons


@RESTARTS
async def test_the_panel_goes_back_after_a_restart(world: World, game: Game, kill: bool) -> None:
    person = game.to_move
    first = await person.click(game.board, "Move")
    question, choices = first.text, first.buttons
    panel = await game.choose_last(person, first)
    await world.restart(kill=kill)
    again = await person.click(panel, "Back")
    assert (again.text, again.buttons) == (question, choices)


async def test_buttons_work_after_weeks_and_restarts(world: World, game: Game) -> None:
    await game.play(3)
    await world.stop()
    await world.pass_time(days=60)
    await world.start()

    assert game.to_move.name in (await game.to_move.click(game.board, "Text")).text
    await game.click_move()
    assert game.moves == 4


async def test_an_old_board_shows_its_own_position_in_words_after_a_restart(
    world: World, game: Game
) -> None:
    first = game.board
    before = (await game.to_move.click(first, "Text")).text
    await game.play(2)
    await world.restart(kill=True)
    after = (await game.to_move.click(first, "Text")).text
    assert after == f"An earlier position: the game has moved on.\n{before}"


@pytest.mark.slow
async def test_a_panel_that_stayed_open_over_a_restart_and_a_move_shows_the_new_board(
    world: World, game: Game
) -> None:
    person = game.to_move
    stale = await game.panel()
    await game.type_move()
    played = game.boards[-1].text.splitlines()[-1]
    await world.restart()

    answer = await person.click(stale, confirm_label(stale) or "")
    assert "The board has moved on" in answer.text
    assert played in answer.text
    assert answer.pictures
    assert game.moves == 1


async def test_a_challenge_lapses_at_the_start_that_finds_its_time_over(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    await world.stop(kill=True)
    await world.pass_time(hours=49)
    await keep_reachable(world)
    await world.start()
    await world.pass_time(minutes=1)
    assert "expired" in card.text
    assert "Accept" not in card.buttons


async def test_commands_are_published_once_and_not_at_every_restart(world: World) -> None:
    mark = len(world.requests)
    await world.restart()
    assert not [r for r in world.requests[mark:] if r.method == "PUT"]


async def test_who_clicks_while_the_bot_is_being_stopped_is_asked_to_try_again(
    world: World, game: Game
) -> None:
    person = game.to_move
    hold = world.hold("POST", "/channels/*/messages")
    confirm = await game.confirming()
    await world.at_once(confirm, may_fail=True)
    assert hold.reached
    # The move is stored, and its board is held up: for that the stop waits a second.
    stopping = asyncio.create_task(world.bot.close())
    await asyncio.sleep(0)
    answer = await person.click(game.boards[0], "Text")
    assert answer.text == "I am being restarted. Please try again in a minute."
    hold.release()
    await stopping
    assert game.moves == 1
