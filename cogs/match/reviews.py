"""Reviews of finished games: how the chances went, what luck did, and the worst moves.

Anybody may ask for one, in a private message. While a game is analysed for the first time, the
answer shows the progress. The analysis is in `bot.services.reviews`.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import ForgedControl, MatchError
from bot.match.table import Table
from bot.services.preferences import PictureStyle
from bot.services.replays import frames, record_to_show, step_after
from bot.services.reviews import Blunder, GameReview, costliest_first
from bot.text.voice import Voice
from cogs.board.board_message import alt_text, position_text, scene_of
from cogs.board.hues import hues_of
from cogs.board.recap_text import seen
from cogs.match.remarks import cost_of
from cogs.match.waiting import wait_for
from cogs.ui.components import AnyItem, button, buttons, choices, layout, picture, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.stored import StoredGame
from games.game import Reason
from games.line import Line, Played
from games.players.traits import set_apart, traits_of
from games.record import Record, lines
from games.words import Seat, Text, joined, tenths
from render.scene import Mistake, Review, Scene

REVIEW_FILE: Final = "review.png"


@dataclass(frozen=True, slots=True)
class Told:
    """A mistake: where it was made, what was played there, and what was better.

    `step` is that of the replay which shows what was played.
    """

    blunder: Blunder
    line: Line
    played: Played
    better: Played
    step: int
    lesson: Text | None
    """In what the better move differs, in words; None where nothing of it shows at once."""

    def name(self, played: Played) -> Text:
        """Name one of the two moves."""
        return self.line.game.name_move(self.line.position, played.move)


class Reviews(commands.Cog):
    """Review games."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("review")
    async def _review(self, interaction: Click, parts: list[str]) -> None:
        """Show the review of a game that is over; who comes back to it has it where they are."""
        again = len(parts) > 1
        game_id, *_ = numbers(parts, 2 if again else 1)
        await acknowledge(interaction, thinking=not again)
        table = await table_here(self._bot, interaction, game_id)
        if not may_be_reviewed(table.game):
            raise MatchError(Text("Only a game that has ended with a result can be reviewed."))
        review = await self._bot.reviews.known(game_id)
        if review is None:
            begun = await self._bot.reviews.ask(table.game, interaction.user.id)
            review = await wait_for(
                interaction,
                begun,
                lambda done, slices: Text("Analysing the game: {n} of {all}", n=done, all=slices),
                Text("This game could not be analysed. Please try again."),
            )
        if review is not None:
            await self._show(interaction, table, review)

    async def _show(self, interaction: Click, table: Table, review: GameReview) -> None:
        told = await self._told(table, review)
        who, voice = viewer_of(interaction), voice_for(interaction, table.game.names)
        png = None
        if who.wants_pictures:
            png = await self._bot.studio.draw(
                _picture(table, review, told, voice.plain(), who.style)
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
        items.append(small(voice(Text("Winning chances are the computer's estimates."))))
        if told:
            label = voice(Text("Show these moves"))
            primary = discord.ButtonStyle.primary
            items += buttons([button(label, "mistake", table.game.id, 0, style=primary)])
            items.append(_to_replay(table.game.id, told, voice.plain()))
        await whisper(interaction, layout(None, *items), files, instead=True)

    @control("mistake")
    async def _mistake(self, interaction: Click, parts: list[str]) -> None:
        """Show one of the costly moves of a game on its board, next to the better one."""
        game_id, number = numbers(parts, 2)
        await acknowledge(interaction)
        table = await table_here(self._bot, interaction, game_id)
        review = await self._bot.reviews.known(game_id)
        told = () if review is None else await self._told(table, review)
        if not 0 <= number < len(told):
            raise ForgedControl
        who, voice = viewer_of(interaction), voice_for(interaction, table.game.names)
        told_of = told[number]
        items: list[AnyItem] = [words(voice(_heading(told_of, number, len(told))))]
        files: list[Attachment] = []
        png = None
        if who.wants_pictures:
            hues = hues_of(table.game)
            png = await self._bot.studio.draw(_compared(told_of, voice, who.style, hues))
        if png is not None:
            alt = alt_text(told_of.line, voice)
            items.append(picture(REVIEW_FILE, alt))
            files.append(Attachment(REVIEW_FILE, png, alt))
        if png is None or who.wants_words:
            items.append(words(voice(position_text(told_of.line))))
        items.append(words(voice(_both(told_of))))
        turning = [(Text("Previous"), number - 1), (Text("Next"), number + 1)]
        row = [
            button(voice(label), "mistake", game_id, n)
            for label, n in turning
            if 0 <= n < len(told)
        ]
        # The last part tells that the replay takes the place of this.
        row.append(button(voice(Text("Replay")), "replay", game_id, told_of.step, len(turning)))
        row.append(button(voice(Text("Try again from here")), "try-again", game_id, number))
        row.append(button(voice(Text("Whole review")), "review", game_id, 1))
        await whisper(interaction, layout(None, *items, *buttons(row)), files, instead=True)

    async def _told(self, table: Table, review: GameReview) -> tuple[Told, ...]:
        # As the review was made: what was taken back is in no line.
        record = await record_to_show(self._bot.database, table.game)
        return await asyncio.to_thread(lambda: tuple(_told(record, review)))


def _picture(
    table: Table, review: GameReview, told: Sequence[Told], voice: Voice, style: PictureStyle
) -> Review:
    """Return the picture of a review; luck and choices are told apart where there are dice."""
    by_chance = table.line.game.about.chance
    return Review(
        game=table.line.game,
        names=voice.named(table.game.names),
        chances=review.chances,
        mistakes=tuple(
            Mistake(one.blunder.turn, one.blunder.seat, one.blunder.cost) for one in told
        ),
        translate=voice,
        luck=review.luck if by_chance else None,
        choices=review.choices if by_chance else None,
        theme=style.theme,
        marks=style.marks,
        hues=hues_of(table.game),
    )


def _compared(told: Told, voice: Voice, style: PictureStyle, hues: tuple[int, ...]) -> Scene:
    """Return the board on which a mistake was made, with both moves marked."""
    played, better = (seen([one], None) for one in (told.played, told.better))
    return replace(
        scene_of(told.line, voice, style, hues),
        last=better[0],
        actions=better,
        earlier=(played,),
        compared=True,
    )


def _told(record: Record, review: GameReview) -> Iterator[Told]:
    """Yield the two moves of each mistake, the costliest first."""
    before: dict[int, Line] = {line.ply: line for line in lines(record)}
    shown = frames(record)
    for blunder in costliest_first(review.blunders):
        line = before[blunder.ply]
        played, better = (
            Played(blunder.seat, move, line.position, line.position.play(move))
            for move in map(line.game.parse, (record.moves[blunder.ply], blunder.best))
        )
        played_traits, better_traits = (
            traits_of(record.game, one.before, one.move, one.after) for one in (played, better)
        )
        lesson = set_apart(played_traits, better_traits)
        yield Told(blunder, line, played, better, step_after(shown, blunder.ply), lesson)


def _to_replay(game_id: int, told: Sequence[Told], voice: Voice) -> AnyItem:
    """List the mistakes, each of which opens the replay at its step."""
    options: dict[int, tuple[str, str, str]] = {}
    for one in told:
        # Two mistakes of one turn have a step in common.
        option = (str(one.step), voice(_label(one)), voice(one.name(one.played)))
        options.setdefault(one.step, option)
    placeholder = voice(Text("See a move in the replay"))
    return choices(placeholder, list(options.values()), "replay", game_id)


def _label(told: Told) -> Text:
    return Text(
        "Turn {turn}, {player}: {cost}",
        turn=told.blunder.turn,
        player=Seat(told.blunder.seat),
        cost=cost_of(told.blunder),
    )


def _course(review: GameReview) -> Text:
    """Say in words what the picture shows: the chances at the start, at quarters and at the end."""
    last = len(review.chances) - 1
    turns = sorted({round(last * quarter / 4) for quarter in range(5)})
    points = [
        Text("after turn {turn}: {chances}", turn=turn, chances=_shares(review.chances[turn]))
        for turn in turns
    ]
    return Text("Winning chances, {points}", points=joined(points, "{one}; {two}"))


def _shares(chances: tuple[float, ...]) -> Text:
    shares = [
        Text("{player} {share} %", player=Seat(seat), share=round(100 * chance))
        for seat, chance in enumerate(chances)
    ]
    return joined(shares)


def _luck(review: GameReview) -> Text:
    """Say for each player what the rolls did to their chance a turn, and what the moves did.

    What they did in all would often be more than the whole, which nobody can read.
    """
    turns = max(len(review.chances) - 1, 1)
    said = [
        Text(
            "{player}, average per turn: {luck} from the dice, {choices} from the moves",
            player=Seat(seat),
            luck=Text("{number} %", number=tenths(100 * luck / turns)),
            choices=Text("{number} %", number=tenths(100 * choices / turns)),
        )
        for seat, (luck, choices) in enumerate(zip(review.luck, review.choices, strict=True))
    ]
    return joined(said, "{one}\n{two}")


def _mistakes(told: Sequence[Told]) -> Text:
    if not told:
        return Text("No move cost much.")
    said = [_mistake_text(number, one) for number, one in enumerate(told, 1)]
    return Text("**Costly moves**\n{moves}", moves=joined(said, "{one}\n{two}"))


def _mistake_text(number: int, told: Told) -> Text:
    """Tell a mistake, and below it in what the better move differs."""
    mistake = Text(
        "{number}. Turn {turn}, {player}: {played}; better: {best}",
        number=number,
        turn=told.blunder.turn,
        player=Seat(told.blunder.seat),
        played=told.name(told.played),
        best=told.name(told.better),
    )
    if told.lesson is None:
        return mistake
    return Text("{mistake}\n-# {lesson}", mistake=mistake, lesson=told.lesson)


def _heading(told: Told, number: int, count: int) -> Text:
    """Say which of the mistakes it is, whose, and what it cost."""
    return Text(
        "**{number} of {all}** · turn {turn}, {player}: {cost}",
        number=number + 1,
        all=count,
        turn=told.blunder.turn,
        player=Seat(told.blunder.seat),
        cost=cost_of(told.blunder),
    )


def _both(told: Told) -> Text:
    both = Text(
        "Played: {played}\nBetter: {best}",
        played=told.name(told.played),
        best=told.name(told.better),
    )
    lesson = told.lesson or Text("What is better about it shows only some turns later.")
    return Text("{moves}\n{lesson}", moves=both, lesson=lesson)


def may_be_reviewed(game: StoredGame) -> bool:
    """Tell whether a game is over, with a result."""
    return game.result is not None and game.result["reason"] != Reason.ABORTED


def review_button(game: StoredGame, voice: Voice) -> discord.ui.Button[Any] | None:  # Any: as there
    """Make the button that asks for the review of a game; None where there is none."""
    return button(voice(Text("Review")), "review", game.id) if may_be_reviewed(game) else None


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Reviews(bot))
