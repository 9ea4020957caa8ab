"""The state of a plan is a column, and interactions that were carried out have a table.

Both were hidden before: the state in the plan's JSON, the interactions among what falls due.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interactions")),
    )
    op.create_index(op.f("ix_interactions_seen_at"), "interactions", ["seen_at"])
    # They fell due a day after they were carried out, to be forgotten.
    op.execute(
        "INSERT INTO interactions (id, seen_at)"
        " SELECT subject_id, due_at - 86400 FROM due WHERE kind = 'given'"
    )
    op.execute("DELETE FROM due WHERE kind = 'given'")

    op.add_column("plans", sa.Column("state", sa.String(length=16), nullable=True))
    op.add_column("plans", sa.Column("steps", sa.JSON(), nullable=True))
    op.add_column("plans", sa.Column("failed_seq", sa.Integer(), nullable=True))
    op.add_column("plans", sa.Column("failed_step", sa.Integer(), nullable=True))
    _split_lines()
    with op.batch_alter_table("plans") as plans:
        plans.alter_column("state", existing_type=sa.String(length=16), nullable=False)
        plans.alter_column("steps", existing_type=sa.JSON(), nullable=False)
        plans.drop_column("line")


def _split_lines() -> None:
    """Take apart what was one JSON object."""
    plans = sa.table(
        "plans",
        sa.column("id", sa.BigInteger()),
        sa.column("line", sa.JSON()),
        sa.column("state", sa.String()),
        sa.column("steps", sa.JSON()),
        sa.column("failed_seq", sa.Integer()),
        sa.column("failed_step", sa.Integer()),
    )
    connection = op.get_bind()
    for plan in connection.execute(sa.select(plans.c.id, plans.c.line)).all():
        failed_seq, failed_step = plan.line.get("failure") or (None, None)
        connection.execute(
            sa.update(plans)
            .where(plans.c.id == plan.id)
            .values(
                state=plan.line["state"],
                steps=plan.line["steps"],
                failed_seq=failed_seq,
                failed_step=failed_step,
            )
        )
