"""Build messages: containers with text, pictures, buttons and lists.

Texts come in translated (`str` from a `Voice`); here they only get their place.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

import discord
from discord import ui

from cogs.ui.routing import control_id

BUTTONS_A_ROW: Final = 5
LABEL_LENGTH: Final = 80
OPTION_LENGTH: Final = 100
ALT_LENGTH: Final = 1024
TEXT_LENGTH: Final = 3800
"""Discord takes 4,000 characters a message; what we show stays below."""

AnyItem = ui.Item[Any]  # Any: discord.py's items are generic in the view that holds them


def layout(accent: int | None, *items: AnyItem | None) -> ui.LayoutView:
    """Put items into one container; None items are left out.

    The view is stopped before it is sent, so that discord.py keeps nothing of it: clicks are
    routed by their ids alone (`cogs.ui.routing`).
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*(item for item in items if item is not None), accent_colour=accent))
    view.stop()
    return view


def to_read(view: ui.LayoutView, *before: AnyItem) -> ui.LayoutView:
    """Copy a message without what one can click on except links, and with items before it."""
    shown = [
        item
        for container in view.children
        if isinstance(container, ui.Container)
        for item in container.children
        if not isinstance(item, ui.ActionRow) or all(_is_link(each) for each in item.children)
    ]
    return layout(None, *before, *shown)


def _is_link(item: AnyItem) -> bool:
    return isinstance(item, ui.Button) and item.url is not None


def words(text: str) -> AnyItem:
    """Show a text."""
    return ui.TextDisplay(shorten(text, TEXT_LENGTH))


def small(text: str) -> AnyItem:
    """Show a text in small letters, line by line."""
    return ui.TextDisplay(
        "\n".join(f"-# {line}" for line in shorten(text, TEXT_LENGTH).split("\n"))
    )


def picture(name: str, alt: str) -> AnyItem:
    """Show an attached picture at full width."""
    return ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=shorten(alt, ALT_LENGTH))
    )


def attached(name: str) -> AnyItem:
    """Show an attached file for download."""
    return ui.File(f"attachment://{name}")


def line() -> AnyItem:
    """Draw a thin line between two parts of a message."""
    return ui.Separator()


def button(
    label: str,
    action: str,
    *parts: int | str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
) -> ui.Button[Any]:  # Any: as AnyItem
    """Make a button that carries out an action."""
    return ui.Button(
        label=shorten(label, LABEL_LENGTH),
        style=style,
        custom_id=control_id(action, *parts),
        disabled=disabled,
    )


def link(label: str, url: str) -> ui.Button[Any]:  # Any: as AnyItem
    """Make a button that opens an address."""
    return ui.Button(label=shorten(label, LABEL_LENGTH), url=url)


def buttons(row: Iterable[ui.Button[Any] | None]) -> list[AnyItem]:  # Any: as AnyItem
    """Put buttons side by side, at most five a row, in rows that are as even as can be."""
    there = [item for item in row if item is not None]
    rows = range(-(-len(there) // BUTTONS_A_ROW))
    starts = [-(-len(there) * n // len(rows)) for n in rows]
    return [ui.ActionRow(*there[i:end]) for i, end in pairwise([*starts, len(there)])]


def choices(
    placeholder: str,
    options: Sequence[tuple[str, str, str | None]],
    action: str,
    *parts: int | str,
) -> AnyItem:
    """Make a list of (value, label, note or None), at most 25."""
    return ui.ActionRow(
        ui.Select(
            placeholder=shorten(placeholder, OPTION_LENGTH),
            custom_id=control_id(action, *parts),
            options=[
                discord.SelectOption(
                    value=value,
                    label=shorten(label, OPTION_LENGTH),
                    description=None if note is None else shorten(note, OPTION_LENGTH),
                )
                for value, label, note in options
            ],
        )
    )


def shorten(text: str, most: int) -> str:
    """Cut a text that is too long, and show that it was cut.

    >>> shorten("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def message_link(guild_id: int, channel_id: int, message_id: int | None = None) -> str:
    """Return the address of a message, or of a channel."""
    base = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return base if message_id is None else f"{base}/{message_id}"
