"""Join a tournament, leave it, challenge somebody on a ladder."""

from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, UnknownTournament
from bot.services.tournament_checks import check_takes_part
from bot.services.tournament_view import TournamentView
from bot.text.voice import Name
from bot.tournament import ladder
from cogs.tournament.cards import tournament_cards_of
from cogs.tournament.words import player_text
from cogs.ui.access import sees_channel
from cogs.ui.components import button, buttons, choices, layout, words
from cogs.ui.game_lookup import actor_of
from cogs.ui.responses import acknowledge, say, voice_for, whisper
from cogs.ui.routing import Click, control, numbers, payload
from data.tournament_values import Format, TournamentState
from data.tournaments import Tournament
from games.words import Text


async def tournament_here(interaction: Click, parts: list[str]) -> TournamentView:
    """Return the tournament that a custom_id names; UnknownTournament if they may not know of it."""
    (number,) = numbers(parts, 1)
    view = await interaction.client.tournaments.view(number)
    # Who made it is told of its troubles by a direct message, with a button.
    told = interaction.guild_id is None and view.tournament.creator_id == interaction.user.id
    if not told and not await may_know(interaction, view.tournament):
        raise UnknownTournament
    return view


async def may_know(interaction: Click, tournament: Tournament) -> bool:
    """Tell whether who acts made a tournament of this server, takes part or sees its channel."""
    if tournament.guild_id != interaction.guild_id:
        return False
    if await sees_channel(interaction, tournament.channel_id):
        return True
    view = await interaction.client.tournaments.view(tournament.id)
    takes_part = {tournament.creator_id, *(entrant.id for entrant in view.entrants)}
    return interaction.user.id in takes_part


class Joining(commands.Cog):
    """Take part, or no longer."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("tournament-join")
    async def _join(self, interaction: Click, parts: list[str]) -> None:
        """Take part; with the last seat taken it starts."""
        await acknowledge(interaction)
        view = await tournament_here(interaction, parts)
        number = view.tournament.id
        await self._bot.carry_out(await self._bot.tournaments.join(number, actor_of(interaction)))
        await tournament_cards_of(self._bot).follow(number)

    @control("tournament-leave")
    async def _leave(self, interaction: Click, parts: list[str]) -> None:
        """Leave before the start; ask before somebody withdraws."""
        view = await tournament_here(interaction, parts)
        check_takes_part(view, interaction.user.id)
        number = view.tournament.id
        if view.tournament.state is TournamentState.OPEN:
            await acknowledge(interaction)
            dispatch = await self._bot.tournaments.leave(number, interaction.user.id)
            await self._bot.carry_out(dispatch)
            return
        voice = voice_for(interaction)
        text = Text(
            "**Drop out of {tournament}?** You will not be paired again, and a game "
            "that has not begun is lost. Your running game goes on: /game resign "
            "gives it up.",
            tournament=Name(view.tournament.terms.name),
        )
        row = [button(voice(Text("Drop out")), "tournament-left", number)]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)))

    @control("tournament-left")
    async def _withdraw(self, interaction: Click, parts: list[str]) -> None:
        """Withdraw."""
        await acknowledge(interaction)
        view = await tournament_here(interaction, parts)
        dispatch = await self._bot.tournaments.leave(view.tournament.id, interaction.user.id)
        await self._bot.carry_out(dispatch)
        await tournament_cards_of(self._bot).follow(view.tournament.id)
        await say(interaction, Text("You have dropped out."), instead=True)

    @control("ladder")
    async def _offer(self, interaction: Click, parts: list[str]) -> None:
        """Offer whom a person can challenge on a ladder."""
        view = await tournament_here(interaction, parts)
        check_takes_part(view, interaction.user.id)
        if view.tournament.terms.format is not Format.LADDER:
            raise ForgedControl
        busy = ladder.busy_in([one.pairing for one in view.pairings])
        order = ladder.order_of(view.entrants, view.ended)
        others = ladder.may_challenge(order, interaction.user.id, busy)
        if not others:
            text = Text("You can't challenge anybody now: those above you are playing.")
            if interaction.user.id in busy:
                text = Text("You can't challenge anybody now: you have a game on this ladder.")
            elif order[:1] == [interaction.user.id]:
                text = Text("You can't challenge anybody: you are at the top.")
            await say(interaction, text)
            return
        voice = voice_for(interaction)
        plain = voice.plain()
        options = [
            (
                str(other),
                plain(
                    Text(
                        "{rank}. {name}",
                        rank=order.index(other) + 1,
                        name=player_text(other, view.names),
                    )
                ),
                None,
            )
            for other in others
        ]
        listed = choices(
            plain(Text("Choose somebody")), options, "ladder-challenge", view.tournament.id
        )
        text = Text("Who do you want to challenge? The game begins at once.")
        await whisper(interaction, layout(None, words(voice(text)), listed))

    @control("ladder-challenge")
    async def _challenge(self, interaction: Click, parts: list[str]) -> None:
        """Begin a game with somebody above."""
        view = await tournament_here(interaction, parts)
        values = payload(interaction).get("values")
        (other,) = numbers([str(value) for value in values] if isinstance(values, list) else [], 1)
        await acknowledge(interaction)
        dispatch = await self._bot.tournaments.challenge(
            view.tournament.id, actor_of(interaction), other
        )
        await self._bot.carry_out(dispatch)
        await say(interaction, Text("The game begins."), instead=True)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Joining(bot))
