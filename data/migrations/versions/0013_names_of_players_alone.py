"""Names are kept of those who play or are asked to, and of nobody else.

Moderators who ended a game were stored as well, and whom a look-up found.
"""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        """
        DELETE FROM people WHERE NOT EXISTS (
            SELECT 1 FROM players
            WHERE players.guild_id = people.guild_id AND players.user_id = people.user_id
        ) AND NOT EXISTS (
            SELECT 1 FROM challenge_seats
            JOIN challenges ON challenges.id = challenge_seats.challenge_id
            WHERE challenges.guild_id = people.guild_id
            AND challenge_seats.user_id = people.user_id
        )
        """
    )
