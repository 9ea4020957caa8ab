"""The recap in words: a line for each turn, and who is out.

Which turns those are is decided in `bot.match.recap`; where they are in a message is for
`cogs.board.board_message` and `cogs.match.results`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.match.recap import Story, Told, Why
from bot.match.table import Table
from bot.text.voice import Mention, Voice
from cogs.ui.components import button
from games.line import AnyGame, Line, Played
from games.words import Seat, Text, joined

LINES: Final = 3
"""How many turns a board tells; of those before there is a button."""
LINES_AT_MOST: Final = 30
"""How many turns are told to somebody who asks for them all."""


def story_text(line: Line, story: Story, most: int = LINES) -> Text:
    """Tell the last turns, one a line, or who starts."""
    told = [_line(line, turn) for turn in story.turns if turn.moves or turn.rolls]
    to_move = line.to_move
    if not line.turn and isinstance(to_move, int):
        told = [_start(line.game, Seat(to_move), story.why), *told]
    return joined(told[-most:], "{one}\n{two}") if told else Text("Nothing has been played.")


def rest_button(
    table: Table, story: Story, voice: Voice
) -> discord.ui.Button[Any] | None:  # Any: see layout
    """Make the button that tells one person all turns; None where the board tells them all."""
    rest = len(story.turns) - LINES
    if rest <= 0:
        return None
    return button(voice(Text("and {n} more", n=rest)), "moves", table.game.id, table.seq)


def out_texts(table: Table, story: Story) -> list[Text]:
    """Tell the people who are out by name, so that they can be pinged."""
    game = table.line.game
    told = [game.tell_out(_mention(table, seat)) for seat in story.out]
    told += [
        Text("{player}, your time is up: you are out of the game.", player=_mention(table, seat))
        for seat in story.late
    ]
    return told


def taken_back(line: Line, story: Story) -> Text:
    """Say which moves do not count any more."""
    moves = joined(described(line, story.taken_back), "{one} {two}")
    return Text("Taken back: {moves}", moves=moves)


def described(line: Line, played: Sequence[Played]) -> list[Text]:
    """Say what was played and rolled, as far as everybody may know."""
    return [line.game.describe_move(one.before, one.move, one.after) for one in seen(played, None)]


def seen(turn: Sequence[Played], seat: int | None) -> tuple[Played, ...]:
    """Return what was played as a seat (None: the public) may see it."""
    return tuple(
        replace(played, before=played.before.seen_by(seat), after=played.after.seen_by(seat))
        for played in turn
    )


def _start(game: AnyGame, player: Seat, why: Why | None) -> Text:
    """Tell who starts, and why."""
    match why:
        case Why.SWAPPED:
            return Text("{player} starts: the seats are swapped.", player=player)
        case Why.WON:
            return Text("{player} starts (won last).", player=player)
        case Why.CHOSEN:
            return Text("{player} starts, as agreed.", player=player)
        case Why.DRAWN:
            return Text("{player} starts: chosen at random.", player=player)
        case _:
            return game.tell_start(player)


def _line(line: Line, told: Told) -> Text:
    """Tell a turn, and what chance did after it."""
    rolls = described(line, told.rolls)
    if not told.moves:
        return joined(rolls, "{one} {two}")
    player = Seat(told.moves[0].seat or 0)
    who = Text("A computer for {player}", player=player) if told.stood_in else player
    turn = [(one.before, one.move, one.after) for one in seen(told.moves, None)]
    what = line.game.tell_turn(turn, who)
    if told.planned:
        what = Text("Planned: {moves}", moves=what)
    return joined([what, *rolls], "{one} {two}")


def _mention(table: Table, seat: int) -> Text:
    return Text("{player}", player=Mention(table.game.players[seat]))
