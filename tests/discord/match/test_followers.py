"""Who follows a game is pinged once: by the message that says how its match ended."""

import pytest

from tests.discord.simulated import Person, World
from tests.discord.tables import Game, result_in, start_game


@pytest.mark.slow
async def test_followers_are_pinged_at_the_end_and_nobody_else(
    world: World, game: Game, jonas: Person
) -> None:
    lea, kim = world.person("Lea"), world.person("Kim")
    followed = await lea.slash("game follow", game.place)
    await kim.click(await kim.click(game.board, "More"), "Follow")

    assert followed.ephemeral
    assert followed.text == f"You now follow game {game.code}: I'll tell you when it is over."
    await game.play(2)
    assert not {lea, kim} & {person for board in game.boards for person in board.pings}
    await game.resign(jonas)
    result = game.result
    assert set(result.pings) == {*game.players, lea, kim}
    assert f"-# Followed by {lea.mention}, {kim.mention}" in result.text


@pytest.mark.slow
async def test_following_is_a_switch(world: World, game: Game, jonas: Person) -> None:
    lea = world.person("Lea")
    await lea.slash("game follow", game.place)

    off = await lea.slash("game follow", game.place)

    assert off.text == f"You no longer follow game {game.code}."
    on = await lea.click(off, "Follow")
    assert on.buttons == ("Unfollow",)
    await lea.click(on, "Unfollow")
    await game.resign(jonas)
    assert set(game.result.pings) == set(game.players)


async def test_a_game_that_is_over_can_be_followed_no_more(
    world: World, game: Game, jonas: Person
) -> None:
    lea = world.person("Lea")
    await game.resign(jonas)

    refused = await lea.slash("game follow", game.place)

    assert refused.text == "This game is over. /games lists your running games."


@pytest.mark.slow
async def test_who_follows_a_match_is_told_of_its_end_alone(
    world: World, mara: Person, jonas: Person
) -> None:
    lea = world.person("Lea")
    game = await start_game(world, mara, jonas, match="two-game")
    await lea.slash("game follow", game.place)
    while not any("Replay" in message.buttons for message in game.place.messages):
        await game.type_move()
    first = next(message for message in game.place.messages if "Replay" in message.buttons)
    assert set(first.pings) == set(game.players)

    assert "game 2 of 2" in game.place.last.text
    question = await jonas.slash("game resign", game.place)
    await jonas.click(question, "Resign")

    assert set(result_in(game.place).pings) == {*game.players, lea}


async def test_who_looks_on_gets_fitting_sentences(world: World, game: Game) -> None:
    lea = world.person("Lea")
    only = "Only Mara and Jonas play in this game. /games lists yours."

    assert (await lea.click(game.board, "Move")).text == only
    for command in ("draw", "takeback", "abort", "resign"):
        assert (await lea.slash(f"game {command}", game.place)).text == only
    assert (await lea.click(game.board, "Text")).text.startswith("Mara to turn ")
