"""Plans in Discord: made on the board as it would be, seen by nobody else, played immediately."""

from pathlib import Path

import pytest

from bot.services.preferences import PictureStyle
from bot.text.voice import Voice
from cogs.board.board_message import scene_of
from cogs.board.hues import hues_of
from games.tablero.rules import Position
from render import picture
from tests.discord.board.test_hidden import held_by_others, told_to
from tests.discord.computer_tables import table_in
from tests.discord.hands import bot_of, cards_in, matrio_with_telling_pictures, sit_down
from tests.discord.playthrough import line_of
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, choose_along, start_game
from tests.discord.traces import all_public


def save_label(panel: Answer) -> str | None:
    """Return the label of the button that saves a plan with the answer that was built."""
    return next((label for label in panel.buttons if label.startswith("Save: ")), None)


async def choose_one(person: Person, panel: Answer, *, which: int = -1) -> Answer:
    """Take one of what is offered (the last, unless told)."""
    if panel.message.menus:
        options = panel.message.menus[0].options
        return await person.choose(panel, options[max(which, -len(options))].value)
    controls = {"Back", "Cancel", "Whatever they do"}
    labels = [label for label in panel.buttons if label not in controls]
    return await person.click(panel, labels[which])


async def choose_theirs(person: Person, panel: Answer) -> Answer:
    """Choose what the other plays; the last choice leads to the answer."""
    while "You answer." not in panel.text:
        panel = await choose_one(person, panel)
    return panel


async def choose_answer(person: Person, panel: Answer, *, which: int = -1) -> Answer:
    """Choose an answer until it can be saved."""
    while save_label(panel) is None:
        panel = await choose_one(person, panel, which=which)
    return panel


async def save(person: Person, panel: Answer) -> Answer:
    label = save_label(panel)
    assert label is not None, str(panel)
    return await person.click(panel, label)


async def new_plan(game: Game) -> Answer:
    """Make the player who waits, and has no plan, begin one."""
    more = await game.waiting.click(game.board, "More")
    return await game.waiting.click(more, "Plans")


async def planned(game: Game) -> tuple[str, str]:
    """Make the player who waits plan for a move, and return both moves in notation."""
    planner = game.waiting
    line = await line_of(game)
    theirs = line.game.legal_notation(line.position)[0]
    panel = await choose(planner, await new_plan(game), theirs)
    answer = line.game.legal_notation(line.apply(theirs).position)[0]
    panel = await choose(planner, panel, answer)
    await save(planner, panel)
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
    assert first.text.startswith("A plan plays your answer as soon as what ")
    assert f"\nWhat does {opponent} play? Which dice do you take?" in first.text
    second = await choose_theirs(planner, first)
    assert f"{opponent} plays " in second.text
    assert "You answer. Which dice do you take?" in second.text
    assert second.files[0].data != before
    whole = await save(planner, await choose_answer(planner, second))

    assert whole.buttons == ("Add another answer", "Withdraw", "All plans")
    assert whole.text.startswith(f"Saved: {opponent} plays ")
    assert " → you play " in whole.text
    listed = await planner.click(whole, "All plans")
    assert listed.text.startswith("Your plans in this game, which nobody else sees:\n1. ")
    assert "New plan" in listed.buttons
    assert all_public(world) == public


@pytest.mark.slow
async def test_a_plan_is_saved_by_the_click_that_confirms_its_answer(running: Game) -> None:
    game, planner = running, running.waiting
    deed = planner.clicking(
        panel := await choose_answer(planner, await choose_theirs(planner, await new_plan(game))),
        save_label(panel) or "",
    )

    first, second = await game.world.at_once(deed, deed)

    assert first.text.startswith("Saved: ")
    assert second.text == first.text
    plans = await planner.click(first, "All plans")
    assert "1. " in plans.text
    assert "2. " not in plans.text


@pytest.mark.slow
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
    assert (await planner.click(more, "Plans")).text.startswith("A plan plays your answer")


async def test_the_picture_marks_the_planned_move_and_the_one_that_it_answers(
    running: Game,
) -> None:
    game, opponent = running, running.to_move
    theirs, _ = await planned(game)
    await opponent.slash("move", game.place, move=theirs, game=game.code)

    line = await line_of(game)
    voice = Voice(names=tuple(person.name for person in game.players))
    hues = hues_of((await bot_of(game.world).matches.table(game.id)).game)
    both, last = (scene_of(line, voice, PictureStyle(), hues, told=told) for told in (2, 1))
    shown = game.board.pictures[0].data
    assert [len(scene.earlier) for scene in (both, last)] == [1, 0]
    assert shown == picture(both) != picture(last)


