"""The world of a test: a server with people in it, and the bot that runs there.

`open_world` starts everything and, at the end, closes it and fails the test for whatever went
wrong unseen. `World` is what tests talk to; the package docstring shows how.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from simcord import GuildHandle
from simcord import interactions as simcords
from simcord.backend import Backend, serializers
from simcord.env import Env

from playground.strict.bodies import LARGEST_FILE
from tests.discord.simulated import connections, payloads, quick, settling, strict
from tests.discord.simulated.complaints import Complaints, listening
from tests.discord.simulated.connections import close_connections, open_connections
from tests.discord.simulated.deeds import Answer, Deed
from tests.discord.simulated.person import Person
from tests.discord.simulated.place import Place
from tests.discord.simulated.seen import Message
from tests.discord.simulated.wire import Fault, Hold, Request, Wire, longest_series

MakeBot = Callable[[], discord.Client]
Commands = dict[int | None, dict[tuple[str, int], dict[str, Any]]]  # Any: commands as JSON
"""The commands that Discord has, by server (None: everywhere), name and type."""

#: A person sees "This interaction failed" after this long without any answer.
PATIENCE = timedelta(seconds=3)
#: What one request takes while `World.measure` counts those in series.
MEASURED_LATENCY = 0.2
SETTLE_TIMEOUT = 90.0


class InteractionFailed(AssertionError):
    """A person saw "This interaction failed": the bot answered too late or not at all."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a deed cost in requests; a request runs "in series" if it waited for another."""

    requests: tuple[Request, ...]

    @property
    def total(self) -> int:
        """How many requests there were."""
        return len(self.requests)

    @property
    def series(self) -> int:
        """How many had to wait for one another, from the first to the last."""
        return longest_series(self.requests)

    def series_to(self, method: str, path: str) -> int:
        """Return how many in series it took until the first request to this route was done."""
        end = next(request.ended for request in self.requests if request.is_for(method, path))
        return longest_series([request for request in self.requests if request.ended <= end])


