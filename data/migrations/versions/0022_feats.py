"""Who has done what is worth a smile is stored by match; the bot looks through those that are over."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "feats",
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("feat", sa.String(length=32), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_feats_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "user_id", "feat", name=op.f("pk_feats")),
    )
    op.create_index(
        "ix_feats_guild_id_user_id_game_feat_ended_at",
        "feats",
        ["guild_id", "user_id", "game", "feat", "ended_at"],
    )
    # Matches of a version before the last one may still wait for theirs.
    ended = sa.text(
        "INSERT INTO due (kind, subject_id, due_at) "
        "SELECT 'outcome', id, :now FROM matches WHERE ended_at IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM due WHERE due.kind = 'outcome' AND due.subject_id = matches.id)"
    )
    op.execute(ended.bindparams(now=int(time.time())))
