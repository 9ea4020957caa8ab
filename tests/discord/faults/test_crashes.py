"""Crashes: killed between the database and Discord, the bot finishes what it had begun, once.

Each test kills the bot while a request is held, before Discord acts on it or after, starts it
again, lets the sweep come round, and looks at what is in the channel.
"""

import os

import pytest
import sqlalchemy as sa

from bot.config import async_url
from bot.delivery.outbox_writer import HOST
from data.engine import Database
from data.tables import OUTBOX
from tests.data.backends import ON_EACH
from tests.discord.simulated import Message, Person, World
from tests.discord.simulated.wire import Hold
from tests.discord.tables import Game, challenge, game_of, played_in, start_game
from tests.tiers import sampled

pytestmark = ON_EACH

MOMENTS = sampled("after", [False, True], ids=["before the post", "after it"])

MESSAGES = "/channels/*/messages"
THREADS = "/channels/*/messages/*/threads"


async def kill_at(world: World, hold: Hold) -> None:
    """Kill the bot at the request that is held, start it again and let the sweep come round."""
    assert hold.reached
    await world.restart(kill=True)
    await world.pass_time(minutes=3)


def pings_of(game: Game) -> list[Person]:
    """Return whom the messages after the first board, which pings everybody, pinged, in order."""
    return [person for message in played_in(game.place)[1:] for person in message.pings]


@MOMENTS
async def test_a_kill_around_the_boards_post_leaves_one_board_and_one_ping(
    world: World, game: Game, after: bool
) -> None:
    confirm = await game.confirming()
    hold = world.hold("POST", MESSAGES, after=after)
    await world.at_once(confirm, may_fail=True)
    await kill_at(world, hold)

    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
    assert pings_of(game) == [game.to_move]
    assert game.board.pictures
    await game.click_move()
    assert (game.moves, len(game.live_boards)) == (2, 1)


@MOMENTS
async def test_a_board_whose_delivery_was_killed_stands_as_soon_as_the_bot_is_back(
    world: World, game: Game, after: bool
) -> None:
    confirm = await game.confirming()
    hold = world.hold("POST", MESSAGES, after=after)
    await world.at_once(confirm, may_fail=True)
    assert hold.reached
    await world.restart(kill=True)

    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


@pytest.mark.slow
async def test_what_another_process_delivers_is_left_to_it_until_its_claim_runs_out(
    world: World, game: Game, stored: str
) -> None:
    confirm = await game.confirming()
    hold = world.hold("POST", MESSAGES)
    await world.at_once(confirm, may_fail=True)
    assert hold.reached
    await world.stop(kill=True)
    database = Database(async_url(stored))
    async with database.writing() as connection:
        await connection.execute(sa.update(OUTBOX).values(claimed_by=f"{os.getppid()}@{HOST}"))
    await database.close()
    await world.start()

    await world.pass_time(seconds=30)
    assert len(game.boards) == 1
    await world.pass_time(seconds=60)
    assert len(game.boards) == 2


@pytest.mark.slow
@MOMENTS
async def test_a_board_that_waited_for_hours_is_found_behind_what_people_wrote_meanwhile(
    world: World, game: Game, after: bool
) -> None:
    confirm = await game.confirming()
    hold = world.hold("POST", MESSAGES, after=after)
    await world.at_once(confirm, may_fail=True)
    assert hold.reached
    await world.stop(kill=True)
    for number in range(60):
        await game.players[0].say(f"Are you there? {number}", game.place)
    await world.pass_time(hours=7)
    await world.start()
    await world.pass_time(minutes=3)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


@pytest.mark.slow
@MOMENTS
async def test_a_kill_around_the_old_boards_edit_still_takes_its_controls(
    world: World, game: Game, after: bool
) -> None:
    first, confirm = game.board, await game.confirming()
    hold = world.hold("PATCH", f"{MESSAGES}/*", after=after)
    await world.at_once(confirm, may_fail=True)
    await kill_at(world, hold)
    assert first.buttons == ("Text",)
    assert first.pictures
    assert (len(game.boards), len(game.live_boards)) == (2, 1)


@MOMENTS
async def test_a_kill_around_the_cards_post_leaves_one_card_that_can_be_accepted(
    world: World, mara: Person, jonas: Person, after: bool
) -> None:
    hold = world.hold("POST", MESSAGES, after=after)
    await world.at_once(mara.running("dice-matrix challenge", opponent=jonas), may_fail=True)
    await kill_at(world, hold)

    (card,) = world.messages()
    assert card.pings == (jonas,)
    await jonas.click(card, "Accept")
    assert len(game_of(world, mara, jonas, card).live_boards) == 1


