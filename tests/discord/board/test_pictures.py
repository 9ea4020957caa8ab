"""Pictures may fail: the words go out at once, the move counts, and the picture follows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import render
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game
from tests.tiers import sampled

MESSAGES = "/channels/*/messages"
Broken = Callable[[], Iterator[None]]


@contextmanager
def undrawable(world: World) -> Iterator[None]:
    """Keep boards from being drawn inside the block."""

    def fail(_scene: object) -> bytes:
        msg = "out of paint"
        raise OSError(msg)

    with pytest.MonkeyPatch.context() as patch, world.expects("a Scene could not be drawn"):
        patch.setattr(render, "picture", fail)
        yield


async def test_a_board_that_cannot_be_drawn_goes_out_in_words_and_its_picture_follows(
    world: World, game: Game
) -> None:
    with undrawable(world):
        await game.type_move()
        assert game.moves == 1
        assert not game.board.pictures
        assert "Row 7:" in game.board.text
        assert game.board.pings == (game.to_move,)

    await world.pass_time(minutes=1)
    assert game.board.pictures
    assert game.board.buttons == ("Move", "Text", "More")


@pytest.mark.slow
async def test_the_next_board_takes_the_controls_though_the_picture_has_not_come_yet(
    world: World, game: Game
) -> None:
    with undrawable(world):
        await game.play(4)
        assert len(game.live_boards) == 1
        assert all(board.buttons == ("Text",) for board in game.boards[:-1])
        await world.pass_time(minutes=5)
        assert len(game.live_boards) == 1

    await world.pass_time(minutes=30)
    assert all(len(board.pictures) == 1 for board in game.boards)
    assert (game.moves, len(game.live_boards)) == (4, 1)
    assert all("Row 7:" not in board.text for board in game.boards)


@pytest.mark.slow
async def test_a_whole_turn_can_be_taken_in_the_panel_without_pictures(
    world: World, game: Game
) -> None:
    await game.type_move()
    with undrawable(world):
        panel = await game.panel()
        assert not panel.pictures
        assert "Row 7:" in panel.text
        await game.click_move()
        assert game.moves == 2


@pytest.mark.slow
async def test_a_game_ends_and_is_rated_though_no_picture_can_be_drawn_yet(
    world: World, game: Game, jonas: Person
) -> None:
    await game.play(4)  # it counts after two turns of each
    with pytest.MonkeyPatch.context() as patch, world.expects("could not be drawn"):
        patch.setattr(render, "picture", lambda _scene: 1 / 0)
        patch.setattr(render, "result_picture", lambda _outcome: 1 / 0)
        patch.setattr(render, "leaderboard_picture", lambda _board: 1 / 0)
        await game.resign(jonas)
        result = game.result
        assert "Mara wins by resignation" in result.text
        assert game.proof.files
        assert "won 1" in (await jonas.slash("leaderboard")).text

    await world.pass_time(minutes=2)
    assert len(result.pictures) == 2


@pytest.mark.slow
@sampled(("status", "code"), [(413, 40005), (413, 0), (400, 50035)], ids=["40005", "413", "50035"])
async def test_a_board_whose_picture_is_refused_goes_out_in_words_at_once(
    world: World, game: Game, status: int, code: int
) -> None:
    world.fail("POST", MESSAGES, status=status, code=code)
    await game.type_move()
    assert not game.board.pictures
    assert game.board.pings == (game.to_move,)
    await world.pass_time(minutes=1)
    assert game.board.pictures
    assert (game.moves, len(game.boards)) == (1, 2)


@pytest.mark.slow
async def test_a_picture_that_discord_chokes_on_does_not_hold_up_the_game(
    world: World, game: Game
) -> None:
    # Discord fails for whatever has a file: five tries of discord.py, twice.
    world.fail("POST", MESSAGES, status=500, times=10)
    await game.type_move()
    await world.pass_time(seconds=10)
    assert "Row 7:" in game.board.text
    await world.pass_time(minutes=1)
    assert game.board.pictures
    assert (game.moves, len(game.boards)) == (1, 2)


async def test_a_picture_that_follows_after_the_game_has_moved_on_brings_no_controls_back(
    world: World, game: Game
) -> None:
    world.fail("POST", MESSAGES, status=413, code=40005)
    await game.type_move()
    text_board = game.board
    hold = world.hold("PATCH", f"{MESSAGES}/{text_board.id}")
    await world.pass_time(seconds=40)
    assert hold.reached
    await game.type_move()
    hold.release()
    await world.pass_time(minutes=2)
    assert text_board.buttons == ("Text",)
    assert text_board.pictures
    assert (game.moves, len(game.live_boards)) == (2, 1)


async def test_each_thread_gets_its_own_picture(world: World, mara: Person, jonas: Person) -> None:
    one, two = await start_game(world, mara, jonas), await start_game(world, mara, jonas)
    assert one.board.pictures[0].data != two.board.pictures[0].data
