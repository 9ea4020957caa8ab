"""/rivals: who is free for a game, and one click to challenge them."""

import discord
import pytest

from tests.discord.simulated import Person, World
from tests.discord.tables import start_game
from tests.tiers import sampled


async def met(world: World, one: Person, other: Person) -> None:
    game = await start_game(world, one, other)
    await game.play(4)
    await game.resign(other)


async def listed(person: Person) -> tuple[str, ...]:
    answer = await person.slash("rivals")
    assert answer.ephemeral
    return answer.buttons


@pytest.mark.slow
async def test_who_played_lately_is_listed_with_hours_and_pace(
    world: World, mara: Person, jonas: Person
) -> None:
    await met(world, mara, jonas)
    kim = world.person("Kim")
    await kim.slash("preferences", time_zone="Asia/Tokyo")
    here = await jonas.slash("rivals")
    there = await kim.slash("rivals")

    assert "Hours are in your time zone, UTC: /preferences changes it." in here.text
    assert "**Mara** · mostly between " in here.text
    assert "usually 1 minute for a move" in here.text
    assert here.buttons == ("Dice Matrix with Mara",)
    assert set(there.buttons) == {"Dice Matrix with Mara", "Dice Matrix with Jonas"}
    assert "Asia/Tokyo" in there.text


@pytest.mark.slow
async def test_one_click_challenges_with_the_usual_limits(
    world: World, mara: Person, jonas: Person
) -> None:
    await met(world, mara, jonas)
    shown = await jonas.slash("rivals")
    await jonas.click(shown, "Dice Matrix with Mara")
    card = world.channel.last
    again = await jonas.click(await jonas.slash("rivals"), "Dice Matrix with Mara")
    assert "Jonas challenges <@" in card.text
    assert card.pings == (mara,)
    assert "already has an open challenge from you" in again.text


@sampled(
    "busy",
    ["private", "unwilling", "away", "blocking", "blocked", "full"],
)
async def test_who_is_not_free_is_not_listed(
    world: World, mara: Person, jonas: Person, busy: str
) -> None:
    await met(world, mara, jonas)
    assert await listed(jonas) == ("Dice Matrix with Mara",)
    match busy:
        case "private":
            await mara.slash("preferences", profile="only me")
        case "unwilling":
            await mara.slash("preferences", challenges="off")
        case "away":
            await mara.slash("away", days=2)
        case "blocking":
            await mara.slash("block person", person=jonas)
        case "blocked":
            await jonas.slash("block person", person=mara)
        case _:
            nora = world.person("Nora", permissions=discord.Permissions(manage_guild=True))
            await nora.slash("settings", games=1)
            await start_game(world, mara, world.person("Kim"))
    shown = await jonas.slash("rivals")
    assert shown.text == "Nobody who has played here lately is free for a game right now."
