"""Results: the message at the end of a game, its record as a file, and the rematch."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.discord_errors import Trouble
from bot.errors import Refused
from bot.languages import Name, Voice, listed
from bot.messages import Attachment, Delivery, Send
from bot.outcomes import TWO_GAME, MatchOutcome, read_result
from bot.places import Place
from bot.records import record_of
from bot.results import Finished, finished
from bot.seating import Table
from cogs.answers import acknowledge, reader, whisper
from cogs.challenges import cards_of
from cogs.controls import Click, control, control_id, numbers
from cogs.faces import face_of
from cogs.layout import AnyItem, attached, button, buttons, layout, line, picture, small, words
from cogs.tables import (
    about,
    alt_text,
    last_move_text,
    position_text,
    public_voice,
    scene_of,
    thread_title,
)
from data.challenges import Terms
from data.engine import Database
from data.matches import StoredGame
from data.outbox import OutboxRow
from games.registry import GAMES
from games.rules import Reason
from games.words import Plural, Text, joined
from render.scene import Outcome, PlayerResult

RESULT_FILE: Final = "result.png"
FINAL_FILE: Final = "board.png"
HOUR: Final = 3600
DAY: Final = 24 * HOUR


class Results(commands.Cog):
    """Announce results."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register("result", self._result)

    async def _result(self, row: OutboxRow) -> Delivery:
        table = await self._bot.matches.table(row.payload["game_id"])
        game = table.game
        place = await self._bot.places.find(game.match, thread_title(game), game.players)
        return None if place is None else await self._message(table, place)

    async def _message(self, table: Table, place: Place) -> Send:
        game = table.game
        end = await finished(self._bot.database, game.id)
        voice = public_voice(game)
        pngs = await asyncio.gather(
            self._bot.studio.draw(_outcome_picture(end, voice)),
            self._bot.studio.draw(scene_of(table, voice)),
        )

        async def elsewhere(trouble: Trouble) -> Send | None:
            now = await self._bot.matches.table(game.id)
            other = await self._bot.places.replace(
                now.game.match, trouble, thread_title(game), game.players
            )
            return None if other is None else await self._message(now, other)

        in_words = Send(
            channel_id=place.id,
            view=_layout(table, end, (), None),
            marker=control_id("record", game.id),
            elsewhere=elsewhere,
        )
        descriptions = (voice.plain()(headline(end)), alt_text(table, voice))
        pictures = tuple(
            Attachment(name, png, description)
            for name, png, description in zip(
                (RESULT_FILE, FINAL_FILE), pngs, descriptions, strict=True
            )
            if png is not None
        )
        record = await record_file(self._bot.database, game.id)
        return replace(
            in_words,
            view=_layout(table, end, pictures, record),
            files=(*pictures, record),
            plain=lambda: in_words,
        )

    @control("record")
    async def _record(self, interaction: Click, parts: list[str]) -> None:
        """Hand out the record."""
        (game_id,) = numbers(parts, 1)
        await show_record(interaction, self._bot.database, game_id)

    @control("rematch")
    async def _rematch(self, interaction: Click, parts: list[str]) -> None:
        """Challenge the same people with the same options; the other seat starts."""
        (game_id,) = numbers(parts, 1)
        end = await finished(self._bot.database, game_id)
        first, match, me = end.games[0], end.match, interaction.user.id
        if me not in first.players:
            names = listed([Name(name) for name in first.names])
            raise Refused(Text("Only {players} can ask for this rematch.", players=names))
        terms = Terms(
            game=match.game,
            seats=match.seats,
            options=match.options,
            kind=match.kind,
            first="opponent" if first.players[0] == me else "me",
            rated=match.rated,
        )
        await acknowledge(interaction, thinking=True)
        cards = cards_of(self._bot)
        others = tuple(person for person in first.players if person != me)
        await cards.propose(interaction, await cards.members(interaction, others), terms)


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


def headline(end: Finished) -> Text:
    """Say how it ended: "two wins, 169 to 142"."""
    outcome, names = end.outcome, end.names
    winners = [Name(names[person]) for person in outcome.winners]
    if outcome.reason is Reason.ABORTED:
        return Text("Ended by a moderator, without a result")
    scores = _scores(outcome)
    if len(winners) > 1:
        if scores is None:
            return Text("A draw between {players}", players=listed(winners))
        return Text("A draw, {scores}", scores=scores)
    match outcome.reason:
        case Reason.RESIGNED:
            return Text("{winner} wins by resignation", winner=winners[0])
        case Reason.TIMEOUT:
            return Text("{winner} wins on time", winner=winners[0])
        case _ if scores is None:
            return Text("{winner} wins", winner=winners[0])
        case _:
            return Text("{winner} wins, {scores}", winner=winners[0], scores=scores)


