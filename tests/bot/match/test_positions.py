"""Positions: the cache in front of the events, which may be thrown away at any time."""

from dataclasses import replace

import pytest

from bot.match import positions
from bot.match.positions import Positions
from data import events, matches
from data.stored import StoredGame
from games.dice_matrix.rules import Position
from games.line import Line
from tests.bot.club import SINGLE, Club


async def line_at(club: Club, cache: Positions, game: StoredGame, seq: int | None = None) -> Line:
    async with club.database.reading() as connection:
        return await cache.line(connection, game, seq)


@pytest.mark.slow
async def test_a_cache_and_none_give_the_same_line_at_every_seq(club: Club) -> None:
    table = await club.start()
    lines = {0: table.line}
    while table.game.running:
        table = (await club.play(table)).table
        lines[table.game.seq] = table.line
    warm = Positions()
    for seq in (*lines, *reversed(lines)):
        assert await line_at(club, Positions(), table.game, seq) == lines[seq]
        assert await line_at(club, warm, table.game, seq) == lines[seq]
    assert await line_at(club, warm, table.game) == lines[table.game.seq]


async def test_another_process_that_fell_behind_catches_up(club: Club, elsewhere: Club) -> None:
    table = await club.start()
    await elsewhere.matches.table(table.game.id)
    table = await club.play_out(table, moves=3)
    assert await elsewhere.matches.table(table.game.id) == table
    assert (await elsewhere.play(table)).table.game.seq == 4


async def test_what_is_cached_is_not_read_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.play_out(await club.start(), moves=3)
    asked: list[int] = []
    real = events.after

    async def noting(*arguments: object, **named: object) -> object:
        asked.append(int(str(arguments[2])))
        return await real(*arguments, **named)  # type: ignore[arg-type]  # handed on as given

    monkeypatch.setattr("data.events.after", noting)
    await club.matches.table(table.game.id)
    assert asked == []


async def test_the_cache_forgets_the_games_that_were_longest_out_of_use(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "CACHED_GAMES", 2)
    cache = Positions()
    one, two, three = [await club.start() for _ in range(3)]
    for table in (one, two, one, three):
        await line_at(club, cache, table.game)
    assert list(cache._kept) == [one.game.id, three.game.id]
    assert await line_at(club, cache, two.game) == two.line


async def test_an_old_board_does_not_push_the_latest_out_of_the_cache(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=4)
    cache = Positions()
    await line_at(club, cache, table.game)
    await line_at(club, cache, table.game, 1)
    cache.keep(table.game.id, 1, await line_at(club, Positions(), table.game, 1))
    assert cache._kept[table.game.id][4] == table.line


async def test_a_position_is_replayed_under_the_options_of_its_match(club: Club) -> None:
    terms = replace(SINGLE, options={"scoring": "recount"})
    table = await club.start(terms=terms)
    async with club.database.reading() as connection:
        game = await matches.get_game(connection, table.game.id)
    assert game is not None
    replayed = await line_at(club, Positions(), game)
    assert replayed == table.line
    assert isinstance(replayed.position, Position)
    assert replayed.position.setup.recount
