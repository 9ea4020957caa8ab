"""What is stored about a person is theirs to see and to delete; the games of others go on."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.config import load
from bot.forget import forget
from bot.services.export_files import files_of
from games.fairness import verify
from games.record import Record
from playground.strict.bodies import LARGEST_FILE
from tests.discord.days import seconds
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, challenge, game_of, mentioned_first, start_game
from tests.discord.traces import all_public

FORMER = "a former player"
SEATS = ("opponent1", "opponent2", "opponent3")


async def delete(person: Person) -> Answer:
    """Delete everything about a person, in both steps."""
    shown = await person.slash("privacy")
    question = await person.click(shown, "Delete")
    return await person.click(question, "Delete for good")


async def export(person: Person) -> dict[str, Any]:
    """Return what a person gets as a file."""
    shown = await person.slash("privacy")
    answer = await person.click(shown, "Export")
    assert answer.ephemeral
    (file,) = answer.message.files
    written: dict[str, Any] = json.loads(file.data)
    return written


def dump(folder: Path) -> str:
    """Return all that is stored, as SQL, but what ends by itself within hours (`data.limits`)."""
    with closing(sqlite3.connect(folder / "tavolo.db")) as database:
        lines = list(database.iterdump())
    return "\n".join(line for line in lines if not line.startswith('INSERT INTO "limits"'))


async def test_it_says_what_is_stored_and_why_to_the_person_alone(
    world: World, mara: Person
) -> None:
    public = all_public(world)
    shown = await mara.slash("privacy")
    assert shown.ephemeral
    assert "I don't read messages" in shown.text
    assert "30 days after their game" in shown.text
    assert shown.buttons == ("Export", "Delete")
    assert all_public(world) == public


async def test_it_works_in_a_direct_message(mara: Person) -> None:
    shown = await mara.slash("privacy", mara.dm)
    assert "Your data" in shown.text


@pytest.mark.slow
async def test_an_export_has_everything_of_the_person_and_of_nobody_else(
    game: Game, mara: Person, jonas: Person
) -> None:
    await mara.slash("game note", game.place, text="watch c4")
    await jonas.slash("game note", game.place, text="a secret of Jonas")
    await mara.slash("preferences", reminders="none")
    await game.click_move()

    told = await export(mara)

    assert told["person"] == str(mara.id)
    assert told["notes"] == [{"code": game.code, "text": "watch c4"}]
    assert [each["name"] for each in told["names"]] == ["Mara"]
    assert [each["reminders"] for each in told["preferences"]] == ["none"]
    assert [each["code"] for each in told["games"]] == [game.code]
    assert len(told["moves"]) >= 1
    assert "Jonas" not in json.dumps(told)
    assert str(jonas.id) not in json.dumps(told)


async def test_an_export_tells_what_is_limited_by_what_one_did(
    game: Game, mara: Person, jonas: Person
) -> None:
    await mara.slash("game board", game.place)
    told = await export(mara)
    assert {each["what"] for each in told["limits"]} == {"board", "challenge"}
    assert all(each["counts_until_at"].startswith("20") for each in told["limits"])
    assert (await export(jonas))["limits"] == []


@pytest.mark.slow
async def test_no_export_of_a_running_game_has_a_secret_in_it(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    """Neither what was dealt to others, nor what all chance follows from; nor what they plan."""
    people = (mara, jonas, world.person("Lea"), world.person("Kim"))
    await mara.slash("matrio challenge", **dict(zip(SEATS, people[1:], strict=True)))
    card = world.channel.last
    for person in people[1:]:
        await person.click(card, "Accept")
    place = card.thread or card.place
    for _ in range(4):
        board = [message for message in place.messages if "Move" in message.buttons][-1]
        player = mentioned_first(board)
        *_, move = await player.autocomplete("move", "move", "", place)
        await player.slash("move", place, move=move.value)
    with closing(sqlite3.connect(tmp_path / "tavolo.db")) as database:
        ((secret,),) = database.execute("SELECT secret FROM games").fetchall()
        ((of_card,),) = database.execute("SELECT secret FROM challenges").fetchall()
        ((set_up,),) = database.execute("SELECT notation FROM events WHERE seq = 0").fetchall()
        played = database.execute("SELECT user_id, notation FROM events WHERE seq > 0").fetchall()
    assert len(secret) == len(of_card) == 64
    assert "hands" in set_up
    for person in people:
        told = await export(person)
        written = json.dumps(told)
        assert secret not in written
        assert of_card not in written
        assert "hands" not in written
        assert [each["move"] for each in told["moves"]] == [
            notation for user_id, notation in played if user_id == person.id
        ]
        assert not any(str(other.id) in written for other in people if other is not person)


@pytest.mark.slow
async def test_who_deletes_in_the_middle_of_a_game_is_a_former_player_to_the_other(
    world: World, game: Game, mara: Person, tmp_path: Path
) -> None:
    await game.click_move()
    await mara.slash("game note", game.place, text="watch c4")
    board = game.board
    shown = await mara.slash("privacy", mara.dm)
    question = await mara.click(shown, "Delete")
    assert "Your running game will be resigned." in question.text
    assert "can't be undone" in question.text

    done = await mara.click(question, "Delete for good")

    assert "has been deleted" in done.text
    assert "Jonas wins" in game.result.text
    for message in (game.result, board, game.card):
        seen = f"{message.text} {[picture.alt for picture in message.pictures]}"
        assert FORMER in seen, seen
        assert "Mara" not in seen
        assert str(mara.id) not in seen
    assert mara not in game.result.pings
    stored = dump(tmp_path)
    assert str(mara.id) not in stored
    assert "Mara" not in stored
    assert "watch c4" not in stored


@pytest.mark.slow
async def test_the_dice_of_a_game_of_a_former_player_can_still_be_checked(
    game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(3)
    await delete(mara)
    exported = await jonas.slash("game export", game.place, game=game.code)
    written = exported.message.files[0].data.decode()
    assert str(mara.id) not in written
    assert verify(Record.read(written)).checked == 1, "its set-up"


@pytest.mark.slow
async def test_cancel_deletes_nothing(game: Game, mara: Person, tmp_path: Path) -> None:
    before = dump(tmp_path)
    question = await mara.click(await mara.slash("privacy"), "Delete")
    assert (await mara.click(question, "Cancel")).text == "Nothing has changed."
    assert game.live_boards
    assert dump(tmp_path) == before


async def test_open_challenges_are_closed(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    lea = world.person("Lea")
    own = await challenge(world, mara, jonas)
    hers = await challenge(world, lea, mara)
    await delete(mara)
    for card in (own, hers):
        assert "Accept" not in card.buttons
        assert "Mara" not in card.text
        assert str(mara.id) not in card.text
    assert str(mara.id) not in dump(tmp_path)


@pytest.mark.slow
async def test_the_others_at_a_table_go_on(world: World, mara: Person, jonas: Person) -> None:
    lea = world.person("Lea")
    await mara.slash("dicefest challenge", opponent1=jonas, opponent2=lea, seats=3)
    card = world.channel.last
    for person in (jonas, lea):
        await person.click(card, "Accept")
    place = card.thread or card.place
    await delete(mara)
    board = [message for message in place.messages if "Move" in message.buttons][-1]
    assert "Mara" not in board.text
    assert FORMER in f"{board.text} {[picture.alt for picture in board.pictures]}"


@pytest.mark.slow
async def test_who_plays_again_is_somebody_new(world: World, mara: Person, jonas: Person) -> None:
    first = await start_game(world, mara, jonas)
    await first.play(6)
    await delete(mara)
    listed = (await jonas.slash("leaderboard", game="dice_matrix")).message.pictures[0].alt or ""
    again = await start_game(world, mara, jonas)
    assert f"<@{mara.id}>" in again.board.text
    await again.click_move()
    assert "Mara" in again.boards[-1].text + str(again.board.pictures[0].alt)
    told = await export(mara)
    assert [each["code"] for each in told["games"]] == [again.code]
    assert "Jonas" in listed
    assert "Mara" not in listed


async def test_the_result_of_a_former_player_offers_no_way_back_to_the_person(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.click_move()
    await delete(mara)
    answer = await jonas.click(game.result, "Rematch")
    assert FORMER in answer.text
    assert str(mara.id) not in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("leaver", ["who asked", "who was asked"])
async def test_an_open_request_to_settle_is_closed_and_names_nobody_any_more(
    world: World, mara: Person, jonas: Person, leaver: str
) -> None:
    await mara.slash("tablero challenge", opponent=jonas, stake="fixed", amount=4)
    card = world.channel.last
    await jonas.click(card, "Accept")
    await game_of(world, mara, jonas, card).resign(jonas)
    shown = await jonas.slash("tablero ledger")
    await mara.click(await mara.click(await mara.slash("tablero ledger"), "Settle"), "Ask")
    request = world.channel.last
    assert request.buttons == ("Agree", "Decline", "Withdraw")
    gone, stays = (mara, jonas) if leaver == "who asked" else (jonas, mara)

    await delete(gone)

    assert request.controls == ()
    assert (
        request.text
        == "This request to settle is closed: nothing is open between the two any more."
    )
    assert gone.name not in request.text
    shown_now = await stays.slash("tablero ledger")
    assert shown_now.text == "Nothing is open on your ledger here."
    late = await jonas.click(shown, "Settle")
    assert late.text == "This is no longer open: the ledger shows what is."


@pytest.mark.slow
async def test_a_request_to_settle_that_waits_to_be_posted_is_posted_no_more(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    await mara.slash("tablero challenge", opponent=jonas, stake="fixed", amount=4)
    card = world.channel.last
    await jonas.click(card, "Accept")
    await game_of(world, mara, jonas, card).resign(jonas)
    question = await mara.click(await mara.slash("tablero ledger"), "Settle")
    before = len(world.channel.messages)
    fault = world.fail("POST", "/channels/*/messages", status=503, times=None)
    await mara.click(question, "Ask")
    await delete(mara)
    fault.times = 0
    await world.pass_time(minutes=10)
    assert len(world.channel.messages) == before
    assert str(mara.id) not in dump(tmp_path)


@pytest.mark.slow
async def test_a_moderator_who_only_ended_a_game_is_named_without_being_stored(
    world: World, game: Game, tmp_path: Path
) -> None:
    vera = world.person("Vera", permissions=discord.Permissions(manage_guild=True))
    question = await vera.slash("game end", game=game.code)
    await vera.click(question, "End the game")
    assert f"{vera.mention}, a moderator, ended this game." in game.result.text
    assert vera not in game.result.pings
    assert "Vera" not in dump(tmp_path)
    assert [each["code"] for each in (await export(vera))["ended_games"]] == [game.code]

    await delete(vera)

    assert str(vera.id) not in dump(tmp_path)


@pytest.mark.slow
async def test_what_a_crash_has_broken_off_goes_on(
    world: World, game: Game, mara: Person, tmp_path: Path
) -> None:
    await game.click_move()
    question = await mara.click(await mara.slash("privacy"), "Delete")
    await world.stop()
    with closing(sqlite3.connect(tmp_path / "tavolo.db")) as database, database:
        database.execute("INSERT INTO due VALUES ('forget', ?, 0)", (mara.id,))
    await world.start()
    await world.pass_time(minutes=1)
    assert question.text
    assert FORMER in game.result.text
    assert str(mara.id) not in dump(tmp_path)


@pytest.mark.slow
async def test_the_host_can_forget_a_person_while_the_bot_runs(
    world: World, game: Game, mara: Person, tmp_path: Path
) -> None:
    await game.click_move()
    settings = load({"DATABASE_URL": f"sqlite:///{tmp_path}/tavolo.db"})
    said = await forget(settings, "person", mara.id, clock=lambda: seconds(world))
    assert "Running games resigned: 1" in said
    await world.pass_time(minutes=1)
    assert FORMER in game.result.text
    assert str(mara.id) not in dump(tmp_path)


async def test_the_host_can_forget_a_server_while_the_bot_runs(
    world: World, game: Game, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    board = game.board
    settings = load({"DATABASE_URL": f"sqlite:///{tmp_path}/tavolo.db"})
    await forget(settings, "server", world.guild.id)
    assert str(world.guild.id) not in dump(tmp_path)
    assert "Confirm" not in str((await mara.click(board, "Move")).buttons)
    again = await start_game(world, mara, jonas)
    await again.click_move()
    assert again.id != game.id


async def test_the_start_warns_where_others_can_read_the_games(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await world.restart()
    assert "chmod 600" not in caplog.text
    (tmp_path / "tavolo.db").chmod(0o644)
    await world.restart()
    assert f"chmod 600 {tmp_path}/tavolo.db" in caplog.text


async def test_in_japanese(world: World, mara: Person, jonas: Person) -> None:
    game = await start_game(world, mara, jonas)
    await world.speak("ja")
    mara.locale = jonas.locale = "ja"
    shown = await mara.slash("privacy")
    question = await mara.click(shown, shown.buttons[1])
    done = await mara.click(question, question.buttons[0])
    assert "削除" in done.text
    read = await jonas.slash("game text", game.place, game=game.code)
    assert "元プレイヤー" in read.text
    assert "Mara" not in read.text


async def test_an_export_that_discord_would_not_take_comes_compressed_or_in_parts(
    game: Game, mara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await game.play(6)
    whole = await export(mara)
    shown = await mara.slash("privacy")

    async def files(most: int) -> list[tuple[str, dict[str, Any]]]:
        monkeypatch.setattr("cogs.server.privacy.SPARE_BYTES", LARGEST_FILE - most)
        answer = await mara.click(shown, "Export")
        found = [file for message in answer.messages for file in message.files]
        return [(file.name, unpacked(file.data)) for file in found]

    size = len(json.dumps(whole, indent=2))
    ((name, told),) = await files(size // 2)
    assert name == "tavolo-data.zip"
    assert {**told, "exported_at": ""} == {**whole, "exported_at": ""}

    parts = await files(len(packed(whole)) * 3 // 4)
    count = len(parts)
    assert count > 1
    numbers = range(1, count + 1)
    assert [name for name, _ in parts] == [f"tavolo-data-{n}-of-{count}.zip" for n in numbers]
    assert [part["part"] for _, part in parts] == [f"{n} of {count}" for n in numbers]
    moves = [move for _, part in parts for move in part["moves"]]
    assert sorted(map(json.dumps, moves)) == sorted(map(json.dumps, whole["moves"]))


def unpacked(archive: bytes) -> dict[str, Any]:
    """Return what the only file of an archive says."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        (name,) = opened.namelist()
        told: dict[str, Any] = json.loads(opened.read(name))
    return told


def packed(told: dict[str, Any]) -> bytes:
    """Return what is told as the only file of an archive."""
    (file,) = files_of({}, {"all": [told]}, 1)
    return file.data
