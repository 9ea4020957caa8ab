"""The slash commands that every game has: challenge, rules and learn, made from its `About`.

A game's own module passes the options that it adds, and derives from `GameCommands` where it
has commands or conditions of its own. What does not belong here: any one game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Tavolo
from bot.errors import Refused
from bot.match.table import Person
from bot.text.translator import command_text
from bot.text.voice import Name
from cogs.challenge.challenges import cards_of
from cogs.challenge.handicaps import NAME as HANDICAP
from cogs.challenge.handicaps import Label, given_in, handicap_option, head_start
from cogs.challenge.options import (
    Chosen,
    CommandOption,
    clock_of,
    command_with,
    computers_in,
    is_rated,
    opponents_in,
    options_for_more,
    options_for_two,
)
from cogs.learn.lessons import show_lesson
from cogs.learn.rules_pages import show_rules
from cogs.ui.game_lookup import guild_of
from cogs.ui.routing import Click
from data.challenges import First, MatchKind, Terms
from games.game import About, Option
from games.line import AnyGame
from games.words import Text


@dataclass(frozen=True, slots=True)
class GameOption:
    """One of a game's `About.options` or `About.settings`, as its challenge command offers it.

    `labels` are those of its values, in order. Without them the values are numbers, and any
    from the first to the last can be typed.
    """

    key: str
    description: locale_str
    labels: tuple[locale_str, ...] = ()


class GameCommands(app_commands.Group):
    """The commands of a game, under the name of its command."""

    def __init__(
        self,
        bot: Tavolo,
        game: AnyGame,
        *,
        description: locale_str,
        options: Sequence[GameOption] = (),
        handicap: Label = head_start,
    ) -> None:
        super().__init__(name=game.about.command, description=description, guild_only=True)
        self.bot: Final = bot
        self.game: Final = game
        self._own: Final = tuple(_offered(game.about, option) for option in options)
        about, name = game.about, game.about.name
        own = (*self._own, *handicap_option(about, handicap))
        asked = (
            options_for_two(about, own) if about.seats[-1] == 2 else options_for_more(about, own)
        )
        rules = command_text("The rules of {game}", game=name)
        learn = command_text("A first lesson in {game}, step by step", game=name)
        for command in (
            command_with("challenge", _invitation(about), asked, self.challenge),
            *self.special(),
            app_commands.Command(name="rules", description=rules, callback=self._rules),
            app_commands.Command(name="learn", description=learn, callback=self._learn),
        ):
            self.add_command(command)

    def special(self) -> Sequence[app_commands.Command[Any, ..., None]]:  # Any: of any group
        """Return the commands that this game has and no other."""
        return ()

    def check(self, chosen: Chosen) -> None:
        """Raise Refused where options were chosen that do not fit each other."""

    async def challenge(self, interaction: Click, chosen: Chosen) -> None:
        """Challenge people, the computer or anybody, on the terms that were chosen."""
        self.check(chosen)
        game, asked = self.game, opponents_in(chosen)
        level, count = chosen["computer"], chosen.get("computers")
        least = count or (0 if level is None else 1)
        seats = chosen.get("seats") or _seats_for(game.about, 1 + len(asked) + least)
        sitting = computers_in(chosen, seats - 1 - len(asked))
        first = First(chosen.get("first") or First.RANDOM)
        others = [Person(one.id, one.name) for one in sitting]
        others += [Person(one.id, one.display_name) for one in asked]
        if game.about.winner_starts and first is not First.RANDOM and len(others) == 1:
            await self._check_first(interaction, *others)
        given = {
            option.name: str(chosen[option.name])
            for option in self._own
            if chosen[option.name] is not None
        }
        rules = {option.key for option in game.about.options}
        terms = Terms(
            game=game.about.key,
            seats=seats,
            options=game.options_of({key: given[key] for key in given.keys() & rules}),
            kind=MatchKind(chosen.get("match") or MatchKind.SINGLE),
            first=first,
            rated=is_rated(chosen["rated"], level, count),
            clock=clock_of(interaction, chosen["clock"], chosen["on_time"]),
            takebacks=chosen["takebacks"],
            settings=game.settings_of({key: given[key] for key in given.keys() - rules}),
            handicap=given_in(
                *(chosen.get(HANDICAP), game.about, interaction.user.id),
                [one.id for one in others],
                is_open=seats > 1 + len(others),
            ),
        )
        await cards_of(self.bot).propose(interaction, asked, terms, sitting, word=chosen["word"])

    async def _check_first(self, interaction: Click, opponent: Person) -> None:
        """Refuse a choice of who starts where the last game between the two decides it."""
        people = (interaction.user.id, opponent.id)
        before = await self.bot.matches.winner_before(
            guild_of(interaction), self.game.about.key, people
        )
        if before is None:
            return
        _, winner = before
        if winner is None:
            raise Refused(
                Text(
                    "Your last game was a draw, so the bot picks who starts at random: leave "
                    "the “first” option out."
                )
            )
        names = {
            interaction.user.id: interaction.user.display_name,
            opponent.id: opponent.name,
        }
        raise Refused(
            Text(
                "{winner} won the last game between you and starts this one: leave the “first” "
                "option out.",
                winner=Name(names[winner]),
            )
        )

    async def _rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, self.game.about.key, 0)

    async def _learn(self, interaction: Click) -> None:
        """Begin the first lesson."""
        await show_lesson(interaction, self.game.about.key)


def _invitation(about: About) -> locale_str:
    if about.seats[-1] == 2:
        return command_text("Challenge somebody to {game}", game=about.name)
    if 2 in about.seats:
        return command_text("Challenge somebody to {game}, or open a table", game=about.name)
    return command_text("Open a {game} table", game=about.name)


def _offered(about: About, option: GameOption) -> CommandOption:
    """Return a game's option as an option of the command."""
    values = _values(about, option.key)
    if not option.labels:
        numbers = app_commands.Range[int, int(values[0]), int(values[-1])]
        return CommandOption(option.key, option.description, numbers | None)
    choices = [
        app_commands.Choice(name=label, value=value)
        for label, value in zip(option.labels, values, strict=True)
    ]
    return CommandOption(option.key, option.description, str | None, choices=choices)


def _values(about: About, key: str) -> tuple[str, ...]:
    known: tuple[Option, ...] = (*about.options, *about.settings)
    (values,) = (option.values for option in known if option.key == key)
    return values


def _seats_for(about: About, players: int) -> int:
    """Return the smallest table with enough seats, or the largest there can be."""
    return next((seats for seats in about.seats if seats >= players), about.seats[-1])
