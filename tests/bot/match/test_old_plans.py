"""Plans and clicks of a version that had no columns for them: a running game keeps them."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from data import interactions, plans
from data.plans import Failure, PlanState
from data.tables import SCHEDULE
from tests.bot.club import JON, MARA, Club, legal
from tests.bot.match.old_databases import club_before, copy
from tests.data.backends import BACKENDS

DAY = 24 * 3600
PLANS = sa.table(
    "plans",
    sa.column("game_id"),
    sa.column("user_id"),
    sa.column("seq"),
    sa.column("line", sa.JSON()),
    sa.column("created_at"),
)
"""The table as the migrations up to 0006 made it."""


@pytest.fixture(params=BACKENDS)
async def old_club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """Yield the services on a database of the version before."""
    async with club_before(request.param, tmp_path, "0007") as opened:
        yield opened


async def test_a_running_game_keeps_its_plans_and_the_clicks_that_were_carried_out(
    old_club: Club, club: Club
) -> None:
    table = await club.start()
    await copy(club.database, old_club.database, but=["meta"])
    club = old_club
    one, three, *_ = legal(table)
    after = table.line.apply(one)
    two = after.game.legal_notation(after.position)[0]
    lines: list[dict[str, Any]] = [  # Any: JSON
        {"state": "waiting", "steps": [one, two]},
        {"state": "draft", "steps": []},
        {"state": "dropped", "steps": [one, three], "failure": [14, 1]},
        {"state": "taken-back", "steps": [two, three]},
    ]
    now = club.clock()
    async with club.database.writing() as connection:
        for line in lines:
            await connection.execute(
                sa.insert(PLANS).values(
                    game_id=table.game.id, user_id=JON.id, seq=table.seq, line=line, created_at=now
                )
            )
        for kind, number in (("given", 77), ("clock", 78)):
            due = {"kind": kind, "subject_id": number, "due_at": now + DAY}
            await connection.execute(sa.insert(SCHEDULE).values(due))

    await club.database.migrate()

    async with club.database.reading() as connection:
        found = await plans.of_person(connection, table.game.id, JON.id)
        assert [(plan.state, plan.steps, plan.failure) for plan in found] == [
            (PlanState.WAITING, (one, two), None),
            (PlanState.DRAFT, (), None),
            (PlanState.DROPPED, (one, three), Failure(14, 1)),
            (PlanState.TAKEN_BACK, (two, three), None),
        ]
        assert await plans.of_game(connection, table.game.id) == found[:1]
        assert await interactions.is_known(connection, 77)
        kinds = (await connection.execute(sa.select(SCHEDULE.c.kind))).scalars().all()
        assert "given" not in kinds
        assert "clock" in kinds
    acted = await club.play(table, one)
    assert acted.table.line.turns == 2
    assert acted.table.line.to_move == acted.table.game.seat_of(MARA.id)


async def test_old_clicks_are_forgotten_after_a_day(club: Club) -> None:
    now = club.clock()
    async with club.database.writing() as connection:
        await interactions.remember(connection, 1, now)
        await interactions.remember(connection, 2, now + DAY)
        assert await interactions.is_known(connection, 1)
        await interactions.remember(connection, 3, now + DAY + 1)
        assert not await interactions.is_known(connection, 1)
        assert await interactions.is_known(connection, 2)
