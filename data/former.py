"""Former players: the id and the name that a person has in games once they have been forgotten.

Discord makes ids of the time, so no account has one below 2**40: that was the fifth minute of 2015.
Computers have negative ones. What a former player is called is for `bot.text.voice`.
"""

from random import Random
from typing import Final

from data.computers import is_computer

FIRST: Final = 2**39
LAST: Final = 2**40 - 1
FORMER_NAME: Final = "\x01"
"""The name of all of them: no name of a person has a control character."""


def draw_former(choose: Random) -> int:
    """Draw the id under which a person's games are kept; nothing leads from it to the person."""
    return choose.randint(FIRST, LAST)


def is_former(user_id: int) -> bool:
    """Tell whether an id is a former player's.

    >>> is_former(FIRST), is_former(80351110224678912), is_former(-11)
    (True, False, False)
    """
    return FIRST <= user_id <= LAST


def is_account(user_id: int) -> bool:
    """Tell whether somebody at Discord has an id: neither a computer nor a former player."""
    return not is_computer(user_id) and not is_former(user_id)
