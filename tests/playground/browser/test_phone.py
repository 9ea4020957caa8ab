"""The page as wide as a phone: 400 pixels, dark and light."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import expect

from bot.config import load
from bot.playground.start import tavolo_in
from tests.playground.conftest import Open

from .conftest import Visit
from .visitor import PHONE_SIZE, Visitor


async def sticks_out(visitor: Visitor) -> list[str]:
    """Name what is wider than the window (what scrolls by itself may be)."""
    found: list[str] = await visitor.page.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter((each) => each.checkVisibility({visibilityProperty: true})
                && !each.closest(".tabs, .only-spoken, .spoken, pre")
                && each.getBoundingClientRect().right > innerWidth + 1)
            .map((each) => each.outerHTML.slice(0, 120))"""
    )
    return found


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_a_game_begins_on_a_phone(
    open_with: Open, visit: Visit, tmp_path: Path, scheme: Literal["dark", "light"]
) -> None:
    playground = await open_with(tavolo_in(tmp_path, load({})))
    visitor = await visit(playground, size=PHONE_SIZE, scheme=scheme)
    page = visitor.page
    await expect(page.get_by_role("button", name="Side by side")).to_be_hidden()
    await page.get_by_role("button", name="Fill in the first challenge").click()
    await page.get_by_role("button", name="Send").click()
    await expect(visitor.messages.filter(has_text="Mara challenges @Jonas")).to_be_visible()
    await page.get_by_role("region", name="What to try").get_by_role("button", name="Close").click()
    await visitor.become("Jonas")
    await visitor.messages.last.get_by_role("button", name="Accept").click()

    channels = visitor.pane.get_by_role("navigation")
    await expect(channels).to_be_hidden()
    await page.get_by_role("button", name="Show the channels").click()
    await expect(channels).to_be_visible()
    await expect(channels.get_by_role("button", name="table")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(channels).to_be_hidden()
    await expect(page.get_by_role("button", name="Show the channels")).to_be_focused()

    await visitor.go("Dice Matrix:")
    await expect(channels).to_be_hidden()
    picture = visitor.messages.last.locator(".picture")
    await picture.wait_for()
    assert await sticks_out(visitor) == []
    await picture.click()
    large = page.get_by_role("dialog", name="Picture")
    await expect(large.get_by_role("img")).to_be_visible()
    assert await sticks_out(visitor) == []
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)
    await expect(picture).to_be_focused()
