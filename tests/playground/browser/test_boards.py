"""Boards on the page: the player to move sees theirs as a whole, without scrolling."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.config import load
from games.registry import GAMES
from playground.start import tavolo_in
from tests.playground.browser.conftest import Visit
from tests.playground.browser.test_newcomer import build_a_move
from tests.playground.browser.visitor import PHONE_SIZE, comes_in_sight
from tests.playground.conftest import Open
from tests.tiers import sampled

LAPTOP_SIZE = (1280, 800)
PARTS = ".scroller > .messages > .message:last-child :is(.text, img, [data-control])"
MOVE = "[data-control^='t:move:']"


@sampled("size", [LAPTOP_SIZE, PHONE_SIZE], ids=str)
@sampled("game", GAMES)
async def test_the_next_board_is_in_sight_with_its_words_and_buttons(
    open_with: Open, visit: Visit, tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    visitor = await visit(await open_with(tavolo_in(tmp_path, load({}))), size=size)
    page = visitor.page
    await page.get_by_role("button", name="Play the computer").click()
    await page.get_by_role("button", name=GAMES[game].about.name, exact=True).click()
    await visitor.messages.locator(".thread").click()
    first = await page.locator(MOVE).get_attribute("data-control")
    await build_a_move(visitor.pane)

    again = page.locator(MOVE).and_(page.locator(f":not([data-control='{first}'])"))
    await expect(again).to_be_visible()
    await expect(
        visitor.messages.last.locator("img").and_(page.locator(":not([src=''])"))
    ).to_be_visible()
    await page.wait_for_function("[...document.images].every((each) => each.complete)")
    assert await page.locator(PARTS).count() > 5
    await comes_in_sight(visitor, PARTS)


async def test_what_goes_and_comes_at_once_leaves_the_reader_at_the_end(
    open_with: Open, visit: Visit, tmp_path: Path
) -> None:
    visitor = await visit(await open_with(tavolo_in(tmp_path, load({}))), size=PHONE_SIZE)
    for count in (1, 2):
        await visitor.type("help")
        await expect(visitor.messages).to_have_count(count)
    page = visitor.page
    await page.evaluate(
        """() => {
            const last = [...document.querySelectorAll(".scroller .message")].at(-1);
            last.style.display = "none";
            console.assert(last.closest(".scroller").scrollHeight); // the reader is moved up here
            const low = document.createElement("li");
            low.style.height = "3000px";
            last.after(low);
        }"""
    )
    below = """(() => {
        const { scrollTop, scrollHeight, clientHeight } = document.querySelector(".scroller");
        return scrollHeight - scrollTop - clientHeight;
    })()"""
    await page.wait_for_function(f"() => {below} < 2")
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, -1500)
    await page.wait_for_function(f"() => {below} > 1000")
    await page.evaluate(
        "document.querySelector('.scroller > .messages').lastElementChild.style.height = '4000px'"
    )
    await page.wait_for_function(f"() => {below} > 2000")


@pytest.mark.slow
async def test_what_does_not_come_in_sight_is_told_with_where_it_is(
    open_with: Open, visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.playground.browser.visitor.PATIENCE", 0.2)
    visitor = await visit(await open_with(tavolo_in(tmp_path, load({}))), size=LAPTOP_SIZE)
    await visitor.page.evaluate(
        """() => {
            const low = document.createElement("li");
            Object.assign(low, { className: "low", textContent: "Too low" }).style.marginTop = "3000px";
            document.querySelector(".scroller").append(low);
        }"""
    )

    with pytest.raises(AssertionError, match=r"came in sight: .*'wentUp': False.*'LI', 'Too low'"):
        await comes_in_sight(visitor, ".low")
