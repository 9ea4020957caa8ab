"""Who declined a seat, which match a challenge answers, and which servers were greeted.

What was declined before names nobody, as it did; a server that is there already gets no greeting
before it takes the bot back.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("challenge_seats", sa.Column("declined_at", sa.BigInteger(), nullable=True))
    op.add_column("challenges", sa.Column("rematch_of", sa.BigInteger(), nullable=True))
    op.add_column("servers", sa.Column("greeted_at", sa.BigInteger(), nullable=True))
