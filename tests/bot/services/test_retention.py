"""What nobody needs any more is deleted, and nothing else."""

from dataclasses import replace
from typing import Final

import pytest
from sqlalchemy import insert

from bot.config import load
from bot.services.retention import Retention
from data import notes, people, polls, retention, schedule, servers, weekly
from data.engine import Database
from data.servers import Server
from data.weekly import CardState
from data.weekly_tables import WEEKLY_CARDS
from tests.bot.club import CHANNEL, GUILD, JON, KIM, MARA, Club
from tests.data.backends import contents

DAY: Final = 86_400


def retention_of(club: Club) -> Retention:
    return Retention(club.database, load({}), clock=club.clock)


async def leave(club: Club, guild_id: int = GUILD) -> None:
    async with club.database.writing() as connection:
        await servers.store(connection, Server(guild_id, absent_at=club.clock()))


async def stored_of(database: Database, guild_id: int) -> list[str]:
    """List the tables with a row of a server."""
    return [
        name
        for name, rows in (await contents(database)).items()
        if any(guild_id in row for row in rows)
    ]


@pytest.mark.slow
async def test_a_server_that_removed_the_bot_is_deleted_after_30_days(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.play_out(await club.start())
    await club.start()
    await leave(club)
    club.clock.pass_time(30 * DAY)
    await retention_of(club).tidy()
    assert await stored_of(club.database, GUILD)
    club.clock.pass_time(60)
    with caplog.at_level("INFO"):
        await retention_of(club).tidy()
    assert await stored_of(club.database, GUILD) == []
    assert f"server {GUILD} removed the bot 30 days ago" in caplog.text
    left = await contents(club.database)
    assert not left["events"]
    assert not left["players"]
    assert not left["people"]


async def test_a_server_that_took_the_bot_back_stays(club: Club) -> None:
    table = await club.start()
    await leave(club)
    club.clock.pass_time(20 * DAY)
    async with club.database.writing() as connection:
        await servers.store(connection, Server(GUILD))
    club.clock.pass_time(20 * DAY)
    await retention_of(club).tidy()
    assert (await club.matches.table(table.game.id)).game.running


async def test_no_number_of_a_game_is_used_twice(club: Club) -> None:
    before = await club.start()
    await retention_of(club).forget_server(GUILD)
    after = await club.start()
    assert after.game.id > before.game.id
    assert after.game.match.id > before.game.match.id
    await retention_of(club).forget_server(GUILD)
    left = await contents(club.database)
    assert len(left["games"]) <= 2
    assert all(GUILD not in row for rows in left.values() for row in rows)


async def test_a_note_goes_30_days_after_its_game(club: Club) -> None:
    over, running = await club.start(), await club.start(JON, KIM)
    for table in (over, running):
        async with club.database.writing() as connection:
            await notes.write(connection, table.game.id, JON.id, "watch c4")
    await club.resign(over, MARA)
    for days, kept in ((29, True), (2, False)):
        club.clock.pass_time(days * DAY)
        await retention_of(club).tidy()
        async with club.database.reading() as connection:
            assert (await notes.get(connection, over.game.id, JON.id) is not None) is kept
            assert await notes.get(connection, running.game.id, JON.id) is not None


async def test_who_was_asked_and_does_not_play_is_forgotten_within_days(club: Club) -> None:
    await club.start()
    declined = await club.propose(KIM)
    await club.challenges.decline(declined.id, club.click(KIM))
    await retention_of(club).tidy()
    async with club.database.reading() as connection:
        assert await people.names(connection, GUILD, [KIM.id])
    club.clock.pass_time(7 * DAY)
    await retention_of(club).tidy()
    async with club.database.reading() as connection:
        assert await people.names(connection, GUILD, [KIM.id]) == {}
        assert len(await people.names(connection, GUILD, [MARA.id, JON.id])) == 2
    assert not any(
        KIM.id in row for rows in (await contents(club.database)).values() for row in rows
    )


async def test_to_be_challenged_stores_nothing_but_what_the_card_needs(club: Club) -> None:
    await club.propose(KIM)
    stored = {
        name: [row for row in rows if KIM.id in row or KIM.name in row or f":{KIM.id}" in str(row)]
        for name, rows in (await contents(club.database)).items()
    }
    rows = {name: len(found) for name, found in stored.items() if found}
    # Who is asked, and what they are called there.
    assert rows == {"challenge_seats": 1, "people": 1}


@pytest.mark.parametrize("shown", ["joined a weekly table", "shows a position"])
async def test_a_name_that_is_still_shown_stays(club: Club, shown: str) -> None:
    over = await club.start()
    declined = await club.propose(KIM)
    await club.challenges.decline(declined.id, club.click(KIM))
    club.clock.pass_time(7 * DAY)
    soon = club.clock() + DAY
    async with club.database.writing() as connection:
        if shown == "shows a position":
            await polls.add(
                connection,
                guild_id=GUILD,
                channel_id=CHANNEL,
                user_id=KIM.id,
                game_id=over.game.id,
                record="{}",
                answers=[],
                played=None,
                language="en",
                closes_at=soon,
            )
        else:
            card = {
                "guild_id": GUILD,
                "channel_id": CHANNEL,
                "game": "dice_matrix",
                "day": 1,
                "starts_at": soon,
                "state": CardState.OPEN,
            }
            added = await connection.execute(insert(WEEKLY_CARDS).values(card))
            (card_id,) = added.inserted_primary_key or (0,)
            await weekly.join(connection, card_id, KIM.id, computer=False, now=club.clock())
    await retention_of(club).tidy()
    async with club.database.reading() as connection:
        assert await people.names(connection, GUILD, [KIM.id]) == {KIM.id: KIM.name}


async def test_it_comes_back_every_day(club: Club) -> None:
    keeping = retention_of(club)
    await keeping.start()
    async with club.database.reading() as connection:
        (job,) = await schedule.due(connection, club.clock(), 10)
    await keeping.tidy()
    await keeping.start()
    async with club.database.reading() as connection:
        assert await schedule.due(connection, club.clock() + DAY - 1, 10) == []
        (again,) = await schedule.due(connection, club.clock() + DAY, 10)
    assert again == replace(job, due_at=club.clock() + DAY)


async def test_batches_go_on_until_all_is_gone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 1)
    for _ in range(3):
        await club.start()
    await leave(club)
    club.clock.pass_time(31 * DAY)
    await retention_of(club).tidy()
    assert await stored_of(club.database, GUILD) == []
