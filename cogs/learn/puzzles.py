"""/puzzle: today's puzzle of a game, answered in the panel of real turns for the solver alone.

Nothing is kept in messages: the ids carry the game, the day and the choices so far, and never
anything of the solution. What does not belong here: what counts (`bot.services.puzzles`), and the
daily announcement (`cogs.learn.puzzle_news`).
"""

from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.services.puzzles import Standing
from cogs.board.board_message import position_text
from cogs.board.private_view import view_of
from cogs.challenge.quick_start import start_button
from cogs.learn.companions import hues_at_table, voice_at_table
from cogs.learn.puzzle_text import explanation, heading, line_of, mistake, score
from cogs.ui.components import AnyItem, button, buttons, layout, line, small, words
from cogs.ui.game_ui import ui_of
from cogs.ui.move_panel import Panel, read_choices, with_listed
from cogs.ui.responses import acknowledge_first, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from games.puzzles.puzzle import Judged, begun, solution, solver_of
from games.puzzles.shelf import games_with_puzzles, puzzle_for
from games.registry import GAMES
from games.words import Text

FAMILY: Final = "puzzle-"
"""What the actions of a puzzle's panel begin with."""
ANSWER: Final = Text("Answer")


@dataclass(frozen=True, slots=True)
class At:
    """Which puzzle somebody solves: the game, the day, the choices so far."""

    key: str
    day: int
    chosen: tuple[str, ...] = ()

    @classmethod
    def read(cls, parts: list[str]) -> "At":
        """Read the parts of a custom_id: game and day."""
        if len(parts) != 2 or parts[0] not in games_with_puzzles():
            raise ForgedControl
        (day,) = numbers(parts[1:], 1)
        return cls(parts[0], day)

    @classmethod
    def building(cls, parts: list[str]) -> "At":
        """Read the parts of a custom_id of the panel: game, day and the choices so far."""
        if len(parts) != 3:
            raise ForgedControl
        return replace(cls.read(parts[:2]), chosen=read_choices(parts[2]))

    @property
    def panel(self) -> Panel:
        """Return the panel in which the puzzle is answered."""
        game = begun(puzzle_for(self.key, self.day))
        seen = game.position.seen_by(solver_of(game))
        return Panel(game.game, seen, (self.key, self.day), self.chosen, FAMILY)


