"""Replays: step back and forth through a game, in a private message.

Every step shows the board after a turn as the reader may see it, and what was played. What does not
belong here: which positions those are (`bot.services.replays`).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.match.positions import rules_of
from bot.match.recap import plain_story
from bot.services.finished import finished
from bot.services.replays import frames, last_turn_of, next_turn_of, record_to_show
from bot.text.voice import Voice
from cogs.board.hues import hues_of
from cogs.board.private_view import view_of
from cogs.board.recap_text import seen, story_text
from cogs.board.result_text import headline
from cogs.match.explore_buttons import explore_step_buttons
from cogs.match.remarks import remarks_on
from cogs.ui.components import AnyItem, button, buttons, choices, layout, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge, is_private, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers, payload
from data.stored import StoredGame
from games.line import Line
from games.words import Seat, Text

LABELS: Final = (Text("First"), Text("Previous"), Text("Next"), Text("Last"))
LISTED: Final = 23
"""How many steps a list offers: Discord shows 25, two of which lead to those before and after."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to step through: its name, and how its controls find it again.

    `seat` is the reader's, if they play in it. While it runs they see what that seat may see, and
    then what everybody sees, as on its boards. `ended` says how it ended; None while it runs.
    """

    title: Text
    shown: Sequence[Line]
    names: tuple[str, ...]
    hues: tuple[int, ...]
    seat: int | None
    ended: Text | None
    action: str
    key: int
    """What its controls name it by, after their action."""
    game: StoredGame | None = None
    """The stored game, on whose steps there are remarks; None for one from a file."""


class Replays(commands.Cog):
    """Show replays."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("replay")
    async def _replay(self, interaction: Click, parts: list[str]) -> None:
        """Show a step of a game."""
        game_id, step = step_chosen(interaction, parts)
        instead = is_step(interaction, parts)
        await acknowledge(interaction, thinking=not instead)
        replay = await replay_of(self._bot, interaction, game_id)
        await show_step(self._bot, interaction, replay, step, instead=instead)

    @control("since")
    async def _since(self, interaction: Click, parts: list[str]) -> None:
        """Show to a player what happened since their last move, step by step."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        replay = await replay_of(self._bot, interaction, game_id)
        if replay.seat is None:
            raise ForgedControl
        step = last_turn_of(replay.shown, replay.seat)
        await show_step(self._bot, interaction, replay, step)


async def replay_of(bot: Tavolo, interaction: Click, game_id: int) -> Replay:
    """Return the replay of a game that the reader may see."""
    game = (await table_here(bot, interaction, game_id)).game
    record = await record_to_show(bot.database, game)
    shown = await asyncio.to_thread(frames, record)
    reader, ended = interaction.user.id, None
    seat = game.seat_of(reader) if game.is_playing(reader) else None
    if not game.running:
        ended = headline(await finished(bot.database, game.id))
    title = Text("{game} {code}", game=rules_of(game).about.name, code=game.code)
    return Replay(title, shown, game.names, hues_of(game), seat, ended, "replay", game.id, game)


def step_chosen(interaction: Click, parts: list[str]) -> tuple[int, int]:
    """Read which replay is meant by a control, and to which step it leads.

    A button names the step, and a part that tells two buttons to one step apart; what was chosen
    in a list is the step. Raises ForgedControl.
    """
    values = payload(interaction).get("values")
    if values is None:
        key, step, *_ = numbers(parts, 3 if len(parts) == len(("key", "step", "way")) else 2)
        return key, step
    if not isinstance(values, list):
        raise ForgedControl
    (key, step) = numbers([*parts, *map(str, values)], 2)
    return key, step


def is_step(interaction: Click, parts: Sequence[str]) -> bool:
    """Tell whether a replay is gone through already, rather than opened from another message."""
    steps = "values" in payload(interaction) or len(parts) > len(("key", "step"))
    return steps and is_private(interaction)


async def show_step(
    bot: Tavolo, interaction: Click, replay: Replay, step: int, *, instead: bool = False
) -> None:
    """Show a step of a replay, `instead` in place of the one before."""
    shown, last = replay.shown, len(replay.shown) - 1
    if step > last and replay.ended is not None:
        raise ForgedControl
    # Of a running game a turn may have been taken back since.
    step = min(step, last)
    voice, line = voice_for(interaction, replay.names), shown[step]
    seat = replay.seat if replay.ended is None else None
    sight = await view_of(bot, viewer_of(interaction), line, voice, replay.hues, seat=seat)
    where = Text("turn {n} of {all}", n=step, all=last) if step else Text("the start")
    head = Text("{game}: {where}", game=replay.title, where=where)
    told = turn_text(line) if line.ending is None or replay.ended is None else replay.ended
    items: list[AnyItem] = [small(voice(head)), *sight.items, words(voice(told))]
    ended = replay.ended is not None
    row = explore_step_buttons(line, voice, replay.action, replay.key, step, ended=ended)
    if replay.game is not None:
        said, more = await remarks_on(bot, interaction, replay.game, shown, step, voice, items)
        items += said
        row += more
    items += buttons(_ways(replay, step, voice))
    if last:
        items.append(_list(replay, step, voice.plain()))
    items += buttons(row)
    await whisper(interaction, layout(None, *items), sight.files, instead=instead)


def turn_text(line: Line) -> Text:
    """Tell the last turn of a game, and the chance events since."""
    return story_text(line, plain_story(line))


def _ways(
    replay: Replay, step: int, voice: Voice
) -> list[discord.ui.Button[Any]]:  # Any: as AnyItem
    """Make the buttons that lead to other steps."""
    last = len(replay.shown) - 1
    steps = (0, max(0, step - 1), min(last, step + 1), last)
    row = [
        button(voice(label), replay.action, replay.key, to, way, disabled=to == step)
        for way, (label, to) in enumerate(zip(LABELS, steps, strict=True))
    ]
    if replay.seat is not None:
        to = next_turn_of(replay.shown, step, replay.seat)
        label, way = Text("My next move"), len(LABELS)
        to, there = (step, False) if to is None else (to, True)
        row.append(button(voice(label), replay.action, replay.key, to, way, disabled=not there))
    return row


def _list(replay: Replay, step: int, voice: Voice) -> AnyItem:
    """List the steps around one, with what was played."""
    first = step // LISTED * LISTED
    page = range(first, min(first + LISTED, len(replay.shown)))
    options = [_option(replay, n, voice) for n in page]
    if page[0] > 0:
        options.insert(0, (str(page[0] - 1), voice(Text("… earlier turns")), None))
    if page[-1] < len(replay.shown) - 1:
        options.append((str(page[-1] + 1), voice(Text("… later turns")), None))
    return choices(voice(Text("Jump to a turn")), options, replay.action, replay.key)


def _option(replay: Replay, step: int, voice: Voice) -> tuple[str, str, str | None]:
    """Offer a step in the list: who played, and in few words what, for a sentence may be too long."""
    line, value = replay.shown[step], str(step)
    if not step:
        return value, voice(Text("The start")), None
    if line.ending is not None and replay.ended:
        return value, voice(Text("{n}. {told}", n=step, told=replay.ended)), None
    gone = line.left - replay.shown[step - 1].left
    if gone:
        left = Text("{player} has left the game.", player=Seat(min(gone)))
        return value, voice(Text("{n}. {told}", n=step, told=left)), None
    mover = line.turn[0].seat or 0
    # What they saw themselves: it takes their hand to name a move.
    turn = seen(line.turn, mover)
    what = line.game.name_turn(turn[0].before, [played.move for played in turn])
    return value, voice(Text("{n}. {told}", n=step, told=Seat(mover))), voice(what)


def replay_button(game: StoredGame, voice: Voice) -> discord.ui.Button[Any]:  # Any: as there
    """Make the button that opens the replay of a game at its start."""
    return button(voice(Text("Replay")), "replay", game.id, 0)


def since_button(game: StoredGame, voice: Voice) -> discord.ui.Button[Any]:  # Any: as there
    """Make the button that replays a running game since the reader's last move."""
    return button(voice(Text("Since my last move")), "since", game.id)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Replays(bot))
