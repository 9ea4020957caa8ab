"""Languages: from the texts of the games and the bot to what a person reads.

English is the source; other languages are gettext catalogues in `bot/locales`. A `Voice`
speaks one language, knows who sits where, and keeps names from breaking a message.
"""

import gettext
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from games.words import Plural, Seat, Text

LOCALES: Final = Path(__file__).parent / "locales"
DOMAIN: Final = "tavolo"
SOURCE_LANGUAGE: Final = "en"

_MARKDOWN: Final = re.compile(
    # Beside the signs, the point of "1.", which makes a list at the start of a line.
    r"([\\`*_~|<>\[\](){}#+\-=:@!&/]|(?<=\d)\.)"
)
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_UNPRINTABLE: Final = re.compile(
    # What ends a line, and what turns the direction of writing.
    r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+"
)


@dataclass(frozen=True, slots=True)
class Name:
    """A name that somebody chose: shown as it is, but never able to ping or to format."""

    raw: str

    def __str__(self) -> str:
        # What the log says of an error has the name on its one line.
        return plain_name(self.raw)


@dataclass(frozen=True, slots=True)
class Mention:
    """A person, shown as a mention; who is pinged is decided by the message alone."""

    user_id: int


def plain_name(raw: str) -> str:
    """Take out of a name what would break a line or turn the direction of what follows."""
    return _UNPRINTABLE.sub(" ", raw).strip() or "?"


def message_name(raw: str) -> str:
    r"""Write a name so that Discord shows exactly it, and what follows keeps its direction.

    >>> message_name("*Mara*")
    '\\*Mara\\*'
    """
    name = plain_name(raw)
    escaped = _MARKDOWN.sub(r"\\\1", name)
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in name):
        return f"\u2068{escaped}\u2069"
    return escaped


@cache
def languages() -> tuple[str, ...]:
    """List the languages that have a catalogue, and English."""
    found = {path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(sorted(found | {SOURCE_LANGUAGE}))


def language_of(locale: str) -> str:
    """Give the language to use for a locale of Discord.

    >>> language_of("en-GB"), language_of("xx")
    ('en', 'en')
    """
    language = locale.split("-", maxsplit=1)[0]
    return language if language in languages() else SOURCE_LANGUAGE


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, str(LOCALES), [language], fallback=True)


@dataclass(frozen=True, slots=True)
class Voice:
    """Speak one language; call it with a `Text`. `names` are those of the seats."""

    language: str = SOURCE_LANGUAGE
    names: tuple[str, ...] = ()
    markdown: bool = True
    """Whether names are escaped for a message; pictures, files and choices show them raw."""

    def __call__(self, text: Text) -> str:
        """Give a text in this language."""
        catalogue = _catalogue(self.language)
        if isinstance(text, Plural):
            pattern = catalogue.ngettext(text.source, text.plural, text.n)
        else:
            # The empty source is the catalogue's own header.
            pattern = catalogue.gettext(text.source) if text.source else ""
        return pattern.format_map({key: self._show(value) for key, value in text.values.items()})

    def at_table(self, names: Sequence[str]) -> "Voice":
        """Speak the same language to a table with these names."""
        return replace(self, names=tuple(names))

    def plain(self) -> "Voice":
        """Speak the same language where nothing is formatted: pictures, files, choices."""
        return replace(self, markdown=False)

    def _show(self, value: object) -> object:
        match value:
            case Text():
                return self(value)
            case Seat(index) if index < len(self.names):
                return self._name(self.names[index])
            case Name(raw):
                return self._name(raw)
            case Mention(user_id):
                return f"<@{user_id}>"
            case _:
                return value

    def _name(self, raw: str) -> str:
        return message_name(raw) if self.markdown else plain_name(raw)


def listed(names: Sequence[Name]) -> Text:
    """List names: "one, two and three"."""
    first, *rest = [Text("{name}", name=name) for name in names]
    text = first
    for i, name in enumerate(rest):
        last = i == len(rest) - 1
        text = (
            Text("{one} and {two}", one=text, two=name)
            if last
            else Text("{one}, {two}", one=text, two=name)
        )
    return text
