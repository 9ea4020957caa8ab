"""What is not needed any more is found by its time, however much else there is."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_challenges_state_lapses_at", "challenges", ["state", "lapses_at"])
    op.create_index("ix_challenge_seats_declined_at", "challenge_seats", ["declined_at"])
    op.create_index("ix_posts_subject_id", "posts", ["subject_id"])
