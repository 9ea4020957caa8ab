"""A first lesson in every game: exercises on real positions, in the panel of real turns.

Ephemeral, and nothing is kept: the ids carry the game, the number of the exercise and the
choices so far. What does not belong here: what a lesson contains (`games.lessons`).
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ui
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.text.voice import Voice
from cogs.board.board_message import position_text
from cogs.board.private_view import view_of
from cogs.challenge.quick_start import computer_button, start_button
from cogs.learn.companions import hues_at_table, voice_at_table
from cogs.ui.components import button, buttons, layout, line, small, words
from cogs.ui.game_ui import GameUi, ui_of
from cogs.ui.move_panel import Panel, read_choices, with_listed
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from games.game import About
from games.lessons.lesson import Exercise, Verdict, begun, judge, pupil_of
from games.registry import GAMES
from games.words import Text

FAMILY: Final = "learn-"
"""What the actions of a lesson's panel begin with."""


@dataclass(frozen=True, slots=True)
class At:
    """Where in a lesson somebody is: the game, the exercise (from 0), the choices so far."""

    key: str
    number: int
    chosen: tuple[str, ...] = ()

    @classmethod
    def read(cls, parts: list[str]) -> "At":
        """Read the parts of a custom_id: game and number.

        The number may be one beyond the last exercise, which is the lesson's end.
        """
        if len(parts) != 2 or parts[0] not in GAMES:
            raise ForgedControl
        (number,) = numbers(parts[1:], 1)
        if number > len(ui_of(parts[0]).lesson.exercises):
            raise ForgedControl
        return cls(parts[0], number)

    @classmethod
    def building(cls, parts: list[str]) -> "At":
        """Read the parts of a custom_id of the panel: game, number and the choices so far."""
        if not parts:
            raise ForgedControl
        return replace(cls.read(parts[:-1]), chosen=read_choices(parts[-1]))

    @property
    def ui(self) -> GameUi:
        """Return what the interface knows of the game."""
        return ui_of(self.key)

    @property
    def about(self) -> About:
        """Return what is known about the game."""
        return GAMES[self.key].about

    @property
    def finished(self) -> bool:
        """Tell whether all exercises are done."""
        return self.number == len(self.ui.lesson.exercises)

    @property
    def exercise(self) -> Exercise:
        """Return the exercise; ForgedControl at the lesson's end, where there is none."""
        if self.finished:
            raise ForgedControl
        return self.ui.lesson.exercises[self.number]

    @property
    def panel(self) -> Panel:
        """Return the panel in which the exercise is answered."""
        game = begun(self.exercise)
        seen = game.position.seen_by(pupil_of(game))
        return Panel(game.game, seen, (self.key, self.number), self.chosen, FAMILY)

    @property
    def heading(self) -> Text:
        """Say how far the lesson is."""
        return Text(
            "{game}, a first lesson · step {n} of {all}",
            game=self.about.name,
            n=self.number + 1,
            all=len(self.ui.lesson.exercises),
        )


class Lessons(commands.Cog):
    """Lead people through first lessons."""

    @control("learn")
    async def _learn(self, interaction: Click, parts: list[str]) -> None:
        """Begin a lesson, or go to another of its exercises, or to its end."""
        await _show(interaction, At.read(parts))

    @control(f"{FAMILY}pick")
    async def _pick(self, interaction: Click, parts: list[str]) -> None:
        """Add what was chosen in a list."""
        at = At.building(parts)
        await _show(interaction, replace(at, chosen=with_listed(at.chosen, interaction)))

    @control(f"{FAMILY}take")
    async def _take_choice(self, interaction: Click, parts: list[str]) -> None:
        """Go on with the choices that a button carries."""
        await _show(interaction, At.building(parts))

    @control(f"{FAMILY}back")
    async def _back(self, interaction: Click, parts: list[str]) -> None:
        """Take the last choice back, and those that had no alternative with it."""
        at = At.building(parts)
        earlier = at.panel.backward()
        await _show(interaction, replace(at, chosen=() if earlier is None else earlier.chosen))

    @control(f"{FAMILY}go")
    async def _go(self, interaction: Click, parts: list[str]) -> None:
        """Judge the answer: on to the next exercise, or try again."""
        at = At.building(parts)
        turn = at.panel.step.turn
        if not turn:
            raise ForgedControl
        verdict = judge(at.exercise, turn)
        if verdict.right:
            await _praise(interaction, at, verdict)
        else:
            await _show(interaction, replace(at, chosen=()), verdict)

    @control(f"{FAMILY}text")
    async def _text(self, interaction: Click, parts: list[str]) -> None:
        """Say an exercise's position in words."""
        game = begun(At.read(parts).exercise)
        told = position_text(game, seat=pupil_of(game))
        view = layout(None, words(voice_at_table(interaction, game, pupil_of(game))(told)))
        await whisper(interaction, view)

    @control(f"{FAMILY}shut")
    async def _shut(self, interaction: Click, parts: list[str]) -> None:
        """Close the lesson."""
        at = At.read(parts)
        text = Text("The lesson waits for you: /{command} learn.", command=at.about.command)
        await whisper(interaction, layout(None, words(voice_for(interaction)(text))), instead=True)


