"""A result is alone in its message, the proof of its dice follows, and who wants no ping gets none.

Results that still wait to go out, or for their pictures, get a proof behind them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "preferences",
        sa.Column("results", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    op.execute(
        "INSERT INTO outbox"
        " (stream, kind, payload, due_at, claimed_until, attempts, created_at)"
        " SELECT stream, 'proof', payload, due_at, 0, 0, created_at FROM outbox"
        " WHERE kind IN ('result', 'result-pictures') ORDER BY id"
    )
