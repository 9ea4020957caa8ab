"""Permissions may be missing or taken away: the bot says which, and the game goes on where it can."""

import pytest

from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge, game_of, result_in, start_game
from tests.tiers import sampled

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "read_message_history": "Read Message History",
}


def public_messages(world: World) -> int:
    """Count what stands in the world's channel for all to see."""
    return len(world.messages())


# When somebody challenges


@pytest.mark.parametrize(("permission", "shown"), NEEDED.items(), ids=NEEDED.keys())
async def test_a_challenge_where_a_permission_is_missing_is_refused_and_names_it(
    world: World, mara: Person, jonas: Person, permission: str, shown: str
) -> None:
    await world.channel.forbid(permission)
    answer = await mara.slash("dice-matrix challenge", opponent=jonas)
    assert answer.ephemeral
    assert f"I need the permission {shown} in {world.channel.mention}" in answer.text
    assert public_messages(world) == 0

    await world.channel.allow(permission)
    assert "Open challenge" not in (await mara.slash("games")).text
    card = await challenge(world, mara, jonas)
    await jonas.click(card, "Accept")
    assert game_of(world, mara, jonas, card).to_move is mara


NO_PICTURES = "Boards are shown in words here: for pictures I need the permission Attach Files."


async def test_a_challenge_without_attach_files_offers_the_board_in_words(
    world: World, mara: Person, jonas: Person
) -> None:
    await world.channel.forbid("attach_files")
    card = await challenge(world, mara, jonas)
    assert NO_PICTURES in card.text
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)
    assert NO_PICTURES not in card.text
    assert NO_PICTURES in game.board.text
    assert "Row 7:" in game.board.text
    await game.play(1)
    assert [NO_PICTURES in board.text for board in game.boards] == [False, True]


async def test_a_challenge_in_a_thread_names_the_permission_for_threads(
    world: World, mara: Person
) -> None:
    thread = world.backend.create_thread(world.channel.id, "Dice evening", mara.id)
    await world.channel.forbid("send_messages_in_threads")
    answer = await mara.slash("dice-matrix challenge", world.place(thread.id))
    assert "Send Messages in Threads" in answer.text


@pytest.mark.slow
@sampled("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_where_threads_are_not_permitted_the_game_is_played_in_the_channel_and_says_why(
    world: World, mara: Person, jonas: Person, permission: str
) -> None:
    await world.channel.forbid(permission)
    game = await start_game(world, mara, jonas)
    assert game.place == world.channel
    assert not world.channel.threads
    assert "I need the permissions Create Public Threads" in game.board.text
    await game.click_move()
    await game.type_move()
    assert game.moves == 2
    await game.resign(jonas)
    assert "Mara wins" in result_in(world.channel).text


async def test_two_games_in_one_channel_are_told_apart_by_their_codes(
    world: World, mara: Person, jonas: Person
) -> None:
    await world.channel.forbid("create_public_threads")
    one = await start_game(world, mara, jonas)
    two = await start_game(world, mara, jonas)
    answer = await mara.slash("move", move="1")
    assert {label[:5] for label in answer.buttons} == {one.code, two.code}
    await mara.slash("move", move="1", game=one.code)
    assert (one.moves, two.moves) == (1, 0)


# While a game runs


@pytest.mark.slow
async def test_without_attach_files_the_board_goes_out_in_words_and_the_picture_follows(
    world: World, game: Game
) -> None:
    await game.play(1)
    await world.channel.forbid("attach_files")
    await game.type_move()
    assert not game.board.pictures
    assert "Row 7:" in game.board.text
    assert NO_PICTURES in game.board.text
    assert game.board.pings == (game.to_move,)

    await world.pass_time(minutes=10)
    assert not game.board.pictures
    await world.channel.allow("attach_files")
    await world.pass_time(minutes=20)
    assert (game.board.pictures[0].alt or "").startswith(f"{game.to_move.name} to move")
    assert "Row 7:" not in game.board.text
    assert NO_PICTURES not in game.board.text
    assert game.moves == 2
    await game.click_move()
    assert game.moves == 3


@pytest.mark.slow
async def test_boards_played_without_attach_files_all_get_their_pictures_later(
    world: World, game: Game
) -> None:
    await world.channel.forbid("attach_files")
    await game.play(3)
    assert [board.buttons for board in game.boards[:-1]] == [("Text",)] * 3
    await world.channel.allow("attach_files")
    await world.pass_time(minutes=2)
    assert all(len(board.pictures) == 1 for board in game.boards)
    assert [board.buttons for board in game.boards[:-1]] == [("Text",)] * 3
    assert (game.moves, len(game.live_boards)) == (3, 1)


@pytest.mark.slow
async def test_a_board_in_words_that_was_posted_anew_gets_its_picture_and_no_controls(
    world: World, game: Game
) -> None:
    await world.channel.forbid("attach_files")
    await game.play(1)
    old = game.board
    await game.to_move.slash("game board", game.place)
    await world.channel.allow("attach_files")
    await world.pass_time(minutes=2)
    assert len(game.live_boards) == 1
    assert old.buttons == ("Text",)
    assert old.pictures
    assert game.board.pictures


async def test_a_result_without_attach_files_says_everything_in_words(
    world: World, game: Game, jonas: Person
) -> None:
    await world.channel.forbid("attach_files")
    await game.resign(jonas)
    result = game.result
    assert "Mara wins by resignation" in result.text
    assert "Secret: " in game.proof.text
    assert game.proof.buttons == ("Record",)
    assert result.buttons == ("Rematch", "Review", "Replay", "Animate", "Text")


async def test_a_game_whose_thread_is_forbidden_goes_on_in_the_channel(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await world.channel.forbid("send_messages_in_threads")
    await mara.slash("move", game.place, move="1")
    assert world.channel.last.pings == (jonas,)
    assert "Move" in world.channel.last.buttons
    assert not game.live_boards


@pytest.mark.slow
async def test_a_game_in_a_channel_that_is_forbidden_goes_on_where_a_player_asks_for_it(
    world: World, mara: Person, jonas: Person
) -> None:
    secret, open_ = world.text_channel("secret"), world.text_channel("open")
    game = await start_game(world, mara, jonas, secret)
    await secret.forbid("view_channel", "send_messages", "send_messages_in_threads")
    answer = await mara.slash("move", game.place, move="1")
    assert "turned the left-over" in answer.text
    assert f"game:{game.code}" in answer.text

    answer = await jonas.slash("game board", open_, game=game.code)
    (thread,) = open_.threads
    assert thread.mention in answer.text
    assert set(thread.last.pings) == {mara, jonas}
    assert "move 2" in thread.last.text


async def test_a_lost_game_is_not_revived_where_the_bot_may_not_play(
    world: World, mara: Person, jonas: Person
) -> None:
    secret, silent = world.text_channel("secret"), world.text_channel("silent")
    game = await start_game(world, mara, jonas, secret)
    await secret.delete()
    await silent.forbid("read_message_history")
    answer = await mara.slash("game board", silent, game=game.code)
    assert "Read Message History" in answer.text
    assert not silent.threads
    await silent.allow("read_message_history")
    await mara.slash("game board", silent, game=game.code)
    assert "Move" in silent.threads[0].last.buttons


async def test_without_history_a_board_that_failed_once_is_still_delivered_once(
    world: World, game: Game
) -> None:
    await world.channel.forbid("read_message_history")
    world.fail("POST", "/channels/*/messages", status=503)
    await game.type_move()
    await world.pass_time(minutes=1)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
