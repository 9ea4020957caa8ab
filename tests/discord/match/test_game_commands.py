"""/game board, text, resign, export and end; and More, Text and Record under the boards."""

import json
from pathlib import Path

import discord
import pytest

from games.record import Record, replay
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game
from tests.discord.traces import all_public, all_stored

OVER = "This game is over. /games lists your running games."
COMMANDS = ("game board", "game text", "game resign", "game export")


@pytest.fixture
def moderator(world: World) -> Person:
    """Return somebody who may manage the server."""
    return world.person("Lea", permissions=discord.Permissions(manage_guild=True))


# ------------------------------------------------------------------- which game is meant


@pytest.mark.slow
async def test_a_command_means_the_game_of_its_thread_or_the_one_with_the_code(
    game: Game,
) -> None:
    player = game.players[0]
    for command in COMMANDS:
        here = await player.slash(command, game.place)
        named = await player.slash(command, game=game.code.lower())
        nothing = await player.slash(command)

        assert here.text == named.text, command
        assert nothing.text == ("No game is played in this channel. Which of yours do you mean?"), (
            command
        )
        assert nothing.buttons == (f"{game.code} · Dice Matrix with Jonas",), command
        assert here.ephemeral, command
        assert nothing.ephemeral, command


async def test_of_several_games_in_one_channel_a_command_asks_which(
    world: World, mara: Person, jonas: Person
) -> None:
    lounge = world.voice_channel("lounge")
    games = [await start_game(world, mara, jonas, lounge) for _ in range(2)]
    for command in COMMANDS:
        asked = await mara.slash(command, lounge)

        assert asked.text == "Several games are played here. Which one do you mean?", command
        assert {label[:5] for label in asked.buttons} == {game.code for game in games}, command


async def test_ones_own_running_games_are_suggested(game: Game) -> None:
    for command in (*COMMANDS, "game end"):
        choices = await game.players[0].autocomplete(command, "game", "")

        assert [choice.value for choice in choices] == [game.code], command


# ------------------------------------------------------------------------- board and text


async def test_board_posts_the_current_board_anew_and_retires_the_old_one(game: Game) -> None:
    old = game.board
    await old.delete()

    answer = await game.players[1].slash("game board", game.place)

    assert answer.text == f"The board is in {game.place.mention}."
    assert game.board != old
    assert game.board.buttons == ("Move", "Text", "Learn", "More")
    again = game.board
    await game.players[0].slash("game board", game=game.code)
    assert again.buttons == ("Text",)
    assert game.place.last == game.board


@pytest.mark.slow
async def test_board_after_the_end_posts_the_result_anew(game: Game) -> None:
    await game.resign(game.players[0])
    result = game.result

    await game.players[1].slash("game board", game.place)

    assert game.place.last != result
    assert game.place.last.text == result.text


async def test_only_players_post_boards(world: World, game: Game, tmp_path: Path) -> None:
    lea = world.person("Lea")
    public, stored = all_public(world), all_stored(tmp_path)

    answer = await lea.slash("game board", game.place)

    assert answer.text == "Only Mara and Jonas play in this game. /games lists yours."
    assert (all_public(world), all_stored(tmp_path)) == (public, stored)


async def test_text_says_the_board_and_the_last_move_to_whoever_asks(
    world: World, game: Game
) -> None:
    await game.type_move()
    lea = world.person("Lea")

    commanded = await lea.slash("game text", game.place)
    clicked = await lea.click(game.board, "Text")

    assert commanded.ephemeral
    assert commanded.text == clicked.text
    assert commanded.text.startswith("Jonas to move.\nRow 7: a ")
    *_, told, fingerprint = commanded.text.splitlines()
    assert told in game.board.text
    assert fingerprint.startswith("-# Dice fingerprint: ")
    assert commanded.text.startswith(str(game.board.pictures[0].alt))


@pytest.mark.slow
async def test_text_on_an_old_board_says_that_board(game: Game) -> None:
    first = game.board
    await game.play(3)

    old = await game.players[1].click(first, "Text")

    assert old.text.startswith("An earlier position: the game has moved on.\n")
    assert str(first.pictures[0].alt) in old.text
    assert "\nMara starts, as agreed.\n-# Dice fingerprint: " in old.text
    assert old.text != (await game.players[1].click(game.board, "Text")).text


# -------------------------------------------------------------------------------- record


async def test_the_record_of_a_running_game_replays_and_keeps_the_secret(game: Game) -> None:
    await game.play(3)

    exported = await game.players[0].slash("game export", game.place)
    clicked = await game.players[1].click(await game.players[1].click(game.board, "More"), "Record")

    (file,) = exported.files
    assert file.name == f"dice-matrix-{game.code}.json"
    assert clicked.files[0].data == file.data
    assert "secret" not in json.loads(file.data)["fair"]
    record = Record.read(file.data.decode())
    assert record.result is None
    assert replay(record).ply == 3
    assert record.fair is not None
    assert f"{record.fair.commitment[:8]}…" in game.boards[0].text