class World:
    """A Discord server called "Game Night" with one text channel, and the bot in it."""

    def __init__(self, make_bot: MakeBot, wire: Wire, complaints: Complaints) -> None:
        self._make_bot = make_bot
        self._wire = wire
        self._complaints = complaints
        self._excused: set[int] = set()
        self._running = True
        self.people: dict[int, Person] = {}
        bot = make_bot()
        sharded = isinstance(bot, discord.AutoShardedClient) and bot.shard_count is None
        self.env = Env(bot, settle_timeout=SETTLE_TIMEOUT, shard_count=1 if sharded else None)
        self.guild: GuildHandle = self.env.create_guild("Game Night")
        self.channel = self.text_channel("table")
        wire.clock = lambda: self.env._virtual_time
        complaints.listen(self._new_errors)

    @property
    def bot(self) -> discord.Client:
        """The bot that runs now."""
        return self.env.bot

    @property
    def backend(self) -> Backend:
        """Discord's state, as simcord keeps it."""
        return self.env.backend

    @property
    def now(self) -> datetime:
        """The time in this world, which is stopped unless a test lets it pass."""
        return self.env.now()

    # ------------------------------------------------------------ people and places

    def person(
        self,
        name: str,
        *,
        locale: str = "en-US",
        nick: str | None = None,
        permissions: discord.Permissions | None = None,
        bot: bool = False,
        member: bool = True,
    ) -> Person:
        """Bring somebody into the server, or only into Discord if not `member`."""
        account = f"user{len(self.people)}"
        user = self.env.create_user(account, global_name=name, bot=bot)
        person = self.people[user.id] = Person(self, user, name, locale)
        if member:
            roles = [self.guild.create_role(name, permissions=permissions)] if permissions else []
            self.guild.add_member(user, roles=roles, nick=nick)
        return person

    def place(self, channel_id: int) -> Place:
        """Return the channel or thread with this id."""
        return Place(self, channel_id)

    def text_channel(self, name: str) -> Place:
        """Open another text channel."""
        return Place(self, self.guild.create_text_channel(name).id)

    def news_channel(self, name: str) -> Place:
        """Open an announcement channel."""
        return Place(self, self.guild.create_news_channel(name).id)

    def voice_channel(self, name: str) -> Place:
        """Open a voice channel; its chat is the place."""
        return Place(self, self.guild.create_voice_channel(name).id)

    def forum(self, name: str) -> Place:
        """Open a forum."""
        return Place(self, self.guild.create_forum_channel(name).id)

    async def post(self, forum: Place, title: str, by: Person) -> Place:
        """Make a person start a post in a forum; the post is a thread of theirs."""
        thread = self.backend.create_thread(forum.id, title, by.id, broadcast=False)
        self.backend.create_message(thread.id, by.id, title)
        self.backend.announce_thread_create(thread)
        await self.rest()
        return Place(self, thread.id)

    def another_server(self, name: str) -> Place:
        """Open a second server with everybody in it, and return its only channel."""
        guild = self.env.create_guild(name)
        for person in self.people.values():
            guild.add_member(person.user)
        return Place(self, guild.create_text_channel("table").id)

    async def speak(self, locale: str, *, community: bool = False) -> None:
        """Set the server's language; only a Community has really chosen its own."""
        guild = self.backend.get_guild(self.guild.id)
        guild.preferred_locale = locale
        payload: dict[str, Any] = dict(serializers.guild_create_payload(self.backend, guild))
        payload["features"] = ["COMMUNITY"] if community else []
        self.backend.emit("GUILD_UPDATE", payload)
        await self.rest()

    def messages(self, place: Place | None = None) -> tuple[Message, ...]:
        """Return what is written in a place (by default the channel), oldest first."""
        return (place or self.channel).messages

    # ------------------------------------------------------------------------ deeds

    async def at_once(self, *deeds: Deed, may_fail: bool = False) -> tuple[Answer, ...]:
        """Deliver several deeds in the same instant and return the answers in their order.

        The same deed twice is one interaction delivered twice. Unless `may_fail`, a deed that
        gets no answer in time raises `InteractionFailed`.
        """
        for deed in deeds:
            self.backend.emit("INTERACTION_CREATE", deed.payload)
        # A look whether the bot rests goes through all its tasks: with many, look less often.
        await self.env.settle(idle=settling.POLL_SECONDS * len(deeds))
        return tuple([await self.answered(deed, may_fail=may_fail) for deed in deeds])

    async def answered(self, deed: Deed, *, may_fail: bool = False) -> Answer:
        """Wait for the answer to a deed as long as Discord does, in virtual time."""
        end = self.now + PATIENCE
        while not deed.record.responded and self._running and self.now < end:
            await self.pass_time(seconds=0.25)
        if not deed.record.responded:
            self._excused.add(deed.record.id)
            if not may_fail:
                trouble = "\n".join(self._complaints.take()) or "nothing was logged"
                msg = f"This interaction failed – {deed.what}\n{trouble}"
                raise InteractionFailed(msg)
        return Answer(deed, self)

    async def measure(self, deed: Deed) -> tuple[Answer, Cost]:
        """Do a deed over a slow line, and return the answer with what it cost in requests.

        While it runs every request takes a fifth of a (virtual) second, so requests that wait
        for one another can be told from those that run side by side.
        """
        mark = len(self.requests)
        self._wire.latency = MEASURED_LATENCY
        try:
            (answer,) = await self.at_once(deed)
            while self._wire.in_flight:
                await self.pass_time(seconds=MEASURED_LATENCY)
        finally:
            self._wire.latency = 0.0
        return answer, Cost(tuple(self.requests[mark:]))

    # -------------------------------------------------------------- time and requests

    async def rest(self) -> None:
        """Wait until the bot has nothing left to do at this time."""
        await self.env.settle(idle=settling.POLL_SECONDS)

    async def pass_time(self, **duration: float) -> None:
        """Pass time, given as for `timedelta`: `hours=48`; due timers fire on the way."""
        await settling.pass_time(self.env, timedelta(**duration).total_seconds())

    @property
    def requests(self) -> list[Request]:
        """All requests of the bot so far; slice it with a length taken earlier."""
        return self._wire.requests

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int | None = 500,
        code: int = 0,
        after: bool = False,
        times: int | None = 1,
    ) -> Fault:
        """Make the next `times` requests to a route fail (all of them if None).

        `path` may contain `*`, as in "/channels/*/messages". `after` fails them when Discord
        has already done what they ask. A status of None breaks the connection. Mind that
        discord.py tries five times at 429, 500, 502, 504 and 524: let those fail five times.
        """
        fault = Fault(method, path, status, code, after=after, times=times)
        self._wire.faults.append(fault)
        return fault

    def hold(self, method: str, path: str, *, after: bool = False) -> Hold:
        """Hold requests to a route, before or after Discord acted, until `Hold.release()`.

        With `restart(kill=True)` this kills the bot at exactly that point.
        """
        hold = Hold(method, path, after=after)
        self._wire.holds.append(hold)
        return hold

    # ---------------------------------------------------------------- the bot's life

    async def restart(self, *, kill: bool = False) -> None:
        """Stop the bot and start a new one: politely, or as SIGKILL would with `kill`."""
        await self.stop(kill=kill)
        await self.start()

    async def stop(self, *, kill: bool = False) -> None:
        """Stop the bot. Until `start`, nobody answers.

        With `kill` it gets no chance to close: no request leaves any more, its tasks end where
        they are, its database connections are cut and roll back.
        """
        if kill:
            await self._kill()
        else:
            await self.rest()
            with self.env._bot_scope():
                await self.bot.close()
            await self.rest()
            await self.env._detach_bot()
        self._running = False

    async def start(self) -> None:
        """Start a bot after `stop`."""
        await self.env.restart_bot(self._make_bot())
        self._running = True
        await self.rest()

    async def cut_off(self) -> None:
        """Break the bot's connection to the gateway: it can send, but hears of nothing."""
        with self.env._bot_scope():
            await self._shard().disconnect()
        await self.rest()

    async def reconnect(self) -> None:
        """Let the bot connect to the gateway again after `cut_off`."""
        with self.env._bot_scope():
            await self._shard().reconnect()
        await self.rest()

    def _shard(self) -> discord.ShardInfo:
        bot = self.bot
        assert isinstance(bot, discord.AutoShardedClient)
        shard = bot.get_shard(0)
        assert shard is not None
        return shard

    async def resume(self) -> None:
        """Bring the bot's connection to the gateway back after it broke off."""
        with self.env._bot_scope():
            self.bot.dispatch("resumed")
        await self.rest()

    def expects(self, *fragments: str) -> contextlib.AbstractContextManager[None]:
        """Tolerate logged errors and malformed bodies with these words, inside the block.

        Each of the fragments must occur.
        """
        return self._complaints.expected(*fragments)

    async def _kill(self) -> None:
        before = self._complaints.take()
        self._wire.cut = True
        self._wire.holds.clear()
        self._excused |= {
            record.id
            for record in self.backend.interactions.values()
            if record.loading or not record.responded
        }
        await self.env._detach_bot()
        await close_connections()
        self._complaints.take()  # what the dying bot complained about
        for note in before:
            self._complaints.note(note)
        self._wire.cut = False

    async def _open(self) -> None:
        try:
            await self.env.start()
            await self.rest()
        except BaseException:
            await self._end()
            raise

    async def _close(self) -> None:
        """Close the bot and note whatever it left behind."""
        try:
            if self._running:
                await self.stop()
                for connection in open_connections():
                    self._complaints.note(
                        f"the bot left a connection to its database: {connection}"
                    )
        finally:
            await self._end()
        for record in self.backend.interactions.values():
            if record.loading and record.id not in self._excused:
                self._complaints.note(f"the bot is thinking for ever about {record.command_name}")

    async def _end(self) -> None:
        """Leave nothing of this world to the next one, also where the bot did not start or close."""
        await close_connections()
        await self.env.shutdown()

    def _new_errors(self) -> list[str]:
        new = self.env.errors_since(self.env._errors_acknowledged)
        self.env._errors_acknowledged = self.env.error_cursor
        return [f"{type(error).__name__} in a task: {error}" for error in new]

    def _base_payload(self, simcord: Callable[..., Any]) -> Callable[..., Any]:
        def base_payload(backend: Backend, **given: Any) -> Any:
            record, payload = simcord(backend, **given)
            payload["attachment_size_limit"] = LARGEST_FILE
            if given["user_id"] in self.people:
                payload["locale"] = self.people[given["user_id"]].locale
            if given["guild_id"] is not None:
                payload["guild_locale"] = backend.get_guild(given["guild_id"]).preferred_locale
            return record, payload

        return base_payload


