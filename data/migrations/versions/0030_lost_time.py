"""When people could last reach the bot, and what it gave back to clocks after it could not be reached."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shard_reach",
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("shard", sa.Integer(), nullable=False),
        sa.Column("reached_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shards", "shard", name=op.f("pk_shard_reach")),
    )
    op.add_column(
        "games", sa.Column("given_back", sa.Integer(), server_default="0", nullable=False)
    )
