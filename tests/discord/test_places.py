"""Where a game is played may be deleted, archived, locked or full: the game goes on all the same."""

import pytest

from .simulated import Answer, Person, World
from .tables import Game, challenge, confirm_label, game_of, start_game

MESSAGES = "/channels/*/messages"


async def move_from(world: World, person: Person, game: Game) -> Answer:
    """Play a move of a game from the world's channel, by the game's code."""
    (choice, *_) = await person.autocomplete("move", "move", "", None, game=game.code)
    return await person.slash("move", move=choice.value, game=game.code)


# Messages


async def test_a_deleted_board_is_posted_anew_with_the_next_move(world: World, game: Game) -> None:
    mara, jonas = game.players
    await game.board.delete()
    await mara.slash("move", game.place, move="1")
    assert game.to_move is jonas
    assert game.board.pictures


async def test_a_deleted_board_is_posted_anew_when_asked_for(world: World, game: Game) -> None:
    mara = game.to_move
    await game.play(2)
    before = game.board.text
    await game.board.delete()
    answer = await mara.slash("game board", game.place)
    assert answer.ephemeral
    assert game.place.mention in answer.text
    assert game.board.text == before
    await game.click_move()
    assert game.moves == 3


async def test_a_board_that_is_asked_for_takes_the_controls_of_the_old_one(
    world: World, game: Game
) -> None:
    old = game.board
    await game.to_move.slash("game board", game.place)
    assert old.buttons == ("Text",)
    assert game.board != old
    assert game.board.pings == (), "the turn was pinged for when it came"


