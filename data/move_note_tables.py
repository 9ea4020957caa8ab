"""The table of notes on moves. What is true of all tables is said in `data.tables`."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from data.tables import METADATA

MOVE_NOTES = Table(
    "move_notes",
    METADATA,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column(
        "seq",
        Integer,
        primary_key=True,
        autoincrement=False,
        doc="the event that led to the step it is on: takebacks change no seq",
    ),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False, doc="for its writer alone until the game is over"),
    Index(None, "user_id"),
)
"""What players have written on the steps of a game, one note a person and step."""
