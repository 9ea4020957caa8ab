"""A computer that plays like me: chosen, announced, asked why, met again, and never on a list."""

import re

import pytest

from data.computers import Computer
from games.players import LEVELS
from games.players.mix import LIKE_ME, Mix, place_of
from games.players.traits import character_of
from tests.bot.thinkers import Here
from tests.discord.computer_tables import begin, live, move, table_in, think_here
from tests.discord.simulated import Person, World
from tests.discord.tables import played_in, result_in

TURNS = "about 4 of 8 turns as medium, the others as easy"


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


async def test_a_whole_game_from_the_card_to_a_weaker_one_in_the_rematch(
    world: World, mara: Person, thinkers: list[Here]
) -> None:
    thread = await begin(world, mara, "dice-matrix", computer="like-me", rated=True, first="me")
    card, (_, board) = world.channel.last, thread.messages
    lines = card.text.splitlines()
    assert lines[1] == "Mara challenges Sam (between easy and medium)"
    assert f"-# Sam, like Mara: {TURNS}" in lines
    assert f"-# Computers: Sam (between easy and medium: {TURNS})" in board.text.splitlines()
    thinkers[-1].held.clear()
    await move(world, mara, thread)
    assert thread.last.text.startswith("Sam (between easy and medium) is thinking\n")
    thinkers[-1].held.set()
    await world.rest()
    told = await mara.click(await mara.click(live(thread), "More"), "Why?")
    easy, medium = (character_of("dice_matrix", level) for level in (LIKE_ME.lower, LIKE_ME.upper))
    assert told.text.splitlines()[1:] == [
        f"-# In about 4 of 8 turns, as medium: Sam {medium.source}.",
        f"-# In about 4 of 8 turns, as easy: Sam {easy.source}.",
    ]
    question = await mara.slash("game resign", thread)
    await mara.click(question, "Resign")
    result = result_in(thread)
    assert result.text.startswith("### Sam wins by resignation\n1 Sam (between easy and medium)")
    assert re.search(r"with computers: Mara 1\d{3}\? \(−\d+\)", result.text)

    await mara.click(result, "Rematch")

    again = (await table_in(world, world.channel.threads[-1])).game
    (sam,) = [one for player in again.players if (one := Computer.of(player)) is not None]
    assert isinstance(sam.strength, Mix)
    assert place_of(sam.strength) < place_of(LIKE_ME)
    assert f"Sam, like Mara: about {sam.strength.eighths} of 8 turns" in world.channel.last.text

    listed = await mara.slash("leaderboard", game="dice_matrix", list="computers")
    (picture,) = listed.message.files
    assert picture.alt is not None
    assert "Mara" in picture.alt
    assert not re.search(r"Sam|easy|omputer", picture.alt)
    assert (
        "against computers (like me) won 0, drawn 0, lost 1" in (await mara.slash("profile")).text
    )


async def test_wherever_a_level_is_chosen_like_me_can_be(world: World, mara: Person) -> None:
    await mara.slash("tablero challenge", first="me")
    card = world.channel.last
    asked = await mara.click(card, "Play the computer")
    assert asked.buttons == (*map(str, LEVELS), "like me")
    await mara.click(asked, "like me")
    assert card.thread is not None
    assert (await table_in(world, card.thread)).game.computer_at(1) == LIKE_ME

    await mara.slash("matrio challenge", computer="like-me")
    text = world.channel.last.text
    names = [f"{name} (between easy and medium)" for name in ("Sam", "Dora", "Emil")]
    assert " · ".join(["1 Mara", *(f"{n} {name}" for n, name in enumerate(names, 2))]) in text
    assert f"Sam, Dora and Emil, like Mara: {TURNS}" in text

    forged = await mara.press(asked, "t:start-computer:tablero:easy+4")
    assert forged.text.startswith("This button is from an older version of me, or broken.")


async def test_several_are_told_together_and_why_says_it_once(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "matrio", computer="like-me")
    first = next(message for message in thread.messages if "Computers: " in message.text)
    assert (
        f"-# Computers: Sam, Dora and Emil (between easy and medium: {TURNS})"
        in first.text.splitlines()
    )
    await move(world, mara, thread)
    told = await mara.click(await mara.click(live(thread), "More"), "Why?")
    characters = [line for line in told.text.splitlines() if line.startswith("-# ")]
    assert [line.partition(", as ")[2].rpartition(" and Emil ")[0] for line in characters] == [
        "medium: each of Sam, Dora",
        "easy: each of Sam, Dora",
    ]


async def test_who_is_called_sam_meets_somebody_else(world: World) -> None:
    sam = world.person("Sam")
    await begin(world, sam, "tablero", computer="like-me")
    assert "Sam challenges Vera (between easy and medium)" in world.channel.last.text


async def test_in_japanese_everything_is_said_too(world: World) -> None:
    await world.speak("ja")
    yui = world.person("Yui", locale="ja")
    thread = await begin(world, yui, "tablero", computer="like-me", first="me")
    for message in (world.channel.last, *played_in(thread)):
        assert not re.search(r"easy|medium|turns|like", message.text), message.text
