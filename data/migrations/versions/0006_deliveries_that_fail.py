"""How often a delivery failed in which way, whether it waits for an outage, and who has claimed it.

What was being delivered belongs to nobody: its claim runs out, as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "outbox", sa.Column("failures", sa.JSON(), server_default=sa.text("'{}'"), nullable=False)
    )
    op.add_column(
        "outbox", sa.Column("outage", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("outbox", sa.Column("claimed_by", sa.String(length=100), nullable=True))
