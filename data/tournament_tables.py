"""The tables of tournaments. What is true of all tables is said in `data.tables`."""

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

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False, doc="where its card and its games are"),
    Column("creator_id", BigInteger, nullable=False),
    Column("interaction_id", BigInteger, nullable=False, unique=True, doc="of the command"),
    Column("name", String(60), nullable=False),
    Column("game", String(32), nullable=False),
    Column("kind", String(16), nullable=False, doc="of its matches: single or two-game"),
    Column("format", String(16), nullable=False, doc="round-robin, swiss, knockout or ladder"),
    Column("seats", Integer, nullable=False, doc="how many can take part"),
    Column("rounds", Integer, doc="as asked for; once it runs, as many as there are"),
    Column("clock_days", Integer, nullable=False, doc="days a move; who runs out forfeits"),
    Column("rated", Boolean, nullable=False),
    Column("level", String(16), doc="of the computers that take free seats; null: none do"),
    Column("language", String(16), nullable=False, doc="of the public messages"),
    Column("state", String(16), nullable=False, doc="open, running, finished or cancelled"),
    Column("version", Integer, nullable=False, doc="counts its changes"),
    Column("created_at", BigInteger, nullable=False),
    Column("starts_at", BigInteger, doc="null: when it is full, or somebody starts it"),
    Column("started_at", BigInteger),
    Column("ended_at", BigInteger),
    Index(None, "guild_id", "state"),
    Index(None, "creator_id"),
    # As with games: messages at Discord hold its number for ever.
    sqlite_autoincrement=True,
)

ENTRANTS = Table(
    "entrants",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("seed", Integer, nullable=False, doc="1 is the first"),
    Column("joined_round", Integer, nullable=False, doc="the first that they are paired in"),
    Column("left_round", Integer, doc="after which they withdrew; null: they take part"),
    Column("joined_at", BigInteger, nullable=False),
    Index(None, "user_id"),
)

PAIRINGS = Table(
    "pairings",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("first_id", BigInteger, nullable=False, doc="who starts"),
    Column("second_id", BigInteger, doc="null: a bye"),
    Column("challenge_id", ForeignKey("challenges.id"), unique=True, doc="null: not played"),
    Column("outcome", String(16), doc="first, draw, second, neither or bye; null: they play"),
    Column("how", String(16), doc="played, timeout, absent, computers or corrected"),
    Column("ended_at", BigInteger),
    # By this key a round is paired once, even if two processes ask for it.
    UniqueConstraint("tournament_id", "round", "board"),
    sqlite_autoincrement=True,
)

CORRECTIONS = Table(
    "corrections",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("pairing_id", ForeignKey("pairings.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False, doc="the moderator"),
    Column("before", String(16), doc="the outcome until then; null: there was none"),
    Column("after", String(16), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "pairing_id"),
    Index(None, "user_id"),
)
