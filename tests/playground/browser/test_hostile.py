"""Names and texts that try to run a script: they are shown as they are, and nothing runs."""

import pytest
from playwright.async_api import Page, expect

from tests.playground.browser.conftest import Visit
from tests.playground.browser.hostile import IMAGE, MARKDOWN_NAME, NAME, SCRIPT, Hostile
from tests.playground.conftest import Open, Table

FROM_A_TEXT = "script:not([src]), img[src='x'], iframe, style, svg[onload], [onclick], [onerror]"


async def assert_nothing_came_of_it(page: Page) -> None:
    """Look for elements and addresses that only a text could have brought."""
    await expect(page.locator(FROM_A_TEXT)).to_have_count(0)
    addresses = await page.locator("[href], [src]").evaluate_all(
        "all => all.map((each) => each.href ?? each.src)"
    )
    assert addresses
    assert {address.split(":")[0] for address in addresses} <= {"http", "https"}


async def test_nothing_that_is_shown_runs(open_with: Open, table: Table, visit: Visit) -> None:
    table.world.add_person(NAME)
    table.world.add_person(MARKDOWN_NAME)
    for person in table.world.people:
        table.world.join(table.server, person)
    playground = await open_with(lambda _: Hostile())
    visitor = await visit(playground)
    await visitor.become(NAME)
    await visitor.type("attack")
    message = visitor.messages.last
    await expect(message).to_contain_text(SCRIPT)
    await expect(message.get_by_role("button", name=IMAGE)).to_have_count(2)
    await expect(
        message.get_by_text("Invalid date").or_(message.locator("time.stamp"))
    ).to_have_count(0)
    await message.get_by_role("button", name="Spoiler").first.click()
    await message.get_by_role("button", name=IMAGE).last.click()
    await expect(visitor.page.get_by_role("option", name=IMAGE)).to_contain_text(SCRIPT)
    await visitor.page.keyboard.press("Escape")
    await assert_nothing_came_of_it(visitor.page)

    await visitor.become(MARKDOWN_NAME)
    await visitor.type("plain", IMAGE)
    await expect(visitor.messages).to_have_count(2)
    await expect(visitor.messages.last).to_contain_text(f"{MARKDOWN_NAME} used /plain")
    await assert_nothing_came_of_it(visitor.page)


@pytest.mark.slow
async def test_the_browser_refuses_scripts_and_styles_that_are_not_ours(
    open_with: Open, visit: Visit
) -> None:
    visitor = await visit(await open_with(lambda _: Hostile()))
    ran = await visitor.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
            const styled = document.createElement("p");
            styled.setAttribute("style", "color: rgb(1, 2, 3)");
            document.body.append(styled);
            return [window.ran === true, getComputedStyle(styled).color === "rgb(1, 2, 3)"];
        }"""
    )
    assert ran == [False, False]
    assert len(visitor.troubles) == 2
    assert all("Content Security Policy" in trouble for trouble in visitor.troubles)
    visitor.troubles.clear()
