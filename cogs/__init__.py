"""What people touch: commands, buttons, lists, and the look of messages.

Thin: a cog turns a click into a call of a service in `bot`, and the result into words. Begin with
`ui` (routing of clicks, components, responses, the panel of a move) and `board` (boards and
turns); `challenge`, `match`, `learn` and `server` hold the other commands, `games` one module for
each game, with its rules pages in `rulebooks`. No SQL, no rules of play.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from games.registry import GAMES

if TYPE_CHECKING:
    from bot.app import Tavolo

COGS: Final = (
    "ui.routing",
    "ui.responses",
    "challenge.challenges",
    "challenge.quick_start",
    "challenge.words",
    "board.boards",
    "board.turn_pings",
    "board.private_view",
    "board.turns",
    "match.agreements",
    "match.plans",
    "match.follow_and_notes",
    "match.move_notes",
    "match.more",
    "match.results",
    "match.proofs",
    "match.archive",
    "match.imports",
    "match.replays",
    "match.explore",
    "match.practice",
    "match.polls",
    "match.animations",
    "match.ledger",
    "match.computers",
    "match.reasons",
    "match.reviews",
    "match.clocks",
    "match.reminders",
    "server.absences",
    "server.contacts",
    "server.blocks",
    "server.membership",
    "match.games",
    "ui.game_choice",
    "server.lists",
    "server.leaderboard",
    "tournament.cards",
    "tournament.commands",
    "tournament.joining",
    "tournament.managing",
    "tournament.pages",
    "server.versus",
    "server.rivals",
    "server.profile",
    "server.seasons",
    "learn.rules_pages",
    "learn.lessons",
    "learn.puzzles",
    "learn.puzzle_news",
    "server.preferences",
    "server.privacy",
    "server.settings",
    "server.help",
    "server.greeting",
    "server.weekly",
)
"""The modules with a cog, in the order in which they are loaded; those of the games follow."""


def modules() -> tuple[str, ...]:
    """Return the names of all modules with a cog, in the order in which they are loaded."""
    return tuple(f"{__name__}.{name}" for name in (*COGS, *(f"games.{key}" for key in GAMES)))


async def load(bot: "Tavolo") -> None:
    """Add all cogs to a bot."""
    # Not load_extension: it runs a module again that another cog has imported already.
    for name in modules():
        await import_module(name).setup(bot)
