"""Pictures in messages, and their large view."""

from pathlib import Path

from playwright.async_api import expect

from bot.config import load
from playground.start import tavolo_in
from tests.playground.browser.conftest import Visit
from tests.playground.browser.visitor import PHONE_SIZE, seen_whole, sticks_out
from tests.playground.conftest import Open
from tests.tiers import sampled

DESK_SIZE = (1280, 800)


@sampled(("size", "larger"), [(DESK_SIZE, 1.5), (PHONE_SIZE, 1.0)], ids=str)
async def test_a_picture_fills_the_window_and_its_words_are_whole(
    open_with: Open, visit: Visit, tmp_path: Path, size: tuple[int, int], larger: float
) -> None:
    playground = await open_with(tavolo_in(tmp_path, load({})))
    visitor = await visit(playground, size=size)
    page = visitor.page
    await visitor.type("dicefest learn")
    picture = visitor.messages.last.locator(".picture")
    await picture.wait_for()
    inline = await picture.get_by_role("img").bounding_box()
    await picture.click()
    large = page.get_by_role("dialog", name="Picture")
    image = large.get_by_role("img")
    await expect(image).to_be_visible()

    shown = await image.evaluate(
        """(each) => each.naturalHeight * Math.min(each.clientWidth / each.naturalWidth,
            each.clientHeight / each.naturalHeight)"""
    )
    assert inline is not None
    assert shown > larger * inline["height"]
    assert await seen_whole(visitor, ".large img") == 1
    assert await seen_whole(visitor, ".large .link") == 1
    caption = large.locator("figcaption p")
    assert await caption.evaluate("(each) => each.scrollHeight - each.clientHeight") <= 1
    assert await sticks_out(visitor) == []

    await image.click()
    assert await image.evaluate("(each) => each.clientWidth - each.naturalWidth") == 0
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)
    await expect(picture).to_be_focused()
