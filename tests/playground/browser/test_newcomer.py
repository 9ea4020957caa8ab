"""A newcomer's first ten minutes: from the first challenge to the end of a game of two people."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.config import load
from playground import limits
from playground.start import Playground, tavolo_in
from tests.playground.browser.conftest import Visit, in_one_loop
from tests.playground.browser.visitor import Visitor, messages_in
from tests.playground.conftest import Open

MOST_MOVES = 50
ALT = re.compile(r"wins|draw")
LEADERBOARD = re.compile(r"Mara: won .*Jonas: won|Jonas: won .*Mara: won", re.DOTALL)


@in_one_loop
async def tavolo(open_with: Open, tmp_path: Path) -> Playground:
    """Return a playground in which Tavolo runs."""
    return await open_with(tavolo_in(tmp_path, load({})))


async def challenge(visitor: Visitor) -> Locator:
    """Send the challenge that the page offers to fill in, and return its card."""
    await visitor.page.get_by_role("button", name="Challenge Jonas").click()
    await expect(visitor.pane.get_by_label("opponent", exact=True)).to_have_value("Jonas")
    await visitor.page.keyboard.press("Enter")
    card = visitor.messages.filter(has_text="Mara challenges @Jonas")
    await expect(card).to_be_visible()
    return card


async def build_a_move(pane: Locator) -> None:
    """Open the panel of the newest board and take the last of all choices until it is played.

    It is in its reader's language: buttons are told apart by what they do.
    """
    await pane.get_by_role("button", name="Move", exact=True).click()
    panel = messages_in(pane).filter(has_text="Only you can see this").last
    confirm = panel.locator('[data-control*=":go:"]')
    menu = panel.locator(".select")
    choice = panel.locator('[data-control*=":take:"]')
    while True:
        await expect(confirm.or_(menu).or_(choice).first).to_be_visible()
        before = await panel.inner_text()
        if await confirm.count():
            await confirm.click()
            return
        if await menu.count():
            await menu.first.click()
            await pane.page.get_by_role("option").last.click()
        else:
            await choice.last.click()
        await expect(panel).not_to_have_text(before, use_inner_text=True)


@pytest.mark.slow
async def test_a_whole_game_from_the_first_challenge_to_the_leaderboard(
    tavolo: Playground, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    # People think between moves; this test would wait for Discord's limits instead.
    monkeypatch.setattr(limits, "_KINDS", ())
    visitor = await visit(tavolo)
    page = visitor.page
    await challenge(visitor)

    # Jonas, next to Mara, was pinged; he accepts.
    await expect(visitor.pane.get_by_role("tab", name="Jonas")).to_contain_text("1 mention")
    await page.get_by_role("button", name="Side by side").click()
    mara, jonas = visitor.panes.nth(0), visitor.panes.nth(1)
    await expect(jonas.get_by_role("tab", name="Jonas")).to_have_attribute("aria-selected", "true")
    card = messages_in(jonas).filter(has_text="Mara challenges @Jonas")
    await expect(card).to_have_class("message pinged")
    await card.get_by_role("button", name="Accept", exact=True).click()

    # A thread opens from the card; both go there.
    for pane in (mara, jonas):
        await messages_in(pane).locator(".thread").click()
        await expect(pane.get_by_role("heading", level=1)).to_contain_text("Dice Matrix:")
    move = page.get_by_role("button", name="Move", exact=True)
    await expect(move).to_have_count(2)

    # The first move through the panel, which the other one does not see; then typed ones.
    board = messages_in(mara).filter(has_text="your move")
    first, other = (
        (mara, jonas) if "@Mara, your move" in await board.inner_text() else (jonas, mara)
    )
    await build_a_move(first)
    await expect(first).to_contain_text("Only you can see this")
    await expect(other).not_to_contain_text("Only you can see this")
    for number in range(2, MOST_MOVES + 1):
        over = page.get_by_role("button", name="Rematch")
        last = (
            messages_in(mara)
            .filter(has_text=f"move {number} ·")
            .or_(messages_in(mara).filter(has=over))
        )
        await last.first.wait_for()
        if await over.count():
            break
        pane = mara if "@Mara, your move" in await last.inner_text() else jonas
        await pane.get_by_label("Type a command").focus()
        await page.keyboard.type("/move")
        await page.keyboard.press("Enter")
        await pane.get_by_role("option").first.wait_for()
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("Enter")
        await pane.locator(".send:focus").wait_for()
        await page.keyboard.press("Enter")
        await pane.locator(".chip").wait_for(state="detached")
    for pane in (mara, jonas):
        await expect(pane.get_by_role("button", name="Rematch")).to_be_visible()
        result = messages_in(pane).filter(has=page.get_by_role("button", name="Rematch"))
        await expect(result.last.locator("img").last).to_have_attribute("alt", ALT)
        await expect(pane.get_by_role("link", name="dice-matrix-")).to_be_visible()

    # A long thread comes in pages.
    await page.reload()
    messages = messages_in(mara)
    await expect(messages.filter(has=page.get_by_role("button", name="Rematch"))).to_be_visible()
    shown = await messages.count()
    starts = messages.filter(has=page.get_by_role("button", name="How to check"))
    assert not await starts.count()
    # Going up loads them too, and then the button is gone: it is pressed as a script does.
    await mara.get_by_role("button", name="Load earlier messages").dispatch_event("click")
    await expect(starts).to_be_attached()
    assert await messages.count() > shown

    await visitor.go("table")
    await visitor.type("leaderboard")
    await expect(visitor.messages.last.get_by_role("img")).to_have_attribute("alt", LEADERBOARD)


async def test_the_clock_lets_a_challenge_lapse(tavolo: Playground, visit: Visit) -> None:
    visitor = await visit(tavolo)
    card = await challenge(visitor)
    await expect(card.locator("time.stamp")).to_have_text("in 2 days")
    await visitor.page.get_by_title("Move the clock forward").click()
    await visitor.page.get_by_role("button", name="+ 1 day").click()
    await expect(card.locator("time.stamp")).to_have_text("in 24 hours")
    await visitor.page.get_by_role("button", name="+ 1 week").click()
    await expect(card).to_contain_text("expired")
    await expect(card.get_by_role("button", name="Accept")).to_have_count(0)
    await expect(visitor.page.locator(".clock-ahead")).to_have_text("+8 d")
