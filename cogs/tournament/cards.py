"""The card of a tournament: one message that is kept up to date, from the first who joins to the end.

It pings nobody: a pairing's own card does, and the first board. What does not belong here: the clicks
on it (`cogs.tournament.joining`, `cogs.tournament.managing`), and the page with everything
(`cogs.tournament.pages`).
"""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment, Delivery, Direct, Edit, Posted, PostedFile, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import Queued, TournamentRow, TournamentStuckRow
from bot.errors import UnknownTournament
from bot.match.reminder_times import HOUR
from bot.services.preferences import public_style
from bot.services.tournament_checks import may_join_late, people_of
from bot.services.tournament_view import TournamentView
from bot.text.voice import Name, Voice
from cogs.board.boards import may_attach
from cogs.tournament.pictures import table_of
from cogs.tournament.words import (
    pairing_text,
    standings_text,
    taking_part_text,
    terms_text,
    what_text,
    when_text,
    winners_text,
)
from cogs.ui.components import (
    ALT_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    picture,
    shorten,
    small,
    words,
)
from cogs.ui.game_ui import ui_of
from cogs.ui.routing import control_id
from data.outbox import Post
from data.schedule import JobKind
from data.tournament_values import Format, TournamentState
from games.words import Text, joined

PICTURE: Final = "standings.png"
SHOWN: Final = 16
"""How many of the first are shown on the card; the page has all."""
MOST_OF_PEOPLE: Final = 3300
MOST_OF_STANDINGS: Final = 1600
MOST_OF_PAIRINGS: Final = 1800
"""How long these parts of a card may be: together, with the rest, they fit into one message."""
ON_LADDER: Final = 10
"""How many running games of a ladder the card lists."""


