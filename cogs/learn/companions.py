"""The table at which somebody learns or solves: they sit there by name, others under names of ours.

What does not belong here: what is learned (`cogs.learn.lessons`) or solved (`cogs.learn.puzzles`).
"""

from typing import Final

from bot.text.voice import Voice
from cogs.ui.responses import voice_for
from cogs.ui.routing import Click
from games.line import Line
from games.words import Text

COMPANIONS: Final = (Text("Ada"), Text("Ben"), Text("Cleo"))
"""Who else sits at the table."""


def voice_at_table(interaction: Click, game: Line, seat: int) -> Voice:
    """Speak to the person who has a seat, under their own name."""
    voice = voice_for(interaction)
    names = [voice.plain()(companion) for companion in COMPANIONS[: game.seats - 1]]
    names.insert(seat, interaction.user.display_name)
    return voice.at_table(names)


def hues_at_table(game: Line, seat: int) -> tuple[int, ...]:
    """Return the hues of the seats: the person's own is always the first one."""
    hues = list(range(1, game.seats))
    hues.insert(seat, 0)
    return tuple(hues)