async def show_lesson(interaction: Click, key: str) -> None:
    """Begin a game's first lesson."""
    await _show(interaction, At(key, 0), thinking=True)


async def _show(
    interaction: Click, at: At, wrong: Verdict | None = None, *, thinking: bool = False
) -> None:
    """Show an exercise after the choices so far, or after an answer that was not the one."""
    if at.finished:
        await _end(interaction, at)
        return
    panel = at.panel.onward()
    await acknowledge(interaction, thinking=thinking)
    game = begun(at.exercise)
    voice = voice_at_table(interaction, game, pupil_of(game))
    sight = await view_of(
        interaction.client,
        viewer_of(interaction),
        game,
        voice,
        hues_at_table(game, pupil_of(game)),
        seat=pupil_of(game),
        marked=panel.tokens,
    )
    # The task, and what was wrong, is read where the answer is clicked: on a phone the
    # picture leaves nothing else in sight.
    view = layout(
        at.ui.accent,
        small(voice(at.heading)),
        *sight.items,
        words(voice(at.exercise.task)),
        None if wrong is None else words(voice(_correction(wrong))),
        words(voice(panel.step.prompt)),
        *panel.open_choices(voice),
        line(),
        *buttons(
            [
                panel.back(voice) or _earlier(at, voice),
                button(voice(Text("Skip")), "learn", at.key, at.number + 1),
                button(voice(Text("Text")), f"{FAMILY}text", at.key, at.number),
                _leave(at, voice),
                panel.confirm(voice),
            ]
        ),
    )
    await whisper(interaction, view, sight.files, instead=True)


async def _praise(interaction: Click, at: At, verdict: Verdict) -> None:
    """Show what the right answer brought."""
    await acknowledge(interaction)
    game = begun(at.exercise)
    voice = voice_at_table(interaction, game, pupil_of(game))
    sight = await view_of(
        interaction.client,
        viewer_of(interaction),
        verdict.after,
        voice,
        hues_at_table(game, pupil_of(game)),
        seat=pupil_of(game),
    )
    primary = discord.ButtonStyle.primary
    view = layout(
        at.ui.accent,
        small(voice(at.heading)),
        *sight.items,
        words(voice(Text("{deed}\n{comment}", deed=verdict.deed, comment=verdict.comment))),
        *buttons(
            [
                button(voice(Text("Next")), "learn", at.key, at.number + 1, style=primary),
                _leave(at, voice),
            ]
        ),
    )
    await whisper(interaction, view, sight.files, instead=True)


async def _end(interaction: Click, at: At) -> None:
    """Say what to keep in mind, and offer to play."""
    voice = voice_for(interaction)
    start = Text(
        "Now play: with a friend, with anybody, or with the computer. `/{command} challenge` "
        "starts a game too.",
        command=at.about.command,
    )
    view = layout(
        at.ui.accent,
        words(voice(at.ui.lesson.farewell)),
        words(voice(start)),
        *buttons(
            [
                computer_button(voice, at.key),
                start_button(voice.plain()(Text("Challenge")), at.key),
                button(voice(Text("Rules")), "rules", at.key, 0),
                _earlier(at, voice),
            ]
        ),
    )
    await whisper(interaction, view, instead=True)


def _correction(wrong: Verdict) -> Text:
    return Text(
        "**Legal, but not the move for this lesson.** {deed}\n{comment}",
        deed=wrong.deed,
        comment=wrong.comment,
    )


def _earlier(at: At, voice: Voice) -> ui.Button[Any] | None:  # Any: as AnyItem
    """Make the button to the exercise before; None at the first."""
    if at.number == 0:
        return None
    return button(voice(Text("Back")), "learn", at.key, at.number - 1)


def _leave(at: At, voice: Voice) -> ui.Button[Any]:  # Any: as AnyItem
    return button(voice(Text("Leave")), f"{FAMILY}shut", at.key, at.number)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Lessons())
