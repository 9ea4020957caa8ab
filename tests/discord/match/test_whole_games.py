"""Whole games by clicks and by typing, at random, held against the rules move by move."""

from games.chance import SeededSource
from games.dice_matrix.rules import Position, Take, cell_name
from tests.data.backends import ON_EACH
from tests.discord.playthrough import line_of
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import choose_along, confirm_label, start_game
from tests.tiers import sampled

pytestmark = ON_EACH

SCORINGS = {
    "running": "running: points shown all the time",
    "recount": "recount: points counted at the end",
}
CLICKED_EVERY = 4
"""One move in this many is clicked together, the others are typed."""


async def click_together(player: Person, panel: Answer, wanted: tuple[str, ...]) -> Answer:
    """Choose what a move needs, as far as the panel asks, and confirm it."""
    panel = await choose_along(player, panel, *wanted)
    return await player.click(panel, confirm_label(panel) or "")


def cells_of(move: Take) -> set[int]:
    """Return the cells of a move; a list has each pair in one order only."""
    return {move.first} if move.second is None else {move.first, move.second}


@sampled(("seed", "scoring"), [(1, "running"), (2, "recount")])
async def test_a_whole_game_goes_as_the_rules_say(
    world: World, mara: Person, jonas: Person, seed: int, scoring: str
) -> None:
    game = await start_game(world, mara, jonas, scoring=SCORINGS[scoring])
    source = SeededSource(seed)
    line = await line_of(game)
    boards = 1
    while line.to_move is not None:
        assert isinstance(line.to_move, int)
        player, board, position = game.players[line.to_move], game.board, line.position
        assert isinstance(position, Position)
        assert player in board.pings
        move = line.game.random_move(position, source)
        last_die = position.dice_left == 1
        if last_die or (isinstance(move, Take) and line.ply % CLICKED_EVERY == 0):
            assert isinstance(move, Take)
            panel = await player.click(board, "Move")
            assert not last_die or panel.buttons[:1] == ("Cancel",), "one die is no question"
            first, *second = sorted(cells_of(move))
            cell, partner = cell_name(first), cell_name(second[0]) if second else "alone"
            said = await click_together(player, panel, (cell[1], cell, partner))
        else:
            said = await player.slash("move", game.place, move=line.game.format(move))
        line = line.play(move)
        boards += line.to_move is not None
        told = game.result if line.to_move is None else game.board
        assert said.told.text in told.text
        assert len(game.boards) == boards
    assert line.result == (await line_of(game)).result
    assert game.live_boards == ()
    points = line.position.scores()
    assert points is not None
    best, least = sorted((score or 0 for score in points), reverse=True)
    assert f" {best} · {1 if best == least else 2} <@" in game.result.text
    assert f" {least}\n" in game.result.text
