"""Results: the message at the end of a game, its record as a file, and the rematch."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.discord_errors import Trouble
from bot.dispatch import Envelope, board_stream
from bot.errors import ForgedControl, Refused
from bot.languages import Mention, Name, Voice, listed
from bot.messages import Attachment, Delivery, Edit, Posted, Send
from bot.outbox import NoPlaceError, NotYet
from bot.outcomes import TWO_GAME, MatchOutcome, read_result
from bot.places import Place
from bot.readers import Eyes, public_eyes
from bot.records import record_of
from bot.results import Finished, finished
from bot.seating import Table
from bot.story import Story
from cogs.answers import acknowledge, reader, whisper
from cogs.boards import PICTURE_ATTEMPTS, PICTURE_DELAY_SECONDS, may_attach
from cogs.challenges import cards_of
from cogs.controls import Click, control, control_id, numbers
from cogs.faces import face_of
from cogs.finding import table_here
from cogs.layout import AnyItem, attached, button, buttons, layout, line, picture, small, words
from cogs.reviews import review_button
from cogs.tables import (
    about,
    alt_text,
    position_text,
    public_voice,
    scene_of,
    story_text,
    thread_title,
)
from cogs.verdicts import detail, headline, short_headline
from data.challenges import Terms
from data.computers import Computer, is_computer
from data.engine import Connection, Database
from data.outbox import OutboxRow
from data.stored import StoredGame
from games.registry import GAMES
from games.rules import Reason
from games.words import Plural, Text, joined, signed
from render.scene import Outcome, PlayerResult

RESULT_FILES: Final = ("result.png", "board.png")
HOUR: Final = 3600
DAY: Final = 24 * HOUR


class Results(commands.Cog):
    """Announce results."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register("result", self._result)
        bot.outbox.register("result-pictures", self._pictures_follow)

    async def _result(self, row: OutboxRow) -> Delivery:
        table = await self._bot.matches.table(row.payload["game_id"])
        game = table.game
        place = await self._bot.places.find(game.match, thread_title(game), game.players)
        if place is None:
            raise NoPlaceError
        return await self._message(table, place, row)

    async def _message(self, table: Table, place: Place, row: OutboxRow) -> Send:
        game = table.game
        end = await finished(self._bot.database, game.id)
        story = await self._bot.matches.story(table)
        pictures = await self._pictures(table, end)

        async def elsewhere(trouble: Trouble) -> Send | None:
            now = await self._bot.matches.table(game.id)
            other = await self._bot.places.replace(
                now.game.match, trouble, thread_title(game), game.players
            )
            return None if other is None else await self._message(now, other, row)

        async def pictures_follow(
            _connection: Connection, envelope: Envelope, posted: Posted
        ) -> None:
            if all(posted.file(name) for name in RESULT_FILES):
                return
            payload = {
                "game_id": game.id,
                "row": row.id,
                "channel_id": posted.channel_id,
                "message_id": posted.message_id,
            }
            stream = board_stream(game.id, posted.message_id)
            await envelope.put(stream, "result-pictures", payload, delay=PICTURE_DELAY_SECONDS)

        in_words = Send(
            channel_id=place.id,
            view=_layout(table, story, end, (), None, row.id),
            marker=control_id("record", game.id, row.id),
            pings=end.followers if game.server.pings else (),
            settled=pictures_follow,
            elsewhere=elsewhere,
        )
        if len(pictures) < len(RESULT_FILES) or not may_attach(self._bot, place.id):
            return in_words
        record = await record_file(self._bot.database, game.id)
        return replace(
            in_words,
            view=_layout(table, story, end, pictures, record, row.id),
            files=(*pictures, record),
            plain=lambda: in_words,
        )

    async def _pictures_follow(self, row: OutboxRow) -> Delivery:
        """Put the pictures and the record that were missing into a result."""
        channel_id = row.payload["channel_id"]
        if not may_attach(self._bot, channel_id):
            raise NotYet
        table = await self._bot.matches.table(row.payload["game_id"])
        end = await finished(self._bot.database, table.game.id)
        story = await self._bot.matches.story(table)
        pictures = await self._pictures(table, end)
        if len(pictures) < len(RESULT_FILES) and row.attempts < PICTURE_ATTEMPTS:
            raise NotYet
        record = await record_file(self._bot.database, table.game.id)
        return Edit(
            channel_id,
            row.payload["message_id"],
            _layout(table, story, end, pictures, record, row.payload["row"]),
            files=(*pictures, record),
        )

    async def _pictures(self, table: Table, end: Finished) -> tuple[Attachment, ...]:
        """Draw the result and the final board, as far as they can be drawn."""
        voice, eyes = public_voice(table.game), public_eyes(table.game.server)
        pngs = await asyncio.gather(
            self._bot.studio.draw(_outcome_picture(end, voice, eyes)),
            self._bot.studio.draw(scene_of(table.line, voice, eyes)),
        )
        descriptions = (voice.plain()(headline(end)), alt_text(table.line, voice))
        return tuple(
            Attachment(name, png, description)
            for name, png, description in zip(RESULT_FILES, pngs, descriptions, strict=True)
            if png is not None
        )

    @control("record")
    async def _record(self, interaction: Click, parts: list[str]) -> None:
        """Hand out the record."""
        game_id, *_ = numbers(parts, 2 if len(parts) == 2 else 1)
        table = await table_here(self._bot, interaction, game_id)
        await show_record(interaction, self._bot.database, table.game.id)

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
        )


