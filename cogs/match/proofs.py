"""Proofs: the small message after a result with which anybody can check the dice, and the record.

What does not belong here: what the secret and the fingerprint are (`games.fairness`), and what is
in a record (`bot.match.record`).
"""

from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.channels import Place
from bot.delivery.failures import NoPlaceError
from bot.delivery.messages import Attachment, Delivery, Send
from bot.delivery.rows import ProofRow, Queued, StartRow
from bot.match.positions import rules_of
from bot.match.record import record_of
from bot.text.voice import Voice
from cogs.board.board_message import fingerprint, public_voice, words_of
from cogs.board.boards import may_attach
from cogs.board.channels import elsewhere, open_place
from cogs.ui.components import (
    attached,
    button,
    buttons,
    layout,
    link,
    message_link,
    small,
    words,
)
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from data.outbox import Post
from data.stored import StoredGame
from games.record import Record
from games.verdict import moves_fingerprint
from games.words import Text


class Proofs(commands.Cog):
    """Post proofs and hand out records."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(ProofRow, self._proof)
        bot.outbox.register(StartRow, self._start)

    async def _start(self, queued: Queued[StartRow]) -> Delivery:
        """Post the promise of a game before its first board, which is edited when its turn is over."""
        game = (await self._bot.matches.table(queued.row.game_id)).game
        place = await open_place(self._bot, game)
        if place is None:
            raise NoPlaceError
        card = await self._bot.challenges.card_of(game.match.challenge_id)
        return self._promise(game, card, place, queued.id)

    def _promise(self, game: StoredGame, card: Post | None, place: Place, row_id: int) -> Send:
        async def message_in(other: Place) -> Send:
            return self._promise(game, card, other, row_id)

        voice = public_voice(game)
        about = button(voice(Text("How to check")), "dice", game.id, row_id)
        shown = None if card is None else card_link(game, card, voice)
        return Send(
            channel_id=place.id,
            view=layout(
                None,
                *(small(voice(text)) for text in (fingerprint(game), *words_of(game))),
                *buttons([about, shown]),
            ),
            marker=control_id("dice", game.id, row_id),
            elsewhere=elsewhere(self._bot, game, place, message_in),
        )

    @control("dice")
    async def _dice(self, interaction: Click, parts: list[str]) -> None:
        """Say what a game's fingerprint is for."""
        game_id, _ = numbers(parts, 2)
        table = await table_here(self._bot, interaction, game_id)
        await whisper(
            interaction, layout(None, words(voice_for(interaction)(promise_text(table.game))))
        )

    async def _proof(self, queued: Queued[ProofRow]) -> Delivery:
        game = (await self._bot.matches.table(queued.row.game_id)).game
        place = await open_place(self._bot, game)
        if place is None:
            raise NoPlaceError
        return await self._message(game, place, queued.id)

    async def _message(self, game: StoredGame, place: Place, row_id: int) -> Send:
        _, played = await record_of(self._bot.database, game.id)
        record, proof = _file_of(game, played), proof_text(game, played)
        in_words = Send(
            channel_id=place.id,
            view=_layout(game, proof, None, row_id),
            marker=control_id("record", game.id, row_id),
            elsewhere=elsewhere(
                self._bot, game, place, lambda other: self._message(game, other, row_id)
            ),
        )
        if not may_attach(self._bot, place.id):
            return in_words
        return replace(
            in_words,
            view=_layout(game, proof, record, row_id),
            files=(record,),
            plain=lambda: in_words,
        )

    @control("record")
    async def _record(self, interaction: Click, parts: list[str]) -> None:
        """Hand out the record."""
        game_id, *_ = numbers(parts, 2 if len(parts) == 2 else 1)
        table = await table_here(self._bot, interaction, game_id)
        await show_record(interaction, self._bot, table.game.id)


async def record_file(bot: Tavolo, game_id: int) -> Attachment:
    """Make the file of a game's record."""
    return _file_of(*await record_of(bot.database, game_id))


def _file_of(game: StoredGame, record: Record) -> Attachment:
    name = f"{rules_of(game).about.command}-{game.code}.json"
    return Attachment(name, f"{record.to_json()}\n".encode())


async def show_record(interaction: Click, bot: Tavolo, game_id: int) -> None:
    """Hand a game's record to the person who asks, as a file."""
    file = await record_file(bot, game_id)
    text = Text(
        "The whole game in one file. `python -m games replay` plays it again, "
        "`python -m games verify` checks the dice once it is over."
    )
    view = layout(None, words(voice_for(interaction)(text)), attached(file.name))
    await whisper(interaction, view, [file])


def promise_text(game: StoredGame) -> Text:
    """Tell what makes sure that nobody chooses the dice or the cards."""
    if game.lots is None:
        return fingerprint(game)
    return Text(
        "{fingerprint}\nIt was on the card before anybody accepted. The secret "
        "behind it follows with the result. `python -m games verify` then checks the "
        "seats, the deal and every roll in the game's record.",
        fingerprint=fingerprint(game),
    )


def card_link(
    game: StoredGame, card: Post, voice: Voice
) -> discord.ui.Button[Any]:  # Any: as in cogs.ui.components
    """Make the button that leads to the card of a game's challenge."""
    address = message_link(game.match.guild_id, card.channel_id, card.message_id)
    return link(voice(Text("Go to the challenge")), address)


def _layout(
    game: StoredGame, proof: Text, record: Attachment | None, row_id: int
) -> discord.ui.LayoutView:
    """Lay out a proof; its button stays where the file can't be attached."""
    voice = public_voice(game)
    return layout(
        None,
        small(voice(proof)),
        None if record is None else attached(record.name),
        *buttons([button(voice(Text("Record")), "record", game.id, row_id)]),
    )


def proof_text(game: StoredGame, record: Record) -> Text:
    """Publish the secret, and bind what was played: nobody can change the record from now on."""
    if game.lots is None:
        return _secret_text(game)
    return Text(
        "{secret}\nFingerprint of the moves and rolls ({n}): {fingerprint}",
        secret=_secret_text(game),
        n=len(record.moves),
        fingerprint=moves_fingerprint(record.moves),
    )


def _secret_text(game: StoredGame) -> Text:
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
