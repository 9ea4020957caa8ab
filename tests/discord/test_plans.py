"""Plans in Discord: made on the board as it would stand, seen by nobody else, played at once."""

from pathlib import Path

import pytest

from bot.languages import Voice
from bot.readers import Eyes
from cogs.tables import scene_of
from games.tablero import Position
from render import picture

from .computer_tables import table_in
from .hands import cards_in, matrio_with_telling_pictures, sit_down
from .playthrough import line_of
from .simulated import Answer, Person, World
from .tables import Game, choose_along, confirm_label, start_game
from .test_hidden import held_by_others, told_to
from .traces import all_public


async def choose_all(person: Person, panel: Answer, *, which: int = -1) -> Answer:
    """Take one of what is offered (the last, unless told) until a turn can be confirmed."""
    while confirm_label(panel) is None:
        if panel.message.menus:
            options = panel.message.menus[0].options
            panel = await person.choose(panel, options[max(which, -len(options))].value)
        else:
            labels = [
                label
                for label in panel.buttons
                if label not in {"Back", "Cancel", "Whatever they do"}
            ]
            panel = await person.click(panel, labels[which])
    return panel


async def confirm(person: Person, panel: Answer) -> Answer:
    label = confirm_label(panel)
    assert label is not None
    return await person.click(panel, label)


async def new_plan(game: Game) -> Answer:
    """Let the player who waits begin a plan."""
    more = await game.waiting.click(game.board, "More")
    plans = await game.waiting.click(more, "Plans")
    return await game.waiting.click(plans, "New plan")


async def planned(game: Game) -> tuple[str, str]:
    """Let the player who waits plan for a move, and give both moves in notation."""
    planner = game.waiting
    line = await line_of(game)
    theirs = line.game.legal_notation(line.position)[0]
    panel = await choose(planner, await new_plan(game), theirs)
    answer = line.game.legal_notation(line.apply(theirs).position)[0]
    panel = await choose(planner, await confirm(planner, panel), answer)
    whole = await confirm(planner, panel)
    await planner.click(whole, "Save the plan")
    return theirs, answer


async def choose(person: Person, panel: Answer, move: str) -> Answer:
    """Build a move that takes one die, by its cell."""
    assert "+" not in move
    return await choose_along(person, panel, move[1], move, "alone")


@pytest.fixture
async def running(game: Game) -> Game:
    """Return a game in which dice are taken."""
    await game.play(2)
    return game


async def test_a_plan_is_made_step_by_step_on_the_board_as_it_would_stand(
    world: World, running: Game
) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    public, before = all_public(world), game.board.pictures[0].data

    first = await new_plan(game)
    assert first.ephemeral
    assert first.text.startswith(f"What does {opponent} play? Which dice do you take?")
    theirs = await choose_all(planner, first)
    second = await confirm(planner, theirs)
    assert f"{opponent} plays " in second.text
    assert "You answer. Which dice do you take?" in second.text
    assert second.files[0].data != before
    mine = await choose_all(planner, second)
    whole = await confirm(planner, mine)

    assert whole.buttons == ("Save the plan", "Add another answer", "Back", "Cancel")
    assert " → you play " in whole.text
    listed = await planner.click(whole, "Save the plan")
    assert listed.text.startswith(f"Your plans in game {game.code}, which nobody else sees:\n1. ")
    assert all_public(world) == public


async def test_it_is_played_at_once_and_marked_as_planned(running: Game) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    theirs, answer = await planned(game)
    boards = len(game.boards)

    await opponent.slash("move", game.place, move=theirs, game=game.code)

    assert len(game.boards) == boards + 1
    board = game.board
    assert game.to_move is opponent
    assert game.moves == 4
    assert f"Planned: {planner} took {answer}" in board.text
    assert f"{opponent} took {theirs}" in board.text
    assert board.pings == (opponent,)
    more = await planner.click(board, "More")
    assert "You have no plan" in (await planner.click(more, "Plans")).text


async def test_the_picture_marks_the_planned_move_and_the_one_that_it_answers(
    running: Game,
) -> None:
    game, opponent = running, running.to_move
    theirs, _ = await planned(game)
    await opponent.slash("move", game.place, move=theirs, game=game.code)

    line = await line_of(game)
    voice = Voice(names=tuple(person.name for person in game.players))
    both, last = (scene_of(line, voice, Eyes(), told=told) for told in (2, 1))
    shown = game.board.pictures[0].data
    assert [len(scene.earlier) for scene in (both, last)] == [1, 0]
    assert shown == picture(both) != picture(last)


