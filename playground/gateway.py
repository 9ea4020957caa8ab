"""Discord's gateway: sessions, shards, heartbeats, events, resuming after a lost connection.

A session outlives its socket for some minutes and keeps what the bot missed meanwhile, as
Discord does. What happens in the world comes in through `Gateway.tell`. What does not belong
here: requests (`rest`), and what an event is made of (`world`).
"""

import asyncio
import contextlib
import json
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from socket import SHUT_RDWR
from time import monotonic
from typing import Final

import discord
from aiohttp import WSMsgType, web

from playground.parsing import parse
from playground.strict.bodies import Json
from playground.world import World

HEARTBEAT_SECONDS: Final = 41.25
ACK_SECONDS: Final = 0.25
"""How long the way of a heartbeat and of its answer takes."""
REMEMBERED_EVENTS: Final = 1000
RESUMABLE_SECONDS: Final = 300.0
MEMBERS_A_CHUNK: Final = 1000
BUCKET_SECONDS: Final = 5.0
"""Of the shards of each bucket (number % concurrency) one session may begin in this time."""

_DISPATCH, _HEARTBEAT, _IDENTIFY, _RESUME, _RECONNECT, _MEMBERS = 0, 1, 2, 6, 7, 8
_INVALID_SESSION, _HELLO, _HEARTBEAT_ACK = 9, 10, 11
#: Presence and voice states are taken and have no effect here.
_WITHOUT_EFFECT = frozenset({3, 4})
_UNKNOWN_OPCODE, _DECODE_ERROR, _NOT_AUTHENTICATED, _AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004
_ALREADY_AUTHENTICATED, _INVALID_SHARD = 4005, 4010
_SESSION_ENDS = frozenset({1000, 1001})
"""Closing with these ends the session; any other leaves it to be resumed."""
_SERVER_EVENTS = frozenset({"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"})


def _read(text: str) -> tuple[int, Json] | None:
    """Read what a bot says: its opcode and data; None if that is nothing of the gateway's."""
    try:
        said = parse(text)
    except ValueError:
        return None
    op = said.get("op") if isinstance(said, dict) else None
    return (op, said.get("d")) if type(op) is int else None


@dataclass(eq=False, slots=True)
class Line:
    """One socket and what waits to be sent on it."""

    socket: web.WebSocketResponse
    dropped: bool = False
    """Whether we closed it: the code that the bot answers with then means nothing."""
    waiting: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    def send(self, op: int, data: Json = None) -> None:
        """Send what is no event."""
        self.waiting.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        """Send all that waits, in order, until the socket is gone."""
        while True:
            text = await self.waiting.get()
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                return


@dataclass(eq=False, slots=True)
class Session:
    """What the gateway knows about one shard of a bot."""

    shard: int
    shards: int
    intents: discord.Intents
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    line: Line | None = None
    seq: int = 0
    log: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED_EVENTS))
    lost_at: float = 0.0

    def tell(self, event: str, payload: Mapping[str, Json]) -> None:
        """Send an event if the bot is there, and keep it for a resume if not."""
        self.seq += 1
        frame = {"op": _DISPATCH, "t": event, "s": self.seq, "d": payload}
        text = json.dumps(frame, default=str)
        self.log.append((self.seq, text))
        if self.line is not None:
            self.line.waiting.put_nowait(text)

    def cares_for(self, event: str, payload: Mapping[str, Json]) -> bool:
        """Tell whether an event goes to this shard."""
        if event == "USER_UPDATE":
            return True
        server = payload.get("id") if event in _SERVER_EVENTS else payload.get("guild_id")
        return self.shard == (0 if server is None else shard_of(int(server), self.shards))

    def missed_since(self, seq: int) -> list[str] | None:
        """Return the events after `seq`, or None where they are not all known any more."""
        oldest = self.log[0][0] if self.log else self.seq + 1
        if not oldest - 1 <= seq <= self.seq:
            return None
        return [text for number, text in self.log if number > seq]


def shard_of(server: int, shards: int) -> int:
    """Return the shard that serves a server."""
    return (server >> 22) % shards


