"""Reminders as people get them: in the thread, by direct message, once a day, or not at all."""

import pytest

from tests.discord.days import pass_days, seconds
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, start_game

MESSAGES = "/channels/*/messages"


def reminders(game: Game) -> list[Message]:
    """List the reminders in a game's thread."""
    return [message for message in game.place.messages if "Reminders" in message.buttons]


def letters(person: Person) -> tuple[Message, ...]:
    """List what the bot wrote to a person alone."""
    return tuple(message for message in person.dm.messages if "Reminders" in message.buttons)


@pytest.mark.slow
async def test_only_who_is_to_move_is_pinged_at_half_time_and_before_the_end(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await pass_days(world, 1.4)
    assert reminders(game) == []
    await pass_days(world, 0.2)
    (half,) = reminders(game)
    assert half.pings == (mara,)
    assert half.text.startswith(f"{mara.mention}, this game is waiting for your move")
    await pass_days(world, 1)
    await pass_days(world, 0.1)
    (late,) = reminders(game)
    assert late.pings == (mara,)
    assert late.id != half.id
    await game.click_move()
    await pass_days(world, 1.6)
    (other,) = reminders(game)
    assert other.pings == (jonas,)


@pytest.mark.slow
async def test_a_reminder_is_deleted_when_it_is_past(
    world: World, game: Game, mara: Person
) -> None:
    await pass_days(world, 2)
    (first,) = reminders(game)
    await game.click_move()
    assert not first.exists

    await pass_days(world, 2)
    (second,) = reminders(game)
    await mara.slash("game more-time", game.place, game=game.code)
    assert not second.exists, "the time that it names is no longer true"

    await pass_days(world, 1.8)
    (third,) = reminders(game)
    await pass_days(world, 0.3)
    assert "Wait" in game.place.last.buttons
    assert not third.exists, "the time is up, which another message says"
    assert mara in game.place.last.pings


@pytest.mark.slow
async def test_a_reminder_that_went_out_after_the_move_is_deleted_too(
    world: World, game: Game
) -> None:
    await pass_days(world, 1.4)
    hold = world.hold("POST", MESSAGES, after=True)
    await pass_days(world, 0.2)
    await game.to_move.slash("move", game.place, move="=3")
    hold.release()
    await world.pass_time(minutes=5)
    assert reminders(game) == []


async def test_a_reminder_leads_to_the_board_and_to_its_own_settings(
    world: World, game: Game, mara: Person
) -> None:
    await pass_days(world, 2)
    (reminder,) = reminders(game)
    assert reminder.buttons == ("Go to the board", "Reminders")
    answer = await mara.click(reminder, "Reminders")
    assert answer.ephemeral
    assert "/preferences" in answer.text


@pytest.mark.slow
async def test_a_move_just_before_a_reminder_goes_out_leaves_nothing_to_say(
    world: World, game: Game
) -> None:
    await pass_days(world, 1.4)
    world.fail("POST", MESSAGES, status=503, times=None)
    await pass_days(world, 0.2)
    await game.to_move.slash("move", game.place, move="=3")
    world._wire.faults.clear()
    await world.pass_time(minutes=20)
    assert reminders(game) == []


@pytest.mark.slow
async def test_of_two_reminders_that_could_not_go_out_before_only_the_later_does(
    world: World, game: Game
) -> None:
    await pass_days(world, 1.4)
    world.fail("POST", MESSAGES, status=503, times=None)
    await pass_days(world, 0.2)
    await pass_days(world, 1)
    world._wire.faults.clear()
    await world.pass_time(hours=1)
    assert len(reminders(game)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
async def test_a_reminder_goes_out_once_when_discord_fails(
    world: World, game: Game, *, after: bool
) -> None:
    await pass_days(world, 1.4)
    world.fail("POST", MESSAGES, status=None, times=5, after=after)
    await pass_days(world, 0.2)
    await world.pass_time(minutes=10)
    assert len(reminders(game)) == 1


@pytest.mark.slow
async def test_who_wants_it_is_reminded_by_direct_message(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("preferences", reminders="dm")
    games = [await start_game(world, mara, jonas) for _ in range(2)]
    await pass_days(world, 2)
    assert [reminders(game) for game in games] == [[], []]
    (letter,) = letters(mara)
    assert letter.text.startswith("2 games are waiting for your move:")
    assert "Dice Matrix with Jonas in Game Night" in letter.text
    assert (await mara.click(letter, "Reminders")).ephemeral
    assert letters(jonas) == ()


@pytest.mark.slow
async def test_whose_direct_messages_are_closed_is_reminded_in_the_thread(
    world: World, game: Game, mara: Person
) -> None:
    await mara.slash("preferences", reminders="dm")
    dm = mara.dm.id
    await pass_days(world, 1.4)
    world.fail("POST", f"/channels/{dm}/messages", status=403, code=50007, times=None)
    await pass_days(world, 0.2)
    assert letters(mara) == ()
    (reminder,) = reminders(game)
    assert reminder.pings == (mara,)


@pytest.mark.slow
async def test_a_direct_message_that_was_opened_too_fast_is_sent_later(
    world: World, game: Game, mara: Person
) -> None:
    await mara.slash("preferences", reminders="dm")
    dm = mara.dm.id
    await pass_days(world, 1.4)
    fault = world.fail("POST", f"/channels/{dm}/messages", status=403, code=40003, times=None)
    await pass_days(world, 0.2)
    fault.times = 0
    await world.pass_time(minutes=10)
    assert len(letters(mara)) == 1
    assert not reminders(game)


@pytest.mark.slow
async def test_a_digest_that_is_refused_says_nothing_of_a_time_where_there_is_no_clock(
    world: World, mara: Person, jonas: Person
) -> None:
    hour = (seconds(world) // 3600 + 5) % 24
    await mara.slash("preferences", digest=f"{hour}:00")
    game = await start_game(world, mara, jonas, clock="none")
    world.fail("POST", f"/channels/{mara.dm.id}/messages", status=403, code=50007, times=None)
    await pass_days(world, 0.25)
    (reminder,) = reminders(game)
    assert reminder.text == f"{mara.mention}, this game is waiting for your move."
    assert reminder.pings == (mara,)


@pytest.mark.slow
async def test_a_digest_lists_all_games_that_wait_once_a_day(
    world: World, mara: Person, jonas: Person
) -> None:
    hour = (seconds(world) // 3600 + 5) % 24
    await mara.slash("preferences", digest=f"{hour}:00")
    games = [await start_game(world, mara, jonas, clock=clock) for clock in ("3", "none")]
    await pass_days(world, 0.25)
    (letter,) = letters(mara)
    assert letter.text.startswith("2 games are waiting for your move:")
    await pass_days(world, 1)
    await pass_days(world, 0.5)
    assert len(letters(mara)) == 2
    assert [reminders(game) for game in games] == [[], []]
    for game in games:
        await game.click_move()
    await pass_days(world, 1)
    assert len(letters(mara)) == 2


async def test_who_wants_none_gets_none(world: World, game: Game, mara: Person) -> None:
    await mara.slash("preferences", reminders="none")
    await pass_days(world, 2.9)
    assert reminders(game) == []
    assert letters(mara) == ()


@pytest.mark.slow
async def test_a_server_without_pings_has_none_in_reminders(
    world: World, game: Game, mara: Person
) -> None:
    await world.channel.allow("manage_guild", to=mara)
    await mara.slash("settings", pings="off")
    await pass_days(world, 2)
    assert [message.pings for message in reminders(game)] == [()]
    await pass_days(world, 1)
    assert "Wait" in game.place.last.buttons
    assert game.place.last.pings == ()


@pytest.mark.slow
async def test_after_a_downtime_of_a_week_there_is_no_storm(
    world: World, mara: Person, jonas: Person
) -> None:
    games = [await start_game(world, mara, jonas, clock="14") for _ in range(5)]
    await pass_days(world, 13.7)
    told = [message for game in games for message in reminders(game)]
    assert len(told) == 1
    assert "4 more games are waiting for you in this server" in told[0].text
