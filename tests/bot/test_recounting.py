"""`tavolo ratings rebuild`: nothing changes where nothing is wrong, and what is wrong is put right."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from bot import recounting as counting_again
from bot import renoting as noting_again
from bot.config import Settings, load
from bot.recounting import Rebuilt, Stage, rebuild
from bot.services.outcomes import Outcomes
from bot.services.privacy import Privacy
from bot.services.retention import Retention
from data import recounting
from data.challenges import Clock, ClockEnd, Given
from data.offers import OfferKind
from data.result_tables import FEATS, OUTCOMES, RATING_CHANGES
from data.tables import COMPUTER_RATINGS, GAMES, HANDICAP_RATINGS, MATCHES, RATINGS
from games.feats import Feat
from games.registry import GAMES as RULES
from games.words import Text
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, TWO_GAME, UNRATED, Club
from tests.bot.den import EASY, Den
from tests.data.backends import contents
from tests.tiers import sampled

LATER = 3600
NOTHING = Rebuilt(matches=13, looked_through=14)
"""Nothing was put right; one match was not rated."""
Contents = dict[str, list[tuple[Any, ...]]]  # Any: as stored


def settings_of(club: Club) -> Settings:
    plain = club.url.replace("+aiosqlite", "").replace("+asyncpg", "")
    return load({"DATABASE_URL": plain})


async def look_through(club: Club) -> None:
    """Do what the bot does soon after a match is over: find what was done in it."""
    async with club.database.reading() as connection:
        ended = await recounting.ended(connection, after=0, most=1000)
    service = Outcomes(club.database, clock=club.clock)
    for match_id in ended:
        await service.look_through(match_id)


async def again(club: Club, *, later: int = LATER) -> Rebuilt:
    return await rebuild(settings_of(club), lambda *_: None, clock=lambda: club.clock() + later)


@pytest.fixture(autouse=True)
def easy_feat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make everybody do something that is worth a smile in their second turn."""
    feat = Feat("second-turn", Text("a second turn"), lambda deed: deed.turn > 1)
    monkeypatch.setattr(type(RULES["dice_matrix"]), "feats", (feat,))


@pytest.fixture
async def played(club: Club) -> Club:
    """Return a club in which matches of every kind have ended, some in the same second."""
    for winner, loser in ((MARA, JON), (JON, MARA), (KIM, MARA), (MARA, JON)):
        await club.resign(await club.rated(winner, loser), loser)
    club.clock.pass_time(3600)
    first = await club.play_out(await club.start(terms=TWO_GAME))
    games = await club.games_of(first.game.match.id)
    await club.play_out(await club.matches.table(games[1].id))
    drawn = await club.play_out(await club.start(MARA, KIM), moves=20)
    await club.agree(drawn, OfferKind.DRAW, MARA, KIM)
    await club.resign(await club.start(), JON)
    await club.resign(await club.rated(terms=UNRATED), JON)
    handicap = replace(SINGLE, handicap=Given({JON.id: 20}))
    for loser in (JON, MARA):
        await club.resign(await club.rated(terms=handicap), loser)
    for _ in range(2):
        timed = await club.rated(terms=replace(SINGLE, clock=Clock(1, ClockEnd.FORFEIT)))
        club.clock.pass_time(24 * 3600)
        await club.clocks.run_out(timed.game.id)
    club.clock.pass_time(9 * 24 * 3600)
    den = Den.of(club)
    await club.resign(await den.start(EASY), MARA)
    await club.resign(await club.rated(JON, KIM), KIM)
    await look_through(club)
    return club


async def ratings_and_changes(club: Club) -> Contents:
    found = await contents(club.database)
    return {
        name: found[name]
        for name in (
            *("ratings", "computer_ratings", "handicap_ratings"),
            *("rating_changes", "matches"),
        )
    }


def alike(one: Contents, other: Contents) -> bool:
    """Compare with what a machine may round."""
    return [
        [pytest.approx(row) if name.endswith("ratings") else row for row in rows]
        for name, rows in one.items()
    ] == list(other.values())


# In one go, or page by page, or while the bot runs: what has just ended is counted at the end.
@sampled(("page", "later"), [(100, LATER), (1, LATER), (1, 0)])
async def test_nothing_changes_where_nothing_is_wrong(
    played: Club, monkeypatch: pytest.MonkeyPatch, page: int, later: int
) -> None:
    monkeypatch.setattr(counting_again, "PAGE", page)
    before = await contents(played.database)
    assert await again(played, later=later) == NOTHING
    assert await contents(played.database) == before


