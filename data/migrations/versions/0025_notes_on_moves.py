"""Players write notes on the moves of their games."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "move_notes",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_move_notes_game_id_games")
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", "user_id", name=op.f("pk_move_notes")),
    )
    op.create_index(op.f("ix_move_notes_user_id"), "move_notes", ["user_id"])