@pytest.mark.slow
async def test_only_its_owner_hears_of_a_plan(world: World, running: Game) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    await planned(game)

    theirs = await opponent.press(game.board, f"t:plans:{game.id}")

    assert theirs.text.startswith("You have no plan")
    assert theirs.buttons == ()
    for answer in ("t:plan-drop:1", "t:plan-first:1:2", "t:plan-on:1:2", "t:plan-go:1:2:"):
        pressed = await opponent.press(game.board, answer)
        assert pressed.text.startswith("This plan is gone")
    viewed = await opponent.press(game.board, f"t:plan-view:{game.id}", ["1"])
    assert viewed.text.startswith("This plan is gone")
    mine = await planner.click(await planner.click(game.board, "More"), "Plans")
    assert "1. " in mine.text


@pytest.mark.slow
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


@pytest.mark.slow
async def test_a_plan_outlives_a_restart_while_it_is_made_and_while_it_waits(
    world: World, running: Game
) -> None:
    game, planner, opponent = running, running.waiting, running.to_move
    line = await line_of(game)
    theirs = line.game.legal_notation(line.position)[0]
    second = await choose(planner, await new_plan(game), theirs)
    await world.restart(kill=True)
    await save(planner, await choose_answer(planner, second))
    await world.restart()

    await opponent.slash("move", game.place, move=theirs, game=game.code)

    assert game.moves == 4


async def test_one_step_back_and_another_way(running: Game) -> None:
    game, planner = running, running.waiting
    first = await new_plan(game)
    second = await choose_theirs(planner, first)
    again = await planner.click(second, "Back")
    assert first.text.endswith(again.text)
    assert "Back" not in again.buttons
    whatever = await planner.click(again, "Whatever they do")
    assert whatever.text.startswith("whatever the others do → …\nYou answer. ")
    assert "Whatever they do" not in whatever.buttons


@pytest.mark.slow
async def test_several_answers_are_added_one_after_the_other(running: Game) -> None:
    game, planner = running, running.waiting
    panel = await choose_theirs(planner, await new_plan(game))
    whole = await save(planner, await choose_answer(planner, panel))
    assert "Add another answer" in whole.buttons
    panel = await planner.click(whole, "Add another answer")
    assert f"What does {game.to_move} play?" in panel.text
    panel = await choose_one(planner, panel)
    while panel.text.count("→") < 3:
        panel = await choose_one(planner, panel)
    whole = await save(planner, await choose_answer(planner, panel))
    assert whole.text.count("→") == 3
    plans = await planner.click(whole, "All plans")
    assert "2. " not in plans.text, "the longer plan replaces the one it goes on from"


@pytest.mark.slow
async def test_the_board_that_moves_on_says_so(running: Game) -> None:
    game, planner = running, running.waiting
    panel = await choose_answer(planner, await choose_theirs(planner, await new_plan(game)))
    await game.type_move()

    late = await save(planner, panel)

    assert late.text == "The board has moved on. Start a new plan from the current board."


async def test_plans_are_not_offered_to_the_player_to_move(running: Game) -> None:
    game = running
    more = await game.to_move.click(game.board, "More")
    assert "Plans" not in more.buttons

    pressed = await game.to_move.press(game.board, f"t:plan-new:{game.id}:2")

    assert pressed.text == "It is your turn: move first, then plan."


async def unplayable(game: Game) -> str:
    """Plan to take a die that the other takes first, and return its cell."""
    planner, opponent = game.waiting, game.to_move
    line = await line_of(game)
    wanted = line.game.legal_notation(line.position)[0]
    panel = await planner.click(await new_plan(game), "Whatever they do")
    await save(planner, await choose(planner, panel, wanted))
    await opponent.slash("move", game.place, move=wanted, game=game.code)
    return wanted


async def test_a_plan_that_became_impossible_is_told_to_its_owner_alone(
    world: World, running: Game
) -> None:
    game, planner = running, running.waiting

    wanted = await unplayable(game)

    told = planner.dm.last
    which, why = told.text.splitlines()
    assert which.startswith(
        "Your plan in Dice Matrix could not be played: whatever the others do → you play "
    )
    assert wanted in which
    assert why == f"{wanted} is empty."
    explained = await planner.click(told, "About plans")
    assert explained.text.startswith("A plan plays your answer as soon as")
    assert "plan" not in game.board.text.lower()
    plans = await planner.press(game.board, f"t:plans:{game.id}")
    assert plans.text.startswith("You have no plan")


