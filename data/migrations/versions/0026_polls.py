"""Positions are shown in a channel for a vote: what would you play?"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "polls",
        sa.Column("id", number, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", number, nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("played", sa.Text(), nullable=True),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("closes_at", sa.BigInteger(), nullable=False),
        sa.Column("tally", sa.JSON(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_polls_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_polls")),
        sqlite_autoincrement=True,
    )
    for column in ("user_id", "game_id", "closes_at"):
        op.create_index(op.f(f"ix_polls_{column}"), "polls", [column])
    op.create_table(
        "poll_votes",
        sa.Column("poll_id", number, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("voted_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["poll_id"], ["polls.id"], name=op.f("fk_poll_votes_poll_id_polls")
        ),
        sa.PrimaryKeyConstraint("poll_id", "user_id", name=op.f("pk_poll_votes")),
    )
    op.create_index(op.f("ix_poll_votes_user_id"), "poll_votes", ["user_id"])
