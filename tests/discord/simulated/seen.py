"""What people see: messages, their buttons, menus and pictures.

Everything here looks at Discord's own state, not at the bot's memory, and looks again each time:
a `Message` that a test got hold of shows what that message says now, after every edit. What
people do is in `person`, where they do it in `place`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simcord.backend import models
from simcord.components import walk_components

if TYPE_CHECKING:
    from tests.discord.simulated.person import Person
    from tests.discord.simulated.place import Place
    from tests.discord.simulated.world import World

_BUTTON, _TEXT, _THUMBNAIL, _GALLERY = 2, 10, 11, 12
_SELECTS = frozenset({3, 5, 6, 7, 8})


@dataclass(frozen=True, slots=True)
class Button:
    """A button, as it is shown; `label` is its emoji where it has no words."""

    label: str
    custom_id: str | None
    style: int
    url: str | None
    disabled: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select menu."""

    label: str
    value: str
    description: str | None = None
    default: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu; `options` is empty for those that list people, roles or channels."""

    custom_id: str
    placeholder: str | None
    options: tuple[Option, ...]
    disabled: bool
    kind: int


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message; `alt` is the text for those who cannot see it."""

    name: str
    data: bytes = field(repr=False)
    alt: str | None
    content_type: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message, ephemeral or not, by its place and its id."""

    world: "World" = field(repr=False, compare=False)
    channel_id: int
    id: int

    @property
    def exists(self) -> bool:
        """Whether it has not been deleted, alone or with its channel."""
        return self.id in self.world.backend.messages.get(self.channel_id, {})

    @property
    def stored(self) -> models.Message:
        """The message in simcord's state, for what this class does not show."""
        return self.world.backend.get_message(self.channel_id, self.id)

    @property
    def place(self) -> "Place":
        """The channel or thread that it is in."""
        return self.world.place(self.channel_id)

    @property
    def thread(self) -> "Place | None":
        """The thread that was started from this message."""
        return self.world.place(self.id) if self.id in self.world.backend.channels else None

    @property
    def text(self) -> str:
        """Its content and all its text displays, from top to bottom, one to a line."""
        shown = (part["content"] for part in self.components if part["type"] == _TEXT)
        return "\n".join(filter(None, (self.stored.content, *shown)))

    @property
    def components(self) -> tuple[Mapping[str, Any], ...]:
        """All its components as Discord's JSON, nested ones after the one they are in."""
        return tuple(walk_components(self.stored.components))

    @property
    def controls(self) -> tuple[Button, ...]:
        """Its buttons with all that is known about them."""
        return tuple(_button(part) for part in self.components if part["type"] == _BUTTON)

    @property
    def buttons(self) -> tuple[str, ...]:
        """The labels of its buttons, of the disabled ones too."""
        return tuple(button.label for button in self.controls)

    @property
    def menus(self) -> tuple[Menu, ...]:
        """Its select menus."""
        return tuple(_menu(part) for part in self.components if part["type"] in _SELECTS)

    @property
    def options(self) -> tuple[str, ...]:
        """The labels of all options in its select menus."""
        return tuple(option.label for menu in self.menus for option in menu.options)

    @property
    def files(self) -> tuple[Attachment, ...]:
        """All files that came with it."""
        alt = dict(self._described())
        return tuple(
            Attachment(
                name=file["filename"],
                data=self.world.backend.cdn.get(file["url"]) or b"",
                alt=alt.get(file["url"]) or file.get("description"),
                content_type=file["content_type"],
            )
            for file in self.stored.attachments
        )

    @property
    def pictures(self) -> tuple[Attachment, ...]:
        """Those of its files that are pictures."""
        return tuple(file for file in self.files if file.content_type.startswith("image/"))

    @property
    def pings(self) -> "tuple[Person, ...]":
        """Whom it really pinged when it was new: mentioned in it, and allowed to be."""
        return tuple(self.world.people[user] for user in self.stored.ping_user_ids)

    @property
    def pings_everyone(self) -> bool:
        """Whether it pinged a role, everyone or all who are here."""
        return self.stored.mention_everyone or bool(self.stored.ping_role_ids)

    @property
    def ephemeral(self) -> bool:
        """Whether only the person whom it answers can see it."""
        return self.stored.is_ephemeral

    @property
    def edited(self) -> bool:
        """Whether it has ever been edited."""
        return self.stored.edited_timestamp is not None

    async def delete(self) -> None:
        """Delete it, as a moderator does."""
        self.world.backend.delete_message(self.channel_id, self.id)
        await self.world.rest()

    def __str__(self) -> str:
        if not self.exists:
            return "(deleted)"
        controls = " ".join(f"[{label}]" for label in (*self.buttons, *self.options))
        return "\n".join(filter(None, (self.text, controls)))

    def _described(self) -> Iterator[tuple[str, str | None]]:
        for part in self.components:
            for item in part["items"] if part["type"] == _GALLERY else ():
                yield item["media"]["url"], item.get("description")
            if part["type"] == _THUMBNAIL:
                yield part["media"]["url"], part.get("description")


def _button(part: Mapping[str, Any]) -> Button:
    return Button(
        label=part.get("label") or (part.get("emoji") or {}).get("name") or "",
        custom_id=part.get("custom_id"),
        style=part["style"],
        url=part.get("url"),
        disabled=bool(part.get("disabled")),
    )


def _menu(part: Mapping[str, Any]) -> Menu:
    return Menu(
        custom_id=part["custom_id"],
        placeholder=part.get("placeholder"),
        options=tuple(
            Option(
                label=option["label"],
                value=option["value"],
                description=option.get("description"),
                default=bool(option.get("default")),
            )
            for option in part.get("options") or ()
        ),
        disabled=bool(part.get("disabled")),
        kind=part["type"],
    )
