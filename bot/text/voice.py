"""Languages: from the texts of the games and the bot to what a person reads.

English is the source; other languages are gettext catalogues in `bot/locales`, read as their
translators wrote them and compiled in memory: there is no built file to forget. A `Voice`
speaks one language, knows who sits where, and keeps names from breaking a message. What does
not belong here: how catalogues come about and what must be in them (`bot.catalogues`).
"""

import gettext
import hashlib
import io
import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from data.computers import Computer
from data.former import FORMER_NAME, is_former
from games import words
from games.players import LEVELS, Level
from games.players.mix import Mix, Strength
from games.words import Plural, Seat, Text, real_minus, signed

LOCALES: Final = Path(__file__).parents[1] / "locales"
DOMAIN: Final = "tavolo"
SOURCE_LANGUAGE: Final = "en"
GROUPED_FROM: Final = 10_000
"""From here on digits are grouped; ratings and years have four and are never."""

_MARKDOWN: Final = re.compile(
    # Apart from the signs, the point of "1.", which makes a list at the start of a line.
    r"([\\`*_~|<>\[\](){}#+\-=:@!&/]|(?<=\d)\.)"
)
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_UNPRINTABLE: Final = re.compile(
    # What ends a line, and what turns the direction of writing.
    r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+"
)


_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing: fillers, and the empty pattern of braille."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that somebody chose: shown as it is, but never able to ping or to format."""

    raw: str

    def __str__(self) -> str:
        # What the log says of an error has the name on its one line.
        return plain_name(self.raw)


LEVEL_NAMES: Final = {
    Level.EASY: Text("easy"),
    Level.MEDIUM: Text("medium"),
    Level.HARD: Text("hard"),
    Level.EXPERT: Text("expert"),
}
LIKE_ME_NAME: Final = Text("like me")
"""What people choose, and see of their own record, where a computer's strength follows that."""


FORMER_PLAYER: Final = Text("a former player")
"""What all those are called who had everything about them deleted."""
COMPUTER_NAMES: Final = {
    Level.EASY: ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"),
    Level.MEDIUM: ("Ines", "Jack", "Kira", "Leo", "Mila", "Noah", "Olga", "Paul", "Quinn"),
    Level.HARD: ("Iris", "Hugo", "Zoe", "Viktor", "Wanda", "Yuri", "Xenia", "Theo", "Ruth"),
    Level.EXPERT: ("Mona", "Nils", "Zara", "Raul", "Edda", "Bruno", "Lara", "Oskar", "Tilda"),
}
"""What the computers of a level at a table are called, by their numbers, in every language and game."""
LIKE_ME_NAMES: Final = ("Sam", "Dora", "Emil", "Fay", "Greta", "Henry", "Ida", "Karl", "Lotte")
"""What those are called that play like somebody, however strong that is."""
OTHER_NAMES: Final = (
    *("Lin", "Max", "Nora"),
    *("Otto", "Pia", "Rosa"),
    *("Sven", "Tess", "Uma"),
    *("Arlo", "Bea", "Cora"),
    *("Vera", "Will", "Yara"),
)
"""What computers are called where somebody at the table has their name: three for each level, and the
last for those that play like somebody."""


def computer_name(computer: Computer, people: Collection[str] = ()) -> str:
    """Return a computer's name at a table with these people.

    >>> ada = Computer(Level.EASY, 1)
    >>> computer_name(ada), computer_name(ada, ["Ada"])
    ('Ada', 'Lin')
    >>> computer_name(Computer(Level.HARD, 2)), computer_name(Computer(Level.HARD, 2), ["hugo"])
    ('Hugo', 'Tess')
    """
    strength, place = computer.strength, computer.number - 1
    if isinstance(strength, Mix):
        names, others = LIKE_ME_NAMES, -1
    else:
        names, others = COMPUTER_NAMES[strength], LEVELS.index(strength)
    taken = {person.strip().casefold() for person in people}
    if names[place].casefold() not in taken:
        return names[place]
    return OTHER_NAMES[(place + 3 * others) % len(OTHER_NAMES)]


def strength_name(strength: Strength) -> Text:
    """Name a strength: "hard", "between easy and medium"."""
    if not isinstance(strength, Mix):
        return LEVEL_NAMES[strength]
    if not strength.eighths:
        return LEVEL_NAMES[strength.lower]
    lower, upper = LEVEL_NAMES[strength.lower], LEVEL_NAMES[strength.upper]
    return Text("between {lower} and {upper}", lower=lower, upper=upper)


def computer_title(computer: Computer, people: Collection[str] = ()) -> Text:
    """Return a computer's name with its strength; "Computers (hard)" for all of a level."""
    level = strength_name(computer.strength)
    if computer.number == 0:
        return Text("Computers ({level})", level=level)
    return Text("{computer} ({level})", computer=computer_name(computer, people), level=level)


