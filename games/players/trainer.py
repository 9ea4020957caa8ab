"""The command line of players that learn: `python -m games.players.GAME` lets one, and prints what comes of it.

The same number of games and the same seed make the same file. What does not belong here: how any one
player learns (each game's `training`).
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol


class Learner(Protocol):
    """What has learned from games."""

    def written(self) -> Mapping[str, object]:
        """Return what was learned, for a file."""


Trained = Callable[[int, int, Callable[[int], None]], Learner]
"""What plays a number of games from a seed, and learns; it tells how many have been played."""


def run(package: str, trained: Trained, arguments: Sequence[str] | None = None) -> int:
    """Let a player of a package learn, print what comes of it as JSON, and return the exit code."""
    command = f"python -m {package}"
    parser = argparse.ArgumentParser(
        prog=command,
        description="Learn from games, and print what was learned.",
        allow_abbrev=False,
    )
    parser.add_argument("--games", type=int, required=True, metavar="N", help="how many it plays")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="from what all follows")
    options = parser.parse_args(arguments)
    learner = trained(options.games, options.seed, _show)
    asked = f"{command} --games {options.games} --seed {options.seed}"
    print(json.dumps({"command": asked, **learner.written()}, separators=(",", ":")))
    return 0


def _show(played: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{played} games", end="", file=sys.stderr, flush=True)
