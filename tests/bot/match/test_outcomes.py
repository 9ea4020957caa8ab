"""What is noted of a match for each of its people: how it ended, against whom, and in time or not."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.match.match_outcome import MatchOutcome
from bot.match.months import month_start
from bot.match.outcomes import against, outcomes_of
from bot.services.outcomes import Outcomes
from data.challenges import Clock, ClockEnd
from data.computers import Computer
from data.offers import OfferKind
from data.outcomes import Ending
from data.result_tables import OUTCOMES
from data.schedule import JobKind
from data.stored import StoredGame
from data.tables import SCHEDULE
from games.game import Reason
from games.players import Level
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, TWO_GAME, UNRATED, Club
from tests.bot.match.old_databases import club_before, copy
from tests.bot.passing import pass_hours
from tests.data.backends import BACKENDS, contents
from tests.recount import read, score

ADA = Computer(Level.EASY, 1).id
GUS = Computer(Level.HARD, 1).id


async def noted(club: Club) -> list[dict[str, Any]]:  # Any: columns of several types
    async with club.database.reading() as connection:
        rows = await connection.execute(
            select(OUTCOMES).order_by(OUTCOMES.c.match_id, OUTCOMES.c.user_id)
        )
        return [dict(row) for row in rows.mappings()]


async def test_the_end_of_a_match_is_noted_for_both_in_its_transaction(club: Club) -> None:
    table = await club.start()
    assert await noted(club) == []
    await club.resign(table, JON)
    match = table.game.match
    shared = {
        "match_id": match.id,
        "guild_id": GUILD,
        "game": "dice_matrix",
        "seats": 2,
        "against": "people",
        "on_time": None,
        "ended_at": club.clock(),
    }
    assert await noted(club) == [
        {"user_id": MARA.id, "other_id": JON.id, "place": 0, "ending": Ending.WON, **shared},
        {"user_id": JON.id, "other_id": MARA.id, "place": 1, "ending": Ending.LOST, **shared},
    ]


async def test_a_draw_is_one_for_both_and_a_game_without_a_result_is_nothing(club: Club) -> None:
    drawn = await club.play_out(await club.start(terms=UNRATED), moves=2)
    await club.agree(drawn, OfferKind.DRAW, MARA, JON)
    await club.agree(await club.start(), OfferKind.ABORT, MARA, JON)
    assert [row["ending"] for row in await noted(club)] == [Ending.DRAWN] * 2


@pytest.mark.slow
async def test_two_games_are_one_match(club: Club) -> None:
    first = await club.play_out(await club.start(terms=TWO_GAME))
    assert await noted(club) == []
    _, second = await club.games_of(first.game.match.id)
    await club.play_out(await club.matches.table(second.id))
    assert len(await noted(club)) == 2


async def test_who_ran_out_of_time_did_not_finish_on_time(club: Club) -> None:
    terms = replace(SINGLE, clock=Clock(1, ClockEnd.FORFEIT))
    await club.start(terms=terms)
    await pass_hours(club, 25)
    await club.resign(await club.start(terms=terms), JON)
    late = {(row["match_id"], row["user_id"]): row["on_time"] for row in await noted(club)}
    assert late == {
        (1, MARA.id): False,
        (1, JON.id): True,
        (2, MARA.id): True,
        (2, JON.id): True,
    }


async def test_for_whom_a_computer_played_on_did_not_either(club: Club) -> None:
    terms = replace(SINGLE, clock=Clock(1, ClockEnd.COMPUTER))
    table = await club.start(terms=terms)
    await pass_hours(club, 25)
    await club.resign(table, JON)
    assert {row["user_id"]: row["on_time"] for row in await noted(club)} == {
        MARA.id: False,
        JON.id: True,
    }


@pytest.mark.parametrize(
    ("others", "kind"),
    [
        ([JON.id], "people"),
        ([JON.id, KIM.id], "people"),
        ([ADA], "easy"),
        ([ADA, GUS], "hard"),
        ([JON.id, GUS], "mixed"),
    ],
)
def test_the_kind_of_opponents_is_that_of_the_strongest(others: list[int], kind: str) -> None:
    assert against(others) == kind


async def test_a_table_of_several_notes_places_and_no_computer(club: Club) -> None:
    game = (await club.start()).game
    players = (MARA.id, ADA, JON.id, KIM.id)
    outcome = MatchOutcome(players, (2, 0, 1, 2), (None,) * 4, Reason.PLAYED)
    games: list[StoredGame] = [replace(game, players=players)]
    rows = outcomes_of(games, outcome, set(), now=5)
    assert [(row.user_id, row.place, row.ending) for row in rows] == [
        (MARA.id, 2, Ending.LOST),
        (JON.id, 1, Ending.LOST),
        (KIM.id, 2, Ending.LOST),
    ]
    assert {(row.seats, row.against, row.other_id) for row in rows} == {(4, "mixed", None)}


@pytest.fixture
async def club_in_file(tmp_path: Path) -> AsyncIterator[Club]:
    """Open a club on a file that the second program can read."""
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await opened.database.migrate()
    yield opened
    await opened.database.close()


@pytest.mark.slow
async def test_running_scores_are_those_that_the_second_program_finds(
    club_in_file: Club, tmp_path: Path
) -> None:
    club = club_in_file
    chance = Random(1)
    for _ in range(30):
        one, other = chance.sample([MARA, JON, KIM], 2)
        table = await club.play_out(await club.start(one, other, UNRATED), moves=2)
        if chance.random() < 0.3:
            await club.agree(table, OfferKind.DRAW, one, other)
        else:
            await club.resign(table, chance.choice([one, other]))
        club.clock.pass_time(chance.randrange(6 * 24 * 3600))
    played, now = read(tmp_path / "tavolo.db"), club.clock()
    service = Outcomes(club.database, clock=club.clock)
    months = sorted({month_start(match.ended_at, UTC) for match in played} | {now + 1})
    seen = 0
    for since, until in pairwise(months):
        for pair in ((MARA.id, JON.id), (JON.id, KIM.id), (KIM.id, MARA.id)):
            found = await service.running_score(GUILD, "dice_matrix", pair, at=until - 1)
            slow = score(played, GUILD, pair, game="dice_matrix", since=since, until=until)
            told: dict[int | None, int] = {}
            if found is not None:
                told = {pair[0]: found.won[0], pair[1]: found.won[1], None: found.drawn}
            assert {who: n for who, n in told.items() if n} == slow
            seen += bool(slow)
    assert seen > 6


# Matches that an older version has ended


@pytest.fixture(params=BACKENDS)
async def old_club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """Yield the services on a database of the version before."""
    async with club_before(request.param, tmp_path, "0016") as opened:
        yield opened


async def test_matches_of_an_older_version_are_noted_once_the_bot_runs(
    old_club: Club, club: Club
) -> None:
    await club.resign(await club.start(), JON)
    await club.agree(await club.start(), OfferKind.ABORT, MARA, JON)
    await club.play_out(await club.start(terms=TWO_GAME))
    await club.start()
    await copy(club.database, old_club.database, but=["meta", "outcomes", "due"])

    await old_club.database.migrate()

    async with old_club.database.reading() as connection:
        due = select(SCHEDULE.c.subject_id).where(SCHEDULE.c.kind == JobKind.OUTCOME)
        matches = sorted((await connection.execute(due)).scalars())
    assert matches == [1, 2]
    service = Outcomes(old_club.database, clock=old_club.clock)
    for match_id in (*matches, *matches, 404):
        await service.look_through(match_id)
    assert await noted(old_club) == await noted(club)
    assert not [row for row in (await contents(old_club.database))["due"] if row[0] == "outcome"]
