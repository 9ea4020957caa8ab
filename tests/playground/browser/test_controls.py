"""Controls of every kind, with the bot of the tests that has them all."""

import pytest
from playwright.async_api import expect

from playground.start import Playground
from playground.world import ANSWER_WITHIN
from tests.playground.browser.conftest import Visit
from tests.playground.browser.visitor import (
    DESK_SIZE,
    PHONE_SIZE,
    messages_in,
    seen_whole,
    sticks_out,
    type_in,
)
from tests.playground.conftest import Table


async def test_a_form_is_filled_in_and_sent(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    await visitor.type("panel")
    await visitor.messages.last.get_by_role("button", name="Form").click()
    form = visitor.page.get_by_role("dialog", name="A form")
    await expect(form.get_by_label("Name")).to_be_focused()
    await expect(form.get_by_label("Name")).to_have_attribute("maxlength", "8")
    await form.get_by_label("Name").fill("Mara")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("Size: please choose.")
    await form.get_by_role("button", name="Size").click()
    await visitor.page.get_by_role("option", name="L").click()
    await form.get_by_label("Sure?").check()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(visitor.messages.last).to_contain_text("Mara ['L'] True")


@pytest.mark.slow
async def test_a_form_that_is_left_with_escape_sends_nothing(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground)
    await visitor.type("panel")
    opener = visitor.messages.last.get_by_role("button", name="Form")
    await opener.click()
    await visitor.page.keyboard.type("Mara")
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    await expect(opener).to_be_focused()
    await expect(visitor.messages).to_have_count(1)


@pytest.mark.slow
async def test_one_sees_alone_what_only_one_is_told(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    await visitor.page.get_by_role("button", name="Side by side").click()
    mara, jonas = visitor.panes.nth(0), visitor.panes.nth(1)
    await expect(jonas.get_by_role("heading", level=1)).to_have_text("table")
    await type_in(mara, "secret")
    told = messages_in(mara).last
    await expect(told).to_contain_text("Only you can see this")
    await type_in(jonas, "panel")
    await expect(messages_in(jonas)).to_have_count(1)
    await expect(messages_in(mara)).to_have_count(2)
    await expect(jonas).not_to_contain_text("Only you can see this")

    await messages_in(mara).first.get_by_role("button", name="Dismiss message").click()
    await expect(messages_in(mara)).to_have_count(1)
    await expect(messages_in(mara).get_by_role("article")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK_SIZE, (1280, 500), PHONE_SIZE], ids=str)
async def test_a_list_opens_where_there_is_room_for_it(
    playground: Playground, visit: Visit, size: tuple[int, int]
) -> None:
    visitor = await visit(playground, size=size)
    await visitor.page.get_by_role("button", name="Close").first.click()
    for _ in range(3):
        await visitor.type("many")
    await expect(visitor.messages).to_have_count(3)
    for opener in (visitor.messages.first, visitor.messages.last):
        await opener.locator(".select").click()
        options = visitor.page.get_by_role("option")
        await expect(options).to_have_count(9)
        assert await seen_whole(visitor, ".option") >= 5
        assert await sticks_out(visitor) == []
        await visitor.page.keyboard.press("ArrowUp")
        await expect(options.last).to_have_class("option active")
        await options.last.hover()
        assert await seen_whole(visitor, ".option.active") == 1
        await visitor.page.keyboard.type("9")
        await expect(options).to_have_text(["row 9"])
        assert await seen_whole(visitor, ".option") == 1
        await visitor.page.keyboard.press("Escape")


@pytest.mark.slow
async def test_on_a_phone_a_list_is_a_sheet_at_its_lower_edge(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground, size=PHONE_SIZE)
    await visitor.type("many")
    await visitor.messages.last.locator(".select").click()
    box = await visitor.page.locator(".sheet").bounding_box()
    assert box is not None
    width, height = PHONE_SIZE
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, width, height)
    await visitor.page.get_by_role("option", name="row 9").click()
    await expect(visitor.messages.last.get_by_role("button", name="Confirm")).to_be_visible()


