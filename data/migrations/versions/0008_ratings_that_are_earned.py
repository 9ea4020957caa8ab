"""Why a match changed no rating is noted, and a rating shows strength alone.

What people saw took off three times the uncertainty, so that a draw of equals raised both.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("uncounted", sa.String(length=16), nullable=True))
    op.execute("UPDATE ratings SET shown = CAST(ROUND(1200 + 24 * (mu - 25)) AS INTEGER)")
    op.execute("UPDATE computer_ratings SET shown = CAST(ROUND(1200 + 24 * (mu - 25)) AS INTEGER)")
