"""The tag on the chip of who has a handicap, in every game and language."""

from dataclasses import replace

import pytest

from bot.text.voice import Voice, languages
from games.handicap import NO_HANDICAPS
from games.registry import GAMES
from render import picture
from render.frame import LEFT, RIGHT
from render.type import Style, letter
from tests.render.rounds import SEATS, lines, round_of
from tests.render.scenes import differ, differ_outside, shown
from tests.tiers import sampled

MOST_BYTES = 60_000
CHIPS = (LEFT - 4, 90, RIGHT + 4, 213)
games = pytest.mark.parametrize("key", SEATS)


def sizes(key: str) -> tuple[int, ...]:
    handicap = GAMES[key].about.handicap
    assert handicap is not None
    return (0, *[handicap.sizes[-1]] * (SEATS[key] - 1))


@games
def test_it_hangs_on_the_chips_of_those_who_have_one_and_nothing_else_changes(key: str) -> None:
    before, after = (
        shown(round_of([*lines(key, handicap=given)][24])) for given in (NO_HANDICAPS, sizes(key))
    )
    assert not differ_outside(before, after, [CHIPS])
    width = (RIGHT - LEFT) // SEATS[key]
    for seat, size in enumerate(sizes(key)):
        foot = (LEFT + seat * width + 8, 190, LEFT + (seat + 1) * width - 8, 213)
        assert differ(before, after, foot) == bool(size)


@games
def test_no_language_needs_more_room_than_there_is(key: str) -> None:
    handicap = GAMES[key].about.handicap
    assert handicap is not None
    room = (RIGHT - LEFT) // SEATS[key] - 66
    for language in languages():
        for size in handicap.sizes:
            said = Voice(language).plain()(handicap.tag(size))
            assert letter(said, Style(26, 600)).width <= room, (language, said)


@pytest.mark.slow
@games
@sampled("language", ["en", "ja"])
def test_no_board_with_it_is_larger_than_60_kb(key: str, language: str) -> None:
    boards = [*lines(key, handicap=sizes(key))]
    for line in boards[len(boards) // 3 :: 14]:
        given = replace(round_of(line), translate=Voice(language).plain(), theme="light")
        assert len(picture(given)) <= MOST_BYTES
