"""The panel that builds a move: which choices are open, and the controls for them.

It works at any position that somebody may try a move in, a game's (`turns`) or another's. It
remembers nothing: the ids of its controls carry what they belong to and the choices so far.
What does not belong here: whether a person may act, and what a built move then does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ui

from bot.errors import ForgedControl
from bot.languages import Voice
from bot.seating import Table
from cogs.controls import Click, payload
from cogs.layout import AnyItem, button, buttons, choices
from games.line import AnyGame, AnyPosition
from games.rules import Step
from games.words import Text

SEPARATOR: Final = "."
"""Stands between the choices in a custom_id."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A move being built: at which position, and what has been chosen so far.

    `position` is what its player sees. `place` is what the controls' ids carry before the
    choices, and `family` what their actions begin with, so that a click finds its way back.
    """

    game: AnyGame
    position: AnyPosition
    place: tuple[int | str, ...]
    chosen: tuple[str, ...] = ()
    family: str = ""

    @property
    def step(self) -> Step[Any]:  # Any: see AnyGame
        """Give the open choices or the built move; IllegalMove if the choices lead nowhere."""
        return self.game.steps(self.position, self.chosen)

    def onward(self) -> "Panel":
        """Give the panel at its next question: a choice without an alternative is none."""
        panel, step = self, self.step
        while not step.turn and len(step.choices) == 1:
            panel = replace(panel, chosen=(*panel.chosen, step.choices[0].token))
            step = panel.step
        return panel

    def backward(self) -> "Panel | None":
        """Give the panel before the last choice that had an alternative, or None."""
        for count in reversed(range(len(self.chosen))):
            earlier = replace(self, chosen=self.chosen[:count])
            if len(earlier.step.choices) > 1:
                return earlier
        return None

    def open_choices(self, voice: Voice) -> list[AnyItem]:
        """Lay out what can be chosen next, as buttons or as a list; nothing once all is chosen."""
        step, plain = self.step, voice.plain()
        if not step.choices:
            return []
        if step.buttons:
            return buttons(
                button(plain(choice.label), f"{self.family}take", *self._parts(choice.token))
                for choice in step.choices
            )
        options = [
            (choice.token, plain(choice.label), None if choice.note is None else plain(choice.note))
            for choice in step.choices
        ]
        return [choices(plain(step.prompt), options, f"{self.family}pick", *self._parts())]

    def confirm(self, voice: Voice) -> ui.Button[Any] | None:  # Any: as AnyItem
        """Make the button that plays the built move; None while there is none."""
        turn = self.step.turn
        if not turn:
            return None
        return button(
            voice.plain()(Text("Confirm: {move}", move=self.game.name_turn(self.position, turn))),
            f"{self.family}go",
            *self._parts(),
            style=discord.ButtonStyle.success,
        )

    def back(self, voice: Voice) -> ui.Button[Any] | None:  # Any: as AnyItem
        """Make the button that takes the last choice back; None while there is none."""
        if self.backward() is None:
            return None
        return button(voice.plain()(Text("Back")), f"{self.family}back", *self._parts())

    def _parts(self, *more: str) -> tuple[int | str, ...]:
        return (*self.place, SEPARATOR.join((*self.chosen, *more)))


def play_button(
    table: Table, seen: AnyPosition, turn: Sequence[Any], voice: Voice
) -> ui.Button[Any] | None:  # Any: see AnyGame, and as AnyItem
    """Make the button that plays a whole turn at once, on just this board.

    None where its notation is longer than an id may be.
    """
    game = table.line.game
    try:
        return button(
            voice.plain()(Text("Play {move}", move=game.name_turn(seen, turn))),
            "play",
            table.game.id,
            table.seq,
            " ".join(map(game.format, turn)),
        )
    except ValueError:
        return None


def read_choices(part: str) -> tuple[str, ...]:
    """Read the choices in a custom_id."""
    return tuple(token for token in part.split(SEPARATOR) if token)


def with_listed(chosen: Sequence[str], interaction: Click) -> tuple[str, ...]:
    """Add what was chosen in a list; ForgedControl unless it is one thing."""
    values = payload(interaction).get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise ForgedControl
    return (*chosen, str(values[0]))
