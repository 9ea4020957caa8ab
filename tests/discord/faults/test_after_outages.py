"""What waited for Discord goes out soon after it is back: the oldest first, and not all at once."""

from typing import NoReturn

import pytest

from bot.delivery.channels import Places
from bot.delivery.outbox import SENT_AT_ONCE
from data.engine import DatabaseError
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, start_game
from tests.tiers import sampled

MESSAGES = "/channels/*/messages"


@pytest.fixture
async def games(world: World, mara: Person, jonas: Person) -> list[Game]:
    """Return three games that run next to each other, oldest first."""
    return [await start_game(world, mara, jonas) for _ in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize("minutes", [2, 40])
async def test_all_that_waited_goes_out_within_a_minute(
    world: World, games: list[Game], minutes: int
) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    for game in games:
        await game.type_move()
    for _ in range(minutes):
        await world.pass_time(minutes=1)
    fault.times, mark = 0, len(world.requests)

    await world.pass_time(seconds=60)

    for game in games:
        assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
        assert game.board.pings == (game.to_move,)
    posts = [request for request in world.requests[mark:] if request.is_for("POST", MESSAGES)]
    assert len(posts) == len(games)


@pytest.mark.slow
async def test_a_new_move_takes_all_along_that_waited(world: World, games: list[Game]) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    for game in games[1:]:
        await game.type_move()
    await world.pass_time(minutes=20)
    fault.times = 0
    await games[0].type_move()

    await world.pass_time(seconds=6)

    assert [len(game.boards) for game in games] == [2, 2, 2]


@pytest.mark.slow
async def test_a_gateway_that_is_back_takes_all_along_that_waited(
    world: World, games: list[Game]
) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    for game in games:
        await game.type_move()
    await world.pass_time(minutes=20)
    fault.times = 0
    await world.resume()
    await world.pass_time(seconds=6)

    assert [len(game.boards) for game in games] == [2, 2, 2]


@pytest.mark.slow
async def test_moves_of_an_outage_ping_only_for_the_turn_that_is_now(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    for person in (mara, jonas, mara):
        *_, choice = await person.autocomplete("move", "move", "", game.place)
        await person.slash("move", game.place, move=choice.value)
    await world.pass_time(minutes=20)
    fault.times = 0

    await world.pass_time(minutes=1)

    assert [board.pings for board in game.boards] == [(mara, jonas), (), (), (jonas,)]


@pytest.mark.slow
async def test_the_oldest_go_out_first_and_not_all_at_once(world: World) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    people = [world.person(f"Person {n}") for n in range(SENT_AT_ONCE + 3)]
    for person in people:
        await person.slash("dice-matrix challenge")
    await world.pass_time(minutes=5)
    fault.times = 0
    hold = world.hold("POST", MESSAGES, after=True)
    await world.resume()
    await world.pass_time(seconds=10)

    assert hold.waiting == SENT_AT_ONCE
    oldest = people[:SENT_AT_ONCE]
    assert {
        card.text.split(" is looking for ")[0].split("\n")[-1] for card in world.messages()
    } == {person.name for person in oldest}
    hold.release()
    await world.pass_time(seconds=10)
    assert len(world.messages()) == len(people)


@pytest.mark.slow
async def test_failures_that_pass_use_up_no_tries(world: World, game: Game) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    await game.type_move()
    await world.pass_time(minutes=10)
    # With its picture, and in words.
    fault.times = 0
    world.fail("POST", MESSAGES, status=400, code=50035, times=2)
    with world.expects("was refused"):
        await world.pass_time(minutes=2)

    await world.pass_time(minutes=2)

    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


async def test_a_database_that_fails_for_a_while_drops_no_board(
    world: World, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> NoReturn:
        raise DatabaseError

    with monkeypatch.context() as patch:
        patch.setattr(Places, "open_or_get", broken)
        await game.type_move()
        await world.pass_time(minutes=20)
        assert len(game.boards) == 1

    await world.pass_time(minutes=1)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


@pytest.mark.slow
async def test_after_a_board_that_was_dropped_for_good_the_next_move_brings_one(
    world: World, game: Game, jonas: Person
) -> None:
    with world.expects("was refused"):
        fault = world.fail("POST", MESSAGES, status=400, code=50035, times=None)
        await game.type_move()
        await world.pass_time(minutes=10)
    fault.times = 0
    await world.pass_time(minutes=1)
    assert len(game.boards) == 1

    *_, choice = await jonas.autocomplete("move", "move", "", game.place)
    await jonas.slash("move", game.place, move=choice.value)

    assert (game.moves, len(game.boards), len(game.live_boards)) == (2, 2, 1)


# Messages whose receipt is lost


async def lose_receipt(world: World) -> None:
    """Make the next message go out in words, and lose its receipt."""
    world.fail("POST", MESSAGES, status=413, code=40005)
    world.fail("POST", MESSAGES, status=500, after=True, times=5)


def result_of(game: Game) -> Message:
    """Return the result of a game that is over."""
    (result,) = (message for message in game.place.messages if "Rematch" in message.buttons)
    return result


@pytest.mark.parametrize("kill", [False, True], ids=["lost receipt", "kill"])
async def test_a_board_that_went_out_in_words_unnoted_gets_its_picture(
    world: World, game: Game, kill: bool
) -> None:
    deed = await game.typing()
    if kill:
        world.fail("POST", MESSAGES, status=413, code=40005)
        hold = world.hold("POST", MESSAGES, after=True)
        await world.at_once(deed, may_fail=True)
        assert hold.reached
        await world.restart(kill=True)
    else:
        await lose_receipt(world)
        await world.at_once(deed)
    await world.pass_time(seconds=5)
    board = game.board
    assert not board.pictures

    await world.pass_time(minutes=1)
    assert len(board.pictures) == 1
    assert "Row 7:" not in board.text

    await game.type_move()
    assert (game.moves, len(game.boards), len(game.live_boards)) == (2, 3, 1)
    assert board.buttons == ("Text",)


@pytest.mark.slow
async def test_a_board_in_words_is_changed_though_it_was_not_noted_yet(
    world: World, game: Game
) -> None:
    await lose_receipt(world)
    await game.type_move()
    await world.pass_time(seconds=5)
    await game.type_move()
    await game.resign(game.to_move)

    await world.pass_time(minutes=2)

    assert not game.live_boards
    assert [len(board.pictures) for board in game.boards] == [1, 1, 1]


@pytest.mark.slow
@sampled("kill", [False, True], ids=["lost receipt", "kill"])
async def test_a_result_that_went_out_in_words_unnoted_gets_its_pictures(
    world: World, game: Game, jonas: Person, kill: bool
) -> None:
    question = await jonas.slash("game resign", game.place)
    deed = jonas.clicking(question, "Resign")
    if kill:
        world.fail("POST", MESSAGES, status=413, code=40005)
        hold = world.hold("POST", MESSAGES, after=True)
        await world.at_once(deed, may_fail=True)
        assert hold.reached
        await world.restart(kill=True)
    else:
        await lose_receipt(world)
        await world.at_once(deed)
    await world.pass_time(minutes=2)

    assert [file.name for file in result_of(game).pictures] == ["result.png", "board.png"]


async def test_a_board_that_is_deleted_before_its_retry_is_posted_again(
    world: World, game: Game
) -> None:
    world.fail("POST", MESSAGES, status=500, after=True, times=5)
    await game.type_move()
    await game.place.last.delete()

    await world.pass_time(seconds=10)

    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


@pytest.mark.slow
async def test_an_offer_that_is_over_before_its_receipt_is_known_goes(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    world.fail("POST", MESSAGES, status=500, after=True, times=5)
    await jonas.slash("game draw", game.place)
    offer = game.place.last
    assert "Agree" in offer.buttons
    await mara.slash("move", game.place, move="3")

    await world.pass_time(minutes=1)

    assert not offer.exists
