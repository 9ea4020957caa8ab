"""The command line for the network of Tablero: `python -m games.players.tablero` trains and prints it."""

import sys
from collections.abc import Sequence

from games.players.tablero.training import trained
from games.players.trainer import run


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, print what was learned as JSON, and return the exit code."""
    return run("games.players.tablero", trained, arguments)


if __name__ == "__main__":
    sys.exit(main())
