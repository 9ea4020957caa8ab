"""Who is forgotten leaves nothing in the bytes of the file and its companions, and others lose nothing."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from data.engine import Database
from data.former import is_former
from data.sqlite import COMPANIONS
from tests.discord.server.test_privacy import delete
from tests.discord.simulated import Person, World
from tests.discord.tables import start_game

NAME = "Zéphyrine-Ω"


def forms(person_id: int, name: str) -> dict[str, bytes]:
    """Return all forms in which an id or a name could be stored, by what they are called."""
    return {
        "digits": str(person_id).encode(),
        "SQLite's integer": person_id.to_bytes(8, "big"),
        "integer the other way": person_id.to_bytes(8, "little"),
        "UTF-8": name.encode(),
        "UTF-16": name.encode("utf-16-le"),
        "JSON": json.dumps(name)[1:-1].encode(),
    }


def left_in(folder: Path, wanted: dict[str, bytes]) -> set[tuple[str, str]]:
    """Return which forms are in which of a database's files."""
    files = [folder / "tavolo.db", *(folder / f"tavolo.db{ending}" for ending in COMPANIONS)]
    return {
        (file.name, form)
        for file in files
        if file.exists()
        for form, trace in wanted.items()
        if trace in file.read_bytes()
    }


def rating_of(folder: Path, person: Person) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "tavolo.db")) as connection:
        return connection.execute(
            "SELECT * FROM ratings WHERE user_id = ?", (person.id,)
        ).fetchall()


async def test_no_byte_of_two_former_players_is_left_and_they_stay_apart(
    world: World, tmp_path: Path
) -> None:
    zeph, omar, lea = world.person(NAME), world.person("Omar-Qux"), world.person("Lea")
    games = []
    for one, two, loser in ((zeph, omar, omar), (lea, zeph, zeph), (lea, omar, lea)):
        game = await start_game(world, one, two)
        await game.play(4)
        await one.slash("game note", game.place, text="watch c4", game=game.code)
        await game.resign(loser)
        games.append(game)
    await omar.slash("preferences", reminders="none")
    running = await start_game(world, lea, zeph)
    wanted = {who: forms(who.id, name) for who, name in ((zeph, NAME), (omar, "Omar-Qux"))}
    assert all(left_in(tmp_path, traces) for traces in wanted.values())
    before = rating_of(tmp_path, lea)

    for person in (zeph, omar):
        await delete(person)
        await world.pass_time(minutes=2)
        # A limit that was reached holds for some hours more.
        with closing(sqlite3.connect(tmp_path / "tavolo.db")) as connection:
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute("DELETE FROM limits")
            connection.commit()
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert left_in(tmp_path, wanted[person]) == set()

    assert running.result.exists
    assert len(before) == 1
    assert rating_of(tmp_path, lea) == before
    with closing(sqlite3.connect(tmp_path / "tavolo.db")) as connection:
        seats = connection.execute("SELECT user_id FROM players WHERE game_id = ?", (games[0].id,))
        both = {user_id for (user_id,) in seats}
    assert len(both) == 2
    assert all(map(is_former, both))
    for command in ("leaderboard", "profile", "rivals", "games"):
        assert (await lea.slash(command)).text
    replay = await lea.click(games[0].result, "Replay")
    assert replay.message.text.count("a former player") >= 1
    assert "Lea" in (await lea.click(games[2].result, "Replay")).message.text


async def test_what_was_deleted_by_an_older_version_is_overwritten_at_the_next_start(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tavolo.db"

    async def start() -> None:
        database = Database(f"sqlite+aiosqlite:///{path}")
        await database.migrate()
        await database.close()

    await start()
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("PRAGMA user_version=0")
        old.execute("PRAGMA secure_delete=OFF")
        for number in range(50):
            old.execute("INSERT INTO meta VALUES (?, ?)", (f"key{number}", NAME * 200))
        old.execute("DELETE FROM meta WHERE key LIKE 'key%'")
    traces = {"UTF-8": NAME.encode()}
    assert left_in(tmp_path, traces)
    await start()
    assert left_in(tmp_path, traces) == set()
