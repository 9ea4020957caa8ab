"""Lists that change one setting each, on the panels of /preferences and /settings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import discord
from discord import ui

from bot.errors import ForgedControl
from bot.text.voice import Voice
from cogs.ui.components import OPTION_LENGTH, AnyItem, shorten
from cogs.ui.routing import Click, control_id, payload
from games.words import Text

DEFAULT = "default"
"""Chosen where the server or Discord is to decide."""
ON = "on"
OFF = "off"
SWITCH: Mapping[str, Text] = {ON: Text("on"), OFF: Text("off")}


@dataclass(frozen=True, slots=True)
class Chooser:
    """One setting: the field that holds it, its name, and its choices by value."""

    field: str
    name: Text
    choices: Mapping[str, Text]

    def list(self, chosen: str, action: str, voice: Voice, *parts: int | str) -> AnyItem:
        """Show the setting as a list in which the choice that counts now is selected.

        The custom_id has the `parts` after the setting's field.
        """
        plain = voice.plain()
        options = [
            discord.SelectOption(
                value=value,
                label=shorten(
                    plain(Text("{setting}: {choice}", setting=self.name, choice=choice)),
                    OPTION_LENGTH,
                ),
                default=value == chosen,
            )
            for value, choice in self.choices.items()
        ]
        return ui.ActionRow(
            ui.Select(
                custom_id=control_id(action, self.field, *parts),
                placeholder=shorten(plain(self.name), OPTION_LENGTH),
                options=options,
            )
        )


def picked(
    interaction: Click, parts: list[str], choosers: Iterable[Chooser]
) -> tuple[Chooser, str]:
    """Read which setting was changed to what; ForgedControl if there is no such choice."""
    values = payload(interaction).get("values")
    if len(parts) != 1 or not isinstance(values, list) or len(values) != 1:
        raise ForgedControl
    for chooser in choosers:
        if chooser.field == parts[0] and values[0] in chooser.choices:
            return chooser, values[0]
    raise ForgedControl
