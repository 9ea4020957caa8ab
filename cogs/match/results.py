"""Results: the message at the end of a game, which pings those who played, and the rematch.

What is said of an end is in `cogs.board.result_text`; the secret of the dice and the record follow in a
message of their own (`cogs.match.proofs`).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.channels import Place
from bot.delivery.failures import Failure, NoPlaceError, NotYet
from bot.delivery.messages import Attachment, Delivery, Edit, Posted, Send
from bot.delivery.outbox_writer import Envelope, Transaction, board_stream
from bot.delivery.rows import Queued, ResultAgainRow, ResultPicturesRow, ResultRow
from bot.errors import ForgedControl, Refused
from bot.match.recap import Story
from bot.match.table import Table
from bot.services.finished import Finished, finished
from bot.services.preferences import PictureStyle, public_style
from bot.text.voice import Mention, Name, Voice, listed
from cogs.board.board_message import alt_text, position_text, public_voice, scene_of, text_control
from cogs.board.boards import PICTURE_ATTEMPTS, PICTURE_DELAY_SECONDS, may_attach
from cogs.board.channels import elsewhere, open_place
from cogs.board.handicap_text import handicaps_text
from cogs.board.hues import hues_of
from cogs.board.recap_text import rest_button, story_text
from cogs.board.result_text import (
    detail,
    duration,
    headline,
    is_out,
    match_score,
    moves,
    owed,
    places,
    rating_changes,
    running_score,
    short_headline,
    why_unrated,
)
from cogs.challenge.challenges import cards_of
from cogs.match.animations import animate_button
from cogs.match.replays import replay_button
from cogs.match.reviews import review_button
from cogs.ui.components import AnyItem, button, buttons, layout, picture, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.game_ui import ui_of
from cogs.ui.responses import acknowledge
from cogs.ui.routing import Click, control, control_id, numbers
from data.challenges import First, Given, Terms
from data.computers import Computer, is_computer
from data.stored import StoredGame
from games.game import Reason
from games.registry import GAMES
from games.words import Text, joined
from render.scene import PlayerResult, ResultScene

RESULT_FILES: Final = ("result.png", "board.png")


class Results(commands.Cog):
    """Announce results."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(ResultRow, self._result)
        bot.outbox.register(ResultAgainRow, self._result)
        bot.outbox.register(ResultPicturesRow, self._pictures_follow)

    async def _result(self, queued: Queued[ResultRow | ResultAgainRow]) -> Delivery:
        table = await self._bot.matches.table(queued.row.game_id)
        game = table.game
        place = await open_place(self._bot, game)
        if place is None:
            raise NoPlaceError
        return await self._message(table, place, queued)

    async def _message(
        self, table: Table, place: Place, queued: Queued[ResultRow | ResultAgainRow]
    ) -> Send:
        game = table.game
        end = await finished(self._bot.database, game.id)
        story = await self._bot.matches.story(table)
        pictures = await self._pictures(table, end)

        async def message_in(other: Place) -> Send:
            return await self._message(await self._bot.matches.table(game.id), other, queued)

        async def pictures_follow(
            _connection: Transaction, envelope: Envelope, posted: Posted
        ) -> None:
            if all(posted.file(name) for name in RESULT_FILES):
                return
            row = ResultPicturesRow(game.id, queued.id, posted.channel_id, posted.message_id)
            stream = board_stream(game.id, posted.message_id)
            await envelope.put(stream, row, delay=PICTURE_DELAY_SECONDS)

        in_words = Send(
            channel_id=place.id,
            view=_layout(table, story, end, (), queued.id),
            marker=control_id(*text_control(game.id, game.seq, queued.id)),
            pings=_pings(end) if isinstance(queued.row, ResultRow) else (),
            on_posted=pictures_follow,
            elsewhere=elsewhere(self._bot, game, place, message_in),
        )
        if len(pictures) < len(RESULT_FILES) or not may_attach(self._bot, place.id):
            return in_words
        return replace(
            in_words,
            view=_layout(table, story, end, pictures, queued.id),
            files=pictures,
            plain=lambda: in_words,
        )

    async def _pictures_follow(self, queued: Queued[ResultPicturesRow]) -> Delivery:
        """Put the pictures that were missing into a result."""
        row = queued.row
        if not may_attach(self._bot, row.channel_id):
            raise NotYet
        table = await self._bot.matches.table(row.game_id)
        end = await finished(self._bot.database, table.game.id)
        story = await self._bot.matches.story(table)
        pictures = await self._pictures(table, end)
        if (
            len(pictures) < len(RESULT_FILES)
            and queued.failures.get(Failure.UNREADY, 0) < PICTURE_ATTEMPTS
        ):
            raise NotYet
        return Edit(
            row.channel_id,
            row.message_id,
            _layout(table, story, end, pictures, row.result_id),
            files=pictures,
        )

    async def _pictures(self, table: Table, end: Finished) -> tuple[Attachment, ...]:
        """Draw the result and the final board, as far as they can be drawn."""
        voice, style = public_voice(table.game), public_style(table.game.server)
        pngs = await asyncio.gather(
            self._bot.studio.draw(_outcome_picture(end, voice, style)),
            self._bot.studio.draw(scene_of(table.line, voice, style, hues_of(table.game))),
        )
        told = Text("{headline}: {places}", headline=headline(end), places=places(end))
        descriptions = (voice.plain()(told), alt_text(table.line, voice))
        return tuple(
            Attachment(name, png, description)
            for name, png, description in zip(RESULT_FILES, pngs, descriptions, strict=True)
            if png is not None
        )

    @control("rematch")
    async def _rematch(self, interaction: Click, parts: list[str]) -> None:
        """Challenge the same people with the same options; the other seat starts."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        end = await finished(self._bot.database, table.game.id)
        first, match, me = end.games[0], end.match, interaction.user.id
        if me not in first.players:
            names = listed([Name(name) for name in first.names])
            raise Refused(Text("Only {players} can ask for this rematch.", players=names))
        if not _may_be_answered(end):
            raise ForgedControl
        terms = Terms(
            game=match.game,
            seats=match.seats,
            options=match.options,
            settings=match.settings,
            kind=match.kind,
            first=_rematch_first(match.game, starter_again=first.players[0] == me),
            rated=match.rated,
            clock=match.clock,
            takebacks=match.takebacks,
            handicap=Given(_handicaps_of(first)),
        )
        await acknowledge(interaction, thinking=True)
        cards = cards_of(self._bot)
        seated = [Computer.of(player) for player in first.players]
        others = tuple(
            player for player in first.players if player != me and not is_computer(player)
        )
        await cards.propose(
            interaction,
            await cards.members(interaction, others),
            terms,
            tuple(computer for computer in seated if computer is not None),
            rematch_of=match.place_id if match.own_thread else None,
            is_rematch=True,
        )


def _handicaps_of(game: StoredGame) -> dict[int, int]:
    """Return who has which handicap in a game: it is theirs, wherever they sit."""
    return {player: size for player, size in zip(game.players, game.handicap, strict=False) if size}


def _rematch_first(game: str, *, starter_again: bool) -> First:
    """Say who starts a rematch: the other one, unless the game's own rule decides."""
    if GAMES[game].about.winner_starts:
        return First.RANDOM
    return First.OPPONENT if starter_again else First.ME


