"""A walk through everything that can be clicked, in any language: nothing is found by its words.

`Wanderer` runs every command that needs nothing filled in, and then presses whatever is shown,
each kind of button and each line of a list once, so that what is new is looked at unasked.
What does not belong here: whole games (`tour`), and what must be true of what was shown.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from discord import app_commands

from bot.app import Tavolo
from tests.discord.simulated import Answer, Message, Person, Place
from tests.discord.tour import Shown

MOST: Final = 450
"""So many presses are enough; more would be a circle."""
LAST: Final = frozenset({"resign-yes", "end-yes", "privacy-delete-yes"})
"""What ends the game in which all this is shown."""
OF_PANELS: Final = ("puzzle-", "explore-", "poll-")
"""What the actions of some panels begin with: they are that of any turn, which lessons walk through."""
MOST_OF_PANELS: Final = 12
"""How many choices of each kind are pressed in them."""
OTHER_LANGUAGE: Final = frozenset({"t:prefer:language", "t:setting:language"})
"""The lists that change the language in which all this is looked at."""


@dataclass(frozen=True, slots=True)
class Press:
    """One thing to press: a button, or a line of a list."""

    message: Message = field(repr=False)
    custom_id: str
    values: tuple[str, ...]
    label: str

    @property
    def action(self) -> str:
        """What it does."""
        return self.custom_id.split(":")[1]


class Wanderer:
    """One person who looks at everything in a place."""

    def __init__(self, bot: Tavolo, person: Person, place: Place) -> None:
        self._bot = bot
        self._person = person
        self._place = place
        self.shown = Shown()
        self._ahead: deque[Press] = deque()
        self._known: set[tuple[str, str]] = set()

    async def look_at_everything(self) -> None:
        """Run all commands and press all there is."""
        for command in self._bot.tree.walk_commands():
            if isinstance(command, app_commands.Command) and not any(
                option.required for option in command.parameters
            ):
                self._take_in(await self._person.slash(command.qualified_name, self._place))
        await self.press_all((*self._place.messages, *self._person.world.channel.messages))

    async def press_all(self, messages: Iterable[Message]) -> None:
        """Press all there is in some messages, and in what comes of it."""
        for message in messages:
            self._take_in_message(message, "a message")
        pressed = 0
        while self._ahead and pressed < MOST:
            press = self._ahead.popleft()
            if not press.message.exists:
                continue  # a panel is closed once what it was for is done
            pressed += 1
            self._take_in(
                await self._person.press(press.message, press.custom_id, press.values or ())
            )

    def _take_in(self, answer: Answer) -> None:
        for message in answer.messages:
            self._take_in_message(message, answer.deed.what)
        for text in _texts(answer.modal or {}):
            self.shown.add(f"{answer.deed.what}, form", text)

    def _take_in_message(self, message: Message, where: str) -> None:
        self.shown.message(message, where)
        for press in _presses(message):
            if press.custom_id in OTHER_LANGUAGE:
                continue
            alike = sum(action == press.action for action, _ in self._known)
            if press.action.startswith(OF_PANELS) and alike >= MOST_OF_PANELS:
                continue
            if press.action not in LAST and (press.action, press.label) not in self._known:
                self._known.add((press.action, press.label))
                self._ahead.append(press)


def _presses(message: Message) -> Iterator[Press]:
    for control in message.controls:
        if control.custom_id is not None and not control.disabled:
            yield Press(message, control.custom_id, (), control.label)
    for menu in message.menus:
        for option in menu.options:
            yield Press(message, menu.custom_id, (option.value,), option.label)


def _texts(form: Any) -> Iterator[str]:
    """Yield the texts of a form."""
    if isinstance(form, dict):
        for key, value in form.items():
            if key in {"title", "label", "placeholder", "description"} and isinstance(value, str):
                yield value
            yield from _texts(value)
    elif isinstance(form, list):
        for part in form:
            yield from _texts(part)
