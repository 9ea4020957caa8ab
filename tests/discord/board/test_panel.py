"""The turn panel: a move is built in few clicks, seen by its player alone, and never lost track of."""

import pytest

from games.dice_matrix.choices import suggest
from games.dice_matrix.rules import Position, Take, cell_index, cell_name
from tests.discord.playthrough import line_of
from tests.discord.simulated import Answer, World
from tests.discord.tables import Game, choose_along, confirm_label
from tests.discord.traces import all_public
from tests.tiers import sampled

ROW = 1
"""Discord's number for a row of controls."""


async def after_the_first_move(game: Game) -> Position:
    """Play the first move, so that dice of the matrix can be taken, and return the position."""
    await game.type_move()
    position = (await line_of(game)).position
    assert isinstance(position, Position)
    return position


def a_pair(position: Position) -> Take:
    """Return a pair that may be taken."""
    return next(
        move
        for move in position.legal_moves()
        if isinstance(move, Take) and move.second is not None
    )


def way_to(move: Take) -> tuple[str, ...]:
    """Return the small steps in which the panel builds a move: row, die, partner."""
    die = cell_name(move.first)
    partner = () if move.second is None else (cell_name(move.second),)
    return (die[1], die, *partner)


def a_loner(position: Position) -> str:
    """Return the cell of a die that goes with no other."""
    takes = [move for move in position.legal_moves() if isinstance(move, Take)]
    paired = {move.first for move in takes if move.second is not None}
    return next(cell_name(move.first) for move in takes if move.first not in paired)


async def opened(game: Game) -> Answer:
    """Open the panel for the player to move."""
    return await game.to_move.click(game.board, "Move")


async def test_the_first_move_asks_for_a_face_with_six_buttons(game: Game) -> None:
    panel = await opened(game)

    assert panel.ephemeral
    assert panel.text.startswith("Which face of the left-over ")
    assert panel.buttons == ("1", "2", "3", "4", "5", "6", "Cancel")
    chosen = await game.to_move.click(panel, "4")
    assert chosen.message == panel.message
    assert chosen.buttons == ("Back", "Cancel", "Confirm: turn to 4, 2 points")


async def test_row_die_and_partner_are_labelled_with_their_dice_and_points(game: Game) -> None:
    position = await after_the_first_move(game)
    pair = a_pair(position)
    assert pair.second is not None
    die, partner = cell_name(pair.first), cell_name(pair.second)
    labels = dict(suggest(position, f"{die} {partner}"))
    player = game.to_move

    rows = await opened(game)
    assert rows.buttons == (*(f"Row {row}" for row in range(7, 0, -1)), "Cancel")
    dice = await player.click(rows, f"Row {die[1]}")
    assert len(dice.buttons) == 7 + 2
    (of_die,) = (label for label in dice.buttons if label.startswith(f"{die} "))
    partners = await player.click(dice, of_die)
    choices = (*partners.options, *partners.buttons)
    assert choices[0].startswith("alone: ")
    points = position.gain(pair)
    (with_partner,) = (label for label in choices if f"with {partner} " in label)
    assert with_partner.endswith(f": {points} points")
    complete = await choose_along(player, partners, partner)

    assert confirm_label(complete) == f"Confirm: {die} and {partner}, {points} points"
    assert str(labels[f"{die}+{partner}"]).endswith(f": {points} points")


async def test_the_best_moves_are_one_choice_and_back_returns_to_them(game: Game) -> None:
    position = await after_the_first_move(game)
    player, moves = game.to_move, game.moves

    panel = await opened(game)
    listed = [str(label) for _, label in suggest(position, "")]
    assert list(panel.options) == listed
    assert panel.message.menus[0].placeholder == "Most points first"
    chosen = await player.choose(panel, listed[0])
    assert (confirm_label(chosen) or "").startswith("Confirm: ")
    again = await player.click(chosen, "Back")
    assert list(again.options) == listed
    chosen = await player.choose(again, listed[0])
    await player.click(chosen, confirm_label(chosen) or "")

    assert game.moves == moves + 1


