"""The end of a game: what is announced, what the record proves, and the rematch."""

import json
import re
from pathlib import Path

import discord
import pytest

from games.fairness import verify
from games.game import Reason
from games.line import Line
from games.record import Record, replay
from tests.discord.days import pass_days
from tests.discord.playthrough import end_of, line_of, play_out, random_moves, type_moves
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, challenge, game_of, start_game
from tests.discord.traces import all_public, all_stored
from tests.tiers import sampled


def record_in(message: Message) -> Record:
    """Read the record that is attached to a result."""
    (file,) = (file for file in message.files if file.name.endswith(".json"))
    return Record.read(file.data.decode())


@pytest.mark.slow
async def test_a_result_says_who_won_and_proves_it(game: Game, tmp_path: Path) -> None:
    fingerprint = re.search(r"fingerprint: ([0-9a-f]{8})…", game.board.text)
    assert fingerprint is not None

    result = await play_out(game)

    record = record_in(game.proof)
    line = replay(record)
    assert line.result is not None
    assert line.result.reason is Reason.PLAYED
    scores = line.result.scores
    assert scores is not None
    (winner,) = line.result.winners
    first, second = game.players[winner], game.players[1 - winner]
    won, lost = (score or 0 for score in (scores[winner], scores[1 - winner]))
    said = f"{first} wins by {won - lost} points"
    assert result.text.startswith(
        f"### {said}\n1 {first.mention} {won} · 2 {second.mention} {lost}\n"
    )
    assert re.search(
        r"^-# Rating in Dice Matrix: Mara \d+\? \([+−]\d+\) · Jonas \d+\? \([+−]\d+\)\n"
        rf"-# {line.ply} moves in ",
        result.text,
        re.MULTILINE,
    )
    assert [picture.name for picture in result.pictures] == ["result.png", "board.png"]
    assert result.pictures[0].alt == f"{said}: 1 {first} {won} · 2 {second} {lost}"
    assert result.buttons == ("Rematch", "Review", "Replay", "Animate", "Text")
    assert set(result.pings) == set(game.players)
    assert game.live_boards == ()

    assert verify(record).checked == 1
    assert record.fair is not None
    assert record.fair.commitment.startswith(fingerprint[1])
    secret = record.fair.secret or ""
    assert game.place.messages[-2:] == (result, game.proof)
    assert secret in game.proof.text
    assert record.fair.commitment in game.proof.text
    assert game.proof.pings == ()
    assert secret not in result.text
    assert not any(secret in board.text for board in game.boards)


@pytest.mark.slow
async def test_a_tie_is_a_draw_for_both(game: Game) -> None:
    line = await line_of(game)
    moves = next(
        moves for seed in range(2000) if is_drawn(end_of(line, moves := random_moves(line, seed)))
    )

    result = await type_moves(game, moves)

    record = record_in(game.proof)
    assert record.result is not None
    assert record.result.winners == (0, 1)
    assert record.result.scores is not None
    points = record.result.scores[0]
    assert re.match(rf"### A draw\n1 <@\d+> {points} · 1 <@\d+> {points}\n", result.text)
    standings = await game.players[0].slash("leaderboard")
    assert (standings.pictures[0].alt or "").count("won 0, drawn 1, lost 0") == 2


def is_drawn(line: Line) -> bool:
    return line.result is not None and len(line.result.winners) == 2


@pytest.mark.slow
async def test_a_resignation_is_a_result_with_ratings_and_a_record(game: Game) -> None:
    await game.play(4)
    await game.resign(game.players[0])

    result = game.result
    assert re.match(
        r"### Jonas wins by resignation\n"
        r"1 <@\d+> · <@\d+> resigned\n-# Jonas 1, Mara 0 this month\n"
        r"-# Rating in Dice Matrix: Mara 11\d\d\? \(−\d+\) · Jonas 12\d\d\? \(\+\d+\)\n"
        r"-# 4 moves in 1 minute$",
        result.text,
    )
    assert str(result.pictures[1].alt).startswith(
        "The game ended early, in this position:\nMara to move.\n"
    )
    record = record_in(game.proof)
    assert record.moves[-1] == "!resign:0"
    assert replay(record).result == record.result
    assert verify(record).checked == 1


async def test_an_unrated_result_says_so_and_changes_no_rating(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas, rated=False)
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)

    await game.resign(jonas)

    assert game.result.text.endswith("\n-# unrated · 0 moves in 1 minute")
    assert "no rated game" in (await mara.slash("leaderboard")).text


@pytest.mark.slow
async def test_the_text_of_a_result_is_for_whoever_asks(world: World, game: Game) -> None:
    await game.resign(game.players[0])

    answer = await world.person("Lea").click(game.result, "Text")

    assert answer.ephemeral
    assert answer.text.startswith("The game ended early, in this position:\n")


# ------------------------------------------------------------------------------ rematch


@pytest.mark.slow
async def test_a_rematch_swaps_the_seats_and_keeps_the_options(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(
        world, mara, jonas, scoring="recount: points counted at the end", rated=False
    )
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)
    assert game.to_move is mara
    await game.resign(mara)

    answer = await mara.click(game.result, "Rematch")

    again = world.channel.last
    assert answer.ephemeral
    assert world.channel.mention in answer.text
    assert f"Rematch of {game.place.mention}" in again.text
    assert again.pings == (jonas,)
    assert "-# unrated · 3 days per turn · points counted at the end · Jonas starts\n" in again.text
    await jonas.click(again, "Accept")
    rematch = game_of(world, jonas, mara, again)
    assert rematch.place not in {game.place, world.channel}
    assert rematch.to_move is jonas
    await world.pass_time(minutes=1)
    assert game.place.last.text == f"The rematch is played in {rematch.place.mention}"
    assert len(world.channel.threads) == 2
    assert rematch.code != game.code


