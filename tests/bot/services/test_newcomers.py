"""Who is new to a game: nobody who has come to the end of one of its kind in the server."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.services.newcomers import has_newcomer
from tests.bot.club import JON, KIM, MARA, Club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await opened.database.migrate()
    yield opened
    await opened.database.close()


async def test_nobody_is_new_after_a_game_together(club: Club) -> None:
    first = await club.start()
    assert await has_newcomer(club.database, first.game)
    await club.play_out(first)
    assert not await has_newcomer(club.database, (await club.start()).game)


async def test_one_who_is_new_is_enough(club: Club) -> None:
    await club.play_out(await club.start())
    game = replace((await club.start()).game, players=(MARA.id, KIM.id))
    assert await has_newcomer(club.database, game)


async def test_other_games_and_other_servers_do_not_count(club: Club) -> None:
    await club.play_out(await club.start())
    game = (await club.start()).game
    assert await has_newcomer(club.database, replace(game, match=replace(game.match, game="toy")))
    elsewhere = replace(game.match, guild_id=game.match.guild_id + 1)
    assert await has_newcomer(club.database, replace(game, match=elsewhere))


async def test_a_computer_is_never_new(club: Club) -> None:
    await club.play_out(await club.start())
    game = replace((await club.start()).game, players=(JON.id, -21))
    assert not await has_newcomer(club.database, game)
