"""The lists of /preferences and /settings as a phone shows them: cut where there is no more room."""

import unicodedata

import pytest

from bot.text.voice import Voice, languages
from cogs.server import preferences, settings
from cogs.ui.choosers import Chooser

CHOOSERS = (*preferences.CHOOSERS, *settings.LISTS)
ROOM = 34
"""So many Latin letters of a list are in sight 390 pixels wide; a kanji takes two of them."""
LEAST = 10
"""So much of the choice has to be in sight after its setting's name."""


def width(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in {"W", "F"}) for letter in text)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("chooser", CHOOSERS, ids=lambda chooser: chooser.field)
def test_the_name_of_a_setting_leaves_room_for_what_is_chosen(
    chooser: Chooser, language: str
) -> None:
    assert width(Voice(language)(chooser.name)) <= ROOM - LEAST
