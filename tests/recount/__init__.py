"""A second, slow program: every figure that people see, recomputed from the stored events.

Tests play, read a figure where people read it, and compare it with what this finds:

    played = read(path)                       # every match that is over, replayed from its events
    counted = count(played)                   # its results and ratings, one after the other
    here = chosen(counted, guild, game=key)   # those of a server, a game, a list, a time
    record(here, user)                        # won, drawn, lost
    table(here, rated=True)                   # a leaderboard; `season` for one by points

A season of 200 games to compare with is in `tests.discord.season_of_games`.

It reads a SQLite file by SQL of its own and replays the games by their rules (`games/`). It shares
no code with what it checks: nothing of `bot/`, `data/` or `cogs/` may be imported here.

- `stored`: what is stored, replayed.
- `strength`: the update of a rating, from the published formulas.
- `counted`: which match counts, for whom, and what it does to ratings.
- `figures`: records, streaks, running scores, leaderboards and seasons.
- `profiles`: all that a profile says, and who could be challenged.
- `meetings`: what there is between people who have met.
- `tournament`: standings of a tournament of rounds.
- `puzzles`: streaks of right answers, and who has found a puzzle.
"""

from tests.recount.counted import Counted, count
from tests.recount.figures import (
    Record,
    Row,
    chosen,
    current_streak,
    longest_streak,
    record,
    score,
    season,
    table,
)
from tests.recount.stored import PlayedGame, PlayedMatch, read

__all__ = [
    "Counted",
    "PlayedGame",
    "PlayedMatch",
    "Record",
    "Row",
    "chosen",
    "count",
    "current_streak",
    "longest_streak",
    "read",
    "record",
    "score",
    "season",
    "table",
]
