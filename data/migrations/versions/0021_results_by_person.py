"""What a list of a month is made of is found person by person, so that nothing has to be sorted."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_rating_changes_period", table_name="rating_changes")
    op.create_index(
        "ix_rating_changes_person",
        "rating_changes",
        ["guild_id", "user_id", "ended_at", "game", "ladder", "outcome"],
    )
