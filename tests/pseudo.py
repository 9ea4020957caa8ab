"""A language that nobody speaks: every text there is, accented and longer, made from the sources.

What is shown in it tells at a glance what went through a catalogue (`unaccented` finds the
rest), and whether there is room for languages that need more than English. It is lent the
name of a language that Discord has and the project has no catalogue of, one with three
forms of a plural; only tests can choose it. What does not belong here: what is done in it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog

from bot.catalogue_checks import MOST, commands_in
from bot.catalogues import template, write
from bot.text import voice
from games.registry import GAMES
from games.words import Text

LANGUAGE: Final = "lt"
PLAIN: Final = "abcdefghijklmnopqrstuvwxyz"
ACCENTED: Final = "áƀçðéƒğĥíĵķļɱñöþɋřšţüṽŵẋýž"
VOWELS: Final = "áéíöüý"
_ACCENTS: Final = str.maketrans(PLAIN + PLAIN.upper(), ACCENTED + ACCENTED.upper())
NOTATION: Final = ("bump", "pass", "side", "[AJQK][SDCH]")
"""What looks like a word in the notation of moves, which is the same in every language."""
_NOT_WORDS: Final = re.compile(
    # Mentions and timestamps, a game's code, a secret and its fingerprint, notation. (Letters
    # of other scripts may stand right next to them.)
    r"<[^>]*>|(?<![A-Za-z\d])(?:[A-Z]{5}|[\da-f]{32,}|[\da-f]{8}(?=…)|"
    + "|".join(NOTATION)
    + r")(?![A-Za-z\d])"
)


def pseudo(source: str, most: int | None = None) -> str:
    """Write a source in the pseudo-language, as long as may be if there is a limit.

    >>> pseudo("{who} took `c4`, see /games")
    '{who} ţööööķ `c4`, šéééé /games'
    """
    # Every other part is one that is kept.
    parts = _kept().split(source)
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    accented = "".join(parts)
    parts[::2] = [re.sub(f"([{VOWELS}])", r"\1\1", part) for part in parts[::2]]
    longer = "".join(parts)
    return accented if most is not None and len(longer) > most else longer


@cache
def texts() -> Catalog:
    """Return all texts there are; nobody may change them."""
    return template()


@cache
def catalogue() -> Catalog:
    """Translate everything."""
    made = Catalog(LANGUAGE, header_comment="# Made by the tests.", fuzzy=False)
    for text in texts():
        if not text.id:
            continue
        most = MOST.get(text.context or "")
        if isinstance(text.id, str):
            made.add(text.id, pseudo(text.id, most), context=text.context)
        else:
            forms = (pseudo(text.id[-1]),) * made.num_plurals
            made.add(text.id, forms, context=text.context)
    return made


@contextmanager
def pseudo_language(folder: Path) -> Iterator[None]:
    """Install the pseudo-language next to English, as if its catalogue were the only one."""
    made = catalogue()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(voice, "LOCALES", folder)
            forget()
            write(LANGUAGE, made)
            yield
    finally:
        forget()


def say(source: str) -> str:
    """Return a text without values as it is shown, for what is clicked by its words."""
    return voice.Voice(LANGUAGE)(Text(source))


def unaccented(shown: str, *names: str) -> list[str]:
    """Find the words that went through no catalogue and are none of the names.

    >>> unaccented("Mara ţöööķ the black one <@12> c4", "Mara")
    ['the', 'black', 'one']
    """
    known = [*names]
    for game in GAMES.values():
        known += [game.about.name, *game.about.designers]
    for name in sorted(known, key=len, reverse=True):
        shown = shown.replace(name, "·")
    return re.findall(r"[A-Za-z]{2,}", _NOT_WORDS.sub("·", _kept().sub("·", shown)))


@cache
def _kept() -> re.Pattern[str]:
    """Find what no language changes: values, code, addresses, commands."""
    commands = "|".join(sorted(commands_in(texts()), reverse=True))
    return re.compile(rf"(\{{\w*\}}|`[^`]*`|https?://\S+|(?:{commands})(?![a-z-]))")


def forget() -> None:
    """Look up and read the catalogues again."""
    voice.languages.cache_clear()
    voice.language_names.cache_clear()
    voice._catalogue.cache_clear()