async def test_a_card_deleted_before_the_answer_leaves_a_challenge_that_can_be_cancelled(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    await card.delete()
    games = await mara.slash("games")
    assert (await mara.click(games, "Cancel")).ephemeral
    assert not world.messages()
    await challenge(world, mara, jonas)


async def test_a_deleted_card_lapses_in_silence(world: World, mara: Person, jonas: Person) -> None:
    await (await challenge(world, mara, jonas)).delete()
    await world.stop()
    await world.pass_time(hours=49)
    await world.start()
    await world.pass_time(minutes=1)
    assert not world.messages()
    assert "Open challenge" not in (await mara.slash("games")).text


async def test_a_card_deleted_while_it_is_accepted_does_not_stop_the_game(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    world.fail("POST", f"{MESSAGES}/*/threads", status=404, code=10008)
    world.fail("PATCH", f"{MESSAGES}/*", status=404, code=10008)
    await jonas.click(card, "Accept")
    (thread,) = world.channel.threads
    assert "Mara" in thread.name
    assert thread.last.pings == (mara,)


async def test_a_card_deleted_after_the_start_changes_nothing(world: World, game: Game) -> None:
    await game.card.delete()
    await game.click_move()
    assert game.moves == 1


# Threads


async def test_a_game_whose_thread_was_deleted_goes_on_in_a_new_one(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.place.delete()
    answer = await move_from(world, mara, game)
    assert "turned" in answer.text
    (thread,) = world.channel.threads
    assert game.code in thread.name
    assert set(thread.members) == {mara, jonas}
    assert thread.last.pings == (jonas,)

    answer = await mara.slash("game board", game=game.code)
    assert thread.mention in answer.text


async def test_a_deleted_thread_is_opened_anew_when_the_board_is_asked_for(
    world: World, game: Game, mara: Person
) -> None:
    await game.place.delete()
    answer = await mara.slash("game board", game=game.code)
    (thread,) = world.channel.threads
    assert thread.mention in answer.text
    assert "Move" in thread.last.buttons


async def test_an_archived_thread_opens_with_the_next_board_and_the_old_one_is_retired(
    world: World, game: Game, mara: Person
) -> None:
    old = game.board
    await game.place.archive()
    await move_from(world, mara, game)
    await world.pass_time(minutes=1)
    assert not game.place.archived
    assert (len(game.boards), len(game.live_boards)) == (2, 1)
    assert old.buttons == ("Text",)
    assert old.pictures


async def test_a_click_in_an_archived_thread_plays_the_move(world: World, game: Game) -> None:
    confirm = await game.confirming()
    await game.place.archive()
    await world.at_once(confirm)
    await world.pass_time(minutes=1)
    assert (game.moves, len(game.live_boards)) == (1, 1)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_game_in_a_locked_thread_goes_on_in_a_new_one(
    world: World, game: Game, mara: Person, jonas: Person, archived: bool
) -> None:
    await world.channel.forbid("manage_threads")
    await (game.place.archive(locked=True) if archived else game.place.lock())
    await move_from(world, mara, game)
    await world.pass_time(minutes=1)
    old, new = world.channel.threads
    assert old == game.place
    assert set(new.members) == {mara, jonas}
    assert new.last.pings == (jonas,)

    await jonas.click(new.last, "Move")
    await move_from(world, jonas, game)
    assert "move 3" in new.last.text


async def test_a_thread_is_archived_soon_after_the_end_and_not_before(
    world: World, game: Game, jonas: Person
) -> None:
    assert game.place.archives_after == 10_080
    await game.resign(jonas)
    assert game.place.archives_after == 1_440


async def test_with_too_many_threads_the_game_is_played_in_the_channel_and_says_why(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    world.fail("POST", f"{MESSAGES}/*/threads", status=400, code=160006)
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)
    assert game.place == world.channel
    assert "as many open threads as Discord allows" in game.board.text
    assert "right here" in card.text
    await game.click_move()
    await game.type_move()
    assert game.moves == 2


# Channels


async def test_a_game_in_a_deleted_channel_goes_on_where_a_player_asks_for_the_board(
    world: World, mara: Person, jonas: Person
) -> None:
    elsewhere = world.text_channel("elsewhere")
    game = await start_game(world, mara, jonas, elsewhere)
    await elsewhere.delete()

    answer = await mara.slash("game board", game=game.code)
    (thread,) = world.channel.threads
    assert thread.mention in answer.text
    assert set(thread.members) == {mara, jonas}
    await mara.slash("move", thread, move="6")
    assert thread.last.pings == (jonas,)


async def test_who_moves_in_a_game_without_a_channel_is_told_how_it_goes_on(
    world: World, mara: Person, jonas: Person
) -> None:
    elsewhere = world.text_channel("elsewhere")
    game = await start_game(world, mara, jonas, elsewhere)
    await elsewhere.delete()

    answer = await move_from(world, mara, game)
    assert "turned the left-over" in answer.text
    assert f"game:{game.code}" in answer.text
    revived = await jonas.slash("game board", game=game.code)
    (thread,) = world.channel.threads
    assert thread.mention in revived.text
    assert "move 2" in thread.last.text


async def test_the_result_of_a_game_without_a_channel_can_be_had_elsewhere(
    world: World, mara: Person, jonas: Person
) -> None:
    elsewhere = world.text_channel("elsewhere")
    game = await start_game(world, mara, jonas, elsewhere)
    await elsewhere.delete()
    question = await jonas.slash("game resign", game=game.code)
    await jonas.click(question, "Resign")
    await mara.slash("game board", game=game.code)
    (thread,) = world.channel.threads
    assert "Mara wins by resignation" in thread.last.text


async def test_a_deleted_channel_takes_its_challenges_with_it_but_they_can_be_cancelled(
    world: World, mara: Person, jonas: Person
) -> None:
    elsewhere = world.text_channel("elsewhere")
    await challenge(world, mara, jonas, elsewhere)
    await elsewhere.delete()
    games = await mara.slash("games")
    await mara.click(games, "Cancel")
    assert "Open challenge" not in (await mara.slash("games")).text


async def test_nobody_but_the_players_can_move_a_lost_game(
    world: World, mara: Person, jonas: Person
) -> None:
    kim, elsewhere = world.person("Kim"), world.text_channel("elsewhere")
    game = await start_game(world, mara, jonas, elsewhere)
    await elsewhere.delete()
    answer = await kim.slash("game board", game=game.code)
    assert "Only Mara and Jonas play" in answer.text
    assert not world.channel.threads


async def test_a_stale_panel_of_a_deleted_thread_plays_in_the_new_one(
    world: World, game: Game, mara: Person
) -> None:
    panel = await game.panel()
    confirm = mara.clicking(panel, confirm_label(panel) or "")
    await game.place.delete()
    await world.at_once(confirm, may_fail=True)
    (thread,) = world.channel.threads
    assert "move 2" in thread.last.text
