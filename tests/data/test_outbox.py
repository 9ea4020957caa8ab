"""The outbox's rows: in order within a stream, and each for one deliverer at a time."""

import asyncio

import pytest

from data import outbox
from data.engine import Database
from data.outbox import OutboxRow, Post

NOW = 1_000
UNTIL = 1_060


async def put(database: Database, stream: str, *seqs: int, delay: int = 0) -> None:
    async with database.writing() as connection:
        for seq in seqs:
            await outbox.put(connection, stream, "board", {"seq": seq}, now=NOW, delay=delay)


async def claim(
    database: Database, stream: str, now: int = NOW, *, eager: bool = False
) -> OutboxRow | None:
    async with database.writing() as connection:
        rows = await outbox.claim_next(
            connection, [stream], now=now, until=now + 60, by="1@here", eager=eager
        )
    return rows[0] if rows else None


async def claimed(database: Database, stream: str, now: int = NOW) -> OutboxRow:
    row = await claim(database, stream, now)
    assert row is not None
    return row


async def done(database: Database, row: OutboxRow) -> bool | None:
    async with database.writing() as connection:
        return await outbox.done(connection, row)


async def postpone(database: Database, row: OutboxRow, due_at: int) -> None:
    async with database.writing() as connection:
        await outbox.postpone(connection, row, due_at, failures={"passing": 1})


async def waiting(database: Database, now: int = NOW, most: int = 50) -> list[str]:
    async with database.reading() as connection:
        return await outbox.waiting_streams(connection, now, most)


async def test_the_rows_of_a_stream_come_in_the_order_they_were_put(database: Database) -> None:
    await put(database, "match:1", 3, 1, 2)
    seen = []
    while (row := await claim(database, "match:1")) is not None:
        seen.append(row.payload["seq"])
        await done(database, row)
    assert seen == [3, 1, 2]
    assert await waiting(database) == []


async def test_whoever_is_done_with_a_row_learns_whether_its_stream_goes_on(
    database: Database,
) -> None:
    await put(database, "match:2", 1)
    await put(database, "match:1", 1, 2)
    await put(database, "match:3", 1)
    first = await claimed(database, "match:1")
    last_of_all = await claimed(database, "match:3")
    assert await done(database, first) is True
    assert await done(database, first) is None
    assert await done(database, await claimed(database, "match:1")) is False
    assert await done(database, last_of_all) is False
    assert await done(database, last_of_all) is None


async def test_who_lost_a_claim_neither_ends_nor_postpones_nor_renews_the_row(
    database: Database,
) -> None:
    await put(database, "match:1", 1, 2)
    lost = await claimed(database, "match:1")
    async with database.writing() as connection:
        assert await outbox.renew(connection, lost, UNTIL)
        await outbox.release(connection, "1@here")
        # Nobody has claimed it yet: it is still this claim's.
        assert await outbox.renew(connection, lost, UNTIL)
    other = await claimed(database, "match:1", UNTIL + 1)
    async with database.writing() as connection:
        assert not await outbox.renew(connection, lost, UNTIL + 100)
    await postpone(database, lost, NOW)
    assert await done(database, lost) is None
    assert await claim(database, "match:1", UNTIL + 2) is None
    assert await done(database, other)


async def test_a_row_is_given_as_it_was_put(database: Database) -> None:
    await put(database, "match:1", 4)
    row = await claimed(database, "match:1")
    assert row == OutboxRow(row.id, "match:1", "board", {"seq": 4}, 0, NOW)


async def test_a_claimed_row_keeps_those_behind_it_waiting(database: Database) -> None:
    await put(database, "match:1", 1, 2)
    await claimed(database, "match:1")
    assert await claim(database, "match:1") is None
    assert await waiting(database) == []


async def test_a_stream_does_not_wait_for_another(database: Database) -> None:
    await put(database, "match:1", 1)
    await put(database, "match:2", 2)
    await claimed(database, "match:1")
    assert (await claimed(database, "match:2")).payload == {"seq": 2}


async def test_a_claim_runs_out(database: Database, same_database: Database) -> None:
    await put(database, "match:1", 1)
    first = await claimed(database, "match:1")
    assert await claim(same_database, "match:1", UNTIL - 1) is None
    assert await waiting(same_database, UNTIL - 1) == []
    assert await waiting(same_database, UNTIL) == ["match:1"]
    again = await claimed(same_database, "match:1", UNTIL)
    assert (again.id, again.attempts) == (first.id, 1)


async def test_of_two_claimers_at_once_one_gets_the_row(
    database: Database, same_database: Database
) -> None:
    await put(database, "match:1", 1, 2)
    rows = await asyncio.gather(
        *(claim(each, "match:1") for _ in range(5) for each in (database, same_database))
    )
    assert [row.payload for row in rows if row is not None] == [{"seq": 1}]


