"""Tavolo in a process of its own, so that a test can stop or kill it.

`python -m tests.playground.bot_process` runs it as the command `tavolo` does. The port, the token,
the database's address and how far the clock is ahead come in the environment, and the file for what
blocks the event loop, if that is measured.
"""

import os
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import bot
from bot import cli
from bot.config import Settings
from bot.memory import collect_rarely


def main() -> int:
    # As the command does, before all else is imported.
    collect_rarely()
    from bot.app import Tavolo  # noqa: PLC0415 -- see above
    from playground.redirect import point_discordpy  # noqa: PLC0415 -- see above
    from tests.benchmarks.blocks import noting_blocks  # noqa: PLC0415 -- see above

    ahead = float(os.environ["PLAYGROUND_AHEAD"])

    def create_bot(*, settings: Settings) -> Tavolo:
        return Tavolo(settings, clock=lambda: int(time.time() + ahead), guild_ready_timeout=0.1)

    bot.create_bot = create_bot  # type: ignore[assignment]  # it takes what `cli` hands over
    os.environ["DISCORD_TOKEN"] = os.environ["PLAYGROUND_TOKEN"]
    os.environ["DATABASE_URL"] = os.environ["PLAYGROUND_DATABASE"]
    blocks = os.environ.get("PLAYGROUND_BLOCKS")
    point_discordpy(int(os.environ["PLAYGROUND_PORT"]))
    with noting_blocks(Path(blocks)) if blocks else nullcontext():
        return cli.main(["run"])


if __name__ == "__main__":
    sys.exit(main())