@pytest.mark.slow
async def test_a_plan_that_a_takeback_ends_is_told_to_its_owner(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, rated=False)
    await game.play(2)
    planner, opponent = game.waiting, game.to_move
    theirs, _ = await planned(game)

    await planner.slash("game takeback", game.place, game=game.code)
    await opponent.click(game.place.last, "Agree")

    told = planner.dm.last
    assert told.text.startswith(
        f"A turn was taken back, so your plan in Dice Matrix no longer applies: {opponent} plays "
    )
    assert theirs in told.text


async def test_who_takes_no_direct_messages_is_told_in_the_list(
    world: World, running: Game
) -> None:
    game, planner = running, running.waiting
    world.fail("POST", "/users/@me/channels", status=403, code=50007, times=None)

    await unplayable(game)

    plans = await planner.press(game.board, f"t:plans:{game.id}")
    assert plans.text.startswith("Your plan in Dice Matrix could not be played")
    again = await planner.press(game.board, f"t:plans:{game.id}")
    assert again.text.startswith("You have no plan")


@pytest.mark.slow
async def test_a_plan_by_roll_is_made_from_a_list_of_rolls(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("tablero challenge", opponent=jonas, first="me", rated=False)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    place = card.thread
    assert place is not None
    board = place.last

    panel = await jonas.click(await jonas.click(board, "More"), "Plans")
    panel = await jonas.click(panel, "Whatever they do")
    assert panel.text == "whatever the others do → …\nWhat do you roll?"
    assert [menu.placeholder for menu in panel.message.menus] == [
        "Which roll?",
        "Or any of several",
    ]
    assert "any double" not in panel.options, "nothing fits any double yet"
    panel = await jonas.choose(panel, "3-4")
    assert "you roll 3 and 4" in panel.text
    saved = await save(jonas, await jonas.click(panel, "Place on 3"))
    assert saved.text.endswith("you roll 3 and 4 → you play place on N3, place on N4")
    listed = await jonas.click(saved, "All plans")
    assert "1. " in listed.text


@pytest.mark.slow
async def test_an_answer_to_several_rolls_is_one_move_that_fits_them_all(
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
    panel = await jonas.click(await jonas.click(place.last, "More"), "Plans")
    panel = await jonas.click(panel, "Whatever they do")
    kinds = await jonas.choose(panel, "any 6")
    assert kinds.text.endswith(
        "you roll any 6 → …\nYou answer with one move, and play the rest of the turn yourself."
    )
    assert "place on N6" in kinds.options
    assert not [option for option in kinds.options if "1" in option]
    assert "Add another answer" not in (await jonas.choose(kinds, "place on N6")).buttons

    panel = await jonas.click(await jonas.click(place.last, "More"), "Plans")
    panel = await jonas.click(await jonas.click(panel, "New plan"), "Whatever they do")
    doubles = await jonas.choose(panel, "double")
    assert not [option for option in doubles.options if option.startswith("place")]
    saved = await jonas.choose(doubles, doubles.options[0])
    assert "you roll any double → you play take back " in saved.text


async def test_with_hidden_hands_nobody_elses_cards_are_shown(world: World) -> None:
    people = tuple(world.person(name) for name in ("Mara", "Jonas", "Lea", "Kim"))
    with matrio_with_telling_pictures():
        four = await sit_down(world, *people)
        planner, another, *_ = await four.others()
        before = all_public(world)

        panel = await planner.click(await planner.click(four.board, "More"), "Plans")
        assert "Back" not in panel.buttons
        whole = await save(planner, await choose_answer(planner, panel))
        assert whole.text.startswith("Saved: whatever the others do → you play ")
        await planner.click(whole, "Add another answer")

        # A reader sees what the planner's seat may know, and others nothing.
        assert cards_in(told_to(world, planner)) & await held_by_others(four, planner) == set()
        assert cards_in(told_to(world, another)) & set(await four.hand_of(planner)) == set()
        assert all_public(world) == before


@pytest.mark.slow
async def test_no_log_names_what_was_planned(
    running: Game, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level("DEBUG", logger="bot")
    caplog.set_level("DEBUG", logger="cogs")
    _, answer = await planned(running)
    exported = await running.to_move.slash("game export", running.place, game=running.code)

    assert answer not in caplog.text
    assert f'"{answer}"]' not in exported.files[0].data.decode()


@pytest.mark.slow
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
