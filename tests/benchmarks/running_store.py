"""A store in which very many games run: those that were begun are copied into other servers.

    await begun(club, server, places, players)     # a game of every kind, some moves old
    copy_games(path, 100_000, servers, now)        # and 100,000 more like them

A copy has its own challenge, match, players, events, board and clock; it differs from the game it
was made of by its numbers alone, so it can be loaded, replayed and played. What does not belong
here: games that are over (`big_store`).
"""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Table

from bot.match.reminder_times import DAY
from bot.match.table import Person
from bot.services.proposals import CardClick, Proposal
from data.challenges import Clock, First, MatchKind, Terms
from data.tables import (
    CHALLENGE_SEATS,
    CHALLENGES,
    EVENTS,
    GAMES,
    MATCHES,
    PLAYERS,
    POSTS,
    SCHEDULE,
)
from games import registry
from tests.bot.club import Club

AGED: Final = 6
"""How many moves old the games are that are copied."""
PEOPLE_A_SERVER: Final = 40
FIRST_PERSON: Final = 10**9
"""The people of copied games have numbers from here on; nobody else does."""

_NUMBERS: Final = """
    CREATE TEMPORARY TABLE copies AS
    WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :games)
    SELECT n + :last AS n, (SELECT id FROM kinds WHERE number = n % :kinds) AS game,
        (SELECT id FROM servers WHERE number = n / :kinds % :servers) AS guild,
        :person + n / :kinds % :servers * :people AS first_person
    FROM counted
"""
# By table: what differs in a copy. Each row of a copied game is joined with the number of its copy.
_PERSON: Final = "first_person + (n * 7 + seat * 11) % 40"
_COPIED: Final[tuple[tuple[Table, str, Mapping[str, str]], ...]] = (
    (CHALLENGES, "id", {"id": "n", "guild_id": "guild", "interaction_id": "-n"}),
    (
        CHALLENGE_SEATS,
        "challenge_id",
        {"challenge_id": "n", "user_id": _PERSON.replace("seat", "place")},
    ),
    (
        MATCHES,
        "id",
        {
            "id": "n",
            "challenge_id": "n",
            "guild_id": "guild",
            "interaction_id": "-n",
            "place_id": "n",
        },
    ),
    (
        GAMES,
        "id",
        {
            "id": "n",
            "match_id": "n",
            "guild_id": "guild",
            "code": "printf('%05d', n % 100000)",
            "deadline_at": f":now + {DAY} + n",
        },
    ),
    (PLAYERS, "game_id", {"game_id": "n", "guild_id": "guild", "user_id": _PERSON}),
    (EVENTS, "game_id", {"game_id": "n", "user_id": "NULL", "interaction_id": "NULL"}),
    (
        POSTS,
        "subject_id",
        {"subject_id": "n", "channel_id": "n", "message_id": "n"},
    ),
    (SCHEDULE, "subject_id", {"subject_id": "n", "due_at": f":now + {DAY} + n"}),
)


async def begun(
    club: Club, server: int, places: Sequence[int], players: Sequence[Person], moves: int = AGED
) -> list[int]:
    """Begin a game of every kind, each in a channel of its own with a clock; return their numbers."""
    found = []
    for place, (key, game) in zip(places, registry.GAMES.items(), strict=True):
        seats = game.about.seats[0]
        terms = Terms(key, seats, {}, MatchKind.SINGLE, First.ME, rated=False, clock=Clock(3))
        first, *others = players[:seats]
        proposal = Proposal(server, place, first, tuple(others), terms, "en", thread=False)
        challenged = await club.challenges.propose(proposal, interaction_id=club.ticket())
        number = challenged.challenge.id
        for person in others:
            click = CardClick(person, club.ticket(), place, place, threads=False)
            await club.challenges.accept(number, click)
        game_id = await club.challenges.game_of(number)
        assert game_id is not None
        table = await club.matches.table(game_id)
        for _ in range(moves):
            # Among people, and nobody has won so early.
            assert isinstance(table.line.to_move, int)
            player = Person(
                table.game.players[table.line.to_move], table.game.names[table.line.to_move]
            )
            table = (await club.play(table, person=player)).table
        found.append(game_id)
    return found


def copy_games(path: Path, games: int, servers: Sequence[int], now: int) -> None:
    """Copy the running games of a file, in turn, until there are `games` more, spread over servers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TEMPORARY TABLE servers (number INTEGER PRIMARY KEY, id)")
        connection.executemany("INSERT INTO servers VALUES (?, ?)", enumerate(servers))
        found = connection.execute("SELECT id FROM games WHERE ended_at IS NULL ORDER BY id")
        kinds = [each for (each,) in found]
        connection.execute("CREATE TEMPORARY TABLE kinds (number INTEGER PRIMARY KEY, id)")
        connection.executemany("INSERT INTO kinds VALUES (?, ?)", enumerate(kinds))
        values = {
            "games": games,
            "last": max(kinds),
            "kinds": len(kinds),
            "servers": len(servers),
            "person": FIRST_PERSON,
            "people": PEOPLE_A_SERVER,
            "now": now,
        }
        connection.execute("BEGIN")
        connection.execute(_NUMBERS, values)
        for table, key, other in _COPIED:
            columns = [column.name for column in table.columns]
            names = ", ".join(f'"{name}"' for name in columns)
            copied = ", ".join(other.get(name, f't."{name}"') for name in columns)
            connection.execute(
                f"INSERT INTO {table.name} ({names}) SELECT {copied} "  # noqa: S608 - our own names
                f"FROM copies JOIN {table.name} t ON t.{key} = copies.game",
                values,
            )
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
