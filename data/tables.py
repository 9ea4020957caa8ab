"""What is stored. Times are whole seconds since 1970 (UTC); Discord's ids are integers.

A change here needs a migration in `data/migrations/versions`; a test compares the two. Defaults
are for the rows that were there before their column.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""A row's own number: SQLite counts up only columns that are declared INTEGER."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("member", Boolean, nullable=False, doc="false once found to have left the server"),
    Column("checked_at", BigInteger, nullable=False, doc="when membership was last known"),
    Column(
        "silenced_until", BigInteger, doc="the end of a timeout by Discord; null: there is none"
    ),
    Index(None, "user_id"),
)

CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("challenger_id", BigInteger, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", JSON, nullable=False, doc="rule options, complete"),
    Column("settings", JSON, nullable=False, doc="what the match does with the game, complete"),
    Column("kind", String(16), nullable=False, doc="single or two-game"),
    Column("first", String(16), nullable=False, doc="me, opponent or random"),
    Column("rated", Boolean, nullable=False),
    Column("clock_days", Integer, doc="days a move; null: no clock"),
    Column(
        "clock_end",
        String(16),
        nullable=False,
        server_default="claim",
        doc="forfeit, computer or claim",
    ),
    Column(
        "takebacks",
        Boolean,
        nullable=False,
        server_default=false(),
        doc="whether a rated game may have them",
    ),
    Column("handicap", Integer, nullable=False, server_default="0", doc="who joins gets this"),
    Column("language", String(16), nullable=False, doc="of the public messages"),
    Column("thread", Boolean, nullable=False, doc="whether a thread is opened for it"),
    Column("state", String(16), nullable=False, doc="open, accepted, declined, cancelled, lapsed"),
    Column("interaction_id", BigInteger, nullable=False, unique=True),
    Column("rematch_of", BigInteger, doc="the place of the match that it answers"),
    Column(
        "secret",
        String(64),
        nullable=False,
        server_default=text("''"),
        doc="the host's part of the chance; never shown",
    ),
    Column("card_id", BigInteger, doc="the first message of its card, or null until there is one"),
    Column("created_at", BigInteger, nullable=False),
    Column("lapses_at", BigInteger, nullable=False),
    Index(None, "guild_id", "challenger_id", "state"),
    Index(None, "state", "lapses_at"),
)

CHALLENGE_SEATS = Table(
    "challenge_seats",
    METADATA,
    Column("challenge_id", ForeignKey("challenges.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("place", Integer, nullable=False, doc="the order in which people came"),
    Column("sits", Boolean, nullable=False, doc="false while asked and not answered"),
    Column("declined_at", BigInteger, doc="when who was asked said no; the seat is open since"),
    Column("word", String(40), doc="what they add to the chance of the game"),
    Column("handicap", Integer, nullable=False, server_default="0", doc="its size; 0: none"),
    Index(None, "user_id"),
    Index(None, "declined_at"),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("challenge_id", ForeignKey("challenges.id"), nullable=False, unique=True),
    Column("interaction_id", BigInteger, nullable=False, unique=True, doc="of the acceptance"),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False, doc="where it was agreed"),
    Column("thread", Boolean, nullable=False, doc="whether it is to have a thread of its own"),
    Column("place_id", BigInteger, doc="the channel or thread it is played in, once there is one"),
    Column("own_thread", Boolean, nullable=False, doc="whether the bot opened that thread"),
    Column("place_note", String(32), doc="why it is not played in a thread of its own"),
    Column("game", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("clock_days", Integer, doc="days a move; null: no clock"),
    Column(
        "clock_end",
        String(16),
        nullable=False,
        server_default="claim",
        doc="forfeit, computer or claim",
    ),
    Column(
        "takebacks",
        Boolean,
        nullable=False,
        server_default=false(),
        doc="whether a rated game may have them",
    ),
    Column("language", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column(
        "uncounted", String(16), doc="why it changes no rating although it was to; null: it does"
    ),
    Index(None, "place_id"),
    Index(None, "guild_id", "game", "ended_at"),
)

GAMES = Table(
    "games",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("number", Integer, nullable=False, doc="1, or 2 for the return game"),
    Column("guild_id", BigInteger, nullable=False),
    Column("code", String(5), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("secret", String(64), nullable=False, doc="never shown before the end"),
    Column("commitment", String(64), nullable=False),
    Column(
        "lots",
        JSON(none_as_null=True),
        doc="the other parts of its chance, as in a record; null: begun when there were none",
    ),
    Column("seq", Integer, nullable=False, doc="the last event's"),
    Column("turns", Integer, nullable=False, doc="how many turns players have completed"),
    Column("to_move", Integer, doc="a seat, or null once over"),
    Column("result", JSON(none_as_null=True), doc="as in a record, once over"),
    Column(
        "deadline_at", BigInteger, doc="when the clock of this turn ends; null: it does not run"
    ),
    Column("clock_left", Integer, doc="seconds left on a paused clock"),
    Column("halted", String(16), doc="why the clock is paused: away, silenced, gone or place"),
    Column(
        "turn_seq",
        Integer,
        nullable=False,
        server_default="0",
        doc="the seq at which this turn began",
    ),
    Column(
        "reminded",
        Integer,
        nullable=False,
        server_default="0",
        doc="which reminders of this turn have gone out",
    ),
    Column(
        "given_back",
        Integer,
        nullable=False,
        server_default="0",
        doc="seconds that its clock got back in this turn, because nobody could reach the bot",
    ),
    Column("started_at", BigInteger, nullable=False),
    Column("moved_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    UniqueConstraint("match_id", "number"),
    UniqueConstraint("guild_id", "code"),
)

PLAYERS = Table(
    "players",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("running", Boolean, nullable=False),
    Column("stand_in", String(16), doc="the level of the computer that plays for them now"),
    Column("handicap", Integer, nullable=False, server_default="0", doc="its size; 0: none"),
    Index(None, "guild_id", "user_id", "running"),
    Index(None, "guild_id", "user_id", "game_id"),
    Index(None, "user_id", "running"),
)

_ABORTS = text("notation = '!abort'")

EVENTS = Table(
    "events",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False, doc="0 is the set-up"),
    Column("notation", Text, nullable=False, doc="as in records; the set-up as JSON"),
    Column("user_id", BigInteger, doc="who did it; null for chance"),
    Column("interaction_id", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("game_id", "interaction_id"),
    Index("ix_events_ended_by", "user_id", sqlite_where=_ABORTS, postgresql_where=_ABORTS),
)


def _ratings(name: str) -> Table:
    return Table(
        name,
        METADATA,
        Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
        Column("game", String(32), primary_key=True),
        Column("user_id", BigInteger, primary_key=True, autoincrement=False),
        Column("mu", Float, nullable=False),
        Column("sigma", Float, nullable=False),
        Column("shown", Integer, nullable=False, doc="the number that people see"),
        Column("wins", Integer, nullable=False),
        Column("draws", Integer, nullable=False),
        Column("losses", Integer, nullable=False),
        Index(None, "guild_id", "game", "shown"),
    )


RATINGS = _ratings("ratings")
"""From matches between people."""
COMPUTER_RATINGS = _ratings("computer_ratings")
"""From matches in which computers sat; they are rated there themselves."""
HANDICAP_RATINGS = _ratings("handicap_ratings")
"""From matches between people in which somebody had a handicap."""

LEDGER = Table(
    "ledger",
    METADATA,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("low_id", BigInteger, nullable=False, doc="the smaller of the two people's ids"),
    Column("high_id", BigInteger, nullable=False),
    Column("points", Integer, nullable=False, doc="what the match brought low; negative: high"),
    Column("coins", Integer, nullable=False, doc="likewise, of the stake"),
    Column("asked_by", BigInteger, doc="who of the two has asked to settle it"),
    Column("settled", Boolean, nullable=False),
    Index(None, "guild_id", "game", "low_id", "high_id"),
    Index(None, "guild_id", "game", "high_id"),
)

OFFERS = Table(
    "offers",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("kind", String(16), primary_key=True, doc="draw, takeback or abort"),
    Column("user_id", BigInteger, nullable=False, doc="who asks"),
    Column("seq", Integer, nullable=False, doc="at which it was asked"),
    Column("back_to", Integer, doc="the seq after which a takeback goes on"),
    Column("created_at", BigInteger, nullable=False),
)

OFFER_ANSWERS = Table(
    "offer_answers",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, doc="who has agreed"),
)

PLANS = Table(
    "plans",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False, doc="the event that the steps follow"),
    Column("state", String(16), nullable=False, doc="draft, waiting, dropped or taken-back"),
    Column("steps", JSON, nullable=False, doc="what happens and the answers, in turn"),
    Column("failed_seq", Integer, doc="after which event it could not be played"),
    Column("failed_step", Integer, doc="at which of its steps"),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "game_id", "user_id"),
)

NOTES = Table(
    "notes",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False, doc="for its writer alone"),
    Index(None, "user_id"),
)

FOLLOWERS = Table(
    "followers",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "user_id"),
)

PREFERENCES = Table(
    "preferences",
    METADATA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(16), doc="null: as Discord says"),
    Column("boards", String(16), nullable=False, doc="picture, text or both"),
    Column("theme", String(16), doc="null: the server's"),
    Column("marks", Boolean, doc="null: the server's"),
    Column("reminders", String(16), nullable=False, doc="thread, dm or none"),
    Column("quiet_from", Integer, doc="an hour of the day; null: no quiet hours"),
    Column("quiet_until", Integer),
    Column("time_zone", String(64), nullable=False, doc="as in the tz database"),
    Column("digest_hour", Integer, doc="null: no digest"),
    Column("challenges", Boolean, nullable=False, doc="false: challenges are refused"),
    Column(
        "results",
        Boolean,
        nullable=False,
        server_default=true(),
        doc="whether the end of a game pings them",
    ),
    Column(
        "profile",
        Boolean,
        nullable=False,
        server_default=true(),
        doc="whether others may look at their profile",
    ),
)

AWAY = Table(
    "away",
    METADATA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("from_at", BigInteger, primary_key=True, autoincrement=False),
    Column("until_at", BigInteger, nullable=False),
    Index(None, "user_id", "until_at"),
)

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "blocked_id"),
)

LIMITS = Table(
    "limits",
    METADATA,
    Column("kind", String(16), primary_key=True),
    Column("subject", String(80), primary_key=True, doc="a server, or a person in it"),
    Column("free_at", BigInteger, nullable=False, doc="when nothing counts any more"),
    Index(None, "free_at"),
)

SERVERS = Table(
    "servers",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(16), doc="null: the server's own, or the challenger's"),
    Column("clock_days", Integer, doc="what a challenge has that names none; null: no clock"),
    Column("channels", JSON, nullable=False, doc="where games may be played; empty: everywhere"),
    Column("max_games", Integer, doc="running games a person; null: as configured"),
    Column("leaderboard", Boolean, nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("boards", String(16), nullable=False, doc="new, or edit: in place"),
    Column("theme", String(16), nullable=False),
    Column("marks", Boolean, nullable=False),
    Column(
        "puzzle_channel_id",
        BigInteger,
        doc="the channel for the day's puzzles; null: none is posted",
    ),
    Column("greeted_at", BigInteger, doc="when the bot said hello; null: it has not"),
    Column("absent_at", BigInteger, doc="since when the bot is not in it"),
    Column("seasons", String(16), doc="how long one is: month or quarter; null: there are none"),
    Column(
        "time_zone",
        String(64),
        nullable=False,
        server_default="UTC",
        doc="by which a month begins; as in the tz database",
    ),
)

PUZZLE_ANSWERS = Table(
    "puzzle_answers",
    METADATA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False, doc="days since 1970, by UTC"),
    Column("first", Text, nullable=False, doc="the first answer, in notation"),
    Column("tries", Integer, nullable=False, doc="2 also after a look at the solution"),
    Column("right", Boolean, nullable=False, doc="whether the last answer was right"),
    Column("answered_at", BigInteger, nullable=False),
    Index(None, "game", "day"),
)

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("stream", String(64), nullable=False, doc="rows of one stream go out in order"),
    Column("kind", String(32), nullable=False),
    Column("payload", JSON, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("claimed_until", BigInteger, nullable=False, doc="0 while nobody delivers it"),
    Column("attempts", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column(
        "failures",
        JSON,
        nullable=False,
        server_default=text("'{}'"),
        doc="how often it failed, by the kind of failure",
    ),
    Column(
        "outage",
        Boolean,
        nullable=False,
        server_default=false(),
        doc="whether it waits because nothing got through",
    ),
    Column("claimed_by", String(100), doc="the process that delivers it, or did"),
    Index(None, "stream", "id"),
    # Deleted ids are not used again: Discord may still remember a nonce made of one.
    sqlite_autoincrement=True,
)

POSTS = Table(
    "posts",
    METADATA,
    Column("kind", String(32), primary_key=True, doc="card, board, nudge, offer and the like"),
    Column("subject_id", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False, doc="what the message shows"),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("pictured", Boolean, nullable=False, doc="whether it went out with its picture"),
    Column("picture_id", BigInteger, doc="of the attachment; null: there is none, or not known"),
    Index(None, "subject_id"),
)

SCHEDULE = Table(
    "due",
    METADATA,
    Column("kind", String(32), primary_key=True),
    Column("subject_id", BigInteger, primary_key=True, autoincrement=False),
    Column("due_at", BigInteger, nullable=False),
    Index(None, "due_at"),
)

INTERACTIONS = Table(
    "interactions",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False, doc="Discord's"),
    Column("seen_at", BigInteger, nullable=False),
    Index(None, "seen_at"),
)

META = Table(
    "meta",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
