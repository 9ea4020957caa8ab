"""Notes and followers, as they are kept."""

import pytest

from bot.errors import Refused
from bot.services.followers import MOST_FOLLOWERS, Followers
from bot.services.notes import LONGEST_NOTE, Notes
from games.errors import GameOver
from tests.bot.club import JON, MARA, Club


async def test_a_note_that_is_too_long_is_refused_and_the_one_before_kept(club: Club) -> None:
    table, notes = await club.start(), Notes(club.database)
    await notes.write(table.game.id, MARA.id, "x" * LONGEST_NOTE)
    with pytest.raises(Refused, match="A note can have at most 1000 characters; this one has 1001"):
        await notes.write(table.game.id, MARA.id, "y" * (LONGEST_NOTE + 1))
    assert await notes.read(table.game.id, MARA.id) == "x" * LONGEST_NOTE


async def test_an_empty_note_is_none(club: Club) -> None:
    table, notes = await club.start(), Notes(club.database)
    await notes.write(table.game.id, MARA.id, " a ")
    assert await notes.read(table.game.id, MARA.id) == "a"
    assert await notes.read(table.game.id, JON.id) is None
    assert await notes.write(table.game.id, MARA.id, "  ") is None
    assert await notes.read(table.game.id, MARA.id) is None


async def test_as_many_follow_as_one_message_can_ping(club: Club) -> None:
    table, followers = await club.start(), Followers(club.referee)
    for person in range(100, 100 + MOST_FOLLOWERS):
        for _ in range(2):
            await followers.follow(table.game.id, person, wanted=True)
    with pytest.raises(Refused, match="50 people follow this game"):
        await followers.follow(table.game.id, 99, wanted=True)
    await followers.follow(table.game.id, 100, wanted=False)
    await followers.follow(table.game.id, 99, wanted=True)
    assert await followers.follows(table.game.id, 99)


async def test_a_game_that_is_over_can_be_followed_no_more_but_unfollowed(club: Club) -> None:
    table, followers = await club.start(), Followers(club.referee)
    await followers.follow(table.game.id, 99, wanted=True)
    await club.resign(table, MARA)
    with pytest.raises(GameOver):
        await followers.follow(table.game.id, 98, wanted=True)
    await followers.follow(table.game.id, 99, wanted=False)
    assert not await followers.follows(table.game.id, 99)
