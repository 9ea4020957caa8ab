"""How a match ended for each of its people is stored, so that pages need not judge it again.

For the matches that have ended so far the bot does so once it runs: a job for each.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "outcomes",
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("against", sa.String(length=16), nullable=False),
        sa.Column("other_id", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(length=8), nullable=False),
        sa.Column("on_time", sa.Boolean(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_outcomes_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "user_id", name=op.f("pk_outcomes")),
    )
    op.create_index(
        "ix_outcomes_guild_id_user_id_ended_at", "outcomes", ["guild_id", "user_id", "ended_at"]
    )
    op.create_index(
        "ix_outcomes_guild_id_user_id_other_id_game_ended_at",
        "outcomes",
        ["guild_id", "user_id", "other_id", "game", "ended_at"],
    )
    ended = sa.text(
        "INSERT INTO due (kind, subject_id, due_at) "
        "SELECT 'outcome', id, :now FROM matches WHERE ended_at IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM due WHERE due.kind = 'outcome' AND due.subject_id = matches.id)"
    )
    op.execute(ended.bindparams(now=int(time.time())))
