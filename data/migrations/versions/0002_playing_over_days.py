"""Computers, clocks, offers, plans and what people and servers prefer.

Games that run already go on without a clock.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "away",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("from_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "from_at", name=op.f("pk_away")),
    )
    op.create_index(op.f("ix_away_user_id_until_at"), "away", ["user_id", "until_at"], unique=False)
    op.create_table(
        "computer_ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name=op.f("pk_computer_ratings")),
    )
    op.create_index(
        op.f("ix_computer_ratings_guild_id_game_shown"),
        "computer_ratings",
        ["guild_id", "game", "shown"],
        unique=False,
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("boards", sa.String(length=16), nullable=False),
        sa.Column("theme", sa.String(length=16), nullable=True),
        sa.Column("marks", sa.Boolean(), nullable=True),
        sa.Column("reminders", sa.String(length=16), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("digest_hour", sa.Integer(), nullable=True),
        sa.Column("challenges", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_preferences")),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("clock_days", sa.Integer(), nullable=True),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("max_games", sa.Integer(), nullable=True),
        sa.Column("leaderboard", sa.Boolean(), nullable=False),
        sa.Column("pings", sa.Boolean(), nullable=False),
        sa.Column("boards", sa.String(length=16), nullable=False),
        sa.Column("theme", sa.String(length=16), nullable=False),
        sa.Column("marks", sa.Boolean(), nullable=False),
        sa.Column("absent_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
    op.create_table(
        "followers",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_followers_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_followers")),
    )
    op.create_table(
        "notes",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_notes_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_notes")),
    )
    op.create_table(
        "offer_answers",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_offer_answers_game_id_games")
        ),
        sa.PrimaryKeyConstraint("game_id", "kind", "user_id", name=op.f("pk_offer_answers")),
    )
    op.create_table(
        "offers",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("back_to", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_offers_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "kind", name=op.f("pk_offers")),
    )
    op.create_table(
        "plans",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("line", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_plans_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plans")),
    )
    op.create_index(op.f("ix_plans_game_id_user_id"), "plans", ["game_id", "user_id"], unique=False)
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("review", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_reviews_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_reviews")),
    )
    op.add_column("challenges", sa.Column("clock_days", sa.Integer(), nullable=True))
    op.add_column(
        "challenges",
        sa.Column("clock_end", sa.String(length=16), nullable=False, server_default="claim"),
    )
    op.add_column(
        "challenges",
        sa.Column("takebacks", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("games", sa.Column("deadline_at", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("clock_left", sa.Integer(), nullable=True))
    op.add_column("games", sa.Column("halted", sa.String(length=16), nullable=True))
    op.add_column("games", sa.Column("turn_seq", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("games", sa.Column("reminded", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("clock_days", sa.Integer(), nullable=True))
    op.add_column(
        "matches",
        sa.Column("clock_end", sa.String(length=16), nullable=False, server_default="claim"),
    )
    op.add_column(
        "matches", sa.Column("takebacks", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("players", sa.Column("stand_in", sa.String(length=16), nullable=True))
    op.create_index(
        op.f("ix_players_user_id_running"), "players", ["user_id", "running"], unique=False
    )
