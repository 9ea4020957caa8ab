"""The page in other languages: what it says itself is translated, whatever people do on it."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.text.translator import PAGE
from bot.text.voice import in_context
from playground.start import Playground
from tests import pseudo
from tests.playground.browser.conftest import Visit
from tests.playground.browser.visitor import PHONE_SIZE, Visitor
from tests.playground.conftest import Table

NAMES = (
    "Mara",
    "Jonas",
    "Game Night",
    "Tavolo",
    "table",
    "panel",
    "secret",
    "hi",
    "AM",
    "PM",
    "lietuvių",
)
"""What is called so in every language; and the hours, which are as in the person's Discord."""


async def said(visitor: Visitor) -> list[str]:
    """Return all that the page says itself: what is of Discord or of the bot has a `lang`."""
    words: list[str] = await visitor.page.evaluate(
        """() => [...document.querySelectorAll("html, body *")]
            .filter((each) => each.closest("[lang]") === document.documentElement
                && !each.matches(".clock-time, script"))
            .flatMap((each) => [
                ...["aria-label", "title", "placeholder", "alt"].map((a) => each.getAttribute(a)),
                ...(each.matches("html") ? [document.title]
                    : [...each.childNodes].filter((c) => c.nodeType === 3).map((c) => c.data)),
            ])
            .filter(Boolean)"""
    )
    return words


async def english(visitor: Visitor) -> list[str]:
    """Find what the page says in English though it is shown in the pseudo-language."""
    words = await said(visitor)
    assert len(words) > 20
    return [each for text in words for each in pseudo.unaccented(text, *NAMES)]


def word(source: str) -> str:
    """Return a word of the page in the pseudo-language."""
    translated = in_context(pseudo.LANGUAGE, PAGE, source)
    assert translated is not None
    return translated


def button(within: Visitor | Locator, source: str) -> Locator:
    """Find a button by its English name."""
    place = within.page if isinstance(within, Visitor) else within
    return place.get_by_role("button", name=word(source), exact=True).first


async def choose(visitor: Visitor, language: str) -> None:
    """Switch the page to a language, by what it calls itself."""
    await visitor.page.locator("[data-tool=language]").click()
    await visitor.page.get_by_role("button", name=language, exact=True).click()


@pytest.fixture
def spoken(tmp_path: Path) -> object:
    """Install the pseudo-language."""
    with pseudo.pseudo_language(tmp_path):
        yield


async def type_in(visitor: Visitor, command: str) -> None:
    """Send a command without options."""
    before = await visitor.messages.count()
    await visitor.pane.locator(".say").focus()
    await visitor.page.keyboard.type(f"/{command}")
    await expect(visitor.page.get_by_role("option").first).to_contain_text(command)
    assert await english(visitor) == []
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.pane.locator(".chip")).to_have_text(f"/{command}")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.messages).to_have_count(before + 1)


@pytest.mark.slow
@pytest.mark.usefixtures("spoken")
async def test_nothing_that_the_page_says_goes_past_the_catalogues(
    playground: Playground, table: Table, visit: Visit
) -> None:
    visitor = await visit(playground, language=pseudo.LANGUAGE)
    page = visitor.page
    await expect(page.locator(".welcome")).to_be_visible()
    assert await english(visitor) == []

    for opener in (
        "Move the clock forward",
        "Language of this page",
        "Add a person",
        "This person's settings",
    ):
        await page.get_by_title(word(opener), exact=True).first.click()
        await expect(page.locator(".popup")).to_be_visible()
        assert await english(visitor) == []
        await page.keyboard.press("Escape")

    for command in ("panel", "secret", "hi"):
        await type_in(visitor, command)
        assert await english(visitor) == []
    await visitor.messages.first.locator(".select").nth(1).click()
    assert await english(visitor) == []
    await page.keyboard.press("Escape")
    await visitor.messages.first.get_by_role("button", name="Form").click()
    await button(visitor, "Submit").click()
    assert await english(visitor) == []
    await page.keyboard.press("Escape")

    # What the server refuses is said in the page's language too.
    await page.get_by_title(word("Move the clock forward"), exact=True).first.click()
    await page.locator(".popup input").fill("8784")
    await page.locator(".popup form button").click()
    await page.locator(".popup form button").click()
    await expect(page.locator(".clock-ahead")).not_to_be_empty()
    await page.keyboard.press("Escape")
    assert await english(visitor) == []

    table.world.leave(table.server, table.mara)
    await expect(visitor.pane.locator(".intro button.success")).to_be_visible()
    assert await english(visitor) == []
    await visitor.pane.locator(".intro button.success").click()
    await expect(visitor.pane.get_by_role("heading", level=1)).to_have_text("table")
    await page.locator(".places button.direct").click()
    await expect(visitor.pane.get_by_role("heading", level=1)).to_have_text("Tavolo")
    assert await english(visitor) == []
    playground.running.cancel()
    await expect(page.locator(".banner:visible")).to_have_count(1)
    assert await english(visitor) == []


@pytest.mark.usefixtures("spoken")
async def test_longer_words_have_room_on_a_phone(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground, language=pseudo.LANGUAGE, size=PHONE_SIZE)
    wider: list[str] = await visitor.page.evaluate(
        """() => [...document.querySelectorAll("body *")]
            .filter((each) => each.checkVisibility({visibilityProperty: true})
                && !each.closest(".tabs, .only-spoken, .spoken, pre")
                && each.getBoundingClientRect().right > innerWidth + 1)
            .map((each) => each.outerHTML.slice(0, 120))"""
    )
    assert wider == []


@pytest.mark.slow
async def test_the_page_is_in_the_browsers_language_until_another_is_chosen(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground, language="ja-JP")
    root = visitor.page.locator("html")
    await expect(root).to_have_attribute("lang", "ja")
    await visitor.become("Jonas")
    await visitor.pane.get_by_label("コマンドを入力").focus()
    await choose(visitor, "English")
    await expect(root).to_have_attribute("lang", "en")
    await expect(visitor.composer).to_be_enabled()
    tab = visitor.pane.get_by_role("tab", name="Jonas")
    await expect(tab).to_have_attribute("aria-selected", "true")
    await choose(visitor, "日本語")
    await expect(root).to_have_attribute("lang", "ja")