@dataclass(frozen=True, slots=True)
class Mention:
    """A person, shown as a mention; who is pinged is decided by the message alone."""

    user_id: int


def plain_name(raw: str) -> str:
    r"""Take out of a name what would break a line or turn the direction of what follows.

    A name that cannot be seen becomes a question mark: nobody plays against nothing.

    >>> plain_name("Ana\u200b"), plain_name("\u200b\u3164\u2800")
    ('Ana\u200b', '?')
    """
    name = _UNPRINTABLE.sub(" ", raw).strip()
    return name if any(map(_is_visible, name)) else "?"


def _is_visible(character: str) -> bool:
    """Tell whether a character alone leaves a trace: marks and joiners need another one."""
    kind = unicodedata.category(character)
    return character not in _BLANK and kind[0] not in "ZM" and kind not in {"Cc", "Cf", "Cs"}


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


def message_lines(raw: str) -> str:
    """Write what somebody wrote so that Discord shows exactly it, line by line."""
    return "\n".join(message_name(line) if line.strip() else "" for line in raw.splitlines())


def catalogue_file(language: str) -> Path:
    """Return where the catalogue of a language is, or would be."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def languages() -> tuple[str, ...]:
    """List the languages that have a catalogue, and English."""
    found = {path.parents[1].name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    return tuple(sorted(found | {SOURCE_LANGUAGE}))


@cache
def language_names() -> dict[str, str]:
    """Return what each language calls itself.

    >>> language_names()["en"]
    'English'
    """
    return {
        language: Locale.parse(language).get_display_name(language) or language
        for language in languages()
    }


def language_of(locale: str) -> str:
    """Return the language to use for a locale of Discord.

    >>> language_of("en-GB"), language_of("xx")
    ('en', 'en')
    """
    language = locale.split("-", maxsplit=1)[0]
    return language if language in languages() else SOURCE_LANGUAGE


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    file = catalogue_file(language)
    if language not in languages() or not file.is_file():
        return gettext.NullTranslations()
    with file.open("rb") as written:
        return compiled(read_po(written))


def compiled(catalogue: Catalog) -> gettext.GNUTranslations:
    """Make a catalogue usable; entries marked as fuzzy are left out."""
    built = io.BytesIO()
    write_mo(built, catalogue)
    built.seek(0)
    return gettext.GNUTranslations(built)


def read_catalogues() -> None:
    """Read and compile every catalogue (some tenths of a second), so that no text waits for it."""
    for language in languages():
        _catalogue(language)


def catalogues_digest() -> str:
    """Hash the files of all catalogues: it changes with any translation."""
    digest = hashlib.sha256()
    for language in languages():
        file = catalogue_file(language)
        if file.is_file():
            digest.update(f"{language}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def in_context(language: str, context: str, source: str) -> str | None:
    """Translate a source without values in one context; None if the catalogue lacks it."""
    translated = _catalogue(language).pgettext(context, source)
    return None if translated == source else translated


@dataclass(frozen=True, slots=True)
class Voice:
    """Speak one language; call it with a `Text`. `names` are those of the seats."""

    language: str = SOURCE_LANGUAGE
    names: tuple[str, ...] = ()
    markdown: bool = True
    """Whether names are escaped for a message; pictures, files and choices show them raw."""

    def __call__(self, text: Text) -> str:
        """Return a text in this language."""
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
            case Seat(index):
                return self(Text("player {n}", n=index + 1))
            case int():
                return self._number(value)
            case Name(raw):
                return self._name(raw)
            case Mention(user_id) if (computer := Computer.of(user_id)) is not None:
                return self(computer_title(computer, self.names))
            case Mention(user_id):
                return self(FORMER_PLAYER) if is_former(user_id) else f"<@{user_id}>"
            case _:
                return value

    def _number(self, number: int) -> str:
        if abs(number) >= GROUPED_FROM:
            return real_minus(format_decimal(number, locale=self.language))
        return signed(number)

    def named(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return names as this voice writes them."""
        return tuple(map(self._name, names))

    def _name(self, raw: str) -> str:
        if raw == FORMER_NAME:
            return self(FORMER_PLAYER)
        computer = Computer.named(raw)
        if computer is not None and computer.number == 0:
            return self(computer_title(computer))
        if computer is not None:
            return computer_name(computer, self.names)
        return message_name(raw) if self.markdown else plain_name(raw)


def listed(names: Sequence[Name]) -> Text:
    """List names: "one", "one and two", "one, two and three"."""
    return words.listed([Text("{name}", name=name) for name in names])