class Gateway:
    """All connections of bots; `token` is the only one that is let in."""

    def __init__(self, world: World, token: str, *, concurrency: int | None = None) -> None:
        """Accept bots; `concurrency` limits the new sessions at a time (`BUCKET_SECONDS`)."""
        self._world = world
        self._token = token
        self._concurrency = concurrency
        self._began: dict[int, float] = {}
        """When a session last began, by bucket."""
        self._sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()
        self.address = ""
        """Where bots connect; known once the server listens."""
        self.on_change: list[Callable[[], None]] = []
        self.identified = 0
        """How many sessions began so far."""
        self.resumed = 0
        """How many times one was resumed."""
        self.too_early = 0
        """How many sessions were refused because another had just begun."""
        world.on_event.append(self.tell)

    @property
    def online(self) -> bool:
        """Whether a bot is connected."""
        return any(session.line is not None for session in self._sessions.values())

    @property
    def connected(self) -> list[tuple[int, int]]:
        """The shards that are connected: (number, of how many)."""
        sessions = self._sessions.values()
        return sorted((s.shard, s.shards) for s in sessions if s.line is not None)

    def tell(self, event: str, payload: Mapping[str, Json]) -> None:
        """Tell every bot that is to know of an event."""
        now = monotonic()
        for session in list(self._sessions.values()):
            if session.line is None and now - session.lost_at > RESUMABLE_SECONDS:
                del self._sessions[session.id]
            elif session.cares_for(event, payload):
                shown = self._world.event_for(session.intents, event, payload)
                if shown is not None:
                    session.tell(event, shown)

    # -------------------------------------------------------------------- failures

    async def drop(self, code: int | None = None) -> None:
        """Close every connection with a code, or break it without one."""
        for line in list(self._lines):
            line.dropped = True
            if code is not None:
                await line.socket.close(code=code)
            elif (transport := line.socket.get_extra_info("socket")) is not None:
                transport.shutdown(SHUT_RDWR)

    def ask_to_reconnect(self) -> None:
        """Ask every bot to reconnect and resume, as Discord does before it restarts."""
        for line in self._lines:
            line.send(_RECONNECT)

    def invalidate(self) -> None:
        """Tell every bot that its session is over and cannot be resumed."""
        for session in list(self._sessions.values()):
            del self._sessions[session.id]
            if session.line is not None:
                session.line.send(_INVALID_SESSION, data=False)

    # ------------------------------------------------------------------- a socket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Talk with one bot until it is gone."""
        socket = web.WebSocketResponse(max_msg_size=1 << 16)
        try:
            await socket.prepare(request)
        except ConnectionResetError:
            return web.Response()  # the bot ended as it connected: nobody reads it
        line = Line(socket)
        self._lines.add(line)
        interval = HEARTBEAT_SECONDS * 1000 / self._world.pace
        line.send(_HELLO, {"heartbeat_interval": round(interval)})
        writing = asyncio.create_task(line.write(), name="the gateway's line")
        session: Session | None = None
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                heard = _read(message.data)
                if heard is None:
                    await socket.close(code=_DECODE_ERROR)
                    break
                session = await self._hear(line, session, *heard)
        finally:
            self._lines.discard(line)
            writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writing
            if session is not None and session.line is line:
                self._leave(session, None if line.dropped else socket.close_code)
        return socket

    def _leave(self, session: Session, code: int | None) -> None:
        session.line = None
        session.lost_at = monotonic()
        if code in _SESSION_ENDS:
            self._sessions.pop(session.id, None)
        self._changed()

    async def _hear(
        self, line: Line, session: Session | None, op: int, data: Json
    ) -> Session | None:
        if op == _HEARTBEAT:
            # Over a real line an answer never comes before its question has been noted as sent:
            # discord.py would count the time since the heartbeat before, and say it can't keep up.
            asyncio.get_running_loop().call_later(ACK_SECONDS, line.send, _HEARTBEAT_ACK)
        elif op in (_IDENTIFY, _RESUME):
            if session is not None and session.id in self._sessions:
                await line.socket.close(code=_ALREADY_AUTHENTICATED)
            elif not isinstance(data, dict) or data.get("token") != self._token:
                await line.socket.close(code=_AUTHENTICATION_FAILED)
            elif op == _IDENTIFY:
                return await self._identify(line, data)
            else:
                return self._resume(line, data)
        elif session is None:
            await line.socket.close(code=_NOT_AUTHENTICATED)
        elif op == _MEMBERS:
            self._query_members(session, data)
        elif op not in _WITHOUT_EFFECT:
            await line.socket.close(code=_UNKNOWN_OPCODE)
        return session

    async def _identify(self, line: Line, data: Mapping[str, Json]) -> Session | None:
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await line.socket.close(code=_INVALID_SHARD)
            return None
        if not self._may_begin(shard):
            self.too_early += 1
            line.send(_INVALID_SESSION, data=False)
            return None
        intents = discord.Intents._from_value(int(data["intents"]))  # noqa: SLF001 - no public way
        session = Session(shard, shards, intents, line=line)
        self._sessions[session.id] = session
        self.identified += 1
        servers = [s for s in self._world.servers() if shard_of(s, shards) == shard]
        session.tell(
            "READY",
            {
                "v": 10,
                "user": self._world.bot,
                "guilds": [{"id": str(server), "unavailable": True} for server in servers],
                "session_id": session.id,
                "resume_gateway_url": self.address,
                "shard": [shard, shards],
                "application": {"id": str(self._world.application), "flags": 0},
            },
        )
        if intents.guilds:
            for server in servers:
                session.tell("GUILD_CREATE", self._world.announced(server, intents))
        self._changed()
        return session

    def _may_begin(self, shard: int) -> bool:
        if self._concurrency is None:
            return True
        bucket, now = shard % self._concurrency, monotonic()
        if now - self._began.get(bucket, -BUCKET_SECONDS) < BUCKET_SECONDS:
            return False
        self._began[bucket] = now
        return True

    def _resume(self, line: Line, data: Mapping[str, Json]) -> Session | None:
        session = self._sessions.get(str(data.get("session_id")))
        missed = session.missed_since(int(data.get("seq") or 0)) if session is not None else None
        if session is None or missed is None:
            line.send(_INVALID_SESSION, data=False)
            return None
        for text in missed:
            line.waiting.put_nowait(text)
        session.line = line
        self.resumed += 1
        session.tell("RESUMED", {})
        self._changed()
        return session

    def _query_members(self, session: Session, asked: Mapping[str, Json]) -> None:
        server = int(asked["guild_id"])
        if server not in self._world.servers():
            return
        wanted = asked.get("user_ids")
        ids = {str(each) for each in (wanted if isinstance(wanted, list) else [wanted]) if each}
        prefix = str(asked.get("query") or "").casefold()
        limit = int(asked.get("limit") or 0)
        found = [
            member
            for member in self._world.members(server)
            if (member["user"]["id"] in ids if ids else _begins(member, prefix))
        ]
        found = found[:limit] if limit else found
        missing = sorted(ids - {member["user"]["id"] for member in found})
        chunks = [
            found[begin : begin + MEMBERS_A_CHUNK]
            for begin in range(0, max(len(found), 1), MEMBERS_A_CHUNK)
        ]
        for index, chunk in enumerate(chunks):
            payload: dict[str, Json] = {
                "guild_id": str(server),
                "members": chunk,
                "chunk_index": index,
                "chunk_count": len(chunks),
            }
            if missing and index == 0:
                payload["not_found"] = missing
            if asked.get("nonce") is not None:
                payload["nonce"] = asked["nonce"]
            session.tell("GUILD_MEMBERS_CHUNK", payload)

    def _changed(self) -> None:
        for listener in self.on_change:
            listener()


def _begins(member: Mapping[str, Json], prefix: str) -> bool:
    names = (member["user"]["username"], member["user"]["global_name"], member["nick"])
    return any(str(name).casefold().startswith(prefix) for name in names if name)
