"""Tournaments: who takes part, who meets whom, and what moderators have corrected."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("creator_id", sa.BigInteger(), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("format", sa.String(length=16), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=True),
        sa.Column("clock_days", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("level", sa.String(length=16), nullable=True),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=True),
        sa.Column("started_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_tournaments_interaction_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_tournaments_guild_id_state"), "tournaments", ["guild_id", "state"])
    op.create_index(op.f("ix_tournaments_creator_id"), "tournaments", ["creator_id"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", NUMBER, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("joined_round", sa.Integer(), nullable=False),
        sa.Column("left_round", sa.Integer(), nullable=True),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_entrants_tournament_id_tournaments"),
        ),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name=op.f("pk_entrants")),
    )
    op.create_index(op.f("ix_entrants_user_id"), "entrants", ["user_id"])
    op.create_table(
        "pairings",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("tournament_id", NUMBER, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger(), nullable=True),
        sa.Column("challenge_id", NUMBER, nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("how", sa.String(length=16), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenges.id"], name=op.f("fk_pairings_challenge_id_challenges")
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_pairings_tournament_id_tournaments"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairings")),
        sa.UniqueConstraint("challenge_id", name=op.f("uq_pairings_challenge_id")),
        sa.UniqueConstraint(
            "tournament_id", "round", "board", name=op.f("uq_pairings_tournament_id_round_board")
        ),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "corrections",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("pairing_id", NUMBER, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.String(length=16), nullable=True),
        sa.Column("after", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pairing_id"], ["pairings.id"], name=op.f("fk_corrections_pairing_id_pairings")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrections")),
    )
    op.create_index(op.f("ix_corrections_pairing_id"), "corrections", ["pairing_id"])
    op.create_index(op.f("ix_corrections_user_id"), "corrections", ["user_id"])
