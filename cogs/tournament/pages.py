"""The page of a tournament, for one person: standings, rounds, how ties are broken, corrections."""

from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.services.tournament_view import TournamentView
from bot.text.voice import Name, Voice
from cogs.tournament.joining import tournament_here
from cogs.tournament.words import (
    FAIRNESS,
    RULES,
    correction_texts,
    pairing_text,
    standings_text,
    taking_part_text,
    terms_text,
    what_text,
)
from cogs.ui.components import (
    AnyItem,
    button,
    buttons,
    layout,
    link,
    message_link,
    shorten,
    small,
    words,
)
from cogs.ui.responses import voice_for, whisper
from cogs.ui.routing import Click, control
from data.outbox import Post
from data.tournament_values import Format, TournamentState
from games.words import Text, joined

STANDINGS: Final = "standings"
RULES_PAGE: Final = "rules"
CORRECTIONS: Final = "corrections"
MOST: Final = 3300
"""How long a part may be: with what is above it, it fits into one message."""
LATEST: Final = 25
"""How many games of a ladder, and corrections, a page lists."""


class TournamentPages(commands.Cog):
    """Show everything of a tournament to one person."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("tournament")
    async def _open(self, interaction: Click, parts: list[str]) -> None:
        """Open the page."""
        await self.show(interaction, await tournament_here(interaction, parts), STANDINGS)

    @control("tournament-page")
    async def _turn(self, interaction: Click, parts: list[str]) -> None:
        """Turn to another part of the page, or another round."""
        if len(parts) != 2:
            raise ForgedControl
        view = await tournament_here(interaction, parts[:1])
        await self.show(interaction, view, parts[1], instead=True)

    async def show(
        self, interaction: Click, view: TournamentView, part: str, *, instead: bool = False
    ) -> None:
        """Show a part of a tournament's page: standings, rules, corrections, or a round's number."""
        card = await self._bot.tournaments.card_of(view.tournament.id)
        page = page_layout(view, part, voice_for(interaction), card)
        await whisper(interaction, page, instead=instead)


def page_layout(
    view: TournamentView, part: str, voice: Voice, card: Post | None
) -> discord.ui.LayoutView:
    """Lay out a part of the page."""
    tournament = view.tournament
    items: list[AnyItem] = [
        words(voice(Text("### {name}", name=Name(tournament.terms.name)))),
        small(voice(what_text(tournament))),
        small(voice(terms_text(tournament))),
    ]
    number = int(part) if part.isascii() and part.isdecimal() else None
    match part:
        case _ if number is not None:
            if not 1 <= number <= view.round:
                raise ForgedControl
            items.append(words(shorten(voice(_round(view, number)), MOST)))
        case "standings":
            said = standings_text(view.standings, view)
            if tournament.state is TournamentState.OPEN or not view.entrants:
                said = taking_part_text(view)
            items.append(words(shorten(voice(said), MOST)))
        case "rules":
            items.append(words(voice(RULES[tournament.terms.format])))
            items.append(words(voice(FAIRNESS)))
        case "corrections":
            said_all = correction_texts(view)[-LATEST:] or [Text("Nothing was corrected.")]
            items.append(words(shorten(voice(joined(said_all, "{one}\n{two}")), MOST)))
        case _:
            raise ForgedControl
    return layout(None, *items, *_turning(view, part, number, voice, card))


def _round(view: TournamentView, number: int) -> Text:
    """Say who met whom in a round; of a ladder, in the last games up to one."""
    if view.tournament.terms.format is Format.LADDER:
        title = Text("**Games on this ladder**")
        met = [one for one in view.pairings if number - LATEST < one.pairing.round <= number]
    else:
        title = Text("**Round {n} of {all}**", n=number, all=view.tournament.terms.rounds or 0)
        met = [one for one in view.pairings if one.pairing.round == number]
    return joined([title, *(pairing_text(one, view) for one in met)], "{one}\n{two}")


def _turning(
    view: TournamentView, part: str, number: int | None, voice: Voice, card: Post | None
) -> list[AnyItem]:
    step = LATEST if view.tournament.terms.format is Format.LADDER else 1
    offered = [
        (Text("Standings"), STANDINGS, part != STANDINGS),
        (Text("Rounds"), str(view.round), number is None and view.round > 0),
        (Text("Previous"), str((number or 0) - step), number is not None and number > step),
        (
            Text("Next"),
            str(min(view.round, (number or 0) + step)),
            number is not None and number < view.round,
        ),
        (Text("How ties are broken"), RULES_PAGE, part != RULES_PAGE),
        (Text("Corrections"), CORRECTIONS, part != CORRECTIONS and bool(view.corrections)),
    ]
    row = [
        button(voice(label), "tournament-page", view.tournament.id, target)
        for label, target, there in offered
        if there
    ]
    if view.tournament.state is not TournamentState.CANCELLED:
        row.append(button(voice(Text("Manage")), "tournament-manage", view.tournament.id))
    if card is not None:
        address = message_link(view.tournament.guild_id, card.channel_id, card.message_id)
        row.append(link(voice(Text("Go to the tournament")), address))
    return buttons(row)


def pages_of(bot: Tavolo) -> TournamentPages:
    """Return the cog that shows the pages."""
    cog = bot.get_cog(TournamentPages.__cog_name__)
    if not isinstance(cog, TournamentPages):
        msg = "cogs.tournament.pages is not loaded"
        raise TypeError(msg)
    return cog


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(TournamentPages(bot))
