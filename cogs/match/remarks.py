"""Remarks on a step of a replay: what players wrote on it, what it cost, and where one goes on from it.

What does not belong here: the step itself (`cogs.match.replays`), and writing
(`cogs.match.move_notes`).
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.app import Tavolo
from bot.services.move_notes import MoveNote
from bot.services.replays import step_after
from bot.services.reviews import Blunder, costliest_first
from bot.text.voice import Voice, message_lines
from cogs.match.animations import animate_button
from cogs.match.computers import hint_button
from cogs.ui.components import TEXT_LENGTH, AnyItem, button, shorten, small, words
from cogs.ui.routing import Click
from data.stored import StoredGame
from games.game import Reason
from games.line import Line
from games.words import Seat, Text, signed


async def remarks_on(
    bot: Tavolo,
    interaction: Click,
    game: StoredGame,
    shown: Sequence[Line],
    step: int,
    voice: Voice,
    told: Sequence[AnyItem],
) -> tuple[list[AnyItem], list[discord.ui.Button[Any]]]:  # Any: as AnyItem
    """Return what is said of a step below what is `told` already, and the buttons that go with it."""
    readable = await bot.move_notes.readable(game, interaction.user.id)
    notes, seq = readable.at(shown[step].ply), readable.seq_at(shown[step].ply)
    costs: list[Text] = []
    going_on: list[discord.ui.Button[Any]] = []  # Any: as AnyItem
    line, me = shown[step], game.seat_of(interaction.user.id)
    if game.running and line is shown[-1] and me is not None and line.to_move == me:
        # Of the position that is theirs to move in; others are explored.
        hint = hint_button(game, voice)
        going_on = [] if hint is None else [hint]
    elif not game.running:
        costs, going_on = await _review(bot, game, shown, step, voice)
    items: list[AnyItem] = [small(voice(cost)) for cost in costs]
    if notes:
        room = TEXT_LENGTH - _length([*told, *items])
        items.append(words(shorten(_notes_text(game, notes, voice), room)))
    return items, [*going_on, *_writing(interaction, game, notes, seq, voice)]


async def _review(
    bot: Tavolo, game: StoredGame, shown: Sequence[Line], step: int, voice: Voice
) -> tuple[list[Text], list[discord.ui.Button[Any]]]:  # Any: as AnyItem
    """Return what a step cost, as far as that is known, and the ways to other views of the game."""
    review = await bot.reviews.known(game.id)
    costly = [] if review is None else costliest_first(review.blunders)
    here = [n for n, blunder in enumerate(costly) if step_after(shown, blunder.ply) == step]
    ways = [animate_button(game.id, voice)]
    result = shown[-1].result
    if here:
        ways.append(button(voice(Text("The better move")), "mistake", game.id, here[0]))
    elif result is not None and result.reason is not Reason.ABORTED:
        ways.append(button(voice(Text("Review")), "review", game.id, 1))
    return [cost_text(costly[n]) for n in here], ways


def _writing(
    interaction: Click, game: StoredGame, notes: Sequence[MoveNote], seq: int | None, voice: Voice
) -> list[discord.ui.Button[Any]]:  # Any: as AnyItem
    """Make the buttons for who may write on a step, and for who may delete what others wrote."""
    if seq is None:
        return []
    mine, row = game.seat_of(interaction.user.id), []
    if mine is not None:
        wrote = any(note.seat == mine for note in notes)
        label = Text("Edit your note") if wrote else Text("Write a note")
        row.append(button(voice(label), "move-note", game.id, seq))
        if wrote:
            row.append(button(voice(Text("Delete your note")), "move-note-drop", game.id, seq))
    if interaction.permissions.manage_guild and any(note.seat != mine for note in notes):
        row.append(button(voice(Text("Remove others' notes")), "move-notes-clear", game.id, seq))
    return row


def _notes_text(game: StoredGame, notes: Sequence[MoveNote], voice: Voice) -> str:
    """Write the notes on a step below each other, each with who wrote it."""
    title = Text("Your note, which only you see until the game is over:")
    titles = [
        title if game.running else Text("Note by {player}:", player=Seat(note.seat))
        for note in notes
    ]
    return "\n".join(
        f"{voice(title)} {message_lines(note.text)}"
        for title, note in zip(titles, notes, strict=True)
    )


def _length(items: Sequence[AnyItem]) -> int:
    """Return how much text there is already in a message."""
    return sum(len(item.content) for item in items if isinstance(item, ui.TextDisplay))


def cost_text(blunder: Blunder) -> Text:
    """Say that a move cost its player much."""
    return Text(
        "A costly move of {player}: {cost}",
        player=Seat(blunder.seat),
        cost=cost_of(blunder),
    )


def cost_of(blunder: Blunder) -> Text:
    """Return what a move cost its player, in percent of the chances."""
    return Text("{number} %", number=signed(-round(100 * blunder.cost)))