@sampled(
    "damage",
    [
        sa.update(RATINGS).values(mu=31.0, shown=1344),
        sa.update(RATINGS).where(RATINGS.c.user_id == JON.id).values(wins=9),
        sa.delete(RATINGS),
        sa.delete(COMPUTER_RATINGS),
        sa.delete(HANDICAP_RATINGS),
        sa.update(RATING_CHANGES).where(RATING_CHANGES.c.user_id == MARA.id).values(after=1),
        sa.update(RATING_CHANGES).values(outcome="drawn"),
        sa.delete(RATING_CHANGES).where(RATING_CHANGES.c.match_id == 5),
        sa.update(MATCHES).where(MATCHES.c.id == 5).values(uncounted="short"),
        sa.update(MATCHES).where(MATCHES.c.uncounted == "short").values(uncounted=None),
        sa.insert(RATINGS).values(
            guild_id=7,
            game="dice_matrix",
            user_id=99,
            mu=25.0,
            sigma=8.0,
            shown=1200,
            wins=1,
            draws=0,
            losses=0,
        ),
    ],
)
async def test_what_is_wrong_is_put_right_and_then_nothing_is_wrong(
    played: Club, damage: sa.Executable
) -> None:
    before = await ratings_and_changes(played)
    async with played.database.writing() as connection:
        await connection.execute(damage)
    assert not alike(await ratings_and_changes(played), before)

    first = await again(played)

    assert first.changed_ratings + first.changed_matches > 0
    assert alike(await ratings_and_changes(played), before)
    assert await again(played) == NOTHING


@sampled(
    "damage",
    [
        sa.update(OUTCOMES).where(OUTCOMES.c.ending == "won").values(ending="drawn", place=7),
        sa.update(OUTCOMES).where(OUTCOMES.c.match_id < 3).values(against="easy", on_time=True),
        sa.delete(OUTCOMES).where(OUTCOMES.c.user_id == JON.id),
        sa.update(FEATS).where(FEATS.c.match_id == 5).values(ended_at=1),
        sa.delete(FEATS),
        sa.insert(FEATS).values(
            match_id=2, user_id=99, feat="x", guild_id=7, game="dice_matrix", ended_at=1
        ),
    ],
)
@pytest.mark.slow
async def test_results_and_milestones_are_put_right(
    played: Club, monkeypatch: pytest.MonkeyPatch, damage: sa.Executable
) -> None:
    monkeypatch.setattr(noting_again, "PAGE", 2)
    before = await contents(played.database)
    async with played.database.writing() as connection:
        await connection.execute(damage)
    after = await contents(played.database)
    rows = [set(before[name]) ^ set(after[name]) for name in (OUTCOMES.name, FEATS.name)]
    wrong = {row[0] for row in set[tuple[Any, ...]]().union(*rows)}
    assert wrong

    assert await again(played) == replace(NOTHING, changed_results=len(wrong))
    assert await contents(played.database) == before
    assert await again(played) == NOTHING


@pytest.mark.slow
async def test_broken_off_among_results_it_goes_on_the_next_time(
    played: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noting_again, "PAGE", 1)
    before = await contents(played.database)
    async with played.database.writing() as connection:
        await connection.execute(sa.delete(OUTCOMES))

    def progress(stage: Stage, matches: int, total: int) -> None:
        assert total == (13 if stage is Stage.RATINGS else 14)
        if stage is Stage.RESULTS and matches == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await rebuild(settings_of(played), progress, clock=lambda: played.clock() + LATER)

    assert (await again(played)).changed_results == 10
    assert await contents(played.database) == before


@pytest.mark.slow
async def test_what_the_bot_is_about_to_look_through_is_left_to_it(played: Club) -> None:
    await played.resign(await played.rated(MARA, KIM), KIM)
    before = await contents(played.database)
    assert await again(played) == Rebuilt(matches=14, looked_through=15)
    assert await contents(played.database) == before


@pytest.mark.slow
async def test_broken_off_it_leaves_everything_as_it_was(
    played: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting_again, "PAGE", 1)
    async with played.database.writing() as connection:
        await connection.execute(sa.update(RATINGS).values(mu=31.0))
        await connection.execute(sa.update(RATING_CHANGES).values(outcome="drawn"))
    before = await contents(played.database)
    told = list[tuple[int, int]]()

    def progress(_stage: Stage, matches: int, total: int) -> None:
        told.append((matches, total))
        if matches == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await rebuild(settings_of(played), progress, clock=lambda: played.clock() + LATER)

    # Those that end in the same second are counted together.
    assert told[-1] == (4, 13)
    assert await contents(played.database) == before
    assert (await again(played)).changed_ratings == 3


