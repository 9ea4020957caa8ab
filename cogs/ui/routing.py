"""Buttons, lists and forms: their custom_ids, and the way from a click to its handler.

A custom_id says all that is needed to carry out its click, after any restart and years later: the
action, database ids, the seq that was seen, and the choice so far. Nothing is kept in memory
between clicks, so discord.py's store of views is not used: every click on a component comes
through here, old and forged ones too.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, Final, TypeVar

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl

log = logging.getLogger(__name__)

PREFIX: Final = "t"
"""The start of every custom_id, so that another scheme can follow later."""
ID_LENGTH: Final = 100
LARGEST_NUMBER: Final = 2**63 - 1
"""The largest number that the database takes."""

Click = discord.Interaction[Tavolo]
Handler = Callable[[Click, list[str]], Awaitable[None]]
"""Carries out a click, given the parts of the custom_id after the action."""
H = TypeVar("H", bound=Callable[..., Coroutine[Any, Any, None]])  # Any: methods of any cog

CLICKED: Final = (
    discord.InteractionType.component,
    discord.InteractionType.modal_submit,
)
_ATTRIBUTE: Final = "__tavolo_control__"


def control_id(action: str, *parts: int | str) -> str:
    """Write a custom_id.

    >>> control_id("move", 12, 34)
    't:move:12:34'
    """
    custom_id = ":".join((PREFIX, action, *map(str, parts)))
    if len(custom_id) > ID_LENGTH:
        msg = f"the custom_id of {action} has {len(custom_id)} characters"
        raise ValueError(msg)
    return custom_id


def control(action: str) -> Callable[[H], H]:
    """Mark a cog's method as the one that carries out an action."""

    def mark(method: H) -> H:
        setattr(method, _ATTRIBUTE, action)
        return method

    return mark


def numbers(parts: list[str], count: int) -> list[int]:
    """Read a custom_id's parts as `count` numbers; ForgedControl if they are not that."""
    if len(parts) != count or not all(part.isascii() and part.isdecimal() for part in parts):
        raise ForgedControl
    found = [int(part) for part in parts]
    if any(number > LARGEST_NUMBER for number in found):
        raise ForgedControl
    return found


def payload(interaction: Click) -> Mapping[str, object]:
    """Return what Discord says of a click: its custom_id, and the values of a list."""
    data: Mapping[str, object] | None = interaction.data
    return data or {}


class Controls(commands.Cog):
    """Route clicks."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        self._handlers: dict[str, Handler] = {}

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Click) -> None:
        """Carry out a click on a button or a list, or what was written in a form."""
        if interaction.type not in CLICKED:
            return
        try:
            await self._carry_out(interaction)
        except Exception as error:  # noqa: BLE001 -- answered and, where unexpected, logged there
            await self._bot.failed(interaction, error)

    async def _carry_out(self, interaction: Click) -> None:
        custom_id = str(payload(interaction).get("custom_id", ""))
        prefix, *parts = custom_id.split(":")
        if prefix != PREFIX or not parts:
            raise ForgedControl
        handler = self.handlers().get(parts[0])
        if handler is None:
            raise ForgedControl
        await self._bot.prepare_answer(interaction)
        await handler(interaction, parts[1:])

    def handlers(self) -> Mapping[str, Handler]:
        """Return who carries out which action, once all cogs are loaded."""
        if not self._handlers:
            self._handlers = _collect(self._bot.cogs.values())
        return self._handlers


def _collect(cogs: Iterable[commands.Cog]) -> dict[str, Handler]:
    """Find the methods that are marked as carrying out an action, each action once."""
    found: dict[str, Handler] = {}
    for cog in cogs:
        for name in dir(type(cog)):
            action = getattr(getattr(type(cog), name), _ATTRIBUTE, None)
            if action is None:
                continue
            if action in found:
                msg = f"two cogs carry out {action}"
                raise ValueError(msg)
            found[action] = getattr(cog, name)
    return found


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Controls(bot))
