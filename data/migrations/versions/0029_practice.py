"""On a private board computers may play the other seats."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("explorations", sa.Column("seat", sa.Integer(), nullable=True))
    op.add_column("explorations", sa.Column("level", sa.Text(), nullable=True))
