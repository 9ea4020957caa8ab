"""The buttons that open a private board to try moves on, under a replay's step and in More.

What does not belong here: the board (`cogs.match.explore`).
"""

from typing import Any, Final

import discord

from bot.services.explorations import may_explore
from bot.text.voice import Voice
from cogs.ui.components import button
from data.stored import StoredGame
from games.line import Line
from games.words import Text

EXPLORE: Final = Text("Explore")
ASK: Final = Text("Ask everybody")


def explore_button(
    game: StoredGame, voice: Voice
) -> discord.ui.Button[Any] | None:  # Any: as there
    """Make the button that tries moves from the position now; None where that is not allowed."""
    if not (game.running and may_explore(game)):
        return None
    return button(voice(EXPLORE), "explore", game.id)


def explore_step_buttons(
    line: Line, voice: Voice, replay: str, key: int, step: int, *, ended: bool
) -> list[discord.ui.Button[Any]]:  # Any: as there
    """Make the buttons that try moves from a step of a replay, and show it to all for a vote.

    `replay` is what the replay's controls are named. There are none after the end by the rules, and
    while a game with hidden hands runs; games that run or come from a file are not shown to all.
    """
    hidden = line.game.about.hidden and not ended
    over = line.result is not None and line.ending is None
    if hidden or over:
        return []
    row = [button(voice(EXPLORE), f"{replay}-explore", key, step)]
    if ended and replay == "replay" and isinstance(line.to_move, int):
        row.append(button(voice(ASK), "poll-step", key, step))
    return row