class PuzzleCommands(commands.Cog):
    """Show puzzles, and judge the answers."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("puzzle"),
        description=locale_str("Today's puzzles: find the best turn"),
    )
    @app_commands.describe(game=locale_str("A game; leave it out for a list"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def puzzle(self, interaction: Click, game: str | None = None) -> None:
        """Show today's puzzle of a game, or how one is doing in all of them."""
        await acknowledge_first(interaction)
        if game is None:
            await self._list(interaction)
        else:
            await self._open_puzzle(interaction, game)

    @control("puzzle")
    async def _open(self, interaction: Click, parts: list[str]) -> None:
        """Open today's puzzle of a game; an announcement's id ends with its own day."""
        if not parts:
            raise ForgedControl
        numbers(parts[1:2], len(parts) - 1)
        await acknowledge_first(interaction, instead=True)
        await self._open_puzzle(interaction, parts[0])

    @control("puzzles")
    async def _all(self, interaction: Click, parts: list[str]) -> None:
        """List today's puzzles."""
        numbers(parts, 0)
        await acknowledge_first(interaction, instead=True)
        await self._list(interaction)

    @control(f"{FAMILY}pick")
    async def _pick(self, interaction: Click, parts: list[str]) -> None:
        """Add what was chosen in a list."""
        at = At.building(parts)
        await self._go_on(interaction, replace(at, chosen=with_listed(at.chosen, interaction)))

    @control(f"{FAMILY}take")
    async def _take_choice(self, interaction: Click, parts: list[str]) -> None:
        """Go on with the choices that a button carries."""
        await self._go_on(interaction, At.building(parts))

    @control(f"{FAMILY}back")
    async def _back(self, interaction: Click, parts: list[str]) -> None:
        """Take the last choice back, and those that had no alternative with it."""
        at = At.building(parts)
        earlier = at.panel.backward()
        await self._go_on(
            interaction, replace(at, chosen=() if earlier is None else earlier.chosen)
        )

    @control(f"{FAMILY}go")
    async def _answer(self, interaction: Click, parts: list[str]) -> None:
        """Judge an answer; after a first one that is wrong there is another try."""
        at = At.building(parts)
        await acknowledge_first(interaction, instead=True)
        turn = at.panel.step.turn
        if not turn:
            raise ForgedControl
        standing, judged = await self._bot.puzzles.answer(interaction.user.id, at.key, at.day, turn)
        if standing.is_over:
            await self._show_solution(interaction, standing, judged)
        else:
            await self._show_position(interaction, replace(at, chosen=()), standing, judged)

    @control(f"{FAMILY}solution")
    async def _solution(self, interaction: Click, parts: list[str]) -> None:
        """Show the solution to somebody who does not try again."""
        at = At.read(parts)
        await acknowledge_first(interaction, instead=True)
        standing = await self._bot.puzzles.give_up(interaction.user.id, at.key, at.day)
        await self._show_solution(interaction, standing)

    @control(f"{FAMILY}text")
    async def _text(self, interaction: Click, parts: list[str]) -> None:
        """Say a puzzle's position in words."""
        at = At.read(parts)
        await acknowledge_first(interaction)
        standing = await self._bot.puzzles.standing(interaction.user.id, at.key, at.day)
        game = begun(standing.puzzle)
        seat = solver_of(game)
        told = voice_at_table(interaction, game, seat)(position_text(game, seat=seat))
        await whisper(interaction, layout(None, words(told)))

    async def _list(self, interaction: Click) -> None:
        """Say how a person is doing in all of today's puzzles."""
        standings = await self._bot.puzzles.standings(interaction.user.id)
        if not standings:
            raise Refused(Text("There are no puzzles for any of the games yet."))
        voice = voice_for(interaction)
        view = layout(
            None,
            words(voice(Text("### Puzzles of the day"))),
            words("\n".join(voice(line_of(standing)) for standing in standings)),
            *buttons(
                button(GAMES[standing.key].about.name, "puzzle", standing.key)
                for standing in standings
            ),
            small(
                voice(
                    Text(
                        "New puzzles come {when}. Only you see your answers; a "
                        "streak counts days in a row (UTC) on which your first "
                        "answer was right.",
                        when=f"<t:{self._bot.puzzles.changes_at}:R>",
                    )
                )
            ),
        )
        await whisper(interaction, view, instead=True)

    async def _open_puzzle(self, interaction: Click, key: str) -> None:
        standing = await self._bot.puzzles.standing(interaction.user.id, key)
        if standing.is_over:
            await self._show_solution(interaction, standing)
        else:
            await self._show_position(interaction, At(key, standing.day), standing)

    async def _go_on(self, interaction: Click, at: At) -> None:
        """Show the panel after the choices so far, unless the puzzle is answered meanwhile."""
        await acknowledge_first(interaction, instead=True)
        standing = await self._bot.puzzles.standing(interaction.user.id, at.key, at.day)
        if standing.is_over:
            await self._show_solution(interaction, standing)
        else:
            await self._show_position(interaction, at, standing)

    async def _show_position(
        self, interaction: Click, at: At, standing: Standing, wrong: Judged | None = None
    ) -> None:
        """Show the position as its player sees it, with the panel after the choices so far."""
        panel = at.panel.onward()
        game = begun(standing.puzzle)
        seat = solver_of(game)
        voice = voice_at_table(interaction, game, seat)
        sight = await view_of(
            self._bot,
            viewer_of(interaction),
            game,
            voice,
            hues_at_table(game, seat),
            seat=seat,
            marked=panel.tokens,
        )
        asked = words(voice(Text("**What is your best turn?**")))
        if wrong is not None:
            asked = words(voice(mistake(standing.puzzle, wrong)))
        give_up = None
        if standing.answer is not None:
            shown = voice.plain()(Text("Show the solution"))
            give_up = button(shown, f"{FAMILY}solution", at.key, at.day)
        view = layout(
            ui_of(at.key).accent,
            small(voice(heading(standing))),
            *sight.items,
            asked,
            words(voice(panel.step.prompt)),
            *panel.open_choices(voice),
            line(),
            *buttons(
                [
                    panel.back(voice),
                    button(voice.plain()(Text("Text")), f"{FAMILY}text", at.key, at.day),
                    give_up,
                    panel.confirm(voice, ANSWER),
                ]
            ),
        )
        await whisper(interaction, view, sight.files, instead=True)

    async def _show_solution(
        self, interaction: Click, standing: Standing, judged: Judged | None = None
    ) -> None:
        """Show what the best turn does, why it is the best, and how one is doing."""
        solved = solution(standing.puzzle)
        game = begun(standing.puzzle)
        seat = solver_of(game)
        voice = voice_at_table(interaction, game, seat)
        sight = await view_of(
            self._bot,
            viewer_of(interaction),
            solved.after,
            voice,
            hues_at_table(game, seat),
            seat=seat,
        )
        primary = discord.ButtonStyle.primary
        others: list[AnyItem] = buttons(
            [
                button(voice.plain()(Text("Today's puzzles")), "puzzles", style=primary),
                start_button(voice.plain()(Text("Challenge")), standing.key)
                if interaction.guild_id is not None
                else None,
            ]
        )
        view = layout(
            ui_of(standing.key).accent,
            small(voice(heading(standing))),
            *sight.items,
            words(voice(explanation(standing, solved, judged))),
            words(voice(score(standing))),
            *others,
        )
        await whisper(interaction, view, sight.files, instead=True)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    games = [
        app_commands.Choice(name=GAMES[key].about.name, value=key) for key in games_with_puzzles()
    ]
    # The games that are registered now, which may be more than when this module was imported.
    app_commands.choices(game=games)(PuzzleCommands.puzzle)
    await bot.add_cog(PuzzleCommands(bot))
