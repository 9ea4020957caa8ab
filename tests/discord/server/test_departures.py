"""People who leave, servers that remove the bot, channels that go private: no game is lost."""

from pathlib import Path
from typing import Any

import pytest
from simcord.backend import serializers

from tests.discord.days import keep_reachable, pass_days, seconds, until
from tests.discord.simulated import Message, Person, Place, World
from tests.discord.tables import Game, game_of, played_in, result_in, start_game
from tests.discord.traces import all_stored
from tests.tiers import sampled


async def remove_bot(world: World, *, outage: bool = False) -> None:
    """Make the server remove the bot, or Discord lose the server for a while."""
    payload = {"id": str(world.guild.id), **({"unavailable": True} if outage else {})}
    world.backend.emit("GUILD_DELETE", payload)
    await world.rest()


async def bring_back(world: World, *, outage: bool = False) -> None:
    """Make the server take the bot back, or be there again."""
    guild = world.backend.get_guild(world.guild.id)
    payload: dict[str, Any] = dict(serializers.guild_create_payload(world.backend, guild))
    if not outage:
        # So discord.py knows a server that is new from one that was lost.
        del payload["unavailable"]
    world.backend.emit("GUILD_CREATE", payload)
    await world.rest()
    await world.pass_time(minutes=1)


# People


@pytest.mark.slow
async def test_who_left_the_server_is_noticed_at_the_deadline_and_their_clock_decides(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="3", on_time="claim")
    board = game.board
    await mara.leave()
    await pass_days(world, 3)
    assert "Mara is not in this server any more." in board.text
    await jonas.click(game.place.last, "Claim the win")
    assert "Jonas wins" in game.result.text


async def test_who_left_is_not_pinged(world: World, game: Game, mara: Person) -> None:
    await mara.leave()
    await pass_days(world, 2)
    assert [message.pings for message in played_in(game.place)[1:]] == []


@pytest.mark.slow
async def test_who_comes_back_plays_on(world: World, game: Game, mara: Person) -> None:
    board = game.board
    await mara.leave()
    await pass_days(world, 1.6)
    assert "not in this server" in board.text
    await mara.join()
    await pass_days(world, 1.2)
    assert "not in this server" not in board.text
    await game.click_move()
    assert game.moves == 1


@pytest.mark.slow
async def test_without_a_clock_the_other_may_claim_after_a_week(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="none")
    await mara.leave()
    await pass_days(world, 6.9)
    assert len(played_in(game.place)) == 1
    await pass_days(world, 0.2)
    await jonas.click(game.place.last, "Claim the win")
    assert "Jonas wins" in game.result.text


# Servers


