"""Manage a tournament: start it, cancel it, go on in another channel, correct a result.

Who made it and moderators (Manage Server) start, cancel and move it; results are for moderators.
"""

from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.services.tournament_checks import check_may_manage
from bot.services.tournament_view import TournamentView
from cogs.tournament.cards import tournament_cards_of
from cogs.tournament.joining import tournament_here
from cogs.tournament.words import pairing_text, player_text, result_text
from cogs.ui.components import AnyItem, button, buttons, choices, layout, words
from cogs.ui.game_lookup import actor_of
from cogs.ui.permissions import Spot, check_place, here
from cogs.ui.responses import acknowledge, say, voice_for, whisper
from cogs.ui.routing import Click, control, numbers, payload
from data.tournament_values import PairingResult, TournamentState
from data.tournaments import StoredPairing
from games.words import Text

OFFERED: Final = 25
"""How many games a list holds at Discord; the latest are offered."""
DECISIONS: Final = (
    PairingResult.FIRST,
    PairingResult.DRAW,
    PairingResult.SECOND,
    PairingResult.NEITHER,
)


class Managing(commands.Cog):
    """Start, cancel, move and correct."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("tournament-manage")
    async def _offer(self, interaction: Click, parts: list[str]) -> None:
        """Offer what this person may do."""
        view = await tournament_here(interaction, parts)
        check_may_manage(view, interaction.user.id, moderates=moderates(interaction))
        voice, number = voice_for(interaction), view.tournament.id
        danger, state = discord.ButtonStyle.danger, view.tournament.state
        row = []
        if state is TournamentState.OPEN:
            row.append(
                button(
                    voice(Text("Start now")),
                    "tournament-start",
                    number,
                    style=discord.ButtonStyle.success,
                )
            )
        if state in {TournamentState.OPEN, TournamentState.RUNNING}:
            row.append(button(voice(Text("Go on in this channel")), "tournament-move", number))
            row.append(button(voice(Text("End it")), "tournament-end", number, style=danger))
        items: list[AnyItem] = [words(voice(Text("What do you want to do?"))), *buttons(row)]
        games = _correctable(view)
        if games and moderates(interaction):
            plain = voice.plain()
            options = [
                (
                    str(one.id),
                    plain(pairing_text(one, view, links=False)),
                    plain(Text("round {n}", n=one.pairing.round)),
                )
                for one in games
            ]
            title = plain(Text("Correct a result"))
            items.append(choices(title, options, "tournament-correct", number))
        if len(items) == 1 and not row:
            raise Refused(Text("There is nothing to manage: results are corrected by moderators."))
        await whisper(interaction, layout(None, *items))

    @control("tournament-start")
    async def _start(self, interaction: Click, parts: list[str]) -> None:
        """Start it now."""
        await acknowledge(interaction)
        view = await tournament_here(interaction, parts)
        dispatch = await self._bot.tournaments.start(
            view.tournament.id, interaction.user.id, moderates=moderates(interaction)
        )
        await self._bot.carry_out(dispatch)
        await tournament_cards_of(self._bot).follow(view.tournament.id)
        await say(interaction, Text("The tournament has begun."), instead=True)

    @control("tournament-end")
    async def _ask(self, interaction: Click, parts: list[str]) -> None:
        """Ask whether it is really to end."""
        view = await tournament_here(interaction, parts)
        check_may_manage(view, interaction.user.id, moderates=moderates(interaction))
        voice = voice_for(interaction)
        text = Text(
            "**End this tournament for good?** Running games go on, but no longer count for it."
        )
        danger = discord.ButtonStyle.danger
        row = [button(voice(Text("End it")), "tournament-ended", view.tournament.id, style=danger)]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)), instead=True)

    @control("tournament-ended")
    async def _end(self, interaction: Click, parts: list[str]) -> None:
        """End it."""
        await acknowledge(interaction)
        view = await tournament_here(interaction, parts)
        dispatch = await self._bot.tournaments.cancel(
            view.tournament.id, interaction.user.id, moderates=moderates(interaction)
        )
        await self._bot.carry_out(dispatch)
        await say(interaction, Text("The tournament is over."), instead=True)

    @control("tournament-move")
    async def _move(self, interaction: Click, parts: list[str]) -> None:
        """Go on in the channel in which this was clicked."""
        await acknowledge(interaction)
        view = await tournament_here(interaction, parts)
        spot = here(interaction)
        check_place(spot)
        check_threads(spot)
        dispatch = await self._bot.tournaments.move(
            view.tournament.id,
            interaction.user.id,
            spot.channel_id,
            moderates=moderates(interaction),
        )
        await self._bot.carry_out(dispatch)
        await say(interaction, Text("The tournament goes on here."), instead=True)

    @control("tournament-correct")
    async def _choose(self, interaction: Click, parts: list[str]) -> None:
        """Ask how a game ended."""
        view = await tournament_here(interaction, parts)
        values = payload(interaction).get("values")
        (number,) = numbers([str(value) for value in values] if isinstance(values, list) else [], 1)
        paired = next((one for one in view.pairings if one.id == number), None)
        if paired is None or paired.pairing.second is None:
            raise ForgedControl
        voice = voice_for(interaction)
        text = Text(
            "{pairing}\nHow did it end? The first named has the points before the "
            "colon. Everybody sees who corrected it. Rounds that are already paired "
            "stay as they are.",
            pairing=pairing_text(paired, view),
        )
        row = [
            button(
                voice(_decision_text(paired.pairing.first, paired.pairing.second, outcome, view)),
                "tournament-corrected",
                view.tournament.id,
                number,
                outcome,
            )
            for outcome in DECISIONS
        ]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)), instead=True)

    @control("tournament-corrected")
    async def _correct(self, interaction: Click, parts: list[str]) -> None:
        """Decide how a game ended."""
        if len(parts) != 3 or parts[2] not in DECISIONS:
            raise ForgedControl
        if not moderates(interaction):
            raise Refused(Text("You need Manage Server to do that."))
        await acknowledge(interaction)
        view = await tournament_here(interaction, parts[:1])
        (pairing_id,) = numbers(parts[1:2], 1)
        dispatch = await self._bot.tournaments.correct(
            view.tournament.id, pairing_id, PairingResult(parts[2]), actor_of(interaction)
        )
        await self._bot.carry_out(dispatch)
        await tournament_cards_of(self._bot).follow(view.tournament.id)
        await say(interaction, Text("The result has been corrected."), instead=True)


def check_threads(spot: Spot) -> None:
    """Refuse a place in which the games of a tournament can't have threads."""
    if not spot.is_threaded:
        raise Refused(
            Text("A tournament needs a text channel, in which each of its games has a thread.")
        )
    if not spot.may_open_threads:
        raise Refused(
            Text(
                "Each game of a tournament gets a thread: for that I need the permissions Create Public "
                "Threads and Send Messages in Threads in {channel}.",
                channel=f"<#{spot.channel_id}>",
            )
        )


def moderates(interaction: Click) -> bool:
    """Tell whether a person moderates the server."""
    return interaction.permissions.manage_guild


def _correctable(view: TournamentView) -> list[StoredPairing]:
    """List the games whose results may be corrected, the latest first."""
    met = [one for one in view.pairings if one.pairing.second is not None]
    return met[::-1][:OFFERED]


def _decision_text(first: int, second: int, outcome: PairingResult, view: TournamentView) -> Text:
    winner = {PairingResult.FIRST: first, PairingResult.SECOND: second}.get(outcome)
    if winner is None:
        return result_text(outcome)
    return Text(
        "{result}: {player} wins",
        result=result_text(outcome),
        player=player_text(winner, view.names),
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Managing(bot))
