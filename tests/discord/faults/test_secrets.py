"""The secret of a game's dice is nowhere before the end, and everywhere it should be after it."""

import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from discord import Permissions

from bot.logs import QUIETEST
from games.fairness import verify
from games.record import Record
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, start_game


def secret_of(folder: Path, game: Game) -> str:
    """Read a game's secret from the database file."""
    with closing(sqlite3.connect(folder / "tavolo.db")) as connection:
        ((secret,),) = connection.execute("SELECT secret FROM games WHERE id = ?", (game.id,))
    assert len(secret) == 64
    return str(secret)


def told(world: World) -> str:
    """Return all that the bot has sent so far, with the files of the messages that are there."""
    bodies = json.dumps([request.body for request in world.requests], default=str)
    messages = [
        Message(world, channel, message)
        for channel, stored in world.backend.messages.items()
        for message in stored
    ]
    return bodies + "".join(f.data.decode("latin-1") for m in messages for f in m.files)


async def test_the_secret_is_told_nowhere_before_the_end_and_with_the_result(
    world: World,
    game: Game,
    mara: Person,
    jonas: Person,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    secret = secret_of(tmp_path, game)
    # As LOG_LEVEL=DEBUG sets it up.
    caplog.set_level(logging.DEBUG)
    for name, quietest in QUIETEST.items():
        caplog.set_level(quietest, logger=name)
    await game.play(2)
    await game.click_move()
    await game.to_move.click(game.board, "Text")
    await game.to_move.slash("move", game.place, move="nonsense")
    await mara.slash("games")
    export = await mara.slash("game export", game.place)
    assert json.loads(export.files[0].data)["fair"].get("secret") is None
    await world.restart(kill=True)
    await game.type_move()
    assert secret not in told(world)
    assert secret not in caplog.text

    await game.resign(jonas)
    assert secret in game.proof.text
    assert secret in told(world)
    assert secret not in caplog.text


async def test_the_fingerprint_stands_on_the_first_board_and_fits_the_secret(
    world: World, game: Game, jonas: Person
) -> None:
    first = game.board
    more = await jonas.click(first, "More")
    await game.resign(jonas)
    (file,) = (file for file in game.proof.files if file.name.endswith(".json"))
    record = Record.read(file.data.decode())
    assert record.fair is not None
    assert f"Dice fingerprint: {record.fair.commitment[:8]}…" in first.text
    assert f"Dice fingerprint: {record.fair.commitment}\n" in more.text
    assert record.fair.secret is not None
    assert record.fair.secret in game.proof.text


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["played out", "resigned", "ended by a moderator"])
async def test_the_record_of_a_finished_game_verifies(
    world: World, game: Game, jonas: Person, ending: str
) -> None:
    await game.play(3)
    match ending:
        case "played out":
            await game.play_to_the_end()
        case "resigned":
            await game.resign(jonas)
        case _:
            moderator = world.person("Mod", permissions=Permissions(manage_guild=True))
            question = await moderator.slash("game end", game.place)
            await moderator.click(question, "End the game")
    (file,) = (file for file in game.proof.files if file.name.endswith(".json"))
    # One event of chance: all fifty dice are rolled at the start.
    assert verify(Record.read(file.data.decode())).checked == 1


async def test_the_secret_of_one_game_says_nothing_of_another(
    world: World, game: Game, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    other = await start_game(world, jonas, mara)
    await game.resign(jonas)
    secret = secret_of(tmp_path, other)
    assert secret != secret_of(tmp_path, game)
    assert secret not in told(world)
