"""Fixtures: a browser, and somebody who opens the page in it."""

import contextlib
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright

from playground.start import Playground
from tests.playground.browser.visitor import Visitor, visiting

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Visit = Callable[..., Awaitable[Visitor]]


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a browser on this machine."""
    found = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser is installed (looked for {', '.join(_BROWSERS)})")
    return found


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """Yield a browser that runs."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium, args=list(_ARGUMENTS))
        yield started
        await started.close()


@pytest.fixture
async def visit(browser: Browser) -> AsyncIterator[Visit]:
    """Yield a function that opens a playground's page; options are those of `visiting`."""
    async with contextlib.AsyncExitStack() as stack:

        async def open_page(playground: Playground, **options: Any) -> Visitor:
            page = visiting(browser, playground.url, **options)
            return await stack.enter_async_context(page)

        yield open_page
