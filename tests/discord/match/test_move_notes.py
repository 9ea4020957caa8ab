"""Notes on moves: private while a game runs, for everybody with their writer's name afterwards."""

import json

import discord
import pytest

from bot.services import move_notes
from bot.services.move_notes import LONGEST_MOVE_NOTE
from tests.bot.thinkers import Here
from tests.discord.computer_tables import think_here
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, start_game
from tests.discord.traces import all_public

PRIVATE = "Your note, which only you see until the game is over:"


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run jobs in this process, before the world makes the bot."""
    return think_here(monkeypatch)


async def at_turn(game: Game, person: Person, turn: int) -> Answer:
    """Open the replay of a game, and go to a turn."""
    more = await person.press(game.place.last, f"t:more:{game.id}")
    shown = await person.click(more, "Replay")
    for _ in range(turn):
        await person.click(shown, "Next")
    return shown


async def note(shown: Answer, person: Person, text: str, label: str = "Write a note") -> Answer:
    """Write a note on a step."""
    return await person.fill(await person.click(shown, label), note=text)


async def test_while_the_game_runs_a_note_is_for_its_writer_alone(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(3)
    public = all_public(world)

    shown = await note(await at_turn(game, mara, 2), mara, "why *not*\nc4?")

    assert shown.ephemeral
    assert "turn 2 of 3" in shown.text
    assert shown.text.endswith(f"{PRIVATE} why \\*not\\*\nc4?")
    assert {"Edit your note", "Delete your note"} <= set(shown.buttons)
    for other in (jonas, world.person("Lea")):
        assert "c4" not in (await at_turn(game, other, 2)).text
    assert all_public(world) == public
    await game.play(1)
    assert "c4?" in (await at_turn(game, mara, 2)).text
    assert "c4?" not in (await at_turn(game, mara, 3)).text


@pytest.mark.slow
async def test_the_form_says_who_is_going_to_read_it(game: Game, mara: Person) -> None:
    await game.play(1)
    running = await mara.click(await at_turn(game, mara, 1), "Write a note")
    await mara.fill(running, note="hm")
    await game.resign(mara)
    over = await mara.click(await at_turn(game, mara, 1), "Edit your note")

    (label,), (later,) = (form.modal["components"] for form in (running, over) if form.modal)
    assert label["label"] == "Only you see it until the game is over"
    assert label["description"] == (
        "After that, everybody who opens this turn can read it, with your name."
    )
    assert later["label"] == "Everybody who opens this turn can read it"
    assert later["component"]["value"] == "hm"


@pytest.mark.slow
async def test_after_the_end_everybody_reads_what_each_has_written(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(2)
    await note(await at_turn(game, jonas, 2), jonas, "I saw that")
    await note(await at_turn(game, mara, 2), mara, "A trap")
    await game.resign(mara)
    await world.restart()

    shown = await at_turn(game, world.person("Lea"), 2)

    assert shown.text.endswith("Note by Mara: A trap\nNote by Jonas: I saw that")
    assert not {"Write a note", "Edit your note", "Remove others' notes"} & set(shown.buttons)
    changed = await note(await at_turn(game, mara, 2), mara, "No trap", "Edit your note")
    assert "Note by Mara: No trap\n" in changed.text
    await mara.click(changed, "Delete your note")
    assert changed.text.endswith("Note by Jonas: I saw that")
    assert "Write a note" in changed.buttons
    emptied = await note(await at_turn(game, jonas, 2), jonas, "  ", "Edit your note")
    assert "Note by" not in emptied.text


@pytest.mark.slow
async def test_the_page_of_a_game_has_its_notes(game: Game, mara: Person, jonas: Person) -> None:
    await game.play(2)
    await note(await at_turn(game, mara, 1), mara, "<b>bold</b> & brave")
    await game.resign(mara)

    (file,) = (await jonas.slash("game share", game.place)).files

    assert "Note by Mara: &lt;b&gt;bold&lt;/b&gt; &amp; brave</p>" in file.data.decode()


@pytest.mark.slow
async def test_a_note_stays_on_its_move_when_later_ones_are_taken_back(
    world: World, mara: Person, jonas: Person
) -> None:
    casual = await start_game(world, mara, jonas, rated=False)
    await casual.play(3)
    taker, other = casual.waiting, casual.to_move
    early = await note(await at_turn(casual, taker, 2), taker, "early")
    late = await note(await at_turn(casual, taker, 3), taker, "late")
    await taker.slash("game takeback", casual.place)
    await other.click(
        next(each for each in casual.place.messages[::-1] if "Agree" in each.buttons), "Agree"
    )

    gone = await taker.click(late, "Edit your note")
    assert gone.text == "This turn has been taken back."
    await casual.play(1)

    assert "early" in early.text
    assert "early" in (await at_turn(casual, taker, 2)).text
    assert "late" not in (await at_turn(casual, taker, 3)).text


@pytest.mark.slow
async def test_who_only_looks_on_does_not_write(world: World, game: Game, jonas: Person) -> None:
    await game.play(1)
    await game.resign(jonas)
    lea = world.person("Lea")
    shown = await at_turn(game, lea, 1)
    assert "Write a note" not in shown.buttons

    form = await lea.press(shown.message, f"t:move-note:{game.id}:1")
    refused = await lea.fill(form, note="wow")

    assert refused.text == "Only those who play a game write notes on its moves."


@pytest.mark.slow
async def test_who_has_blocked_the_writer_does_not_read_them(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(1)
    await note(await at_turn(game, mara, 1), mara, "from Mara")
    await note(await at_turn(game, jonas, 1), jonas, "from Jonas")
    await game.resign(mara)
    await mara.slash("block person", person=jonas)

    assert "from Jonas" not in (await at_turn(game, mara, 1)).text
    assert "from Mara" in (await at_turn(game, jonas, 1)).text


@pytest.mark.slow
async def test_a_moderator_removes_what_others_wrote(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(1)
    await note(await at_turn(game, mara, 1), mara, "rude")
    lea = world.person("Lea", permissions=discord.Permissions(manage_guild=True))
    assert "Remove others' notes" not in (await at_turn(game, lea, 1)).buttons
    await game.resign(mara)
    shown = await at_turn(game, lea, 1)
    refused = await jonas.press(shown.message, f"t:move-notes-clear:{game.id}:1")
    assert refused.text == "You need Manage Server to remove notes of others."

    await lea.click(shown, "Remove others' notes")

    assert "rude" not in shown.text
    assert "rude" not in (await at_turn(game, mara, 1)).text


@pytest.mark.slow
async def test_notes_are_bounded_in_length_and_number(
    game: Game, mara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move_notes, "MOST_MOVE_NOTES", 2)
    await game.play(3)
    for turn in (1, 2):
        await note(await at_turn(game, mara, turn), mara, "x" * LONGEST_MOVE_NOTE)
    one_more = await note(await at_turn(game, mara, 3), mara, "x")
    assert one_more.text == "You have written on 2 moves of this game, which is the limit."
    again = await note(await at_turn(game, mara, 2), mara, "y", "Edit your note")
    assert again.text.endswith(f"{PRIVATE} y")


@pytest.mark.slow
async def test_a_step_in_words_with_long_notes_still_fits(
    world: World, mara: Person, jonas: Person
) -> None:
    lea = world.person("Lea")
    game = await start_game(world, mara, jonas)
    await game.play(1)
    for person in (mara, jonas):
        await note(await at_turn(game, person, 1), person, "*" * LONGEST_MOVE_NOTE)
    await game.resign(mara)
    await lea.slash("preferences", boards="both")

    shown = await at_turn(game, lea, 1)

    assert shown.text.count("Note by") == 2
    assert len(shown.text) < 4000


@pytest.mark.slow
async def test_notes_are_exported_and_deleted_with_the_person(
    game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(1)
    await note(await at_turn(game, mara, 1), mara, "mine")
    await note(await at_turn(game, jonas, 1), jonas, "a secret of Jonas")

    exported = await mara.click(await mara.slash("privacy"), "Export")
    (file,) = exported.message.files
    told = json.loads(file.data)
    assert [each["text"] for each in told["notes_on_moves"]] == ["mine"]
    assert "a secret of Jonas" not in file.data.decode()
    await mara.click(await mara.click(await mara.slash("privacy"), "Delete"), "Delete for good")

    shown = await at_turn(game, jonas, 1)
    assert shown.text.endswith("Note by Jonas: a secret of Jonas")


async def test_it_all_works_in_japanese(game: Game, jonas: Person) -> None:
    await game.play(1)
    jonas.locale = "ja"
    more = await jonas.press(game.place.last, f"t:more:{game.id}")
    shown = await jonas.click(more, "再生")
    await jonas.click(shown, "次へ")

    kept = await jonas.fill(await jonas.click(shown, "メモを書く"), note="なるほど")

    assert kept.text.endswith("なるほど")
    assert "メモを編集" in kept.buttons
