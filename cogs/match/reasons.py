"""Why a computer moved as it did: a sentence for the person who asks, after the move.

What is said is true of the move by the rules, and takes nothing that not everybody at the table can
see (`games.players.traits`). What does not belong here: reviews and hints.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import MatchError
from bot.match.table import Table
from bot.text.voice import LEVEL_NAMES, Voice
from cogs.board.recap_text import seen
from cogs.ui.components import button, layout, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.stored import StoredGame
from games.line import Line
from games.players import Level
from games.players.mix import EIGHTHS, Mix
from games.players.traits import character_of, reasons, traits_of
from games.words import Seat, Text, joined, listed


class Reasons(commands.Cog):
    """Say why computers moved."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("why")
    async def _why(self, interaction: Click, parts: list[str]) -> None:
        """Tell the computers' turns since the reader's last one, and what speaks for each."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        table = await table_here(self._bot, interaction, game_id)
        seats = asked_about(table, interaction.user.id)
        if not seats:
            raise MatchError(Text("No computer has moved since your last turn."))
        voice = voice_for(interaction, table.game.names)
        told = await asyncio.to_thread(lambda: list(_told(table, seats, interaction.user.id)))
        characters = _characters(table.game, seats)
        items = [
            words(voice(joined(told, "{one}\n{two}"))),
            *(small(voice(each)) for each in characters),
        ]
        await whisper(interaction, layout(None, *items))


def _characters(game: StoredGame, seats: Iterable[int]) -> list[Text]:
    """Say how computers play; of those between two levels, how each of the levels does."""
    key, told = game.match.game, list[Text]()
    mixes: dict[Mix, list[Seat]] = {}
    for seat in sorted(seats):
        match game.computer_at(seat):
            case Level() as level:
                told.append(
                    Text("{player} {plays}.", player=Seat(seat), plays=character_of(key, level))
                )
            case Mix() as mix:
                mixes.setdefault(mix, []).append(Seat(seat))
    for mix, players in mixes.items():
        who = listed([Text("{player}", player=player) for player in players])
        if len(players) > 1:
            who = Text("each of {computers}", computers=who)
        for level, eighths in ((mix.upper, mix.eighths), (mix.lower, EIGHTHS - mix.eighths)):
            character = Text("{player} {plays}.", player=who, plays=character_of(key, level))
            if eighths == EIGHTHS:
                told.append(character)
            elif eighths:
                told.append(
                    Text(
                        "In about {n} of {all} turns, as {level}: {character}",
                        n=eighths,
                        all=EIGHTHS,
                        level=LEVEL_NAMES[level],
                        character=character,
                    )
                )
    return told


def asked_about(table: Table, user_id: int) -> set[int]:
    """Return the seats of computers that moved since a person's last turn, or in the last turn."""
    turns = table.line.since(table.game.seat_of(user_id))
    seats = {turn[-1].seat for turn in turns}
    return {seat for seat in seats if seat is not None and table.game.computer_at(seat) is not None}


def _told(table: Table, seats: set[int], user_id: int) -> Iterator[Text]:
    """Yield each turn of these seats with what speaks for its moves."""
    line: Line = table.line
    for turn in line.since(table.game.seat_of(user_id)):
        if turn[-1].seat not in seats:
            continue
        public = seen(turn, None)
        told = line.game.tell_turn(
            [(one.before, one.move, one.after) for one in public], Seat(turn[-1].seat)
        )
        said = [
            reason
            for one in public
            if (reason := reasons(traits_of(line.game.about.key, one.before, one.move, one.after)))
        ]
        if not said:
            yield Text("{told} Nothing that shows at once speaks for it.", told=told)
            continue
        why = joined(said, "{one}; {two}")
        yield Text("{told} What speaks for it: it {does}.", told=told, does=why)


def why_button(
    table: Table, voice: Voice, user_id: int
) -> discord.ui.Button[Any] | None:  # Any: as there
    """Make the button that asks why computers moved; None where none has."""
    if not asked_about(table, user_id):
        return None
    return button(voice(Text("Why?")), "why", table.game.id)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Reasons(bot))
