"""The running score of two people: on the card, the boards and the result of their games."""

import re
from datetime import timedelta

import discord
import pytest

from tests.discord.days import pass_days
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, challenge, start_game

SCORE = re.compile(r"^-# (.+) this month$", re.MULTILINE)


def score(message: Message) -> str | None:
    found = SCORE.search(message.text)
    return None if found is None else found[1]


async def beat(world: World, winner: Person, loser: Person) -> Game:
    game = await start_game(world, winner, loser)
    await game.resign(loser)
    return game


@pytest.mark.slow
async def test_it_is_on_the_card_on_every_board_and_on_the_result(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await start_game(world, mara, jonas)
    assert [score(first.card), score(first.board)] == [None, None]
    await first.resign(jonas)
    assert score(first.result) == "Mara 1, Jonas 0"
    await beat(world, mara, jonas)

    card = await challenge(world, jonas, mara)
    open_card = score(card)
    await mara.click(card, "Accept")
    game = await start_game(world, jonas, mara)
    await game.play(3)

    assert open_card == score(card) == score(game.card) == "Mara 2, Jonas 0"
    assert score(game.board) == "Mara 2, Jonas 0"
    assert [score(board) for board in game.boards[:-1]] == [None] * 3
    await game.resign(mara)
    assert score(game.result) == score(game.card) == "Mara 2, Jonas 1"


@pytest.mark.slow
async def test_draws_are_told_and_who_is_ahead_comes_first(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, jonas, mara)
    game = await start_game(world, mara, jonas)
    await game.play(2)
    await mara.slash("game draw", game.place)
    await jonas.click(game.place.last, "Agree")
    assert score(game.result) == "Jonas 1, Mara 0, 1 drawn"


@pytest.mark.slow
async def test_only_games_of_the_two_of_this_kind_in_this_month_count(
    world: World, mara: Person, jonas: Person
) -> None:
    kim = world.person("Kim")
    await beat(world, mara, jonas)
    await beat(world, mara, kim)
    await jonas.slash("tablero challenge", opponent=mara)
    other_kind = world.messages()[-1]
    with_kim = await start_game(world, kim, jonas)
    assert [score(other_kind), score(with_kim.board)] == [None, None]
    await pass_days(world, 32)
    game = await start_game(world, mara, jonas)
    assert [score(game.card), score(game.board)] == [None, None]
    await game.resign(mara)
    assert score(game.result) == "Jonas 1, Mara 0"


@pytest.mark.slow
async def test_a_month_begins_by_the_clocks_of_the_server(
    world: World, mara: Person, jonas: Person
) -> None:
    """As on the leaderboard: in Kiritimati it is the first of a month 14 hours before UTC has it."""
    nora = world.person("Nora", permissions=discord.Permissions(manage_guild=True))
    await nora.slash("settings", time_zone="Pacific/Kiritimati")
    following = world.now.replace(day=1, hour=0, minute=0, second=0) + timedelta(days=31)
    assert following.day == 1
    first = following - timedelta(hours=14)
    await pass_days(world, (first - world.now) / timedelta(days=1) - 1 / 24)
    before = await beat(world, mara, jonas)
    await world.pass_time(hours=2)
    after = await start_game(world, mara, jonas)
    assert [score(before.result), score(after.card), score(after.board)] == [
        "Mara 1, Jonas 0",
        None,
        None,
    ]
    await after.resign(mara)
    assert score(after.result) == "Jonas 1, Mara 0"


async def test_it_speaks_the_language_of_the_game(
    world: World, mara: Person, jonas: Person
) -> None:
    vera = world.person("Vera", permissions=discord.Permissions(manage_guild=True))
    await beat(world, mara, jonas)
    await vera.slash("settings", language="日本語")
    card = await challenge(world, jonas, mara)
    assert "\n-# 今月の成績：Mara 1勝、Jonas 0勝" in card.text
