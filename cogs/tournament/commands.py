"""/tournament: make one, list those of the server, show one."""

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import Refused
from bot.match.lots import tidy_word
from bot.match.reminder_times import HOUR
from bot.text.voice import Name
from cogs.challenge.options import CLOCKS, NO_CLOCK
from cogs.tournament.joining import may_know
from cogs.tournament.managing import check_threads
from cogs.tournament.pages import STANDINGS, pages_of
from cogs.tournament.words import FORMATS, what_text
from cogs.ui.components import button, buttons, layout, link, message_link, words
from cogs.ui.game_lookup import actor_of, guild_of
from cogs.ui.permissions import check_allowed, check_place, here
from cogs.ui.responses import acknowledge, say, server_language, voice_for, whisper
from cogs.ui.routing import Click
from data.challenges import MatchKind
from data.tournament_values import Format, TournamentState
from data.tournaments import Tournament, TournamentTerms
from games.players import Level
from games.registry import GAMES
from games.words import Text, joined

NAME_LENGTH: Final = 60
LISTED: Final = 15
MOST_SEATS: Final = {
    Format.ROUND_ROBIN: 16,
    Format.SWISS: 32,
    Format.KNOCKOUT: 32,
    Format.LADDER: 50,
}
"""How many can take part: of more, a message could not list all, and a round robin would never end."""
USUAL_SEATS: Final = 8
USUAL_ON_LADDER: Final = 50
LONGEST_WAIT: Final = 336
"""How many hours ahead a start can be: two weeks."""
MOST_ROUNDS: Final = 16
EVERYWHERE: Final = tuple(TournamentState)
STATES: Final = {
    TournamentState.OPEN: Text("people can join"),
    TournamentState.RUNNING: Text("running"),
    TournamentState.FINISHED: Text("over"),
    TournamentState.CANCELLED: Text("cancelled"),
}