async def test_a_postponed_row_stays_the_first_and_counts_its_attempts(database: Database) -> None:
    await put(database, "match:1", 1, 2)
    row = await claimed(database, "match:1")
    await postpone(database, row, NOW + 5)
    assert await claim(database, "match:1", NOW + 4) is None
    assert await waiting(database, NOW + 4) == []
    again = await claimed(database, "match:1", NOW + 5)
    assert (again.id, again.attempts) == (row.id, 1)


async def test_a_row_that_is_put_with_a_delay_is_not_due_before(database: Database) -> None:
    await put(database, "match:1", 1, delay=10)
    await put(database, "match:1", 2)
    assert await claim(database, "match:1", NOW + 9) is None
    assert (await claimed(database, "match:1", NOW + 10)).payload == {"seq": 1}


@pytest.mark.slow
async def test_streams_that_wait_are_listed_oldest_first_and_not_too_many(
    database: Database,
) -> None:
    for stream in ("match:3", "challenge:1", "match:2"):
        await put(database, stream, 1, 2)
    assert await waiting(database) == ["match:3", "challenge:1", "match:2"]
    assert await waiting(database, most=2) == ["match:3", "challenge:1"]


async def test_streams_that_cannot_go_on_do_not_hide_those_that_can(database: Database) -> None:
    for n in range(5):
        await put(database, f"match:{n}", 1)
        await postpone(database, await claimed(database, f"match:{n}"), NOW + 100)
    await put(database, "match:9", 1)
    assert await waiting(database, most=2) == ["match:9"]


async def test_the_number_of_a_row_is_not_used_again(database: Database) -> None:
    """Discord may remember a nonce made of it, and would swallow the new message."""
    await put(database, "match:1", 1)
    first = await claimed(database, "match:1")
    await done(database, first)
    await put(database, "match:1", 2)
    assert (await claimed(database, "match:1")).id > first.id


async def test_what_waits_in_a_stream_is_listed_by_kind(database: Database) -> None:
    await put(database, "match:1", 1)
    async with database.reading() as connection:
        assert await outbox.payloads(connection, "match:1", "board") == [{"seq": 1}]
        assert await outbox.payloads(connection, "match:1", "result") == []
        assert await outbox.payloads(connection, "match:2", "board") == []


async def test_an_eager_claim_takes_what_failed_before_its_time_but_nobody_elses(
    database: Database,
) -> None:
    await put(database, "match:1", 1)
    row = await claimed(database, "match:1")
    assert await claim(database, "match:1", eager=True) is None
    await postpone(database, row, NOW + 3600)
    assert await claim(database, "match:1", NOW + 1) is None
    again = await claim(database, "match:1", NOW + 1, eager=True)
    assert again is not None
    assert (again.id, again.attempts) == (row.id, 1)


async def test_an_eager_claim_does_not_take_what_is_to_wait_from_the_beginning(
    database: Database,
) -> None:
    await put(database, "match:1", 1, delay=30)
    assert await claim(database, "match:1", eager=True) is None


async def test_the_first_rows_of_several_streams_are_claimed_at_once(database: Database) -> None:
    await put(database, "match:1", 1, 2)
    await put(database, "match:2", 3)
    await put(database, "match:3", 4, delay=30)
    await put(database, "match:4", 5)
    async with database.writing() as connection:
        rows = await outbox.claim_next(
            connection,
            ["match:1", "match:2", "match:3"],
            now=NOW,
            until=UNTIL,
            by="1@here",
            eager=True,
        )
    assert sorted(row.payload["seq"] for row in rows) == [1, 3]


@pytest.mark.parametrize("jump", [0, -2 * 86_400])
async def test_what_is_being_delivered_is_not_dropped(database: Database, jump: int) -> None:
    """Not even where its claim seems to have run out, by a clock that was set right meanwhile."""
    await put(database, "challenge:1", 1, 2, 3)
    await put(database, "challenge:2", 9)
    row = await claimed(database, "challenge:1")
    async with database.writing() as connection:
        await outbox.shift(connection, jump)
        await outbox.drop_unclaimed(connection, "challenge:1")
    await done(database, row)
    assert await waiting(database) == ["challenge:2"]


async def test_the_latest_post_of_a_subject_replaces_the_one_before(database: Database) -> None:
    old, new = Post(1, 70, 701), Post(2, 71, 702, pictured=False)
    async with database.writing() as connection:
        await outbox.record_post(connection, "board", 5, old)
        await outbox.record_post(connection, "result", 5, old)
        await outbox.record_post(connection, "board", 5, new)
        await outbox.record_post(connection, "board", 6, old)
    async with database.reading() as connection:
        assert await outbox.find_post(connection, "board", 5) == new
        assert await outbox.find_posts(connection, "board", [5, 6, 7]) == {5: new, 6: old}
        assert await outbox.find_posts(connection, "board", []) == {}
        assert await outbox.find_post(connection, "card", 5) is None
