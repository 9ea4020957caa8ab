"""Update and check the catalogues: `python -m bot.catalogues update` and `… check`.

For translators and maintainers; the running bot never uses it. The sources are the texts in the
code, the words of the playground's page, and the texts of the loaded commands; Babel reads and
writes the catalogues. What must be true of a translation is in `bot.catalogue_checks`.
"""

import argparse
import ast
import asyncio
import io
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import discord
from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot import create_bot
from bot.catalogue_checks import complaints, forms_of
from bot.text.translator import CONTEXTS, PAGE, source_of
from bot.text.voice import SOURCE_LANGUAGE, catalogue_file, language_names, languages
from games.registry import GAMES

TOP: Final = Path(__file__).parents[1]
PACKAGES: Final = ("games", "data", "render", "bot", "cogs", "playground")
KEYWORDS: Final = {"Text": (1,), "Plural": (1, 2), "joined": (2,)}
"""The calls that hold texts, and at which places (from 1) they have them."""
PAGE_FOLDER: Final = TOP / "playground" / "page"
PAGE_KEYWORDS: Final = {"t": 1, "sentence": 1, "plural": 2}
"""The calls that hold words in the page's modules, and how many texts begin them."""
LINE_WIDTH: Final = 100
HEADER: Final = """\
# {language}: the texts of Tavolo. What is in braces stays as it is and may move.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A text of the commands that Discord shows: in which context, and of which command or option."""

    context: str
    source: str
    place: str


class _Recorder(app_commands.Translator):
    """Write down what Discord is told of the commands, instead of translating it."""

    def __init__(self) -> None:
        self.asked: dict[Asked, None] = {}
        self._place = ""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,  # noqa: ARG002 -- the interface asks for it
        context: app_commands.TranslationContextTypes,
    ) -> None:
        """Write a text down, if it is one that is translated."""
        # A choice does not know its option, which was asked for before it.
        self._place = _place_of(context.data) or self._place
        kind, source = CONTEXTS.get(context.location), source_of(string)
        if kind is not None and not _is_the_same_everywhere(source):
            self.asked[Asked(kind, source, self._place)] = None


def _is_the_same_everywhere(source: str) -> bool:
    """Tell whether a text is the name of a game or of a language, or an hour of the day."""
    names = {game.about.name for game in GAMES.values()} | set(language_names().values())
    return source in names or not any(map(str.isalpha, source))


def _place_of(data: object) -> str | None:
    match data:
        case app_commands.Command() | app_commands.Group():
            return f"/{data.qualified_name}"
        case app_commands.Parameter():
            return f"/{data.command.qualified_name} {data.name}:"
        case _:
            return None


async def asked_by_commands() -> tuple[Asked, ...]:
    """List the texts of all commands."""
    bot = create_bot()
    await bot.load_cogs()
    recorder = _Recorder()
    for command in bot.tree.get_commands():
        await command.get_translated_payload(bot.tree, recorder)
    return tuple(recorder.asked)


def extracted(source: str) -> list[str | tuple[str, ...]]:
    """Return the texts in a Python source from top to bottom, each with its plural if it has one.

    Babel's own extractor reads tokens, and so misses texts inside a list or an f-string.
    """
    found: list[tuple[int, str | tuple[str, ...]]] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        places = KEYWORDS.get(ast.unparse(node.func).rpartition(".")[2], ())
        given = [node.args[place - 1] for place in places if place <= len(node.args)]
        # An empty text is nothing to say, and in a catalogue the header.
        texts = [text for each in given if (text := _literal(each))]
        if texts:
            found.append((node.lineno, texts[0] if len(texts) == 1 else tuple(texts)))
    return [text for _, text in sorted(found, key=lambda each: each[0])]


def _literal(node: ast.expr) -> str | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def extracted_from_page(source: str) -> list[str | tuple[str, ...]]:
    """Return the words in a module of the page from top to bottom.

    Babel's extractor does not look into the values of a text for another one.

    >>> extracted_from_page('say(t("Close")); plural("{n} day", "{n} days", n, { more })')
    ['Close', ('{n} day', '{n} days')]
    """
    module = io.BytesIO(source.encode())
    # A text alone comes as it is, and everything else that is literal among the values after it.
    calls = cast(
        "Iterable[tuple[int, str, str | tuple[str, ...], list[str]]]",
        extract_javascript(module, dict.fromkeys(PAGE_KEYWORDS), (), {}),
    )
    found: list[str | tuple[str, ...]] = []
    for _, keyword, given, _ in calls:
        texts = (given,) if isinstance(given, str) else given[: PAGE_KEYWORDS[keyword]]
        found.append(texts[0] if len(texts) == 1 else texts)
    return found


def template() -> Catalog:
    """Collect all texts, none of them translated."""
    catalogue = Catalog(fuzzy=False)
    for package in PACKAGES:
        for file in sorted((TOP / package).rglob("*.py")):
            name = file.relative_to(TOP).as_posix()
            for text in extracted(file.read_text(encoding="utf-8")):
                catalogue.add(text, locations=[(name, 0)])
    for file in sorted(PAGE_FOLDER.glob("*.js")):
        name = file.relative_to(TOP).as_posix()
        for text in extracted_from_page(file.read_text(encoding="utf-8")):
            catalogue.add(text, locations=[(name, 0)], context=PAGE)
    for asked in asyncio.run(asked_by_commands()):
        catalogue.add(asked.source, context=asked.context, auto_comments=[asked.place])
    return catalogue


def read(language: str) -> Catalog:
    """Read the current catalogue of a language, or begin one.

    Raises UnknownLocaleError or ValueError for what is no language.
    """
    file = catalogue_file(language)
    if not file.is_file():
        locale = Locale.parse(language)
        header = HEADER.format(language=locale.english_name)
        return Catalog(locale, header_comment=header, fuzzy=False)
    with file.open("rb") as written:
        return read_po(written, locale=language)


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue, with nothing in it that changes from one day to the next."""
    file = catalogue_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    entries = io.BytesIO()
    write_po(
        entries,
        catalogue,
        width=LINE_WIDTH,
        omit_header=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    header = (
        f"{catalogue.header_comment.strip()}\n"
        'msgid ""\n'
        'msgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    file.write_text(header + entries.getvalue().decode().rstrip() + "\n", encoding="utf-8")


def update(language: str, texts: Catalog) -> int:
    """Bring a catalogue to the texts as they are, and return how many are left to translate.

    A source that was changed has no translation: the old one is in the history.
    """
    catalogue = read(language)
    catalogue.update(texts, no_fuzzy_matching=True)
    write(language, catalogue)
    return sum(1 for message in catalogue if message.id and not all(forms_of(message)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Update or check catalogues, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.catalogues",
        description="Keep the catalogues in bot/locales up to the texts in the code.",
    )
    parser.add_argument("action", choices=("update", "check"))
    parser.add_argument(
        "language", nargs="*", help="languages such as ja; all that have a catalogue if left out"
    )
    chosen = parser.parse_args(arguments)
    texts = template()
    wrong = 0
    for language in chosen.language or [each for each in languages() if each != SOURCE_LANGUAGE]:
        if chosen.action == "update":
            try:
                left = update(language, texts)
            except (UnknownLocaleError, ValueError) as error:
                parser.error(f"{language}: {error}")
            sys.stdout.write(f"{language}: {len(texts)} texts, {left} to translate\n")
        else:
            found = complaints(read(language), texts)
            wrong += len(found)
            sys.stdout.writelines(f"{language}: {complaint}\n" for complaint in found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
