"""Starting a game by clicking: against whom, asked in a message that only the person sees.

The terms are those of the game's challenge command where nothing is named. What does not belong
here: challenges with terms of their own (each game's cog), and their cards (`cogs.challenge.challenges`).
"""

from typing import Any, Final

import discord
from discord import ui
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.services.like_me import mix_now
from bot.text.voice import Voice
from cogs.challenge.challenges import cards_of
from cogs.challenge.options import clock_of
from cogs.ui.components import (
    OPTION_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    shorten,
    small,
    words,
)
from cogs.ui.game_lookup import guild_of
from cogs.ui.game_ui import ui_of
from cogs.ui.responses import acknowledge, voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers, payload
from cogs.ui.strengths import chosen_strength, like_me_text, strength_buttons
from data.challenges import ClockEnd, First, MatchKind, Terms
from data.computers import Computer, computers
from games.players import Level
from games.registry import GAMES
from games.words import Plural, Text

ASK: Final = "start"
AGAINST_COMPUTERS: Final = "start-computer"
WITH_PERSON: Final = "start-person"


class Starting(commands.Cog):
    """Start a game without typing."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control(ASK)
    async def _ask(self, interaction: Click, parts: list[str]) -> None:
        """Ask whom a person wants to play."""
        key = _game(parts, 1)
        guild_id = guild_of(interaction)
        voice, about = voice_for(interaction), GAMES[key].about
        mix = await mix_now(self._bot.database, guild_id, key, interaction.user.id)
        plain = voice.plain()
        view = layout(
            ui_of(key).accent,
            words(f"### {about.name}"),
            words(voice(Text("Who do you want to play?"))),
            _people(key, voice),
            *buttons([button(plain(Text("Anybody")), "start-open", key)]),
            words(voice(Text("Or the computer:"))),
            *buttons(strength_buttons(voice, AGAINST_COMPUTERS, key)),
            small(voice(like_me_text(mix))),
        )
        await whisper(interaction, view, instead=True)

    @control("start-with")
    async def _with(self, interaction: Click, parts: list[str]) -> None:
        """Challenge the people who were chosen."""
        key = _game(parts, 1)
        chosen = payload(interaction).get("values")
        if not isinstance(chosen, list) or not 1 <= len(chosen) <= _most(key):
            raise ForgedControl
        await acknowledge(interaction)
        people = tuple(numbers([str(value) for value in chosen], len(chosen)))
        opponents = await cards_of(self._bot).members(interaction, people)
        await self._propose(interaction, key, opponents)

    @control(WITH_PERSON)
    async def _with_person(self, interaction: Click, parts: list[str]) -> None:
        """Challenge a person who was listed."""
        key = _game(parts, 2)
        await acknowledge(interaction)
        people = tuple(numbers(parts[1:], 1))
        opponents = await cards_of(self._bot).members(interaction, people)
        await self._propose(interaction, key, opponents)

    @control("start-open")
    async def _open(self, interaction: Click, parts: list[str]) -> None:
        """Challenge anybody."""
        key = _game(parts, 1)
        await acknowledge(interaction)
        await self._propose(interaction, key)

    @control(AGAINST_COMPUTERS)
    async def _computer(self, interaction: Click, parts: list[str]) -> None:
        """Begin a game against computers of a strength."""
        key = _game(parts, 2)
        strength = chosen_strength(parts[1])
        await acknowledge(interaction)
        seats = GAMES[key].about.seats[0]
        await self._propose(interaction, key, (), computers(strength, seats - 1))

    async def _propose(
        self,
        interaction: Click,
        key: str,
        opponents: tuple[discord.Member, ...] = (),
        sitting: tuple[Computer, ...] = (),
    ) -> None:
        game = GAMES[key]
        terms = Terms(
            game=key,
            seats=next(seats for seats in game.about.seats if seats > len(opponents)),
            options=game.options_of({}),
            kind=MatchKind.SINGLE,
            first=First.RANDOM,
            rated=not sitting,
            clock=clock_of(interaction, None, ClockEnd.CLAIM),
            settings=game.settings_of({}),
        )
        await cards_of(self._bot).propose(interaction, opponents, terms, sitting, instead=True)


def start_button(label: str, key: str) -> ui.Button[Any]:  # Any: as in cogs.ui.components
    """Make the button that asks whom a person wants to play in a game."""
    return button(label, ASK, key)


def computer_button(voice: Voice, key: str) -> ui.Button[Any]:  # Any: as in cogs.ui.components
    """Make the button that begins a game against the computer, at easy."""
    label = voice.plain()(Text("Play the computer"))
    primary = discord.ButtonStyle.primary
    return button(label, AGAINST_COMPUTERS, key, Level.EASY, style=primary)


def _game(parts: list[str], count: int) -> str:
    """Read the game from a custom_id with this number of parts."""
    if len(parts) != count or parts[0] not in GAMES:
        raise ForgedControl
    return parts[0]


def _most(key: str) -> int:
    """Return how many people can be asked for a game."""
    return GAMES[key].about.seats[-1] - 1


def _people(key: str, voice: Voice) -> AnyItem:
    most = _most(key)
    asked = Plural("Choose somebody", "Choose up to {n} people", most)
    return ui.ActionRow(
        ui.UserSelect(
            custom_id=control_id("start-with", key),
            placeholder=shorten(voice.plain()(asked), OPTION_LENGTH),
            max_values=most,
        )
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Starting(bot))
