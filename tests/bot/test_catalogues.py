"""Catalogues: complete, free of errors in every language, and kept so by one command."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog
from discord import app_commands

from bot import catalogues, create_bot
from bot.catalogue_checks import complaints
from bot.catalogues import read, update, write
from bot.text import voice
from bot.text.translator import CHOICE, DESCRIPTION, OPTION, PAGE, CatalogueTranslator
from bot.text.voice import SOURCE_LANGUAGE, Voice, catalogue_file
from games.registry import GAMES
from games.words import Plural, Text
from playground.strict.commands import check_commands
from tests import pseudo

SPOKEN = [language for language in voice.languages() if language != SOURCE_LANGUAGE]

spoken = pytest.mark.parametrize("language", SPOKEN)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder that the catalogues are in, empty at first."""
    monkeypatch.setattr(voice, "LOCALES", tmp_path)
    pseudo.forget()
    yield tmp_path
    monkeypatch.undo()
    pseudo.forget()


# What stands in the catalogues


@spoken
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    assert complaints(read(language), pseudo.texts()) == []


@spoken
def test_a_catalogue_stands_as_the_command_writes_it(
    language: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(voice, "LOCALES", Path(voice.__file__).parents[1] / "locales")
        committed = catalogue_file(language).read_text(encoding="utf-8")
    catalogue_file(language).parent.mkdir(parents=True)
    catalogue_file(language).write_text(committed, encoding="utf-8")
    assert update(language, pseudo.texts()) == 0
    assert catalogue_file(language).read_text(encoding="utf-8") == committed


def test_the_sources_are_the_texts_in_the_code_on_the_page_and_of_the_commands() -> None:
    found = pseudo.texts()
    assert found.get("{player} wins.") is not None
    assert found.get("{n} point") is not None
    assert found.get("Type a command", PAGE) is not None
    assert found.get("opponent", OPTION) is not None
    assert found.get("Who starts", DESCRIPTION) is not None
    assert found.get("random", CHOICE) is not None


def test_names_of_commands_and_games_are_the_same_in_every_language() -> None:
    found = pseudo.texts()
    assert [found.get("resign", context) for context in (OPTION, CHOICE, DESCRIPTION)] == [None] * 3
    for game in GAMES.values():
        assert found.get(game.about.name, CHOICE) is None
    assert all(message.context in {None, OPTION, CHOICE, DESCRIPTION, PAGE} for message in found)


# What Discord is told


def options_of(node: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Yield the options of a command and of all below it, each command's together."""
    options = node.get("options") or []
    if options:
        yield options
    for option in options:
        yield from options_of(option)


async def told() -> list[dict[str, Any]]:
    bot = create_bot()
    await bot.load_cogs()
    translator = CatalogueTranslator()
    await translator.load()
    return [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]


async def test_discord_takes_the_commands_in_every_language() -> None:
    check_commands(await told())


@spoken
async def test_every_option_has_its_name_in_the_language_and_no_two_have_the_same(
    language: str,
) -> None:
    sets = [options for command in await told() for options in options_of(command)]
    named = [[each.get("name_localizations") for each in options] for options in sets]
    shown = [[names[language] for names in options if names] for options in named]
    assert [names for names in shown if len(set(names)) < len(names)] == []
    assert sum(map(len, shown)) > 50


async def test_a_command_keeps_its_name_and_its_options_do_not() -> None:
    translator = CatalogueTranslator()

    async def said(source: str, location: app_commands.TranslationContextLocation) -> str | None:
        context = app_commands.TranslationContext(location, None)  # type: ignore[call-overload]  # data is not looked at
        return await translator.translate(
            app_commands.locale_str(source), discord.Locale.japanese, context
        )

    places = app_commands.TranslationContextLocation
    assert await said("opponent", places.parameter_name) == "対戦相手"
    assert await said("opponent", places.command_name) is None
    assert await said("opponent", places.group_name) is None
    assert await said("no text of ours", places.choice_name) is None


# What is wrong with a catalogue is recognised


def sources() -> Catalog:
    """Return a few texts of every kind."""
    found = Catalog(fuzzy=False)
    found.add("{who} took **{n}**, see `record` and /games: https://example.com")
    found.add(("{n} point", "{n} points"))
    found.add("opponent", context=OPTION)
    found.add("Whom you ask", context=DESCRIPTION, auto_comments=["/games"])
    found.add("\n- one\n- two")
    found.add(("{n} day", "{n} days"), context=PAGE)
    return found


RIGHT: dict[str, Any] = {
    "{who} took **{n}**, see `record` and /games: https://example.com": (
        "**{n}** für {who}, siehe `record` und /games: https://example.com"
    ),
    "{n} point": ("{n} Punkt", "{n} Punkte"),
    "opponent": "wer",
    "Whom you ask": "Wen du fragst",
    "\n- one\n- two": "\n- eins\n- zwei",
    "{n} day": ("{n} Tag", "{n} Tage"),
}


def translated(changed: dict[str, Any]) -> Catalog:
    """Translate the few texts, some of them wrongly."""
    made = Catalog("de", fuzzy=False)
    for source in sources():
        if source.id:
            first = source.id if isinstance(source.id, str) else source.id[0]
            said = {**RIGHT, **changed}[first]
            if said is not None:
                made.add(source.id, said, context=source.context)
    return made


def test_a_catalogue_without_mistakes_has_no_complaints() -> None:
    assert complaints(translated({}), sources()) == []


@pytest.mark.parametrize(
    ("source", "said", "wrong"),
    [
        ("opponent", None, "missing"),
        ("opponent", "", "not translated"),
        ("opponent", "Wer", "is no name for an option"),
        ("opponent", "wer nun", "is no name for an option"),
        ("opponent", "w" * 33, "has 33 characters; Discord takes 32"),
        ("Whom you ask", "w" * 101, "has 101 characters; Discord takes 100"),
        ("{n} point", ("{n} Punkt", ""), "not translated"),
        ("{n} point", ("ein Punkt", "viele Punkte"), "covers 0 and 2, and says neither"),
        ("{n} point", ("{n} Punkt", "{m} Punkte"), "'{m} Punkte' has other values"),
        ("{n} point", ("{n} Punkt", "{n Punkte"), "is malformed"),
        ("{n} day", ("{n} Tag", "Tage"), "covers 0 and 2, and says neither"),
        ("\n- one\n- two", "\n- eins\nzwei", "differs in headings and lists"),
        ("\n- one\n- two", "- eins\n- zwei", "differs in space around it"),
    ],
)
def test_a_mistake_is_recognised(source: str, said: str | tuple[str, ...], wrong: str) -> None:
    found = complaints(translated({source: said}), sources())
    assert any(wrong in complaint for complaint in found)


@pytest.mark.parametrize(
    ("part", "instead", "wrong"),
    [
        ("{who}", "{wer}", "has other values"),
        ("**", "", "differs in bold"),
        ("`record`", "`Aufzeichnung`", "differs in code"),
        ("/games", "/spiele", "lacks /games"),
        ("example.com", "example.org", "differs in addresses"),
    ],
)
def test_what_no_language_changes_is_held_against_the_source(
    part: str, instead: str, wrong: str
) -> None:
    source = next(iter(RIGHT))
    (found,) = complaints(translated({source: RIGHT[source].replace(part, instead)}), sources())
    assert wrong in found


def test_entries_that_do_not_count_are_recognised() -> None:
    made = translated({"opponent": None})
    made.add("long gone", "längst weg")
    made.add("opponent", "wer", context=OPTION, flags=["fuzzy"])
    assert complaints(made, sources()) == [
        "'long gone': in no source",
        "'opponent' (name of an option): fuzzy",
    ]


def test_a_form_for_one_number_may_write_it_out() -> None:
    assert complaints(translated({"{n} point": ("ein Punkt", "{n} Punkte")}), sources()) == []


# Keeping them


def test_a_catalogue_is_brought_up_to_the_texts(folder: Path) -> None:
    write("de", translated({"opponent": "wer", "Whom you ask": None}))
    later = sources()
    later.add("new")
    later.delete("\n- one\n- two")
    assert update("de", later) == 2
    kept = read("de")
    assert [each.string for each in kept if each.context == OPTION] == ["wer"]
    assert kept.get("\n- one\n- two") is None
    assert kept.get("new") is not None
    before = catalogue_file("de").read_text(encoding="utf-8")
    update("de", later)
    assert catalogue_file("de").read_text(encoding="utf-8") == before


def test_a_new_language_is_one_file_and_is_spoken_at_once(folder: Path) -> None:
    assert voice.language_of("pl") == SOURCE_LANGUAGE
    write("pl", Catalog("pl", fuzzy=False))
    assert update("pl", sources()) == 6
    made = read("pl")
    made["{n} point"].string = ("{n} punkt", "{n} punkty", "{n} punktów")
    write("pl", made)
    pseudo.forget()
    assert voice.languages() == ("en", "pl")
    assert voice.language_of("pl") == "pl"
    said = [Voice("pl")(Plural("{n} point", "{n} points", n)) for n in (1, 2, 5, 22)]
    assert said == ["1 punkt", "2 punkty", "5 punktów", "22 punkty"]
    assert Voice("pl")(Text("not translated")) == "not translated"


def test_the_command_updates_and_checks(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogues, "template", sources)
    assert catalogues.main(["update", "de"]) == 0
    assert capsys.readouterr().out == "de: 6 texts, 6 to translate\n"
    pseudo.forget()
    assert catalogues.main(["check"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 6
    write("de", translated({}))
    assert catalogues.main(["update"]) == 0
    assert capsys.readouterr().out == "de: 6 texts, 0 to translate\n"
    assert catalogues.main(["check"]) == 0


def test_a_language_that_there_is_not_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogues, "template", sources)
    with pytest.raises(SystemExit):
        catalogues.main(["update", "klingon"])
    assert "klingon" in capsys.readouterr().err
    assert list(folder.iterdir()) == []
