"""The toy game of `tests.games.toy` in Discord: its commands, its rules and its lesson."""

from discord.app_commands import locale_str

from bot.app import Tavolo
from cogs.challenge.options import Chosen
from cogs.games.commands import GameCommands
from cogs.ui.game_ui import GameUi, register
from cogs.ui.page import Figure, Page
from cogs.ui.routing import Click
from games.lessons.lesson import Exercise, Lesson
from games.record import Record
from games.words import Text
from tests.games.toy import TOY

ROLLED = Record(TOY.about.key, 2, {}, {"stake": 1}, ("pick:1", "pick:2", "@3"))

UI = register(
    TOY,
    GameUi(
        accent=0x336699,
        rules=(Page(Text("### Toy\nRoll, and keep it."), Figure(ROLLED, Text("A three"))),),
        lesson=Lesson(
            (
                Exercise(
                    position=ROLLED,
                    task=Text("Keep your three."),
                    right=frozenset({"keep"}),
                    praise=Text("Halfway to six."),
                    why=Text("Who drops out wins nothing."),
                ),
            ),
            Text("That is all there is to it."),
        ),
    ),
)


class ToyCommands(GameCommands):
    """Seat three unless told, rate every game, and let who opens a table begin."""

    async def challenge(self, interaction: Click, chosen: Chosen) -> None:
        usual = {"seats": chosen["seats"] or 3, "rated": chosen["rated"] is not False}
        await super().challenge(interaction, {**chosen, **usual, "first": "me"})


async def setup(bot: Tavolo) -> None:
    """Load the commands."""
    bot.tree.add_command(ToyCommands(bot, TOY, description=locale_str("Play Toy")))
