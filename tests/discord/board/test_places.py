"""Where a game is played may be deleted, archived, locked or full: the game goes on all the same."""

import discord
import pytest

from tests.discord.days import pass_days
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, challenge, confirm_label, game_of, start_game
from tests.tiers import sampled

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


@pytest.mark.slow
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


@pytest.mark.slow
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
    await pass_days(world, 49 / 24)
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
    assert thread.last.pings == (mara, jonas)


@pytest.mark.slow
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
    assert thread.last.pings == (jonas, mara)

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


@pytest.mark.slow
async def test_a_click_in_an_archived_thread_plays_the_move(world: World, game: Game) -> None:
    confirm = await game.confirming()
    await game.place.archive()
    await world.at_once(confirm)
    await world.pass_time(minutes=1)
    assert (game.moves, len(game.live_boards)) == (1, 1)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_game_in_a_locked_thread_goes_on_in_the_channel_and_says_why(
    world: World, game: Game, mara: Person, jonas: Person, archived: bool
) -> None:
    """The person who locked it wants no second thread."""
    await world.channel.forbid("manage_threads")
    await (game.place.archive(locked=True) if archived else game.place.lock())
    await move_from(world, mara, game)
    await world.pass_time(minutes=1)
    assert world.channel.threads == (game.place,)
    board = world.channel.last
    assert board.pings == (jonas,)
    assert "I can no longer write in the game's thread" in board.text

    await jonas.click(board, "Move")
    await move_from(world, jonas, game)
    assert "move 3" in world.channel.last.text


async def test_with_manage_threads_a_lock_does_not_matter(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.place.lock()
    await move_from(world, mara, game)
    assert game.board.pings == (jonas,)
    assert world.channel.threads == (game.place,)


REFUSALS = {"a word that is banned": (400, 200001), "a name that is malformed": (400, 50035)}


@pytest.mark.parametrize(("status", "code"), REFUSALS.values(), ids=REFUSALS)
async def test_where_discord_refuses_the_names_the_thread_is_called_after_the_game_alone(
    world: World, mara: Person, jonas: Person, status: int, code: int
) -> None:
    card = await challenge(world, mara, jonas)
    world.fail("POST", f"{MESSAGES}/*/threads", status=status, code=code)
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)
    assert game.place.name == f"Dice Matrix · {game.code}"
    await game.click_move()
    assert game.moves == 1


@pytest.mark.slow
@sampled(
    ("status", "code"),
    [(400, 200001), (400, 50035), (400, 50024), (403, 50013), (400, 160007), (400, 30033)],
)
async def test_a_thread_that_can_not_be_opened_leaves_the_channel_and_says_so(
    world: World, mara: Person, jonas: Person, status: int, code: int
) -> None:
    card = await challenge(world, mara, jonas)
    fault = world.fail("POST", f"{MESSAGES}/*/threads", status=status, code=code, times=None)
    await jonas.click(card, "Accept")
    asked = [r for r in world.requests if r.is_for("POST", fault.path)]
    assert len(asked) <= 2, "the neutral name is tried once"
    game = game_of(world, mara, jonas, card)
    assert game.place == world.channel
    assert not world.channel.threads
    assert "this game is played right here" in game.board.text
    assert "I need the permissions" not in game.board.text, "it has them"
    await game.click_move()
    assert game.moves == 1


async def test_a_note_on_missing_permissions_goes_once_they_are_there(
    world: World, mara: Person, jonas: Person
) -> None:
    await world.channel.forbid("create_public_threads")
    game = await start_game(world, mara, jonas)
    assert "I need the permissions Create Public Threads" in game.board.text
    await game.type_move()
    assert "I need the permissions Create Public Threads" in game.board.text
    await world.channel.allow("create_public_threads")
    await game.type_move()
    assert "I need the permissions" not in game.board.text


async def test_below_an_announcement_channel_threads_are_of_its_kind(
    world: World, mara: Person, jonas: Person
) -> None:
    news = world.news_channel("news")
    game = await start_game(world, mara, jonas, news)
    assert game.place in news.threads
    await game.place.delete()
    await move_from(world, mara, game)
    (thread,) = news.threads
    assert "move 2" in thread.last.text


