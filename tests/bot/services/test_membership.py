"""Servers that remove the bot: nothing of theirs is due, and all of it goes on at its return."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.delivery.channels import Places
from bot.match.reminder_times import DAY, HOUR
from bot.match.turn_clock import Halt
from bot.services.audience import audience
from bot.services.members import Members
from bot.services.membership import OUTAGE_SECONDS, Membership
from data import matches, people, schedule, servers
from data.challenges import Clock, ClockEnd
from data.engine import DatabaseError
from data.schedule import JobKind, ScheduledJob
from tests.bot.club import GUILD, JON, MARA, SINGLE, Club, to_move
from tests.bot.passing import due_at, look, pass_hours, rows
from tests.bot.services.test_absences import elsewhere_started, timing
from tests.bot.services.test_members import Member, Server
from tests.data.backends import contents

CLOCKED = replace(SINGLE, clock=Clock(3, ClockEnd.FORFEIT))
ELSEWHERE = 8


@dataclass
class Client:
    """Discord's client as far as it knows servers."""

    guilds: dict[int, object] = field(default_factory=dict)

    def get_guild(self, guild_id: int) -> object | None:
        return self.guilds.get(guild_id)


@pytest.fixture
def client() -> Client:
    """Return a client that is in the club's server."""
    here = Server(Member(MARA.id, "Mara"), Member(JON.id, "Jon"))
    here.unavailable = False  # type: ignore[attr-defined]  # a stand-in for what has many more
    return Client({GUILD: here})


@pytest.fixture
def membership(club: Club, client: Client) -> Membership:
    """Return what notices membership."""
    members = Members(club.database, clock=club.clock)
    # The real client needs a whole connection.
    known = cast("discord.Client", client)
    places = Places(club.database, known, club.clocks.follow_place)
    return Membership(club.referee, known, members, places)


async def test_in_a_server_without_the_bot_clocks_stand_still_and_nothing_is_due(
    club: Club, membership: Membership
) -> None:
    tables = [await club.start(terms=CLOCKED) for _ in range(3)]
    await club.start(terms=SINGLE)
    await club.propose(JON)
    other = await elsewhere_started(club, ELSEWHERE)
    async with club.database.writing() as connection:
        await schedule.put(connection, ScheduledJob(JobKind.THINK, tables[0].game.id, 0))
    club.clock.pass_time(DAY)
    await membership.server_left(GUILD)
    for table in tables:
        stands = await timing(club, table)
        assert (stands.deadline_at, stands.left, stands.halted) == (None, 2 * DAY, Halt.GONE)
    left = {(kind, subject) for kind, subject, _ in (await contents(club.database))["due"]}
    assert left == {(JobKind.CLOCK, other.game.id), (JobKind.REMINDER, other.game.id)}


async def test_at_its_return_all_goes_on_with_what_was_left(
    club: Club, membership: Membership
) -> None:
    table = await club.start(terms=CLOCKED)
    challenge = await club.propose(JON)
    club.clock.pass_time(DAY)
    await membership.server_left(GUILD)
    club.clock.pass_time(100 * DAY)
    await look(club)
    await membership.server_left(GUILD)
    assert (await timing(club, table)).left == 2 * DAY
    await membership.server_back(GUILD)
    assert await due_at(club, JobKind.RETURN) == [club.clock()]
    await membership.go_on(GUILD)
    assert (await timing(club, table)).deadline_at == club.clock() + 2 * DAY
    assert await due_at(club, JobKind.RETURN) == []
    assert await due_at(club, JobKind.LAPSE) == [challenge.lapses_at]


async def test_nobodys_time_is_up_at_its_return(club: Club, membership: Membership) -> None:
    table = await club.start(terms=CLOCKED)
    club.clock.pass_time(5 * DAY)
    await membership.server_left(GUILD)
    await membership.server_back(GUILD)
    await membership.go_on(GUILD)
    assert (await timing(club, table)).deadline_at == club.clock() + DAY
    await look(club)
    assert (await club.matches.table(table.game.id)).game.running


async def test_a_turn_that_begins_while_the_bot_is_away_has_no_clock(
    club: Club, membership: Membership
) -> None:
    table = await club.start(terms=CLOCKED)
    await membership.server_left(GUILD)
    stands = (await club.play(table)).table.game.timing
    assert (stands.left, stands.halted) == (3 * DAY, Halt.GONE)
    assert (await contents(club.database))["due"] == []