def _layout(
    table: Table,
    story: Story,
    end: Finished,
    pictures: Sequence[Attachment],
    row_id: int,
) -> discord.ui.LayoutView:
    """Lay out a result; without pictures the final position is said in words."""
    game = end.game
    voice = public_voice(game)
    items: list[AnyItem] = [
        words(f"### {voice(headline(end))}"),
        words(voice(places(end, Mention))),
    ]
    items += [words(voice(text)) for text in (match_score(end), owed(end)) if text]
    given = handicaps_text(end.game)
    if given is not None:
        items.append(words(voice(given)))
    score = running_score(end)
    if score is not None:
        items.append(small(voice(score)))
    items.append(small(voice(_facts(end))))
    if end.ended_by is not None:
        said = Text("{moderator}, a moderator, ended this game.", moderator=Mention(end.ended_by))
        items.append(small(voice(said)))
    if end.outcome.reason is Reason.PLAYED:
        items.append(words(voice(story_text(table.line, story))))
        items += buttons([rest_button(table, story, voice)])
    items += [picture(file.name, file.description or "") for file in pictures]
    if not pictures:
        items.append(words(voice(position_text(table.line))))
    if end.followers:
        items.append(small(voice(_followed(end))))
    rematch = None
    if _may_be_answered(end):
        success = discord.ButtonStyle.success
        rematch = button(voice(Text("Rematch")), "rematch", game.id, style=success)
    row = [
        rematch,
        review_button(game, voice),
        replay_button(game, voice),
        animate_button(game.id, voice),
        button(voice(Text("Text")), *text_control(game.id, game.seq, row_id)),
    ]
    return layout(ui_of(game.match.game).accent, *items, *buttons(row))


