"""The words for what is tried on a private board: where it is, what was tried, what is asked for.

What does not belong here: its controls (`cogs.match.explore`).
"""

from typing import Final

from bot.match.recap import plain_story
from bot.services.explorations import Explored
from bot.text.voice import strength_name
from cogs.board.plain_ending import plain_ending
from cogs.board.recap_text import story_text
from cogs.ui.move_panel import Panel
from games.words import Plural, Seat, Text, joined

MOST_TOLD: Final = 5
"""How many of the turns that were tried are listed."""


def head(title: Text, explored: Explored) -> Text:
    """Say what this is, and how far one has come."""
    where = Text("where you began")
    if explored.steps:
        where = Plural("{n} turn later", "{n} turns later", explored.turns)
    if explored.practice is None:
        return Text("Exploring {game}, for you alone: {where}", game=title, where=where)
    level = strength_name(explored.practice.strength)
    against = Text("against the computer ({level})", level=level)
    if explored.record.seats > 2:
        against = Text("against computers ({level})", level=level)
    return Text(
        "{game} again {against}, for you alone: {where}",
        game=title,
        against=against,
        where=where,
    )


def way(explored: Explored) -> Text:
    """List the turns that were tried, the last few of many."""
    listed = []
    for before, step in zip(explored.lines, explored.steps, strict=False):
        if isinstance(before.to_move, int):
            turn = [before.game.parse(move) for move in step.split(" ")]
            what = before.game.name_turn(before.position.seen_by(before.to_move), turn)
            listed.append(Text("{player}: {move}", player=Seat(before.to_move), move=what))
    shown = joined(listed[-MOST_TOLD:], "{one} → {two}")
    return shown if len(listed) <= MOST_TOLD else Text("… → {moves}", moves=shown)


def told(explored: Explored, panel: Panel | None) -> Text:
    """Say what was tried last, and what is asked for now."""
    tried = explored.line
    said = [story_text(tried, plain_story(tried))] if explored.steps else []
    if any(step.startswith("@") for step in explored.steps):
        said.append(Text("Rolls are made up here: they say nothing about the game's real ones."))
    if panel is not None:
        said.append(panel.step.prompt)
    elif tried.result is not None:
        ending = plain_ending(tried.result, tried.seats)
        said.append(Text("The game would be over: {ending}.", ending=ending))
    else:
        said.append(Text("The dice are rolled now. Draw a roll, or choose one."))
    return joined(said, "{one}\n{two}")
