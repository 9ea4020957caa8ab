"""The bot is stopped, asleep or cut off for thirty hours: what people find when they can reach it again."""

from typing import cast

import pytest

from bot.app import Tavolo
from bot.match.reminder_times import DAY, HOUR
from tests.data.backends import ON_EACH
from tests.discord.days import keep_reachable, seconds, until
from tests.discord.match.test_reminders import letters, reminders
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, start_game
from tests.tiers import sampled

BACK = "-# Nobody could reach me for 30 hours. The clock has this time back."
LOST = 30 * HOUR


def posted(world: World) -> int:
    """Count what was posted anywhere so far."""
    return sum(each.is_for("POST", "/channels/*/messages") for each in world.requests)


async def be_away(world: World, *, kill: bool = False) -> None:
    """Stop the bot for thirty hours."""
    await world.stop(kill=kill)
    await world.pass_time(hours=30)
    await world.start()
    await world.pass_time(minutes=2)


async def be_cut_off(world: World) -> None:
    """Cut the bot off from the gateway for thirty hours."""
    await world.cut_off()
    await world.pass_time(hours=30)
    await world.reconnect()
    await world.pass_time(minutes=2)


@ON_EACH
@sampled("cut_off", [False, True], ids=["stopped", "cut off"])
async def test_nobody_loses_and_one_line_on_each_board_says_why(
    world: World, mara: Person, jonas: Person, *, cut_off: bool
) -> None:
    await mara.slash("preferences", reminders="dm")
    games = [
        await start_game(world, mara, jonas, clock="1", on_time="forfeit"),
        await start_game(world, mara, jonas, clock="3", on_time="computer"),
        await start_game(world, jonas, mara, clock="1", on_time="forfeit"),
    ]
    ends = [until(game.board) for game in games]
    await jonas.slash("dice-matrix challenge")
    card = world.channel.last
    sent = posted(world)
    await (be_cut_off(world) if cut_off else be_away(world))
    assert posted(world) == sent
    for game, before in zip(games, ends, strict=True):
        assert BACK in game.board.text
        assert abs(until(game.board) - before - LOST) <= 60
    assert letters(mara) == ()
    assert reminders(games[2]) == []
    assert "Accept" in card.buttons
    # With the next turn the line is gone.
    await games[0].click_move()
    assert "reach me" not in games[0].board.text


@pytest.mark.slow
async def test_whose_hour_was_the_last_gets_a_day_and_is_reminded_of_its_end_once(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await world.stop()
    await world.pass_time(hours=23.5)
    await keep_reachable(world)
    await world.start()
    await world.pass_time(minutes=2)
    (first,) = reminders(game)
    await be_away(world, kill=True)
    assert abs(until(game.board) - seconds(world) - DAY) <= 200
    assert [message.id for message in reminders(game)] == [first.id]
    await world.pass_time(hours=12.1)
    (second,) = reminders(game)
    assert second.id != first.id
    await world.pass_time(hours=12)
    assert game.result.exists


@pytest.mark.slow
async def test_a_click_that_is_quicker_than_the_bot_finds_the_time_given_back(
    world: World, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = cast("Tavolo", world.bot)

    async def only_note(shard: int) -> None:
        bot.lost_time._connected.add(shard)

    monkeypatch.setattr(bot, "on_shard_connect", only_note)
    await world.cut_off()
    await world.pass_time(hours=80)
    await world.reconnect()
    assert (await bot.matches.table(game.id)).game.timing.given_back == 0
    await game.to_move.click(game.board, "Move")
    assert (await bot.matches.table(game.id)).game.timing.given_back == 80 * HOUR


@pytest.mark.slow
async def test_a_digest_that_was_missed_comes_once_and_nothing_else_with_it(
    world: World, mara: Person, jonas: Person
) -> None:
    hour = (seconds(world) // 3600 + 5) % 24
    await mara.slash("preferences", digest=f"{hour}:00")
    await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await start_game(world, mara, jonas, clock="3", on_time="forfeit")
    await be_away(world)
    await world.pass_time(minutes=30)
    (letter,) = letters(mara)
    assert letter.text.startswith("2 games are waiting for your move:")


async def test_people_can_still_join_a_tournament_that_was_to_begin_meanwhile(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash(
        "tournament create", name="Cup", game="dice_matrix", format="knockout", starts_in=24
    )
    card: Message = world.channel.last
    await be_away(world)
    await jonas.click(card, "Join")
    assert "Jonas" in card.text
    await world.pass_time(minutes=70)
    assert "Join" not in card.buttons


async def test_an_open_challenge_and_a_short_absence(world: World, mara: Person) -> None:
    await mara.slash("dice-matrix challenge")
    card = world.channel.last
    before = card.text
    await world.stop()
    await world.pass_time(minutes=14)
    await world.start()
    await world.pass_time(minutes=2)
    assert card.text == before
    await world.stop()
    await world.pass_time(hours=60)
    await world.start()
    await world.pass_time(minutes=2)
    assert "Cancel" in card.buttons
    assert card.text != before, "it says when it expires now"
