"""The largest tournaments fit into Discord's messages, whatever people are called."""

from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest
from discord import ui

from bot.app import Tavolo
from bot.services.tournament_view import TournamentView
from bot.text.voice import Voice
from cogs.tournament.cards import card_layout
from cogs.tournament.commands import MOST_SEATS
from cogs.tournament.pages import page_layout
from data.challenges import MatchKind
from data.tournament_values import Format, How, PairingResult, TournamentState
from data.tournaments import Correction, StoredPairing, Tournament, TournamentTerms
from tests.bot.tournament.played import entered, play
from tests.discord.simulated import World
from tests.tiers import sampled

MOST = 4000
"""How many characters a message with components takes in all."""
PLACE = 1456074443980800019


def largest(kind: Format, state: TournamentState) -> TournamentView:
    """Return the largest tournament of a format, with names that need much escaping."""
    seats = MOST_SEATS[kind]
    terms = TournamentTerms(
        "*" * 60, "dice_matrix", MatchKind.TWO_GAME, kind, seats, 16, 14, False, None, 1_900_000_000
    )
    entrants, pairings = (
        (entered(seats), []) if kind is Format.LADDER else play(kind, seats, seed=1, rounds=2)
    )
    stored = [
        StoredPairing(number, 1, replace(one, how=How.CORRECTED), number, number)
        for number, one in enumerate(pairings, 1)
    ]
    return TournamentView(
        Tournament(1, 7, 70, 101, terms, "en", state, 0),
        tuple(entrants),
        tuple(stored),
        tuple(Correction(1, PLACE, None, PairingResult.DRAW, 1_900_000_000) for _ in stored),
        {one.id: "_" * 32 for one in entrants},
        {one.id: PLACE for one in stored},
    )


def length(view: discord.ui.LayoutView) -> int:
    """Count the characters of a message."""

    def texts() -> Iterator[str]:
        for item in view.walk_children():
            if isinstance(item, ui.TextDisplay):
                yield item.content

    return sum(map(len, texts()))


@sampled("kind", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT, Format.LADDER])
@sampled("state", TournamentState)
@sampled("language", ["en", "ja"])
async def test_a_card_fits(
    kind: Format, state: TournamentState, language: str, world: World
) -> None:
    assert isinstance(world.bot, Tavolo), "its games are loaded"
    view = largest(kind, state)
    for pictured in (True, False):
        assert length(card_layout(view, Voice(language), pictured=pictured)) <= MOST


@sampled("kind", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT, Format.LADDER])
@sampled("part", ["standings", "rules", "corrections"])
def test_a_page_fits(kind: Format, part: str) -> None:
    view = largest(kind, TournamentState.RUNNING)
    for language in ("en", "ja"):
        assert length(page_layout(view, part, Voice(language), None)) <= MOST


@pytest.mark.parametrize("kind", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_a_round_fits(kind: Format) -> None:
    view = largest(kind, TournamentState.RUNNING)
    for language in ("en", "ja"):
        assert length(page_layout(view, "1", Voice(language), None)) <= MOST
