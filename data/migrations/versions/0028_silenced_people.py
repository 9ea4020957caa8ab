"""Who is in a timeout by Discord, so that no clock of theirs ends meanwhile."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("people", sa.Column("silenced_until", sa.BigInteger(), nullable=True))
