"""What a bot that has been stopped meanwhile can't answer any more ends in one line of the log."""

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.errors import Restarting
from cogs.ui import responses

CLOSED = RuntimeError("Session is closed")


def interaction(*, closed: bool) -> Any:  # Any: it has only what an answer needs
    return SimpleNamespace(
        client=SimpleNamespace(is_closed=lambda: closed),
        type=discord.InteractionType.component,
        data={"custom_id": "t:join:1"},
        locale=discord.Locale.british_english,
        extras={},
        user=SimpleNamespace(id=11),
        guild_id=None,
    )


@pytest.fixture(autouse=True)
def session_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def whisper(*_: object, **__: object) -> None:
        raise CLOSED

    monkeypatch.setattr(responses, "whisper", whisper)


@pytest.mark.parametrize("error", [Restarting(), CLOSED], ids=["refused", "late"])
async def test_an_answer_of_a_bot_that_was_stopped_is_one_line(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await responses.answer_failure(interaction(closed=True), error)
    assert caplog.messages == ["component t:join:1 was not answered: Session is closed"]


async def test_an_error_of_a_bot_that_runs_is_none_of_its_end() -> None:
    with pytest.raises(RuntimeError, match="Session is closed"):
        await responses.answer_failure(interaction(closed=False), Restarting())
