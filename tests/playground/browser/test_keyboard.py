"""Everything by keyboard alone: no test here touches a mouse."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.config import load
from playground import limits
from playground.start import Playground, tavolo_in
from tests.playground.browser.conftest import Visit
from tests.playground.browser.visitor import Visitor
from tests.playground.conftest import Open

FEW_TABS = 5


async def tabs_to(visitor: Visitor, selector: str) -> int:
    """Press Tab until the focus is on such an element, and count."""
    for count in range(1, 100):
        await visitor.page.keyboard.press("Tab")
        if await visitor.page.evaluate(
            "(selector) => document.activeElement.matches(selector)", selector
        ):
            return count
    raise AssertionError(selector)


async def test_a_command_its_answer_and_another_person(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground)
    keyboard = visitor.page.keyboard
    await visitor.tab_to("Type a command")
    await keyboard.type("/")
    options = visitor.page.get_by_role("option")
    await expect(options.first).to_be_visible()
    count = await options.count()
    await expect(visitor.composer).to_have_attribute("aria-expanded", "true")
    await keyboard.press("ArrowUp")
    last = await options.nth(count - 1).get_attribute("id")
    await expect(visitor.composer).to_have_attribute("aria-activedescendant", str(last))
    await keyboard.press("Escape")
    await expect(options).to_have_count(0)
    await keyboard.press("Escape")
    await expect(visitor.composer).to_have_value("")

    await keyboard.type("/hi")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    await expect(visitor.messages).to_have_count(1)
    await expect(visitor.composer).to_be_focused()
    await visitor.tab_to("Again", "Shift+Tab")
    await keyboard.press("Enter")
    await expect(visitor.messages.last).to_contain_text("Hi again")

    # A message that changes under the focus keeps it.
    assert await visitor.focused() != ""
    await visitor.tab_to("Mara", "Shift+Tab")
    await keyboard.press("ArrowRight")
    await keyboard.press("Enter")
    jonas = visitor.pane.get_by_role("tab", name="Jonas")
    await expect(jonas).to_have_attribute("aria-selected", "true")
    await expect(jonas).to_be_focused()


@pytest.mark.slow
async def test_a_slash_anywhere_begins_a_command(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    await visitor.tab_to("table")
    await visitor.page.keyboard.press("/")
    await expect(visitor.composer).to_be_focused()
    await expect(visitor.page.get_by_role("option").first).to_be_visible()


@pytest.mark.slow
async def test_a_select_is_opened_searched_and_left(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    keyboard = visitor.page.keyboard
    await visitor.type("panel")
    await expect(visitor.messages).to_have_count(1)
    select = visitor.messages.last.locator(".select").first
    await visitor.tab_to("Form", "Shift+Tab")
    await visitor.tab_to("Make a selection", "Shift+Tab")
    await keyboard.press("Shift+Tab")
    await keyboard.press("Enter")
    await keyboard.type("gre")
    await expect(visitor.page.get_by_role("option")).to_have_text(["green"])
    await keyboard.press("Escape")
    await expect(visitor.page.get_by_role("option")).to_have_count(0)
    await expect(select).to_be_focused()
    await keyboard.press("Enter")
    await keyboard.press("ArrowDown")
    await keyboard.press("Enter")
    await expect(visitor.messages.last).to_contain_text("chose green")


@pytest.mark.slow
async def test_what_is_typed_after_a_command_belongs_to_its_first_option(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground)
    keyboard = visitor.page.keyboard
    friend = visitor.pane.get_by_label("friend", exact=True)
    await visitor.composer.focus()
    await keyboard.type("/invite")
    await keyboard.press("Enter")
    await expect(friend).to_be_focused()
    await keyboard.type("Jonas")
    await keyboard.press("Enter")
    await expect(friend).to_have_value("Jonas")
    await keyboard.press("Enter")
    await expect(visitor.messages.last).to_contain_text("for Jonas")

    # Somebody who is not there is not left out in silence.
    await keyboard.type("/invite")
    await keyboard.press("Enter")
    await expect(friend).to_be_focused()
    await keyboard.type("Nobody")
    await keyboard.press("Enter")
    await expect(visitor.pane.get_by_role("alert")).to_have_text("friend: choose from the list.")
    await expect(visitor.messages).to_have_count(1)
    await keyboard.press("Escape")
    await keyboard.press("Escape")

    # An option that nobody needs may be left empty.
    await keyboard.type("/invite")
    await keyboard.press("Enter")
    await expect(friend).to_be_focused()
    await keyboard.press("Enter")
    await expect(visitor.messages.last).to_contain_text("for anybody")

    await keyboard.type("/invite")
    await keyboard.press("Enter")
    await expect(friend).to_be_focused()
    await keyboard.press("Backspace")
    await expect(visitor.composer).to_have_value("/invite")


@pytest.mark.slow
async def test_once_all_is_chosen_enter_confirms_it(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    keyboard = visitor.page.keyboard
    await visitor.type("hi")
    await expect(visitor.messages).to_have_count(1)
    await visitor.type("many")
    await expect(visitor.messages).to_have_count(2)
    await visitor.tab_to("Make a selection", "Shift+Tab")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    panel = visitor.messages.last
    await expect(panel.get_by_role("button", name="Confirm")).to_be_focused()
    await keyboard.press("Enter")

    # The panel is gone: the focus goes to what is nearest, not out of the messages.
    await expect(visitor.messages).to_have_count(1)
    await expect(visitor.messages.last.get_by_role("article")).to_be_focused()
    await keyboard.press("Tab")
    assert await visitor.focused() == "Again"


@pytest.mark.slow
async def test_from_one_move_to_the_next_it_is_a_few_steps(
    open_with: Open, visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_KINDS", ())
    visitor = await visit(await open_with(tavolo_in(tmp_path, load({}))))
    keyboard = visitor.page.keyboard
    await visitor.tab_to("Play the computer")
    await keyboard.press("Enter")
    await keyboard.press("Enter")
    link = visitor.messages.get_by_role("button", name="Go to the game")
    await expect(link).to_be_visible()
    await visitor.tab_to("Go to the game", "Shift+Tab")
    await keyboard.press("Enter")
    move = visitor.messages.get_by_role("button", name="Move", exact=True).last
    await expect(move).to_be_visible()
    await visitor.tab_to("Move", "Shift+Tab")
    await keyboard.press("Enter")

    panel = visitor.page.locator(".message.ephemeral").last
    await expect(panel.locator("[data-control]").first).to_be_visible()
    await tabs_to(visitor, ".ephemeral [data-control]")
    while not (await visitor.focused()).startswith("Confirm"):
        before = await panel.inner_text()
        await keyboard.press("Enter")
        if await visitor.page.locator(".popup").count():
            await keyboard.press("Enter")
        await expect(panel).not_to_have_text(before, use_inner_text=True)
        await expect(panel.locator("[data-control]:focus")).to_have_count(1)
    seen = await move.get_attribute("data-control")
    await keyboard.press("Enter")
    await expect(move).not_to_have_attribute("data-control", str(seen))
    assert await tabs_to(visitor, '[data-control^="t:move:"]') <= FEW_TABS


@pytest.mark.slow
async def test_new_messages_are_spoken(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    await visitor.type("hi")
    await expect(visitor.page.locator("[aria-live=polite].spoken")).to_contain_text("Hi Mara")
