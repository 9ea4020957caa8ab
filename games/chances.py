"""`python -m games chances`: play games to learn from, learn what chances are, and check them.

What does not belong here: the work itself (`games.players.learning`), and files (`games.__main__`).
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from games.players import learning
from games.players.selfplay import played
from games.processes import add_jobs, each
from games.registry import game_of

COMMANDS: Final = {
    "generate": "let hard play itself until a file has a number of games",
    "fit": "learn weights from the games of a file that are for that, and print them",
    "check": "compare chances with what came of them in the other games",
}


def run(
    options: argparse.Namespace, text: str, add: Callable[[str], None], show: Callable[[str], None]
) -> str:
    """Do what is asked for with the games that a file has, and return what is printed.

    `add` puts a game more into the file, and `show` tells how far this is.
    """
    game, games = game_of(options.game), text.removesuffix(learning.cut_off(text)).splitlines()
    key = game.about.key
    if options.action == "generate":
        seats = game.about.seats[0] if options.seats is None else options.seats
        game.check_seats(seats)
        numbers = range(len(games), options.games)
        play = partial(played, key, seats, options.seed)
        for number, record in zip(numbers, each(play, numbers, options.jobs), strict=True):
            add(record.to_json())
            show(f"{number + 1}/{options.games}")
        return f"{max(len(games), options.games)} games"
    if options.action == "fit":
        looked_at, weights = learning.weights_from(games, key, options.jobs)
        command = f"python -m games chances fit {key} --file FILE"
        return json.dumps({"command": command, "games": looked_at, "weights": weights}, indent=1)
    looked_at, reliability = learning.checked(games, key, options.jobs)
    return f"{looked_at} games\n\n{reliability}"


def add(
    commands: "argparse._SubParsersAction[Any]",  # Any: whichever parser the command line uses
    count: Callable[[str], int],
    seed: Callable[[str], int],
) -> None:
    """Add the command and its arguments; `count` and `seed` read numbers."""
    chances = commands.add_parser(
        "chances", help="learn and check the chances to win", allow_abbrev=False
    )
    actions = chances.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, told in COMMANDS.items():
        action = actions.add_parser(name, help=told, allow_abbrev=False)
        action.add_argument("game", metavar="GAME")
        action.add_argument("--file", required=True, metavar="FILE", help="a record a line")
        add_jobs(action, count)
        if name == "generate":
            action.add_argument("--seats", type=count, metavar="N")
            action.add_argument("--seed", type=seed, required=True, metavar="S")
            action.add_argument("--games", type=count, required=True, metavar="N")