def _rematch_first(game: str, *, starter_again: bool) -> str:
    """Say who starts a rematch: the other one, unless the game's own rule decides."""
    if GAMES[game].about.winner_starts:
        return "random"
    return "opponent" if starter_again else "me"


async def record_file(database: Database, game_id: int) -> Attachment:
    """Make the file of a game's record."""
    game, record = await record_of(database, game_id)
    name = f"{about(game).command}-{game.code}.json"
    return Attachment(name, f"{record.to_json()}\n".encode())


async def show_record(interaction: Click, database: Database, game_id: int) -> None:
    """Hand a game's record to the person who asks, as a file."""
    file = await record_file(database, game_id)
    text = Text(
        "The whole game in one file. `python -m games replay` plays it again, "
        "`python -m games verify` checks the dice once it is over."
    )
    view = layout(None, words(reader(interaction)(text)), attached(file.name))
    await whisper(interaction, view, [file])


def _layout(
    table: Table,
    story: Story,
    end: Finished,
    pictures: Sequence[Attachment],
    record: Attachment | None,
    row_id: int,
) -> discord.ui.LayoutView:
    """Lay out a result; without pictures the final position is said in words."""
    game = end.game
    voice = public_voice(game)
    items: list[AnyItem] = [words(f"### {voice(headline(end))}")]
    if end.outcome.reason is Reason.PLAYED:
        items.append(words(voice(story_text(table, story))))
    items += [picture(file.name, file.description or "") for file in pictures]
    if not pictures:
        items.append(words(voice(position_text(table.line))))
    items.append(small(voice(_facts(end))))
    if not end.match_over:
        items.append(words(voice(Text("The return game follows, with the seats swapped."))))
    if end.followers:
        items.append(small(voice(_followed(end))))
    if record is not None:
        items.append(attached(record.name))
    rematch = None
    if _may_be_answered(end):
        success = discord.ButtonStyle.success
        rematch = button(voice(Text("Rematch")), "rematch", game.id, style=success)
    row = [
        rematch,
        review_button(game, voice),
        button(voice(Text("Text")), "text", game.id, game.seq),
        button(voice(Text("Record")), "record", game.id, row_id),
    ]
    accent = face_of(game.match.game).accent
    return layout(accent, *items, *buttons(row), line(), small(voice(_secret(game))))


def _followed(end: Finished) -> Text:
    return Text(
        "Followed by {people}",
        people=joined([Text("{one}", one=Mention(one)) for one in end.followers]),
    )


