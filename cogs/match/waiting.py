"""Waiting: a person is told how far some long work is, until it is there.

What does not belong here: the work, and what is shown when it is done.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from bot.workers.pool import JobFailed
from cogs.ui.components import layout, words
from cogs.ui.responses import change, say, voice_for
from cogs.ui.routing import Click
from games.words import Text

T_co = TypeVar("T_co", covariant=True)

TELL_SECONDS: Final = 1.0
"""How often a person is told how far it is, at most."""
PATIENCE_SECONDS: Final = 12 * 60
"""How long a person is told; soon after that Discord takes no more answers to their click."""

log = logging.getLogger(__name__)


class Work(Protocol[T_co]):
    """Work that is going on, in slices, some of which are done."""

    @property
    def task(self) -> asyncio.Task[T_co]:
        """The work itself."""

    @property
    def done(self) -> int:
        """How many slices are done."""

    @property
    def slices(self) -> int:
        """How many there are."""


async def wait_for(
    interaction: Click,
    work: Work[T_co],
    telling: Callable[[int, int], Text],
    failed: Text,
    *,
    publicly: bool = False,
) -> T_co | None:
    """Tell how far work is until it is done; None where the person has been told why it is not.

    `telling` says how much is done of how much, and `failed` that it has failed. An answer that
    everybody sees is changed `publicly`.
    """
    told = 0.0
    while not work.task.done() and told < PATIENCE_SECONDS:
        text = telling(work.done, work.slices)
        if publicly:
            await change(interaction, layout(None, words(voice_for(interaction)(text))))
        else:
            await say(interaction, text, instead=True)
        await asyncio.wait({work.task}, timeout=TELL_SECONDS)
        told += TELL_SECONDS
    if not work.task.done():
        await say(interaction, Text("This is taking a while. Please check again later."))
        return None
    try:
        return await work.task
    except JobFailed as error:
        log.warning("%s failed: %s", work.task.get_name(), error)
        await say(interaction, failed)
        return None
