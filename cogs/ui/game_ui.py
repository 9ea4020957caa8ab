"""What each game's own cog says of it to the others: its accent colour, its rules, its lesson."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from cogs.ui.page import Page
from games.lessons.lesson import Lesson


@dataclass(frozen=True, slots=True)
class Face:
    """A game's colour beside its messages (0xRRGGBB), the pages of its rules, its first lesson."""

    accent: int
    rules: tuple[Page, ...]
    lesson: Lesson


@cache
def face_of(key: str) -> Face:
    """Return the face of a game from `cogs.<key>`."""
    face = import_module(f"cogs.games.{key}").FACE
    if not isinstance(face, Face):
        msg = f"cogs.{key}.FACE is no Face"
        raise TypeError(msg)
    return face
