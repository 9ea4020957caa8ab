"""Proofs: the small message after a result with which anybody can check the dice, and the record.

What does not belong here: what the secret and the fingerprint are (`games.fairness`), and what is
in a record (`bot.match.record`).
"""

from dataclasses import replace

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.channels import Place
from bot.delivery.failures import NoPlaceError
from bot.delivery.messages import Attachment, Delivery, Send
from bot.delivery.rows import ProofRow, Queued
from bot.match.positions import rules_of
from bot.match.record import record_of
from cogs.board.board_message import public_voice
from cogs.board.boards import may_attach
from cogs.board.channels import elsewhere, open_place
from cogs.ui.components import attached, button, buttons, layout, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import reader, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from data.engine import Database
from data.stored import StoredGame
from games.words import Text


class Proofs(commands.Cog):
    """Post proofs and hand out records."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(ProofRow, self._proof)

    async def _proof(self, queued: Queued[ProofRow]) -> Delivery:
        game = (await self._bot.matches.table(queued.row.game_id)).game
        place = await open_place(self._bot, game)
        if place is None:
            raise NoPlaceError
        return await self._message(game, place, queued.id)

    async def _message(self, game: StoredGame, place: Place, row_id: int) -> Send:
        record = await record_file(self._bot.database, game.id)
        in_words = Send(
            channel_id=place.id,
            view=_layout(game, None, row_id),
            marker=control_id("record", game.id, row_id),
            elsewhere=elsewhere(
                self._bot, game, place, lambda other: self._message(game, other, row_id)
            ),
        )
        if not may_attach(self._bot, place.id):
            return in_words
        return replace(
            in_words,
            view=_layout(game, record, row_id),
            files=(record,),
            plain=lambda: in_words,
        )

    @control("record")
    async def _record(self, interaction: Click, parts: list[str]) -> None:
        """Hand out the record."""
        game_id, *_ = numbers(parts, 2 if len(parts) == 2 else 1)
        table = await table_here(self._bot, interaction, game_id)
        await show_record(interaction, self._bot.database, table.game.id)


async def record_file(database: Database, game_id: int) -> Attachment:
    """Make the file of a game's record."""
    game, record = await record_of(database, game_id)
    name = f"{rules_of(game).about.command}-{game.code}.json"
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


def _layout(game: StoredGame, record: Attachment | None, row_id: int) -> discord.ui.LayoutView:
    """Lay out a proof; its button stays where the file can't be attached."""
    voice = public_voice(game)
    return layout(
        None,
        small(voice(_proof_text(game))),
        None if record is None else attached(record.name),
        *buttons([button(voice(Text("Record")), "record", game.id, row_id)]),
    )


def _proof_text(game: StoredGame) -> Text:
    if rules_of(game).about.hidden:
        return Text(
            "To check the deal of game {code}, run `python -m games verify` on its record.\n"
            "Secret: {secret}\nFingerprint, published at the start: {commitment}",
            code=game.code,
            secret=game.secret,
            commitment=game.commitment,
        )
    return Text(
        "To check the dice of game {code}, run `python -m games verify` on its record.\n"
        "Secret: {secret}\nFingerprint, published at the start: {commitment}",
        code=game.code,
        secret=game.secret,
        commitment=game.commitment,
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Proofs(bot))
