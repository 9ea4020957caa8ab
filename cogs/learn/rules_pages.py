"""The rules of every game, page by page with figures, to the person who asks."""

from typing import Final

from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import ForgedControl
from bot.services.preferences import Viewer
from bot.text.voice import Name, Voice, listed
from cogs.board.board_message import position_text, scene_of
from cogs.ui.components import (
    ALT_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    line,
    link,
    picture,
    shorten,
    small,
    words,
)
from cogs.ui.game_ui import ui_of
from cogs.ui.page import Figure
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from games.handicap import Handicap
from games.record import replay
from games.registry import GAMES
from games.words import Text, joined
from render.scene import HUES, Diagram, Scene

FIGURE_FILE: Final = "figure.png"


class Rules(commands.Cog):
    """Show rules."""

    @control("rules")
    async def _rules(self, interaction: Click, parts: list[str]) -> None:
        """Show the first page, from a card (whose number is in the id) or from More."""
        await show_rules(interaction, _game(parts), 0, instead=False)

    @control("rules-page")
    async def _page(self, interaction: Click, parts: list[str]) -> None:
        """Turn to another page."""
        (page,) = numbers(parts[1:], 1)
        await show_rules(interaction, _game(parts), page, instead=True)


async def show_rules(interaction: Click, key: str, page: int, *, instead: bool = False) -> None:
    """Show a page of a game's rules."""
    about, ui = GAMES[key].about, ui_of(key)
    if page >= len(ui.rules):
        raise ForgedControl
    await acknowledge(interaction, thinking=not instead)
    voice, shown = voice_for(interaction), ui.rules[page]
    items, files = (
        ([], [])
        if shown.figure is None
        else await _figure(interaction.client, viewer_of(interaction), voice, shown.figure)
    )
    designers = listed([Name(designer) for designer in about.designers])
    credit = Text("{game} is a game by {designer}.", game=about.name, designer=designers)
    number = Text("page {n} of {all}", n=page + 1, all=len(ui.rules))
    back = button(voice(Text("Previous")), "rules-page", key, page - 1) if page > 0 else None
    onward = page + 1 < len(ui.rules)
    more = button(voice(Text("Next")), "rules-page", key, page + 1) if onward else None
    learn = button(voice(Text("Learn")), "learn", key, 0)
    where = link(voice(Text("About the game")), about.link)
    view = layout(
        ui.accent,
        words(voice(shown.text)),
        *items,
        *([] if onward or about.handicap is None else [words(voice(_handicap(about.handicap)))]),
        line(),
        small(voice(Text("{credit} · {page}", credit=credit, page=number))),
        *buttons([back, more, learn, where]),
    )
    await whisper(interaction, view, files, instead=instead)


def _handicap(handicap: Handicap) -> Text:
    """Explain below the rules what a challenge may give to weaker players."""
    return Text(
        "**Handicap.** For friends of different strength, the challenge can give you, or everybody else, one "
        "of these: {handicaps}. {rule} Everything else stays the same, and such games are rated apart.",
        handicaps=joined(handicap.labels, "{one} · {two}"),
        rule=handicap.rule,
    )


async def _figure(
    bot: Tavolo, who: Viewer, voice: Voice, figure: Figure
) -> tuple[list[AnyItem], list[Attachment]]:
    """Lay out a figure: a picture with its caption, or the position in words, as is preferred."""
    game = replay(figure.position)
    voice = voice.at_table([voice(Text("player {n}", n=seat + 1)) for seat in range(game.seats)])
    seat = game.to_move if isinstance(game.to_move, int) else None
    told = position_text(game, seat=seat)
    png = None
    if who.wants_pictures:
        scene = scene_of(game, voice, who.style, HUES, seat=seat, marked=figure.marked)
        png = await bot.studio.draw(_diagram(scene, figure))
    if png is None:
        return [words(voice(told)), small(voice(figure.caption))], []
    alt = Text("{caption}.\n{position}", caption=figure.caption, position=told)
    file = Attachment(FIGURE_FILE, png, shorten(voice.plain()(alt), ALT_LENGTH))
    return [picture(file.name, file.description or "")], [file]


def _diagram(scene: Scene, figure: Figure) -> Diagram:
    return Diagram(
        game=scene.game,
        position=scene.position,
        translate=scene.translate,
        caption=figure.caption,
        around=figure.around,
        marked=scene.marked,
        last=scene.last,
        actions=scene.actions,
        names=scene.names,
        theme=scene.theme,
        marks=scene.marks,
    )


def _game(parts: list[str]) -> str:
    if len(parts) != 2 or parts[0] not in GAMES:
        raise ForgedControl
    return parts[0]


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Rules())
