"""Somebody in a timeout by Discord can't move: no clock of theirs ends meanwhile."""

import pytest

from tests.discord.days import pass_days, seconds, until
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game

DAY = 86_400
AFTERWARDS = {
    "forfeit": "wins on time",
    "computer": "ran out of time: a computer plays",
    "claim": "ran out of time",
}
"""What is said when the time ends after all."""


@pytest.mark.slow
@pytest.mark.parametrize("on_time", ["forfeit", "computer", "claim"])
async def test_who_is_in_a_timeout_does_not_run_out_of_time(
    world: World, mara: Person, jonas: Person, on_time: str
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time=on_time)
    await game.play(4)
    late = game.to_move
    await late.be_silenced(days=7)
    await pass_days(world, 1.1)
    assert game.to_move is late
    assert "clock paused" in game.board.text
    await pass_days(world, 5)
    assert "clock paused" in game.board.text
    await pass_days(world, 1)
    assert game.to_move is late
    left = until(game.board) - seconds(world)
    assert 0.5 * DAY < left <= DAY, "a day is left from the end of the timeout on"
    await pass_days(world, 1.1)
    told = "\n".join(message.text for message in game.place.messages)
    assert AFTERWARDS[on_time] in told


@pytest.mark.slow
async def test_a_timeout_is_seen_when_a_reminder_is_due_and_the_time_that_is_left_stays(
    world: World, game: Game
) -> None:
    late = game.to_move
    await late.be_silenced(days=7)
    await pass_days(world, 2.5)
    assert "clock paused" in game.board.text
    await late.be_silenced()
    await pass_days(world, 5)
    assert game.to_move is late
    assert until(game.board) - seconds(world) > 0


@pytest.mark.slow
async def test_a_timeout_that_is_lifted_early_or_made_longer_is_followed(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    late = game.to_move
    await late.be_silenced(days=2)
    await pass_days(world, 1.1)
    await late.be_silenced(days=5)
    await pass_days(world, 2)
    assert "clock paused" in game.board.text
    await late.be_silenced()
    await game.play(1)
    assert game.to_move is not late
    await game.play(1)
    assert until(game.board) == seconds(world) + DAY, "who moves is not in a timeout any more"


@pytest.mark.slow
async def test_without_a_click_a_timeout_that_was_lifted_is_noticed_within_the_hour(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    late = game.to_move
    await late.be_silenced(days=7)
    await pass_days(world, 1.1)
    assert "clock paused" in game.board.text
    await pass_days(world, 1)
    await late.be_silenced()
    lifted = seconds(world)
    await world.pass_time(minutes=62)
    assert "clock paused" not in game.board.text
    assert until(game.board) <= lifted + 3700 + DAY
    await pass_days(world, 1.1)
    assert "wins on time" in game.result.text


async def test_whatever_somebody_does_shows_that_they_are_in_no_timeout_any_more(
    world: World, mara: Person, jonas: Person
) -> None:
    lea = world.person("Lea")
    games = [
        await start_game(world, mara, other, clock="1", on_time="forfeit") for other in (jonas, lea)
    ]
    elsewhere = await start_game(world, jonas, lea, clock="1", on_time="forfeit")
    await mara.be_silenced(days=7)
    await elsewhere.to_move.be_silenced(days=7)
    await pass_days(world, 1.1)
    assert all("clock paused" in game.board.text for game in [*games, elsewhere])

    await mara.click(games[0].board, "Text")
    assert all("clock paused" in game.board.text for game in games), "Discord says that they are"
    await mara.be_silenced()
    await mara.slash("games")

    await world.pass_time(seconds=10)
    assert [until(game.board) - seconds(world) > DAY - 60 for game in games] == [True, True]
    assert "clock paused" in elsewhere.board.text


@pytest.mark.slow
async def test_who_waits_for_somebody_is_not_told_why_their_clock_is_paused(
    world: World, game: Game
) -> None:
    late = game.to_move
    await late.be_silenced(days=7)
    await pass_days(world, 3.1)
    assert "clock paused" in game.board.text
    assert "timeout" not in game.board.text
