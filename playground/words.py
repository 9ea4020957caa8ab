"""The page's own words: in which language a browser gets them, and all of them as it needs them.

They stand in the page's modules and come from the same catalogues as everything else, in a
context of their own. What does not belong here: what the server says itself, which is a `Text`
like any other, and what people and the bot say.
"""

import re
from collections.abc import Mapping
from typing import Final

from babel import Locale
from babel.messages.pofile import read_po

from bot.text.translator import PAGE
from bot.text.voice import SOURCE_LANGUAGE, catalogue_file, compiled, languages

NUMBERS: Final = range(201)
"""Enough numbers to meet every kind that a language has."""
_ACCEPTED: Final = re.compile(r"([A-Za-z]+)(?:-[A-Za-z\d-]+)?(?:\s*;\s*q=([01](?:\.\d{1,3})?))?")

Words = Mapping[str, str | Mapping[str, str]]
"""Each source with its translation, or, by its singular, with those for each kind of number."""


def preferred(accepted: str) -> str:
    """Return the language that a browser likes best among those there are (Accept-Language).

    >>> preferred("tlh, en-GB;q=0.8")
    'en'
    """
    liked: list[tuple[float, str]] = [
        (float(weight or 1), language) for language, weight in _ACCEPTED.findall(accepted)
    ]
    # Of those liked alike the first one counts.
    for weight, language in sorted(liked, key=lambda each: -each[0]):
        if weight and language.lower() in languages():
            return language.lower()
    return SOURCE_LANGUAGE


def words_in(language: str) -> Words:
    """Read all words of the page in a language (some tenths of a second); none for English.

    The kinds of numbers are those that a browser tells apart too: "one", "few", "other".
    """
    file = catalogue_file(language)
    if not file.is_file():
        return {}
    with file.open("rb") as written:
        catalogue = read_po(written)
    translations = compiled(catalogue)
    kind_of = Locale.parse(language).plural_form
    kinds = {kind_of(n): n for n in reversed(NUMBERS)}
    found: dict[str, str | Mapping[str, str]] = {}
    for message in catalogue:
        if message.context != PAGE:
            continue
        if isinstance(message.id, str):
            found[message.id] = translations.pgettext(PAGE, message.id)
        else:
            one, many = message.id
            found[one] = {
                kind: translations.npgettext(PAGE, one, many, n) for kind, n in kinds.items()
            }
    return found