async def test_who_is_away_is_away_still_when_the_server_is_back(
    club: Club, membership: Membership
) -> None:
    table = await club.start(terms=CLOCKED)
    await club.absences.announce(MARA.id, 5)
    await membership.server_left(GUILD)
    await membership.server_back(GUILD)
    await membership.go_on(GUILD)
    assert (await timing(club, table)).halted == Halt.AWAY
    await membership.server_left(GUILD)
    club.clock.pass_time(5 * DAY)
    await look(club)
    assert (await timing(club, table)).halted == Halt.GONE


async def test_a_server_in_which_the_bot_never_was_is_not_back(
    club: Club, membership: Membership
) -> None:
    before = await contents(club.database)
    await membership.server_back(GUILD)
    assert await contents(club.database) == before


async def test_a_removal_that_nobody_told_of_is_noticed_when_something_is_due(
    club: Club, membership: Membership, client: Client
) -> None:
    table = await club.start(terms=CLOCKED)
    client.guilds.clear()
    assert not await membership.prepare(JobKind.CLOCK, table.game.id)
    assert (await timing(club, table)).halted == Halt.GONE


async def test_a_return_that_nobody_told_of_is_noticed_at_the_start(
    club: Club, membership: Membership, client: Client
) -> None:
    await club.start(terms=CLOCKED)
    await membership.server_left(GUILD)
    await membership.server_left(ELSEWHERE)
    await membership.compare()
    async with club.database.reading() as connection:
        assert await schedule.due(connection, club.clock(), 9) == [
            ScheduledJob(JobKind.RETURN, GUILD, club.clock())
        ]


@pytest.mark.slow
async def test_ten_thousand_servers_that_are_announced_are_looked_up_together(
    club: Club, membership: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start(terms=CLOCKED)
    await membership.server_left(GUILD)
    read = AsyncMock(wraps=servers.absent)
    monkeypatch.setattr(servers, "absent", read)
    begun = Mock(wraps=club.database.reading)
    monkeypatch.setattr(club.database, "reading", begun)
    guilds = [*range(10**6, 10**6 + 10_000), GUILD]
    await asyncio.gather(*map(membership.server_back, guilds))
    # The first one alone, and all that came meanwhile.
    assert (read.await_count, begun.call_count) == (2, 2)
    assert await due_at(club, JobKind.RETURN) == [club.clock()]


async def test_a_return_that_the_database_did_not_take_is_noticed_with_the_next_server(
    club: Club, membership: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start(terms=CLOCKED)
    await membership.server_left(GUILD)
    with monkeypatch.context() as broken:
        broken.setattr(servers, "absent", AsyncMock(side_effect=DatabaseError("is away")))
        with pytest.raises(DatabaseError):
            await membership.server_back(GUILD)
    await membership.server_back(ELSEWHERE)
    assert await due_at(club, JobKind.RETURN) == [club.clock()]


async def test_during_an_outage_what_is_due_waits(
    club: Club, membership: Membership, client: Client
) -> None:
    table = await club.start(terms=CLOCKED)
    club.clock.pass_time(3 * DAY)
    client.guilds[GUILD].unavailable = True  # type: ignore[attr-defined]  # as above
    assert not await membership.prepare(JobKind.CLOCK, table.game.id)
    assert await due_at(club, JobKind.CLOCK) == [club.clock() + OUTAGE_SECONDS]
    assert (await timing(club, table)).halted is None


async def test_before_a_deadline_it_is_asked_who_is_there_and_boards_say_so(
    club: Club, membership: Membership, client: Client
) -> None:
    table = await club.start(terms=CLOCKED)
    here = cast("Server", client.guilds[GUILD])
    del here.here[to_move(table).id]
    club.clock.pass_time(2 * DAY)
    assert await membership.prepare(JobKind.REMINDER, table.game.id)
    there = await audience(club.database, table, club.clock())
    assert there.attendance.gone == {0}
    async with club.database.reading() as connection:
        game = await matches.get_game(connection, table.game.id)
        assert await people.not_members(connection, GUILD, table.game.players) == {MARA.id}
    assert game is not None
    assert game.timing.halted is None, "their clock runs on"
    await pass_hours(club, 24 + 1)
    assert not (await club.matches.table(table.game.id)).game.running
    assert await rows(club, "reminder") == []
    assert club.clock() == game.started_at + 3 * DAY + HOUR
