"""Starting a game by clicking, from /help and from the end of a lesson."""

import re
from itertools import zip_longest

import pytest

from bot.errors import ForgedControl
from games.registry import GAMES
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import game_of
from tests.game_uis import ui_of
from tests.tiers import sampled

NAMES = tuple(game.about.name for game in GAMES.values())
FORGED = str(ForgedControl().text)


async def asked(mara: Person, key: str) -> Answer:
    """Open the message in which one chooses whom to play, from /help."""
    return await mara.click(await mara.slash("help"), GAMES[key].about.name)


async def test_help_has_a_button_for_every_game(mara: Person) -> None:
    shown = await mara.slash("help")
    assert shown.buttons == NAMES
    for wish in ("Play with a friend", "Play alone, against the computer"):
        answer = await mara.choose(shown, wish)
        assert answer.buttons == NAMES


async def test_in_direct_messages_where_nothing_can_be_started_there_are_lessons_only(
    mara: Person,
) -> None:
    shown = await mara.slash("help", mara.dm)
    assert shown.buttons == ()
    assert (await mara.choose(shown, "Play with a friend")).buttons == ()
    lessons = await mara.choose(shown, "Learn a game")
    assert lessons.buttons == NAMES
    assert "step 1 of" in (await mara.click(lessons, NAMES[0])).text


@sampled("key", GAMES)
async def test_somebody_is_challenged_by_clicking(
    world: World, mara: Person, jonas: Person, key: str
) -> None:
    panel = await asked(mara, key)
    assert panel.ephemeral
    assert panel.text.startswith(f"### {GAMES[key].about.name}\nWho do you want to play?")
    assert world.messages() == ()

    told = await mara.choose(panel, jonas)

    (card,) = world.messages()
    assert card.pings == (jonas,)
    assert told.message == panel.message
    assert "Go to the challenge" in told.buttons
    assert told.message.menus == ()


@pytest.mark.slow
async def test_as_many_can_be_asked_as_there_are_seats(
    world: World, mara: Person, jonas: Person
) -> None:
    kim, lea, sam, tom = map(world.person, ("Kim", "Lea", "Sam", "Tom"))
    await mara.choose(await asked(mara, "matrio"), jonas, kim, lea)
    (card,) = world.messages()
    assert set(card.pings) == {jonas, kim, lea}
    await mara.choose(await asked(mara, "dicefest"), sam, tom)
    assert "starts with 3 players" in world.messages()[-1].text

    panel = await asked(mara, "tablero")
    ids = [str(each.id) for each in (jonas, kim)]
    forged = await mara.press(panel.message, "t:start-with:tablero", ids)
    assert forged.text == FORGED


async def test_anybody_can_be_challenged(world: World, mara: Person, jonas: Person) -> None:
    await mara.click(await asked(mara, "dice_matrix"), "Anybody")
    (card,) = world.messages()
    assert "Mara is looking for an opponent" in card.text
    await jonas.click(card, "Accept")
    assert "Move" in game_of(world, mara, jonas, card).board.buttons


@sampled("key", GAMES)
async def test_a_game_against_computers_begins_at_once_and_is_unrated(
    world: World, mara: Person, key: str
) -> None:
    told = await mara.click(await asked(mara, key), "medium")
    assert told.buttons == ("Go to the game",)
    (card,) = world.messages()
    assert "unrated" in card.text
    assert card.thread is not None
    again = await mara.press(told.message, f"t:start-computer:{key}:brilliant")
    assert again.text == FORGED


async def test_who_cannot_play_is_refused_and_another_can_be_chosen(
    world: World, mara: Person, jonas: Person
) -> None:
    panel = await asked(mara, "dice_matrix")
    refused = await mara.choose(panel, world.person("Beep", bot=True))
    assert refused.text == "Beep is a bot and does not play."
    assert world.messages() == ()
    assert "Go to the challenge" in (await mara.choose(panel, jonas)).buttons


@sampled("key", GAMES)
async def test_a_lesson_ends_with_playing(world: World, mara: Person, key: str) -> None:
    end = await mara.slash(f"{GAMES[key].about.command} learn")
    for _ in ui_of(key).lesson.exercises:
        end = await mara.click(end, "Skip")
    assert end.buttons == ("Play the computer", "Challenge", "Rules", "Back")

    panel = await mara.click(end, "Challenge")
    assert "Who do you want to play?" in panel.text

    end = await mara.slash(f"{GAMES[key].about.command} learn")
    for _ in ui_of(key).lesson.exercises:
        end = await mara.click(end, "Skip")
    told = await mara.click(end, "Play the computer")
    assert told.text.startswith("The game has begun: ")
    assert "easy" in world.messages()[0].text


@sampled("key", GAMES)
async def test_a_game_starts_as_its_command_starts_it(
    world: World, mara: Person, jonas: Person, key: str
) -> None:
    """Both cards say the same but for their fingerprints, so the terms are the command's own."""
    await mara.choose(await asked(mara, key), jonas)
    (clicked,) = world.messages()
    said = clicked.text
    await mara.click(clicked, "Cancel")
    many = len(GAMES[key].about.seats) > 1 or GAMES[key].about.seats[0] > 2
    await mara.slash(
        f"{GAMES[key].about.command} challenge",
        **{"opponent1" if many else "opponent": jonas},
    )
    typed = world.messages()[-1].text
    for one, two in zip_longest(said.splitlines(), typed.splitlines()):
        assert one == two or one.split(": ")[0] == two.split(": ")[0] != one
    fingerprints = re.findall("[0-9a-f]{64}", said + typed)
    assert len(set(fingerprints)) == 2