class TournamentCards(commands.Cog):
    """Post the cards of tournaments and keep them up to date; do what is due."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(TournamentRow, self._card)
        bot.outbox.register(TournamentStuckRow, self._stuck)
        bot.scheduler.register(JobKind.TOURNAMENT, self.follow)

    async def follow(self, tournament_id: int) -> None:
        """Do what follows in a tournament by now: start it, pair a round, end it."""
        bot = self._bot
        try:
            view = await bot.tournaments.view(tournament_id)
        except UnknownTournament:
            await bot.tournaments.advance(tournament_id)
            return
        guild = bot.get_guild(view.tournament.guild_id)
        if guild is None or guild.unavailable:
            await bot.tournaments.rest(tournament_id, HOUR)
            return
        # Who has left the server is not paired.
        await bot.members.look_up(guild, people_of(view))
        await bot.carry_out(await bot.tournaments.advance(tournament_id))

    async def _card(self, queued: Queued[TournamentRow]) -> Delivery:
        """Change the card, or post it if it is not there yet."""
        view = await self._bot.tournaments.view(queued.row.tournament_id)
        tournament = view.tournament
        post = await self._bot.tournaments.card_of(tournament.id)
        voice = Voice(tournament.language)
        files, kept, mark = await self._picture(view, voice, post)
        pictured = bool(files or kept)

        async def on_posted(connection: Transaction, _: Envelope, posted: Posted) -> None:
            file = posted.file(PICTURE)
            picture_id = None if file is None else file.id
            stands = Post(mark, posted.channel_id, posted.message_id, file is not None, picture_id)
            await self._bot.tournaments.card_posted(connection, tournament.id, stands)

        async def refused(connection: Transaction, _: Envelope) -> None:
            # The next change posts another one.
            await self._bot.tournaments.card_posted(connection, tournament.id, None)

        in_words = card_layout(view, voice)
        shown = card_layout(view, voice, pictured=True) if pictured else in_words
        if post is not None:
            where = (post.channel_id, post.message_id)
            bare = Edit(*where, in_words, on_posted=on_posted, refused=refused)

            async def plain() -> Edit:
                return bare

            return replace(
                bare, view=shown, files=files, kept=kept, plain=plain if pictured else None
            )
        marker = control_id("tournament", tournament.id)
        send = Send(tournament.channel_id, in_words, marker, on_posted=on_posted)
        return replace(send, view=shown, files=files, plain=(lambda: send) if pictured else None)

    async def _picture(
        self, view: TournamentView, voice: Voice, post: Post | None
    ) -> tuple[tuple[Attachment, ...], tuple[PostedFile, ...], int]:
        """Return the picture of the standings to upload, or to keep, and a number for what it shows.

        Neither where it has no standings, nor where files may not be attached.
        """
        rows, tournament = view.standings[:SHOWN], view.tournament
        if not (rows and _has_standings(view)) or not may_attach(self._bot, tournament.channel_id):
            return (), (), 0
        plain = voice.plain()
        alt = shorten(plain(standings_text(rows, view)), ALT_LENGTH)
        viewer = await self._bot.preferences.read(tournament.creator_id, tournament.guild_id)
        theme = public_style(viewer.server).theme
        mark = zlib.crc32(f"{theme} {view.round} {alt}".encode()) >> 1
        if post is not None and post.seq == mark and post.picture_id is not None:
            return (), (PostedFile(PICTURE, post.picture_id),), mark
        png = await self._bot.studio.draw(table_of(view, rows, plain, theme))
        return () if png is None else (Attachment(PICTURE, png, alt),), (), mark

    async def _stuck(self, queued: Queued[TournamentStuckRow]) -> Delivery:
        """Tell who made a tournament that its games have no channel."""
        view = await self._bot.tournaments.view(queued.row.tournament_id)
        viewer = await self._bot.preferences.read(queued.row.user_id, view.tournament.guild_id)
        voice = Voice(viewer.language(view.tournament.language))
        text = Text(
            "The games of {tournament} can't begin: in {channel} I can't post any more. Give me View "
            "Channel and Send Messages there, or use /tournament show in another channel, then Manage and "
            "“Go on in this channel”.",
            tournament=Name(view.tournament.terms.name),
            channel=f"<#{view.tournament.channel_id}>",
        )
        marker = button(voice(Text("Results")), "tournament", view.tournament.id)

        async def refused(_: Transaction, __: Envelope) -> None:
            """Leave it: who takes no direct messages sees it in /tournament list."""

        return Direct(
            queued.row.user_id,
            layout(None, words(voice(text)), *buttons([marker])),
            marker=control_id("tournament", view.tournament.id),
            refused=refused,
        )


def card_layout(
    view: TournamentView, voice: Voice, *, pictured: bool = False
) -> discord.ui.LayoutView:
    """Lay out the card of a tournament, with the picture of its standings or with words."""
    tournament = view.tournament
    over = tournament.state in {TournamentState.FINISHED, TournamentState.CANCELLED}
    items: list[AnyItem] = [
        words(voice(Text("### {name}", name=Name(tournament.terms.name)))),
        words(voice(what_text(tournament))),
        small(voice(terms_text(tournament))),
    ]
    match tournament.state:
        case TournamentState.OPEN:
            there = shorten(voice(taking_part_text(view)), MOST_OF_PEOPLE)
            items += [words(there), small(voice(when_text(tournament)))]
        case TournamentState.RUNNING:
            items += _running(view, voice, pictured=pictured)
        case TournamentState.FINISHED:
            items += [words(voice(winners_text(view))), *_standings(view, voice, pictured=pictured)]
        case TournamentState.CANCELLED:
            items.append(words(voice(Text("Cancelled."))))
            if _has_standings(view):
                items += _standings(view, voice, pictured=pictured)
    accent = None if over else ui_of(tournament.terms.game).accent
    return layout(accent, *items, *_buttons(view, voice))


def _running(view: TournamentView, voice: Voice, *, pictured: bool) -> list[AnyItem]:
    terms = view.tournament.terms
    if terms.format is Format.LADDER:
        playing = [one for one in view.pairings if one.pairing.outcome is None][:ON_LADDER]
        title = Text("**Games on this ladder**")
    else:
        playing = [one for one in view.pairings if one.pairing.round == view.round]
        title = Text("**Round {n} of {all}**", n=view.round, all=terms.rounds or 0)
    items = _standings(view, voice, pictured=pictured)
    if playing:
        lines = [title, *(pairing_text(one, view) for one in playing)]
        items.append(words(shorten(voice(joined(lines, "{one}\n{two}")), MOST_OF_PAIRINGS)))
    return items


def _has_standings(view: TournamentView) -> bool:
    """Tell whether a card shows standings: not before the start, nor if it never came to a game."""
    match view.tournament.state:
        case TournamentState.OPEN:
            return False
        case TournamentState.CANCELLED:
            return bool(view.ended)
        case _:
            return True


def _standings(view: TournamentView, voice: Voice, *, pictured: bool) -> list[AnyItem]:
    said = standings_text(view.standings[:SHOWN], view)
    if pictured:
        return [picture(PICTURE, voice.plain()(said))]
    return [words(shorten(voice(said), MOST_OF_STANDINGS))]


def _buttons(view: TournamentView, voice: Voice) -> Sequence[AnyItem]:
    number, state = view.tournament.id, view.tournament.state
    success = discord.ButtonStyle.success
    joining = state is TournamentState.OPEN or (
        state is TournamentState.RUNNING and may_join_late(view)
    )
    leaving = {
        TournamentState.OPEN: Text("Leave"),
        TournamentState.RUNNING: Text("Drop out"),
    }.get(state)
    climbs = state is TournamentState.RUNNING and view.tournament.terms.format is Format.LADDER
    manages = state in {TournamentState.OPEN, TournamentState.RUNNING}
    return buttons(
        [
            button(voice(Text("Join")), "tournament-join", number, style=success)
            if joining
            else None,
            button(voice(Text("Challenge")), "ladder", number) if climbs else None,
            button(voice(leaving), "tournament-leave", number) if leaving else None,
            # Always there: by its id an earlier attempt is recognised.
            button(voice(Text("Results")), "tournament", number),
            button(voice(Text("Manage")), "tournament-manage", number)
            if manages or state is TournamentState.FINISHED
            else None,
        ]
    )


def tournament_cards_of(bot: Tavolo) -> TournamentCards:
    """Return the cog that does what follows in a tournament."""
    cog = bot.get_cog(TournamentCards.__cog_name__)
    if not isinstance(cog, TournamentCards):
        msg = "cogs.tournament.cards is not loaded"
        raise TypeError(msg)
    return cog


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(TournamentCards(bot))