# -------------------------------------------------------------------------- More, resign


async def test_more_offers_to_resign_to_players_only(world: World, game: Game) -> None:
    lea = world.person("Lea")

    own = await game.players[1].click(game.board, "More")
    others = await lea.click(game.board, "More")

    assert own.buttons == (
        *("Since my last move", "Plans", "Offer a draw", "End without result", "Resign"),
        *("Rules", "Record", "Replay", "Explore", "Follow", "Note", "Go to the board"),
    )
    assert others.buttons == (
        "Rules",
        "Record",
        "Replay",
        "Explore",
        "Follow",
        "Note",
        "Go to the board",
    )
    assert own.ephemeral
    assert own.text.startswith(f"Dice Matrix: move 1 · {game.code}\n")


async def test_who_resigns_is_asked_first_and_may_keep_playing(world: World, game: Game) -> None:
    public = all_public(world)
    question = await game.players[0].click(
        await game.players[0].click(game.board, "More"), "Resign"
    )

    assert question.text == "Resign against Jonas? You lose this game."
    kept = await game.players[0].click(question, "Keep playing")
    assert kept.text == "Nothing has changed."
    assert kept.buttons == ()
    assert all_public(world) == public


async def test_who_resigns_loses(game: Game) -> None:
    last = game.board

    answer = await game.resign(game.players[0])

    assert answer.text == "You have resigned."
    assert game.result.text.startswith("### Jonas wins by resignation\n")
    assert last.buttons == ("Text",)
    assert game.live_boards == ()


async def test_resigning_twice_is_answered_that_the_game_is_over(game: Game) -> None:
    player = game.players[0]
    questions = [await player.slash("game resign", game.place) for _ in range(2)]
    await player.click(questions[0], "Resign")

    late = await player.click(questions[1], "Resign")
    asked = await player.slash("game resign", game.place)

    assert (late.text, asked.text) == (OVER, OVER)
    assert sum("Replay" in message.buttons for message in game.place.messages) == 1


async def test_nobody_else_resigns_for_a_player(world: World, game: Game) -> None:
    lea = world.person("Lea")

    answer = await lea.slash("game resign", game.place)

    assert answer.text == "Only Mara and Jonas play in this game. /games lists yours."
    assert answer.buttons == ()


# ----------------------------------------------------------------------------------- end


async def test_a_moderator_ends_a_game_without_a_result(game: Game, moderator: Person) -> None:
    question = await moderator.slash("game end", game.place)
    assert question.text == (
        f"End Dice Matrix {game.code} between Mara and Jonas without a result? "
        "Nobody wins, nothing is rated."
    )

    ended = await moderator.click(question, "End the game")

    assert ended.text == "The game was ended without a result."
    assert game.result.text.startswith("### Ended without a result\n<@")
    assert "Rematch" not in game.result.buttons
    standings = await moderator.slash("leaderboard")
    assert "no rated game" in standings.text


@pytest.mark.slow
async def test_a_moderator_ends_no_game_of_their_own_by_any_click_and_another_is_named(
    world: World, jonas: Person, moderator: Person
) -> None:
    vera = world.person("Vera", permissions=discord.Permissions(manage_guild=True))
    game = await start_game(world, vera, jonas)
    for refused in (
        await vera.slash("game end", game.place),
        await vera.press(game.board, f"t:end-yes:{game.id}"),
    ):
        assert refused.text.startswith("You play in this game yourself, so another moderator has")
        assert refused.ephemeral
    await moderator.click(await moderator.slash("game end", game.place), "End the game")
    assert f"{moderator.mention}, a moderator, ended this game." in game.result.text


async def test_a_moderator_may_let_it_run(world: World, game: Game, moderator: Person) -> None:
    public = all_public(world)
    question = await moderator.slash("game end", game.place)

    assert (await moderator.click(question, "Keep it running")).text == "Nothing has changed."
    assert all_public(world) == public


async def test_nobody_else_ends_a_game(world: World, game: Game, moderator: Person) -> None:
    question = await moderator.slash("game end", game.place)
    confirm = question.message.controls[0].custom_id or ""
    public = all_public(world)

    asked = await game.players[0].slash("game end", game.place)
    forged = await game.players[0].press(game.board, confirm)

    why = "You need Manage Server to end somebody else's game."
    assert (asked.text, forged.text) == (why, why)
    assert all_public(world) == public


@pytest.mark.slow
async def test_a_game_that_is_over_cannot_be_ended(game: Game, moderator: Person) -> None:
    question = await moderator.slash("game end", game.place)
    await game.resign(game.players[0])

    late = await moderator.click(question, "End the game")
    asked = await moderator.slash("game end", game.place)

    assert (late.text, asked.text) == (OVER, OVER)
