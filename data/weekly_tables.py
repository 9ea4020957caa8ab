"""The tables of weekly tables. What is true of all tables is said in `data.tables`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from data.tables import METADATA, NUMBER

WEEKLY_PLANS = Table(
    "weekly_plans",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("weekday", Integer, nullable=False, doc="0 is Monday"),
    Column("minute", Integer, nullable=False, doc="of the day, by the zone's clocks"),
    Column("zone", String(64), nullable=False, doc="as in the tz database"),
    Column("lead_hours", Integer, nullable=False, doc="how long before the start the card comes"),
)

WEEKLY_CARDS = Table(
    "weekly_cards",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("day", Integer, nullable=False, doc="days since 1970, by the plan's zone"),
    Column("starts_at", BigInteger, nullable=False),
    Column("state", String(16), nullable=False, doc="open, started, few or missed"),
    Column("message_id", BigInteger, doc="where it is, once it is posted"),
    UniqueConstraint("guild_id", "day"),
    # Deleted ids are not used again: old messages hold them.
    sqlite_autoincrement=True,
)

WEEKLY_SEATS = Table(
    "weekly_seats",
    METADATA,
    Column("card_id", ForeignKey("weekly_cards.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("computer", Boolean, nullable=False, doc="whether the odd one out plays a computer"),
    Column("joined_at", BigInteger, nullable=False),
    Index(None, "user_id"),
)

WEEKLY_GAMES = Table(
    "weekly_games",
    METADATA,
    Column("challenge_id", ForeignKey("challenges.id"), primary_key=True),
    Column("card_id", ForeignKey("weekly_cards.id"), nullable=False),
    Index(None, "card_id"),
)
