"""The playground's sockets: Discord's REST API, gateway and media on 127.0.0.1.

`Server` puts the parts together and listens; a bot needs nothing else, so tests of any bot
start here. The page adds its own routes (`page`). What does not belong here: what is answered.
"""

import contextlib
import mimetypes
import re
import secrets
from collections.abc import AsyncIterator, Iterable
from email.utils import format_datetime
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from playground.faults import Faults
from playground.gateway import Gateway
from playground.rest import PREFIX, Rest
from playground.world import World

HOST: Final = "127.0.0.1"
LARGEST_REQUEST: Final = 100 << 20
"""Larger than Discord takes: it answers what is too large itself."""
#: Names that always mean this machine.
_NEAR: Final = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?")
#: What a browser may show; anything else it is to save.
_SHOWN: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_MEDIA_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, max-age=86400, immutable",
}


class Server:
    """A Discord that listens, with a bot's token that it made up itself."""

    def __init__(self, world: World, *, shards: int = 1, concurrency: int | None = None) -> None:
        """Prepare a Discord that recommends a number of `shards`.

        With `concurrency` it refuses sessions that begin too close to each other, as Discord does.
        """
        self.world = world
        self.token = secrets.token_urlsafe(32)
        self.faults = Faults()
        self.gateway = Gateway(world, self.token, concurrency=concurrency)
        self.rest = Rest(
            world, self.token, self.faults, shards=shards, concurrency=concurrency or 1
        )
        self.port = 0
        """Where it listens; 0 before that."""
        # Media have no key: their address cannot be guessed instead, as at Discord.
        self._media_path = f"/media/{secrets.token_urlsafe(16)}"

    @contextlib.asynccontextmanager
    async def listening(
        self, port: int = 0, *, more: Iterable[web.RouteDef] = ()
    ) -> AsyncIterator[None]:
        """Listen inside the block, at any free port if `port` is 0, with `more` routes.

        Raises OSError where the port is taken.
        """
        application = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[self._known])
        application.router.add_route("*", PREFIX + "/{path:.*}", self.rest.serve)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_get(self._media_path + "/{path:.*}", self._media)
        application.router.add_routes(more)
        application.on_response_prepare.append(self._date)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, port).start()
            self.port = int(runner.addresses[0][1])
            self.rest.gateway_address = self.gateway.address = f"ws://{HOST}:{self.port}/gateway"
            self.world.media.base = f"http://{HOST}:{self.port}{self._media_path}"
            yield
        finally:
            await self.gateway.drop(code=1001)
            await runner.cleanup()

    @web.middleware
    async def _known(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only under our own name: no other name can be made to lead a browser here.

        Who came by another name of this machine, or through a tunnel, is told where to go.
        """
        asked = request.headers.get("Host", "")
        if asked != f"{HOST}:{self.port}":
            if _NEAR.fullmatch(asked):
                raise web.HTTPForbidden(text=_elsewhere(self.port))
            raise web.HTTPForbidden
        if request.path.startswith("/gateway") and "Origin" in request.headers:
            raise web.HTTPForbidden
        return await handler(request)

    async def _date(self, _request: web.Request, response: web.StreamResponse) -> None:
        """Put the playground's time into every answer, as Discord's do."""
        response.headers["Date"] = format_datetime(self.world.now, usegmt=True)

    async def _media(self, request: web.Request) -> web.Response:
        data = self.world.media.files.get(request.match_info["path"])
        if data is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(request.path)[0] or ""
        headers = dict(_MEDIA_HEADERS)
        if kind not in _SHOWN:
            kind = "application/octet-stream"
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, content_type=kind, headers=headers)


def _elsewhere(port: int) -> str:
    return (
        f"The playground answers at http://{HOST}:{port}/ alone: open the address that was printed, "
        f"with its key. Through a tunnel forward the same port: ssh -L {port}:{HOST}:{port}"
    )
