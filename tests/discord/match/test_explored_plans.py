"""From what was tried to a plan: it waits like any other, or a sentence says why it can't be one."""

import sqlite3
from pathlib import Path

import pytest

from bot.services.plan_editor import MOST_ANSWERS
from tests.discord.match.test_explore import explore, tablero_board, try_label, try_one
from tests.discord.playthrough import line_of
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, choose_along, mentioned_first

PLAN = "Make it my plan"


@pytest.fixture
async def running(game: Game) -> Game:
    """Return a game in which dice are taken."""
    await game.play(2)
    return game


async def try_move(person: Person, panel: Answer, move: str) -> Answer:
    """Try a move that takes one die, by its cell."""
    panel = await choose_along(person, panel, move[1], move, "alone")
    return await person.click(panel, try_label(panel) or "")


async def tried(game: Game) -> tuple[Answer, str, str]:
    """Make the player who waits try what the other plays, and an answer; return both."""
    line = await line_of(game)
    theirs = line.game.legal_notation(line.position)[0]
    shown = await try_move(game.waiting, await explore(game.waiting, game), theirs)
    answer = line.game.legal_notation(line.apply(theirs).position)[0]
    return await try_move(game.waiting, shown, answer), theirs, answer


def plans(folder: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(folder / "tavolo.db") as connection:
        return connection.execute("SELECT steps, state FROM plans ORDER BY id").fetchall()


@pytest.mark.slow
async def test_what_was_tried_is_played_when_it_comes_true(running: Game, tmp_path: Path) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    shown, theirs, answer = await tried(game)

    saved = await planner.click(shown, PLAN)

    assert saved.ephemeral
    assert saved.text.startswith(f"Saved: {opponent} plays ")
    assert " → you play " in saved.text
    assert "not part of the plan" not in saved.text
    assert saved.buttons == ("All plans", "Go on exploring")
    back = await planner.click(saved, "Go on exploring")
    await planner.click(back, PLAN)
    assert plans(tmp_path) == [(f'["{theirs}", "{answer}"]', "waiting")]
    await opponent.slash("move", game.place, move=theirs)
    assert game.moves == 4
    assert game.to_move is opponent
    assert plans(tmp_path) == []


@pytest.mark.slow
async def test_what_comes_after_the_last_answer_is_left_out_and_said_so(
    running: Game, tmp_path: Path
) -> None:
    game, planner = running, running.waiting
    shown, theirs, answer = await tried(game)
    shown = await try_one(planner, shown)

    saved = await planner.click(shown, PLAN)

    assert saved.text.endswith("-# What you tried after that is not part of the plan.")
    assert plans(tmp_path) == [(f'["{theirs}", "{answer}"]', "waiting")]


@pytest.mark.slow
async def test_a_long_line_has_as_many_answers_as_a_plan(running: Game, tmp_path: Path) -> None:
    game, planner = running, running.waiting
    shown = await explore(planner, game)
    for _ in range(2 * MOST_ANSWERS + 2):
        shown = await try_one(planner, shown)

    saved = await planner.click(shown, PLAN)

    assert saved.text.count("you play") == MOST_ANSWERS
    assert "not part of the plan" in saved.text
    assert len(plans(tmp_path)) == 1


@pytest.mark.slow
async def test_it_begins_where_the_game_has_come_along_it(running: Game, tmp_path: Path) -> None:
    game, planner = running, running.to_move
    line = await line_of(game)
    mine = line.game.legal_notation(line.position)[0]
    shown = await try_move(planner, await explore(planner, game), mine)
    shown = await try_one(planner, await try_one(planner, shown))

    early = await planner.click(shown, PLAN)
    assert early.text == "It is your turn: move first, then plan."
    await planner.slash("move", game.place, move=mine)
    saved = await planner.click(shown, PLAN)

    assert saved.text.startswith(f"Saved: {game.to_move} plays ")
    assert len(plans(tmp_path)) == 1


@pytest.mark.slow
async def test_a_line_that_is_no_plan_says_why(running: Game, tmp_path: Path) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    shown = await try_one(planner, await explore(planner, game))

    unanswered = await planner.click(shown, PLAN)
    shown = await try_one(planner, shown)
    await opponent.slash("move", game.place, move=(await game.legal_moves())[-1])
    await planner.slash("move", game.place, move=(await game.legal_moves())[-1])
    gone_on = await planner.click(shown, PLAN)
    await game.resign(opponent)
    over = await planner.click(shown, PLAN)

    assert unanswered.text == (
        "A plan needs an answer of yours: try what the others play, and then your move."
    )
    assert gone_on.text == (
        "The game is not at any position of this line, so it can't become a plan. "
        "Explore from the current board."
    )
    assert over.text == "This game is over. /games lists your running games."
    assert plans(tmp_path) == []


async def test_only_players_make_plans_and_only_of_games_of_ours(
    world: World, running: Game, tmp_path: Path
) -> None:
    lea = world.person("Lea")
    shown = await try_one(lea, await explore(lea, running))
    replay = await lea.slash("game import", file=("game.txt", b"game: tablero\n1. @1-2 P1 P2\n"))
    theirs = await try_one(lea, await lea.click(replay, "Explore"))

    assert PLAN not in shown.buttons
    assert PLAN not in theirs.buttons
    forged = await lea.press(shown, "t:explore-plan:1:1")
    assert forged.text.startswith("Only Mara and Jonas play in this game.")
    forged = await lea.press(theirs, "t:explore-plan:2:1")
    assert forged.text.startswith("This button is from an older version of me, or broken.")
    assert plans(tmp_path) == []


async def test_rolls_that_were_tried_are_planned_for(
    mara: Person, jonas: Person, tmp_path: Path
) -> None:
    board = await tablero_board(mara, jonas)
    mover = mentioned_first(board)
    planner = jonas if mover is mara else mara
    shown = await planner.click(await planner.click(board, "More"), "Explore")
    while "Roll" not in shown.buttons:
        shown = await try_one(planner, shown)
    shown = await planner.choose(shown, "1-2")
    while "Roll" not in shown.buttons:
        shown = await try_one(planner, shown)

    saved = await planner.click(shown, PLAN)

    assert "you roll" in saved.text
    assert '"@1-2"' in plans(tmp_path)[0][0]
