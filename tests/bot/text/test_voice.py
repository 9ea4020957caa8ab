"""Languages: names that try everything, lists of names, and voices."""

import re

import discord
import pytest
from discord.utils import escape_markdown
from hypothesis import given
from hypothesis import strategies as st

from bot.text.voice import (
    COMPUTER_NAMES,
    LEVEL_NAMES,
    LIKE_ME_NAMES,
    Mention,
    Name,
    Voice,
    computer_name,
    language_of,
    listed,
    message_name,
    plain_name,
)
from data.computers import computers
from games.players import LEVELS
from games.players.mix import LIKE_ME, Strength
from games.words import Plural, Seat, Text, english

NASTY = (
    "*bold* _it_ ~~gone~~ `code` ||spoiler||",
    "> quote",
    "# heading",
    "-# small",
    "- list",
    "1. list",
    "[click](https://example.com)",
    "https://example.com",
    "<@1> <@&2> <#3> </move:4> <t:0> <:a:5>",
    "@everyone @here",
    "{0}",
    "{player}",
    "{player.__class__}",
    "{",
    "}}",
    "a\nb\r\nc\u2028d\x85e",
    "\u202egnp.exe",
    "\u2066\u2067",
    "שלום",
    "مرحبا 5",
    "日本語の名前",
    "👩‍👩‍👧‍👦",
    "\\",
    "",
    "   ",
)
"""Names that people could have, of every kind that could do harm."""
SIGNS = re.compile(r"\\(.)")
LINE_ENDS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
TURNING = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]")


def balanced(text: str) -> bool:
    """Tell whether every direction that is isolated also ends."""
    return text.count("\u2068") == text.count("\u2069")


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("markdown", [True, False])
def test_a_name_stays_what_it_is_on_one_line(name: str, *, markdown: bool) -> None:
    said = Voice(names=(name,), markdown=markdown)(Text("{player} won.", player=Seat(0)))
    assert said.endswith(" won.")
    assert not LINE_ENDS.search(said)
    assert not TURNING.search(said)
    assert balanced(said)
    shown = SIGNS.sub(r"\1", said) if markdown else said
    assert shown.removesuffix(" won.").strip("\u2068\u2069") == plain_name(name)


@given(st.text(max_size=100))
def test_no_name_formats_pings_or_turns_what_follows(name: str) -> None:
    written = message_name(name)
    assert not LINE_ENDS.search(written)
    assert not TURNING.search(written)
    assert balanced(written)
    bare = SIGNS.sub("", written).strip("\u2068\u2069")
    assert not set(bare) & set("\\`*_~|<>[](){}#+-=:@!&/")
    assert not re.match(r"\d+\.", written.strip("\u2068\u2069"))
    assert SIGNS.sub(r"\1", written).strip("\u2068\u2069") == plain_name(name)


@given(st.text(max_size=100))
def test_what_discord_itself_calls_markdown_is_escaped(name: str) -> None:
    """Its own function escapes less than we do, and never something that we leave."""
    unescaped = SIGNS.sub("", message_name(name))
    assert escape_markdown(unescaped) == unescaped
    assert discord.utils.escape_mentions(unescaped) == unescaped


@pytest.mark.parametrize("name", ["{0}", "{player}", "{n}", "{player.__class__}", "{{}}", "{"])
@pytest.mark.parametrize("text", [Text, lambda source, **v: Plural(source, source, 2, **v)])
def test_braces_in_a_name_are_no_placeholders(name: str, text: type[Text]) -> None:
    inner = Text("{player} and {n}", player=Name(name), n=5)
    outer = text("{what}: {player}", what=inner, player=Name(name))
    voice = Voice(markdown=False)
    assert voice(outer) == f"{name} and 5: {name}"
    assert english(outer) == f"{name} and 5: {name}"


def test_a_name_with_nothing_in_it_is_a_question_mark() -> None:
    for name in ("", "  ", "\n", "\u202e\u2066"):
        assert message_name(name) == plain_name(name) == "?"


