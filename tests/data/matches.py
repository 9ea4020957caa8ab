"""Matches that are over, stored without playing them: for tests of what is made of them."""

from sqlalchemy import insert

from data.engine import Connection
from data.matches import get_match
from data.stored import Match
from data.tables import CHALLENGES, MATCHES


async def played(
    connection: Connection, number: int, guild_id: int, game: str, *, ended_at: int
) -> Match:
    """Store a match with a number, and the challenge that it came of."""
    shared = {
        "id": number,
        "guild_id": guild_id,
        "channel_id": 1,
        "game": game,
        "seats": 2,
        "options": {},
        "settings": {},
        "kind": "single",
        "rated": True,
        "language": "en",
        "thread": True,
        "created_at": 0,
        "interaction_id": number,
    }
    challenge = {"challenger_id": 1, "first": "me", "state": "accepted", "lapses_at": 0}
    await connection.execute(insert(CHALLENGES).values(shared | challenge))
    match = {"challenge_id": number, "own_thread": True, "ended_at": ended_at}
    await connection.execute(insert(MATCHES).values(shared | match))
    found = await get_match(connection, number)
    assert found is not None
    return found
