"""What one person could repeat until it spoils the place for others has a limit, and is said so."""

import asyncio
import re
from collections.abc import Awaitable
from pathlib import Path

import pytest

from bot.errors import Busy, Refused
from bot.match import limits
from bot.match.limits import LIMITS, Limited, Rate
from bot.services.blocks import Blocks
from bot.workers.pool import Turnstile, Workers
from data.challenges import Challenge
from data.engine import Database
from tests.bot.club import GUILD, JON, KIM, MARA, Club
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge, start_game
from tests.tiers import sampled

HOSTING = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")
WHEN = re.compile(r"It is possible again <t:(\d+):R>\.")


async def spend(database: Database, what: Limited, person: int, now: int, guild: int = 7) -> None:
    async with database.writing() as connection:
        await limits.spend(connection, what, person, guild, now)


async def again_at(act: Awaitable[object]) -> int:
    """Return the time that a refusal names."""
    with pytest.raises(Refused) as refused:
        await act
    found = WHEN.search(str(refused.value.text))
    assert found is not None, refused.value.text
    return int(found[1])


# The limits themselves


@pytest.mark.slow
@sampled("what", Limited)
async def test_a_person_is_refused_until_the_time_that_is_named(club: Club, what: Limited) -> None:
    rate, now = LIMITS[what].person, club.clock()
    for _ in range(rate.most):
        await spend(club.database, what, 1, now)
    again = await again_at(spend(club.database, what, 1, now))
    assert again == now + rate.seconds
    await again_at(spend(club.database, what, 1, again - 1))
    await spend(club.database, what, 1, again)
    await again_at(spend(club.database, what, 1, again))


@sampled("what", [what for what in Limited if LIMITS[what].server])
async def test_a_server_is_refused_as_a_whole_and_no_other_one(club: Club, what: Limited) -> None:
    rate, now = LIMITS[what].server, club.clock()
    assert rate is not None
    for person in range(rate.most):
        await spend(club.database, what, 100 + person, now)
    again = await again_at(spend(club.database, what, 1, now))
    assert again == now + rate.seconds
    await spend(club.database, what, 1, now, guild=8)
    await spend(club.database, what, 1, again)


@sampled("what", Limited)
async def test_what_is_refused_does_not_count(club: Club, what: Limited) -> None:
    rate, now = LIMITS[what].person, club.clock()
    for _ in range(rate.most + 5):
        with_limit = spend(club.database, what, 1, now)
        try:
            await with_limit
        except Refused:
            continue
    await spend(club.database, what, 1, now + rate.seconds)


async def test_at_the_same_moment_in_two_processes_no_more_are_let_through(
    club: Club, elsewhere: Club
) -> None:
    rate, now = LIMITS[Limited.SETTLE].person, club.clock()
    found = await asyncio.gather(
        *(
            spend((club, elsewhere)[n % 2].database, Limited.SETTLE, 1, now)
            for n in range(2 * rate.most)
        ),
        return_exceptions=True,
    )
    assert [error for error in found if error and not isinstance(error, Refused)] == []
    assert found.count(None) == rate.most


async def test_what_counts_no_more_is_deleted(club: Club) -> None:
    await spend(club.database, Limited.BOARD, 1, club.clock())
    await limits.forget_limits(club.database, club.clock() + 10**6)
    async with club.database.reading() as connection:
        assert (await connection.exec_driver_sql("SELECT * FROM limits")).all() == []


def said(rate: Rate | None) -> str:
    if rate is None:
        return "none"
    minutes, seconds = divmod(rate.seconds, 60)
    unit = f"{seconds} seconds" if seconds else f"{minutes} minute{'s' * (minutes > 1)}"
    return f"{rate.most}, then one every {unit}"


def test_the_table_for_the_host_has_every_limit() -> None:
    section = HOSTING.partition("## Limits")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| [^|]+ \| (\d[^|]+) \| ([^|]+) \|$", section, re.MULTILINE)
    assert rows == [(said(limit.person), said(limit.server)) for limit in LIMITS.values()]


# What is limited


async def challenge_and_cancel(club: Club) -> Challenge:
    made = await club.propose(JON)
    await club.challenges.cancel(made.id, MARA)
    return made


