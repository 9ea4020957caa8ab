"""What a newcomer finds first: what this is, who one is, and how to begin."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.config import load
from games.registry import GAMES
from playground.start import Playground, tavolo_in
from tests.playground.browser.conftest import Visit, in_one_loop
from tests.playground.browser.visitor import Visitor
from tests.playground.conftest import Open

NAMES = [game.about.name for game in GAMES.values()]


@in_one_loop
async def visitor(open_with: Open, tmp_path: Path, visit: Visit) -> Visitor:
    """Return somebody who sees Tavolo's playground for the first time."""
    return await visit(await open_with(tavolo_in(tmp_path, load({}))))


async def test_three_lines_say_what_this_is_and_who_one_is(visitor: Visitor) -> None:
    lines = visitor.page.locator(".welcome p")
    await expect(lines).to_have_text(
        [
            "Tavolo is a Discord bot for board games.",
            ", ".join(NAMES),
            "You are Mara. Switch people at the top.",
        ]
    )


@pytest.mark.slow
async def test_it_speaks_to_the_person_who_is_chosen(visitor: Visitor) -> None:
    welcome = visitor.page.locator(".welcome")
    await expect(welcome.get_by_role("button", name="Challenge Jonas")).to_be_visible()
    await visitor.become("Jonas")
    await expect(welcome).to_contain_text("You are Jonas.")
    await expect(welcome.get_by_role("button", name="Challenge Mara")).to_be_visible()
    await visitor.page.get_by_role("button", name="Challenge Mara").click()
    await expect(welcome).to_contain_text("Then switch to Mara")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.messages.filter(has_text="@Mara")).to_be_visible()
    await visitor.become("Mara")
    await expect(welcome).to_contain_text("You are Mara. Click Accept.")


@pytest.mark.slow
async def test_one_plays_the_computer_at_once(visitor: Visitor) -> None:
    page = visitor.page
    await page.get_by_role("button", name="Play the computer").click()
    menu = page.get_by_role("dialog", name="Play the computer")
    await expect(menu.get_by_role("button")).to_have_text(NAMES)
    await page.keyboard.press("Enter")
    await visitor.messages.get_by_role("button", name="Go to the game").click()
    await expect(visitor.pane.get_by_role("heading", level=1)).to_contain_text(NAMES[0])
    await expect(page.locator(".welcome")).to_have_count(0)


@pytest.mark.slow
async def test_a_first_lesson_has_the_room_of_the_welcome(visitor: Visitor) -> None:
    page = visitor.page
    await page.get_by_role("button", name="First lesson").click()
    await page.get_by_role("button", name=NAMES[-1]).click()
    await expect(visitor.messages.last).to_contain_text(f"{NAMES[-1]}, a first lesson")
    await expect(page.locator(".welcome")).to_have_count(0)


@pytest.mark.slow
async def test_where_the_bot_lacks_the_command_this_is_said(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground)
    await visitor.page.get_by_role("button", name="Play the computer").click()
    await visitor.page.get_by_role("button", name=NAMES[0]).click()
    await expect(visitor.page.locator(".notice")).to_contain_text("no such command here yet")
