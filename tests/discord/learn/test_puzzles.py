"""Puzzles of the day, answered by clicking: right, wrong, twice, and on the day after."""

import re

import pytest

from bot.match.reminder_times import DAY
from games.game import spread
from games.puzzles.puzzle import Puzzle, begun, solution
from games.puzzles.shelf import games_with_puzzles, puzzle_for
from games.registry import GAMES
from tests.discord.days import pass_days, seconds
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import confirm_label, offered
from tests.games.puzzles.solving import Built, right, wrong
from tests.tiers import sampled

KEYS = games_with_puzzles()


def today(world: World, key: str) -> Puzzle:
    return puzzle_for(key, seconds(world) // DAY)


async def open_puzzle(person: Person, key: str) -> Answer:
    return await person.slash("puzzle", game=GAMES[key].about.name)


def answer_label(panel: Answer) -> str | None:
    return next((label for label in panel.buttons if label.startswith("Answer: ")), None)


async def build(person: Person, panel: Answer, turn: Built) -> Answer:
    """Make the choices of a turn by clicking until it can be answered."""
    left = spread(turn.chosen)
    while answer_label(panel) is None:
        ways = {spread([token]): press for token, press in offered(panel).items()}
        start, taken = next(
            (start, taken)
            for start in range(len(left))
            for taken in ways
            if left[start : start + len(taken)] == taken
        )
        left = left[start + len(taken) :]
        panel = await person.press(panel, *ways[taken])
    return panel


async def answer(person: Person, panel: Answer, turn: Built) -> Answer:
    panel = await build(person, panel, turn)
    return await person.click(panel, answer_label(panel) or "")


@sampled("key", KEYS)
async def test_the_right_answer_is_praised_explained_and_drawn(
    world: World, mara: Person, key: str
) -> None:
    puzzle = today(world, key)
    panel = await open_puzzle(mara, key)
    asked, picture = panel.text, panel.pictures[0]
    solved = await answer(mara, panel, right(puzzle))

    assert panel.ephemeral
    assert "**What is your best turn?**" in asked
    assert picture.alt
    assert "**Right!**" in solved.text
    best, second = (round(100 * valued.value) for valued in puzzle.turns[:2])
    assert f"it leads to first place in {best} of 100 games" in solved.text
    assert f"in {second}." in solved.text
    assert "streak: 1 day. 1 person has found it today, 1 on the first try." in solved.text
    assert solved.pictures[0].data != picture.data
    assert world.channel.messages == ()


@sampled("key", KEYS)
async def test_a_wrong_answer_may_be_followed_by_one_more_which_does_not_count(
    world: World, mara: Person, key: str
) -> None:
    puzzle = today(world, key)
    panel = await open_puzzle(mara, key)
    again = await answer(mara, panel, wrong(puzzle))
    told = again.text
    solved = await answer(mara, again, right(puzzle))

    assert "**That is not the best turn.**" in told
    assert "of 100 games" in told
    assert "One more try is allowed; only the first answer counts." in told
    assert "**Right, on the second try.**" in solved.text
    assert "1 person has found it today, 0 on the first try." in solved.text
    assert "streak" not in solved.text


@pytest.mark.slow
@sampled("key", KEYS)
async def test_after_two_wrong_answers_the_solution_is_shown(
    world: World, mara: Person, key: str
) -> None:
    puzzle = today(world, key)
    first = wrong(puzzle)
    again = await answer(mara, await open_puzzle(mara, key), first)
    over = await answer(mara, again, wrong(puzzle, ".".join(first.chosen)))
    reopened = await open_puzzle(mara, key)

    for shown in (over, reopened):
        assert "**Not found this time.**" in shown.text
        assert "**The best turn:**" in shown.text
        assert answer_label(shown) is None
    assert "Your answer: " in over.text


async def test_the_same_wrong_answer_is_the_same_try(world: World, mara: Person) -> None:
    key = KEYS[0]
    puzzle = today(world, key)
    again = await answer(mara, await open_puzzle(mara, key), wrong(puzzle))
    again = await answer(mara, again, wrong(puzzle))
    solved = await answer(mara, again, right(puzzle))

    assert "**Right, on the second try.**" in solved.text


async def test_who_looks_at_the_solution_has_no_second_try(world: World, mara: Person) -> None:
    key = KEYS[0]
    again = await answer(mara, await open_puzzle(mara, key), wrong(today(world, key)))
    shown = await mara.click(again, "Show the solution")
    listed = await mara.slash("puzzle")

    assert "**The best turn:**" in shown.text
    assert f"**{GAMES[key].about.name}**: not found" in listed.text


@pytest.mark.parametrize("key", KEYS)
async def test_nothing_of_the_solution_is_shown_or_sent_before_the_answer(
    world: World, mara: Person, key: str
) -> None:
    """Neither in words, nor in alt texts and ids: what is there is there for every legal turn."""
    puzzle = today(world, key)
    panel = await open_puzzle(mara, key)
    alone = {panel.text, *(picture.alt or "" for picture in panel.pictures)}
    again = await answer(mara, panel, wrong(puzzle))
    values = [str(round(100 * valued.value)) for valued in puzzle.turns[:1]]
    told = again.text

    for text in alone:
        assert "first place" not in text
        assert "best turn:" not in text
    assert "**The best turn:**" not in told
    assert str(solution(puzzle).deed) not in told
    assert not re.search(rf"in (?:{'|'.join(values)}) of 100", told)
    ids = [control.custom_id or "" for control in again.message.controls]
    assert all(len(custom_id) <= 100 for custom_id in ids)
    seen = begun(puzzle).position
    assert "Show the solution" in again.buttons
    assert seen.result() is None


@pytest.mark.slow
async def test_the_streak_grows_day_by_day_and_ends_with_a_day_left_out(
    world: World, mara: Person
) -> None:
    key = KEYS[0]
    said = []
    for pause in (1, 1, 2):
        solved = await answer(mara, await open_puzzle(mara, key), right(today(world, key)))
        said.append(re.findall(r"streak: (\d+) day", solved.text))
        await pass_days(world, pause)
    listed = await mara.slash("puzzle")

    assert said == [["1"], ["2"], ["3"]]
    assert "streak" not in listed.text.split("\n")[1]


@pytest.mark.slow
async def test_the_puzzle_of_another_day_is_not_answered(world: World, mara: Person) -> None:
    key = KEYS[0]
    panel = await build(mara, await open_puzzle(mara, key), right(today(world, key)))
    await pass_days(world, 1)
    late = await mara.click(panel, answer_label(panel) or "")

    assert "This puzzle is from another day" in late.text


async def test_a_list_shows_all_games_and_opens_each(world: World, mara: Person) -> None:
    listed = await mara.slash("puzzle")
    assert listed.ephemeral
    assert tuple(listed.buttons) == tuple(GAMES[key].about.name for key in KEYS)
    for key in KEYS:
        assert f"**{GAMES[key].about.name}**: not answered yet" in listed.text
        panel = await mara.click(listed, GAMES[key].about.name)
        assert f"{GAMES[key].about.name}, puzzle of the day" in panel.text
        listed = await mara.slash("puzzle")


@pytest.mark.parametrize("key", KEYS)
async def test_the_position_can_be_read(mara: Person, key: str) -> None:
    panel = await open_puzzle(mara, key)
    told = await mara.click(panel, "Text")
    assert told.ephemeral
    assert len(told.text) > 50


async def test_solvers_are_counted_without_being_named(
    world: World, mara: Person, jonas: Person
) -> None:
    key = KEYS[0]
    puzzle = today(world, key)
    await answer(mara, await open_puzzle(mara, key), right(puzzle))
    again = await answer(jonas, await open_puzzle(jonas, key), wrong(puzzle))
    solved = await answer(jonas, again, right(puzzle))

    assert "2 people have found it today, 1 on the first try." in solved.text
    assert "Mara" not in solved.text


async def test_answers_are_exported_and_deleted(world: World, mara: Person) -> None:
    key = KEYS[0]
    await answer(mara, await open_puzzle(mara, key), right(today(world, key)))
    privacy = await mara.slash("privacy")
    exported = await mara.click(privacy, "Export")
    question = await mara.click(privacy, "Delete")
    await mara.click(question, question.buttons[0])
    listed = await mara.slash("puzzle")

    assert '"first_answer"' in exported.files[0].data.decode()
    assert f"**{GAMES[key].about.name}**: not answered yet" in listed.text
    assert confirm_label(listed) is None
