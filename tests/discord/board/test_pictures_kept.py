"""Pictures that stay while the message around them changes: named in the change, or sent again."""

from typing import Any

import pytest
import sqlalchemy as sa

from bot.app import Tavolo
from data.tables import POSTS
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, start_game

EDIT = "/channels/*/messages/*"


def edits(world: World, message: Message) -> list[Any]:
    """Return the bodies of all changes to a message so far."""
    path = f"/channels/{message.channel_id}/messages/{message.id}"
    return [request.body for request in world.requests if request.is_for("PATCH", path)]


async def forget_pictures(world: World) -> None:
    """Forget the ids of all pictures, as if an older version had posted the boards."""
    assert isinstance(world.bot, Tavolo)
    async with world.bot.database.writing() as connection:
        await connection.execute(sa.update(POSTS).values(picture_id=None))


async def change_by_move(_world: World, game: Game) -> None:
    """Retire the board by playing on."""
    await game.type_move()


async def change_by_absence(_world: World, game: Game) -> None:
    """Change what the board says of its clock."""
    await game.to_move.slash("away", days=1)


CHANGES = pytest.mark.parametrize("change", [change_by_move, change_by_absence])


@CHANGES
async def test_a_board_that_is_changed_keeps_its_picture_by_its_id(
    world: World, game: Game, change: Any
) -> None:
    board = game.board
    picture, stored = board.pictures[0], board.stored.attachments[0]

    await change(world, game)

    (body,) = edits(world, board)
    assert body["attachments"] == [{"id": int(stored["id"]), "filename": "board.png"}]
    assert board.pictures == (picture,)


@pytest.mark.slow
@CHANGES
async def test_a_board_whose_pictures_id_is_not_known_gets_it_again(
    world: World, game: Game, change: Any
) -> None:
    board = game.board
    picture = board.pictures[0].data
    await forget_pictures(world)

    await change(world, game)

    assert board.edited
    assert [file.data for file in board.pictures] == [picture]


@CHANGES
async def test_a_board_whose_picture_discord_does_not_find_gets_it_again(
    world: World, game: Game, change: Any
) -> None:
    board = game.board
    picture = board.pictures[0].data
    world.fail("PATCH", EDIT, status=400, code=50035)

    await change(world, game)

    assert board.edited
    assert [file.data for file in board.pictures] == [picture]


@pytest.mark.slow
@CHANGES
async def test_a_board_that_may_have_no_picture_any_more_goes_on_in_words(
    world: World, game: Game, change: Any
) -> None:
    board = game.board
    await forget_pictures(world)
    await world.channel.forbid("attach_files")

    await change(world, game)

    assert not board.pictures
    assert "Row 7:" in board.text

    await world.channel.allow("attach_files")
    await world.pass_time(minutes=30)
    assert len(board.pictures) == 1
    assert "Row 7:" not in board.text


@pytest.mark.slow
async def test_the_picture_that_came_late_is_kept_as_well(world: World, game: Game) -> None:
    world.fail("POST", "/channels/*/messages", status=413, code=40005)
    await game.type_move()
    board = game.board
    await world.pass_time(minutes=1)
    picture, before = board.pictures[0], len(edits(world, board))

    await game.type_move()

    (retired,) = edits(world, board)[before:]
    assert [file["filename"] for file in retired["attachments"]] == ["board.png"]
    assert board.pictures == (picture,)


@pytest.mark.slow
async def test_no_board_of_a_whole_game_keeps_controls_or_loses_its_picture(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    await game.play_to_the_end()

    assert len(game.boards) > 10
    assert all(board.buttons == ("Text",) for board in game.boards)
    assert all(len(board.pictures) == 1 for board in game.boards)


@pytest.mark.slow
async def test_without_attach_files_a_game_costs_no_refused_request(
    world: World, game: Game
) -> None:
    await world.channel.forbid("attach_files")
    mark = len(world.requests)

    await game.play(4)
    await game.resign(game.to_move)

    refused = [request for request in world.requests[mark:] if request.status != 200]
    assert not refused
