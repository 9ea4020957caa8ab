"""The rules of every game in our own words, page by page, to the person who asks."""

from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from cogs.answers import reader, whisper
from cogs.controls import Click, control, numbers
from cogs.faces import face_of
from cogs.layout import button, buttons, layout, line, link, small, words
from games.registry import GAMES
from games.words import Text


class Rules(commands.Cog):
    """Show rules."""

    @control("rules")
    async def _rules(self, interaction: Click, parts: list[str]) -> None:
        """Show the first page, from a card (whose number stands in the id) or from More."""
        await show_rules(interaction, _game(parts), 0, instead=False)

    @control("rules-page")
    async def _page(self, interaction: Click, parts: list[str]) -> None:
        """Turn to another page."""
        (page,) = numbers(parts[1:], 1)
        await show_rules(interaction, _game(parts), page, instead=True)


async def show_rules(interaction: Click, key: str, page: int, *, instead: bool = False) -> None:
    """Show a page of a game's rules."""
    about, face = GAMES[key].about, face_of(key)
    if page >= len(face.rules):
        raise ForgedControl
    voice = reader(interaction)
    credit = Text("{game} is a game by {designer}.", game=about.name, designer=about.designer)
    number = Text("page {n} of {all}", n=page + 1, all=len(face.rules))
    back = button(voice(Text("Previous")), "rules-page", key, page - 1) if page > 0 else None
    onward = page + 1 < len(face.rules)
    more = button(voice(Text("Next")), "rules-page", key, page + 1) if onward else None
    where = link(voice(Text("About the game")), about.link)
    view = layout(
        face.accent,
        words(voice(face.rules[page])),
        line(),
        small(voice(Text("{credit} · {page}", credit=credit, page=number))),
        *buttons([back, more, where]),
    )
    await whisper(interaction, view, instead=instead)


def _game(parts: list[str]) -> str:
    if len(parts) != 2 or parts[0] not in GAMES:
        raise ForgedControl
    return parts[0]


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Rules())
