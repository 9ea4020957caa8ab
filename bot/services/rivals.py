"""Rivals: who of a server is free for a game, when they usually play, and at what pace.

Listed are people who have played lately, are here, are willing to be challenged and have nothing to
hide (/preferences), are not away, have room for another game, and neither block who asks nor are
blocked. Whether a challenge may be made is checked when it is made, like any other.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.config import Settings
from bot.services.profiles import pace_of
from data import absences, blocks, people, preferences, profiles, rivals, servers
from data.engine import Connection, Database
from data.former import is_account
from data.profiles import Made
from data.rivals import Active
from games.registry import GAMES

MOST_LISTED: Final = 8
HOURS_TOLD: Final = 4
"""How many hours in a row are told, in which somebody moves most."""
DAY_HOURS: Final = 24


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody to play with: their name and usual game, from which hour on they move, how fast."""

    user_id: int
    name: str
    game: str
    from_hour: int | None
    """The first of the hours in which they move most, in the reader's time zone; None: unknown."""
    pace: int | None


async def free_for_a_game(
    database: Database, settings: Settings, guild_id: int, reader_id: int, now: int
) -> list[Rival]:
    """List people to challenge, who has played last first; hours are in the reader's time zone."""
    async with database.reading() as connection:
        found = [
            each
            for each in await rivals.active(connection, guild_id)
            if each.user_id != reader_id and each.game in GAMES and is_account(each.user_id)
        ]
        busy = await _not_free(connection, settings, guild_id, reader_id, found, now)
        listed = [each for each in found if each.user_id not in busy][:MOST_LISTED]
        ids = [each.user_id for each in listed]
        names = await people.names(connection, guild_id, ids)
        made = await profiles.latest_events(connection, guild_id, ids)
        zone = ZoneInfo((await preferences.get(connection, reader_id)).time_zone)
    return [
        Rival(
            each.user_id,
            names.get(each.user_id, "?"),
            each.game,
            usual_hour(made[each.user_id], each.user_id, zone),
            pace_of(made[each.user_id], each.user_id),
        )
        for each in listed
    ]


async def _not_free(
    connection: Connection,
    settings: Settings,
    guild_id: int,
    reader_id: int,
    found: Sequence[Active],
    now: int,
) -> Collection[int]:
    """Return those of some people whom the reader can't or shouldn't challenge now."""
    ids = [each.user_id for each in found]
    mine, theirs = await blocks.between(connection, reader_id, ids)
    chosen = await preferences.of_all(connection, ids)
    closed = {one for one in ids if not (chosen[one].challenges and chosen[one].profile)}
    server = await servers.get(connection, guild_id)
    most = min(settings.max_games_per_person, server.max_games or settings.max_games_per_person)
    running = await rivals.running(connection, guild_id, ids)
    full = {one for one, games in running.items() if games >= most}
    away = await absences.away(connection, ids, now)
    gone = await people.not_members(connection, guild_id, ids)
    return {*mine, *theirs, *closed, *full, *away, *gone}


def usual_hour(made: Iterable[Made], user_id: int, zone: ZoneInfo) -> int | None:
    """Return the first of those hours in a row in which a person makes most of their moves."""
    hours = Counter(
        datetime.fromtimestamp(event.at, zone).hour
        for event in made
        if event.user_id == user_id and event.is_move
    )
    if not hours:
        return None
    return max(
        range(DAY_HOURS),
        key=lambda start: sum(hours[(start + n) % DAY_HOURS] for n in range(HOURS_TOLD)),
    )