def _pings(end: Finished) -> tuple[int, ...]:
    """List whom a result pings: those who played and those who follow, each once."""
    if not end.game.server.pings:
        return ()
    return tuple(dict.fromkeys((*end.pinged, *end.followers)))


def _followed(end: Finished) -> Text:
    return Text(
        "Followed by {people}",
        people=joined([Text("{one}", one=Mention(one)) for one in end.followers]),
    )


def _may_be_answered(end: Finished) -> bool:
    """Tell whether a rematch may follow: not while the match runs, nor where it was ended."""
    return end.match_over and end.outcome.reason is not Reason.ABORTED


def _facts(end: Finished) -> Text:
    """Say what became of the ratings, and how long it took."""
    length = Text("{moves} in {time}", moves=moves(end), time=duration(end.seconds))
    changed = rating_changes(end)
    if changed is not None:
        return joined([changed, length], "{one}\n{two}")
    unrated = why_unrated(end) or (None if end.match.rated else Text("unrated"))
    if end.match_over and unrated is not None:
        return joined([unrated, length], "{one} · {two}")
    return length


def _outcome_picture(end: Finished, voice: Voice, style: PictureStyle) -> ResultScene:
    outcome = end.outcome
    players = tuple(_player_result(end, voice, n) for n in range(len(outcome.people)))
    which = Text("final result") if end.match_over else Text("game 1 of 2")
    if end.game.handicap:
        which = Text("{which} · with a handicap", which=which)
    hues = dict(zip(end.game.players, hues_of(end.game), strict=True))
    return ResultScene(
        game=GAMES[end.match.game],
        players=players,
        headline=short_headline(end),
        detail=detail(outcome),
        note=Text("{which} · {moves}", which=which, moves=moves(end)),
        translate=voice.plain(),
        theme=style.theme,
        marks=style.marks,
        hues=tuple(hues[person] for person in outcome.people),
    )


def _player_result(end: Finished, voice: Voice, n: int) -> PlayerResult:
    """Return the line of the picture for one of the people."""
    outcome, person = end.outcome, end.outcome.people[n]
    change, out = end.changes.get(person), _out(end, n)
    placed = out is None and outcome.reason is not Reason.ABORTED
    return PlayerResult(
        name=voice.plain().named([end.names[person]])[0],
        score=outcome.scores[n],
        won=person in outcome.winners,
        rating=None if change is None else change.after,
        provisional=person in end.provisional,
        change=None if change is None else change.after - change.before,
        place=outcome.ranks[n] + 1 if placed else None,
        out=out,
    )


def _out(end: Finished, n: int) -> Text | None:
    """Say why one of the people was not in the game any more when it ended; None if they were."""
    if not is_out(end, n):
        return None
    if not end.outcome.cut_short:
        return Text("withdrew")
    if end.outcome.reason is Reason.TIMEOUT:
        return Text("ran out of time")
    return Text("resigned")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Results(bot))
