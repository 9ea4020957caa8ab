"""The page as wide as a phone: 390 pixels, dark and light."""

from datetime import timedelta
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import expect

from bot.config import load
from games.registry import GAMES
from playground.start import Playground, tavolo_in
from tests.playground.browser.conftest import Visit
from tests.playground.browser.visitor import PHONE_SIZE, seen_whole, sticks_out
from tests.playground.conftest import Open, Table
from tests.tiers import sampled


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
async def test_the_top_bar_is_one_line_wherever_the_clock_stands(
    playground: Playground, table: Table, visit: Visit, language: str
) -> None:
    visitor = await visit(playground, size=PHONE_SIZE, language=language)
    bar = visitor.page.locator(".topbar")
    before = await bar.bounding_box()
    table.world.forward(timedelta(days=348, hours=23))
    await expect(visitor.page.locator(".clock-ahead")).to_contain_text("348")
    assert await bar.bounding_box() == before
    assert await seen_whole(visitor, ".topbar button") == 3
    assert await sticks_out(visitor) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
async def test_the_welcome_leaves_room_on_a_phone(
    playground: Playground, visit: Visit, language: str
) -> None:
    visitor = await visit(playground, size=PHONE_SIZE, language=language)
    box = await visitor.page.locator(".welcome").bounding_box()
    assert box is not None
    assert box["height"] < PHONE_SIZE[1] / 6
    assert await sticks_out(visitor) == []


@pytest.mark.slow
@sampled("game", GAMES)
async def test_what_a_lesson_asks_is_in_sight_with_its_buttons(
    open_with: Open, visit: Visit, tmp_path: Path, game: str
) -> None:
    visitor = await visit(await open_with(tavolo_in(tmp_path, load({}))), size=PHONE_SIZE)
    await visitor.page.get_by_role("button", name="Close").click()
    await visitor.type(f"{GAMES[game].about.command} learn")
    await expect(visitor.messages.last.locator(".picture img").last).to_be_visible()
    await expect(visitor.messages.last.locator(".whisper")).to_be_in_viewport(ratio=1)
    # The task, the question of the panel, and every control.
    assert await seen_whole(visitor, ".gallery ~ .text") == 2
    controls = await visitor.messages.last.locator("[data-control]").count()
    assert await seen_whole(visitor, ".message [data-control]") == controls


@pytest.mark.slow
@sampled("scheme", ["dark", "light"])
async def test_a_game_begins_on_a_phone(
    open_with: Open, visit: Visit, tmp_path: Path, scheme: Literal["dark", "light"]
) -> None:
    playground = await open_with(tavolo_in(tmp_path, load({})))
    visitor = await visit(playground, size=PHONE_SIZE, scheme=scheme)
    page = visitor.page
    await expect(page.get_by_role("button", name="Side by side")).to_be_hidden()
    await page.get_by_role("button", name="Challenge Jonas").click()
    await expect(visitor.pane.get_by_label("opponent", exact=True)).to_have_value("Jonas")
    await page.get_by_role("button", name="Send").click()
    await expect(visitor.messages.filter(has_text="Mara challenges @Jonas")).to_be_visible()
    await page.get_by_role("region", name="What to try").get_by_role("button", name="Close").click()
    await visitor.become("Jonas")
    await visitor.messages.last.get_by_role("button", name="Accept", exact=True).click()

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
