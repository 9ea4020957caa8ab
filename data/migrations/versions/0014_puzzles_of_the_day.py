"""What people answer to the puzzles of the days, and where those are announced."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("answered_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "day", name=op.f("pk_puzzle_answers")),
    )
    op.create_index(op.f("ix_puzzle_answers_game_day"), "puzzle_answers", ["game", "day"])
    op.add_column("servers", sa.Column("puzzle_channel_id", sa.BigInteger(), nullable=True))
