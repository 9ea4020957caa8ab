"""Texts in the source: a catalogue can be made of all of them, and their values fit."""

import ast
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract

TOP = Path(__file__).parents[2]
ROOMS = ("games", "data", "render", "bot", "cogs")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "Text": None,
    "Plural": (1, 2),
    "locale_str": None,
    "joined": (2,),
}
"""The calls that hold texts, as Babel is told of them: with the places of the texts."""
HANDING_ON = {
    "games/words.py": {"Text(pair, one=one, two=two)"},  # `joined`, whose callers give the pair
    "bot/translator.py": {"Text(string.message)"},  # a `locale_str`, which stands elsewhere
}
"""Calls whose text is no literal, because it is one where it comes from."""


@dataclass(frozen=True)
class Call:
    """One call that holds a text."""

    place: str
    name: str
    node: ast.Call

    @property
    def texts(self) -> list[ast.expr]:
        places = KEYWORDS[self.name] or (1,)
        return [self.node.args[place - 1] for place in places if place <= len(self.node.args)]

    @property
    def sources(self) -> list[str]:
        return [str(ast.literal_eval(text)) for text in self.texts if is_literal(text)]

    @property
    def given(self) -> set[str]:
        """Give the names of the values."""
        names = {keyword.arg for keyword in self.node.keywords if keyword.arg is not None}
        return names | ({"n"} if self.name == "Plural" else set())


def is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def calls_in(source: str, name: str) -> Iterator[Call]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        if called in KEYWORDS and ast.unparse(node) not in HANDING_ON.get(name, set()):
            yield Call(f"{name}:{node.lineno}", called, node)


@cache
def files() -> dict[str, str]:
    return {
        path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8")
        for room in ROOMS
        for path in sorted((TOP / room).rglob("*.py"))
    }


@cache
def calls() -> list[Call]:
    found = [call for name, source in files().items() for call in calls_in(source, name)]
    assert len(found) > 100
    return found


def placeholders(source: str) -> set[str]:
    """Give the names in braces; anything but a plain name is given as it stands."""
    return {
        f"{name}{'!' + conversion if conversion else ''}{':' + form if form else ''}"
        for _, name, form, conversion in Formatter().parse(source)
        if name is not None
    }


def extracted(source: str) -> set[str]:
    """Give the texts that Babel takes out of a file."""
    found: set[str] = set()
    for _, message, _, _ in extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS):
        found |= {message} if isinstance(message, str) else set(message)
    return found


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


def test_babel_finds_every_text_and_nothing_else() -> None:
    differing = {}
    for name, source in files().items():
        written = {text for call in calls_in(source, name) for text in call.sources}
        # An empty text is what nothing has to be said with; Babel leaves it out.
        if different := (extracted(source) ^ written) - {""}:
            differing[name] = different
    assert differing == {}


def test_the_pattern_that_joins_texts_by_default_can_be_translated() -> None:
    assert "{one}, {two}" in set().union(*(extracted(source) for source in files().values()))


def test_calls_that_hand_a_text_on_are_still_there() -> None:
    for name, handed_on in HANDING_ON.items():
        written = {
            ast.unparse(node)
            for node in ast.walk(ast.parse(files()[name]))
            if isinstance(node, ast.Call)
        }
        assert handed_on <= written


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
