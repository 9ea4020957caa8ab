"""Explore: a private board on which a person tries moves for all seats, and takes them back.

It is opened from More on a running board and from any step of a replay, and uses the panel of real
turns. Nothing is kept in messages: the ids carry the number of what is tried, how many steps of it
the person saw, and the choices so far. What does not belong here: what is kept
(`bot.services.explorations`).
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.match.positions import rules_of
from bot.match.table import in_game, naming
from bot.services.explorations import Explored
from bot.services.plan_from_line import plan_steps
from bot.text.voice import Voice
from bot.workers.jobs import Hint
from bot.workers.pool import JobFailed
from cogs.board.hues import hues_of
from cogs.board.private_view import view_of
from cogs.match.computers import NO_IDEA, may_have_hints
from cogs.match.explore_buttons import ASK
from cogs.match.explore_text import head, told, way
from cogs.match.plan_text import plan_text
from cogs.ui.components import (
    AnyItem,
    button,
    buttons,
    choices,
    layout,
    line,
    shorten,
    small,
    words,
)
from cogs.ui.game_lookup import actor_of, table_here
from cogs.ui.game_ui import ui_of
from cogs.ui.move_panel import Panel, read_choices, with_listed
from cogs.ui.responses import acknowledge_first, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.computers import computers
from data.explorations import Practice
from data.stored import StoredGame
from games.game import CHANCE
from games.record import Record
from games.words import Text, joined

log = logging.getLogger(__name__)

FAMILY: Final = "explore-"
"""What the actions of its panel begin with."""
TRY: Final = Text("Try")
NO_HINTS: Final = Text(
    "There are no hints here: this game is still running, and it is rated or has a "
    "computer among several people. They come once it is over."
)
NO_HINTS_IN_FILES: Final = Text(
    "There are no hints in a game from a file: it may still be running."
)


@dataclass(frozen=True, slots=True)
class At:
    """Where somebody is: in which exploration, after how many steps, with which choices so far."""

    number: int
    count: int
    chosen: tuple[str, ...] = ()

    @classmethod
    def read(cls, parts: list[str]) -> "At":
        """Read the parts of a custom_id: the number and the steps."""
        number, count = numbers(parts, 2)
        return cls(number, count)

    @classmethod
    def building(cls, parts: list[str]) -> "At":
        """Read the parts of a custom_id of the panel, and the choices so far."""
        if len(parts) != 3:
            raise ForgedControl
        return replace(cls.read(parts[:2]), chosen=read_choices(parts[2]))


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits at the table whose position is tried, and the game if it is one of ours."""

    title: Text
    names: tuple[str, ...]
    hues: tuple[int, ...]
    game: StoredGame | None

    def in_practice(self, practice: Practice | None, name: str) -> "Seats":
        """Return who plays on where computers have taken all seats but one: that of `name`."""
        if practice is None:
            return self
        names = [computer.name for computer in computers(practice.strength, len(self.names) - 1)]
        names.insert(practice.seat, name)
        return replace(self, names=tuple(names))

    @property
    def hints(self) -> bool:
        """Tell whether the computer may help."""
        return self.game is not None and (not self.game.running or may_have_hints(self.game))


