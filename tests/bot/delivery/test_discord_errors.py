"""What Discord's answers mean: what passes by itself, what is not allowed, what is gone."""

from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.delivery.discord_errors import Trouble, trouble_of


def refusal(status: int, code: int | None) -> discord.HTTPException:
    """Return what discord.py raises for an answer; without a code it is a page, not JSON."""

    response = SimpleNamespace(status=status, reason="a reason")
    body = "<html>" if code is None else {"code": code, "message": "a message"}
    return discord.HTTPException(response, body)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (403, None),
        (403, 0),
        (403, 40333),
        (403, 40003),
        (400, 40004),
        (403, 40004),
        (400, 40006),
        (429, 20016),
        (429, 20022),
        (429, 20028),
        (429, 20029),
        (429, 40062),
        (429, None),
        (400, 110001),
        (401, 0),
        (401, 40001),
        (408, None),
        (500, 0),
        (503, 130000),
        (502, None),
    ],
)
def test_what_passes_by_itself_means_nothing_else(status: int, code: int | None) -> None:
    assert trouble_of(refusal(status, code)) is Trouble.PASSING


@pytest.mark.parametrize("code", [50001, 50007, 50009, 50013, 50278, 60003, 160002])
def test_only_a_known_code_says_that_something_is_not_allowed(code: int) -> None:
    assert trouble_of(refusal(403, code)) is Trouble.NO_PERMISSION


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50005), (403, 99999), (404, 0)])
def test_a_code_that_nobody_knows_is_unexpected(status: int, code: int) -> None:
    assert trouble_of(refusal(status, code)) is Trouble.UNEXPECTED


def test_an_old_message_edited_too_often_is_named_whatever_its_status() -> None:
    for status in (400, 429):
        assert trouble_of(refusal(status, 30046)) is Trouble.EDITED_TOO_OFTEN


def test_a_connection_that_breaks_passes() -> None:
    assert trouble_of(aiohttp.ClientConnectionError()) is Trouble.PASSING
    assert trouble_of(TimeoutError()) is Trouble.PASSING
