"""Pages about people are answered by indexes, and a person may keep theirs to themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "preferences",
        sa.Column("profile", sa.Boolean(), server_default=sa.true(), nullable=False),
    )
    op.create_index(
        "ix_players_guild_id_user_id_game_id", "players", ["guild_id", "user_id", "game_id"]
    )
    op.create_index(
        "ix_outcomes_record",
        "outcomes",
        ["guild_id", "user_id", "game", "against", "ending", "on_time", "ended_at"],
    )
    op.create_index(
        "ix_outcomes_guild_id_ended_at_user_id", "outcomes", ["guild_id", "ended_at", "user_id"]
    )
