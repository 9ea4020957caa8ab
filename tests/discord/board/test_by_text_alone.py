"""A whole game of each kind by people who never see a picture.

They prefer boards in words. All that they are shown is text, and every turn is built in the
panel from its labels. Which move they want is a computer's affair here; that the words say
all there is to know is tested with the words of each game.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from discord import app_commands

from bot.match.table import Table
from games.dicefest.choices import FOR_ME
from games.game import spread
from games.line import AnyGame, AnyPosition
from games.players import Budget, Level, player_of
from games.registry import GAMES
from tests.discord.hands import bot_of
from tests.discord.simulated import Answer, Message, Person, World
from tests.discord.tables import choose_along, confirm_label, game_id_of

TINY = Budget(work=0.05)
NAMES = ("Mara", "Jonas", "Kim", "Lena")
SAID = {"dice_matrix": "Row 7", "tablero": "Centre", "matrio": "Column c1", "dicefest": "Counters"}
"""What the words of a position have in any case."""


async def first_board(world: World, game: AnyGame, people: Sequence[Person]) -> Message:
    """Make people start a game, and return its board."""
    one, *others = people
    group = bot_of(world).tree.get_command(game.about.command)
    assert isinstance(group, app_commands.Group)
    challenge = group.get_command("challenge")
    assert isinstance(challenge, app_commands.Command)
    seats = [each.name for each in challenge.parameters if each.name.startswith("opponent")]
    await one.slash(f"{game.about.command} challenge", **dict(zip(seats, others, strict=False)))
    card = world.messages()[-1]
    for other in others:
        await other.click(card, "Accept")
    assert card.thread is not None
    return card.thread.last


async def table_of(world: World, board: Message) -> Table:
    game_id = game_id_of(board)
    assert game_id is not None
    return await bot_of(world).matches.table(game_id)


def wanted_move(table: Table) -> Any:
    seat = table.line.to_move
    assert isinstance(seat, int)
    view = table.line.position.seen_by(seat)
    player = player_of(table.line.game.about.key, Level.MEDIUM)
    return player.choose(view, view.legal_moves(), Random(table.seq), TINY)


def way_to(
    game: AnyGame, position: AnyPosition, move: Any, chosen: tuple[str, ...] = ()
) -> tuple[str, ...] | None:
    """Return the choices that lead to a turn which begins with a move; None if these don't."""
    step = game.steps(position, chosen)
    if step.turn:
        return chosen if _begins(game, step.turn[0], move) else None
    quick = [choice.token for group in step.shortcuts for choice in group.choices]
    # Counters of Dicefest are put for the player: any spaces will do here.
    for token in [FOR_ME] if FOR_ME in quick else [choice.token for choice in step.choices]:
        way = way_to(game, position, move, (*chosen, token))
        if way is not None:
            return way
    return None


def _begins(game: AnyGame, built: Any, wanted: Any) -> bool:
    """Tell whether two moves are the same, wherever counters of Dicefest go."""
    # The two jokers of MatriO are told alike, and so are one choice.
    one, two = (
        game.format(move).partition("@")[0].replace("X2>", "X1>") for move in (built, wanted)
    )
    # The two orders of a pair in Dice Matrix are one choice in the panel.
    return sorted(one.split("+")) == sorted(two.split("+"))


async def build(person: Person, panel: Answer, way: Sequence[str]) -> Answer:
    """Choose along a way, as far as the panel asks, and confirm."""
    panel = await choose_along(person, panel, *spread(way))
    return await person.click(panel, confirm_label(panel) or "")


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_can_be_played_without_a_picture(world: World, key: str) -> None:
    people = [world.person(name) for name in NAMES[: min(GAMES[key].about.seats)]]
    for person in people:
        await person.slash("preferences", boards="text")
    board = await first_board(world, GAMES[key], people)
    turns = 0
    while (table := await table_of(world, board)).game.running:
        seat = table.line.to_move
        assert isinstance(seat, int)
        person = next(p for p in people if p.id == table.game.players[seat])
        live = next(m for m in reversed(board.place.messages) if "Move" in m.buttons)
        way = way_to(table.line.game, table.line.position.seen_by(seat), wanted_move(table))
        assert way is not None
        panel = await person.click(live, "Move")
        assert panel.message.pictures == ()
        assert SAID[key] in panel.text
        said = await build(person, panel, way)
        assert all(message.pictures == () for message in said.messages)
        turns += 1
    words = await people[0].slash("game text", board.place)
    assert turns > 10
    assert words.message.pictures == ()
    assert any(word in words.text for word in ("wins", "draw", "share"))
