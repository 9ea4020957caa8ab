"""The command line for the weights of MatriO: `python -m games.players.matrio` finds and prints them.

The same number of games and the same seed make the same file. What does not belong here: how they are
found (`games.players.matrio.training`).
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence

from games.players.matrio.training import trained


def main(arguments: Sequence[str] | None = None) -> int:
    """Find weights, print them as JSON and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m games.players.matrio",
        description="Find weights for plays, and print them.",
        allow_abbrev=False,
    )
    parser.add_argument("--games", type=int, required=True, metavar="N", help="how many are played")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="from what all follows")
    options = parser.parse_args(arguments)
    learner = trained(options.games, options.seed, _show)
    command = f"python -m games.players.matrio --games {options.games} --seed {options.seed}"
    print(json.dumps({"command": command, "weights": learner.written()}, separators=(",", ":")))
    return 0


def _show(played: int) -> None:
    if os.isatty(2):
        print(f"\r{played} games", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
