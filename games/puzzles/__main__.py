"""The command line for puzzles: `python -m games.puzzles make GAME` writes a game's file.

The same game, count and seed make the same file on every machine, in one process. What does not
belong here: how puzzles are found (`games.puzzles.search`).
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from games.errors import GameError
from games.puzzles.puzzle import Puzzle
from games.puzzles.search import search
from games.puzzles.shelf import FILE, write
from games.registry import GAMES, game_of

WRONG: Final = 2
COUNT: Final = 70
"""How many puzzles a file has unless asked otherwise."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    options = _parser().parse_args(arguments)
    try:
        game = game_of(options.game)
    except GameError as error:
        print(error, file=sys.stderr)
        return WRONG
    file = Path(options.to or Path(__file__).parents[1] / game.about.key / FILE)
    found: list[Puzzle] = []
    for looked in islice(search(game, options.seed), options.games):
        if looked.puzzle is not None:
            found.append(looked.puzzle)
        shown = f"\r{len(found)} of {options.count} puzzles in {looked.number + 1} games"
        print(shown, end="", file=sys.stderr, flush=True)
        if len(found) == options.count:
            break
    print(file=sys.stderr)
    command = (
        f"python -m games.puzzles make {game.about.key} --count {options.count} "
        f"--seed {options.seed}"
    )
    file.write_text(write(found, command), "utf-8")
    print(f"{len(found)} puzzles are in {file}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games.puzzles", description="Make puzzles.", allow_abbrev=False
    )
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser(
        "make", help="find puzzles in games of computers", allow_abbrev=False
    )
    make.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    make.add_argument("--count", type=int, default=COUNT, metavar="N", help="how many")
    make.add_argument("--seed", type=int, default=1, metavar="S", help="from what all follows")
    make.add_argument(
        "--games", type=int, default=None, metavar="G", help="how many games are played at most"
    )
    make.add_argument("--to", metavar="FILE", help="where to write; else the game's folder")
    return parser


if __name__ == "__main__":
    sys.exit(main())
