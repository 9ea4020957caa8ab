"""Tavolo in the playground: games through real sockets, failures, and a process that is killed."""

import asyncio
import base64
import contextlib
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest

from bot.app import Tavolo
from bot.config import load
from bot.delivery.outbox_writer import CLAIM_SECONDS
from playground.deeds import Impossible
from playground.desk import Desk
from playground.faults import Fault, reported
from playground.protocol import Code, Forward
from playground.server import Server
from playground.start import Playground, first_world, play, tavolo_in
from tests.playground.conftest import Open, Table
from tests.playground.people import Actor, Match, labelled, next_card, start_match
from tests.playground.waiting import PATIENCE, until

TOP = Path(__file__).parents[2]


@pytest.fixture
async def tavolo(open_with: Open, tmp_path: Path) -> Playground:
    """Return a playground in which Tavolo runs."""
    return await open_with(tavolo_in(tmp_path, load({})))


async def match_at(table: Table, desk: Desk) -> Match:
    return await start_match(Actor(desk, table.mara), Actor(desk, table.jonas), table.place)


async def test_a_game_is_played_with_a_picture_after_every_move(
    tavolo: Playground, table: Table
) -> None:
    match = await match_at(table, tavolo.desk)
    await match.click_move()
    await until(lambda: len(match.boards) == 2 and len(match.live) == 1)
    for boards in (3, 4, 5):
        await match.type_move()
        await until(lambda: len(match.boards) == boards and len(match.live) == 1)  # noqa: B023 - waited for in the same round
    for board in match.boards:
        (picture,) = table.world.message(match.place, board)["attachments"]
        async with aiohttp.ClientSession() as session, session.get(picture["url"]) as response:
            assert response.content_type == "image/png"
            assert len(await response.read()) == picture["size"]


@pytest.mark.slow
async def test_a_board_whose_post_seemed_to_fail_is_there_once(
    tavolo: Playground, table: Table
) -> None:
    match = await match_at(table, tavolo.desk)
    fault = tavolo.server.faults.order(Fault("POST", "/channels/*/messages", 502, after=True))
    await match.type_move()
    await until(lambda: len(match.boards) == 2 and len(match.live) == 1)
    await match.type_move()
    await until(lambda: len(match.boards) == 3 and len(match.live) == 1)
    assert fault.failed == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["passing 403", "refused name", "archived thread"])
async def test_a_game_goes_on_whatever_is_reported_of_the_real_discord(
    tavolo: Playground, table: Table, name: str
) -> None:
    fault = tavolo.server.faults.order(reported(name))
    match = await match_at(table, tavolo.desk)
    await match.type_move()
    await until(lambda: len(match.boards) == 2 and fault.failed == 1)
    await match.type_move()
    await until(lambda: len(match.boards) == 3)


async def test_the_settings_are_for_who_manages_the_server(
    tavolo: Playground, table: Table
) -> None:
    def paths(person: int) -> set[str]:
        return {command["name"] for command in table.world.commands(person, table.place)}

    table.world.manage(table.server, table.mara, may=True)
    assert paths(table.mara) - paths(table.jonas) == {"settings", "weekly"}


async def test_what_falls_due_happens_when_the_clock_is_moved(
    tavolo: Playground, table: Table
) -> None:
    mara = Actor(tavolo.desk, table.mara)
    await mara.slash(table.place, "dice-matrix challenge", opponent=table.jonas)
    card = await next_card(tavolo.desk, table.place)
    await tavolo.desk.do(Forward(hours=49))
    await until(lambda: not labelled(tavolo.desk, table.place, card, "Accept"))
    assert "expired" in str(table.world.message(table.place, card)["components"])


async def test_the_time_by_which_the_clock_is_moved_is_not_given_back(
    tavolo: Playground, table: Table
) -> None:
    mara = Actor(tavolo.desk, table.mara)
    await mara.slash(table.place, "dice-matrix challenge", opponent=table.jonas)
    card = await next_card(tavolo.desk, table.place)
    before = table.world.message(table.place, card)["components"]
    bot = tavolo.bot
    assert isinstance(bot, Tavolo)
    for hours in (24, 23):
        await tavolo.desk.do(Forward(hours=hours))
        await bot.lost_time.handle()
        await bot.outbox.sweep()
    assert table.world.message(table.place, card)["components"] == before
    await tavolo.desk.do(Forward(hours=2))
    await until(lambda: not labelled(tavolo.desk, table.place, card, "Accept"))