@pytest.mark.slow
async def test_no_question_is_shown_twice_or_cut(game: Game) -> None:
    position = await after_the_first_move(game)
    player, panel = game.to_move, await opened(game)

    for token in (None, *way_to(a_pair(position))):
        panel = panel if token is None else await choose_along(player, panel, token)
        assert not panel.text.endswith("…")
        for menu in panel.message.menus:
            assert menu.placeholder
            assert menu.placeholder not in panel.text


async def test_six_faces_stand_in_two_rows_of_three(game: Game) -> None:
    panel = await opened(game)

    rows = [part["components"] for part in panel.message.components if part["type"] == ROW]
    assert [len(row) for row in rows] == [3, 3, 1]


async def test_a_die_without_a_partner_is_no_question(game: Game) -> None:
    die = a_loner(await after_the_first_move(game))
    player = game.to_move

    complete = await choose_along(player, await opened(game), die[1], die)

    assert complete.options == ()
    assert (confirm_label(complete) or "").startswith(f"Confirm: {die}, ")


async def test_back_takes_one_choice_back_and_what_followed_from_it(game: Game) -> None:
    die = a_loner(await after_the_first_move(game))
    player = game.to_move
    panel = await opened(game)
    asked = panel.text, panel.buttons

    dice = await choose_along(player, panel, die[1])
    shown = dice.text, dice.buttons
    complete = await choose_along(player, dice, die)
    back = await player.click(complete, "Back")
    assert (back.text, back.buttons) == shown
    first = await player.click(back, "Back")

    assert (first.text, first.buttons) == asked
    assert "Back" not in first.buttons


async def test_cancel_closes_the_panel_and_plays_nothing(world: World, game: Game) -> None:
    public = all_public(world)
    panel = await opened(game)

    closed = await game.to_move.click(panel, "Cancel")

    assert closed.message == panel.message
    assert closed.text == "Nothing was played. The Move button on the board opens this again."
    assert closed.buttons == ()
    assert closed.files == ()
    assert all_public(world) == public


@pytest.mark.slow
async def test_the_picture_marks_what_is_chosen(game: Game) -> None:
    position = await after_the_first_move(game)
    pair = a_pair(position)
    assert pair.second is not None
    player = game.to_move

    panel = await opened(game)
    seen = [panel.pictures[0].data]
    for token in way_to(pair):
        panel = await choose_along(player, panel, token)
        seen.append(panel.pictures[0].data)

    assert len(set(seen)) == len(seen)
    assert seen[0] == game.board.pictures[0].data
    assert panel.pictures[0].alt == game.board.pictures[0].alt


@pytest.mark.slow
async def test_every_click_is_acknowledged_and_then_answered_with_one_request(
    world: World, game: Game
) -> None:
    position = await after_the_first_move(game)
    die = cell_name(a_pair(position).first)
    player = game.to_move

    panel, opening = await world.measure(player.clicking(game.board, "Move"))
    panel, picking = await world.measure(player.choosing(panel, panel.options[0]))
    panel, _ = await world.measure(player.clicking(panel, "Back"))
    panel, taking = await world.measure(player.clicking(panel, f"Row {die[1]}"))
    panel, going_back = await world.measure(player.clicking(panel, "Back"))
    panel, cancelling = await world.measure(player.clicking(panel, "Cancel"))

    # A picture may have to wait for others; without one the answer is the acknowledgement.
    assert [cost.total for cost in (opening, picking, taking, going_back)] == [2] * 4
    assert cancelling.total == 1


async def test_the_ids_leave_room_for_the_largest_numbers(game: Game) -> None:
    position = await after_the_first_move(game)
    pair = a_pair(position)
    assert pair.second is not None
    player = game.to_move
    panel = await opened(game)
    panel = await choose_along(player, panel, *way_to(pair))

    longest = max(len(button.custom_id or "") for button in panel.message.controls)
    assert longest + 2 * len(str(2**63)) <= 100


@pytest.mark.slow
async def test_confirming_closes_the_panel_once_the_board_stands_below(
    world: World, game: Game
) -> None:
    panel = (await game.panel()).message
    player, boards = game.to_move, len(game.boards)
    label = next(label for label in panel.buttons if label.startswith("Confirm"))

    played, cost = await world.measure(player.clicking(panel, label))

    assert played.closed
    assert not panel.exists
    assert len(game.boards) == boards + 1
    assert game.board.text.count(f"{player} turned the left-over ") == 1
    assert cost.series_to("POST", f"/channels/{game.place.id}/messages") == 1