async def test_challenges_that_are_cancelled_at_once_come_to_an_end(club: Club) -> None:
    for _ in range(LIMITS[Limited.CHALLENGE].person.most):
        await challenge_and_cancel(club)
    again = await again_at(challenge_and_cancel(club))
    club.clock.now = again
    await challenge_and_cancel(club)


async def test_a_click_that_is_delivered_twice_counts_once(club: Club) -> None:
    first = await club.propose(JON, interaction=5)
    for _ in range(LIMITS[Limited.CHALLENGE].person.most + 5):
        assert await club.propose(JON, interaction=5) == first


async def test_boards_that_are_posted_again_come_to_an_end(club: Club) -> None:
    table = await club.start()
    for _ in range(LIMITS[Limited.BOARD].person.most):
        await club.matches.repost(table.game.id, by=MARA)
    await again_at(club.matches.repost(table.game.id, by=MARA))
    await club.matches.repost(table.game.id, by=JON)
    # What the bot does by itself has no limit.
    await club.matches.repost(table.game.id)


async def test_coming_and_going_comes_to_an_end_in_all_servers(club: Club) -> None:
    for _ in range(LIMITS[Limited.AWAY].person.most // 2):
        await club.absences.announce(MARA.id, 1)
        await club.absences.come_back(MARA.id)
    again = await again_at(club.absences.announce(MARA.id, 1))
    club.clock.now = again
    await club.absences.announce(MARA.id, 1)


async def test_a_person_reads_when_it_is_possible_again(
    world: World, game: Game, mara: Person
) -> None:
    for _ in range(LIMITS[Limited.BOARD].person.most):
        assert "The board is in" in (await mara.slash("game board", game.place)).text
    refused = await mara.slash("game board", game.place)
    assert refused.ephemeral
    assert WHEN.search(refused.text)
    await world.restart()
    assert WHEN.search((await mara.slash("game board", game.place)).text)


# Pings


@pytest.mark.slow
async def test_challenge_cancel_and_challenge_again_pings_once_an_hour(
    world: World, mara: Person, jonas: Person
) -> None:
    pinged = []
    for _ in range(3):
        card = await challenge(world, mara, jonas)
        pinged.append(card.pings)
        await mara.click(card, "Cancel")
    assert pinged == [(jonas,), (), ()]
    lea = world.person("Lea")
    assert (await challenge(world, lea, jonas)).pings == (jonas,)
    await world.pass_time(seconds=3700)
    assert (await challenge(world, mara, jonas)).pings == (jonas,)


@pytest.mark.slow
async def test_neither_another_game_nor_a_rematch_pings_again_within_the_hour(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    await game.resign(jonas)
    pinged = []
    for _ in range(2):
        await mara.click(game.result, "Rematch")
        pinged.append(world.channel.last.pings)
        await mara.click(world.channel.last, "Cancel")
    for asked in ({"opponent": jonas}, {"opponent1": jonas}):
        command = "tablero" if "opponent" in asked else "dicefest"
        await mara.slash(f"{command} challenge", **asked)
        pinged.append(world.channel.last.pings)
        await mara.click(world.channel.last, "Cancel")
    assert pinged == [(jonas,), (), (), ()]


async def test_what_was_declined_is_asked_for_once_on_a_board(
    game: Game, mara: Person, jonas: Person
) -> None:
    for kind in ("draw", "abort"):
        await mara.slash(f"game {kind}", game.place)
        asked = game.place.last
        assert asked.pings == (jonas,)
        await jonas.click(asked, "Decline")
        before = len(game.place.messages)
        again = await mara.slash(f"game {kind}", game.place)
        assert again.text.startswith("You have already asked for this on this board.")
        assert len(game.place.messages) == before


async def test_a_game_in_between_is_another_thing(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    await game.resign(mara)
    assert (await challenge(world, mara, jonas)).pings == (jonas,)


async def test_nobody_is_pinged_twice_about_the_same_ledger(club: Club) -> None:
    async with club.database.writing() as connection:
        asked = (connection, Limited.SETTLE, GUILD, MARA.id, JON.id)
        assert await limits.may_ping(*asked, club.clock())
        assert not await limits.may_ping(*asked, club.clock() + 3599)
        assert await limits.may_ping(*asked, club.clock() + 3600)
        assert await limits.may_ping(connection, Limited.SETTLE, GUILD, JON.id, MARA.id, 0)


# Computers


async def test_two_hundred_jobs_of_one_server_keep_no_other_one_out() -> None:
    turnstile, most = Turnstile(1), 200
    async with turnstile.turn(1):
        waiting = []

        async def wait(server: int) -> None:
            async with turnstile.turn(server):
                pass

        def let_in(server: int) -> bool:
            if not turnstile.has_room(server, most):
                return False
            waiting.append(asyncio.ensure_future(wait(server)))
            return True

        let_in_first = 0
        while let_in(1):
            let_in_first += 1
            await asyncio.sleep(0)
        assert let_in_first == most
        for server in (2, 3, 4):
            assert let_in(server)
            await asyncio.sleep(0)
        # All together stay bounded, however many servers come.
        for server in (2, 3, 4) * most:
            let_in(server)
            await asyncio.sleep(0)
        assert turnstile.waiting <= 2 * most
    await asyncio.gather(*waiting)


async def test_the_workers_refuse_the_server_that_has_its_share() -> None:
    workers = Workers(1, most_waiting=2)
    async with workers._turnstile.turn(1):
        waiting = [asyncio.ensure_future(workers.run(2, 60, abs, -1)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await workers.run(2, 60, abs, -1)
        other = asyncio.ensure_future(workers.run(3, 60, abs, -1))
        await asyncio.sleep(0)
        assert not other.done()
        for task in (*waiting, other):
            task.cancel()
        await asyncio.gather(*waiting, other, return_exceptions=True)
    await workers.close()


# Blocks


@pytest.fixture
async def blocks(club: Club) -> Blocks:
    """Return the blocks of a club in which Jon has blocked Mara."""
    kept = Blocks(club.database, clock=club.clock)
    await kept.add(JON.id, MARA.id)
    return kept


@pytest.mark.usefixtures("blocks")
async def test_who_is_blocked_is_refused_as_by_somebody_who_takes_no_challenges(
    club: Club,
) -> None:
    with pytest.raises(Refused, match="Jon is not taking challenges at the moment"):
        await club.propose(JON)
    with pytest.raises(Refused, match="You have blocked Mara"):
        await club.propose(MARA, challenger=JON)
    assert (await club.propose(KIM)).asked == (KIM.id,)


async def test_they_share_no_open_table_and_a_lifted_block_is_gone(
    club: Club, blocks: Blocks
) -> None:
    mine = await club.propose()
    with pytest.raises(Refused, match="You have blocked Mara"):
        await club.accept(mine, JON)
    theirs = await club.propose(challenger=JON)
    with pytest.raises(Refused, match="You can't take this seat at the moment") as refused:
        await club.accept(theirs, MARA)
    assert "block" not in str(refused.value.text).lower()
    assert await blocks.of_person(JON.id) == [MARA.id]
    assert await blocks.of_person(MARA.id) == []
    assert await blocks.remove(JON.id, MARA.id)
    assert not await blocks.remove(JON.id, MARA.id)
    assert (await club.accept(theirs, MARA)).game_id is not None


@pytest.mark.slow
async def test_blocks_are_made_listed_and_lifted_in_private(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    before = [message.text for message in world.messages()]
    answers = [
        await jonas.slash("block person", person=mara),
        await jonas.slash("block person", person=mara),
        await jonas.slash("block list"),
        await mara.slash("block list"),
    ]
    assert all(answer.ephemeral for answer in answers)
    assert answers[2].text == f"You have blocked {mara.mention}. /block remove lifts it."
    assert answers[3].text == "You have not blocked anybody."
    assert [message.text for message in world.messages()] == before
    # They play on, but what Mara asks for pings Jonas no more.
    await mara.slash("game draw", game.place)
    assert game.place.last.pings == ()
    refused = await mara.slash("dice-matrix challenge", opponent=jonas)
    assert refused.text.startswith("Jonas is not taking challenges at the moment.")
    assert (await jonas.slash("block remove", person=mara)).ephemeral
    assert (await challenge(world, mara, jonas)).pings == (jonas,)


async def test_a_rematch_is_refused_too(game: Game, mara: Person, jonas: Person) -> None:
    await game.resign(jonas)
    await jonas.slash("block person", person=mara)
    refused = await mara.click(game.result, "Rematch")
    assert refused.text.startswith("Jonas is not taking challenges at the moment.")
