"""Discord's REST API, version 10, as the bot's HTTP client sees it.

Reads a request off the wire, lets it meet the ordered failures and the rate limits, has the
world do it, and writes Discord's answer. What does not belong here: what a request means.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import Mapping
from time import monotonic
from typing import Final

from aiohttp import BodyPartReader, web

from playground.faults import Fault, Faults
from playground.limits import Limits, Verdict, over_the_limit
from playground.parsing import parse
from playground.strict.bodies import Json
from playground.world import Refused, Upload, World

PREFIX: Final = "/api/v10"
SESSION_STARTS: Final = 1000
_TOKEN: Final = re.compile(r"/(?:interactions|webhooks)/[^/]*/([^/]+)")
"""The paths that hold a token of their own."""


class Rest:
    """Answer requests of the bot that has `token`."""

    def __init__(
        self, world: World, token: str, faults: Faults, *, shards: int = 1, concurrency: int = 1
    ) -> None:
        self._world = world
        self._token = token
        self._faults = faults
        self._limits = Limits(lambda: monotonic() * world.pace)
        self._shards = shards
        self._concurrency = concurrency
        self.gateway_address = ""

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request."""
        method, path = request.method, request.path.removeprefix(PREFIX)
        if self._faults.latency:
            await asyncio.sleep(self._faults.latency)
        fault = await self._faults.meet(method, path, after=False)
        if fault is None:
            answer = await self._answer(request, method, path)
            fault = await self._faults.meet(method, path, after=True)
            if fault is None:
                return answer
            if fault.half:
                return await _break_off(request, answer)
        return _failed(request, fault)

    async def _answer(self, request: web.Request, method: str, path: str) -> web.Response:
        # A web page has no business here, and a browser names it.
        if "Origin" in request.headers or not self._may(request, path):
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        verdict = self._limits.take(method, path)
        if verdict.retry_after is not None:
            return _too_many(verdict)
        if (method, path) == ("GET", "/gateway/bot"):
            return _json(self._gateway(), 200, verdict.headers)
        try:
            body, files = await _read(request)
        except ValueError:
            return _json({"message": "400: Bad Request", "code": 0}, 400, verdict.headers)
        except ConnectionError:
            # The bot has ended in the middle of it, and nobody is there to read an answer.
            return web.Response()
        try:
            result = self._world.request(
                method,
                path,
                body,
                query=request.query,
                files=files,
                reason=request.headers.get("X-Audit-Log-Reason"),
            )
        except Refused as refused:
            return _json(refused.body, refused.status, verdict.headers)
        if result is None:
            return web.Response(status=204, headers=verdict.headers)
        return _json(result, 200, verdict.headers)

    def _may(self, request: web.Request, path: str) -> bool:
        # The tokens in these paths are secret enough; without one nothing that is sent is read.
        found = _TOKEN.match(path)
        if found is not None:
            return self._world.knows_token(found[1])
        return request.headers.get("Authorization") == f"Bot {self._token}"

    def _gateway(self) -> Mapping[str, Json]:
        return {
            "url": self.gateway_address,
            "shards": self._shards,
            "session_start_limit": {
                "total": SESSION_STARTS,
                "remaining": SESSION_STARTS,
                "reset_after": 0,
                "max_concurrency": self._concurrency,
            },
        }


async def _read(request: web.Request) -> tuple[Json, list[Upload]]:
    """Read JSON, or a form of JSON and files. Raises ValueError."""
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        return (parse(text) if text else None), []
    body: Json = None
    files: dict[str, tuple[str, bytes]] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            msg = "a form within a form"
            raise ValueError(msg)  # noqa: TRY004 - what came in is wrong, not its Python type
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = parse(data)
        elif part.filename is not None:
            files[re.sub(r"\D", "", part.name or "")] = (part.filename, data)
    described = _descriptions(body)
    uploads = [Upload(name, data, described.get(key)) for key, (name, data) in files.items()]
    return body, uploads


def _descriptions(body: Json) -> dict[str, str | None]:
    """Return the alt texts of the files, by their number in the form."""
    if not isinstance(body, dict):
        return {}
    within = (body, body.get("data"), body.get("message"))
    attachments = [
        each for part in within if isinstance(part, dict) for each in part.get("attachments") or ()
    ]
    return {str(each.get("id")): each.get("description") for each in attachments}


async def _break_off(request: web.Request, answer: web.Response) -> web.StreamResponse:
    """Send half of an answer, and break the connection."""
    whole = answer.body if isinstance(answer.body, bytes) else b""
    begun = web.StreamResponse(status=answer.status)
    begun.content_type, begun.content_length = answer.content_type, len(whole) + 1
    with contextlib.suppress(ConnectionError):  # the bot was quicker to go
        await begun.prepare(request)
        await begun.write(whole[: len(whole) // 2])
    if request.transport is not None:
        request.transport.abort()
    return begun


def _failed(request: web.Request, fault: Fault) -> web.Response:
    if fault.status is None:
        if request.transport is not None:
            request.transport.abort()
        return web.Response()  # nobody is there to read it
    if fault.status == 429:
        return _too_many(over_the_limit(fault.retry_after))
    return _json({"message": "ordered to fail", "code": fault.code}, fault.status)


def _too_many(verdict: Verdict) -> web.Response:
    body = {
        "message": "You are being rate limited.",
        "retry_after": verdict.retry_after,
        "global": verdict.for_all,
    }
    return _json(body, 429, verdict.headers)


def _json(body: Json, status: int, headers: Mapping[str, str] | None = None) -> web.Response:
    # discord.py reads JSON only where the type has no charset, which `json_response` adds.
    return web.Response(
        body=json.dumps(body, default=str).encode(),
        status=status,
        headers=headers,
        content_type="application/json",
    )
