"""How matches ended for each of their people: one row each, from which pages add up.

All of it follows from the stored games, by `bot.match.outcomes`. Matches that ended without a
result have no rows, and computers have none. What does not belong here: ratings, and what a page
shows (`data.profiles`, `data.versus`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final

from sqlalchemy import and_, delete, func, select

from data.computers import Computer
from data.engine import Connection
from data.result_tables import FEATS, OUTCOMES
from data.tables import GAMES, PLAYERS
from data.upsert import insert_missing
from games.players import Level
from games.players.mix import Strength


class Ending(StrEnum):
    """How a match ended for somebody; several who share the first place have drawn."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


PEOPLE: Final = "people"
"""Against people alone."""
MIXED: Final = "mixed"
"""Against people and computers."""
LIKE_ME: Final = "like me"
"""Against computers whose strength was picked from somebody's record."""
HANDICAP: Final = "handicap"
"""Against anybody, where somebody had a handicap: such matches count for nothing else."""
AGAINST: Final = (PEOPLE, MIXED, LIKE_ME, *(level.value for level in Level), HANDICAP)
"""The kinds of opponents; of computers alone it is the level of the strongest."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended for one of its people; `other_id` is the other player where two play."""

    match_id: int
    user_id: int
    guild_id: int
    game: str
    seats: int
    against: str
    other_id: int | None
    place: int
    ending: Ending
    on_time: bool | None
    """Whether they finished before their time was up; None where no clock ran."""
    ended_at: int


@dataclass(frozen=True, slots=True)
class Alone:
    """How a match ended for a person alone among computers, and how strong these were."""

    ending: Ending
    strengths: tuple[Strength, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two people and a game in a server."""

    guild_id: int
    game: str
    one_id: int
    other_id: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What two people have won against each other, and how often they drew."""

    won: tuple[int, int] = (0, 0)
    drawn: int = 0

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing has been decided between the two."""
        return not any((*self.won, self.drawn))


async def note(connection: Connection, ended: Iterable[Outcome]) -> None:
    """Store how matches ended; what is stored already stays."""
    await insert_missing(connection, OUTCOMES, [asdict(each) for each in ended])


@dataclass(frozen=True, slots=True)
class Done:
    """What somebody did in a match that is worth a smile: `feat` is its key in the game."""

    match_id: int
    user_id: int
    feat: str
    guild_id: int
    game: str
    ended_at: int


async def note_feats(connection: Connection, done: Iterable[Done]) -> None:
    """Store who did what; what is stored already stays."""
    await insert_missing(connection, FEATS, [asdict(each) for each in done])


@dataclass(frozen=True, slots=True)
class Noted:
    """All that is noted of a match: how it ended for its people, and what they did in it."""

    outcomes: tuple[Outcome, ...]
    done: tuple[Done, ...]


async def noted(connection: Connection, match_ids: Sequence[int]) -> dict[int, Noted]:
    """Return what is noted of matches, in the order of their people and feats."""
    ended = {match_id: list[Outcome]() for match_id in match_ids}
    done = {match_id: list[Done]() for match_id in match_ids}
    rows = await connection.execute(
        select(OUTCOMES)
        .where(OUTCOMES.c.match_id.in_(match_ids))
        .order_by(OUTCOMES.c.match_id, OUTCOMES.c.user_id)
    )
    for row in rows.mappings():
        ended[row["match_id"]].append(Outcome(**dict(row) | {"ending": Ending(row["ending"])}))
    rows = await connection.execute(
        select(FEATS)
        .where(FEATS.c.match_id.in_(match_ids))
        .order_by(FEATS.c.match_id, FEATS.c.user_id, FEATS.c.feat)
    )
    for row in rows.mappings():
        done[row["match_id"]].append(Done(**row))
    return {
        match_id: Noted(tuple(ended[match_id]), tuple(done[match_id])) for match_id in match_ids
    }


async def replace(connection: Connection, match_id: int, new: Noted) -> None:
    """Replace all that is noted of a match."""
    await connection.execute(delete(OUTCOMES).where(OUTCOMES.c.match_id == match_id))
    await connection.execute(delete(FEATS).where(FEATS.c.match_id == match_id))
    await note(connection, new.outcomes)
    await note_feats(connection, new.done)


async def tally(connection: Connection, pairing: Pairing, since: int, until: int) -> Tally:
    """Return how the matches of two people ended in a time, `until` included; none with a handicap."""
    both = (pairing.one_id, pairing.other_id)
    found = await connection.execute(
        select(OUTCOMES.c.user_id, OUTCOMES.c.ending, func.count().label("matches"))
        .where(
            OUTCOMES.c.guild_id == pairing.guild_id,
            OUTCOMES.c.user_id.in_(both),
            OUTCOMES.c.other_id.in_(both),
            OUTCOMES.c.game == pairing.game,
            OUTCOMES.c.against != HANDICAP,
            OUTCOMES.c.ended_at >= since,
            OUTCOMES.c.ended_at <= until,
        )
        .group_by(OUTCOMES.c.user_id, OUTCOMES.c.ending)
    )
    counted = {(row.user_id, row.ending): int(row.matches) for row in found}
    return tally_of(both, counted)


def tally_of(both: Sequence[int], counted: dict[tuple[int, str], int]) -> Tally:
    """Return what two people have won and drawn, of how often each ended how."""
    one, other = both
    return Tally(
        (counted.get((one, Ending.WON), 0), counted.get((other, Ending.WON), 0)),
        counted.get((one, Ending.DRAWN), 0),
    )


async def alone_with_computers(
    connection: Connection, guild_id: int, user_id: int, game: str, *, most: int
) -> list[Alone]:
    """List how the latest matches of a person alone among computers ended, latest first.

    Those with a handicap say nothing of their strength.
    """
    latest = (
        select(OUTCOMES.c.match_id, OUTCOMES.c.ending, OUTCOMES.c.ended_at)
        .where(
            OUTCOMES.c.guild_id == guild_id,
            OUTCOMES.c.user_id == user_id,
            OUTCOMES.c.game == game,
            OUTCOMES.c.against.not_in((PEOPLE, MIXED, HANDICAP)),
        )
        .order_by(OUTCOMES.c.ended_at.desc(), OUTCOMES.c.match_id.desc())
        .limit(most)
        .subquery()
    )
    rows = await connection.execute(
        select(latest, PLAYERS.c.user_id)
        .join(GAMES, and_(GAMES.c.match_id == latest.c.match_id, GAMES.c.number == 1))
        .join(PLAYERS, and_(PLAYERS.c.game_id == GAMES.c.id, PLAYERS.c.user_id < 0))
        .order_by(latest.c.ended_at.desc(), latest.c.match_id.desc(), PLAYERS.c.seat)
    )
    return [
        Alone(
            Ending(seated[0].ending),
            tuple(
                computer.strength
                for row in seated
                if (computer := Computer.of(row.user_id)) is not None
            ),
        )
        for _, group in groupby(rows, key=lambda row: row.match_id)
        for seated in [list(group)]
    ]