@pytest.mark.slow
async def test_while_the_bot_is_not_in_a_server_its_games_rest_and_make_no_work(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    game = await start_game(world, mara, jonas, clock="3", on_time="forfeit")
    await world.pass_time(hours=1)
    await remove_bot(world)
    due = [row for row in all_stored(tmp_path) if 'INTO "due"' in row]
    assert [row for row in due if "'tidy'" not in row] == []
    before = len(world.requests)
    await world.pass_time(hours=2)
    assert len(world.requests) == before
    await bring_back(world)
    assert abs(until(game.board) - seconds(world) - 3 * 86_400 + 3600) <= 60
    await game.click_move()
    assert game.to_move is jonas


@pytest.mark.slow
async def test_a_return_that_discord_tells_like_the_end_of_an_outage_starts_the_clocks(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="3", on_time="forfeit")
    await remove_bot(world)
    await world.pass_time(hours=2)
    await bring_back(world, outage=True)
    assert abs(until(game.board) - seconds(world) - 3 * 86_400) <= 120


@pytest.mark.slow
async def test_whatever_somebody_asks_for_in_a_server_says_that_the_bot_is_back(
    world: World, mara: Person, jonas: Person
) -> None:
    """Discord may forget to tell of the return."""
    game = await start_game(world, mara, jonas, clock="3", on_time="forfeit")
    await remove_bot(world)
    await world.pass_time(hours=2)
    assert "You have no running game" not in (await mara.slash("games")).text
    await world.pass_time(minutes=1)
    assert abs(until(game.board) - seconds(world) - 3 * 86_400) <= 120


@pytest.mark.slow
async def test_a_server_that_removed_the_bot_while_it_was_down_is_noticed_at_a_deadline(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await world.stop()
    guild = world.backend.guilds.pop(world.guild.id)
    await world.pass_time(days=2)
    await keep_reachable(world)
    await world.start()
    await world.pass_time(minutes=2)
    world.backend.guilds[world.guild.id] = guild
    assert game.live_boards
    await bring_back(world)
    await game.click_move()
    assert game.to_move is jonas


@pytest.mark.slow
async def test_a_server_that_took_the_bot_back_while_it_was_down_is_noticed_at_the_start(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await remove_bot(world)
    await pass_days(world, 30)
    assert abs(until(game.board) - seconds(world) - 86_400) <= 60


@pytest.mark.slow
async def test_an_outage_of_a_server_is_no_removal_and_costs_nobody_the_game(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    deadline = until(game.board)
    await world.stop()
    await world.pass_time(days=0.999)
    await world.start()
    await remove_bot(world, outage=True)
    await world.pass_time(minutes=10)
    assert seconds(world) > deadline
    assert game.live_boards, "nobody could move meanwhile"
    await bring_back(world, outage=True)
    await game.click_move()
    assert game.to_move is jonas


# Channels


@pytest.mark.slow
async def test_in_a_channel_that_went_private_the_clock_stands_still(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="3", on_time="forfeit")
    begun = seconds(world)
    await world.channel.forbid("view_channel")
    await pass_days(world, 1.6)
    noticed = seconds(world)
    await pass_days(world, 20)
    assert len(game.boards) == 1
    await world.channel.allow("view_channel")
    await pass_days(world, 22)
    (board,) = [board for place in (world.channel, game.place) for board in boards(place)]
    left = until(board) - seconds(world)
    assert abs(left - (3 * 86_400 - (noticed - begun))) <= 120


@pytest.mark.slow
@sampled("on_time", ["forfeit", "claim", "computer"])
async def test_nobodys_time_is_up_in_a_channel_that_went_private_unnoticed(
    world: World, mara: Person, jonas: Person, on_time: str
) -> None:
    """Where no reminder goes to the channel, nothing fails there before the end of the clock."""
    await mara.slash("preferences", reminders="none")
    game = await start_game(world, mara, jonas, clock="1", on_time=on_time)
    await world.channel.forbid("view_channel")
    await pass_days(world, 3)
    await world.channel.allow("view_channel")
    await pass_days(world, 3)
    assert until(game.board) - seconds(world) == pytest.approx(86_400, abs=120)
    assert "until" in game.place.last.text, "nobody was told that a time is up"
    await game.click_move()
    assert game.to_move is jonas


@pytest.mark.slow
async def test_a_channel_that_is_deleted_unnoticed_ends_no_game_on_time(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("preferences", reminders="none")
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await world.channel.delete()
    await pass_days(world, 30)
    other = world.text_channel("other")
    await mara.slash("game board", other, game=game.code)
    (board,) = boards(other.threads[0])
    assert until(board) - seconds(world) == pytest.approx(86_400, abs=120)


@pytest.mark.slow
async def test_in_the_thread_of_a_rematch_the_clock_runs_on(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await first.resign(jonas)
    await mara.click(first.result, "Rematch")
    card = world.channel.last
    await jonas.click(card, "Accept")
    rematch = game_of(world, mara, jonas, card)
    assert "until" in rematch.board.text
    await pass_days(world, 1.1)
    assert "wins on time" in result_in(rematch.place).text


@pytest.mark.slow
async def test_a_game_that_lost_its_channel_goes_on_where_it_is_asked_for(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="3", on_time="forfeit")
    await world.channel.forbid("view_channel")
    await pass_days(world, 1.6)
    await pass_days(world, 5)
    other = world.text_channel("other")
    await mara.slash("game board", other, game=game.code)
    (board,) = boards(other.threads[0])
    assert 86_400 < until(board) - seconds(world) < 2 * 86_400


def boards(place: Place) -> list[Message]:
    """List the boards with a Move button in a place."""
    return [message for message in place.messages if "Move" in message.buttons]
