"""Handicaps of people at a challenge and in a game, and ratings of the games with them."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("challenges", "challenge_seats", "players"):
        op.add_column(
            table, sa.Column("handicap", sa.Integer(), nullable=False, server_default="0")
        )
    op.create_table(
        "handicap_ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name="pk_handicap_ratings"),
    )
    op.create_index(
        "ix_handicap_ratings_guild_id_game_shown", "handicap_ratings", ["guild_id", "game", "shown"]
    )
