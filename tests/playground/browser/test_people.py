"""People come and go, and change what one can change about oneself."""

import pytest
from playwright.async_api import expect

from playground.start import Playground
from tests.playground.browser.conftest import Visit
from tests.playground.browser.visitor import Line, Visitor
from tests.playground.conftest import Table

SETTINGS = "This person's settings"


async def open_settings(visitor: Visitor) -> None:
    await visitor.pane.get_by_role("button", name=SETTINGS).click()


async def test_somebody_new_comes(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    await visitor.pane.get_by_role("button", name="Add a person").click()
    await visitor.page.keyboard.type("Ada")
    await visitor.page.keyboard.press("Enter")
    tab = visitor.pane.get_by_role("tab", name="Ada")
    await expect(tab).to_have_attribute("aria-selected", "true")
    await visitor.type("hi")
    await expect(visitor.messages.last).to_contain_text("Hi Ada")


@pytest.mark.slow
async def test_who_left_sees_nothing_and_can_come_back(
    playground: Playground, visit: Visit
) -> None:
    visitor = await visit(playground)
    await open_settings(visitor)
    await visitor.page.get_by_role("button", name="Leave").click()
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.pane).to_contain_text("Mara is not in any server")
    await expect(visitor.composer).to_be_disabled()
    await visitor.pane.get_by_role("button", name="Come back to Game Night").click()
    await expect(visitor.pane.get_by_role("heading", level=1)).to_have_text("table")
    await expect(visitor.composer).to_be_enabled()


@pytest.mark.slow
async def test_each_has_a_language_of_their_own(playground: Playground, visit: Visit) -> None:
    visitor = await visit(playground)
    await open_settings(visitor)
    await visitor.page.get_by_label("Discord language").select_option("ja")
    await visitor.page.keyboard.press("Escape")
    await visitor.type("secret")
    await expect(visitor.messages.last).to_contain_text("ja")
    await visitor.composer.press("/")
    await expect(visitor.page.get_by_role("option", name="/secret")).to_contain_text("ひみつ")


@pytest.mark.slow
async def test_who_manages_a_server_is_switched(
    playground: Playground, table: Table, visit: Visit
) -> None:
    visitor = await visit(playground)
    await open_settings(visitor)
    manages = visitor.page.get_by_label("Manages Game Night")
    await manages.check()
    await visitor.page.keyboard.press("Escape")
    await open_settings(visitor)
    await expect(manages).to_be_checked()
    assert table.world.managed(table.mara) == [table.server]
    await manages.uncheck()
    await visitor.page.keyboard.press("Escape")
    await open_settings(visitor)
    await expect(manages).not_to_be_checked()
    assert table.world.managed(table.mara) == []


@pytest.mark.slow
async def test_closed_direct_messages_are_closed(
    playground: Playground, table: Table, visit: Visit
) -> None:
    visitor = await visit(playground)
    await visitor.become("Jonas")
    await open_settings(visitor)
    await visitor.page.get_by_label("Takes direct messages").uncheck()
    await visitor.page.keyboard.press("Escape")
    await visitor.become("Mara")
    await visitor.type("whisper", "Jonas")
    await expect(visitor.messages.last).to_contain_text("refused: 50007")
    assert not table.world.people[table.jonas].dms


@pytest.mark.slow
async def test_a_reload_keeps_who_and_where_one_is(
    playground: Playground, table: Table, visit: Visit
) -> None:
    table.world.add_place(table.server, "elsewhere")
    visitor = await visit(playground)
    await visitor.become("Jonas")
    await visitor.go("elsewhere")
    await visitor.page.reload()
    await expect(visitor.pane.get_by_role("heading", level=1)).to_have_text("elsewhere")
    tab = visitor.pane.get_by_role("tab", name="Jonas")
    await expect(tab).to_have_attribute("aria-selected", "true")


@pytest.mark.slow
async def test_a_lost_connection_is_said_and_found_again(
    playground: Playground, visit: Visit
) -> None:
    line = Line()
    visitor = await visit(playground, line=line)
    banner = visitor.page.get_by_text("The connection to the playground was lost")
    line.cut = True
    await playground.page.close()
    await expect(banner).to_be_visible()
    line.cut = False
    await expect(banner).to_be_hidden()
    await visitor.type("hi")
    await expect(visitor.messages.last).to_contain_text("Hi Mara")
