"""The panel that builds a move: which choices are open, and the controls for them.

It works at any position, of a game (`cogs.board.turns`), a lesson or a plan. It keeps nothing in
memory: the ids of its controls carry what they belong to and the choices so far. What does not
belong here: whether a person may act, and what a built move then does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ui

from bot.errors import ForgedControl
from bot.match.table import Table
from bot.text.voice import Voice
from cogs.ui.components import BUTTONS_A_ROW, LABEL_LENGTH, AnyItem, button, buttons, choices
from cogs.ui.routing import Click, payload
from games.game import Choice, Step, spread
from games.line import AnyGame, AnyPosition
from games.words import Text, Translate

CONFIRM: Final = Text("Confirm")
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
        """Return the open choices or the built move; IllegalMove if the choices lead nowhere."""
        return self.game.steps(self.position, self.chosen)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the choices so far one by one, for pictures that mark them."""
        return spread(self.chosen)

    def onward(self) -> "Panel":
        """Return the panel at its next question: a choice without an alternative is none."""
        panel, step = self, self.step
        while not step.turn and len(step.offered) == 1:
            panel = replace(panel, chosen=(*panel.chosen, step.offered[0].token))
            step = panel.step
        return panel

    def backward(self) -> "Panel | None":
        """Return the panel before the last choice that had an alternative, or None."""
        for count in reversed(range(len(self.chosen))):
            earlier = replace(self, chosen=self.chosen[:count])
            if len(earlier.step.offered) > 1:
                return earlier
        return None

    def open_choices(self, voice: Voice) -> list[AnyItem]:
        """Lay out what can be chosen next; nothing once all is chosen.

        Few choices are buttons, which take one click where a list takes two; shortcuts come first.
        What is a button already is not one again: Discord refuses two with the same id.
        """
        step, plain = self.step, voice.plain()
        groups = [(group.title, group.choices, group.buttons) for group in step.shortcuts]
        groups.append((step.title, step.choices, step.buttons))
        items: list[AnyItem] = []
        pressed = set[str]()
        for number, (title, open_choices, buttons_wanted) in enumerate(groups):
            labels = {choice.token: button_label(choice, plain) for choice in open_choices}
            few = len(labels) <= BUTTONS_A_ROW and all(
                len(label) <= LABEL_LENGTH for label in labels.values()
            )
            if few or buttons_wanted:
                items += buttons(
                    button(label, f"{self.family}take", *self._parts(token))
                    for token, label in labels.items()
                    if token not in pressed
                )
                pressed.update(labels)
            else:
                items.append(self._list(title, open_choices, plain, number))
        return items

    def _list(
        self, title: Text, listed: Sequence[Choice], plain: Translate, number: int
    ) -> AnyItem:
        """Make a list; those of one message differ by empty choices at the end of their ids."""
        options = [
            (choice.token, plain(choice.label), None if choice.note is None else plain(choice.note))
            for choice in listed
        ]
        *place, chosen = self._parts()
        return choices(
            plain(title), options, f"{self.family}pick", *place, f"{chosen}{SEPARATOR * number}"
        )

    def confirm(
        self, voice: Voice, verb: Text = CONFIRM
    ) -> ui.Button[Any] | None:  # Any: as AnyItem
        """Make the button that plays the built move; None while there is none."""
        turn = self.step.turn
        if not turn:
            return None
        return button(
            voice.plain()(
                Text("{verb}: {move}", verb=verb, move=self.game.name_turn(self.position, turn))
            ),
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


def button_label(choice: Choice, plain: Translate) -> str:
    """Put what a list says in two lines on a button."""
    if choice.note is None:
        return plain(choice.label)
    return plain(Text("{label} · {note}", label=choice.label, note=choice.note))


def play_button(
    table: Table, seen: AnyPosition, turn: Sequence[Any], voice: Voice
) -> ui.Button[Any] | None:  # Any: see AnyGame, and as AnyItem
    """Make the button that plays a whole turn, on this board only.

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
    """Add what was chosen in a list; ForgedControl unless it is one value."""
    values = payload(interaction).get("values")
    if not isinstance(values, list) or len(values) != 1:
        raise ForgedControl
    return (*chosen, str(values[0]))
