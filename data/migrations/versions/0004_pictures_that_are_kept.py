"""The id of a board's picture, by which it is kept when the message is changed.

Of boards that stand already it is not known: their picture is uploaded again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("posts", sa.Column("picture_id", sa.BigInteger(), nullable=True))
