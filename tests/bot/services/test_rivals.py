"""Who is free for a game, and the other pages about people, on every kind of database."""

from dataclasses import replace

from bot.config import load
from bot.services.audience import audience
from bot.services.profiles import profile
from bot.services.rivals import Rival, free_for_a_game
from bot.services.versus import between
from data.challenges import Clock
from data.outcomes import Tally
from tests.bot.club import GUILD, JON, KIM, MARA, UNRATED, Club

TIMED = replace(UNRATED, clock=Clock(3))


async def free(club: Club, reader: int) -> list[Rival]:
    return await free_for_a_game(club.database, load({}), GUILD, reader, club.clock())


async def played(club: Club) -> None:
    """Make Mara win a game against Jon, an hour for each move."""
    table = await club.start(terms=TIMED)
    for _ in range(4):
        club.clock.pass_time(3600)
        table = (await club.play(table)).table
    await club.resign(table, JON)


async def test_those_who_played_lately_are_listed_with_their_pace(club: Club) -> None:
    assert await free(club, KIM.id) == []
    await played(club)
    found = await free(club, KIM.id)
    assert [(rival.name, rival.game) for rival in found] == [
        ("Jon", "dice_matrix"),
        ("Mara", "dice_matrix"),
    ]
    assert {rival.pace for rival in found} == {3600}
    assert [rival.name for rival in await free(club, JON.id)] == ["Mara"]


async def test_a_profile_and_what_is_between_two_is_added_up(club: Club) -> None:
    await played(club)
    shown = await profile(club.database, GUILD, MARA.id)
    (record,) = shown.records
    assert (record.won, record.drawn, record.lost) == (1, 0, 0)
    assert (shown.timed, shown.on_time, shown.pace) == (1, 1, 3600)
    found = await between(club.database, GUILD, [JON.id, MARA.id])
    assert found.games[0].won == (0, 1)
    assert [each.best for each in found.latest] == [(MARA.id,)]


async def test_a_board_knows_the_score_with_who_is_away(club: Club) -> None:
    await played(club)
    table = await club.start(JON, MARA)
    await club.absences.announce(JON.id, 2)
    there = await audience(club.database, table, club.clock())
    assert there.score == Tally((0, 1), 0)
    assert list(there.attendance.away) == [0]
