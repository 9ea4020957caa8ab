"""Results that were stored before a rating change said how a match ended: each says so now."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from data.engine import Database
from data.offers import OfferKind
from data.result_tables import RATING_CHANGES
from tests.bot.club import JON, KIM, MARA, TWO_GAME, Club
from tests.bot.den import EASY, Den
from tests.bot.match.old_databases import club_before, copy
from tests.data.backends import BACKENDS

Changes = list[tuple[object, ...]]


@pytest.fixture(params=BACKENDS)
async def old_club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """Yield the services on a database of the version before."""
    async with club_before(request.param, tmp_path, "0015") as opened:
        yield opened


async def changes(database: Database) -> Changes:
    async with database.reading() as connection:
        rows = await connection.execute(
            sa.select(RATING_CHANGES).order_by(RATING_CHANGES.c.match_id, RATING_CHANGES.c.user_id)
        )
        return [tuple(row) for row in rows]


async def test_a_database_of_an_older_version_says_how_its_matches_ended(
    old_club: Club, club: Club
) -> None:
    await club.resign(await club.rated(), JON)
    club.clock.pass_time(60)
    await club.resign(await club.rated(JON, KIM), KIM)
    club.clock.pass_time(60)
    first = await club.play_out(await club.start(terms=TWO_GAME))
    games = await club.games_of(first.game.match.id)
    await club.play_out(await club.matches.table(games[1].id))
    drawn = await club.play_out(await club.start(MARA, KIM), moves=20)
    await club.agree(drawn, OfferKind.DRAW, MARA, KIM)
    await club.resign(await Den.of(club).start(EASY), MARA)
    stored = await changes(club.database)
    assert {row[-2] for row in stored} == {"won", "drawn", "lost"}
    assert {row[6] for row in stored} == {"people", "computers"}

    await copy(club.database, old_club.database, but=["meta"])
    await old_club.database.migrate()

    assert await changes(old_club.database) == stored
