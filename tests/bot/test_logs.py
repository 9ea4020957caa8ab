"""What the log looks like, and that no secret gets into it by any way."""

import asyncio
import io
import json
import logging
import sys
import threading
import warnings

import aiohttp
import discord
import pytest
from discord.gateway import ReconnectWebSocket, WebSocketClosure

from bot import logs
from bot.config import FORMATS, Settings, load
from bot.log_context import doing, note, noting
from bot.store_failed import StoreFailed

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz-0123456789_A"
PASSWORD = 'café-"table'


def settings_for(form: str, token: str = TOKEN) -> Settings:
    environ = {"LOG_FORMAT": form, "DISCORD_TOKEN": token}
    return load(environ)


class Log:
    """A logger of its own whose output can be read back."""

    def __init__(self, settings: Settings) -> None:
        self._stream = io.StringIO()
        self.logger = logging.getLogger("bot.test")
        self.logger.handlers = [logs.handler(settings, self._stream)]
        self.logger.propagate = False
        self.logger.setLevel(logging.INFO)

    def text(self) -> str:
        return self._stream.getvalue()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("token", [TOKEN, "short", "odd/=+token"])
def test_a_traceback_that_holds_the_token_comes_out_without_it(form: str, token: str) -> None:
    log = Log(settings_for(form, token))
    try:
        try:
            float(token)
        except ValueError as error:
            msg = f"Bot {token} was refused"
            raise RuntimeError(msg) from error
    except RuntimeError:
        log.logger.exception("while logging in with %s", token, stack_info=True)
    assert token not in log.text()
    assert "RuntimeError: Bot [removed] was refused" in log.text()
    assert "could not convert string to float: '[removed]'" in log.text()
    assert "while logging in with [removed]" in log.text()


@pytest.mark.parametrize("form", FORMATS)
def test_another_bots_token_is_removed_by_its_shape(form: str) -> None:
    log = Log(load({"LOG_FORMAT": form}))
    log.logger.warning("Authorization: Bot %s!", TOKEN)
    assert "Authorization: Bot [removed]!" in log.text()


@pytest.mark.parametrize("form", FORMATS)
def test_a_password_is_removed_as_it_is_and_as_it_stands_in_the_address(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.config.find_spec", lambda _name: object())
    url = "postgresql://me:caf%C3%A9-%22table@server/tavolo"
    log = Log(load({"LOG_FORMAT": form, "DATABASE_URL": url}))
    log.logger.error("%s: no user with password %s", url, PASSWORD)
    assert "postgresql://me:[removed]@server/tavolo: no user with password [removed]" in log.text()


def test_a_short_password_is_removed_from_addresses_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.config.find_spec", lambda _name: object())
    log = Log(load({"DATABASE_URL": "postgresql://tavolo:bot@server/tavolo"}))
    log.logger.error("the bot uses postgresql://tavolo:bot@server/tavolo")
    assert "the bot uses postgresql://tavolo:[removed]@server/tavolo" in log.text()


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (
            "POST https://discord.com/api/v10/interactions/42/aW50ZXJ_x-1/callback responded 429",
            "POST https://discord.com/api/v10/interactions/42/[removed]/callback responded 429",
        ),
        (
            "PATCH /webhooks/42/aW50ZXJ_x-1/messages/@original",
            "PATCH /webhooks/42/[removed]/messages/@original",
        ),
        ("postgresql:///db?password=hush&user=me", "postgresql:///db?password=[removed]&user=me"),
        ("https://example.org:443/a@b", "https://example.org:443/a@b"),
        ("@two played c4.c6.e4 in game QWERT", "@two played c4.c6.e4 in game QWERT"),
    ],
)
def test_what_looks_like_a_secret_is_removed_and_nothing_else(said: str, written: str) -> None:
    assert logs.Redactor()(said) == written


def test_text_is_one_line_with_time_level_and_logger() -> None:
    log = Log(settings_for("text"))
    record = log.logger.makeRecord("bot.test", logging.INFO, "", 0, "%d rows", (3,), None)
    record.created = 1_700_000_000.25
    log.logger.handle(record)
    assert log.text() == "2023-11-14T22:13:20.250+00:00 INFO bot.test: 3 rows\n"


