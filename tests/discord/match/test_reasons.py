"""Why a computer moved: asked for after the move, told to who asks, and from what all can see."""

import pytest

from games.players import LEVELS
from games.players.traits import character_of
from games.registry import GAMES
from tests.bot.thinkers import Here
from tests.discord.computer_tables import begin, live, move, table_in, think_here
from tests.discord.simulated import Person, World
from tests.discord.tables import Game
from tests.discord.traces import all_public

NONE = "No computer has moved since your last turn."


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


async def test_what_speaks_for_a_move_is_told_to_who_asks_after_it(
    world: World, mara: Person, jonas: Person
) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    assert "Why?" not in (await mara.click(live(thread), "More")).buttons
    game = (await table_in(world, thread)).game
    assert (await mara.press(thread.last, f"t:why:{game.id}")).text == NONE
    await move(world, mara, thread)
    public = all_public(world)

    for person in (mara, jonas):
        more = await person.click(live(thread), "More")
        told = await person.click(more, "Why?")
        assert told.ephemeral
        first, character = told.text.splitlines()
        assert first.startswith("Ada took ")
        assert "What speaks for it: it takes " in first
        assert character == (
            "-# Ada looks for dice that score the most now, and misjudges them by some points."
        )
    assert all_public(world) == public


async def test_between_people_there_is_nothing_to_ask(game: Game) -> None:
    await game.play(2)
    assert "Why?" not in (await game.to_move.click(game.board, "More")).buttons
    assert (await game.to_move.press(game.board, f"t:why:{game.id}")).text == NONE


async def test_at_a_table_every_computer_since_the_last_turn_is_told(
    world: World, mara: Person
) -> None:
    thread = await begin(world, mara, "matrio", computer="medium")
    await move(world, mara, thread)

    told = await mara.click(await mara.click(live(thread), "More"), "Why?")

    lines, names = told.text.splitlines(), ("Ines", "Jack", "Kira")
    assert sorted(turn.partition(":")[0] for turn in lines[:3]) == [*names]
    plays = character_of("matrio", LEVELS[1])
    assert sorted(lines[3:]) == [f"-# {name} {plays}." for name in names]


async def test_who_fills_a_table_reads_how_each_level_plays(world: World, mara: Person) -> None:
    for key in GAMES:
        told = [str(character_of(key, level)) for level in LEVELS]
        assert len(set(told)) == len(LEVELS)
    await mara.slash("dicefest challenge", seats=3)

    asked = await mara.click(world.channel.last, "Fill with computers")

    for name, level in zip(("Ada", "Ines", "Iris", "Mona"), LEVELS, strict=True):
        assert f"-# {name} ({level}) {character_of('dicefest', level)}." in asked.text
