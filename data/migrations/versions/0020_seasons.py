"""Seasons of a server: the one that runs, those that are over, and how they ended."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("servers", sa.Column("seasons", sa.String(length=16), nullable=True))
    op.add_column(
        "servers",
        sa.Column("time_zone", sa.String(length=64), nullable=False, server_default="UTC"),
    )
    op.create_table(
        "seasons",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("length", sa.String(length=16), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint(
            "guild_id",
            "length",
            "year",
            "number",
            name="uq_seasons_guild_id_length_year_number",
        ),
    )
    op.create_index("ix_seasons_guild_id_closed_at", "seasons", ["guild_id", "closed_at"])
    op.create_table(
        "season_rows",
        sa.Column("season_id", NUMBER, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("ladder", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name="fk_season_rows_season_id_seasons"
        ),
        sa.PrimaryKeyConstraint("season_id", "game", "ladder", "user_id", name="pk_season_rows"),
    )
    op.create_index("ix_season_rows_user_id", "season_rows", ["user_id"])
