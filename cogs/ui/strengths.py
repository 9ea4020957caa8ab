"""How strong computers are to be, as people choose it: one of the levels, or like themselves.

What does not belong here: how strong "like me" is (`bot.match.like_me`).
"""

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.errors import ForgedControl
from bot.text.voice import LEVEL_NAMES, LIKE_ME_NAME, Voice, computer_title
from cogs.ui.components import button
from data.computers import Computer
from games.players import LEVELS
from games.players.mix import LIKE_ME, Mix, Strength
from games.words import Text

LIKE_ME_VALUE: Final = "like-me"
STRENGTHS: Final[Mapping[str, Strength]] = {
    **{level.value: level for level in LEVELS},
    LIKE_ME_VALUE: LIKE_ME,
}
"""What can be chosen, by the value of the choice."""


def chosen_strength(value: str) -> Strength:
    """Return the strength that was chosen; raises ForgedControl."""
    if value not in STRENGTHS:
        raise ForgedControl
    return STRENGTHS[value]


def strength_buttons(
    voice: Voice, action: str, *parts: int | str
) -> list[discord.ui.Button[Any]]:  # Any: as in cogs.ui.components
    """Make a button for each strength; its value follows the `parts` in the custom_id."""
    names = {
        **{level.value: name for level, name in LEVEL_NAMES.items()},
        LIKE_ME_VALUE: LIKE_ME_NAME,
    }
    return [button(voice.plain()(names[value]), action, *parts, value) for value in STRENGTHS]


def like_me_text(mix: Mix) -> Text:
    """Say what somebody gets who chooses "like me" now."""
    return Text(
        "Like me: {computer} now. It follows the results of your games with computers here.",
        computer=computer_title(Computer(mix)),
    )