async def test_only_its_owner_hears_of_a_plan(world: World, running: Game) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    await planned(game)

    theirs = await opponent.click(await opponent.click(game.board, "More"), "Plans")

    assert theirs.text.startswith("You have no plan")
    assert theirs.buttons == ()
    for answer in ("t:plan-drop:1", "t:plan-save:1:2", "t:plan-on:1:2", "t:plan-go:1:2:"):
        pressed = await opponent.press(game.board, answer)
        assert pressed.text.startswith("This plan is not there any more")
    viewed = await opponent.press(game.board, f"t:plan-view:{game.id}", ["1"])
    assert viewed.text.startswith("This plan is not there any more")
    mine = await planner.click(await planner.click(game.board, "More"), "Plans")
    assert "1. " in mine.text


async def test_a_plan_is_shown_and_withdrawn(running: Game) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    theirs, _ = await planned(game)
    plans = await planner.click(await planner.click(game.board, "More"), "Plans")
    shown = await planner.choose(plans, plans.message.menus[0].options[0].value)

    assert len(shown.files) == 1
    assert shown.files[0].data != game.board.pictures[0].data
    gone = await planner.click(shown, "Withdraw")
    assert gone.text.startswith("You have no plan")
    await opponent.slash("move", game.place, move=theirs, game=game.code)
    assert game.moves == 3


async def test_a_plan_outlives_a_restart_while_it_is_made_and_while_it_waits(
    world: World, running: Game
) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    line = await line_of(game)
    theirs = line.game.legal_notation(line.position)[0]
    panel = await choose(planner, await new_plan(game), theirs)
    await world.restart(kill=True)
    second = await confirm(planner, panel)
    whole = await confirm(planner, await choose_all(planner, second))
    await planner.click(whole, "Save the plan")
    await world.restart()

    await opponent.slash("move", game.place, move=theirs, game=game.code)

    assert game.moves == 4


async def test_one_step_back_and_another_way(running: Game) -> None:
    game, planner = running, running.waiting
    first = await new_plan(game)
    second = await confirm(planner, await choose_all(planner, first))
    again = await planner.click(second, "Back")
    assert again.text == first.text
    assert "Back" not in again.buttons
    whatever = await planner.click(again, "Whatever they do")
    assert whatever.text.startswith("whatever the others do → …\nYou answer. ")
    assert "Whatever they do" not in whatever.buttons


async def test_several_answers_are_added_one_after_the_other(running: Game) -> None:
    game, planner = running, running.waiting
    panel = await new_plan(game)
    for _ in range(2):
        panel = await confirm(planner, await choose_all(planner, panel))
    whole = panel
    assert "Add another answer" in whole.buttons
    panel = await planner.click(whole, "Add another answer")
    assert f"What does {game.to_move} play?" in panel.text
    for _ in range(2):
        panel = await confirm(planner, await choose_all(planner, panel))
    assert panel.text.count("→") == 3


async def test_the_board_that_moves_on_says_so(running: Game) -> None:
    game, planner = running, running.waiting
    panel = await choose_all(planner, await new_plan(game))
    await game.type_move()

    late = await confirm(planner, panel)

    assert late.text == "The board has moved on. Begin a new plan on the board as it is now."


async def test_who_is_to_move_is_told_to_move(running: Game) -> None:
    game = running
    plans = await game.to_move.click(await game.to_move.click(game.board, "More"), "Plans")
    assert plans.buttons == ()

    pressed = await game.to_move.press(game.board, f"t:plan-new:{game.id}:2")

    assert pressed.text == "It is your turn: move first, and plan after that."


async def unplayable(game: Game) -> str:
    """Plan to take a die that the other takes first, and give its cell."""
    planner, opponent = game.waiting, game.to_move
    line = await line_of(game)
    wanted = line.game.legal_notation(line.position)[0]
    panel = await planner.click(await new_plan(game), "Whatever they do")
    whole = await confirm(planner, await choose(planner, panel, wanted))
    await planner.click(whole, "Save the plan")
    await opponent.slash("move", game.place, move=wanted, game=game.code)
    return wanted


async def test_a_plan_that_became_impossible_is_told_to_its_owner_alone(
    world: World, running: Game
) -> None:
    game, planner = running, running.waiting

    wanted = await unplayable(game)

    told = planner.dm.last
    assert told.text.startswith(
        f"Your plan in Dice Matrix {game.code} could not be played, so it is given up: "
    )
    assert wanted in told.text
    explained = await planner.click(told, "About plans")
    assert explained.text.startswith("A plan answers at once")
    assert "plan" not in game.board.text.lower()
    plans = await planner.click(await planner.click(game.board, "More"), "Plans")
    assert plans.text.startswith("You have no plan")