class Explore(commands.Cog):
    """Try moves."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    # Opening it

    @control("explore")
    async def _from_now(self, interaction: Click, parts: list[str]) -> None:
        """Begin at the position now."""
        (game_id,) = numbers(parts, 1)
        await self._open(interaction, game_id, None)

    @control("replay-explore")
    async def _from_step(self, interaction: Click, parts: list[str]) -> None:
        """Begin after a step of a game's replay."""
        game_id, step = numbers(parts, 2)
        await self._open(interaction, game_id, step)

    @control("imported-explore")
    async def _from_file(self, interaction: Click, parts: list[str]) -> None:
        """Begin after a step of a game from a file."""
        number, step = numbers(parts, 2)
        await acknowledge_first(interaction)
        record = await self._bot.imports.get(number, interaction.user.id)
        explored = await self._bot.explorations.begin_in(record, interaction.user.id, step)
        await show_explored(
            self._bot, interaction, explored, seats_in(record, interaction), instead=False
        )

    async def _open(self, interaction: Click, game_id: int, step: int | None) -> None:
        await acknowledge_first(interaction)
        game = (await table_here(self._bot, interaction, game_id)).game
        explored = await self._bot.explorations.begin(game, interaction.user.id, step)
        await show_explored(self._bot, interaction, explored, seats_of(game), instead=False)

    # Trying

    @control(f"{FAMILY}pick")
    async def _pick(self, interaction: Click, parts: list[str]) -> None:
        """Add what was chosen in a list."""
        at, explored, seats = await self._building(interaction, parts)
        await show_explored(
            self._bot, interaction, explored, seats, with_listed(at.chosen, interaction)
        )

    @control(f"{FAMILY}take")
    async def _take_choice(self, interaction: Click, parts: list[str]) -> None:
        """Go on with the choices that a button carries."""
        at, explored, seats = await self._building(interaction, parts)
        await show_explored(self._bot, interaction, explored, seats, at.chosen)

    @control(f"{FAMILY}back")
    async def _back(self, interaction: Click, parts: list[str]) -> None:
        """Take the last choice back, and those that had no alternative with it."""
        at, explored, seats = await self._building(interaction, parts)
        earlier = panel_of(explored, at.chosen).backward()
        await show_explored(
            self._bot, interaction, explored, seats, () if earlier is None else earlier.chosen
        )

    @control(f"{FAMILY}go")
    async def _go(self, interaction: Click, parts: list[str]) -> None:
        """Try the turn that was built."""
        at, explored, seats = await self._building(interaction, parts)
        turn = panel_of(explored, at.chosen).step.turn
        if not turn:
            raise ForgedControl
        step = " ".join(map(explored.line.game.format, turn))
        await self._add(interaction, explored, seats, step)

    @control(f"{FAMILY}try")
    async def _try(self, interaction: Click, parts: list[str]) -> None:
        """Try the turn that a hint names."""
        at = At.read(parts[:2])
        await acknowledge_first(interaction, instead=True)
        explored, seats = await self._find(interaction, at)
        await self._add(interaction, explored, seats, ":".join(parts[2:]))

    @control(f"{FAMILY}chance")
    async def _choose_chance(self, interaction: Click, parts: list[str]) -> None:
        """Try the roll that was chosen in the list."""
        at = At.read(parts)
        await acknowledge_first(interaction, instead=True)
        explored, seats = await self._find(interaction, at)
        (token,) = with_listed((), interaction)
        if token not in {token for token, _ in _rolls(explored)}:
            raise ForgedControl
        await self._add(interaction, explored, seats, f"@{token}")

    @control(f"{FAMILY}roll")
    async def _roll(self, interaction: Click, parts: list[str]) -> None:
        """Draw a roll."""
        at = At.read(parts)
        await acknowledge_first(interaction, instead=True)
        whole, seats = await self._whole(interaction, at.number)
        rolled = await self._bot.explorations.roll(whole, at.count)
        await show_explored(self._bot, interaction, rolled, seats)

    @control(f"{FAMILY}undo")
    async def _undo(self, interaction: Click, parts: list[str]) -> None:
        """Go back to an earlier step: the one before, or where it began."""
        at = At.read(parts)
        await acknowledge_first(interaction, instead=True)
        seen, seats = await self._find(interaction, at)
        await show_explored(
            self._bot, interaction, await self._bot.explorations.go_back(seen), seats
        )

    @control(f"{FAMILY}start")
    async def _restart(self, interaction: Click, parts: list[str]) -> None:
        """Go back to where it began."""
        await self._undo(interaction, [*parts, "0"])

    @control(f"{FAMILY}hint")
    async def _hint(self, interaction: Click, parts: list[str]) -> None:
        """Show the best moves here, each with a button that tries it."""
        at = At.read(parts)
        await acknowledge_first(interaction, instead=True)
        explored, seats = await self._find(interaction, at)
        game = seats.game
        if game is None:
            raise Refused(NO_HINTS_IN_FILES)
        if game.running and not may_have_hints(game):
            raise Refused(NO_HINTS)
        try:
            hints = await self._bot.computers.suggest(
                game, explored.line, interaction.user.id, f"explore {at.number} {at.count}"
            )
        except JobFailed as error:
            log.warning("no hint in what is tried of game %s: %s", game.id, error)
            hints = []
        await show_explored(self._bot, interaction, explored, seats, hints=hints)

    @control(f"{FAMILY}plan")
    async def _plan(self, interaction: Click, parts: list[str]) -> None:
        """Make what was tried a plan in the game, as far as it can be one."""
        at = At.read(parts)
        await acknowledge_first(interaction, instead=True)
        explored, _ = await self._find(interaction, at)
        if explored.game_id is None:
            raise ForgedControl
        table = await table_here(self._bot, interaction, explored.game_id)
        seat = in_game(table, interaction.user.id)
        with naming(table):
            found = plan_steps(explored, table.line, seat)
        planned = await self._bot.plan_editor.adopt(
            table.game.id, actor_of(interaction), table.seq, found.steps
        )
        voice = voice_for(interaction, table.game.names)
        said = [words(voice(Text("Saved: {plan}", plan=plan_text(planned))))]
        if found.left_out:
            said.append(small(voice(Text("What you tried after that is not part of the plan."))))
        row = [
            button(voice(Text("All plans")), "plans", table.game.id),
            button(voice(Text("Go on exploring")), f"{FAMILY}undo", at.number, at.count),
        ]
        await whisper(interaction, layout(None, *said, *buttons(row)), instead=True)

    async def _answered(
        self, interaction: Click, game: StoredGame, seen: Explored, step: str
    ) -> Explored:
        """Play a turn against computers, and return what is tried after their answers."""
        by, guild_id = interaction.user.id, game.match.guild_id
        try:
            return await self._bot.practices.play(seen, step, by, guild_id)
        except JobFailed as error:
            log.warning("no answer in what is tried of game %s: %s", game.id, error)
            raise Refused(NO_IDEA) from error

    # What is common to them

    async def _whole(self, interaction: Click, number: int) -> tuple[Explored, Seats]:
        """Return what a person tries and who sits there; UnknownGame if they may not see its game."""
        explored = await self._bot.explorations.find(number, interaction.user.id)
        if explored.game_id is None:
            return explored, seats_in(explored.record, interaction)
        seats = seats_of((await table_here(self._bot, interaction, explored.game_id)).game)
        return explored, seats.in_practice(explored.practice, interaction.user.display_name)

    async def _find(self, interaction: Click, at: At) -> tuple[Explored, Seats]:
        """Return what a person tries, as far as they saw it; raises as `_whole` does, and Refused."""
        explored, seats = await self._whole(interaction, at.number)
        return explored.cut(at.count), seats

    async def _building(self, interaction: Click, parts: list[str]) -> tuple[At, Explored, Seats]:
        at = At.building(parts)
        await acknowledge_first(interaction, instead=True)
        return at, *await self._find(interaction, at)

    async def _add(self, interaction: Click, explored: Explored, seats: Seats, step: str) -> None:
        if explored.practice is None or seats.game is None:
            tried = await self._bot.explorations.add(explored, step)
        else:
            tried = await self._answered(interaction, seats.game, explored, step)
        await show_explored(self._bot, interaction, tried, seats)


