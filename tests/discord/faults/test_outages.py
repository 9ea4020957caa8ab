"""Outages: Discord fails, answers too late or forgets; what was played is delivered, once."""

import logging
from collections.abc import Iterator

import pytest

from bot import logs
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge, game_of, played_in
from tests.tiers import sampled

MESSAGES = "/channels/*/messages"
CALLBACK = "/interactions/*/callback"
DOWN = [500, 503, None]


@pytest.fixture
def log_in_one_line() -> Iterator[None]:
    """Filter what discord.py logs as a running bot does."""
    talking = [logging.getLogger(name) for name in logs.TALKING_OF_DISCORD]
    for logger in talking:
        logger.addFilter(logs._in_one_line)
    yield
    for logger in talking:
        logger.removeFilter(logs._in_one_line)


def moves_shown(game: Game) -> list[str]:
    """Return the last line of each board, which says what was played."""
    return [board.text.splitlines()[-1] for board in game.boards[1:]]


# Messages that can't be sent


@sampled("status", DOWN)
@sampled("after", [False, True], ids=["before", "after"])
async def test_a_board_is_delivered_once_when_discord_is_back(
    world: World, game: Game, status: int | None, after: bool
) -> None:
    fault = world.fail("POST", MESSAGES, status=status, times=None, after=after)
    answer = await game.type_move()
    assert "turned the left-over" in answer.text
    await world.pass_time(minutes=1)
    fault.times = 0
    await world.pass_time(minutes=2)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
    assert game.board.pings == (game.to_move,)


@pytest.mark.slow
async def test_moves_made_while_discord_was_down_are_delivered_in_order(
    world: World, game: Game
) -> None:
    mara, jonas = game.players
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    said = [(await mara.slash("move", game.place, move="3")).text]
    for person in (jonas, mara, jonas):
        *_, choice = await person.autocomplete("move", "move", "", game.place)
        said.append((await person.slash("move", game.place, move=choice.value)).text)
    assert len(game.boards) == 1

    fault.times = 0
    await world.pass_time(minutes=2)
    assert moves_shown(game) == said
    assert (game.moves, len(game.live_boards)) == (4, 1)
    # The first board pings everybody who plays, so that nobody has to be added to the thread.
    assert [board.pings for board in game.boards] == [(mara, jonas), (), (), (), (mara,)]


@pytest.mark.slow
async def test_a_board_that_waits_for_discord_goes_out_at_once_when_asked_for(
    world: World, game: Game
) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    await game.type_move()
    await world.pass_time(minutes=10)
    fault.times = 0
    await game.players[1].slash("game board", game.place)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


@pytest.mark.slow
async def test_a_card_is_posted_once_when_discord_is_back_and_pings_once(
    world: World, mara: Person, jonas: Person
) -> None:
    fault = world.fail("POST", MESSAGES, status=503, times=None)
    answer = await mara.slash("dice-matrix challenge", opponent=jonas)
    assert "I'll keep trying" in answer.text
    fault.times = 0
    await world.pass_time(minutes=10)
    (card,) = world.messages()
    assert card.pings == (jonas,)


