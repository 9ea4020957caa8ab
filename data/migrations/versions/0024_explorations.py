"""What people try on private boards is kept for some days."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "explorations",
        sa.Column("id", number, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", number, nullable=True),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_explorations_game_id_games")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_explorations")),
        sqlite_autoincrement=True,
    )
    for column in ("user_id", "game_id", "changed_at"):
        op.create_index(op.f(f"ix_explorations_{column}"), "explorations", [column])
