"""/profile: what a server's games say of a person, and who may see it."""

import re

import pytest

from tests.discord.days import pass_days
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game


async def beat(world: World, winner: Person, loser: Person, moves: int = 0) -> Game:
    game = await start_game(world, winner, loser)
    await game.play(moves)
    await game.resign(loser)
    return game


@pytest.mark.slow
async def test_it_tells_results_streaks_favourite_pace_time_and_milestones(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, jonas, mara)
    for _ in range(3):
        await beat(world, mara, jonas, moves=4)
    slow = await start_game(world, mara, jonas)
    for _ in range(5):
        await world.pass_time(hours=2)
        await slow.type_move()

    shown = await jonas.slash("profile", person=mara)

    assert not shown.ephemeral
    assert shown.message.pings == ()
    lines = shown.text.split("\n")
    assert lines[0] == "### Mara"
    assert lines[1].startswith("**Dice Matrix** 1")
    assert lines[1].endswith("?: against people won 3, drawn 0, lost 1")
    assert "**Between people**: now 3 wins in a row · at best 3 wins in a row" in lines
    assert "**Favourite game**: Dice Matrix, 4 of 4 games" in lines
    assert any(line.startswith("**Usual time for a move**: ") for line in lines)
    assert "**On time**: 4 of 4 games with a clock" in lines
    assert any(line.startswith("First win against people · <t:") for line in lines)
    assert lines[-1] == "-# ? is a rating from fewer than 5 games, which may be far off."


async def test_ratings_over_time_are_a_picture_with_words_for_it(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas, moves=4)
    assert (await mara.slash("profile")).pictures == ()
    await beat(world, mara, jonas, moves=4)
    shown = await mara.slash("profile")
    (plot,) = shown.pictures
    assert plot.data.startswith(b"\x89PNG")
    assert re.fullmatch(
        r"Ratings over time:\nDice Matrix: (\d+)\? now, between \d+ and \1 in 2 rated games",
        plot.alt or "",
    )
    alone = await jonas.slash("profile", world.text_channel("elsewhere"), person=mara)
    assert len(alone.pictures) == 1


@pytest.mark.slow
async def test_a_game_lost_on_time_is_not_one_on_time(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash(
        "dice-matrix challenge", opponent=jonas, first="me", on_time="the player forfeits"
    )
    await jonas.click(world.channel.last, "Accept")
    await pass_days(world, 4)
    assert "**On time**: 0 of 1 game with a clock" in (await mara.slash("profile")).text
    assert "**On time**: 1 of 1 game" in (await jonas.slash("profile")).text


async def test_who_keeps_it_private_sees_it_alone(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    await mara.slash("preferences", profile="only me")
    refused = await jonas.slash("profile", person=mara)
    own = await mara.slash("profile")
    assert refused.ephemeral
    assert refused.text == "Mara keeps their profile private."
    assert own.ephemeral
    assert own.text.startswith("### Mara\n")


@pytest.mark.slow
async def test_in_the_thread_of_a_game_only_who_asks_sees_it(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await beat(world, mara, jonas)
    assert (await mara.slash("profile", game.place)).ephemeral


async def test_who_has_finished_nothing_is_told_so_and_a_bot_has_none(
    world: World, mara: Person
) -> None:
    robot = world.person("Robot", bot=True)
    nothing = await mara.slash("profile")
    bot = await mara.slash("profile", person=robot)
    assert nothing.ephemeral
    assert nothing.text == "Mara has not finished a game here yet."
    assert bot.text == "Robot is a bot and does not play."


async def test_its_buttons_lead_to_what_is_between_you_and_to_others(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    shown = await mara.slash("profile")
    between = await jonas.click(shown.message, "You and Mara")
    own = await mara.click(shown.message, "You and Mara")
    free = await mara.click(shown.message, "Find a game")
    assert between.ephemeral
    assert between.text.startswith("### Jonas and Mara\n**Dice Matrix**: Jonas 0, Mara 1")
    assert own.text.startswith("This is your own profile")
    assert free.text.startswith("### Free for a game\n**Jonas**")
