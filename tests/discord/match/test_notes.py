"""A note to a game is for its writer alone, and outlives the game and the bot's restarts."""

import pytest

from tests.discord.simulated import Person, World
from tests.discord.tables import Game
from tests.discord.traces import all_public


async def test_a_note_is_kept_shown_and_deleted(world: World, game: Game, mara: Person) -> None:
    public = all_public(world)
    none = await mara.slash("game note", game.place)
    assert none.text == f"You have no note on game {game.code}."
    assert none.buttons == ("Write a note",)

    kept = await mara.slash("game note", game.place, text="watch *c4*")

    assert kept.ephemeral
    assert kept.text == f"Your note on game {game.code}, which nobody else sees:\nwatch \\*c4\\*"
    again = await mara.slash("game note", game.place)
    assert again.text == kept.text
    gone = await mara.click(again, "Delete")
    assert gone.text == "Your note was deleted."
    assert (await mara.slash("game note", game.place)).text == none.text
    assert all_public(world) == public


@pytest.mark.slow
async def test_everybody_has_a_note_of_their_own(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    lea = world.person("Lea")
    await mara.slash("game note", game.place, text="mine")
    await lea.slash("game note", game.place, text="a spectator's")

    assert "no note" in (await jonas.slash("game note", game.place)).text
    assert (await lea.slash("game note", game.place)).text.endswith("a spectator's")


async def test_a_form_changes_a_note(world: World, game: Game, mara: Person) -> None:
    shown = await mara.click(await mara.click(game.board, "More"), "Note")
    form = await mara.click(shown, "Write a note")
    await world.restart()

    kept = await mara.fill(form, note="first line\nsecond line")

    assert kept.text.endswith(":\nfirst line\nsecond line")
    changed = await mara.fill(await mara.click(kept, "Edit"), note="")
    assert changed.text == f"You have no note on game {game.code}."


async def test_a_note_outlives_its_game(game: Game, mara: Person, jonas: Person) -> None:
    await mara.slash("game note", game.place, text="well played")
    await game.resign(jonas)

    assert "well played" in (await mara.slash("game note", game.place, game=game.code)).text
