"""How many clicks a turn takes in the panel, from Move to Confirm, both of them counted.

A button is one click; a list is two, for it has to be opened. What does not belong here: how
many there may be (`tests.benchmarks.test_clicks`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from discord import ui

from bot.text.voice import Voice
from cogs.ui.move_panel import Panel, read_choices
from games.chance import SeededSource
from games.dicefest.choices import FOR_ME
from games.game import CHANCE
from games.line import AnyGame, AnyPosition
from games.players import Budget, Level, player_of
from games.registry import GAMES

MOVE, CONFIRM, BUTTON, LIST = 1, 1, 1, 2
ASTRAY = 0.1
"""How often a player of the sample does something at random, so that no two games are alike."""
BUDGET = Budget(work=0.05)
"""Enough to tell a sensible move from others."""


@dataclass(frozen=True)
class Asked:
    """A position in which somebody is to move, and what they play there, as one turn."""

    game: AnyGame
    position: AnyPosition
    notation: str


def sample(key: str, positions: int, seed: int = 1) -> Iterator[Asked]:
    """Yield the turns of games among medium computers, at tables of every size and option."""
    game, source, rng = GAMES[key], SeededSource(seed), Random(seed)
    player = player_of(key, Level.MEDIUM)
    found = 0
    while True:
        seats = game.about.seats[source.below(len(game.about.seats))]
        options = {o.key: o.values[source.below(len(o.values))] for o in game.about.options}
        position = game.deal(source, seats, options)
        while position.to_move is not None:
            if position.to_move == CHANCE:
                position = position.play(position.roll(source))
                continue
            seat, begun, turn = position.to_move, position, list[str]()
            while position.to_move == seat:
                view, legal = position.seen_by(seat), position.legal_moves()
                move = player.choose(view, legal, rng, BUDGET)
                if rng.random() < ASTRAY:
                    move = game.random_move(view, source)
                turn.append(game.format(move))
                position = position.play(move)
                if not position.mid_turn:
                    break
            yield Asked(game, begun.seen_by(seat), " ".join(turn))
            found += 1
            if found == positions:
                return


def named(notation: str) -> str:
    """Name a turn as the panel reaches it.

    A pair stands in one order, a rotation without its spaces, one joker for the other.
    """
    moves = (move.partition("@")[0].replace("X2>", "X1>") for move in notation.split(" "))
    return " ".join("+".join(sorted(move.split("+"))) for move in moves)


def clicks_to_turns(game: AnyGame, position: AnyPosition) -> dict[str, int]:
    """Return the fewest clicks to every turn (`named`) that the panel leads to.

    Counters of Dicefest are put by default.
    """
    found: dict[str, int] = {}
    waiting = {MOVE: [Panel(game, position, (1, 1)).onward()]}
    while waiting:
        clicks = min(waiting)
        for panel in waiting.pop(clicks):
            if turn := panel.step.turn:
                found.setdefault(named(" ".join(map(game.format, turn))), clicks + CONFIRM)
                continue
            for cost, token in _open(panel):
                onward = replace(panel, chosen=(*panel.chosen, token)).onward()
                waiting.setdefault(clicks + cost, []).append(onward)
    return found


def _open(panel: Panel) -> Iterator[tuple[int, str]]:
    """List what can be chosen next in a panel as it is shown, with what that costs."""
    costs = {choice.token: LIST for choice in panel.step.offered}
    rows = (row for row in panel.open_choices(Voice()) if isinstance(row, ui.ActionRow))
    for control in (control for row in rows for control in row.children):
        if isinstance(control, ui.Button):
            costs[read_choices((control.custom_id or "").split(":")[-1])[-1]] = BUTTON
    for token, cost in costs.items():
        if token != FOR_ME and FOR_ME in costs:
            continue
        yield cost, token