@pytest.mark.slow
async def test_a_start_that_fails_at_any_request_leaves_one_thread_with_one_board(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    for method, path in (
        ("POST", f"{MESSAGES}/*/threads"),
        ("PUT", "/channels/*/thread-members/*"),
        ("POST", MESSAGES),
        ("PATCH", f"{MESSAGES}/*"),
    ):
        world.fail(method, path, status=503)
        world.fail(method, path, status=503, after=True)
    await jonas.click(card, "Accept")
    await world.pass_time(minutes=30)
    (thread,) = world.channel.threads
    assert set(thread.members) == {mara, jonas}
    assert len(played_in(thread)) == 1
    assert thread.mention in card.text


async def test_an_old_board_loses_its_controls_once_discord_lets_it_be_edited(
    world: World, game: Game
) -> None:
    first = game.board
    fault = world.fail("PATCH", f"{MESSAGES}/*", status=503, times=None)
    await game.type_move()
    assert "Move" in first.buttons
    fault.times = 0
    await world.pass_time(minutes=5)
    assert first.buttons == ("Text",)


@pytest.mark.slow
async def test_a_message_that_discord_finds_malformed_opens_no_further_threads(
    world: World, game: Game, jonas: Person
) -> None:
    with world.expects("was refused"):
        fault = world.fail("POST", MESSAGES, status=400, code=50035, times=None)
        await game.type_move()
        await world.pass_time(minutes=10)
    assert world.channel.threads == (game.place,)
    fault.times = 0
    await jonas.slash("game board", game.place)
    assert (game.moves, len(game.boards)) == (1, 2)


@pytest.mark.slow
@sampled(
    ("status", "code"),
    [(403, 0), (403, 40333), (400, 40004), (400, 40006), (429, 20028), (429, 40062), (403, 130000)],
)
async def test_a_refusal_that_passes_moves_no_game_and_drops_nothing(
    world: World, game: Game, status: int, code: int
) -> None:
    fault = world.fail("POST", MESSAGES, status=status, code=code, times=None)
    edits = world.fail("PATCH", f"{MESSAGES}/*", status=status, code=code, times=None)
    first = game.board
    await game.type_move()
    await world.pass_time(minutes=30)
    fault.times = edits.times = 0
    await world.pass_time(hours=1)

    assert world.channel.threads == (game.place,)
    assert not world.messages()[1:]
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
    assert game.board.pictures
    assert first.buttons == ("Text",)


# Answers that come too late, or twice


@sampled(
    ("status", "code"),
    [(404, 10062), (400, 40060), (401, 50027), (500, 0), (None, 0)],
    ids=["unknown interaction", "answered already", "token expired", "server error", "no answer"],
)
async def test_a_move_counts_though_its_acknowledgement_fails(
    world: World, game: Game, status: int | None, code: int
) -> None:
    confirm = await game.confirming()
    world.fail("POST", CALLBACK, status=status, code=code, times=5)
    await world.at_once(confirm, may_fail=True)
    await world.pass_time(minutes=1)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)


@pytest.mark.slow
@sampled("status", [500, 502, None])
@sampled("command", [True, False], ids=["typed", "clicked"])
async def test_an_acknowledgement_whose_receipt_was_lost_leaves_nobody_waiting(
    world: World, game: Game, command: bool, status: int | None
) -> None:
    deed = await (game.typing() if command else game.confirming())
    world.fail("POST", CALLBACK, status=status, after=True)
    (answer,) = await world.at_once(deed)
    assert not answer.deferred
    assert "turned the left-over" in answer.told.text
    assert game.moves == 1


@pytest.mark.parametrize("status", [500, None])
async def test_a_refusal_whose_acknowledgement_was_lost_leaves_the_card_alone(
    world: World, mara: Person, jonas: Person, status: int | None
) -> None:
    kim = world.person("Kim")
    card = await challenge(world, mara, jonas)
    before = card.text
    world.fail("POST", CALLBACK, status=status, after=True)
    answer = await kim.click(card, "Accept")
    assert answer.ephemeral
    assert "Only Jonas can answer" in answer.text
    assert card.text == before


@sampled(("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (500, 0)])
async def test_a_move_counts_though_its_player_can_no_longer_be_answered(
    world: World, game: Game, status: int, code: int
) -> None:
    confirm = await game.confirming()
    world.fail("PATCH", "/webhooks/*", status=status, code=code, times=None)
    await world.at_once(confirm)
    assert (game.moves, len(game.live_boards)) == (1, 1)


@sampled(("status", "code"), [(404, 10062), (400, 40060), (401, 50027), (500, 0), (None, 0)])
async def test_suggestions_that_come_too_late_are_one_line_in_the_log(
    world: World,
    game: Game,
    log_in_one_line: None,
    caplog: pytest.LogCaptureFixture,
    status: int | None,
    code: int,
) -> None:
    world.fail("POST", CALLBACK, status=status, code=code, times=5)
    typing = game.to_move.completing("move", "move", "", game.place)
    caplog.clear()
    await world.at_once(typing, may_fail=True)
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert told
    assert [record for record in told if record.exc_info or "\n" in record.getMessage()] == []


async def test_a_late_acceptance_starts_the_game(world: World, mara: Person, jonas: Person) -> None:
    card = await challenge(world, mara, jonas)
    world.fail("POST", CALLBACK, status=404, code=10062)
    await world.at_once(jonas.clicking(card, "Accept"), may_fail=True)
    assert game_of(world, mara, jonas, card).to_move is mara


async def test_a_late_click_on_move_changes_nothing_and_works_the_next_time(
    world: World, game: Game
) -> None:
    world.fail("POST", CALLBACK, status=404, code=10062)
    await world.at_once(game.to_move.clicking(game.board, "Move"), may_fail=True)
    assert game.moves == 0
    await game.click_move()
    assert game.moves == 1