@contextlib.asynccontextmanager
async def open_world(make_bot: MakeBot, commands: Commands | None = None) -> AsyncIterator[World]:
    """Start a world with the bot that `make_bot` builds; it is called again at each restart.

    `commands` are those that Discord has of the bot already.
    At the end the bot is closed, and the test fails for what went wrong unseen: see
    `complaints`. If the test failed by itself, that failure is the one that is raised.
    """
    with pytest.MonkeyPatch.context() as patch, listening() as complaints:
        settling.install(patch)
        quick.install(patch)
        strict.install(patch, complaints)
        wire = Wire()
        wire.install(patch)
        connections.install(patch)
        world = World(make_bot, wire, complaints)
        world.backend.commands.update(quick.copied(commands or {}))
        payloads.install(patch)
        patch.setattr(simcords, "base_payload", world._base_payload(simcords.base_payload))
        before = asyncio.all_tasks()
        await world._open()
        try:
            yield world
        finally:
            await world._close()
        mine = {*before, asyncio.current_task()}  # a fixture ends in another task
        left = [task for task in asyncio.all_tasks() - mine if not task.done()]
        notes = [*complaints.take(), *(f"a task is still running: {task}" for task in left)]
        if notes:
            msg = "\n\n".join(["Things went wrong that no exception showed:", *notes])
            raise AssertionError(msg)