def _secret(game: StoredGame) -> Text:
    if about(game).hidden:
        return Text(
            "Secret of the deal: {secret}\n"
            "The record holds it too; `python -m games verify` checks the deal.",
            secret=game.secret,
        )
    return Text(
        "Dice secret: {secret}\nThe record holds it too; `python -m games verify` checks the dice.",
        secret=game.secret,
    )


def _may_be_answered(end: Finished) -> bool:
    """Tell whether a rematch may follow: not while the match runs, nor where it was ended."""
    return end.match_over and end.outcome.reason is not Reason.ABORTED


def _facts(end: Finished) -> Text:
    """List the ratings with their changes, and how long it took."""
    said = [
        Text(
            "{player} {rating} ({change})",
            player=Name(end.names[person]),
            rating=end.changes[person].after,
            change=signed(end.changes[person].after - end.changes[person].before, plus=True),
        )
        for person in end.outcome.people
        if person in end.changes
    ]
    if end.match_over and not end.match.rated:
        said.append(Text("unrated"))
    said.append(Text("{moves} in {time}", moves=_moves(end), time=_duration(end.seconds)))
    if end.match.kind == TWO_GAME:
        said.append(_two_game_fact(end))
    return joined(said, "{one} · {two}")


def _moves(end: Finished) -> Text:
    return Plural("{n} move", "{n} moves", end.moves)


def _two_game_fact(end: Finished) -> Text:
    if len(end.games) == 1:
        return Text("game 1 of 2")
    scores = [
        Text("{one} to {two}", one=scores[0], two=scores[1])
        for game in end.games
        if (scores := _scores_of(game, end.outcome.people)) is not None
    ]
    return Text("the two games: {scores}", scores=joined(scores, "{one}, {two}"))


def _scores_of(game: StoredGame, people: Sequence[int]) -> list[int | None] | None:
    """Give a game's scores in the order of people, not of its seats."""
    result = read_result(game.result)
    if result is None or result.scores is None:
        return None
    return [result.scores[game.players.index(person)] for person in people]


def _duration(seconds: int) -> Text:
    if seconds < HOUR:
        return Plural("{n} minute", "{n} minutes", max(1, round(seconds / 60)))
    if seconds < 2 * DAY:
        return Plural("{n} hour", "{n} hours", round(seconds / HOUR))
    return Plural("{n} day", "{n} days", round(seconds / DAY))


def _outcome_picture(end: Finished, voice: Voice, eyes: Eyes) -> Outcome:
    outcome = end.outcome
    players = tuple(_player_result(end, voice, n) for n in range(len(outcome.people)))
    which = Text("final result") if end.match_over else Text("game 1 of 2")
    return Outcome(
        game=GAMES[end.match.game],
        players=players,
        headline=short_headline(end),
        detail=detail(outcome),
        note=Text("{which} · {moves}", which=which, moves=_moves(end)),
        translate=voice.plain(),
        theme=eyes.theme,
        marks=eyes.marks,
    )


def _player_result(end: Finished, voice: Voice, n: int) -> PlayerResult:
    """Give the line of the picture for one of the people."""
    outcome, person = end.outcome, end.outcome.people[n]
    change, out = end.changes.get(person), _out(outcome, n)
    placed = out is None and outcome.reason is not Reason.ABORTED
    return PlayerResult(
        name=voice.plain().named([end.names[person]])[0],
        score=outcome.scores[n],
        won=person in outcome.winners,
        rating=None if change is None else change.after,
        change=None if change is None else change.after - change.before,
        place=outcome.ranks[n] + 1 if placed else None,
        out=out,
    )


def _out(outcome: MatchOutcome, n: int) -> Text | None:
    """Say why one of the people was not in the game any more when it ended; None if they were."""
    if outcome.reason is Reason.ABORTED or outcome.people[n] in outcome.winners:
        return None
    match outcome.reason:
        case Reason.RESIGNED:
            return Text("resigned")
        case Reason.TIMEOUT:
            return Text("ran out of time")
        case _ if outcome.scores[n] is None and any(score is not None for score in outcome.scores):
            return Text("withdrew")
        case _:
            return None


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Results(bot))
