"""Tournaments and answers to puzzles, in a store that `big_store` has filled.

A server of many tournaments, of which the last has as many players as there can be, and a puzzle
that thousands have answered. What does not belong here: finished games (`tests.benchmarks.big_store`).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from games.puzzles.shelf import games_with_puzzles
from tests.benchmarks.big_store import BUSY, NOW, SERVER

DAY: Final = 86_400
TODAY: Final = NOW // DAY
TOURNAMENTS: Final = 1_000
"""Of servers that have had many; each of `SERVER` and of the others in turn."""
PLAYERS: Final = 32
ROUNDS: Final = 5
ANSWERED: Final = 2_000
"""How many people have answered each of today's puzzles."""
STREAK: Final = 1_000
"""For how many days `BUSY` has answered all of them."""

_TOURNAMENT: Final = """
    INSERT INTO tournaments (id, guild_id, channel_id, creator_id, interaction_id, name, game, kind,
        format, seats, rounds, clock_days, rated, level, language, state, version, created_at,
        started_at, ended_at)
    VALUES (?, ?, ?, ?, ?, 'Spring cup', 'dice_matrix', 'single', 'swiss', ?, ?, 3, 1, NULL, 'en',
        'finished', 9, ?, ?, ?)
"""
_ENTRANT: Final = """
    INSERT INTO entrants (tournament_id, user_id, seed, joined_round, left_round, joined_at)
    VALUES (?, ?, ?, 1, NULL, ?)
"""
_PAIRING: Final = """
    INSERT INTO pairings (tournament_id, round, board, first_id, second_id, challenge_id, outcome,
        how, ended_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'played', ?)
"""
_ANSWER: Final = """
    INSERT INTO puzzle_answers (user_id, game, day, first, tries, "right", answered_at)
    VALUES (?, ?, ?, 'a1', 1, 1, ?)
"""
Row = tuple[int | str, ...]


def fill_events(path: Path, stored: int) -> None:
    """Write tournaments and answers next to a number of stored games."""
    few = stored // 100
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(_TOURNAMENT, _tournaments(min(few, TOURNAMENTS)))
        connection.executemany(_ENTRANT, _entrants(min(few, TOURNAMENTS)))
        connection.executemany(_PAIRING, _pairings(min(few, TOURNAMENTS), stored))
        connection.executemany(_ANSWER, _answers(min(few, STREAK), min(few * 2, ANSWERED)))
        connection.commit()
        connection.execute("ANALYZE")


def _guild(number: int) -> int:
    return SERVER if number % 2 else 2 + number // 2 % 19


def _tournaments(count: int) -> Iterator[Row]:
    for number in range(1, count + 1):
        guild, at = _guild(number), NOW - (count - number) * DAY
        people = 1000 * guild
        yield (number, guild, guild, people, -number, PLAYERS, ROUNDS, at, at, at)


def _entrants(count: int) -> Iterator[Row]:
    for number in range(1, count + 1):
        for seed in range(1, PLAYERS + 1):
            yield (number, 1000 * _guild(number) + seed - 1, seed, NOW)


def _pairings(count: int, stored: int) -> Iterator[Row]:
    """Pair the players by turns: who meets whom does not matter. Each has a game that is stored."""
    challenge = stored
    for number in range(1, count + 1):
        first = 1000 * _guild(number)
        for round_number in range(1, ROUNDS + 1):
            for board in range(PLAYERS // 2):
                one, two = first + board, first + PLAYERS // 2 + (board + round_number) % 16
                outcome = ("first", "draw", "second")[(board + round_number) % 3]
                yield (number, round_number, board + 1, one, two, challenge, outcome, NOW)
                challenge -= 1
                if challenge < 1:
                    return


def _answers(streak: int, answered: int) -> Iterator[Row]:
    for game in games_with_puzzles():
        for day in range(TODAY - streak, TODAY + 1):
            yield (BUSY, game, day, day * DAY)
        for person in range(answered):
            yield (10_000_000 + person, game, TODAY, NOW)
            yield (10_000_000 + person, game, TODAY - 1, NOW)
