"""The language that nobody speaks: what it does to a text, and that nobody can choose it."""

from bot.catalogue_checks import complaints, placeholders
from bot.text.voice import language_of, languages
from tests import pseudo


def sources() -> list[str]:
    """Return all texts there are, of those with a plural that."""
    texts = [text.id for text in pseudo.texts() if text.id]
    return [text if isinstance(text, str) else text[-1] for text in texts]


def test_only_tests_can_choose_it() -> None:
    assert pseudo.LANGUAGE not in languages()
    assert language_of(pseudo.LANGUAGE) == "en"


def test_its_catalogue_is_one_without_mistakes() -> None:
    assert complaints(pseudo.catalogue(), pseudo.texts()) == []


def test_every_text_shows_that_it_went_through_the_catalogue() -> None:
    english = [source for source in sources() if pseudo.unaccented(source)]
    assert len(english) > len(sources()) * 0.8
    assert [source for source in english if pseudo.unaccented(pseudo.pseudo(source))] == []


def test_texts_grow_as_translations_do() -> None:
    before = sum(map(len, sources()))
    after = sum(len(pseudo.pseudo(source)) for source in sources())
    assert 1.25 < after / before < 1.45


def test_values_stay_what_they_are() -> None:
    changed = [
        source
        for source in sources()
        if placeholders(pseudo.pseudo(source)) != placeholders(source)
    ]
    assert changed == []


def test_what_discord_keeps_short_is_only_accented() -> None:
    assert pseudo.pseudo("opponent", 8) == "öþþöñéñţ"
    assert len(pseudo.pseudo("opponent")) > 8
