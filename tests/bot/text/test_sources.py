"""Texts in the source: a catalogue can be made of all of them, and their values fit."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from bot.catalogue_checks import placeholders
from bot.catalogues import KEYWORDS, PACKAGES, extracted

TOP = Path(__file__).parents[3]
CALLS = {**KEYWORDS, "locale_str": (1,), "command_text": (1,)}
"""The calls that hold texts, with their places: our own, and those that Discord is told."""
HANDING_ON = {
    # `command_text`, whose callers give the source
    "bot/text/translator.py": {
        "app_commands.locale_str(source.format(**values), source=source, values=values)"
    },
    "games/words.py": {"Text(pair, one=one, two=two)"},  # `joined`, whose callers give the pair
}
"""Calls whose text is no literal, because it is one where it comes from."""
PUNCTUATED = {", ", "; ", ": ", " · "}
"""What is between the parts of a list that people read; `series` and `joined` translate it."""
IN_ENGLISH = {
    "bot/catalogue_checks.py": 1,  # what is said to translators,
    "bot/addresses.py": 1,  # to the host,
    "bot/check.py": 1,
    "bot/config.py": 2,
    "bot/doctor/games.py": 1,
    "bot/doctor/matches.py": 1,
    "bot/doctor/replayed.py": 1,
    "bot/doctor/visit.py": 1,
    "games/__main__.py": 2,  # on the command line,
    "games/players/duel.py": 1,
    "games/puzzles/__main__.py": 1,
    "games/transcript.py": 2,
    "games/verdict.py": 2,
    "playground/page.py": 1,  # and to browsers
}
"""Where lists are joined that nobody reads in another language, and how many."""


@dataclass(frozen=True)
class Call:
    """One call that holds a text."""

    place: str
    name: str
    node: ast.Call

    @property
    def texts(self) -> list[ast.expr]:
        places = CALLS[self.name]
        return [self.node.args[place - 1] for place in places if place <= len(self.node.args)]

    @property
    def sources(self) -> list[str]:
        return [str(ast.literal_eval(text)) for text in self.texts if is_literal(text)]

    @property
    def given(self) -> set[str]:
        """Return the names of the values."""
        names = {keyword.arg for keyword in self.node.keywords if keyword.arg is not None}
        return names | ({"n"} if self.name == "Plural" else set())


def is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def calls_in(source: str, name: str) -> Iterator[Call]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        if called in CALLS and ast.unparse(node) not in HANDING_ON.get(name, set()):
            yield Call(f"{name}:{node.lineno}", called, node)


def punctuated(source: str) -> list[str]:
    """Find the lists that are joined by a comma or another mark, which differ between languages."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and isinstance(node.func.value, ast.Constant)
        and node.func.value.value in PUNCTUATED
    ]


@cache
def files() -> dict[str, str]:
    return {
        path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in sorted((TOP / package).rglob("*.py"))
    }


@cache
def calls() -> list[Call]:
    found = [call for name, source in files().items() for call in calls_in(source, name)]
    assert len(found) > 100
    return found


def taken(source: str) -> set[str]:
    """Return the texts of a file that go into the catalogues."""
    return {
        text
        for texts in extracted(source)
        for text in ((texts,) if isinstance(texts, str) else texts)
    }


def misfits(call: Call) -> Iterator[str]:
    """Say what is wrong between the texts of a call and its values."""
    if call.name in {"locale_str", "joined"}:
        expected = {"one", "two"} if call.name == "joined" else set()
        given = expected
    else:
        given = call.given
        if any(keyword.arg is None for keyword in call.node.keywords):
            yield f"{call.place}: its values cannot be read"
    for source in call.sources:
        for name in sorted(placeholders(source) - given):
            yield f"{call.place}: {{{name}}} has no value"
    used = set().union(*map(placeholders, call.sources))
    for name in sorted(given - used - ({"n"} if call.name == "Plural" else set())):
        if call.sources:
            yield f"{call.place}: {name} stands in no text"


def test_every_text_is_a_literal() -> None:
    """What is put together while the bot runs is in no catalogue."""
    wrong = [
        f"{call.place}: {ast.unparse(text)}"
        for call in calls()
        for text in call.texts
        if not is_literal(text)
    ]
    assert wrong == []


def test_every_text_has_just_the_values_that_stand_in_it() -> None:
    assert [misfit for call in calls() for misfit in misfits(call)] == []


def test_the_catalogues_take_every_text_and_nothing_else() -> None:
    differing = {}
    for name, source in files().items():
        written = {
            text
            for call in calls_in(source, name)
            if call.name in KEYWORDS
            for text in call.sources
        }
        # An empty text is what nothing has to be said with; it is left out.
        if different := (taken(source) ^ written) - {""}:
            differing[name] = different
    assert differing == {}


def test_the_pattern_that_joins_texts_by_default_can_be_translated() -> None:
    assert "{one}, {two}" in set().union(*(taken(source) for source in files().values()))


def test_calls_that_hand_a_text_on_are_still_there() -> None:
    for name, handed_on in HANDING_ON.items():
        written = {
            ast.unparse(node)
            for node in ast.walk(ast.parse(files()[name]))
            if isinstance(node, ast.Call)
        }
        assert handed_on <= written


def test_lists_that_people_read_are_joined_in_their_language() -> None:
    found = {name: punctuated(source) for name, source in files().items()}
    assert {name: len(joins) for name, joins in found.items() if joins} == IN_ENGLISH, found


def test_a_list_that_is_joined_in_english_is_recognised() -> None:
    source = "Text('{a}', a=', '.join(cells)); b = f\"{'; '.join(b)}\"; ','.join(c); ' '.join(d)"
    assert punctuated(source) == ["', '.join(cells)", "'; '.join(b)"]


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("Text('{a} and {b}', a=1)", ["x:1: {b} has no value"]),
        ("Text('{a}', a=1, b=2)", ["x:1: b stands in no text"]),
        ("Text('{0}', a=1)", ["x:1: {0} has no value", "x:1: a stands in no text"]),
        ("Text('{a.name}', a=1)", ["x:1: {a.name} has no value", "x:1: a stands in no text"]),
        ("Plural('one {a}', '{n} {a}', n, a=1)", []),
        ("Plural('one', '{n} {a}', n)", ["x:1: {a} has no value"]),
        ("Text('{a}', **values)", ["x:1: its values cannot be read", "x:1: {a} has no value"]),
        (
            "joined(texts, '{one}; {three}')",
            ["x:1: {three} has no value", "x:1: two stands in no text"],
        ),
        ("locale_str('{a}')", ["x:1: {a} has no value"]),
    ],
)
def test_a_text_whose_values_do_not_fit_is_recognised(source: str, wrong: list[str]) -> None:
    assert [misfit for call in calls_in(source, "x") for misfit in misfits(call)] == wrong


def test_a_text_that_is_no_literal_is_recognised() -> None:
    source = "Text('a' if b else 'c'); Text(f'{a}'); Plural('a', b, 1); ui.Text(a + 'b')"
    wrong = [
        ast.unparse(text)
        for call in calls_in(source, "x")
        for text in call.texts
        if not is_literal(text)
    ]
    assert wrong == ["'a' if b else 'c'", "f'{a}'", "b", "a + 'b'"]
