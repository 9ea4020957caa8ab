"""What each game's own cog says of it to the others: its accent colour and its rules in words."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from games.words import Text


@dataclass(frozen=True, slots=True)
class Face:
    """A game's colour beside its messages (0xRRGGBB), and the pages of its rules."""

    accent: int
    rules: tuple[Text, ...]


@cache
def face_of(key: str) -> Face:
    """Give the face of a game from `cogs.<key>`."""
    face = import_module(f"cogs.{key}").FACE
    if not isinstance(face, Face):
        msg = f"cogs.{key}.FACE is no Face"
        raise TypeError(msg)
    return face
