"""What anybody on the machine may send without the key or the token: it is refused at once."""

import asyncio
import json
import stat
import webbrowser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from yarl import URL

from playground.parsing import MOST_DEEP, parse
from playground.start import Playground, has_desktop, open_page
from tests.playground.reader import Reader
from tests.tiers import sampled

AT_ONCE = 20.0
"""How long an answer may take on a busy machine, in seconds; to wait for a body takes for ever."""
LARGE = 90 << 20
DEEP = "[" * 100_000 + "]" * 100_000

PATHS = [
    "/page/%00.js",
    "/page/a%00/b.js",
    "/page/%ff.js",
    "/page/" + "a" * 4000 + ".js",
    "/page/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/page//etc/passwd",
    "/words/%00",
    "/words/..%2f..%2fen",
    "/media/%00",
    "/media/%ff",
    "/?key=%ff%00",
    "/ws?key=%00",
    "/gateway?v=%00",
    "/api/v10/%00",
    "/api/v10/channels/%ff/messages",
    "/api/v10/channels/" + "9" * 3000,
    "/api/v10/webhooks/1/guess/messages/@original",
    "/api/v10/interactions/1/guess/callback",
    "/%00",
    "/nothing",
]
BODIES = [
    "NaN",
    '{"content": NaN}',
    '{"content": -Infinity}',
    DEEP,
    "{",
    "1" * 10_000,
    '{"a": ' * 200,
]


def origin(playground: Playground) -> str:
    parts = urlsplit(playground.url)
    return f"{parts.scheme}://{parts.netloc}"


@sampled("path", PATHS, ids=lambda path: path[:40])
@sampled("method", ["GET", "POST", "PATCH"])
async def test_a_path_that_leads_nowhere_is_refused(
    playground: Playground, path: str, method: str
) -> None:
    url = URL(origin(playground) + path, encoded=True)
    async with (
        asyncio.timeout(AT_ONCE),
        aiohttp.ClientSession() as session,
        session.request(method, url) as response,
    ):
        assert 400 <= response.status < 500


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:20])
@pytest.mark.parametrize("path", ["/channels/1/messages", "/users/@me/channels"])
async def test_a_body_that_is_no_json_of_discords_is_refused(
    playground: Playground, path: str, body: str
) -> None:
    headers = {
        "Authorization": f"Bot {playground.server.token}",
        "Content-Type": "application/json",
    }
    url = f"{origin(playground)}/api/v10{path}"
    async with (
        asyncio.timeout(AT_ONCE),
        aiohttp.ClientSession(headers=headers) as session,
        session.post(url, data=body) as response,
    ):
        assert 400 <= response.status < 500


@pytest.mark.parametrize(
    "path",
    ["/channels/1/messages", "/interactions/1/guess/callback", "/webhooks/1/guess", "/webhooks/1"],
)
async def test_a_large_body_of_a_stranger_is_refused_before_it_is_read(
    playground: Playground, path: str
) -> None:
    parts = urlsplit(playground.url)
    reading, writing = await asyncio.open_connection(parts.hostname, parts.port)
    head = (
        f"POST /api/v10{path} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {LARGE}\r\n\r\n"
    )
    writing.write(head.encode())
    async with asyncio.timeout(AT_ONCE):
        line = await reading.readline()
    assert line.split()[1] == b"401"
    writing.close()


@pytest.mark.parametrize(
    "said",
    ["{", "[]", "null", "NaN", DEEP[:60_000], '{"op": "2"}', '{"op": 2}', '{"op": 2, "d": []}',
     '{"op": NaN}', '{"op": 6, "d": 7}', '{"op": 8, "d": null}'],
    ids=lambda said: said[:20],
)  # fmt: skip
async def test_the_gateway_hangs_up_on_what_it_does_not_understand(
    playground: Playground, said: str
) -> None:
    async with (
        asyncio.timeout(AT_ONCE),
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{origin(playground)}/gateway") as socket,
    ):
        await socket.receive()
        await socket.send_str(said)
        ended = await socket.receive()
        assert ended.type is aiohttp.WSMsgType.CLOSE
        assert 4001 <= ended.data <= 4004
    assert playground.bot.is_ready()


@pytest.mark.parametrize(
    "hours", ["NaN", "Infinity", "-Infinity", "-1", "-0.5", "0", "1e999", "1e9"]
)
async def test_no_hours_move_the_clock_but_those_ahead(
    reader: Reader, playground: Playground, hours: str
) -> None:
    before = playground.world.ahead
    await reader.say(f'{{"do": "forward", "n": 77, "hours": {hours}}}')
    told = await reader.wait(lambda told: told["is"] == "refused")
    assert told["code"] in {"malformed", "invalid"}
    assert playground.world.ahead == before


async def test_the_page_refuses_what_is_too_deep_and_goes_on(reader: Reader) -> None:
    await reader.say(f'{{"do": "run", "n": 1, "options": {DEEP}}}')
    await reader.wait(lambda told: told["is"] == "refused" and told["code"] == "malformed")
    assert (await reader.ask("add", name="Kim"))["is"] == "done"


def test_json_may_be_as_deep_as_any_message() -> None:
    deepest = "[" * MOST_DEEP + "]" * MOST_DEEP
    assert json.dumps(parse(deepest)) == deepest
    with pytest.raises(ValueError, match="too deep"):
        parse(f"[{deepest}]")


def test_the_browser_is_not_told_the_key_on_its_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    address = "http://127.0.0.1:1/?key=secret-key&language=ja"
    open_page(address, tmp_path / "open.html")
    (named,) = opened
    assert "secret-key" not in named
    assert parse_qs(urlsplit(named).query) == {}
    door = tmp_path / "open.html"
    assert named == door.as_uri()
    assert "key=secret-key&amp;language=ja" in door.read_text(encoding="utf-8")
    assert stat.S_IMODE(door.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1:9", "[::1]:4000", "localhost:8080"])
async def test_who_comes_by_another_name_of_this_machine_is_told_which_address_to_use(
    playground: Playground, name: str
) -> None:
    port = playground.server.port
    async with aiohttp.ClientSession() as session:
        answer = await session.get(f"http://127.0.0.1:{port}/", headers={"Host": name})
        said = await answer.text()
    assert answer.status == 403
    assert f"http://127.0.0.1:{port}/ alone" in said
    assert f"ssh -L {port}:127.0.0.1:{port}" in said
    assert playground.url.partition("key=")[2] not in said


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example:80", "127.0.0.1.evil:1"])
async def test_a_foreign_name_is_refused_and_told_nothing(
    playground: Playground, name: str
) -> None:
    port = playground.server.port
    async with aiohttp.ClientSession() as session:
        answer = await session.get(f"http://127.0.0.1:{port}/", headers={"Host": name})
        assert (answer.status, await answer.text()) == (403, "403: Forbidden")


def test_without_a_desktop_no_browser_takes_the_terminal() -> None:
    assert not has_desktop({"TERM": "xterm", "DISPLAY": ""}, "linux")
    assert has_desktop({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert has_desktop({"BROWSER": "w3m"}, "linux")
    assert has_desktop({}, "darwin")