@pytest.mark.slow
async def test_a_card_whose_post_was_not_noted_can_be_accepted_before_the_sweep(
    world: World, mara: Person, jonas: Person
) -> None:
    hold = world.hold("POST", MESSAGES, after=True)
    await world.at_once(mara.running("dice-matrix challenge", opponent=jonas), may_fail=True)
    assert hold.reached
    await world.restart(kill=True)

    (card,) = world.messages()
    await jonas.click(card, "Accept")
    await world.pass_time(minutes=3)
    assert len(world.messages()) == 1
    assert "accepted" in card.text
    assert len(game_of(world, mara, jonas, card).boards) == 1


@pytest.mark.slow
@MOMENTS
@sampled(
    ("method", "path"),
    [("POST", THREADS), ("POST", MESSAGES), ("PATCH", f"{MESSAGES}/*")],
    ids=["the thread", "the first board", "the card"],
)
async def test_a_kill_around_any_step_of_the_start_leaves_one_thread_with_one_board(
    world: World, mara: Person, jonas: Person, method: str, path: str, after: bool
) -> None:
    card = await challenge(world, mara, jonas)
    accept = jonas.clicking(card, "Accept")
    hold = world.hold(method, path, after=after)
    await world.at_once(accept, may_fail=True)
    await kill_at(world, hold)

    (thread,) = world.channel.threads
    assert set(thread.members) == {mara, jonas}
    assert len(played_in(thread)) == 1
    assert set(thread.last.pings) == {mara, jonas}
    assert thread.mention in card.text
    assert "Accept" not in card.buttons


@pytest.mark.slow
@MOMENTS
@sampled("step", ["result", "proof"])
async def test_a_kill_around_the_end_leaves_one_result_and_then_one_proof(
    world: World, game: Game, mara: Person, jonas: Person, after: bool, step: str
) -> None:
    await game.play(4)
    question = await jonas.slash("game resign", game.place)
    resign = jonas.clicking(question, "Resign")
    hold = world.hold("POST", MESSAGES, after=after)
    await world.at_once(resign, may_fail=True)
    if step == "proof":
        following = world.hold("POST", MESSAGES, after=after)
        hold.release()
        await world.rest()
        hold = following
    await kill_at(world, hold)

    result, proof = game.place.messages[-2:]
    assert results(game) == [result]
    assert result.pictures
    assert set(result.pings) == {mara, jonas}
    assert [message for message in game.place.messages if "Record" in message.buttons] == [proof]
    assert [file.name for file in proof.files if file.name.endswith(".json")]
    assert not game.live_boards
    assert game.place.archives_after == 1440
    board = await mara.slash("leaderboard")
    assert "won 1, drawn 0, lost 0" in (board.pictures[0].alt or "")


@pytest.mark.slow
@MOMENTS
async def test_a_kill_around_the_post_of_a_rematch_leaves_one_card(
    world: World, game: Game, mara: Person, jonas: Person, after: bool
) -> None:
    await game.resign(jonas)
    (result,) = results(game)
    rematch = jonas.clicking(result, "Rematch")
    hold = world.hold("POST", MESSAGES, after=after)
    await world.at_once(rematch, may_fail=True)
    await kill_at(world, hold)

    (card,) = (m for m in world.channel.messages if "Accept" in m.buttons)
    await mara.click(card, "Accept")
    assert jonas.mention in game_of(world, mara, jonas, card).board.text


@pytest.mark.slow
async def test_a_kill_between_the_games_of_a_match_starts_the_return_game_once(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await start_game(world, mara, jonas, match="two-game")
    while not (last := await first.typing_the_last()):
        await first.type_move()
    hold = world.hold("POST", MESSAGES, after=True)
    await world.at_once(last, may_fail=True)
    await kill_at(world, hold)

    assert not first.live_boards
    result, proof, board = played_in(first.place)[-3:]
    assert proof.buttons == ("Record",)
    assert "The return game follows" in result.text
    assert board.pings == (jonas,)
    assert "game 2 of 2" in board.text


def results(game: Game) -> list[Message]:
    """List the results in the place of a game."""
    return [message for message in game.place.messages if "Rematch" in message.buttons]
