"""Somebody at the page: finds things as people do, by what they are and what they are called."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Dialog,
    Error,
    Locator,
    Page,
    WebSocketRoute,
    expect,
)

from tests.playground.waiting import PATIENCE

DESK_SIZE = (1280, 860)
PHONE_SIZE = (390, 844)
PATIENCE_MS = PATIENCE * 1000

expect.set_options(timeout=PATIENCE_MS)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser's window with the page in it; `troubles` is what went wrong unseen."""

    page: Page
    troubles: list[str] = field(default_factory=list)

    # What there is

    @property
    def pane(self) -> Locator:
        """The first of the panes."""
        return self.panes.first

    @property
    def panes(self) -> Locator:
        """All panes: one, or two side by side."""
        return self.page.locator(".pane")

    @property
    def messages(self) -> Locator:
        """The messages of the place that is open, without the one that began its thread."""
        return messages_in(self.pane)

    @property
    def composer(self) -> Locator:
        """Where commands are typed."""
        return self.pane.get_by_label("Type a command")

    # What people do

    async def become(self, name: str) -> None:
        """Switch to a person."""
        await self.pane.get_by_role("tab", name=name).click()

    async def go(self, place: str) -> None:
        """Open a place from the list."""
        opener = self.pane.get_by_role("button", name="Show the channels")
        if await opener.is_visible():
            await opener.click()
        await self.pane.get_by_role("navigation").get_by_role("button", name=place).last.click()
        await expect(self.pane.get_by_role("heading", level=1)).to_contain_text(place)

    async def type(self, command: str, *values: str) -> None:
        """Type a command and what its required options ask for, and send it; only with keys."""
        await type_in(self.pane, command, *values)

    async def focused(self) -> str:
        """Say what has the focus: its name as a screen reader gives it, or its text."""
        words: str = await self.page.evaluate(
            """() => {
                const at = document.activeElement;
                return at.getAttribute("aria-label") ?? at.labels?.[0]?.innerText ?? at.innerText;
            }"""
        )
        return words

    async def tab_to(self, words: str, key: Literal["Tab", "Shift+Tab"] = "Tab") -> None:
        """Press Tab until the focus is on what is called so, and check that one sees it."""
        for _ in range(100):
            await self.page.keyboard.press(key)
            if words in await self.focused():
                break
        assert words in await self.focused()
        assert await self.page.evaluate(
            """() => {
                const at = document.activeElement;
                const framed = (each) => getComputedStyle(each).outlineStyle !== "none"
                    || getComputedStyle(each).boxShadow !== "none";
                return framed(at) || framed(at.closest(".composer") ?? at);
            }"""
        ), f"one does not see that {words} has the focus"


async def sticks_out(visitor: Visitor) -> list[str]:
    """Name what is wider or lower than the window (what scrolls by itself may be)."""
    found: list[str] = await visitor.page.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter((each) => each.checkVisibility({visibilityProperty: true})
                && !each.closest(".tabs, .only-spoken, .spoken, pre")
                && (each.getBoundingClientRect().right > innerWidth + 1
                    || (each.getBoundingClientRect().bottom > innerHeight + 1
                        && !each.closest(".scroller, .places, .options"))))
            .map((each) => each.outerHTML.slice(0, 120))"""
    )
    return found


async def seen_whole(visitor: Visitor, what: str) -> int:
    """Count the elements that are in sight as a whole, neither cut by a box nor by the window."""
    count: int = await visitor.page.evaluate(
        """(what) => [...document.querySelectorAll(what)].filter((each) => {
            const at = each.getBoundingClientRect();
            for (let box = each.parentElement; box; box = box.parentElement) {
                const frame = box.getBoundingClientRect();
                if (getComputedStyle(box).overflowY !== "visible"
                    && (at.top < frame.top - 1 || at.bottom > frame.bottom + 1)) return false;
                if (box.popover) break; // nothing cuts what is above the page
            }
            return at.height > 0 && at.top >= -1 && at.bottom <= innerHeight + 1;
        }).length""",
        what,
    )
    return count


async def comes_in_sight(visitor: Visitor, what: str) -> None:
    """Wait until all such elements are in sight as a whole; fails after `PATIENCE`.

    A page moves on for a moment after its last message: the panel closes, the last board shrinks.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            while await seen_whole(visitor, what) < await visitor.page.locator(what).count():  # noqa: ASYNC110 - a page has no event for it
                await asyncio.sleep(0.05)
    except TimeoutError as error:
        msg = f"not all of it came in sight: {await where(visitor, what)}"
        raise AssertionError(msg) from error


