"""What people read where a rated game counts for nobody, or not for all, and what it counts for."""

import re

import pytest

from tests.bot.thinkers import Here
from tests.discord.computer_tables import think_here
from tests.discord.days import pass_days
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game

RATED = re.compile(r"^-# Rating in Dice Matrix: .*$", re.MULTILINE)


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


async def agree_on_a_draw(game: Game) -> None:
    one, other = game.players
    await one.slash("game draw", game.place)
    await other.click(game.place.last, "Agree")


@pytest.mark.slow
@pytest.mark.parametrize("moves", [0, 3])
async def test_who_resigns_before_two_turns_of_each_costs_and_gains_nobody_anything(
    world: World, game: Game, mara: Person, jonas: Person, moves: int
) -> None:
    await game.play(moves)
    await game.resign(jonas)
    assert "-# unrated: not everybody completed two turns" in game.result.text
    assert RATED.search(game.result.text) is None
    assert "no rated game" in (await mara.slash("leaderboard")).text

    counted = await start_game(world, mara, jonas)
    await counted.play(4)
    await counted.resign(jonas)
    assert RATED.search(counted.result.text)


@pytest.mark.slow
async def test_a_quick_draw_counts_for_nobody_and_says_from_when_on_it_does(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(15)
    await agree_on_a_draw(game)
    assert "-# unrated: a draw agreed before turn 16 does not count" in game.result.text
    assert "no rated game" in (await mara.slash("leaderboard")).text

    later = await start_game(world, mara, jonas)
    await later.play(16)
    await agree_on_a_draw(later)
    assert "Mara 1200? (±0) · Jonas 1200? (±0)" in later.result.text


async def test_a_seat_that_a_computer_played_for_is_unrated_and_the_other_is_not(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="computer")
    await game.play(4)
    await pass_days(world, 1.1)
    assert game.to_move == jonas
    await game.resign(jonas)
    (rated,) = RATED.findall(game.result.text)
    assert re.search(r"Mara unrated · Jonas 11\d\d\? \(−\d+\)$", rated)


@pytest.mark.slow
async def test_each_match_of_the_same_two_within_a_week_counts_less(
    world: World, mara: Person, jonas: Person
) -> None:
    gains = []
    for _ in range(3):
        game = await start_game(world, mara, jonas)
        await game.play(4)
        await game.resign(jonas)
        gains.append(int(re.findall(r"Mara \d+\? \(\+(\d+)\)", game.result.text)[0]))
    assert gains[0] > 1.5 * gains[1] > 2 * gains[2]