async def show_explored(
    bot: Tavolo,
    interaction: Click,
    explored: Explored,
    seats: Seats,
    chosen: tuple[str, ...] = (),
    *,
    instead: bool = True,
    hints: Sequence[Hint] | None = None,
) -> None:
    """Show a position that is tried, as the player to move sees it, and what can be done there."""
    tried, voice = explored.line, voice_for(interaction, seats.names)
    to_move = tried.to_move
    seat = to_move if isinstance(to_move, int) else None
    panel = None if seat is None else panel_of(explored, chosen).onward()
    sight = await view_of(
        bot,
        viewer_of(interaction),
        tried,
        voice,
        seats.hues,
        seat=seat,
        marked=() if panel is None else panel.tokens,
        named=True,
    )
    said = voice(told(explored, panel))
    room = sight.room
    items: list[AnyItem] = [small(voice(head(seats.title, explored))), *sight.items]
    if hints is not None:
        items += _hint_items(explored, hints, voice)
        room //= 2
    items.append(words(shorten(said, room)))
    if explored.turns > 1:
        items.append(small(voice(way(explored))))
    items += [] if panel is None else panel.open_choices(voice)
    if to_move == CHANCE:
        items += _roll_items(explored, voice)
    built = [] if panel is None else [panel.back(voice), panel.confirm(voice, TRY)]
    row = _row(seats, explored, voice, interaction.user.id)
    items += [line(), *buttons(built), *buttons(row)]
    view = layout(ui_of(explored.record.game).accent, *items)
    await whisper(interaction, view, sight.files, instead=instead)


