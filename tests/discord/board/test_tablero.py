"""Tablero di Berona as two people play it: whole turns, one action at a time, and who starts."""

import re

import pytest

from games.fairness import verify
from tests.discord.playthrough import line_of, record_of
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, game_of


async def start(world: World, mara: Person, jonas: Person, **terms: str | bool) -> Game:
    """Make Mara challenge Jonas, who accepts."""
    await mara.slash("tablero challenge", opponent=jonas, **terms)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    return game_of(world, mara, jonas, card)


@pytest.fixture
async def tablero(world: World, mara: Person, jonas: Person) -> Game:
    """Return a game that has just begun; Mara is to move."""
    return await start(world, mara, jonas, first="me")


def rolled(game: Game) -> tuple[int, int]:
    """Return the dice that the board tells of."""
    found = re.search(r"rolled (\d) and (\d)\.", game.board.text)
    assert found is not None, game.board.text
    return int(found[1]), int(found[2])


async def test_the_first_board_tells_the_roll_and_the_fingerprint(tablero: Game) -> None:
    text = tablero.board.text
    assert "Mara starts, as agreed.\nMara rolled" in text
    assert "Dice fingerprint" in text
    assert "-# move 1 " in text
    assert set(tablero.board.pings) == set(tablero.players)
    assert tablero.board.pictures[0].alt


async def test_a_whole_turn_is_built_in_the_panel_and_played_at_once(tablero: Game) -> None:
    mara, jonas = tablero.players
    low, high = rolled(tablero)
    await tablero.click_move()
    line = await line_of(tablero)
    assert line.turns == 1
    assert len(tablero.boards) == 2, "one board for the whole turn"
    assert tablero.board.pings == (jonas,)
    assert f"S{low}" in tablero.board.text
    assert f"S{high}" in tablero.board.text
    assert "Jonas rolled" in tablero.board.text
    assert "-# move 2 " in tablero.board.text
    assert mara.mention not in tablero.board.text


@pytest.mark.slow
async def test_a_whole_turn_can_be_typed(tablero: Game) -> None:
    mara, jonas = tablero.players
    low, high = rolled(tablero)
    await mara.slash("move", tablero.place, move=f"p{high} p{low}")
    assert tablero.to_move is jonas
    assert [move[0] for move in (await record_of(tablero)).moves] == ["@", "P", "P", "@"]


async def test_one_action_leaves_the_other_die_and_pings_nobody(tablero: Game) -> None:
    mara, jonas = tablero.players
    low, high = rolled(tablero)
    await mara.slash("move", tablero.place, move=f"P{high}")
    assert tablero.to_move is mara
    assert not tablero.board.pings
    assert "-# move 1 " in tablero.board.text
    assert str(low) in (tablero.board.pictures[0].alt or "")
    await mara.slash("move", tablero.place, move=f"P{low}")
    assert tablero.to_move is jonas
    assert tablero.board.pings == (jonas,)


async def test_a_turn_with_one_wrong_action_changes_nothing(tablero: Game) -> None:
    mara, _ = tablero.players
    low, high = rolled(tablero)
    wrong = next(n for n in range(1, 7) if n not in {low, high})
    before = await record_of(tablero)
    answer = await mara.slash("move", tablero.place, move=f"P{low} P{wrong}")
    assert answer.ephemeral
    assert await record_of(tablero) == before
    assert len(tablero.boards) == 1


@pytest.mark.slow
async def test_a_whole_game_is_played_by_clicks_and_its_dice_verify(tablero: Game) -> None:
    while tablero.live_boards:
        await tablero.click_move()
    result = tablero.result
    assert re.search(r"wins by \d+ point|A draw", result.text)
    record = await record_of(tablero)
    assert record.result is not None
    assert verify(record).checked == sum(move.startswith("@") for move in record.moves) + 1
    for board in tablero.boards[1:]:
        assert len(board.pings) <= 1


@pytest.mark.slow
async def test_who_won_starts_the_next_one(world: World, mara: Person, jonas: Person) -> None:
    game = await start(world, mara, jonas, first="me")
    await game.resign(mara)
    refused = await mara.slash("tablero challenge", opponent=jonas, first="me")
    assert refused.ephemeral
    assert "Jonas won the last game between you" in refused.text
    following = await start(world, mara, jonas)
    assert "the last winner starts" in following.card.text
    assert "Jonas starts (won last)." in following.board.text
    assert following.to_move is jonas


@pytest.mark.slow
async def test_a_rematch_is_started_by_the_winner_too(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start(world, mara, jonas, first="me")
    await game.resign(jonas)
    result = game.result
    await jonas.click(result, "Rematch")
    card = world.channel.last
    assert "Mara starts (won last)" in card.text
    await mara.click(card, "Accept")
    assert game_of(world, mara, jonas, card).to_move is mara