async def where(visitor: Visitor, what: str) -> object:
    """Say where such elements are, how far the reader is from the end, and what they read last."""
    found: object = await visitor.page.evaluate(
        """(what) => {
            const scroller = document.querySelector(".scroller");
            const frame = scroller.getBoundingClientRect();
            return {
                window: [innerWidth, innerHeight],
                scroller: [frame.top, frame.bottom],
                below: scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight,
                wentUp: !document.querySelector(".jump").hidden,
                elements: [...document.querySelectorAll(what)].map((each) => {
                    const { top, bottom } = each.getBoundingClientRect();
                    return [each.tagName, each.textContent.slice(0, 40), top, bottom];
                }),
                last: [...scroller.querySelectorAll(".message")].slice(-3)
                    .map((each) => each.innerText),
            };
        }""",
        what,
    )
    return found


def messages_in(pane: Locator) -> Locator:
    """Return the messages of a pane's place."""
    return pane.locator(".scroller > .messages > .message")


async def type_in(pane: Locator, command: str, *values: str) -> None:
    """Type a command in a pane, and what its required options ask for; then send it."""
    keyboard = pane.page.keyboard
    await pane.get_by_label("Type a command").focus()
    await keyboard.type(f"/{command}")
    await keyboard.press("Enter")
    await expect(pane.locator(".chip")).to_have_text(f"/{command}")
    for value in values:
        await keyboard.type(value)
        await keyboard.press("Enter")
        await expect(pane.locator(".field input:focus")).to_have_count(0)
    await keyboard.press("Enter")
    await expect(pane.locator(".chip")).to_have_count(0)


@contextlib.asynccontextmanager
async def visiting(
    browser: Browser,
    url: str,
    *,
    size: tuple[int, int] = DESK_SIZE,
    scheme: Literal["dark", "light"] = "dark",
    language: str = "en-US",
    line: "Line | None" = None,
) -> AsyncIterator[Visitor]:
    """Open the page in a browser that has never seen it.

    At the end it must not have complained: no error of a script, nothing that its security
    policy stopped, no dialog that a script opened.
    """
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, locale=language
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    visitor = Visitor(page)

    def note_console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "WebSocket" not in message.text:
            visitor.troubles.append(message.text)

    def note_error(error: Error) -> None:
        visitor.troubles.append(str(error))

    async def note_dialog(dialog: Dialog) -> None:
        visitor.troubles.append(f"a dialog: {dialog.message}")
        await dialog.dismiss()

    page.on("console", note_console)
    page.on("pageerror", note_error)
    page.on("dialog", note_dialog)
    if line is not None:
        await page.route_web_socket("**/ws*", line.handler())
    try:
        await page.goto(url)
        await expect(visitor.pane.get_by_role("heading", level=1)).not_to_be_empty()
        yield visitor
        assert visitor.troubles == []
    finally:
        await context.close()


@dataclass(slots=True)
class Line:
    """The line to the playground, which a test can cut."""

    cut: bool = False

    def handler(self) -> Callable[[WebSocketRoute], Awaitable[None]]:
        """Return what lets a new connection through, or not."""

        async def handle(socket: WebSocketRoute) -> None:
            if self.cut:
                await socket.close()
            else:
                socket.connect_to_server()

        return handle