async def test_nobody_is_added_to_a_thread_whom_the_first_board_mentions(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    assert set(game.place.members) == {mara, jonas}
    assert set(game.board.pings) == {mara, jonas}
    assert f"Also playing: {jonas.mention}" in game.board.text
    assert game.place.additions == 0
    await game.type_move()
    assert set(game.board.pings) == {jonas}
    assert "Also playing" not in game.board.text


async def test_where_a_server_wants_no_pings_people_are_added_to_the_thread(
    world: World, mara: Person, jonas: Person
) -> None:
    boss = world.person("Boss", permissions=discord.Permissions(manage_guild=True))
    await boss.slash("settings", pings="off")
    game = await start_game(world, mara, jonas)
    assert set(game.place.members) == {mara, jonas}
    assert game.board.pings == ()
    assert game.place.additions == 2


@pytest.mark.slow
@pytest.mark.parametrize("locked", [False, True])
async def test_a_reminder_finds_one_place_for_the_game_and_brings_its_board(
    world: World, mara: Person, jonas: Person, locked: bool
) -> None:
    await world.channel.forbid("manage_threads")
    game = await start_game(world, mara, jonas, clock="3")
    if locked:
        await game.place.archive(locked=True)
    else:
        await game.place.delete()
    await pass_days(world, 2.9)
    await world.pass_time(minutes=1)
    (thread,) = world.channel.threads
    where = world.channel if locked else thread
    (board,) = [message for message in where.messages if "Move" in message.buttons]
    assert "until" in board.text
    assert any("Reminders" in message.buttons for message in where.messages)


@pytest.mark.slow
async def test_that_a_time_is_up_finds_one_place_for_the_game(
    world: World, mara: Person, jonas: Person
) -> None:
    """It is gone only after the last look at where the game is played."""
    await mara.slash("preferences", reminders="none")
    game = await start_game(world, mara, jonas, clock="1", on_time="claim")
    world.fail("POST", f"/channels/{game.place.id}/messages", status=404, code=10003, times=None)
    await pass_days(world, 1.1)
    threads = [thread for thread in world.channel.threads if thread != game.place]
    assert len(threads) == 1
    assert [m for m in threads[0].messages if "Move" in m.buttons]


@pytest.mark.slow
async def test_a_thread_that_is_deleted_unnoticed_stops_the_clock_and_another_one_starts_it(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await game.place.delete()
    await pass_days(world, 0.6)
    (thread,) = world.channel.threads
    (board,) = [message for message in thread.messages if "Move" in message.buttons]
    assert set(thread.members) == {mara, jonas}
    assert "until" in board.text
    await mara.slash("move", thread, move="1")
    assert "move 2" in thread.last.text


@pytest.mark.slow
async def test_a_kill_between_opening_a_thread_and_noting_it_leaves_no_second_one(
    world: World, game: Game, mara: Person
) -> None:
    await game.place.delete()
    hold = world.hold("POST", "/channels/*/threads", after=True)
    (choice, *_) = await mara.autocomplete("move", "move", "", None, game=game.code)
    move = mara.running("move", move=choice.value, game=game.code)
    await world.at_once(move, may_fail=True)
    assert hold.reached
    await world.restart(kill=True)
    await world.pass_time(minutes=3)
    (thread,) = world.channel.threads
    assert "move 2" in thread.last.text


async def test_a_thread_is_archived_soon_after_the_end_and_not_before(
    world: World, game: Game, jonas: Person
) -> None:
    assert game.place.archives_after == 10_080
    await game.resign(jonas)
    assert game.place.archives_after == 1_440


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert "Mara wins by resignation" in thread.messages[-2].text
    assert thread.last.text.startswith("-# To check the dice of game ")


@pytest.mark.slow
async def test_a_deleted_channel_takes_its_challenges_with_it_but_they_can_be_cancelled(
    world: World, mara: Person, jonas: Person
) -> None:
    elsewhere = world.text_channel("elsewhere")
    await challenge(world, mara, jonas, elsewhere)
    await elsewhere.delete()
    games = await mara.slash("games")
    await mara.click(games, "Cancel")
    assert "Open challenge" not in (await mara.slash("games")).text


async def test_nobody_but_the_players_finds_a_game_that_lost_its_channel(
    world: World, mara: Person, jonas: Person
) -> None:
    kim, elsewhere = world.person("Kim"), world.text_channel("elsewhere")
    game = await start_game(world, mara, jonas, elsewhere)
    await elsewhere.delete()
    answer = await kim.slash("game board", game=game.code)
    assert answer.text.startswith(f"There is no game {game.code} in this server.")
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