async def test_a_panel_says_what_was_played_while_its_board_cannot_be_posted(
    world: World, game: Game
) -> None:
    panel = (await game.panel()).message
    label = next(label for label in panel.buttons if label.startswith("Confirm"))
    world.fail("POST", f"/channels/{game.place.id}/messages", status=503, times=None)

    played = await game.to_move.click(panel, label)

    assert played.message == panel
    assert played.text.startswith("Mara turned the left-over ")
    assert played.buttons == ()


@sampled(("status", "code"), [(404, 10008), (404, 10015), (500, 0), (None, 0)])
async def test_a_panel_that_cannot_be_closed_has_no_controls_left(
    world: World, game: Game, status: int | None, code: int
) -> None:
    panel = (await game.panel()).message
    label = next(label for label in panel.buttons if label.startswith("Confirm"))
    world.fail("DELETE", "/webhooks/*", status=status, code=code, times=None)

    played = await game.to_move.click(panel, label)

    assert played.message == panel
    assert played.buttons == ()
    assert game.moves == 1


# --------------------------------------------------------------- who may, and on what


async def test_the_other_player_is_told_whose_turn_it_is(game: Game) -> None:
    answer = await game.waiting.click(game.board, "Move")

    assert answer.text == "It is Mara's turn in this game."
    assert answer.ephemeral


async def test_who_does_not_play_is_told_who_does(world: World, game: Game) -> None:
    answer = await world.person("Lea").click(game.board, "Move")

    assert answer.text == "Only Mara and Jonas play in this game. /games lists yours."
    assert answer.ephemeral


@pytest.mark.slow
async def test_nobody_else_gets_anything_out_of_a_panel(world: World, game: Game) -> None:
    panel = await game.panel()
    public = all_public(world)

    for button in panel.message.controls:
        answer = await game.waiting.press(game.board, button.custom_id or "")

        assert answer.ephemeral, button.label
        assert answer.message != panel.message, button.label
    assert all_public(world) == public


@pytest.mark.slow
async def test_a_panel_that_is_overtaken_says_so_and_shows_the_new_board(game: Game) -> None:
    panel = await game.panel()
    player = game.to_move
    await game.type_move()

    answer = await player.click(panel, confirm_label(panel) or "")

    assert answer.message == panel.message
    assert answer.text.startswith("The board has moved on: Mara turned the left-over ")
    assert answer.text.endswith(" Here it is.")
    assert answer.pictures[0].data == game.board.pictures[0].data
    assert answer.buttons == ()


@pytest.mark.slow
async def test_whoever_is_to_move_goes_on_from_an_overtaken_panel(game: Game) -> None:
    panel = await game.panel()
    player = game.to_move
    await game.play(2)

    answer = await player.click(panel, "Back")

    assert answer.text.startswith("The board has moved on: Jonas took ")
    assert answer.buttons == ("Move",)
    again = await player.click(answer, "Move")
    assert again.text == "Which dice do you take?"


async def test_an_old_board_answers_with_the_current_one(game: Game) -> None:
    old = game.board
    custom_id = old.controls[0].custom_id or ""
    await game.play(2)

    answer = await game.to_move.press(old, custom_id)

    assert answer.ephemeral
    assert answer.text.startswith("The board has moved on: Jonas took ")
    assert answer.pictures[0].data == game.board.pictures[0].data


@pytest.mark.slow
async def test_a_panel_of_a_finished_game_says_that_it_is_over(game: Game) -> None:
    panel = await game.panel()
    player = game.to_move
    await game.resign(game.waiting)

    answer = await player.click(panel, confirm_label(panel) or "")

    assert answer.text == "This game is over. /games lists your running games."
    assert answer.ephemeral


async def test_a_choice_that_became_impossible_is_named(game: Game) -> None:
    await after_the_first_move(game)

    answer = await game.to_move.press(
        (await opened(game)).message, f"t:pick:{game.id}:1:4.{cell_name(cell_index('c4'))}", ["zz"]
    )

    assert answer.text == "'zz' is not a choice here."