@pytest.mark.slow
async def test_nothing_changes_once_somebody_is_forgotten(played: Club) -> None:
    await Privacy(played.referee).forget(JON.id)
    before = await contents(played.database)
    assert await again(played) == NOTHING
    assert await contents(played.database) == before


@pytest.mark.slow
async def test_a_list_whose_rules_are_not_known_any_more_is_left_alone(played: Club) -> None:
    async with played.database.writing() as connection:
        await connection.execute(sa.update(GAMES).where(GAMES.c.id == 1).values(rules_version=0))
        await connection.execute(sa.update(RATINGS).values(mu=31.0))
    before = await contents(played.database)
    done = await again(played)
    assert (done.unknown, done.unknown_matches) == (1, 1)
    assert await contents(played.database) == before


# While somebody is forgotten


async def people_stored(club: Club) -> set[int]:
    """Return whose ratings, changes, results and milestones are stored."""
    found = set[int]()
    async with club.database.reading() as connection:
        for table in (
            *(RATINGS, COMPUTER_RATINGS, HANDICAP_RATINGS),
            *(RATING_CHANGES, OUTCOMES, FEATS),
        ):
            found |= set(await connection.scalars(sa.select(table.c.user_id)))
    return found


async def until_it_waits(club: Club, task: "asyncio.Task[Any]") -> None:
    """Let a task go on until it is done, or PostgreSQL keeps it waiting; in SQLite it waits anyway."""
    waits = sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    while not club.database.is_sqlite and not task.done():
        async with club.database.reading() as connection:
            if await connection.scalar(waits):
                return


def after_the_last_page(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], Awaitable[object]]
) -> None:
    """Do something once, between the last page that is read and the transaction that stores."""
    real, done = counting_again._count_page, list[object]()

    async def count_page(*arguments: Any, before: int | None) -> bool:
        more = await real(*arguments, before=before)
        if not (more or done):
            done.append(await act())
        return more

    monkeypatch.setattr(counting_again, "_count_page", count_page)


@pytest.mark.slow
async def test_who_is_forgotten_while_pages_are_read_stays_forgotten(
    played: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await damage_everything(played)
    after_the_last_page(monkeypatch, lambda: Privacy(played.referee).forget(JON.id))

    done = await again(played)

    assert (done.matches, done.looked_through) == (13, 14)
    assert JON.id not in await people_stored(played)
    before = await contents(played.database)
    assert await again(played) == NOTHING
    assert await contents(played.database) == before


@pytest.mark.slow
@pytest.mark.parametrize("stage", Stage)
async def test_who_is_forgotten_while_it_is_stored_waits_and_is_forgotten_then(
    played: Club, elsewhere: Club, monkeypatch: pytest.MonkeyPatch, stage: Stage
) -> None:
    await damage_everything(played)
    module, name = (
        (counting_again, "_store") if stage is Stage.RATINGS else (noting_again, "_note_again")
    )
    real, forgetting = getattr(module, name), list["asyncio.Task[Any]"]()

    async def begin_to_forget(*arguments: Any) -> Any:
        if not forgetting:
            task = asyncio.create_task(Privacy(elsewhere.referee).forget(JON.id))
            forgetting.append(task)
            await until_it_waits(played, task)
        return await real(*arguments)

    monkeypatch.setattr(module, name, begin_to_forget)

    done = await again(played)
    await asyncio.gather(*forgetting)

    assert done.changed_ratings > 0
    assert done.changed_results > 0
    assert JON.id not in await people_stored(played)
    before = await contents(played.database)
    assert await again(played) == NOTHING
    assert await contents(played.database) == before


@pytest.mark.slow
async def test_a_server_that_is_deleted_meanwhile_stays_deleted(
    played: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await damage_everything(played)
    retention = Retention(played.database, settings_of(played), clock=played.clock)
    after_the_last_page(monkeypatch, lambda: retention.forget_server(GUILD))

    assert await again(played) == Rebuilt()
    assert await people_stored(played) == set()


async def damage_everything(club: Club) -> None:
    """Leave much to put right, in ratings and in results."""
    async with club.database.writing() as connection:
        await connection.execute(sa.delete(RATINGS))
        await connection.execute(sa.update(RATING_CHANGES).values(outcome="drawn"))
        await connection.execute(sa.update(OUTCOMES).values(on_time=True))
