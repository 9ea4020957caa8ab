"""Load: many games at once, and what a move and every other deed cost in requests."""

import pytest

from tests.discord.simulated import Deed, Person, World
from tests.discord.tables import Game, game_of
from tests.tiers import sampled

GAMES = 50
CALLBACK = "/interactions/*/callback"
MESSAGES = "/channels/*/messages"


async def start_games(world: World, pairs: list[tuple[Person, Person]]) -> list[Game]:
    """Start a game for each pair, all in the same instants; the first of a pair is to move."""
    await world.at_once(
        *(one.running("dice-matrix challenge", opponent=two, first="me") for one, two in pairs)
    )
    cards = {card.pings[0]: card for card in world.messages()}
    await world.at_once(*(two.clicking(cards[two], "Accept") for _, two in pairs))
    return [game_of(world, one, two, cards[two]) for one, two in pairs]


def first_moves(games: list[Game]) -> list[Deed]:
    """Prepare the first move of each game."""
    return [game.players[0].running("move", game.place, move="1") for game in games]


@pytest.mark.slow
async def test_fifty_moves_in_fifty_games_at_once_all_arrive_each_with_its_own_board(
    world: World,
) -> None:
    pairs = [(world.person(f"Ann {n}"), world.person(f"Bob {n}")) for n in range(GAMES)]
    games = await start_games(world, pairs)
    mark = len(world.requests)

    answers = await world.at_once(*first_moves(games))

    requests = world.requests[mark:]
    assert all("turned the left-over" in answer.text for answer in answers)
    for game in games:
        assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
        assert game.board.pings == (game.to_move,)
        assert game.players[0].name in (game.board.pictures[0].alt or "")
    assert len({game.board.pictures[0].data for game in games}) == GAMES
    # An acknowledgement, the board, the old board's edit and the last words to the player.
    assert len(requests) == 4 * GAMES
    assert {request.status for request in requests} == {200}


@pytest.mark.slow
async def test_one_person_moves_in_many_games_in_the_same_instant(
    world: World, mara: Person
) -> None:
    pairs = [(mara, world.person(f"Bob {n}")) for n in range(5)]
    games = await start_games(world, pairs)
    await world.at_once(*first_moves(games))
    assert [game.moves for game in games] == [1] * len(games)
    assert [game.board.pings for game in games] == [(two,) for _, two in pairs]


# What a move costs


async def test_the_new_board_of_a_confirmed_move_waits_for_no_other_request(
    world: World, game: Game
) -> None:
    await game.play(1)
    confirm = await game.confirming()
    _, cost = await world.measure(confirm)
    assert cost.series_to("POST", MESSAGES) == 1
    assert cost.requests[0].is_for("POST", CALLBACK)
    assert cost.requests[-1].is_for("DELETE", "/webhooks/*")
    assert cost.total == 5
    assert [len(board.pings) for board in game.boards] == [2, 1, 1]


@pytest.mark.slow
async def test_a_typed_move_needs_two_requests_in_series_up_to_the_new_board(
    world: World, game: Game
) -> None:
    await game.play(1)
    typed = await game.typing()
    _, cost = await world.measure(typed)
    assert cost.series_to("POST", MESSAGES) == 2
    assert cost.requests[0].is_for("POST", CALLBACK)
    assert (cost.total, cost.series) == (4, 2)
    assert game.board.pings == (game.to_move,)


async def test_the_old_board_is_edited_beside_the_new_one_is_posted(
    world: World, game: Game
) -> None:
    confirm = await game.confirming()
    hold = world.hold("POST", MESSAGES)
    await world.at_once(confirm)
    assert hold.reached
    assert game.boards[0].buttons == ("Text",)
    hold.release()
    await world.rest()
    assert game.moves == 1


@pytest.mark.parametrize(
    ("button", "methods"), [("Move", ["POST", "PATCH"]), ("Text", ["POST"]), ("More", ["POST"])]
)
async def test_a_button_of_a_board_is_answered_at_once_or_acknowledged_before_it_is_drawn(
    world: World, game: Game, button: str, methods: list[str]
) -> None:
    _, cost = await world.measure(game.to_move.clicking(game.board, button))
    assert [str(r).split(" ")[0] for r in cost.requests] == methods
    assert cost.requests[0].is_for("POST", CALLBACK)


async def test_every_step_of_the_panel_is_acknowledged_and_answered_with_a_single_request(
    world: World, game: Game
) -> None:
    await game.play(1)
    person = game.to_move
    panel = await person.click(game.board, "Move")
    for choose in (person.click(panel, "Row 4"), game.choose_last(person, panel)):
        mark = len(world.requests)
        await choose
        assert [r.is_for("POST", CALLBACK) for r in world.requests[mark:]] == [True, False]


@sampled(
    "command", ["games", "game text", "game board", "game resign", "game export", "leaderboard"]
)
async def test_every_command_is_acknowledged_with_its_first_request(
    world: World, game: Game, mara: Person, command: str
) -> None:
    _, cost = await world.measure(mara.running(command, game.place))
    assert cost.requests[0].is_for("POST", CALLBACK)
