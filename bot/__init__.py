"""The application: from the command line and the Discord client to the services behind them.

Read in this order: `config` and `cli` (how it starts), `app` (what it consists of), `services`
(what people ask for), `match` (what an event changes), `delivery` (how messages get to Discord,
and scheduled jobs), `workers` (how computers think), `text` (translation). What does not belong
here: commands, buttons and the look of messages (`cogs`), SQL (`data`), rules (`games`).
"""

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.app import Tavolo
    from bot.config import Settings
    from bot.match.setup import Chances


def create_bot(
    *,
    database_url: str | None = None,
    settings: "Settings | None" = None,
    chances: "Chances | None" = None,
) -> "Tavolo":
    """Build the whole bot without connecting; `database_url` overrides the settings'.

    `chances` replaces the source of secrets and lots.
    """
    # discord.py takes a third of a second to import; `tavolo --help` need not wait for it.
    from bot.app import Tavolo  # noqa: PLC0415 -- see above
    from bot.config import load  # noqa: PLC0415 -- see above

    chosen = settings if settings is not None else load({})
    if database_url is not None:
        chosen = replace(chosen, database_url=database_url)
    return Tavolo(chosen, chances=chances)
