"""Who is still in a server: asked when it matters, and remembered for a day."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import cast

import discord
import pytest

from bot.services.members import ASKED_AT_ONCE, REMEMBERED_SECONDS, Members
from data import people
from tests.bot.club import GUILD, JON, KIM, MARA, Club


class Member:
    timed_out_until: datetime | None = None

    def __init__(self, user_id: int, display_name: str) -> None:
        self.id, self.display_name = user_id, display_name


class Server:
    """A server as far as it can be asked for members."""

    id = GUILD

    def __init__(self, *here: Member) -> None:
        self.here = {member.id: member for member in here}
        self.asked: list[list[int]] = []
        self.trouble: Exception | None = None

    async def query_members(
        self, *, user_ids: Sequence[int], limit: int, cache: bool
    ) -> list[Member]:
        assert len(user_ids) <= limit <= 100
        assert not cache
        self.asked.append(list(user_ids))
        if self.trouble is not None:
            raise self.trouble
        return [self.here[user_id] for user_id in user_ids if user_id in self.here]

    @property
    def guild(self) -> discord.Guild:
        # The real one needs a whole connection, and nothing else of it is used here.
        return cast("discord.Guild", self)


@pytest.fixture
async def members(club: Club) -> Members:
    async with club.database.writing() as connection:
        everybody = {person.id: person.name for person in (MARA, JON, KIM)}
        await people.remember(connection, GUILD, everybody, club.clock())
    club.clock.pass_time(REMEMBERED_SECONDS + 1)
    return Members(club.database, clock=club.clock)


async def names(club: Club, *user_ids: int) -> dict[int, str]:
    async with club.database.reading() as connection:
        return await people.names(connection, GUILD, user_ids)


async def gone(club: Club) -> set[int]:
    async with club.database.reading() as connection:
        return await people.departed(connection, GUILD, club.clock() + 1, 100)


async def test_a_new_name_is_learned_and_nobody_is_asked_for_again_that_day(
    club: Club, members: Members
) -> None:
    server = Server(Member(MARA.id, "Mara the Great"), Member(JON.id, "Jon"))
    assert not await members.look_up(server.guild, [MARA.id, JON.id])
    assert await names(club, MARA.id, JON.id) == {MARA.id: "Mara the Great", JON.id: "Jon"}
    club.clock.pass_time(REMEMBERED_SECONDS)
    assert not await members.look_up(server.guild, [MARA.id, JON.id])
    assert server.asked == [[MARA.id, JON.id]]
    club.clock.pass_time(1)
    await members.look_up(server.guild, [MARA.id])
    assert len(server.asked) == 2


async def test_who_has_left_is_noticed_and_keeps_their_name(club: Club, members: Members) -> None:
    server = Server(Member(MARA.id, "Mara"))
    assert await members.look_up(server.guild, [MARA.id, JON.id])
    assert await gone(club) == {JON.id}
    assert await names(club, JON.id) == {JON.id: "Jon"}
    assert not await members.look_up(server.guild, [MARA.id, JON.id])


async def test_who_comes_back_is_noticed_the_next_day(club: Club, members: Members) -> None:
    server = Server(Member(MARA.id, "Mara"))
    await members.look_up(server.guild, [MARA.id, JON.id])
    server.here[JON.id] = Member(JON.id, "Jon")
    club.clock.pass_time(REMEMBERED_SECONDS + 1)
    assert await members.look_up(server.guild, [])
    assert await gone(club) == set()


async def test_who_is_seen_acting_is_not_asked_for(club: Club, members: Members) -> None:
    await club.propose()
    server = Server()
    assert not await members.look_up(server.guild, [MARA.id])
    assert server.asked == []


@pytest.mark.parametrize("trouble", [TimeoutError(), OSError("gone")])
async def test_what_is_known_stays_where_discord_does_not_answer(
    club: Club, members: Members, trouble: Exception
) -> None:
    server = Server()
    server.trouble = trouble
    assert not await members.look_up(server.guild, [MARA.id])
    assert await gone(club) == set()
    server.trouble = None
    assert await members.look_up(server.guild, [MARA.id])


async def test_no_more_people_are_asked_for_than_discord_allows(
    club: Club, members: Members
) -> None:
    many = range(1000, 1000 + ASKED_AT_ONCE + 50)
    async with club.database.writing() as connection:
        await people.remember(connection, GUILD, dict.fromkeys(many, "x"), 0)
    server = Server(*(Member(user_id, "x") for user_id in many))
    await members.look_up(server.guild, many)
    await members.look_up(server.guild, many)
    assert [len(asked) for asked in server.asked] == [ASKED_AT_ONCE, 50]
    assert sorted(chain.from_iterable(server.asked)) == list(many)


async def test_a_look_up_stores_nobody_who_is_not_known(club: Club, members: Members) -> None:
    """They may have been forgotten while Discord was asked."""
    server = Server(Member(MARA.id, "Mara"), Member(77, "Stranger"))
    await members.look_up(server.guild, [MARA.id, 77])
    assert await names(club, MARA.id, 77) == {MARA.id: "Mara"}


async def test_membership_is_of_one_server(club: Club, members: Members) -> None:
    await members.look_up(Server().guild, [MARA.id])
    async with club.database.reading() as connection:
        assert await people.departed(connection, GUILD + 1, 10**10, 100) == set()
        assert await people.unchecked(connection, GUILD + 1, [MARA.id], 0) == {MARA.id}
