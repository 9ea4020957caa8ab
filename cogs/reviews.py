"""Reviews of finished games: how the chances went, what luck did, and the worst moves.

Anybody may ask for one, for themselves alone. While a game is looked through for the first
time, the answer says how far that is. What is found is in `bot.reviews`.
"""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import MatchError
from bot.languages import Voice
from bot.messages import Attachment
from bot.readers import Eyes
from bot.records import record_of
from bot.reviews import Blunder, GameReview, Progress
from bot.seating import Table
from bot.workers import JobFailed
from cogs.answers import acknowledge, reader, reading, say, whisper
from cogs.controls import Click, control, numbers
from cogs.finding import table_here
from cogs.layout import AnyItem, button, layout, picture, small, words
from data.stored import StoredGame
from games.line import Line
from games.record import Record, lines
from games.rules import Reason
from games.words import Seat, Text, joined
from render.scene import Mistake, Review

REVIEW_FILE: Final = "review.png"
TELL_SECONDS: Final = 1.0
"""How often a person is told how far it is, at most."""
PATIENCE_SECONDS: Final = 12 * 60
"""How long a person is told; soon after that Discord takes no more answers to their click."""

log = logging.getLogger(__name__)


class Reviews(commands.Cog):
    """Review games."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("review")
    async def _review(self, interaction: Click, parts: list[str]) -> None:
        """Show the review of a game that is over."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        table = await table_here(self._bot, interaction, game_id)
        if not may_be_reviewed(table.game):
            raise MatchError(Text("Only a game that has ended with a result can be reviewed."))
        review = await self._bot.reviews.known(game_id)
        if review is None:
            review = await self._watched(interaction, self._bot.reviews.begin(game_id))
        if review is not None:
            await self._show(interaction, table, review)

    async def _watched(self, interaction: Click, progress: Progress) -> GameReview | None:
        """Tell how far a review is until it is there; None where the person has been told why not."""
        told = 0.0
        while not progress.task.done() and told < PATIENCE_SECONDS:
            text = Text(
                "Looking through the game: {n} of {all}", n=progress.done, all=progress.slices
            )
            await say(interaction, text, instead=True)
            await asyncio.wait({progress.task}, timeout=TELL_SECONDS)
            told += TELL_SECONDS
        if not progress.task.done():
            await say(interaction, Text("This takes long. Please ask for it again later."))
            return None
        try:
            return await progress.task
        except JobFailed as error:
            log.warning("a review failed: %s", error)
            await say(interaction, Text("This game could not be looked through. Please try again."))
            return None

    async def _show(self, interaction: Click, table: Table, review: GameReview) -> None:
        _, record = await record_of(self._bot.database, table.game.id)
        told = await asyncio.to_thread(lambda: list(_told(record, review)))
        who, voice = reading(interaction), reader(interaction, table.game.names)
        png = None
        if who.wants_pictures:
            png = await self._bot.studio.draw(
                _picture(table, review, told, voice.plain(), who.eyes)
            )
        items: list[AnyItem] = []
        files: list[Attachment] = []
        if png is not None:
            alt = voice.plain()(_course(review))
            items.append(picture(REVIEW_FILE, alt))
            files.append(Attachment(REVIEW_FILE, png, alt))
        if png is None or who.wants_words:
            items.append(words(voice(_course(review))))
        if table.line.game.about.chance:
            items.append(words(voice(_luck(review))))
        items.append(words(voice(_mistakes(told))))
        items.append(small(voice(Text("Chances are the computer's estimates."))))
        await whisper(interaction, layout(None, *items), files)


Told = tuple[Blunder, Text, Text]
"""A mistake, what was played, and what was better."""


def _picture(
    table: Table, review: GameReview, told: list[Told], voice: Voice, eyes: Eyes
) -> Review:
    """Give the picture of a review; luck and choices are told apart where there are dice."""
    by_chance = table.line.game.about.chance
    return Review(
        game=table.line.game,
        names=voice.named(table.game.names),
        chances=review.chances,
        mistakes=tuple(
            Mistake(blunder.turn, blunder.seat, played, blunder.cost) for blunder, played, _ in told
        ),
        translate=voice,
        luck=review.luck if by_chance else None,
        choices=review.choices if by_chance else None,
        theme=eyes.theme,
        marks=eyes.marks,
    )


def _told(record: Record, review: GameReview) -> Iterator[Told]:
    """Name the moves of each mistake, the costliest first."""
    before: dict[int, Line] = {line.ply: line for line in lines(record)}
    for blunder in sorted(review.blunders, key=lambda blunder: -blunder.cost):
        line = before[blunder.ply]
        game = line.game
        played, best = (
            game.name_move(line.position, game.parse(notation))
            for notation in (record.moves[blunder.ply], blunder.best)
        )
        yield blunder, played, best


def _course(review: GameReview) -> Text:
    """Say in words what the picture shows: the chances at the start, at quarters and at the end."""
    last = len(review.chances) - 1
    turns = sorted({round(last * quarter / 4) for quarter in range(5)})
    points = [
        Text("after turn {turn}: {chances}", turn=turn, chances=_shares(review.chances[turn]))
        for turn in turns
    ]
    return Text("Chances to win, {points}", points=joined(points, "{one}; {two}"))


def _shares(chances: tuple[float, ...]) -> Text:
    shares = [
        Text("{player} {share} %", player=Seat(seat), share=round(100 * chance))
        for seat, chance in enumerate(chances)
    ]
    return joined(shares)


def _luck(review: GameReview) -> Text:
    """Say for each player how much of the change came by the rolls and how much by the moves."""
    said = [
        Text(
            "{player}: {luck} by the dice, {choices} by the moves",
            player=Seat(seat),
            luck=_points(luck),
            choices=_points(choices),
        )
        for seat, (luck, choices) in enumerate(zip(review.luck, review.choices, strict=True))
    ]
    return joined(said, "{one}\n{two}")


def _mistakes(told: list[Told]) -> Text:
    if not told:
        return Text("No move cost much.")
    said = [
        Text(
            "Turn {turn}, {player}: {played} ({cost}); better: {best}",
            turn=blunder.turn,
            player=Seat(blunder.seat),
            played=played,
            cost=_points(-blunder.cost),
            best=best,
        )
        for blunder, played, best in told
    ]
    return Text("**Costly moves**\n{moves}", moves=joined(said, "{one}\n{two}"))


def _points(share: float) -> Text:
    """Write a change of a chance: "+12 %"."""
    hundredths = round(100 * share)
    if hundredths == 0:
        return Text("±0 %")
    if hundredths > 0:
        return Text("+{n} %", n=hundredths)
    return Text("\u2212{n} %", n=-hundredths)


def may_be_reviewed(game: StoredGame) -> bool:
    """Tell whether a game is over, with a result."""
    return game.result is not None and game.result["reason"] != Reason.ABORTED


def review_button(game: StoredGame, voice: Voice) -> discord.ui.Button[Any] | None:  # Any: as there
    """Make the button that asks for the review of a game; None where there is none."""
    return button(voice(Text("Review")), "review", game.id) if may_be_reviewed(game) else None


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Reviews(bot))
