"""The page's words: in the browser's language, in the one that was chosen, with all plurals."""

import json
from pathlib import Path

import aiohttp
import pytest

from bot.catalogues import PAGE_FOLDER, extracted_from_page
from bot.text.voice import SOURCE_LANGUAGE, language_names, languages
from playground.start import Playground
from playground.words import preferred, words_in
from tests import pseudo
from tests.playground.reader import origin, reading


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("JA-jp", "ja"),
        ("ja;q=0.5, en-GB;q=0.8, tlh", "en"),
        ("tlh-x-kor, en;q=0.3, ja; q=0.9", "ja"),
        ("en;q=0.8, ja;q=0.8", "en"),
        ("ja;q=0, *;q=0.1", "en"),
        (";;q=,=", "en"),
    ],
)
def test_the_language_that_the_browser_likes_best_is_taken(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


@pytest.mark.parametrize("language", [each for each in languages() if each != SOURCE_LANGUAGE])
def test_every_word_of_the_page_is_given(language: str) -> None:
    given = words_in(language)
    said = [
        text
        for module in PAGE_FOLDER.glob("*.js")
        for text in extracted_from_page(module.read_text(encoding="utf-8"))
    ]
    assert len(said) > 100
    assert {text if isinstance(text, str) else text[0] for text in said} == set(given)
    for text in said:
        assert isinstance(text, str) == isinstance(
            given[text if isinstance(text, str) else text[0]], str
        )


def test_in_english_the_words_are_as_the_modules_have_them() -> None:
    assert words_in(SOURCE_LANGUAGE) == {}


@pytest.mark.slow
def test_a_plural_has_a_form_for_each_kind_of_number(tmp_path: Path) -> None:
    with pseudo.pseudo_language(tmp_path):
        given = words_in(pseudo.LANGUAGE)
    said = pseudo.pseudo("{n} messages")
    assert given["{n} message"] == {"one": said, "few": said, "other": said}


async def get(playground: Playground, path: str, liked: str = "") -> tuple[int, str]:
    async with (
        aiohttp.ClientSession(headers={"Accept-Language": liked}) as session,
        session.get(origin(playground) + path) as response,
    ):
        return response.status, await response.text()


@pytest.mark.parametrize(
    ("asked", "liked", "language"),
    [
        ("", "en-GB", "en"),
        ("", "ja,en;q=0.5", "ja"),
        ("&language=en", "ja", "en"),
        ("&language=tlh", "ja", "ja"),
    ],
)
async def test_the_page_comes_in_the_language_that_is_asked_for(
    playground: Playground, asked: str, liked: str, language: str
) -> None:
    path = playground.url.removeprefix(origin(playground))
    _, text = await get(playground, path + asked, liked)
    assert f'<html lang="{language}">' in text
    assert ("The playground needs JavaScript." in text) == (language == "en")
    assert "$" not in text


async def test_the_words_are_served_with_the_names_of_all_languages(playground: Playground) -> None:
    status, text = await get(playground, "/words/ja")
    told = json.loads(text)
    assert (status, told["names"]) == (200, language_names())
    assert told["texts"] == words_in("ja")
    assert (await get(playground, "/words/tlh"))[0] == 404


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "There is no such person."), ("ja", "そのような人はいません。")],
)
async def test_a_refusal_is_in_the_language_of_the_page(
    playground: Playground, language: str, said: str
) -> None:
    async with reading(playground, language) as reader:
        assert (await reader.ask("direct", person="1"))["text"] == said
