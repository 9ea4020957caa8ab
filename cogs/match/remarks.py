"""Remarks on a step of a finished game's replay: whether it cost much, and the way to its review.

What does not belong here: the step itself (`cogs.match.replays`).
"""

from collections.abc import Sequence
from typing import Any

import discord

from bot.app import Tavolo
from bot.services.replays import step_after
from bot.services.reviews import Blunder, costliest_first
from bot.text.voice import Voice
from cogs.match.animations import animate_button
from cogs.ui.components import AnyItem, button, buttons, small
from games.game import Reason
from games.line import Line
from games.words import Seat, Text, signed


async def remarks_on(
    bot: Tavolo, game_id: int, shown: Sequence[Line], step: int, voice: Voice
) -> list[AnyItem]:
    """Return what is said of a step of a game that is over, and where one goes on from it."""
    review = await bot.reviews.known(game_id)
    costly = [] if review is None else costliest_first(review.blunders)
    here = [n for n, blunder in enumerate(costly) if step_after(shown, blunder.ply) == step]
    items: list[AnyItem] = [small(voice(cost_text(costly[n]))) for n in here]
    result, back = shown[-1].result, None
    if result is not None and result.reason is not Reason.ABORTED:
        back = _review_button(game_id, here, voice)
    return [*items, *buttons([animate_button(game_id, voice), back])]


def cost_text(blunder: Blunder) -> Text:
    """Say that a move cost its player much."""
    return Text(
        "A costly move of {player}: {cost}",
        player=Seat(blunder.seat),
        cost=cost_of(blunder),
    )


def cost_of(blunder: Blunder) -> Text:
    """Return what a move cost its player, in percent of the chances."""
    return Text("{number} %", number=signed(-round(100 * blunder.cost)))


def _review_button(
    game_id: int, here: Sequence[int], voice: Voice
) -> discord.ui.Button[Any]:  # Any: as AnyItem
    """Make the button that leads to the better move, where there is one, else to the review."""
    if here:
        return button(voice(Text("The better move")), "mistake", game_id, here[0])
    return button(voice(Text("Review")), "review", game_id, 1)
