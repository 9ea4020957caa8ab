"""Computers think and move: levels that fail, crashes, too much to think about, whole games."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.errors import Busy
from bot.match.event import AGAIN_SECONDS
from bot.match.lots import seed_of
from bot.workers.jobs import Effort
from bot.workers.pool import Workers
from data import clocks, schedule
from data.challenges import First
from data.schedule import JobKind
from data.tables import OUTBOX
from games.players import Level
from tests.bot.club import JON, MARA, SINGLE, TWO_GAME, legal
from tests.bot.den import EASY, EASY_TOO, EXPERT, HARD, TABLE, Den


async def test_a_computer_answers_a_move_and_is_not_looked_after_any_more(den: Den) -> None:
    table = await den.start(EASY)
    await den.play(table)
    assert await den.due_at(table) == den.club.clock() + AGAIN_SECONDS
    await den.quiet()
    assert [event.user_id for event in await den.moves(table)] == [MARA.id, EASY.id]
    assert await den.due_at(table) is None


async def test_a_computer_that_starts_moves_by_itself(den: Den) -> None:
    table = await den.start(EASY, terms=replace(SINGLE, first=First.OPPONENT))
    await den.quiet()
    assert table.game.players == (EASY.id, MARA.id)
    assert [event.user_id for event in await den.moves(table)] == [EASY.id]


@pytest.mark.usefixtures("toy")
async def test_computers_in_a_row_make_one_board(den: Den) -> None:
    table = await den.start(EASY, EASY_TOO, terms=TABLE)
    async with den.club.database.writing() as connection:
        await connection.execute(OUTBOX.delete())
    await den.play(table)
    await den.quiet()
    moved = [event.user_id for event in await den.moves(table) if event.is_move]
    assert moved == [MARA.id, EASY.id, EASY_TOO.id]
    async with den.club.database.reading() as connection:
        rows = await connection.scalars(select(OUTBOX.c.kind))
        assert list(rows).count("board") == 2
    story = await den.club.matches.story(await den.table(table.game.id))
    assert [told.moves[0].seat for told in story.turns] == [1, 2]


async def test_a_thought_that_fails_is_thought_again_at_a_lower_level(den: Den) -> None:
    den.workers.failing = {Level.EXPERT, Level.HARD, Level.MEDIUM}
    table = await den.start(EXPERT)
    await den.play(table)
    await den.quiet()
    assert den.workers.asked == [Level.EXPERT, Level.HARD, Level.MEDIUM, Level.EASY]
    # Who sat down is who moved, however low it thought.
    assert [event.user_id for event in await den.moves(table)] == [MARA.id, EXPERT.id]


async def test_where_every_level_fails_a_random_legal_move_is_played(den: Den) -> None:
    den.workers.failing = set(Level)
    table = await den.start(HARD)
    await den.play(table)
    before = await den.table(table.game.id)
    await den.quiet()
    *_, move = await den.moves(table)
    assert (move.user_id, move.notation in legal(before)) == (HARD.id, True)


async def test_an_illegal_move_of_a_player_is_a_thought_that_fails(
    den: Den, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(
        _server: int, _seconds: float, _job: Callable[..., object], *_args: object
    ) -> list[str]:
        return ["z9"]

    table = await den.start(HARD)
    monkeypatch.setattr(den.workers, "run", nonsense)
    await den.play(table)
    await den.quiet()
    assert [event.user_id for event in await den.moves(table)] == [MARA.id, HARD.id]


async def test_what_a_choice_is_drawn_from_follows_from_the_secret_and_nothing_public(
    den: Den, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Effort] = []

    async def noting(
        _server: int, _seconds: float, job: Callable[..., list[str]], *args: object
    ) -> list[str]:
        given.extend(arg for arg in args if isinstance(arg, Effort))
        return job(*args)

    monkeypatch.setattr(den.workers, "run", noting)
    table = await den.start(EASY, terms=replace(SINGLE, first=First.OPPONENT))
    await den.quiet()
    # Anybody who knew what it is drawn from could foretell the move.
    assert [effort.seed for effort in given] == [seed_of(table.game, "computer")]
    elsewhere = replace(table.game, lots=None, secret="00" * 32)
    seeds = {
        seed_of(game, purpose)
        for game in (table.game, elsewhere, replace(table.game, seq=table.seq + 1))
        for purpose in ("computer", "hint")
    }
    assert len(seeds) == 6
    assert not any(str(table.game.secret) in seed for seed in seeds)


async def test_a_thought_about_a_game_that_is_over_is_dropped(den: Den) -> None:
    table = await den.start(EASY)
    den.workers.held.clear()
    await den.play(table)
    await asyncio.sleep(0.05)
    await den.club.resign(table, MARA)
    den.workers.held.set()
    await den.quiet()
    assert [event.notation for event in await den.moves(table)][-1] == "!resign:0"
    assert await den.due_at(table) is None


async def test_where_too_much_waits_the_move_is_put_off_and_played_later(
    den: Den, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_args: object) -> list[str]:
        raise Busy

    table = await den.start(EASY)
    with monkeypatch.context() as patch:
        patch.setattr(Workers, "run", full)
        await den.play(table)
        await den.quiet()
    assert len(await den.moves(table)) == 1
    den.club.clock.pass_time(AGAIN_SECONDS)
    await den.service.wake_again(table.game.id)
    await den.quiet()
    assert [event.user_id for event in await den.moves(table)] == [MARA.id, EASY.id]


async def test_what_a_kill_left_unthought_is_thought_after_the_restart(den: Den) -> None:
    table = await den.start(EASY)
    den.workers.held.clear()
    await den.play(table)
    await asyncio.sleep(0.05)
    await den.service.close()  # a kill leaves no more than this in the database
    assert len(await den.moves(table)) == 1
    again = Den.of(den.club.again())
    async with again.club.database.writing() as connection:
        later = again.club.clock() + AGAIN_SECONDS
        await schedule.put(connection, schedule.ScheduledJob(JobKind.THINK, table.game.id, later))
    await again.service.take_over()
    assert await again.due_at(table) == again.club.clock()
    await again.service.wake_again(table.game.id)
    await again.quiet()
    assert [event.user_id for event in await den.moves(table)] == [MARA.id, EASY.id]
    assert await den.due_at(table) is None
    await again.club.database.close()


async def test_who_is_woken_after_the_end_thinks_in_the_next_process(den: Den) -> None:
    table = await den.start(EASY)
    await den.service.close()
    await den.play(table)
    await den.quiet()
    assert (len(await den.moves(table)), den.workers.asked) == (1, [])
    again = Den.of(den.club.again())
    await again.service.take_over()
    assert await again.due_at(table) == again.club.clock()
    await again.club.database.close()


async def test_looking_after_a_game_in_which_a_person_is_to_move_ends_it(den: Den) -> None:
    table = await den.start(EASY)
    async with den.club.database.writing() as connection:
        await schedule.put(connection, schedule.ScheduledJob(JobKind.THINK, table.game.id, 0))
    await den.service.wake_again(table.game.id)
    assert await den.due_at(table) is None
    assert await den.moves(table) == []


async def test_one_game_has_one_thought_however_often_it_is_woken(den: Den) -> None:
    table = await den.start(EASY)
    await den.play(table)
    den.service.wake([table.game.id] * 3)
    await den.service.wake_again(table.game.id)
    await den.quiet()
    assert len(await den.moves(table)) == 2
    assert den.workers.asked == [Level.EASY]


@pytest.mark.usefixtures("toy")
async def test_the_game_ends_with_the_last_person_who_leaves_and_the_computers_win(
    den: Den,
) -> None:
    table = await den.start(EASY, EASY_TOO, terms=TABLE)
    await den.play(table)
    await den.quiet()
    await den.club.resign(table, MARA)
    ended = await den.table(table.game.id)
    assert ended.game.result is not None
    assert ended.game.result["reason"] == "agreed"
    assert ended.game.result["winners"] == [1, 2]
    outside = [event for event in await den.moves(table) if event.notation.startswith("!")]
    assert [event.notation for event in outside] == ["!resign:0", "!draw"]
    assert [event.user_id for event in outside] == [MARA.id, None]


async def test_a_computer_that_stands_in_moves_under_its_own_name(den: Den) -> None:
    table = await den.club.start(MARA, JON)
    async with den.club.database.writing() as connection:
        await clocks.set_stand_in(connection, table.game.id, 1, Level.HARD)
    await den.play(table)
    await den.quiet()
    assert [event.user_id for event in await den.moves(table)] == [MARA.id, HARD.id]
    assert (await den.table(table.game.id)).game.players == (MARA.id, JON.id)


async def test_a_whole_game_is_played_against_the_computer(den: Den) -> None:
    table = await den.start(EASY)
    while (await den.table(table.game.id)).game.running:
        await den.play(table)
        await den.quiet()
    ended = await den.table(table.game.id)
    assert ended.line.position.to_move is None
    assert await den.due_at(table) is None


async def test_the_computer_starts_the_return_game_by_itself(den: Den) -> None:
    table = await den.start(EASY, terms=TWO_GAME)
    while (await den.table(table.game.id)).game.running:
        await den.play(table)
        await den.quiet()
    _, second = await den.club.games_of(table.game.match.id)
    assert second.players == (EASY.id, MARA.id)
    moved = [event.user_id for event in await den.moves(await den.table(second.id))]
    assert moved[0] == EASY.id


# Hints


async def test_hints_are_legal_moves_with_what_they_gain(den: Den) -> None:
    table = await den.start(EASY)
    hints = await den.service.hints(table, MARA.id)
    assert 1 <= len(hints) <= 3
    assert {hint.notation for hint in hints} <= set(legal(table))
    assert all(str(hint.gain) for hint in hints)
    chances = [hint.chance for hint in hints]
    assert 1 >= chances[0] == max(chances)
    assert min(chances) >= 0
    assert den.workers.asked == [Level.MEDIUM]
