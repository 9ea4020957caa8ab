"""Codes of games: easy to read out, never rude, each once in a server for good."""

import string
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.match.codes import ALPHABET, LENGTH, UNWANTED, draw_code, is_wanted, tidy_code
from bot.match.setup import Chances
from data import matches
from data.tables import GAMES
from tests.bot.club import GUILD, MARA, Club


def test_no_letter_of_a_code_is_taken_for_another_or_for_a_digit() -> None:
    assert set(ALPHABET) <= set(string.ascii_uppercase)
    assert set(ALPHABET).isdisjoint("ILOS")
    assert len(set(ALPHABET)) == len(ALPHABET)


def test_every_unwanted_word_could_come_up_and_does_not() -> None:
    assert {word for word in UNWANTED if set(word) - set(ALPHABET) or len(word) > LENGTH} == set()
    assert not any(is_wanted(word.ljust(LENGTH, "Q")) for word in UNWANTED)


@given(st.integers())
def test_a_code_is_five_letters_of_the_alphabet_and_wanted(seed: int) -> None:
    code = draw_code(Random(seed))
    assert len(code) == LENGTH
    assert set(code) <= set(ALPHABET)
    assert is_wanted(code)


@given(st.text(ALPHABET, min_size=5, max_size=5), st.sampled_from([" {} ", "#{}", "\t#{}\n"]))
def test_a_code_is_understood_as_people_write_it(code: str, written: str) -> None:
    assert tidy_code(written.format(code.lower())) == code


class Loaded(Random):
    """A source of lots that draws these codes, one after the other."""

    def __init__(self, *codes: str) -> None:
        super().__init__(1)
        self.codes = list(codes)

    def choices(self, *_what: object, **_how: object) -> list[Any]:  # Any: as the real one
        return list(self.codes.pop(0))


async def test_a_code_that_a_finished_game_had_is_not_given_again(club: Club) -> None:
    lots = Loaded("QQQQQ", "QQQQQ", "TWATQ", "QQQQQ", "RRRRR")
    loaded = Club(club.url, chances=Chances(secret=lambda: bytes(32), choose=lots))
    first = await loaded.start()
    await loaded.resign(first, MARA)
    second = await loaded.start()
    assert (first.game.code, second.game.code) == ("QQQQQ", "RRRRR")
    assert lots.codes == []
    await loaded.database.close()


async def test_two_servers_may_have_the_same_code(club: Club) -> None:
    table = await club.start()
    async with club.database.reading() as connection:
        assert await matches.code_is_taken(connection, GUILD, table.game.code)
        assert not await matches.code_is_taken(connection, GUILD + 1, table.game.code)


async def test_the_database_itself_refuses_a_code_twice(club: Club) -> None:
    one, two = await club.start(), await club.start()
    with pytest.raises(IntegrityError):
        async with club.database.writing() as connection:
            await connection.execute(
                update(GAMES).where(GAMES.c.id == two.game.id).values(code=one.game.code)
            )
