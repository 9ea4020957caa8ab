"""Dicefest as people play it: sides, moves, turns of a die, tables of three."""

import re

import pytest

from tests.discord.playthrough import line_of, record_of
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, game_of, mentioned_first, result_in


async def start(world: World, mara: Person, jonas: Person, **terms: str | bool) -> Game:
    """Make Mara challenge Jonas, who accepts."""
    await mara.slash("dicefest challenge", opponent1=jonas, **terms)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    return game_of(world, mara, jonas, card)


@pytest.fixture
async def dicefest(world: World, mara: Person, jonas: Person) -> Game:
    """Return a game of two that has just begun, with opposite sides."""
    return await start(world, mara, jonas)


async def test_the_bot_deals_opposite_sides_before_the_first_turn(dicefest: Game) -> None:
    assert (await record_of(dicefest)).moves == ("side:S", "side:N")
    text = dicefest.board.text
    assert f"{dicefest.to_move.name} starts" in text
    assert "-# move 1 " in text
    assert "Dice fingerprint" in text
    assert set(dicefest.board.pings) == set(dicefest.players)


async def test_sides_can_be_chosen_as_the_first_turn(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start(world, mara, jonas, sides="choose")
    assert "sides chosen in turn" in game.card.text
    assert (await record_of(game)).moves == ()
    await game.click_move()
    await game.click_move()
    assert all(move.startswith("side:") for move in (await record_of(game)).moves)
    assert "-# move 3 " in game.board.text


async def test_a_die_is_moved_by_clicks(dicefest: Game) -> None:
    mover = dicefest.to_move
    await dicefest.click_move()
    assert dicefest.to_move is not mover
    line = await line_of(dicefest)
    assert line.turns == 3, "two sides and a move, as the record counts them"
    assert "-# move 2 " in dicefest.board.text
    assert mover.name in dicefest.board.text


@pytest.mark.slow
async def test_a_turn_of_a_die_is_typed_with_or_without_its_spaces(dicefest: Game) -> None:
    while True:
        line = await line_of(dicefest)
        turns = [move for move in line.game.legal_notation(line.position) if "/" in move]
        if turns:
            break
        await dicefest.type_move()
    await dicefest.to_move.slash("move", dicefest.place, move=turns[0], game=dicefest.code)
    played = (await record_of(dicefest)).moves[-1]
    assert re.fullmatch(rf"{re.escape(turns[0])}@[a-h1-8,]+", played)


@pytest.mark.slow
async def test_a_table_of_three_goes_on_without_who_left(
    world: World, mara: Person, jonas: Person
) -> None:
    ines = world.person("Ines")
    await mara.slash("dicefest challenge", opponent1=jonas, seats=3)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    await ines.click(card, "Join")
    (thread,) = world.channel.threads
    people = {person.name: person for person in (mara, jonas, ines)}
    first = mentioned_first(thread.last)
    question = await first.slash("game resign", thread)
    await first.click(question, "Resign")
    board = next(message for message in reversed(thread.messages) if "Move" in message.buttons)
    assert f"{first.name} has left the game" in board.text
    others = [person for person in people.values() if person is not first]
    assert board.pings in [(other,) for other in others]
    second = next(other for other in others if other.mention in board.text)
    question = await second.slash("game resign", thread)
    await second.click(question, "Resign")
    (winner,) = [other for other in others if other is not second]
    assert f"{winner.name} wins by resignation" in result_in(thread).text


@pytest.mark.slow
@pytest.mark.parametrize("moves", [24])
async def test_every_board_of_a_game_goes_out(dicefest: Game, moves: int) -> None:
    await dicefest.play(moves)
    assert len(dicefest.boards) == moves + 1
    assert all(board.pictures[0].alt for board in dicefest.boards)
