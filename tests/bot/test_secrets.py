"""The secret of a running game stands in one column of one table, and nowhere else."""

import hashlib
import logging
import traceback

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.logs import QUIETEST
from bot.match.lots import promised
from bot.match.table import Table
from data import matches
from data.tables import GAMES
from games.errors import GameError
from tests.bot.club import JON, KIM, MARA, TWO_GAME, Club, to_move
from tests.data.backends import contents


async def test_the_fingerprint_on_the_card_is_the_hash_of_the_game_and_its_secret(
    club: Club,
) -> None:
    challenge = await club.propose(JON)
    answered = await club.accept(challenge)
    assert answered.game_id is not None
    game = (await club.matches.table(answered.game_id)).game
    parts = ("tavolo/2", "dice_matrix", "2", "scoring=running", f"{challenge.id}-1", game.secret)
    assert game.commitment == hashlib.sha256("\n".join(parts).encode()).hexdigest()
    assert promised(challenge) == (game.commitment,)


async def test_every_game_has_a_secret_of_its_own(club: Club) -> None:
    first = await club.start(terms=TWO_GAME)
    await club.play_out(first)
    other = await club.start()
    games = await club.games_of(first.game.match.id)
    assert len({game.secret for game in [*games, other.game]}) == 3


async def test_the_secret_is_in_its_column_and_nowhere_else_in_the_database(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=3)
    found = [
        name
        for name, rows in (await contents(club.database)).items()
        for row in rows
        for value in row
        if table.game.secret in str(value)
    ]
    assert found == ["games"]


async def test_nothing_that_is_handed_around_shows_the_secret(club: Club) -> None:
    challenge = await club.propose(JON)
    answered = await club.accept(challenge)
    assert answered.game_id is not None
    game = (await club.matches.table(answered.game_id)).game
    acted = await club.play(await club.matches.table(game.id))
    for shown in (game, answered, acted, acted.table, acted.table.line, [game], {"game": game}):
        assert game.secret not in f"{shown!r} {shown}"
    assert game.secret not in traceback.format_exc()


async def failures(club: Club, table: Table) -> list[BaseException]:
    """Make everything go wrong that can be made to."""
    raised: list[BaseException] = []
    for act in (
        club.play(table, person=KIM),
        club.play(table, "hello"),
        club.play(table, seq=99),
        club.resign(table, KIM),
    ):
        try:
            await act
        except GameError as error:
            raised.append(error)
    try:
        async with club.database.writing() as connection:
            await connection.execute(
                update(GAMES).where(GAMES.c.id == table.game.id).values(secret=None)
            )
    except IntegrityError as error:
        raised.append(error)
    assert table.game.lots is not None
    try:
        async with club.database.writing() as connection:
            await matches.add_game(
                connection,
                match_id=table.game.match.id,
                guild_id=table.game.match.guild_id,
                number=1,
                code=table.game.code,
                rules_version=1,
                lots=table.game.lots,
                players=table.game.players,
                now=0,
            )
    except IntegrityError as error:
        raised.append(error)
    return raised


async def test_no_error_shows_the_secret(club: Club) -> None:
    table = await club.start()
    raised = await failures(club, table)
    assert len(raised) == 6
    for error in raised:
        shown = "".join(traceback.format_exception(error)) + repr(error) + repr(error.args)
        assert table.game.secret not in shown


async def test_the_log_does_not_show_the_secret_even_at_its_most_talkative(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for name, level in QUIETEST.items():
        caplog.set_level(level, logger=name)
    table = await club.start()
    for error in await failures(club, table):
        logging.getLogger("bot").error("This failed", exc_info=error)
    table = await club.play_out(table, moves=4)
    await club.matches.repost(table.game.id)
    await club.resign(table, MARA)
    assert "This failed" in caplog.text
    assert table.game.secret not in caplog.text


async def test_the_set_up_tells_nothing_of_the_secret_beyond_itself(club: Club) -> None:
    """The same secret gives another set-up to another game: its number goes into it."""
    one, two = await club.start(), await club.start()
    async with club.database.writing() as connection:
        await connection.execute(
            update(GAMES).where(GAMES.c.id == two.game.id).values(secret=one.game.secret)
        )
    assert one.line.position != two.line.position
    assert to_move(one) == MARA
