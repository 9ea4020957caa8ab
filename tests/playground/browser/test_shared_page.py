"""The page of a finished game in a real browser, offline: keys, buttons, a phone, bad names."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from render.animation import Reel
from render.scene import Scene
from render.shared_page import Told, page, stills
from tests.render.scenes import opening, played

BAD = "<script>document.title = 'bad'</script><img src=x onerror=alert(1)>"
STEPS = 4


def written(folder: Path) -> str:
    """Write the page of a short game, and return its address."""
    scenes: tuple[Scene, ...] = tuple(played(opening()))[:STEPS]
    boards = stills(Reel(scenes, (1000,) * STEPS, scenes[0], None, 2))
    told = Told(
        language="ja",
        title=f"Mara {BAD}",
        result=f"{BAD} wins",
        proof="Secret: 00",
        labels=("最初", "前へ", "次へ", "最後"),
        moves="手順",
        steps=tuple(f"{n}. {BAD}" for n in range(STEPS)),
        alts=tuple(f'Board {n} "{BAD}"' for n in range(STEPS)),
        notes=tuple(f"Mara のメモ： {BAD}\n2" if n == 1 else "" for n in range(STEPS)),
    )
    file = folder / "game.html"
    file.write_bytes(page(told, boards))
    return file.as_uri()


async def shown(opened: Page) -> list[str]:
    """Return the alt texts of the boards that are to be seen."""
    found = await opened.locator("figure img:visible").all()
    return [await each.get_attribute("alt") or "" for each in found]


async def test_a_page_is_gone_through_by_keys_and_clicks_without_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    context = await browser.new_context(offline=True, viewport={"width": 400, "height": 800})
    faults: list[str] = []
    try:
        opened = await context.new_page()
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.on("console", lambda message: faults.append(message.text))
        await opened.goto(written(tmp_path))

        assert [alt[:7] for alt in await shown(opened)] == ["Board 0"]
        for key, board in (
            ("ArrowRight", 1),
            ("End", 3),
            ("ArrowRight", 3),
            ("ArrowLeft", 2),
            ("Home", 0),
        ):
            await opened.keyboard.press(key)
            assert [alt[:7] for alt in await shown(opened)] == [f"Board {board}"], key
        await opened.get_by_role("button", name="次へ").click()
        await opened.locator("li a").nth(2).click()
        assert [alt[:7] for alt in await shown(opened)] == ["Board 2"]
        width = await opened.evaluate("document.documentElement.scrollWidth")
        assert width <= 400
        drawn = await opened.evaluate("document.querySelector('figure.now img').naturalWidth")
        assert drawn == 600
        assert await opened.title() == f"Mara {BAD}"
        assert await opened.locator("body script").count() == 1
        await opened.screenshot(path=tmp_path / "page.png", full_page=True)
        assert faults == []
    finally:
        await context.close()


@pytest.mark.slow
async def test_without_scripts_all_boards_are_to_be_seen(browser: Browser, tmp_path: Path) -> None:
    context = await browser.new_context(java_script_enabled=False, offline=True)
    try:
        opened = await context.new_page()
        await opened.goto(written(tmp_path))
        assert len(await shown(opened)) == STEPS
    finally:
        await context.close()