def _scores(outcome: MatchOutcome) -> Text | None:
    """List the scores, the winner's first: "169 to 142"."""
    order = sorted(range(len(outcome.people)), key=lambda i: (outcome.ranks[i], i))
    scores = [score for i in order if (score := outcome.scores[i]) is not None]
    if not scores:
        return None
    return joined([Text("{score}", score=score) for score in scores], "{one} to {two}")


def _layout(
    table: Table, end: Finished, pictures: Sequence[Attachment], record: Attachment | None
) -> discord.ui.LayoutView:
    """Lay out a result; without pictures the final position is said in words."""
    game = end.game
    voice = public_voice(game)
    items: list[AnyItem] = [words(f"### {voice(headline(end))}")]
    if end.outcome.reason is Reason.PLAYED:
        items.append(words(voice(last_move_text(table))))
    items += [picture(file.name, file.description or "") for file in pictures]
    if not pictures:
        items.append(words(voice(position_text(table))))
    items.append(small(voice(_facts(end))))
    if not end.match_over:
        items.append(words(voice(Text("The return game follows, with the seats swapped."))))
    if record is not None:
        items.append(attached(record.name))
    rematch = None
    if end.match_over and end.outcome.reason is not Reason.ABORTED:
        success = discord.ButtonStyle.success
        rematch = button(voice(Text("Rematch")), "rematch", game.id, style=success)
    row = [
        rematch,
        button(voice(Text("Text")), "text", game.id, game.seq),
        button(voice(Text("Record")), "record", game.id),
    ]
    secret = Text(
        "Dice secret: {secret}\nThe record holds it too; `python -m games verify` checks the dice.",
        secret=game.secret,
    )
    accent = face_of(game.match.game).accent
    return layout(accent, *items, *buttons(row), line(), small(voice(secret)))


def _facts(end: Finished) -> Text:
    """List the ratings with their changes, and how long it took."""
    said = [
        Text(
            "{player} {rating} ({change})",
            player=Name(end.names[person]),
            rating=end.changes[person].after,
            change=signed(end.changes[person].after - end.changes[person].before),
        )
        for person in end.outcome.people
        if person in end.changes
    ]
    moves = Plural("{n} move", "{n} moves", end.moves)
    said.append(Text("{moves} in {time}", moves=moves, time=_duration(end.seconds)))
    if end.match.kind == TWO_GAME:
        said.append(_two_game_fact(end))
    return joined(said, "{one} · {two}")


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


def signed(change: int) -> str:
    """Write a change with its sign.

    >>> signed(14), signed(0)
    ('+14', '±0')
    """
    if change == 0:
        return "±0"
    return f"+{change}" if change > 0 else f"\u2212{-change}"


def _duration(seconds: int) -> Text:
    if seconds < HOUR:
        return Plural("{n} minute", "{n} minutes", max(1, round(seconds / 60)))
    if seconds < 2 * DAY:
        return Plural("{n} hour", "{n} hours", round(seconds / HOUR))
    return Plural("{n} day", "{n} days", round(seconds / DAY))


def _outcome_picture(end: Finished, voice: Voice) -> Outcome:
    outcome = end.outcome
    players = tuple(
        PlayerResult(
            name=end.names[person],
            score=score,
            won=person in outcome.winners,
            rating=end.changes[person].after if person in end.changes else None,
            change=end.changes[person].after - end.changes[person].before
            if person in end.changes
            else None,
        )
        for person, score in zip(outcome.people, outcome.scores, strict=True)
    )
    return Outcome(
        game=GAMES[end.match.game],
        players=players,
        headline=_short_headline(end),
        detail=_detail(outcome),
        note=Text("final result · {moves}", moves=Plural("{n} turn", "{n} turns", end.moves)),
        translate=voice.plain(),
    )


def _short_headline(end: Finished) -> Text:
    outcome = end.outcome
    if outcome.reason is Reason.ABORTED:
        return Text("No result")
    if len(outcome.winners) > 1:
        return Text("A draw")
    return Text("{winner} wins", winner=Name(end.names[outcome.winners[0]]))


def _detail(outcome: MatchOutcome) -> Text:
    match outcome.reason:
        case Reason.ABORTED:
            return Text("ended by a moderator")
        case Reason.RESIGNED:
            return Text("by resignation")
        case Reason.TIMEOUT:
            return Text("on time")
        case Reason.AGREED:
            return Text("by agreement")
        case Reason.PLAYED:
            scores = sorted((score for score in outcome.scores if score is not None), reverse=True)
            if len(outcome.winners) > 1 or len(scores) < 2:
                return Text("")
            return Plural("by {n} point", "by {n} points", scores[0] - scores[1])


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Results(bot))
