"""Check a catalogue: nothing missing, nothing unused, nothing that breaks a message.

A translation has the same values, the same markdown, the same commands as its source, a form for
every number that its language tells apart, and fits where Discord shows it. How long a text
becomes with its values in it can only be seen when it is shown: the tests play whole games for
that. What does not belong here: reading and writing catalogues (`bot.catalogues`).
"""

import re
from collections.abc import Callable, Iterator
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message

from bot.text.translator import CHOICE, DESCRIPTION, OPTION
from bot.text.voice import compiled

MOST: Final = {OPTION: 32, CHOICE: 100, DESCRIPTION: 100}
"""How many characters Discord takes of each kind of text of a command."""
OPTION_NAME: Final = re.compile(r"[-_'\w]+")
NUMBERS: Final = range(201)
"""Enough numbers to meet every form that a language has."""
STRUCTURE: Final[dict[str, Callable[[str], object]]] = {
    "headings and lists": lambda text: re.findall(r"^(?:#+|-#?|>) ", text, re.MULTILINE),
    "bold": lambda text: text.count("**"),
    "code": lambda text: sorted(re.findall(r"`[^`]*`", text)),
    "addresses": lambda text: sorted(re.findall(r"https?://[!-~]+", text)),
    "space around it": lambda text: (text[:1].isspace(), text[-1:].isspace()),
}
"""What a translation has as its source has it."""


def complaints(catalogue: Catalog, texts: Catalog) -> list[str]:
    """Say what is wrong with a catalogue, held against all texts there are."""
    found = [
        f"{shown(message)}: in no source"
        for message in catalogue
        if message.id and texts.get(_first(message), message.context) is None
    ]
    found += [f"{shown(message)}: obsolete" for message in catalogue.obsolete.values()]
    commands = commands_in(texts)
    for text in texts:
        if text.id:
            entry = catalogue.get(_first(text), text.context)
            wrong = _complaints_of(catalogue, text, entry, commands)
            found += [f"{shown(text)}: {each}" for each in wrong]
    return found


def commands_in(texts: Catalog) -> set[str]:
    """Return the commands that any text mentions, as people type them."""
    places = {comment for text in texts for comment in text.auto_comments}
    return {place for place in places if not place.endswith(":")}


def placeholders(pattern: str) -> set[str]:
    """Return the names in braces; anything but a plain name is returned as it is.

    >>> sorted(placeholders("{one} and {two!r:>5}"))
    ['one', 'two!r:>5']
    """
    return {
        f"{name}{'!' + conversion if conversion else ''}{':' + form if form else ''}"
        for _, name, form, conversion in Formatter().parse(pattern)
        if name is not None
    }


def shown(message: Message) -> str:
    """Name a text in a complaint."""
    return repr(_first(message)) + (f" ({message.context})" if message.context else "")


def forms_of(message: Message) -> list[str]:
    """Return the translations of a text: one, or one for each of the language's forms."""
    string = message.string or ""
    return [string] if isinstance(string, str) else [form or "" for form in string]


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _complaints_of(
    catalogue: Catalog, text: Message, entry: Message | None, commands: set[str]
) -> Iterator[str]:
    if entry is None:
        yield "missing"
        return
    if entry.fuzzy:
        yield "fuzzy"
    forms = forms_of(entry)
    right = 1 if isinstance(text.id, str) else catalogue.num_plurals
    if len(forms) != right or isinstance(entry.id, str) != isinstance(text.id, str):
        yield f"{len(forms)} forms instead of {right}"
    elif not all(forms):
        # An empty form of a text would show nothing at all.
        yield "not translated"
    else:
        yield from _misplaced(catalogue, text)
        source = text.id if isinstance(text.id, str) else text.id[-1]
        for form in forms:
            yield from _differences(source, form, numbered=not isinstance(text.id, str))
            if missing := {each for each in commands if each in source} - {
                each for each in commands if each in form
            }:
                yield f"{form!r} lacks {', '.join(sorted(missing))}"
        if text.context in MOST:
            yield from _beyond_limits(forms[0], text.context)


def _differences(source: str, form: str, *, numbered: bool) -> Iterator[str]:
    """Say how a form differs from its source; only the words may differ."""
    try:
        given = placeholders(form)
    except ValueError as error:
        yield f"{form!r} is malformed: {error}"
        return
    # A form for one number alone may write it out.
    spare = {"n"} if numbered else set()
    if (given ^ placeholders(source)) - spare:
        yield f"{form!r} has other values"
    for what, part in STRUCTURE.items():
        if part(form) != part(source):
            yield f"{form!r} differs in {what}"


def _misplaced(catalogue: Catalog, text: Message) -> Iterator[str]:
    """Report a form that is used for several numbers without its number."""
    if isinstance(text.id, str) or "n" not in placeholders(text.id[1]):
        return
    one, many = text.id
    translations = compiled(catalogue)
    used: dict[str, list[int]] = {}
    for n in NUMBERS:
        form = (
            translations.ngettext(one, many, n)
            if text.context is None
            else translations.npgettext(text.context, one, many, n)
        )
        used.setdefault(form, []).append(n)
    for form, numbers in used.items():
        if len(numbers) > 1 and "{n}" not in form:
            yield f"{form!r} covers {numbers[0]} and {numbers[1]}, and says neither"


def _beyond_limits(form: str, context: str) -> Iterator[str]:
    if len(form) > MOST[context]:
        yield f"{form!r} has {len(form)} characters; Discord takes {MOST[context]}"
    if context == OPTION and (OPTION_NAME.fullmatch(form) is None or form != form.lower()):
        yield f"{form!r} is no name for an option"