async def test_who_takes_no_direct_messages_is_told_in_the_list(
    world: World, running: Game
) -> None:
    game, planner = running, running.waiting
    world.fail("POST", "/users/@me/channels", status=403, code=50007, times=None)

    await unplayable(game)

    plans = await planner.click(await planner.click(game.board, "More"), "Plans")
    assert plans.text.startswith(f"Your plan in Dice Matrix {game.code} could not be played")
    again = await planner.click(await planner.click(game.board, "More"), "Plans")
    assert again.text.startswith("You have no plan")


async def test_a_plan_by_roll_is_made_from_a_list_of_rolls(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("tablero challenge", opponent=jonas, first="me", rated=False)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    place = card.thread
    assert place is not None
    board = place.last

    plans = await jonas.click(await jonas.click(board, "More"), "Plans")
    panel = await jonas.click(plans, "New plan")
    panel = await jonas.click(panel, "Whatever they do")
    assert panel.text == "whatever the others do → …\nWhat do you roll?"
    assert panel.options[:2] == ("1 and 1", "1 and 2"), "nothing fits any double yet"
    panel = await jonas.choose(panel, "3-4")
    assert "you roll 3 and 4" in panel.text
    panel = await jonas.click(panel, "Place on 3")
    whole = await confirm(jonas, panel)
    assert whole.text.endswith("you roll 3 and 4 → you play place on 3, place on 4")
    saved = await jonas.click(whole, "Save the plan")
    assert "1. " in saved.text


async def test_an_answer_that_does_not_fit_every_double_says_so(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("tablero challenge", opponent=jonas, first="me", rated=False)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    place = card.thread
    assert place is not None
    for person in (mara, jonas):
        position = (await table_in(world, place)).line.position
        assert isinstance(position, Position)
        await person.slash("move", place, move=" ".join(f"P{die}" for die in position.dice))
    plans = await jonas.click(await jonas.click(place.last, "More"), "Plans")
    panel = await jonas.click(await jonas.click(plans, "New plan"), "Whatever they do")
    assert panel.options[0] == "any double", "a token may be taken back on any"
    panel = await jonas.choose(panel, "double")
    fitting = await choose_all(
        jonas, await jonas.click(panel, "Take back a token, then roll again")
    )
    whole = await confirm(jonas, fitting)
    assert "you roll any double → you play take back " in whole.text

    panel = await choose_all(jonas, await jonas.click(whole, "Back"), which=0)
    refused = await confirm(jonas, panel)

    assert refused.text == (
        "This does not fit every roll that is meant. No die shows 1; the dice are 2 and 2."
    )


async def test_with_hidden_hands_nobody_elses_cards_are_shown(world: World) -> None:
    people = tuple(world.person(name) for name in ("Mara", "Jonas", "Lea", "Kim"))
    with matrio_with_telling_pictures():
        four = await sit_down(world, *people)
        planner, another, *_ = await four.others()
        before = all_public(world)

        plans = await planner.click(await planner.click(four.board, "More"), "Plans")
        panel = await planner.click(plans, "New plan")
        assert "Back" not in panel.buttons
        panel = await planner.choose(panel, panel.message.menus[0].options[0].value)
        whole = await confirm(planner, panel)
        assert whole.text.startswith("whatever the others do → you play ")
        on = await planner.click(whole, "Add another answer")
        back = await planner.click(on, "Back")
        await planner.click(back, "Save the plan")

        # Whoever reads along reads what the planner's seat may know, and others nothing.
        assert cards_in(told_to(world, planner)) & await held_by_others(four, planner) == set()
        assert cards_in(told_to(world, another)) & set(await four.hand_of(planner)) == set()
        assert all_public(world) == before


async def test_no_log_names_what_was_planned(
    running: Game, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level("DEBUG", logger="bot")
    caplog.set_level("DEBUG", logger="cogs")
    _, answer = await planned(running)
    exported = await running.to_move.slash("game export", running.place, game=running.code)

    assert answer not in caplog.text
    assert f'"{answer}"]' not in exported.files[0].data.decode()


async def test_a_plan_against_the_one_who_answers_at_once_too(
    world: World, mara: Person, jonas: Person
) -> None:
    """A plan's board pings whose turn it is then, though they have only just moved."""
    game = await start_game(world, mara, jonas)
    await game.play(2)
    opponent = game.to_move
    theirs, _ = await planned(game)

    answer = await opponent.slash("move", game.place, move=theirs, game=game.code)

    assert "Planned: " in answer.text
    assert game.board.pings == (opponent,)
