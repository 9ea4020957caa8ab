"""Weekly tables: when a server meets, its cards, who joined, and the games that came of it."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "weekly_plans",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("weekday", sa.Integer(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("lead_hours", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_weekly_plans")),
    )
    op.create_table(
        "weekly_cards",
        sa.Column("id", number, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_weekly_cards")),
        sa.UniqueConstraint("guild_id", "day", name=op.f("uq_weekly_cards_guild_id_day")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "weekly_seats",
        sa.Column("card_id", number, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("computer", sa.Boolean(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["card_id"], ["weekly_cards.id"], name=op.f("fk_weekly_seats_card_id_weekly_cards")
        ),
        sa.PrimaryKeyConstraint("card_id", "user_id", name=op.f("pk_weekly_seats")),
    )
    op.create_index(op.f("ix_weekly_seats_user_id"), "weekly_seats", ["user_id"])
    op.create_table(
        "weekly_games",
        sa.Column("challenge_id", number, nullable=False),
        sa.Column("card_id", number, nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"],
            ["challenges.id"],
            name=op.f("fk_weekly_games_challenge_id_challenges"),
        ),
        sa.ForeignKeyConstraint(
            ["card_id"], ["weekly_cards.id"], name=op.f("fk_weekly_games_card_id_weekly_cards")
        ),
        sa.PrimaryKeyConstraint("challenge_id", name=op.f("pk_weekly_games")),
    )
    op.create_index(op.f("ix_weekly_games_card_id"), "weekly_games", ["card_id"])
