"""Forms (modals): short texts that a person writes."""

from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.errors import ForgedControl
from cogs.ui.components import shorten
from cogs.ui.routing import Click, control_id, payload

TITLE_LENGTH: Final = 45
"""Discord's limit for the title of a form and for the label of a field."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: its id there, what is written above it, and what it holds at first."""

    key: str
    label: str
    value: str | None
    most: int
    lines: bool = False
    """Whether more than one line fits."""
    note: str | None = None
    """What is said below the label, in 100 characters."""


async def open_form(
    interaction: Click, title: str, fields: tuple[Field, ...], action: str, *parts: int | str
) -> None:
    """Open a form; what is written comes back as a click on the action."""
    form = ui.Modal(title=shorten(title, TITLE_LENGTH), custom_id=control_id(action, *parts))
    for field in fields:
        style = discord.TextStyle.paragraph if field.lines else discord.TextStyle.short
        text = ui.TextInput[Any](  # Any: as cogs.ui.components.AnyItem
            style=style,
            custom_id=field.key,
            default=field.value,
            required=False,
            max_length=field.most,
        )
        form.add_item(
            ui.Label(
                text=shorten(field.label, TITLE_LENGTH), description=field.note, component=text
            )
        )
    # As with views: the answer finds its way by its id alone, after any restart.
    form.stop()
    await interaction.response.send_modal(form)


def written(interaction: Click, key: str) -> str:
    """Return what was written in a field; ForgedControl if there is no such field."""
    rows = payload(interaction).get("components")
    if interaction.type is not discord.InteractionType.modal_submit or not isinstance(rows, list):
        raise ForgedControl
    for row in rows:
        field = row.get("component", {})
        if field.get("custom_id") == key and isinstance(field.get("value"), str):
            return str(field["value"])
    raise ForgedControl