@pytest.mark.slow
async def test_options_are_completed_checked_and_sent(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    keyboard = visitor.page.keyboard
    await visitor.composer.focus()
    await keyboard.type("/gue")
    await expect(visitor.page.get_by_role("option", name="/guess")).to_contain_text("Guess a")
    await keyboard.press("Tab")
    number = visitor.pane.get_by_label("number", exact=True)
    await expect(number).to_be_focused()
    await expect(visitor.page.get_by_role("option")).to_have_count(9)
    await keyboard.type("7")
    await expect(visitor.page.get_by_role("option")).to_have_text(["number 7"])
    await keyboard.press("Enter")
    await expect(number).to_have_value("number 7")

    await visitor.pane.get_by_role("button", name="Add friend").click()
    await keyboard.type("jo")
    await keyboard.press("Enter")
    await expect(visitor.pane.get_by_label("friend", exact=True)).to_have_value("Jonas")
    await visitor.pane.get_by_role("button", name="Add loud").click()
    await keyboard.type("whispering")
    await keyboard.press("Escape")
    await keyboard.press("Enter")
    await expect(visitor.pane.get_by_role("alert").last).to_have_text("loud: choose from the list.")
    await visitor.pane.get_by_label("loud", exact=True).fill("")
    await keyboard.press("Backspace")
    await expect(visitor.pane.get_by_label("loud", exact=True)).to_have_count(0)
    await visitor.pane.get_by_role("button", name="Send").click()
    await expect(visitor.messages.last).to_contain_text("7 for Jonas.")


@pytest.mark.slow
async def test_people_are_chosen_in_a_list_with_a_search(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground)
    await visitor.type("panel")
    await visitor.messages.last.locator(".select").nth(1).click()
    await visitor.page.keyboard.type("mar")
    await visitor.page.keyboard.press("Enter")
    await visitor.page.keyboard.press("Control+a")
    await visitor.page.keyboard.type("jon")
    await visitor.page.keyboard.press("Enter")
    await visitor.page.get_by_role("button", name="Choose these 2").click()
    await expect(visitor.messages.last).to_contain_text("chose Jonas, Mara")


@pytest.mark.slow
async def test_a_bot_that_says_nothing_is_named(playground: Playground, visit: Visit) -> None:
    playground.world.patience = ANSWER_WITHIN
    visitor = await visit(playground)
    await visitor.composer.focus()
    await visitor.page.keyboard.type("/late")
    await expect(visitor.page.get_by_role("option", name="/late")).to_be_visible()
    await visitor.page.keyboard.press("Enter")
    await visitor.pane.locator(".send:focus").wait_for()
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.pane.get_by_role("alert").last).to_contain_text("did not answer in time")


@pytest.mark.slow
async def test_a_mention_is_counted_until_it_is_read(
    playground: Playground, table: Table, visit: Visit
) -> None:
    other = table.world.add_place(table.server, "elsewhere")
    visitor = await visit(playground)
    await visitor.become("Jonas")
    await visitor.go("elsewhere")
    await visitor.become("Mara")
    await visitor.go("table")
    await visitor.type("shout", "Jonas")
    tab = visitor.pane.get_by_role("tab", name="Jonas")
    await expect(tab).to_contain_text("1 mention")
    await tab.click()
    await expect(visitor.messages.last).to_have_class("message pinged")
    await visitor.go("elsewhere")
    entry = visitor.pane.get_by_role("navigation").get_by_role("button", name="table")
    await expect(entry).to_have_text("table")
    assert table.world.messages(other) == []


@pytest.mark.slow
async def test_a_file_goes_with_a_command(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    await visitor.pane.get_by_label("Type a command").fill("/measure")
    await visitor.page.keyboard.press("Enter")
    field = visitor.pane.get_by_label("file")
    await visitor.pane.get_by_role("button", name="Send").click()
    await expect(visitor.pane.get_by_role("alert")).to_have_text("file is required.")
    await field.set_input_files(
        {"name": "much.txt", "mimeType": "text/plain", "buffer": b"x" * 800_000}
    )
    await visitor.pane.get_by_role("button", name="Send").click()
    await expect(visitor.pane.get_by_role("alert")).to_have_text("file: this file is too large.")
    await field.set_input_files(
        {"name": "my game?.txt", "mimeType": "text/plain", "buffer": bytes(range(256))}
    )
    await visitor.pane.get_by_role("button", name="Send").click()
    await expect(visitor.messages.last).to_contain_text("my_game_.txt: 256 bytes")
