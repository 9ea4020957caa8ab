"""Fixtures: a browser, and somebody who opens the page in it.

One browser serves all tests of a process, so all of them run in one event loop, with the fixtures
that they use; each has a playground and a browser's window of its own.
"""

import contextlib
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from playground.start import Playground
from tests.playground.bots import Controls
from tests.playground.browser.visitor import Visitor, visiting
from tests.playground.conftest import Open, Table, opening

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

in_one_loop = pytest_asyncio.fixture(loop_scope="session")
"""Marks a fixture that waits for something."""
Visit = Callable[..., Awaitable[Visitor]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make the tests of this folder run in the browser's event loop."""
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a browser on this machine."""
    found = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser is installed (looked for {', '.join(_BROWSERS)})")
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """Yield a browser that runs."""
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium, args=list(_ARGUMENTS))
        yield started
        await started.close()


@in_one_loop
async def open_with(table: Table) -> AsyncIterator[Open]:
    """Yield a function that opens a playground with a bot and waits until the bot is there."""
    async with opening(table) as open_one:
        yield open_one


@in_one_loop
async def playground(open_with: Open) -> Playground:
    """Return a playground in which the bot with all controls runs."""
    return await open_with(lambda _: Controls())


@in_one_loop
async def visit(browser: Browser) -> AsyncIterator[Visit]:
    """Yield a function that opens a playground's page; options are those of `visiting`."""
    async with contextlib.AsyncExitStack() as stack:

        async def open_page(playground: Playground, **options: Any) -> Visitor:
            page = visiting(browser, playground.url, **options)
            return await stack.enter_async_context(page)

        yield open_page
