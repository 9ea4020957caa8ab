"""Thoughts that workers on other machines take, and which processes are such workers."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("processes", sa.Column("thinks_for", sa.String(length=64), nullable=True))
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "thoughts",
        sa.Column("id", number, nullable=False),
        sa.Column("asked_by", sa.String(length=100), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("job", sa.String(length=32), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("question", sa.JSON(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.String(length=100), nullable=True),
        sa.Column("answer", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("failed", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thoughts")),
        sqlite_autoincrement=True,
    )