class Killable:
    """A server whose bot is another process."""

    def __init__(self, server: Server, database: Path) -> None:
        self.server = server
        self._environment = {
            **os.environ,
            "PLAYGROUND_PORT": str(server.port),
            "PLAYGROUND_TOKEN": server.token,
            "PLAYGROUND_DATABASE": f"sqlite:///{database}",
        }
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the bot and wait until it is connected."""
        environment = {**self._environment, "PLAYGROUND_AHEAD": str(self.server.world.ahead)}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.playground.bot_process", cwd=TOP, env=environment
        )
        await until(lambda: self.server.gateway.online)

    async def start_later(self) -> None:
        """Start the bot after some minutes, when what the dead one had claimed is free again."""
        self.server.world.forward(timedelta(seconds=CLAIM_SECONDS + 1))
        await self.start()

    async def kill(self) -> None:
        """Kill the bot where it stands."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
            await self._process.wait()
            await until(lambda: not self.server.gateway.online)


@pytest.fixture
async def killable(table: Table, tmp_path: Path) -> AsyncIterator[Killable]:
    """Yield a server with Tavolo in a process that a test may kill."""
    async with contextlib.AsyncExitStack() as stack:
        server = Server(table.world)
        await stack.enter_async_context(server.listening())
        process = Killable(server, tmp_path / "tavolo.db")
        stack.push_async_callback(process.kill)
        await process.start()
        yield process


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
async def test_a_click_while_the_bot_is_dead_fails_and_the_next_one_works(
    killable: Killable, table: Table
) -> None:
    match = await match_at(table, Desk(table.world))
    await killable.kill()
    patience, table.world.patience = table.world.patience, timedelta(seconds=0.5)
    with pytest.raises(Impossible) as failed:
        await match.players[0].click(match.place, match.live[0], "Move")
    table.world.patience = patience
    assert failed.value.code is Code.NO_ANSWER
    await killable.start_later()
    await match.type_move()
    await until(lambda: len(match.boards) == 2 and len(match.live) == 1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_bot_killed_while_it_posts_a_board_leaves_exactly_one(
    killable: Killable, table: Table, *, after: bool
) -> None:
    match = await match_at(table, Desk(table.world))
    hold = killable.server.faults.hold("POST", f"/channels/{match.place}/messages", after=after)
    moving = asyncio.create_task(match.type_move())
    async with asyncio.timeout(PATIENCE):
        await hold.reached.wait()
    await killable.kill()
    moving.cancel()
    await asyncio.wait([moving])
    assert len(match.boards) == 1 + after
    killable.server.faults.holds.clear()
    await killable.start_later()
    await until(lambda: len(match.boards) == 2 and len(match.live) == 1)
    await match.type_move()
    await until(lambda: len(match.boards) == 3 and len(match.live) == 1)


async def test_the_playground_ends_with_its_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stop_at_once(bot: Tavolo, token: str) -> None:
        assert token
        await bot.close()

    monkeypatch.setattr(Tavolo, "start", stop_at_once)
    addresses: list[str] = []
    async with asyncio.timeout(PATIENCE):
        await play(load({}), port=0, announce=addresses.append, browser=True)
    assert addresses == []


async def test_the_address_is_announced_and_opened_once_the_bot_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    announced: list[str] = []
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setenv("DISPLAY", ":0")
    # Whatever the environment says: nothing of a playground goes through a proxy.
    monkeypatch.setenv("HTTP_PROXY", "http://me:hush@127.0.0.1:9")
    playing = asyncio.create_task(play(load({}), port=0, announce=announced.append, browser=True))
    await until(lambda: opened)
    assert [urlsplit(address).scheme for address in opened] == ["file"]
    assert announced[0] not in opened
    playing.cancel()
    await asyncio.wait([playing])
    assert playing.cancelled()


def test_a_newcomer_finds_two_servers_and_four_people() -> None:
    world = first_world()
    assert [world.server(server)["name"] for server in world.servers()] == ["Game Night", "Family"]
    assert [person.name for person in world.people.values()] == ["Mara", "Jonas", "Aiko", "Sam"]
    managing = {person.name: world.managed(person.id) for person in world.people.values()}
    assert managing == {"Mara": world.servers(), "Jonas": [], "Aiko": [], "Sam": []}


async def test_a_game_is_imported_from_a_file(tavolo: Playground, table: Table) -> None:
    mara = Actor(tavolo.desk, table.mara)
    content = base64.b64encode(b"game: tablero\n@1-2 P1 P2 @3-3 P9").decode()

    done = await mara.slash(table.place, "game import", file={"name": "a.txt", "content": content})
    await until(lambda: "Line 2: " in shown(table, int(done["message"])))

    for wrong in ("text", {"name": "a.txt"}, {"name": "a.txt", "content": "~"}):
        with pytest.raises(Impossible, match="This is not a file"):
            await mara.slash(table.place, "game import", file=wrong)


def shown(table: Table, message: int) -> str:
    return str(table.world.message(table.place, message)["components"])