async def test_the_loser_and_the_winner_may_both_ask(world: World, game: Game) -> None:
    await game.resign(game.players[0])
    result = game.result

    await game.players[1].click(result, "Rematch")

    assert "-# rated · 3 days per turn · Jonas starts\n" in world.channel.last.text
    assert world.channel.last.pings == (game.players[0],)


@pytest.mark.slow
async def test_who_has_declined_a_rematch_is_not_pinged_by_the_next_ones(
    world: World, game: Game
) -> None:
    loser, winner = game.players
    await game.resign(loser)
    result, pings = game.result, 0
    for _ in range(8):
        await winner.click(result, "Rematch")
        pings += len(world.channel.last.pings)
        await loser.click(world.channel.last, "Decline")
    assert pings == 1
    await loser.click(result, "Rematch")
    assert world.channel.last.pings == (winner,), "who has declined may ask in turn"
    await winner.click(world.channel.last, "Decline")
    await pass_days(world, 1.1)
    await winner.click(result, "Rematch")
    assert world.channel.last.pings == (loser,)


@pytest.mark.slow
async def test_a_rematch_is_asked_for_once(world: World, game: Game) -> None:
    await game.resign(game.players[0])
    result = game.result
    await game.players[1].click(result, "Rematch")
    public = all_public(world)

    again = await game.players[1].click(result, "Rematch")

    assert again.text.startswith("Mara already has an open challenge from you.")
    assert all_public(world) == public


@pytest.mark.slow
async def test_only_players_ask_for_a_rematch(world: World, game: Game, tmp_path: Path) -> None:
    await game.resign(game.players[0])
    lea = world.person("Lea")
    stored = all_stored(tmp_path)

    answer = await lea.click(game.result, "Rematch")

    assert answer.text == "Only Mara and Jonas can ask for this rematch."
    assert answer.ephemeral
    assert all_stored(tmp_path) == stored


async def test_who_has_left_the_server_gets_no_rematch(world: World, game: Game) -> None:
    await game.resign(game.players[0])
    await game.players[0].leave()
    public = all_public(world)

    answer = await game.players[1].click(game.result, "Rematch")

    assert answer.text == f"{game.players[0].mention} is not in this server any more."
    assert all_public(world) == public


@pytest.mark.slow
@sampled("ended", [False, True])
async def test_there_is_no_rematch_of_a_game_that_runs_or_was_ended_by_a_moderator(
    world: World, game: Game, tmp_path: Path, *, ended: bool
) -> None:
    if ended:
        lea = world.person("Lea", permissions=discord.Permissions(manage_guild=True))
        await lea.click(await lea.slash("game end", game.place), "End the game")
    stored = all_stored(tmp_path)

    answer = await game.players[0].press(game.place.last, f"t:rematch:{game.id}")

    assert answer.ephemeral
    assert all_stored(tmp_path) == stored
    assert "Rematch" not in [label for m in game.place.messages for label in m.buttons]


async def test_a_record_is_one_line_of_json(game: Game) -> None:
    await game.resign(game.players[0])

    (file,) = (await game.players[1].click(game.proof, "Record")).files

    assert file.data.count(b"\n") == 1
    assert json.loads(file.data)["format"] == "tavolo/2"
    assert file.name == f"dice-matrix-{game.code}.json"


async def test_two_games_of_the_same_people_have_results_of_their_own(
    world: World, mara: Person, jonas: Person
) -> None:
    one, two = [await start_game(world, mara, jonas) for _ in range(2)]

    await one.resign(mara)

    assert one.live_boards == ()
    assert two.board.buttons == ("Move", "Text", "Learn", "More")
    assert (await two.type_move()).text in two.board.text


# ---------------------------------------------------------------------------- the pings


@pytest.mark.slow
async def test_the_end_pings_everybody_who_played_but_whom_it_is_not_to(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await mara.slash("preferences", results="off")

    await game.resign(mara)

    assert game.result.pings == (jonas,)
    assert f"· {mara.mention} resigned" in game.result.text


@pytest.mark.slow
async def test_a_server_without_pings_has_none_at_the_end(
    world: World, game: Game, mara: Person
) -> None:
    manager = world.person("Mo", permissions=discord.Permissions(manage_guild=True))
    await manager.slash("settings", pings="off")

    await game.resign(mara)

    assert game.result.pings == ()


async def test_a_result_that_is_posted_again_pings_nobody_and_brings_no_second_proof(
    game: Game, mara: Person
) -> None:
    await game.resign(mara)
    first = game.result

    await mara.slash("game board", game.place, game=game.code)

    assert game.place.last.text == first.text
    assert game.place.last.pings == ()
    assert sum("Record" in message.buttons for message in game.place.messages) == 1


async def test_two_presses_on_rematch_at_once_or_one_after_the_other_lead_to_one_game(
    world: World, game: Game
) -> None:
    loser, winner = game.players
    await game.resign(loser)
    presses = [person.clicking(game.result, "Rematch") for person in game.players]
    answers = await world.at_once(*presses)
    await world.pass_time(minutes=1)
    first = game_of(world, *game.players, world.channel.last)
    assert any(first.place.mention in answer.text for answer in answers)
    assert len(world.channel.threads) == 2

    await first.resign(winner)
    await winner.click(first.result, "Rematch")
    card = world.channel.last
    await world.restart(kill=True)
    # An older message will do: it asks for the same.
    answer = await loser.click(game.result, "Rematch")
    second = game_of(world, *game.players, card)
    assert second.place.mention in answer.text
    assert len(world.channel.threads) == 3
