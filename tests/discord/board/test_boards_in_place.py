"""Boards that change in place, where a server wants it so."""

from dataclasses import replace
from typing import cast

import discord
import pytest

from bot.app import Tavolo
from bot.delivery.outbox_writer import Envelope, board_stream
from bot.match.board_messages import picture_row
from data import outbox
from data.outbox import Post
from tests.discord.board.test_places import move_from
from tests.discord.simulated import Message, Person, Place, World
from tests.discord.tables import Game, played_in, start_game


@pytest.fixture
async def game(world: World, mara: Person, jonas: Person) -> Game:
    """Return a game in a server whose boards change in place."""
    nora = world.person("Nora", permissions=discord.Permissions(manage_guild=True))
    await nora.slash("settings", boards="one edited message")
    return await start_game(world, mara, jonas)


def pinged(place: Place) -> list[tuple[Message, tuple[Person, ...]]]:
    """List the messages of a thread with those whom they pinged."""
    return [(message, message.pings) for message in place.messages]


async def test_one_board_changes_and_a_short_message_pings(
    game: Game, mara: Person, jonas: Person
) -> None:
    (board,) = played_in(game.place)
    before = board.pictures[0].data

    await game.play(1)

    changed, nudge = played_in(game.place)
    assert changed.id == board.id
    assert changed.pictures[0].data != before
    assert "Move" in changed.buttons
    assert nudge.pings == (jonas,)
    assert "your move" in nudge.text
    assert any((button.url or "").endswith(f"/{board.id}") for button in nudge.controls)


@pytest.mark.slow
async def test_the_nudge_before_is_deleted(game: Game, mara: Person, jonas: Person) -> None:
    await game.play(4)

    board, nudge = played_in(game.place)
    assert "Move" in board.buttons
    assert nudge.pings == (mara,)


