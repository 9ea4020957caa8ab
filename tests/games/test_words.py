"""Texts: put together, compared, shown in English or another language."""

import pickle

import pytest

from games.words import Plural, Seat, Text, fill, joined, quoted


def test_texts_in_texts_and_seats_are_shown_in_english() -> None:
    text = Text("{who} took {what}.", who=Seat(1), what=Text("{n} dice", n=2))

    assert str(text) == "player 2 took 2 dice."


def test_a_text_is_filled_in_the_language_of_the_reader() -> None:
    german = {"{who} took {what}.": "{who} nahm {what}.", "a die": "einen Würfel"}

    def translate(text: Text) -> str:
        return fill(text, translate, german[text.source])

    assert translate(Text("{who} took {what}.", who="Mara", what=Text("a die"))) == (
        "Mara nahm einen Würfel."
    )


def test_a_text_cannot_be_changed() -> None:
    text = Text("{n} dice", n=2)
    with pytest.raises(AttributeError, match="immutable"):
        text.source = "other"


@pytest.mark.parametrize(
    "text",
    [
        Text("{who} took {what}.", who=Seat(1), what=Text("{n} dice", n=2)),
        Plural("{n} die of {who}", "{n} dice of {who}", 2, who=Seat(0)),
    ],
)
def test_a_text_travels_between_processes(text: Text) -> None:
    arrived = pickle.loads(pickle.dumps(text))  # noqa: S301 - our own, from a line above
    assert arrived == text
    assert str(arrived) == str(text)


def test_texts_are_equal_by_source_and_values_and_kind() -> None:
    assert Text("{n} dice", n=2) == Text("{n} dice", n=2)
    assert Text("{n} dice", n=2) != Text("{n} dice", n=3)
    assert Plural("{n} die", "{n} dice", 2) != Plural("{n} die", "{n} Dice", 2)
    assert Text("{n} die", n=2) != Plural("{n} die", "{n} dice", 2)
    assert len({Text("{n} dice", n=2), Text("{n} dice", n=2)}) == 1


def test_joining_nothing_is_empty() -> None:
    assert str(joined([])) == ""


def test_what_is_quoted_stays_short_and_on_one_line() -> None:
    quotation = quoted("a\nb\u2028c" * 1000)

    assert len(quotation.splitlines()) == 1
    assert len(quotation) < 100
