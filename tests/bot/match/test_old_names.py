"""Names that a version before stored of people who neither play nor are asked to."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data import people
from tests.bot.club import GUILD, JON, KIM, MARA, Club
from tests.bot.match.old_databases import club_before, copy
from tests.data.backends import BACKENDS

MODERATOR = 77


@pytest.fixture(params=BACKENDS)
async def old_club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """Yield the services on a database of the version before."""
    async with club_before(request.param, tmp_path, "0013") as opened:
        yield opened


async def test_only_names_of_players_and_of_those_who_are_asked_stay(
    old_club: Club, club: Club
) -> None:
    await club.start()
    await club.propose(KIM)
    async with club.database.writing() as connection:
        await people.remember(connection, GUILD, {MODERATOR: "Vera"}, club.clock())
        await people.remember(connection, GUILD + 1, {MARA.id: "Mara elsewhere"}, club.clock())
    await copy(club.database, old_club.database, but=["meta"])
    await old_club.database.migrate()
    async with old_club.database.reading() as connection:
        kept = await people.names(connection, GUILD, [MARA.id, JON.id, KIM.id, MODERATOR])
        assert kept == {person.id: person.name for person in (MARA, JON, KIM)}
        assert await people.names(connection, GUILD + 1, [MARA.id]) == {}
