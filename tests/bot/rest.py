"""A stand-in for Discord's REST API, as far as logging in goes, for the real discord.py."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from aiohttp.typedefs import Handler

ME = {"id": "42", "username": "Tavolo", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "42",
    "name": "Tavolo",
    "icon": None,
    "description": "",
    "summary": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": ME,
}


def as_discord_does(body: Mapping[str, object], status: int = 200) -> web.Response:
    """Answer with JSON: discord.py reads it only without the charset that aiohttp adds."""
    return web.Response(
        body=json.dumps(body).encode(), status=status, content_type="application/json"
    )


@asynccontextmanager
async def discord_that_takes(token: str) -> AsyncIterator[None]:
    """Answer discord.py on this machine: 401 to any other token."""

    def answering(body: Mapping[str, object]) -> Handler:
        async def answer(request: web.Request) -> web.Response:
            if request.headers["Authorization"] != f"Bot {token}":
                return as_discord_does({"message": "401: Unauthorized", "code": 0}, status=401)
            return as_discord_does(body)

        return answer

    application = web.Application()
    application.router.add_get("/users/@me", answering(ME))
    application.router.add_get("/oauth2/applications/@me", answering(APPLICATION))
    server = TestServer(application)
    await server.start_server()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", str(server.make_url("")).rstrip("/"))
        try:
            yield
        finally:
            await server.close()