def test_only_right_to_left_names_are_kept_apart() -> None:
    assert message_name("שלום") == "\u2068שלום\u2069"
    assert message_name("Mara") == "Mara"
    assert message_name("日本") == "日本"


def test_a_name_in_an_error_is_readable_in_the_log() -> None:
    assert str(Text("{person} has left.", person=Name("Jon\nDoe"))) == "Jon Doe has left."


def test_a_mention_is_a_mention_in_every_voice() -> None:
    text = Text("{person}: your turn", person=Mention(12))
    assert Voice()(text) == Voice().plain()(text) == "<@12>: your turn"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Mara"], "Mara"),
        (["Mara", "Jon"], "Mara and Jon"),
        (["Mara", "Jon", "Kim"], "Mara, Jon and Kim"),
        (["Mara", "Jon", "Kim", "{one}"], "Mara, Jon, Kim and {one}"),
    ],
)
def test_names_are_listed_as_people_would(names: list[str], said: str) -> None:
    assert Voice(markdown=False)(listed([Name(name) for name in names])) == said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Mara"], "Mara"),
        (["Mara", "Jon"], "MaraとJon"),
        (["Mara", "Jon", "Kim"], "Mara、Jon、Kim"),
    ],
)
def test_a_list_is_joined_as_its_language_does(names: list[str], said: str) -> None:
    """In Japanese two are joined by a word, and more by signs alone."""
    assert Voice("ja", markdown=False)(listed([Name(name) for name in names])) == said


def test_a_seat_without_a_name_has_its_number_in_the_language() -> None:
    text = Text("{player} wins.", player=Seat(2))
    assert Voice()(text) == "player 3 wins."
    assert Voice("ja", ("Mara",))(text) == "プレイヤー3の勝ちです。"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "12,345"), ("ja", "12,345"), ("de", "12.345"), ("pl", "12\xa0345")],
)
def test_long_numbers_are_grouped_as_in_their_language(language: str, said: str) -> None:
    assert Voice(language)(Text("{n}", n=12_345)) == said
    assert Voice(language)(Text("{n}", n=-12_345)) == f"−{said}"


def test_four_digits_are_not_grouped() -> None:
    assert Voice("ja")(Text("{rating} ({year})", rating=1243, year=2009)) == "1243 (2009)"


def test_a_voice_at_a_table_names_its_seats_and_counts_the_others() -> None:
    text = Text("{one} and {two}", one=Seat(0), two=Seat(1))
    assert Voice()(text) == "player 1 and player 2"
    assert Voice().at_table(["Mara"])(text) == "Mara and player 2"


def test_singular_and_plural_follow_the_number() -> None:
    def points(n: int) -> Text:
        return Plural("{n} point", "{n} points", n)

    assert [Voice()(points(n)) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_an_empty_text_is_empty_in_every_language() -> None:
    """The empty source of a catalogue is its header."""
    assert Voice()(Text("")) == Voice("xx")(Text("")) == ""


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_every_locale_of_discord_has_a_language_to_be_answered_in(locale: str) -> None:
    language = language_of(locale)
    assert Voice(language)(Text("{a}{b}", a=1, b=Text("x"))) == "1x"


def test_no_two_computers_share_a_name_whatever_the_people_are_called() -> None:
    assert list(COMPUTER_NAMES) == list(LEVEL_NAMES) == list(LEVELS)
    named = [*COMPUTER_NAMES.values(), LIKE_ME_NAMES]
    assert {len(names) for names in named} == {9}
    everybody = [name for names in named for name in names]
    assert len(set(everybody)) == len(everybody)
    # At most three computers sit with a person, who may have any name.
    strengths: tuple[Strength, ...] = (*LEVELS, LIKE_ME)
    seated = [computer for strength in strengths for computer in computers(strength, 3)]
    for people in ([], everybody):
        called = [computer_name(computer, people) for computer in seated]
        assert len(set(called)) == len(called)
        assert not set(called) & set(people)