def test_json_is_one_object_a_line_whatever_the_message_holds() -> None:
    log = Log(settings_for("json"))
    log.logger.info('two\nlines and a "quote"')
    log.logger.info("日本")
    first, second = (json.loads(line) for line in log.text().splitlines())
    assert list(first) == ["time", "level", "logger", "message"]
    assert first["message"] == 'two\nlines and a "quote"'
    assert second["message"] == "日本"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.usefixtures("process_wide")
def test_what_nobody_catches_is_logged_without_the_token(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up(settings_for(form))

    def fail() -> None:
        raise RuntimeError(TOKEN)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    try:
        fail()
    except RuntimeError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(f"{TOKEN} is old", stacklevel=1)
    said = capsys.readouterr().err
    assert TOKEN not in said
    assert said.count("RuntimeError: [removed]") == 2
    assert "[removed] is old" in said


@pytest.mark.usefixtures("process_wide")
def test_at_debug_the_libraries_do_not_write_down_what_people_send(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.set_up(load({"LOG_LEVEL": "DEBUG"}))
    logging.getLogger("discord.gateway").debug("a message")
    logging.getLogger("aiosqlite").debug("a row")
    logging.getLogger("bot.delivery.outbox").debug("our own")
    said = capsys.readouterr().err
    assert said.endswith("DEBUG bot.delivery.outbox: our own\n")
    assert said.count("\n") == 1


@pytest.mark.usefixtures("process_wide")
def test_missing_voice_libraries_are_no_news(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up(load({}))
    logger = logging.getLogger("discord.client")
    logger.warning("PyNaCl is not installed, voice will NOT be supported")
    logger.warning("something that matters")
    said = capsys.readouterr().err
    assert "PyNaCl" not in said
    assert "something that matters" in said


@pytest.mark.parametrize("name", logs.TALKING_OF_DISCORD)
@pytest.mark.parametrize(
    "error",
    [
        OSError("gone"),
        aiohttp.ServerDisconnectedError(),
        discord.RateLimited(7.0),
        StoreFailed("connection was closed"),
        ReconnectWebSocket(0),
        WebSocketClosure("no more"),
    ],
)
def test_what_is_expected_of_discord_and_of_databases_is_one_line(
    name: str, error: Exception
) -> None:
    made = logging.LogRecord(
        name, logging.ERROR, "", 0, "no %s", ("luck",), (type(error), error, None)
    )
    assert logs._in_one_line(made)
    line = logs.TextFormatter(logs.Redactor()).format(made)
    assert "\n" not in line
    assert line.endswith(f"no luck: {error!r}")


def test_what_is_not_expected_keeps_its_traceback() -> None:
    error = ValueError("ours")
    made = logging.LogRecord("x", logging.ERROR, "", 0, "no luck", (), (ValueError, error, None))
    assert logs._in_one_line(made)
    assert logs.TextFormatter(logs.Redactor()).format(made).endswith("\nValueError: ours")


def test_a_line_names_the_interaction_and_the_game_that_it_is_about() -> None:
    def written(form: str) -> list[str]:
        log = Log(load({"LOG_FORMAT": form}))
        with noting(interaction=123, action="component go"), noting(game=7):
            log.logger.info("it is so")
        log.logger.info("and so")
        return log.text().splitlines()

    first, second = written("text")
    assert first.endswith(" it is so [interaction=123 action=component go game=7]")
    assert second.endswith(" and so")
    inside, outside = map(json.loads, written("json"))
    assert (inside["interaction"], inside["game"]) == ("123", "7")
    assert {"interaction", "game"}.isdisjoint(outside)


async def test_what_is_noted_in_a_task_holds_for_it_and_what_it_begins_alone() -> None:
    async def child() -> dict[str, str]:
        note(game=7)
        return {**doing(), **await asyncio.to_thread(doing)}

    with noting(job="clock:7"):
        assert await asyncio.create_task(child()) == {"job": "clock:7", "game": "7"}
        assert doing() == {"job": "clock:7"}
    assert not doing()


def test_a_secret_in_what_is_noted_is_removed_too() -> None:
    for form in FORMATS:
        log = Log(settings_for(form))
        with noting(action=TOKEN):
            log.logger.info("hello")
        assert TOKEN not in log.text()
