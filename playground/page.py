"""The page's socket and files, for anybody with the key.

The key is new at each start and is in the address that the playground prints. Nothing
that the page shows can run as a script: the browser is told to take scripts from our own files
only. It comes in the language that its address names, else in the one that the browser likes
best. What does not belong here: what is said over the socket (`protocol`, `panes`).
"""

import asyncio
import html
import json
import logging
import secrets
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Final

from aiohttp import WSMsgType, web

from bot.text.voice import Voice, language_names, languages
from games.words import Text, Translate
from playground.deeds import Impossible
from playground.desk import Desk
from playground.gateway import Gateway
from playground.panes import Window
from playground.protocol import Code, Malformed, read
from playground.server import HOST, Server
from playground.strict.bodies import Json
from playground.words import preferred, words_in

log = logging.getLogger(__name__)

FOLDER: Final = Path(__file__).parent / "page"
LARGEST_MESSAGE: Final = 1 << 20
_TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""The files that a page consists of; others are not served."""


class Page:
    """Serve the page of one playground."""

    def __init__(self, desk: Desk, server: Server) -> None:
        self._desk = desk
        self._server = server
        self._key = secrets.token_urlsafe(24)
        self._sockets: set[web.WebSocketResponse] = set()
        server.gateway.on_change.append(desk.changes.happened)

    @property
    def address(self) -> str:
        """Where the page is, with its key."""
        return f"{self._origin}/?key={self._key}"

    @property
    def routes(self) -> tuple[web.RouteDef, ...]:
        """What to add to the server."""
        return (
            web.get("/", self._index),
            web.get("/page/{path:.+}", self._file),
            web.get("/words/{language}", self._words),
            web.get("/ws", self._socket),
        )

    async def close(self) -> None:
        """Tell every page that the playground ends."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001)

    @property
    def _origin(self) -> str:
        return f"http://{HOST}:{self._server.port}"

    async def _index(self, request: web.Request) -> web.Response:
        self._check_key(request)
        language = _language(request)
        voice = Voice(language).plain()
        index = Template((FOLDER / "index.html").read_text(encoding="utf-8")).substitute(
            language=language,
            title=html.escape(voice(Text("Tavolo playground"))),
            without_scripts=html.escape(voice(Text("The playground needs JavaScript."))),
        )
        return web.Response(text=index, content_type="text/html", headers=self._headers())

    async def _words(self, request: web.Request) -> web.Response:
        language = request.match_info["language"]
        if language not in languages():
            raise web.HTTPNotFound
        texts = await asyncio.to_thread(words_in, language)
        told = {"names": language_names(), "texts": texts}
        return web.json_response(told, headers=self._headers())

    async def _file(self, request: web.Request) -> web.Response:
        try:
            path = (FOLDER / request.match_info["path"]).resolve()
            if not path.is_relative_to(FOLDER):
                raise web.HTTPNotFound
            return self._answer(path)
        except (ValueError, OSError):
            # No file can have such a name.
            raise web.HTTPNotFound from None

    def _answer(self, path: Path) -> web.Response:
        kind = _TYPES.get(path.suffix)
        if kind is None or not path.is_file():
            raise web.HTTPNotFound
        text = kind.startswith(("text/", "application/"))
        return web.Response(
            body=path.read_bytes(),
            content_type=kind,
            charset="utf-8" if text else None,
            headers=self._headers(),
        )

    def _headers(self) -> Mapping[str, str]:
        # Not every browser takes 'self' for a websocket too.
        sources = {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self'",
            "font-src": "'self'",
            "connect-src": f"'self' ws://{HOST}:{self._server.port}",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        return {
            "Content-Security-Policy": "; ".join(" ".join(each) for each in sources.items()),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }

    def _check_key(self, request: web.Request) -> None:
        key = request.query.get("key", "")
        if not secrets.compare_digest(key.encode(), self._key.encode()):
            raise web.HTTPForbidden

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        self._check_key(request)
        if request.headers.get("Origin") != self._origin:
            raise web.HTTPForbidden
        socket = web.WebSocketResponse(max_msg_size=LARGEST_MESSAGE, heartbeat=30)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            voice = Voice(_language(request)).plain()
            await _Conversation(self._desk, self._server.gateway, socket, voice).hold()
        finally:
            self._sockets.discard(socket)
        return socket


def _language(request: web.Request) -> str:
    """Return the language in which a browser gets the page."""
    asked = request.query.get("language")
    return asked if asked in languages() else preferred(request.headers.get("Accept-Language", ""))


class _Conversation:
    """What is said over one socket; actions run side by side, since people act at the same time too."""

    def __init__(
        self, desk: Desk, gateway: Gateway, socket: web.WebSocketResponse, translate: Translate
    ) -> None:
        self._socket = socket
        self._translate = translate
        self._window = Window(desk, gateway, self._send)
        self._acting: set[asyncio.Task[None]] = set()

    async def hold(self) -> None:
        """Talk until the page is gone."""
        keeping_up = asyncio.create_task(self._window.keep_up(), name="a playground window")
        try:
            await self._window.greet()
            async for message in self._socket:
                if message.type is not WSMsgType.TEXT:
                    break
                acting = asyncio.create_task(self._hear(message.data), name="a page's action")
                self._acting.add(acting)
                acting.add_done_callback(self._acting.discard)
        except ConnectionError:
            return  # the page is gone; it comes again by itself
        finally:
            keeping_up.cancel()
            for task in tuple(self._acting):
                task.cancel()
            for ended in await asyncio.gather(keeping_up, *self._acting, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, ConnectionError):
                    log.error("a page could not be kept up to date", exc_info=ended)

    async def _hear(self, text: str) -> None:
        try:
            n, action = read(text)
        except Malformed as wrong:
            told = {"is": "refused", "n": wrong.n, "code": Code.MALFORMED, "text": str(wrong)}
            await self._send(told)
            return
        try:
            done = await self._window.do(action)
        except Impossible as error:
            await self._refuse(n, error.code, error.text)
        except Exception:
            log.exception("the playground failed to do %s", action)
            await self._refuse(n, Code.BROKEN, Text("The playground failed; its log says why."))
        else:
            await self._send({"is": "done", "n": n, **done})

    async def _refuse(self, n: int, code: Code, text: Text) -> None:
        told = {"is": "refused", "n": n, "code": code, "text": self._translate(text)}
        await self._send(told)

    async def _send(self, told: Json) -> None:
        if not self._socket.closed:
            await self._socket.send_str(json.dumps(told, default=str))
