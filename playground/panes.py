"""A window with panes: what several people see at the moment, kept up to date over one socket.

After a change each pane is computed again and only the differences are sent: nothing
can be forgotten that way. What does not belong here: the socket itself (`page`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from games.registry import GAMES
from playground.desk import LOCALES, Desk
from playground.gateway import Gateway
from playground.protocol import Action, Close, Earlier, Watch
from playground.strict.bodies import Json

COALESCED_SECONDS: Final = 0.02
"""Changes that follow so closely are shown together."""

Send = Callable[[Json], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Pane:
    """One person's eyes, and what they were shown; `since` is the oldest message among it."""

    name: str
    person: int
    place: int | None
    since: int = 0
    view: Json = None
    starter: Json = None
    messages: dict[int, dict[str, Json]] = field(default_factory=dict)


class Window:
    """All panes of one page."""

    def __init__(self, desk: Desk, gateway: Gateway, send: Send) -> None:
        self._desk = desk
        self._gateway = gateway
        self._send = send
        self._panes: dict[str, Pane] = {}
        self._told: dict[str, Json] = {}
        # What is told of a pane must not overtake what was told of it before.
        self._telling = asyncio.Lock()

    async def greet(self) -> None:
        """Say what there is, first of all."""
        for key, value in self._everything():
            self._told[key] = value
        servers = self._desk.sight.servers()
        games = [
            {"name": each.about.name, "command": each.about.command} for each in GAMES.values()
        ]
        hello = {"is": "hello", "locales": list(LOCALES), "servers": servers, "games": games}
        await self._send(hello | self._told)

    async def do(self, action: Action) -> Json:
        """Do what the page asks, in the window itself or at the desk.

        Raises Impossible.
        """
        match action:
            case Watch():
                async with self._telling:
                    await self._watch(action)
                return {}
            case Close():
                self._panes.pop(action.pane, None)
                return {}
        done = await self._desk.do(action)
        if isinstance(action, Earlier):
            self._remember_earlier(action, done["messages"])
        return done

    async def keep_up(self) -> None:
        """Show changes as they happen, until this is cancelled."""
        changes, count = self._desk.changes, self._desk.changes.count
        while True:
            await changes.after(count)
            await asyncio.sleep(COALESCED_SECONDS)
            async with self._telling:
                count = changes.count
                await self._refresh()

    # ---------------------------------------------------------------------- private

    def _everything(self) -> tuple[tuple[str, Json], ...]:
        bot = self._desk.world.bot
        known = {"id": bot["id"], "name": bot["global_name"], "online": self._gateway.online}
        clock = self._desk.sight.clock()
        # The time runs; what is told is only that it was moved.
        told = self._told.get("clock")
        if told is not None and told["ahead"] == clock["ahead"]:
            clock = told
        return ("people", self._desk.sight.people()), ("bot", known), ("clock", clock)

    async def _watch(self, action: Watch) -> None:
        person = self._desk.person(action.person)
        place = None
        if action.place is not None:
            _, place = self._desk.there(action.person, action.place)
        pane = self._panes[action.pane] = Pane(action.pane, person, place)
        await self._show_view(pane)
        if place is None:
            return
        found = self._desk.sight.messages(person, place)
        pane.messages = found.shown
        pane.since = min(found.shown) if found.more else 0
        pane.starter = self._desk.sight.starter(person, place)
        await self._send(
            {
                "is": "messages",
                "pane": pane.name,
                "place": str(place),
                "messages": list(found.shown.values()),
                "more": found.more,
                "starter": pane.starter,
            }
        )

    def _remember_earlier(self, action: Earlier, messages: list[dict[str, Json]]) -> None:
        for pane in self._panes.values():
            if (str(pane.person), str(pane.place)) == (action.person, action.place):
                pane.messages |= {int(each["id"]): each for each in messages}
                pane.since = min(pane.messages, default=0)

    async def _refresh(self) -> None:
        for key, value in self._everything():
            if self._told[key] != value:
                self._told[key] = value
                await self._send({"is": key, key: value})
        for pane in list(self._panes.values()):
            await self._show_view(pane)
            await self._show_messages(pane)

    async def _show_view(self, pane: Pane) -> None:
        view = self._desk.sight.view(pane.person, pane.place)
        if view != pane.view:
            pane.view = view
            await self._send({"is": "view", "pane": pane.name, **view})

    async def _show_messages(self, pane: Pane) -> None:
        place = pane.place
        if place is None or not self._desk.world.sees(pane.person, place):
            return
        starter = self._desk.sight.starter(pane.person, place)
        if starter != pane.starter:
            pane.starter = starter
            await self._send(
                {"is": "starter", "pane": pane.name, "place": str(place), "message": starter}
            )
        found = self._desk.sight.messages(pane.person, place, since=pane.since).shown
        before, pane.messages = pane.messages, found
        for message, shown in found.items():
            if before.get(message) != shown:
                await self._send({"is": "message", "pane": pane.name, "message": shown})
        gone = [str(message) for message in before if message not in found]
        if gone:
            told = {"is": "gone", "pane": pane.name, "place": str(place), "messages": gone}
            await self._send(told)
