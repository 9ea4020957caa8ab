"""Hints, as people ask for them in games with computers: three moves, one click, and where there are none."""

import re

import pytest

from games.players import Level
from games.registry import GAMES
from tests.bot.thinkers import Here
from tests.discord.computer_tables import begin, live, move, record_in, table_in, think_here
from tests.discord.simulated import Person, Place, World
from tests.discord.tables import mentioned_first
from tests.tiers import sampled
from tests.toy import install

PNG = b"\x89PNG"


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, thinkers: list[Here]) -> None:
    """Register a game of three or four that computers play."""
    install(monkeypatch)


@pytest.mark.slow
async def test_a_hint_gives_three_moves_with_what_they_gain(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    await move(world, mara, thread)
    more = await mara.click(live(thread), "More")

    hint = await mara.click(more, "Hint")

    assert hint.ephemeral
    hints = re.findall(r"^\d\. \*\*(.+)\*\* · \d+ % · `(.+)` · .+$", hint.text, re.MULTILINE)
    assert len(hints) == 3
    assert hint.buttons == (*(f"Play {name}" for name, _ in hints), "Move")
    panel = await mara.click(hint, "Move")
    assert panel.message.menus


@sampled("key", GAMES)
async def test_a_hint_is_played_with_one_click_and_typed_as_it_stands(
    world: World, mara: Person, key: str
) -> None:
    thread = await begin(world, mara, GAMES[key].about.command)
    for button in (True, False):
        more = await mara.click(live(thread), "More")
        hint = await mara.click(more, "Hint")
        (first, *_) = re.findall(r"^1\. \*\*.+\*\* · \d+ % · `(.+?)`", hint.text, re.MULTILINE)
        line = (await table_in(world, thread)).line
        if button:
            await mara.click(hint, hint.buttons[0])
        else:
            await mara.slash("move", thread, move=first)

        played = (await record_in(world, thread)).moves[line.ply :]
        assert " ".join(played).startswith(first)


@pytest.mark.slow
async def test_a_hint_for_an_old_board_is_not_played(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    hint = await mara.click(await mara.click(live(thread), "More"), "Hint")
    await move(world, mara, thread)
    turns = (await table_in(world, thread)).line.turns

    late = await mara.click(hint, hint.buttons[0])

    assert late.text.startswith("The board has moved on: ")
    assert (await table_in(world, thread)).line.turns == turns


@pytest.mark.slow
async def test_hints_are_for_who_is_to_move_and_not_in_rated_games_of_people(
    world: World, mara: Person, jonas: Person
) -> None:
    for rated in (False, True):
        await mara.slash("dice-matrix challenge", opponent=jonas, first="me", rated=rated)
        await jonas.click(world.channel.last, "Accept")
    unrated, rated_thread = world.channel.threads
    more = await jonas.click(live(unrated), "More")
    assert "turn in this game" in (await jonas.click(more, "Hint")).text
    more = await mara.click(live(rated_thread), "More")
    assert "Hint" not in more.buttons
    refused = await mara.press(more, "t:hint:2")
    assert refused.text == (
        "There are hints in unrated games between people, and where you play alone "
        "against computers."
    )
    stranger = await world.person("Kim").press(more, "t:hint:1")
    assert stranger.text.startswith("Only Mara and Jonas play in this game.")


@pytest.mark.slow
@pytest.mark.usefixtures("toy")
@sampled("game", ["toy", "matrio", "dicefest"])
@sampled("rated", [False, True])
async def test_where_a_computer_sits_with_several_people_nobody_has_hints(
    world: World, mara: Person, jonas: Person, game: str, *, rated: bool
) -> None:
    await mara.slash(f"{game} challenge", opponent1=jonas, computer="easy", rated=rated)
    await jonas.click(world.channel.last, "Accept")
    (thread,) = world.channel.threads
    await no_hints(thread)


async def no_hints(thread: Place) -> None:
    """Check that the person to move is offered no hint and gets none."""
    person = mentioned_first(live(thread))
    more = await person.click(live(thread), "More")
    assert "Hint" not in more.buttons
    refused = await person.press(more, "t:hint:1")
    assert refused.text.startswith("There are hints in unrated games between people")


@pytest.mark.slow
@sampled("game", ["matrio", "dicefest"])
async def test_a_table_that_is_rated_among_people_has_no_hints(
    world: World, mara: Person, jonas: Person, game: str
) -> None:
    seats = {"seats": 3} if game == "dicefest" else {}
    await mara.slash(f"{game} challenge", **seats)
    card = world.channel.last
    kim, lea = world.person("Kim"), world.person("Lea")
    for person in (jonas, kim) if game == "dicefest" else (jonas, kim, lea):
        await person.click(card, "Join")
    assert "-# rated" in card.text
    assert card.thread is not None
    await no_hints(card.thread)


async def test_where_no_thought_comes_back_the_hint_says_so(
    world: World, mara: Person, thinkers: list[Here]
) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    thinkers[-1].failing = set(Level)
    more = await mara.click(live(thread), "More")
    hint = await mara.click(more, "Hint")
    assert hint.text == "The computer can't think of anything right now. Please try again."


# Standings