async def test_an_edit_that_takes_longer_than_a_claim_is_followed_by_one_nudge(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    messages = f"/channels/{game.place.id}/messages"
    hold = world.hold("PATCH", f"{messages}/*")
    (choice, *_) = await mara.autocomplete("move", "move", "", game.place)
    await world.at_once(mara.running("move", game.place, move=choice.value), may_fail=True)
    await world.pass_time(minutes=3)
    before = len(world.requests)
    hold.release()
    await world.pass_time(minutes=3)

    sent = world.requests[before:]
    assert len([each for each in sent if each.is_for("PATCH", f"{messages}/*")]) > 1
    assert len([each for each in sent if each.is_for("POST", messages)]) == 1
    _, nudge = played_in(game.place)
    assert nudge.pings == (jonas,)


@pytest.mark.slow
async def test_a_board_that_is_to_lose_its_controls_and_changes_first_keeps_them(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    messages = f"/channels/{game.place.id}/messages"
    hold = world.hold("POST", messages, after=True)
    await world.at_once(mara.running("game board", game.place), may_fail=True)
    (choice, *_) = await mara.autocomplete("move", "move", "", game.place)
    await world.at_once(mara.running("move", game.place, move=choice.value), may_fail=True)
    board = played_in(game.place)[-1]
    # What takes its controls away is tried again, and the change comes first.
    refused = world.fail("PATCH", f"{messages}/{board.id}", status=503, times=1)

    hold.release()
    await world.pass_time(minutes=10)

    assert (hold.reached, refused.times) == (True, 0)
    assert game.moves == 1
    assert [each.id for each in played_in(game.place) if "Move" in each.buttons] == [board.id]
    assert played_in(game.place)[-1].pings == (jonas,)


@pytest.mark.slow
async def test_an_old_board_is_followed_by_a_new_one(
    world: World, game: Game, jonas: Person
) -> None:
    await game.play(1)
    await world.pass_time(hours=2)

    await game.play(1)

    retired, board = played_in(game.place)
    assert "Move" not in retired.buttons
    assert "Move" in board.buttons
    assert len(board.pings) == 1


@pytest.mark.slow
async def test_a_board_that_was_deleted_is_posted_anew(
    game: Game, mara: Person, jonas: Person
) -> None:
    await played_in(game.place)[0].delete()

    await mara.slash("move", game.place, move="=3")

    board = played_in(game.place)[0]
    assert "Move" in board.buttons
    assert board.pings == (jonas,)


@pytest.mark.slow
async def test_at_the_end_no_nudge_is_left(game: Game, mara: Person) -> None:
    await game.play(2)

    await game.resign(mara)

    board, result, _proof = played_in(game.place)
    assert board.buttons == ("Text",)
    assert "wins by resignation" in result.text


async def test_it_works_after_a_restart_in_between(world: World, game: Game, mara: Person) -> None:
    await game.play(1)
    await world.restart()

    await game.play(1)

    board, nudge = played_in(game.place)
    assert "Move" in board.buttons
    assert nudge.pings == (mara,)


@pytest.mark.slow
async def test_a_board_whose_thread_was_deleted_goes_on_in_a_new_one(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(2)
    await game.place.delete()

    await move_from(world, mara, game)

    (thread,) = world.channel.threads
    (board,) = played_in(thread)
    assert "Move" in board.buttons
    assert set(board.pings) == {mara, jonas}


@pytest.mark.slow
@pytest.mark.parametrize("locked", [False, True])
async def test_a_board_in_a_closed_thread_is_followed_by_one_that_pings(
    world: World, game: Game, mara: Person, jonas: Person, locked: bool
) -> None:
    await game.play(2)
    old, _nudge = played_in(game.place)
    if locked:
        await world.channel.forbid("manage_threads")
    await game.place.archive(locked=locked)

    await move_from(world, mara, game)
    await world.pass_time(minutes=2)

    board = (world.channel if locked else game.place).last
    assert "Move" in board.buttons
    assert board.pings == (jonas,)
    assert board.id != old.id
    assert locked or "Move" not in old.buttons


@pytest.mark.slow
async def test_a_picture_that_comes_late_leaves_the_board_that_changed_alone(
    world: World, game: Game
) -> None:
    await world.channel.forbid("attach_files")
    await game.play(1)
    await world.channel.allow("attach_files")
    await game.play(1)
    changed = game.board

    await world.pass_time(minutes=5)

    assert game.board.id == changed.id
    assert "move 3 " in changed.text
    assert len(changed.pictures) == 1


async def test_no_nudge_stays_where_pings_are_switched_off(world: World, game: Game) -> None:
    nora = next(person for person in world.people.values() if person.name == "Nora")
    await game.play(1)
    await nora.slash("settings", pings="off")

    await game.play(1)

    (board,) = played_in(game.place)
    assert "Move" in board.buttons


async def test_without_the_right_to_attach_files_boards_go_on_in_words(
    world: World, game: Game
) -> None:
    await world.channel.forbid("attach_files")

    await game.play(2)

    assert len(game.live_boards) == 1
    assert "Row 7:" in game.board.text
    assert game.to_move in game.board.pings


@pytest.mark.slow
async def test_a_nudge_whose_receipt_was_lost_goes_though_its_player_has_moved(
    world: World, game: Game, mara: Person
) -> None:
    world.fail("POST", "/channels/*/messages", status=500, after=True, times=5)
    await game.play(2)
    await world.pass_time(minutes=1)

    board, nudge = played_in(game.place)
    assert "Move" in board.buttons
    assert nudge.pings == (mara,)


@pytest.mark.slow
async def test_a_board_that_is_asked_for_while_its_change_waits_is_the_only_one(
    world: World, game: Game, mara: Person
) -> None:
    for deed in (await game.typing(), mara.running("game board", game.place)):
        world.fail("PATCH", "/channels/*/messages/*", status=403, code=40333, times=2)
        await world.at_once(deed)
    await world.pass_time(minutes=3)

    assert (game.moves, len(game.live_boards)) == (1, 1)
    await game.play(1)
    assert (game.moves, len(game.live_boards)) == (2, 1)


async def test_a_change_that_was_never_noted_holds_nothing_up_once_the_game_is_over(
    world: World, game: Game, mara: Person
) -> None:
    await game.play(1)
    (board, _nudge) = played_in(game.place)
    await game.resign(mara)
    bot = cast("Tavolo", world.bot)
    async with bot.database.writing() as connection:
        later = Post(2, game.place.id, board.id)
        envelope = Envelope(connection, bot.clock())
        await envelope.put(board_stream(1, board.id), picture_row(1, later))
        await outbox.record_post(connection, outbox.BOARD, 1, replace(later, seq=1), latest=True)
    await world.pass_time(minutes=1)

    async with bot.database.reading() as connection:
        assert not await outbox.has_rows(connection, board_stream(1, board.id))
    assert not game.live_boards


@pytest.mark.parametrize("after", [False, True], ids=["before it is there", "once it is there"])
async def test_a_nudge_whose_game_ends_while_it_is_posted_is_taken_away(
    world: World, game: Game, jonas: Person, after: bool
) -> None:
    (board,) = played_in(game.place)
    hold = world.hold("POST", f"/channels/{game.place.id}/messages", after=after)
    await world.at_once(await game.typing(), may_fail=True)
    await world.pass_time(seconds=10)
    assert hold.reached
    await game.resign(jonas)
    hold.release()
    await world.pass_time(minutes=2)
    assert not any("your move" in message.text for message in game.place.messages)
    assert not game.live_boards
    assert board.exists
