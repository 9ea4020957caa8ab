"""What is stored about a person is found by their id, however much else there is."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("people", "challenge_seats", "notes", "followers"):
        op.create_index(f"ix_{table}_user_id", table, ["user_id"])
    aborts = sa.text("notation = '!abort'")
    op.create_index(
        "ix_events_ended_by", "events", ["user_id"], sqlite_where=aborts, postgresql_where=aborts
    )
