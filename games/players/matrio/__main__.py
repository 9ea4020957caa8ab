"""The command line for the weights of expert in MatriO: `python -m games.players.matrio` finds and prints them."""

import sys
from collections.abc import Sequence

from games.players.matrio.training import trained
from games.players.trainer import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, print what was learned as JSON, and return the exit code."""
    return run("games.players.matrio", trained, arguments)


if __name__ == "__main__":
    sys.exit(main())
