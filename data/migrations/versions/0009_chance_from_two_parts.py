"""What the chance of a game follows from: a secret for each challenge, its first card, and words.

Games that run keep the secret of their own. Challenges that are open get one now, and so do those
whose match has a return game to come; their card is the message that there is, and where there is
none, the interaction of the challenge, which has an id from Discord as well.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("lots", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("challenge_seats", sa.Column("word", sa.String(length=40), nullable=True))
    op.add_column("challenges", sa.Column("card_id", sa.BigInteger(), nullable=True))
    op.add_column(
        "challenges",
        sa.Column("secret", sa.String(length=64), server_default=sa.text("''"), nullable=False),
    )
    op.execute(
        "UPDATE challenges SET card_id = COALESCE("
        "(SELECT message_id FROM posts WHERE kind = 'card' AND subject_id = challenges.id),"
        " interaction_id)"
    )
    _draw_secrets()


def _draw_secrets() -> None:
    challenges = sa.table(
        "challenges", sa.column("id", sa.BigInteger()), sa.column("secret", sa.String())
    )
    connection = op.get_bind()
    for number in connection.execute(sa.select(challenges.c.id)).scalars().all():
        connection.execute(
            sa.update(challenges)
            .where(challenges.c.id == number)
            .values(secret=secrets.token_hex(32))
        )
