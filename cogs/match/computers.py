"""Computer players in Discord: filling a table with them, and their hints.

What a computer does when it is its turn is in `bot.services.computers`; reviews are in
`cogs.match.reviews`.
"""

import logging
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.match.table import Table, check_turn
from bot.services.like_me import mix_now
from bot.text.voice import Name, Voice, computer_title, listed
from bot.workers.jobs import Hint
from bot.workers.pool import JobFailed
from cogs.challenge.challenges import cards_of, clicked
from cogs.ui.components import button, buttons, layout, small, words
from cogs.ui.game_lookup import actor_of, table_here
from cogs.ui.move_panel import play_button
from cogs.ui.permissions import check_place, here
from cogs.ui.responses import acknowledge, say, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from cogs.ui.strengths import chosen_strength, like_me_text, strength_buttons
from data.challenges import Challenge
from data.computers import Computer
from data.schedule import JobKind
from data.stored import StoredGame
from games.players import LEVELS
from games.players.traits import character_of
from games.words import Text, joined

log = logging.getLogger(__name__)

NO_HINTS: Final = Text(
    "There are hints in unrated games between people, and where you play alone against computers."
)
NO_IDEA: Final = Text("The computer can't think of anything right now. Please try again.")


class ComputerPlayers(commands.Cog):
    """Fill seats with computers, and give hints."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.THINK, bot.computers.wake_again)

    # Filling a table

    @control("fill")
    async def _fill(self, interaction: Click, parts: list[str]) -> None:
        """Ask the challenger how strong the computers should be."""
        challenge, names = await cards_of(self._bot).challenge_here(interaction, parts)
        await self._bot.challenges.may_fill(challenge.id, clicked(interaction))
        voice = voice_for(interaction)
        strengths = buttons(strength_buttons(voice, "fill-at", challenge.id))
        asked = words(voice(_what_filling_means(challenge, names)))
        game = challenge.terms.game
        plays = small(voice(_how_they_play(game)))
        mix = await mix_now(self._bot.database, challenge.guild_id, game, interaction.user.id)
        likes = small(voice(like_me_text(mix)))
        await whisper(interaction, layout(None, asked, plays, likes, *strengths))

    @control("fill-at")
    async def _fill_at(self, interaction: Click, parts: list[str]) -> None:
        """Fill all open seats with computers of a strength; the game may then start."""
        if len(parts) != 2:
            raise ForgedControl
        strength = chosen_strength(parts[1])
        await acknowledge(interaction)
        challenge, names = await cards_of(self._bot).challenge_here(interaction, parts[:1])
        spot = here(interaction)
        check_place(spot)
        answered = await self._bot.challenges.fill(
            challenge.id,
            strength,
            actor_of(interaction),
            interaction_id=interaction.id,
            threads=spot.may_open_threads,
        )
        await self._bot.carry_out(answered.dispatch)
        if answered.game_id is not None:
            await cards_of(self._bot).tell_begun(interaction, answered.game_id, instead=True)
            return
        waiting = Text(
            "The computers have joined. The game starts once everybody you asked has answered: "
            "{people}.",
            people=_asked(answered.challenge, names),
        )
        await say(interaction, waiting, instead=True)

    # Hints

    @control("hint")
    async def _hint(self, interaction: Click, parts: list[str]) -> None:
        """Show the best moves to the person whose turn it is."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        table = await table_here(self._bot, interaction, game_id)
        check_turn(table, interaction.user.id, None)
        if not may_have_hints(table.game):
            raise Refused(NO_HINTS)
        try:
            hints = await self._bot.computers.hints(table, interaction.user.id)
        except JobFailed as error:
            log.warning("no hint in game %s: %s", game_id, error)
            hints = []
        if not hints:
            await say(interaction, NO_IDEA)
            return
        await whisper(
            interaction, _hint_layout(table, hints, voice_for(interaction, table.game.names))
        )


def may_have_hints(game: StoredGame) -> bool:
    """Tell whether the computer may help in a game: not one of several people against the others.

    Among people an unrated game has hints for all; where a computer sits with several people, it
    would help one of them against itself and the rest.
    """
    return game.is_alone or not (game.match.rated or game.has_computers)


def hint_button(game: StoredGame, voice: Voice) -> discord.ui.Button[Any] | None:  # Any: see layout
    """Make the button that asks for a hint; None where there are none."""
    return button(voice(Text("Hint")), "hint", game.id) if may_have_hints(game) else None


def _what_filling_means(challenge: Challenge, names: dict[int, str]) -> Text:
    if not challenge.terms.is_table:
        return Text("How strong should the computer be? The game starts right away.")
    if not challenge.asked:
        return Text("How strong should the computers be? The game starts right away.")
    return Text(
        "How strong should the computers be? They take the open seats; those of {people} are "
        "kept, and the game starts once everybody has answered.",
        people=_asked(challenge, names),
    )


def _how_they_play(game: str) -> Text:
    """Say a line for each level: what its first computer is called, and how it plays."""
    told = [
        Text(
            "{computer} {plays}.",
            computer=computer_title(Computer(level)),
            plays=character_of(game, level),
        )
        for level in LEVELS
    ]
    return joined(told, "{one}\n{two}")


def _asked(challenge: Challenge, names: dict[int, str]) -> Text:
    return listed([Name(names.get(person, "?")) for person in challenge.asked])


def _hint_layout(table: Table, hints: list[Hint], voice: Voice) -> discord.ui.LayoutView:
    """Show hints, each with what `/move` takes for it and a button that plays just that."""
    game, position = table.line.game, table.line.position.seen_by(table.game.to_move)
    turns = [tuple(map(game.parse, hint.notation.split(" "))) for hint in hints]
    said = [Text("The computer's suggestions, with its estimated chances of winning:")]
    for n, (hint, turn) in enumerate(zip(hints, turns, strict=True), 1):
        shown = Text(
            "{n}. **{move}** · {chance} % · `{notation}`",
            n=n,
            move=game.name_turn(position, turn),
            chance=round(100 * hint.chance),
            notation=hint.notation,
        )
        if hint.gain is not None:
            shown = Text("{hint} · {gain}", hint=shown, gain=hint.gain)
        said.append(shown)
    primary = discord.ButtonStyle.primary
    return layout(
        None,
        words(voice(joined(said, "{one}\n{two}"))),
        *(item for turn in turns for item in buttons([play_button(table, position, turn, voice)])),
        *buttons([button(voice(Text("Move")), "move", table.game.id, table.seq, style=primary)]),
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(ComputerPlayers(bot))
