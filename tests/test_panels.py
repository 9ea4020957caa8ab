"""Whatever a panel offers, anywhere in any game, Discord takes it: no control is there twice."""

from collections import Counter

from discord import ui

from bot.text.voice import Voice
from cogs.ui.move_panel import Panel
from games.chance import SeededSource
from games.line import AnyGame
from tests.games.lines import EVERY, lines, tables
from tests.tiers import sampled


def custom_ids(panel: Panel) -> list[str]:
    """Return the ids of all buttons and lists of a panel's open choices."""
    rows = (row for row in panel.open_choices(Voice()) if isinstance(row, ui.ActionRow))
    controls = (control for row in rows for control in row.children)
    return [
        control.custom_id or ""
        for control in controls
        if isinstance(control, ui.Button | ui.Select)
    ]


@sampled("game", EVERY.values(), ids=EVERY)
def test_no_two_controls_of_a_panel_have_the_same_id(game: AnyGame) -> None:
    source, looked = SeededSource(1), 0
    for seed in range(3):
        for seats, options in tables(game)[:2]:
            for line in lines(game.about.key, seats, options, seed):
                if not isinstance(line.to_move, int):
                    continue
                seen = line.position.seen_by(line.to_move)
                panel = Panel(game, seen, (1, line.ply)).onward()
                while not (step := panel.step).turn:
                    ids = Counter(custom_ids(panel))
                    assert ids.most_common(1)[0][1] == 1
                    looked += 1
                    choice = step.offered[source.below(len(step.offered))]
                    panel = Panel(game, seen, panel.place, (*panel.chosen, choice.token)).onward()
    assert looked > 20
