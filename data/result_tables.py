"""The tables of what follows from games that are over, and is stored to be added up quickly.

Times and ids are as in `data.tables`, of which this is a part.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    text,
)

from data.tables import METADATA, NUMBER

OUTCOMES = Table(
    "outcomes",
    METADATA,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, doc="no computer's"),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column(
        "against",
        String(16),
        nullable=False,
        doc="people, mixed, like me, handicap, or the computers' level",
    ),
    Column("other_id", BigInteger, doc="the other player where two play, a computer too"),
    Column("place", Integer, nullable=False, doc="0 for the first"),
    Column("ending", String(8), nullable=False, doc="won, drawn or lost"),
    Column("on_time", Boolean, doc="null where no clock ran"),
    Column("ended_at", BigInteger, nullable=False),
    Index(None, "guild_id", "user_id", "ended_at"),
    Index(None, "guild_id", "user_id", "other_id", "game", "ended_at"),
    Index(None, "guild_id", "ended_at", "user_id"),
    # With all that a record is made of, so that no row needs to be looked up.
    Index(
        "ix_outcomes_record",
        "guild_id",
        "user_id",
        "game",
        "against",
        "ending",
        "on_time",
        "ended_at",
    ),
)
"""How matches ended for each of their people: it follows from the games, and is there to be added up."""

FEATS = Table(
    "feats",
    METADATA,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("feat", String(32), primary_key=True, doc="its key in the game"),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Index(None, "guild_id", "user_id", "game", "feat", "ended_at"),
)
"""Who has done what is worth a smile in which match: it follows from the events."""

RATING_CHANGES = Table(
    "rating_changes",
    METADATA,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("guild_id", BigInteger, nullable=False, server_default="0"),
    Column("game", String(32), nullable=False, server_default=text("''")),
    Column(
        "ladder",
        String(16),
        nullable=False,
        server_default="people",
        doc="people, computers or handicap",
    ),
    Column(
        "ended_at", BigInteger, nullable=False, server_default="0", doc="when the match was over"
    ),
    Column(
        "outcome", String(8), nullable=False, server_default=text("''"), doc="won, drawn or lost"
    ),
    Column(
        "nth",
        Integer,
        nullable=False,
        server_default="0",
        doc="which of the person's rated matches of the game in the server and the list; from 1",
    ),
    # With all that a list of a month is made of, person by person: nothing has to be sorted.
    Index(
        "ix_rating_changes_person", "guild_id", "user_id", "ended_at", "game", "ladder", "outcome"
    ),
)

SEASONS = Table(
    "seasons",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("length", String(16), nullable=False, doc="month or quarter"),
    Column("year", Integer, nullable=False),
    Column(
        "number", Integer, nullable=False, doc="of the month or the quarter in the year, from 1"
    ),
    Column("starts_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False, doc="the second is not in it any more"),
    Column("time_zone", String(64), nullable=False, doc="by whose clocks"),
    Column("closed_at", BigInteger, doc="null while it runs; nothing of it changes afterwards"),
    UniqueConstraint("guild_id", "length", "year", "number"),
    Index(None, "guild_id", "closed_at"),
)

SEASON_ROWS = Table(
    "season_rows",
    METADATA,
    Column("season_id", ForeignKey("seasons.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("ladder", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Index(None, "user_id"),
)
"""The final results of seasons that are over."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("review", JSON, nullable=False, doc="the chances after every event, and what follows"),
    Column("created_at", BigInteger, nullable=False),
)
