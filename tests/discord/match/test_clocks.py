"""Clocks as people see them: on cards and boards, and what is offered when one has run out."""

from typing import Any

import pytest

from bot.services.computers import Computers
from data.challenges import Clock
from tests.discord.board.test_hands import moves_to_a_withdrawal
from tests.discord.computer_tables import think_here
from tests.discord.days import pass_days, seconds, until
from tests.discord.hands import NAMES, matrio_with_telling_pictures, sit_down
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge, played_in, result_in, start_game


@pytest.fixture
def asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep computers from thinking, so that their turn lasts."""
    monkeypatch.setattr(Computers, "wake", lambda _self, _game_ids: None)


@pytest.mark.slow
async def test_a_board_says_until_when_the_move_is_due(world: World, game: Game) -> None:
    assert until(game.board) == seconds(world) + 3 * 86_400
    await world.pass_time(hours=1)
    await game.click_move()
    assert until(game.board) == seconds(world) + 3 * 86_400


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({}, "rated · 3 days per turn · "),
        ({"clock": "none"}, "rated · no clock · "),
        ({"clock": "1", "on_time": "forfeit"}, "1 day per turn · running out of time forfeits · "),
        (
            {"clock": "14", "on_time": "computer"},
            "14 days per turn · on timeout a computer takes over · ",
        ),
    ],
)
async def test_a_card_says_how_long_a_move_may_take_and_what_happens_then(
    world: World, mara: Person, jonas: Person, terms: dict[str, Any], said: str
) -> None:
    card = await challenge(world, mara, jonas, **terms)
    assert said in card.text


async def test_the_server_says_what_counts_where_nothing_is_chosen(
    world: World, mara: Person, jonas: Person
) -> None:
    await world.channel.allow("manage_guild", to=mara)
    await mara.slash("settings", clock="7")
    assert "7 days per turn" in (await challenge(world, mara, jonas)).text


@pytest.mark.slow
async def test_a_game_without_a_clock_shows_none(world: World, mara: Person, jonas: Person) -> None:
    game = await start_game(world, mara, jonas, clock="none")
    assert "until" not in game.board.text
    await pass_days(world, 40)
    assert len(played_in(game.place)) == 1


@pytest.mark.slow
async def test_when_the_time_is_up_the_other_may_claim_the_win(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await pass_days(world, 3)
    told = game.place.last
    assert told.pings == (jonas,)
    assert "Mara ran out of time" in told.text
    assert told.buttons == ("Claim the win", "Wait")
    assert (await mara.click(told, "Claim the win")).text.startswith("It was your own time")
    assert (await jonas.click(told, "Wait")).text.startswith("The game waits. Mara can still move")
    await jonas.click(told, "Claim the win")
    assert "Claim the win" not in told.buttons
    assert "Jonas wins" in game.result.text
    assert "time" in game.result.text


@pytest.mark.slow
async def test_who_waits_has_nothing_happen(world: World, game: Game, jonas: Person) -> None:
    await pass_days(world, 3)
    told = game.place.last
    claim = next(one.custom_id for one in told.controls if one.label == "Claim the win")
    await jonas.click(told, "Wait")
    await pass_days(world, 30)
    assert game.place.last == told
    await game.click_move()
    assert game.to_move is jonas
    assert told.text == "Mara ran out of time. The game has gone on since."
    assert "Claim the win" not in told.buttons
    late = await jonas.press(told, claim or "")
    assert "moved in time" in late.text


@pytest.mark.slow
async def test_the_claim_is_in_more_too_where_its_message_was_deleted(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    board = game.board
    assert "Claim the win" not in (await jonas.click(board, "More")).buttons
    await pass_days(world, 3)
    await game.place.last.delete()
    assert "Claim the win" not in (await mara.click(board, "More")).buttons
    more = await jonas.click(board, "More")
    await jonas.click(more, "Claim the win")
    assert "Jonas wins" in game.result.text


@pytest.mark.slow
async def test_a_claim_clicked_twice_at_once_is_one(
    world: World, game: Game, jonas: Person
) -> None:
    await pass_days(world, 3)
    claim = jonas.clicking(game.place.last, "Claim the win")
    await world.at_once(claim, claim)
    assert [message for message in game.place.messages if "Replay" in message.buttons] == [
        game.result
    ]


@pytest.mark.slow
async def test_who_is_left_with_one_other_claims_the_win_at_a_larger_table_too(
    world: World,
) -> None:
    mara, jonas, ines = (world.person(name) for name in ("Mara", "Jonas", "Ines"))
    await mara.slash(
        "dicefest challenge", opponent1=jonas, opponent2=ines, seats=3, rated=False, clock="1"
    )
    card = world.messages()[-1]
    for person in (jonas, ines):
        await person.click(card, "Accept")
    assert card.thread is not None
    await pass_days(world, 1)
    told = card.thread.last
    assert "You can go on without them, or wait." in told.text
    assert told.buttons == ("Go on without them", "Wait")
    claimer, last = told.pings
    await claimer.click(told, "Go on without them")
    await pass_days(world, 1)
    told = card.thread.last
    (winner,) = told.pings
    assert winner in {claimer, last}
    assert told.text.endswith("You can claim the win, or wait.")
    assert told.buttons == ("Claim the win", "Wait")
    board = next(board for board in card.thread.messages if "Move" in board.buttons)
    assert "Claim the win" in (await winner.click(board, "More")).buttons
    await winner.click(told, "Claim the win")
    assert f"{winner} wins on time" in result_in(card.thread).text


@pytest.mark.slow
async def test_beside_computers_nobody_wins_by_a_claim(
    world: World, mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_here(monkeypatch)
    await world.restart()
    await mara.slash("dicefest challenge", opponent1=jonas, computer="easy", computers=1, clock="1")
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    assert card.thread is not None
    for _ in range(3):
        await world.pass_time(minutes=2)
    await pass_days(world, 1)
    told = card.thread.last
    assert told.text.endswith("You can go on without them, or wait.")
    assert told.buttons == ("Go on without them", "Wait")
    (waiting,) = told.pings
    await waiting.click(told, "Go on without them")
    (late,) = {mara, jonas} - {waiting}
    assert any(f"{late} has left the game." in message.text for message in card.thread.messages)


@pytest.mark.slow
async def test_who_has_withdrawn_need_not_wait_for_ever_either(world: World) -> None:
    with matrio_with_telling_pictures():
        four = await sit_down(world, *(world.person(name) for name in NAMES), clock=Clock(3))
        moves, name = moves_to_a_withdrawal((await four.table()).line)
        for move in moves:
            await four.type_move(move)
        (withdrawn,) = (person for person in four.players if str(person) == name)
        await pass_days(world, 3)
        told, late = four.place.last, await four.player()
        assert set(told.pings) == set(four.players) - {late}
        waits = await withdrawn.click(told, "Wait")
        assert waits.text.startswith(f"The game waits. {late} can still move")
        await withdrawn.click(told, "Go on without them")
        assert f"{late} has left the game." in four.board.text


@pytest.mark.slow
async def test_a_clock_that_ran_out_while_the_bot_was_away_ends_the_game_at_its_return(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="forfeit")
    await pass_days(world, 20)
    assert "Jonas wins" in game.result.text
    await pass_days(world, 5)
    assert len([message for message in game.place.messages if "Replay" in message.buttons]) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("asleep")
async def test_a_computer_takes_over_until_the_seat_is_taken_back(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="computer")
    board = game.board
    await pass_days(world, 1)
    told = game.place.last
    assert told.text.startswith(f"{mara.mention} ran out of time")
    assert told.buttons == ("Take my seat back",)
    assert told.pings == (mara,)
    assert "thinking for Mara" in board.text
    assert (await jonas.click(told, "Take my seat back")).text.startswith(
        "You are already in your seat"
    )
    answer = await mara.click(told, "Take my seat back")
    assert answer.ephemeral
    assert answer.text.startswith("You have your seat back")
    assert told.text == "Mara ran out of time, and a computer played for them."
    assert "Take my seat back" not in told.buttons
    assert until(game.board) == seconds(world) + 86_400
    await game.click_move()
    assert game.to_move is jonas


@pytest.mark.slow
@pytest.mark.usefixtures("asleep")
async def test_to_type_a_move_takes_the_seat_back_as_well(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, clock="1", on_time="computer")
    await pass_days(world, 1)
    await mara.slash("move", game.place, move="=3")
    assert game.to_move is jonas
    assert "are already in your seat" in (await mara.press(game.board, f"t:sit:{game.id}")).text


@pytest.mark.slow
async def test_an_opponent_gives_a_day_more_and_the_board_says_so(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    board, before = game.board, until(game.board)
    answer = await jonas.slash("game more-time", game.place)
    assert answer.ephemeral
    assert answer.text.startswith("Mara gets one more day, until ")
    assert game.board == board
    assert until(board) == before + 86_400
    assert board.buttons[0] == "Move"
    assert board.pictures
    refused = await mara.slash("game more-time", game.place)
    assert refused.text.startswith("It is your turn: only your opponents")
    await game.click_move()
    assert board.buttons == ("Text",)


async def test_a_rematch_keeps_the_clock(world: World, mara: Person, jonas: Person) -> None:
    game = await start_game(world, mara, jonas, clock="14", on_time="forfeit")
    await game.resign(jonas)
    await mara.click(game.result, "Rematch")
    assert "14 days per turn · running out of time forfeits" in world.channel.last.text
