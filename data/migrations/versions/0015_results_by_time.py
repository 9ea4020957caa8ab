"""What a rated match changed says when that was and how it ended, for lists of a month.

For old matches it is found by who shared the first place, which the rules of no game contradict;
`tavolo ratings rebuild` does it by the rules.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

BATCH = 500
CHANGED = """
    SELECT matches.id AS match_id, rating_changes.user_id, matches.guild_id, matches.game,
        matches.kind, matches.ended_at
    FROM matches JOIN rating_changes ON rating_changes.match_id = matches.id
    ORDER BY matches.ended_at, matches.id, rating_changes.user_id
"""
PLAYED = sa.text(
    """
    SELECT games.match_id, games.id, games.number, games.result, players.user_id
    FROM games JOIN players ON players.game_id = games.id
    WHERE games.match_id IN :matches
    ORDER BY games.match_id, games.number, players.seat
    """
).bindparams(sa.bindparam("matches", expanding=True))
FILLED = sa.text(
    """
    UPDATE rating_changes SET guild_id = :guild_id, game = :game, ladder = :ladder,
        ended_at = :ended_at, outcome = :outcome, nth = :nth
    WHERE match_id = :match_id AND user_id = :user_id
    """
)


def upgrade() -> None:
    op.add_column(
        "rating_changes",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, server_default="0"),
    )
    op.add_column(
        "rating_changes",
        sa.Column("game", sa.String(length=32), nullable=False, server_default=sa.text("''")),
    )
    op.add_column(
        "rating_changes",
        sa.Column("ladder", sa.String(length=16), nullable=False, server_default="people"),
    )
    op.add_column(
        "rating_changes",
        sa.Column("ended_at", sa.BigInteger(), nullable=False, server_default="0"),
    )
    op.add_column(
        "rating_changes",
        sa.Column("outcome", sa.String(length=8), nullable=False, server_default=sa.text("''")),
    )
    op.add_column(
        "rating_changes", sa.Column("nth", sa.Integer(), nullable=False, server_default="0")
    )
    _fill()
    op.create_index(
        "ix_rating_changes_period",
        "rating_changes",
        ["guild_id", "ended_at", "game", "ladder", "user_id", "outcome"],
    )
    op.create_index(
        "ix_matches_guild_id_game_ended_at", "matches", ["guild_id", "game", "ended_at"]
    )


def _fill() -> None:
    connection, games_of = op.get_bind(), Counter[tuple[Any, ...]]()
    rows = connection.execute(sa.text(CHANGED)).mappings().all()
    matches = [list(of_match) for _, of_match in groupby(rows, key=lambda row: row["match_id"])]
    for start in range(0, len(matches), BATCH):
        batch = matches[start : start + BATCH]
        ended = _ended(connection, [changed[0]["match_id"] for changed in batch])
        filled = []
        for changed in batch:
            players, first = ended[changed[0]["match_id"]]
            ladder = "computers" if min(players) < 0 else "people"
            for row in changed:
                key = (row["guild_id"], row["game"], ladder, row["user_id"])
                games_of[key] += 1
                outcome = "lost"
                if row["user_id"] in first:
                    outcome = "won" if len(first) == 1 else "drawn"
                filled.append(
                    {
                        **{name: row[name] for name in ("match_id", "user_id", "guild_id", "game")},
                        "ladder": ladder,
                        "ended_at": row["ended_at"] or 0,
                        "outcome": outcome,
                        "nth": games_of[key],
                    }
                )
        connection.execute(FILLED, filled)


def _ended(
    connection: sa.Connection, match_ids: list[int]
) -> dict[int, tuple[list[int], set[int]]]:
    """Return who played each match, and who shared its first place."""
    rows = connection.execute(PLAYED, {"matches": match_ids}).mappings().all()
    ended = {}
    for match_id, of_match in groupby(rows, key=lambda row: row["match_id"]):
        games = [list(game) for _, game in groupby(of_match, key=lambda row: row["id"])]
        ended[match_id] = ([row["user_id"] for row in games[0]], _first(games))
    return ended


def _first(games: Sequence[Sequence[Mapping[Any, Any]]]) -> set[int]:
    results = [_result(game[0]["result"]) for game in games]
    players = [row["user_id"] for row in games[-1]]
    if len(games) == 1 or results[-1]["reason"] != "played":
        return {players[seat] for seat in results[-1]["winners"]}
    total = Counter[int]()
    for game, result in zip(games, results, strict=True):
        for row, score in zip(game, result["scores"] or [0] * len(game), strict=True):
            total[row["user_id"]] += score or 0
    return {player for player in players if total[player] == max(total.values())}


def _result(stored: Any) -> dict[str, Any]:  # Any: text in SQLite, an object in PostgreSQL
    found: dict[str, Any] = json.loads(stored) if isinstance(stored, str) else stored
    return found