def seats_of(game: StoredGame) -> Seats:
    """Return who sits in a game of ours."""
    title = Text("{game} {code}", game=rules_of(game).about.name, code=game.code)
    return Seats(title, game.names, hues_of(game), game)


def seats_in(record: Record, interaction: Click) -> Seats:
    """Return the seats of a game from a file, whose people nobody knows."""
    plain = voice_for(interaction).plain()
    names = tuple(plain(Text("Player {n}", n=n)) for n in range(1, record.seats + 1))
    title = Text("{game}", game=record.rules.about.name)
    return Seats(title, names, tuple(range(record.seats)), None)


def panel_of(explored: Explored, chosen: tuple[str, ...]) -> Panel:
    """Return the panel that builds the next turn, of any seat."""
    tried = explored.line
    if not isinstance(tried.to_move, int):
        raise ForgedControl
    seen = tried.position.seen_by(tried.to_move)
    place = (explored.number, len(explored.steps))
    return Panel(tried.game, seen, place, chosen, FAMILY)


def _rolls(explored: Explored) -> list[tuple[str, Text]]:
    """List the rolls that may come, one by one."""
    tried = explored.line
    if tried.to_move != CHANCE:
        raise ForgedControl
    offered = tried.game.foreseen(tried.position)
    return [(roll.token, roll.label) for roll in offered if len(roll.events) == 1]


def _roll_items(explored: Explored, voice: Voice) -> list[AnyItem]:
    """Lay out the ways to a roll."""
    place, plain = (explored.number, len(explored.steps)), voice.plain()
    listed = [(token, plain(label), None) for token, label in _rolls(explored)]
    primary = discord.ButtonStyle.primary
    items = buttons([button(plain(Text("Roll")), f"{FAMILY}roll", *place, style=primary)])
    if listed:
        items.insert(0, choices(plain(Text("Which roll?")), listed, f"{FAMILY}chance", *place))
    return items


def _hint_items(explored: Explored, hints: Sequence[Hint], voice: Voice) -> list[AnyItem]:
    """Lay out what the computer would play, each with a button that tries it."""
    if not hints:
        return [words(voice(NO_IDEA))]
    tried, place = explored.line, (explored.number, len(explored.steps))
    seen = tried.position.seen_by(tried.to_move if isinstance(tried.to_move, int) else None)
    said = [Text("The computer's suggestions, with its estimated chances of winning:")]
    row: list[discord.ui.Button[Any] | None] = []  # Any: as AnyItem
    for n, hint in enumerate(hints, 1):
        turn = [tried.game.parse(move) for move in hint.notation.split(" ")]
        move = tried.game.name_turn(seen, turn)
        chance = round(100 * hint.chance)
        named = Text("{n}. **{move}** · {chance} %", n=n, move=move, chance=chance)
        said.append(
            named if hint.gain is None else Text("{hint} · {gain}", hint=named, gain=hint.gain)
        )
        label = voice.plain()(Text("{verb}: {move}", verb=TRY, move=move))
        try:
            row.append(button(label, f"{FAMILY}try", *place, hint.notation))
        except ValueError:  # its notation is longer than an id may be
            continue
    return [words(voice(joined(said, "{one}\n{two}"))), *buttons(row)]


def _row(
    seats: Seats, explored: Explored, voice: Voice, user_id: int
) -> list[discord.ui.Button[Any] | None]:  # Any: as AnyItem
    """Make the buttons that are there at any position."""
    number, count = explored.number, len(explored.steps)
    undo = start = hint = plan = None
    if count:
        undo = button(voice(Text("Take back")), f"{FAMILY}undo", number, explored.earlier)
        start = button(voice(Text("To the start")), f"{FAMILY}start", number)
    if seats.hints and isinstance(explored.line.to_move, int):
        hint = button(voice(Text("Hint")), f"{FAMILY}hint", number, count)
    game = seats.game
    if count and game is not None and game.running and game.is_playing(user_id):
        plan = button(voice(Text("Make it my plan")), f"{FAMILY}plan", number, count)
    ask = None
    if game is not None and not game.running and isinstance(explored.line.to_move, int):
        ask = button(voice(ASK), "poll-ask", number, count)
    return [undo, start, hint, plan, ask]


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Explore(bot))