class TournamentCommands(
    commands.GroupCog,
    group_name=locale_str("tournament"),
    group_description=locale_str("Tournaments of this server"),
):
    """Make, list and show tournaments."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        super().__init__()

    @app_commands.command(
        name=locale_str("create"),
        description=locale_str(
            "Make a tournament: a card appears here, and people join with a click"
        ),
    )
    @app_commands.rename(kind=locale_str("format"), hours=locale_str("starts_in"))
    @app_commands.describe(
        name=locale_str("What it is called"),
        game=locale_str("Which game; games for two"),
        kind=locale_str("How it is decided who meets whom"),
        clock=locale_str("Days per turn; running out of time forfeits"),
        seats=locale_str("How many can take part; 8 if you leave it out, 50 on a ladder"),
        rounds=locale_str(
            "How many rounds a Swiss tournament has; leave it out for the usual number"
        ),
        hours=locale_str("After how many hours it starts; leave it out to start when it is full"),
        computers=locale_str("Computers of this level take seats that are free at the start"),
        rated=locale_str("Whether its games between people count for the leaderboard"),
    )
    @app_commands.choices(
        kind=[
            app_commands.Choice(
                name=locale_str("round robin: everybody meets everybody"),
                value=Format.ROUND_ROBIN.value,
            ),
            app_commands.Choice(
                name=locale_str("Swiss: people with equal points meet"), value=Format.SWISS.value
            ),
            app_commands.Choice(
                name=locale_str("knockout: one loss and you are out"), value=Format.KNOCKOUT.value
            ),
            app_commands.Choice(
                name=locale_str("ladder: never ends, challenge those above you"),
                value=Format.LADDER.value,
            ),
        ],
        clock=[choice for choice in CLOCKS if choice.value != NO_CLOCK],
        computers=[
            app_commands.Choice(name=locale_str("easy"), value=Level.EASY.value),
            app_commands.Choice(name=locale_str("medium"), value=Level.MEDIUM.value),
            app_commands.Choice(name=locale_str("hard"), value=Level.HARD.value),
            app_commands.Choice(name=locale_str("expert"), value=Level.EXPERT.value),
        ],
    )
    @app_commands.guild_only()
    async def create(
        self,
        interaction: Click,
        name: app_commands.Range[str, 1, NAME_LENGTH],
        game: str,
        kind: str,
        clock: str = "3",
        seats: app_commands.Range[int, 3, 50] | None = None,
        rounds: app_commands.Range[int, 2, MOST_ROUNDS] | None = None,
        hours: app_commands.Range[int, 1, LONGEST_WAIT] | None = None,
        computers: str | None = None,
        rated: bool = True,
    ) -> None:
        """Make a tournament in the channel where the person is."""
        guild_id = guild_of(interaction)
        spot = here(interaction)
        check_place(spot)
        check_allowed(interaction)
        check_threads(spot)
        terms = self._terms(
            name, game, Format(kind), clock, seats, rounds, hours, computers, rated=rated
        )
        await acknowledge(interaction, thinking=True)
        number, dispatch = await self._bot.tournaments.create(
            actor_of(interaction),
            terms,
            guild_id=guild_id,
            channel_id=spot.channel_id,
            language=await server_language(interaction),
            interaction_id=interaction.id,
        )
        await self._bot.carry_out(dispatch)
        post = await self._bot.tournaments.card_of(number)
        if post is None:
            await say(
                interaction,
                Text(
                    "Your tournament is saved, but Discord doesn't let me post its card here. Ask a "
                    "moderator to check my permissions, or use /tournament show in another channel, then "
                    "Manage and “Go on in this channel”."
                ),
            )
            return
        voice = voice_for(interaction)
        text = Text(
            "Your tournament is open. To take part, click Join too. Manage starts or ends it."
        )
        address = message_link(guild_id, post.channel_id, post.message_id)
        row = [
            button(voice(Text("Join")), "tournament-join", number),
            link(voice(Text("Go to the tournament")), address),
        ]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)))

    def _terms(
        self,
        name: str,
        game: str,
        kind: Format,
        clock: str,
        seats: int | None,
        rounds: int | None,
        hours: int | None,
        computers: str | None,
        *,
        rated: bool,
    ) -> TournamentTerms:
        tidy = tidy_word(name[:NAME_LENGTH])
        if game not in tournament_games():
            raise Refused(Text("Tournaments are for games that two can play."))
        if tidy is None:
            raise Refused(Text("A tournament needs a name that can be read."))
        most = MOST_SEATS[kind]
        wanted = seats or (USUAL_ON_LADDER if kind is Format.LADDER else USUAL_SEATS)
        if wanted > most:
            raise Refused(
                Text("At most {n} can take part in a {format}.", n=most, format=FORMATS[kind])
            )
        about = GAMES[game].about
        return TournamentTerms(
            name=tidy,
            game=game,
            kind=MatchKind.TWO_GAME if about.two_games else MatchKind.SINGLE,
            format=kind,
            seats=wanted,
            rounds=rounds,
            clock_days=int(clock),
            rated=rated,
            level=None if computers is None else Level(computers),
            starts_at=None if hours is None else self._bot.clock() + hours * HOUR,
        )

    @app_commands.command(
        name=locale_str("list"), description=locale_str("The tournaments of this server")
    )
    @app_commands.guild_only()
    async def show_all(self, interaction: Click) -> None:
        """List the server's tournaments, the latest first."""
        found = await self._known(interaction)
        voice = voice_for(interaction)
        if not found:
            await say(
                interaction,
                Text("This server has had no tournament yet. /tournament create makes one."),
            )
            return
        said = [
            Text(
                "**{name}** · {what} · {state}",
                name=Name(one.terms.name),
                what=what_text(one),
                state=STATES[one.state],
            )
            for one in found
        ]
        row = [
            button(voice.plain()(Text("{name}", name=Name(one.terms.name))), "tournament", one.id)
            for one in found
        ]
        view = layout(None, words(voice(joined(said, "{one}\n{two}"))), *buttons(row))
        await whisper(interaction, view)

    @app_commands.command(
        name=locale_str("show"),
        description=locale_str(
            "A tournament: standings, rounds, how ties are broken; only for you"
        ),
    )
    @app_commands.describe(tournament=locale_str("Which one; the latest if you leave it out"))
    @app_commands.guild_only()
    async def show(
        self,
        interaction: Click,
        tournament: app_commands.Range[str, 1, NAME_LENGTH] | None = None,
    ) -> None:
        """Show the page of a tournament."""
        found = await self._known(interaction)
        chosen = [one for one in found if tournament in {None, str(one.id), one.terms.name}]
        if not chosen:
            raise Refused(
                Text("There is no such tournament in this server. /tournament list shows all.")
            )
        view = await self._bot.tournaments.view(chosen[0].id)
        await pages_of(self._bot).show(interaction, view, STANDINGS)

    @show.autocomplete("tournament")
    async def _suggest(self, interaction: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the tournaments whose names contain what is typed."""
        if interaction.guild_id is None:
            return []
        wanted = typed[:NAME_LENGTH].casefold()
        return [
            app_commands.Choice(name=one.terms.name, value=str(one.id))
            for one in await self._known(interaction)
            if wanted in one.terms.name.casefold()
        ]

    async def _known(self, interaction: Click) -> list[Tournament]:
        """List the server's latest tournaments that a person may know of."""
        found = await self._bot.tournaments.in_server(guild_of(interaction), EVERYWHERE, LISTED)
        return [one for one in found if await may_know(interaction, one)]


def tournament_games() -> tuple[str, ...]:
    """List the games that can have tournaments: those that two can play."""
    return tuple(key for key, game in GAMES.items() if 2 in game.about.seats)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    # The games that are registered now, which may be more than when this module was imported.
    games = [
        app_commands.Choice(name=GAMES[key].about.name, value=key) for key in tournament_games()
    ]
    app_commands.choices(game=games)(TournamentCommands.create)
    await bot.add_cog(TournamentCommands(bot))
