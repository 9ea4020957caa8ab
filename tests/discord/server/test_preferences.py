"""/preferences: what one person wants, wherever they play."""

from dataclasses import replace

import pytest

from data.preferences import BoardForm, Preferences, ReminderWay
from tests.discord.hands import bot_of
from tests.discord.panels import selected
from tests.discord.simulated import Person, World
from tests.discord.tables import challenge, start_game


async def test_alone_it_shows_everything_and_changes_nothing(mara: Person) -> None:
    shown = await mara.slash("preferences")

    assert shown.ephemeral
    assert "**Quiet hours**: none · **Time zone**: UTC" in shown.text
    assert selected(shown) == {
        "Language: as in Discord",
        "Private boards: as a picture",
        "Theme: as in the server",
        "Letters on colours: as in the server",
        "Reminders: in the game's thread",
        "Daily digest: off",
        "Challenges from others: on",
        "Pings at a game's end: on",
        "My profile: for everybody in a server",
    }
    assert "Saved." not in shown.text
    assert shown.buttons == ("Quiet hours and time zone",)


async def test_every_preference_is_changed_by_a_list_or_the_form(
    world: World, mara: Person
) -> None:
    panel = await mara.slash("preferences")
    for choice in (
        "Language: 日本語",
        "Language: English",
        "Private boards: in words",
        "Theme: high contrast",
        "Letters on colours: on",
        "Reminders: by direct message",
        "Daily digest: at 8:00",
        "Challenges from others: off",
    ):
        language = "言語：" if "日本語" in str(selected(panel)) else "Language: "
        panel = await mara.choose(panel, choice.replace("Language: ", language))
    form = await mara.click(panel, "Quiet hours and time zone")
    saved = await mara.fill(form, **{"from": "22", "until": "7:00", "zone": "asia/tokyo"})

    assert (await bot_of(world).preferences.read(mara.id, None)).preferences == Preferences(
        mara.id,
        language="en",
        boards=BoardForm.TEXT,
        theme="contrast",
        marks=True,
        reminders=ReminderWay.DM,
        quiet_from=22,
        quiet_until=7,
        time_zone="Asia/Tokyo",
        digest_hour=8,
        challenges=False,
    )
    assert "**Quiet hours**: 22:00 to 7:00 · **Time zone**: Asia/Tokyo" in saved.text
    assert "Saved." in saved.text


async def test_the_form_holds_what_counts_now_and_an_empty_one_ends_quiet_hours(
    mara: Person,
) -> None:
    panel = await mara.slash("preferences", quiet_hours="22-7", time_zone="Asia/Tokyo")

    form = await mara.click(panel, "Quiet hours and time zone")
    saved = await mara.fill(form, **{"from": "", "until": "", "zone": ""})

    held = [part["component"].get("value") for part in (form.modal or {})["components"]]
    assert held == ["22:00", "7:00", "Asia/Tokyo"]
    assert "**Quiet hours**: none · **Time zone**: UTC" in saved.text


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ({"from": "22", "until": "", "zone": "UTC"}, "Write quiet hours like 22-7"),
        ({"from": "", "until": "", "zone": "Atlantis"}, "I don't know the time zone Atlantis"),
    ],
)
async def test_what_the_form_cannot_read_gets_a_sentence(
    mara: Person, written: dict[str, str], answer: str
) -> None:
    form = await mara.click(await mara.slash("preferences"), "Quiet hours and time zone")

    refused = await mara.fill(form, **written)

    assert answer in refused.text


@pytest.mark.parametrize(
    ("action", "values"),
    [
        ("t:prefer:theme", ("sepia",)),
        ("t:prefer:user_id", ("1",)),
        ("t:prefer:theme", ("dark", "light")),
        ("t:prefer", ("dark",)),
        ("t:prefer:theme", ()),
        ("t:prefer-hours-save", ()),
    ],
)
async def test_a_forged_choice_changes_nothing(
    mara: Person, action: str, values: tuple[str, ...]
) -> None:
    panel = await mara.slash("preferences")

    refused = await mara.press(panel, action, values)

    assert "Saved." not in refused.text
    assert selected(await mara.slash("preferences")) == selected(panel)


async def test_what_is_named_changes_and_the_rest_stays(mara: Person, jonas: Person) -> None:
    await mara.slash("preferences", boards="text", quiet_hours="22-7", digest="8:00")
    shown = await mara.slash("preferences", time_zone="asia/tokyo", challenges="off")
    other = await jonas.slash("preferences")

    changed = {
        "Private boards: in words",
        "Daily digest: at 8:00",
        "Challenges from others: off",
    }
    assert changed <= selected(shown)
    assert not changed & selected(other)
    assert "22:00 to 7:00 · **Time zone**: Asia/Tokyo" in shown.text
    assert "Saved." in shown.text


async def test_all_can_be_taken_back_in_one_click(mara: Person) -> None:
    before = selected(await mara.slash("preferences"))
    changed = await mara.slash("preferences", marks="on", theme="high contrast", reminders="none")

    chosen = selected(changed)
    after = await mara.click(changed, "Back to the defaults")

    assert "Theme: high contrast" in chosen
    assert selected(after) == before


async def test_it_works_in_a_direct_message(mara: Person) -> None:
    shown = await mara.slash("preferences", mara.dm, boards="both")

    assert "Private boards: as a picture and in words" in selected(shown)


@pytest.mark.parametrize(
    ("option", "typed", "answer"),
    [
        ("quiet_hours", "22", "Write quiet hours like 22-7"),
        ("quiet_hours", "22-22", "Write quiet hours like 22-7"),
        ("quiet_hours", "24-7", "Write quiet hours like 22-7"),
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
    assert "Private boards: as a picture" in selected(shown)


@pytest.mark.parametrize(
    "typed", ["22-7", "22:00 - 7:00", "22–7", "２２－７", "22時〜7時", "22～７"]
)
async def test_quiet_hours_are_read_as_people_write_them(mara: Person, typed: str) -> None:
    shown = await mara.slash("preferences", quiet_hours=typed)

    assert "22:00 to 7:00" in shown.text


async def test_choices_that_are_no_more_are_as_if_never_made(world: World, mara: Person) -> None:
    mara.locale = "ja"
    before = await mara.slash("preferences")
    await bot_of(world).preferences.change(
        mara.id, lambda chosen: replace(chosen, language="tlh", theme="sepia")
    )

    shown = await mara.slash("preferences")

    expected = {
        label.replace("サーバーと同じ", "ダーク") if "テーマ" in label else label
        for label in selected(before)
    }
    assert selected(shown) == expected


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


@pytest.mark.slow
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

    assert "Jonas is not taking challenges at the moment." in refused.text
    assert world.messages() == ()


async def test_who_takes_no_challenges_may_still_make_them(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("preferences", challenges="off")

    card = await challenge(world, mara, jonas)

    assert "Accept" in card.buttons
