"""/away and /back: what opponents see of it, on the board that is there."""

import pytest

from tests.discord.days import pass_days, seconds, until
from tests.discord.simulated import Person, World
from tests.discord.tables import Game


@pytest.mark.slow
async def test_the_board_says_who_is_away_and_that_the_clock_stands_still(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    board = game.board
    answer = await mara.slash("away", days=10)
    assert answer.ephemeral
    end = seconds(world) + 10 * 86_400
    assert f"You are away until <t:{end}:f>." in answer.text
    assert f"Mara is away until <t:{end}:f>." in board.text
    assert "clock paused while they are away" in board.text
    assert board.buttons[0] == "Move"
    await pass_days(world, 9)
    assert game.place.last == board
    answer = await mara.slash("back")
    assert answer.text == "Welcome back: your clocks are running again."
    assert until(board) == seconds(world) + 3 * 86_400
    assert "away" not in board.text
    assert (await mara.slash("back")).text.startswith("You are not away.")
    assert game.to_move is mara
    assert jonas.mention not in board.text


@pytest.mark.slow
async def test_opponents_see_it_while_it_is_their_own_turn(
    world: World, game: Game, jonas: Person
) -> None:
    await jonas.slash("away", days=3)
    assert "Jonas is away until" in game.board.text
    assert until(game.board) == seconds(world) + 3 * 86_400
    await game.click_move()
    assert "clock paused while they are away" in game.board.text
    await pass_days(world, 3)
    assert until(game.board) > seconds(world) + 2 * 86_400
    assert "Jonas is away" not in game.board.text


async def test_it_counts_in_every_server(world: World, game: Game, mara: Person) -> None:
    there = world.another_server("Elsewhere")
    await mara.slash("away", there, days=14)
    assert "Mara is away until" in game.board.text


async def test_too_long_an_absence_is_refused_in_a_sentence(world: World, mara: Person) -> None:
    await mara.slash("away", days=14)
    await pass_days(world, 14)
    answer = await mara.slash("away", days=1)
    assert answer.text == (
        "You can be away for at most 14 days in a row: at most 0 days this time."
    )
