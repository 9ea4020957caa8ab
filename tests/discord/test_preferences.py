"""/preferences: what one person wants, wherever they play."""

from dataclasses import replace

import pytest

from .hands import bot_of
from .simulated import Person, World
from .tables import challenge, start_game


async def test_alone_it_shows_everything_and_changes_nothing(mara: Person) -> None:
    shown = await mara.slash("preferences")

    assert shown.ephemeral
    assert "**Boards** that only you see: as a picture" in shown.text
    assert "**Quiet hours**: none" in shown.text
    assert "Noted." not in shown.text
    assert shown.buttons == ()


async def test_what_is_named_changes_and_the_rest_stays(mara: Person, jonas: Person) -> None:
    await mara.slash("preferences", boards="text", quiet_hours="22-7", digest="8:00")
    shown = await mara.slash("preferences", time_zone="asia/tokyo", challenges="off")
    other = await jonas.slash("preferences")

    for said in ("in words", "22:00 to 7:00", "at 8:00", "Asia/Tokyo", "from others: off"):
        assert said in shown.text
        assert said not in other.text
    assert "Noted." in shown.text


async def test_all_can_be_taken_back_in_one_click(mara: Person) -> None:
    before = (await mara.slash("preferences")).text
    changed = await mara.slash("preferences", marks="on", theme="high contrast", reminders="none")

    told = changed.text
    after = await mara.click(changed, "Back to the defaults")

    assert "high contrast" in told
    assert after.text.replace("\nNoted. It counts from now on.", "") == before


async def test_it_works_in_a_direct_message(mara: Person) -> None:
    shown = await mara.slash("preferences", mara.dm, boards="both")

    assert "as a picture and in words" in shown.text


@pytest.mark.parametrize(
    ("option", "typed", "answer"),
    [
        ("quiet_hours", "22", "Quiet hours are written like 22-7"),
        ("quiet_hours", "22-22", "Quiet hours are written like 22-7"),
        ("quiet_hours", "24-7", "Quiet hours are written like 22-7"),
        ("time_zone", "Atlantis", "I don't know the time zone Atlantis"),
        ("time_zone", "../../etc/passwd", "I don't know the time zone"),
    ],
)
async def test_what_cannot_be_read_gets_a_sentence_and_changes_nothing(
    mara: Person, option: str, typed: str, answer: str
) -> None:
    refused = await mara.slash("preferences", boards="text", **{option: typed})
    shown = await mara.slash("preferences")

    assert answer in refused.text
    assert "as a picture" in shown.text


@pytest.mark.parametrize(
    "typed", ["22-7", "22:00 - 7:00", "22–7", "２２－７", "22時〜7時", "22～７"]
)
async def test_quiet_hours_are_read_as_people_write_them(mara: Person, typed: str) -> None:
    shown = await mara.slash("preferences", quiet_hours=typed)

    assert "22:00 to 7:00" in shown.text


async def test_choices_that_are_no_more_are_as_if_never_made(world: World, mara: Person) -> None:
    mara.locale = "ja"
    before = await mara.slash("preferences")
    await bot_of(world).readers.prefer(
        mara.id, lambda chosen: replace(chosen, language="tlh", theme="sepia")
    )

    shown = await mara.slash("preferences")

    assert shown.text == before.text.replace("サーバーと同じ", "ダーク", 1)


async def test_time_zones_are_found_by_any_part_of_their_name(mara: Person) -> None:
    found = await mara.autocomplete("preferences", "time_zone", "new y")

    assert [choice.value for choice in found] == ["America/New_York"]


async def test_who_reads_gets_words_instead_of_pictures(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    await mara.slash("preferences", boards="text")

    panel = await mara.click(game.board, "Move")

    assert panel.message.pictures == ()
    assert "Row 7:" in panel.text
    assert len(game.board.pictures) == 1


async def test_with_both_there_are_both(world: World, mara: Person, jonas: Person) -> None:
    game = await start_game(world, mara, jonas)
    await mara.slash("preferences", boards="both")

    panel = await mara.click(game.board, "Move")

    assert len(panel.message.pictures) == 1
    assert "Row 7:" in panel.text


async def test_a_theme_counts_for_its_person_alone(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    dark = await mara.click(game.board, "Move")
    await mara.slash("preferences", theme="light")

    light = await mara.click(game.board, "Move")

    assert light.message.pictures[0].data != dark.message.pictures[0].data
    assert light.message.pictures[0].alt == dark.message.pictures[0].alt


async def test_who_takes_no_challenges_is_not_challenged(
    world: World, mara: Person, jonas: Person
) -> None:
    await jonas.slash("preferences", challenges="off")

    refused = await mara.slash("dice-matrix challenge", opponent=jonas)

    assert "Jonas takes no challenges at the moment." in refused.text
    assert world.messages() == ()


async def test_who_takes_no_challenges_may_still_make_them(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("preferences", challenges="off")

    card = await challenge(world, mara, jonas)

    assert "Accept" in card.buttons
