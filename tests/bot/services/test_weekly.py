"""Weekly tables in several processes: one card, one start, and what follows from them."""

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bot.delivery.outbox_writer import Envelope
from bot.services.weekly import Weekly
from data import blocks, weekly
from data.engine import Connection
from data.schedule import JobKind
from data.tables import CHALLENGES, OUTBOX, SCHEDULE
from data.weekly import CardState, Plan, WeeklyCard
from data.weekly_tables import WEEKLY_CARDS
from tests.bot.club import CHANNEL, GUILD, JON, KIM, MARA, Club

HOUR = 3600
PLAN = Plan(GUILD, CHANNEL, "dice_matrix", 2, 20 * 60, "Europe/Berlin", 24)


def weekly_of(club: Club) -> Weekly:
    return Weekly(club.database, club.matches, club.settings, clock=club.clock)


async def due_at(club: Club, kind: JobKind) -> int | None:
    async with club.database.reading() as connection:
        found: int | None = await connection.scalar(
            select(SCHEDULE.c.due_at).where(SCHEDULE.c.kind == kind)
        )
    return found


async def all_cards(club: Club) -> list[WeeklyCard]:
    async with club.database.reading() as connection:
        found = await connection.execute(select(WEEKLY_CARDS.c.id).order_by(WEEKLY_CARDS.c.id))
        cards = [await weekly.card(connection, card_id) for card_id in found.scalars()]
    return [card for card in cards if card is not None]


async def reach(club: Club, kind: JobKind) -> None:
    """Pass time until a job is due."""
    due = await due_at(club, kind)
    assert due is not None
    club.clock.now = max(club.clock.now, due)


async def posted(club: Club) -> WeeklyCard:
    """Set the table and reach its card."""
    service = weekly_of(club)
    await service.set_plan(PLAN)
    await reach(club, JobKind.WEEKLY)
    await service.post_card(GUILD)
    (card,) = await all_cards(club)
    return card


async def test_two_processes_make_one_card(club: Club) -> None:
    await weekly_of(club).set_plan(PLAN)
    await reach(club, JobKind.WEEKLY)
    other = club.again()
    await asyncio.gather(*(weekly_of(each).post_card(GUILD) for each in (club, other, club)))
    await other.database.close()

    assert len(await all_cards(club)) == 1
    async with club.database.reading() as connection:
        kinds = list((await connection.execute(select(OUTBOX.c.kind))).scalars())
    assert kinds == ["weekly"]


async def test_two_processes_make_each_table_once(club: Club) -> None:
    card = await posted(club)
    for person in (MARA, JON):
        await weekly_of(club).join(card.id, GUILD, person)
    await reach(club, JobKind.WEEKLY_START)
    other = club.again()
    await asyncio.gather(
        *(
            weekly_of(each).start(card.id, language="en", thread=True)
            for each in (club, other, club)
        )
    )
    await other.database.close()

    async with club.database.reading() as connection:
        challenges = (await connection.execute(select(CHALLENGES.c.rated))).all()
        tables = await weekly.tables_of(connection, card.id)
    assert [row.rated for row in challenges] == [True]
    assert [set(table) for table in tables] == [{MARA.id, JON.id}]
    assert [each.state for each in await all_cards(club)] == [CardState.STARTED]


async def test_a_crash_before_the_end_of_the_transaction_leaves_nothing_and_is_made_up_for(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await weekly_of(club).set_plan(PLAN)
    await reach(club, JobKind.WEEKLY)

    async def crash(_: Envelope) -> None:
        raise KeyError

    with monkeypatch.context() as patched:
        patched.setattr(Envelope, "seal", crash)
        with pytest.raises(KeyError):
            await weekly_of(club).post_card(GUILD)
    nothing = await all_cards(club)
    await weekly_of(club).post_card(GUILD)
    await weekly_of(club).post_card(GUILD)

    assert nothing == []
    assert len(await all_cards(club)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("since", [(2026, 3, 16), (2026, 10, 12)])
async def test_a_card_comes_once_a_week_over_a_change_of_clocks(
    club: Club, since: tuple[int, int, int]
) -> None:
    year, month, day = since
    zone = ZoneInfo(PLAN.zone)
    club.clock.now = int(datetime(year, month, day, tzinfo=zone).timestamp())
    service = weekly_of(club)
    await service.set_plan(Plan(GUILD, CHANNEL, "dice_matrix", 6, 150, PLAN.zone, 1))
    for _ in range(4 * 7 * 24 * 2):
        club.clock.pass_time(HOUR // 2)
        await service.post_card(GUILD)
        for card in await all_cards(club):
            await service.start(card.id, language="en", thread=True)

    starts = [datetime.fromtimestamp(card.starts_at, zone) for card in await all_cards(club)]
    assert len(starts) == 4
    assert [start.weekday() for start in starts] == [6] * 4
    assert {card.state for card in await all_cards(club)} == {CardState.FEW}


async def test_who_joined_is_forgotten_with_the_next_card(club: Club) -> None:
    card = await posted(club)
    for person in (MARA, JON, KIM):
        await weekly_of(club).join(card.id, GUILD, person, computer=True)
    await reach(club, JobKind.WEEKLY_START)
    await weekly_of(club).start(card.id, language="en", thread=True)
    before = await weekly_of(club).view(card.id)
    await reach(club, JobKind.WEEKLY)
    await weekly_of(club).post_card(GUILD)
    after = await weekly_of(club).view(card.id)

    assert before is not None
    assert after is not None
    assert len(before.joined) == 3
    assert after.joined == ()
    assert after.tables == before.tables


async def test_blocks_of_couples_are_found_in_both_directions(club: Club) -> None:
    async def block(connection: Connection) -> None:
        await blocks.add(connection, JON.id, MARA.id, club.clock())

    async with club.database.writing() as connection:
        await block(connection)
        couples = await blocks.couples(connection, [MARA.id, JON.id, KIM.id])
    assert couples == {frozenset({MARA.id, JON.id})}
