"""Reviews of finished games, as people ask for them: progress, picture, words, and again."""

import asyncio
import re

import pytest

from bot.errors import ForgedControl
from bot.workers.pool import JobFailed
from games.players import Level
from tests.bot.thinkers import Here
from tests.discord.computer_tables import begin, move, table_in, think_here
from tests.discord.match.test_explore import STAY, depth, try_label, try_one
from tests.discord.simulated import Answer, Person, Place, World
from tests.discord.tables import Game, result_in
from tests.discord.traces import all_public

PNG = b"\x89PNG"


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


async def ended(world: World, mara: Person, moves: int = 3) -> Place:
    """Make Mara play some moves against the computer and give up."""
    thread = await begin(world, mara, "tablero", first="me")
    for _ in range(moves):
        await move(world, mara, thread)
    question = await mara.slash("game resign", thread)
    await mara.click(question, "Resign")
    return thread


async def test_a_review_shows_chances_luck_and_mistakes_to_whoever_asks(
    world: World, mara: Person, jonas: Person
) -> None:
    thread = await ended(world, mara)

    review = await jonas.click(result_in(thread), "Review")

    assert review.ephemeral
    (picture,) = review.pictures
    assert picture.data.startswith(PNG)
    assert re.match(
        "Winning chances, after turn 0: Mara \\d+ %, Ada \\d+ %; .*Mara 0 %, Ada 100 %$",
        picture.alt or "",
    )
    # The luck is in the picture.
    assert "from the dice" not in review.text
    assert "Costly moves" in review.text or "No move cost much." in review.text


@pytest.mark.slow
async def test_in_words_a_review_says_what_dice_and_moves_did_on_average(
    world: World, mara: Person
) -> None:
    thread = await ended(world, mara)
    await mara.slash("preferences", boards="text")

    review = await mara.click(result_in(thread), "Review")

    assert not review.pictures
    number = r"(?:[+\u2212]\d+\.\d|±0) %"
    assert re.search(
        rf"Mara, average per turn: {number} from the dice, {number} from the moves", review.text
    )


@pytest.mark.slow
async def test_costly_moves_are_shown_one_by_one_on_their_boards(
    world: World, mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.reviews.COSTLY", 0.0)
    thread = await ended(world, mara, moves=4)
    review = await jonas.click(result_in(thread), "Review")
    listed = re.findall(r"^\d+\. Turn \d+, .*; better: .*$", review.text, re.MULTILINE)
    assert len(listed) > 1
    told = review.text.splitlines()

    step = await jonas.click(review, "Show these moves")
    pictures, lessons = [], set()
    for number in range(1, len(listed) + 1):
        assert step.text.startswith(f"**{number} of {len(listed)}** · turn ")
        played, better = re.findall(r"^(?:Played|Better): (.*)$", step.text, re.MULTILINE)
        assert f": {played}; better: {better}" in listed[number - 1]
        lesson, after = step.text.rpartition("\n")[2], told.index(listed[number - 1]) + 1
        unknown = lesson == "What is better about it shows only some turns later."
        assert unknown is not (told[after] == f"-# {lesson}")
        lessons.add(lesson)
        (picture,) = step.pictures
        assert picture.alt
        pictures.append(picture.data)
        assert ("Previous" in step.buttons) is (number > 1)
        if number < len(listed):
            step = await jonas.click(step, "Next")
    assert len(set(pictures)) == len(listed)
    assert any("he move that was played " in lesson for lesson in lessons)
    assert "Next" not in step.buttons

    whole = await jonas.click(step, "Whole review")
    assert whole.text == review.text


async def costly(mara: Person, asker: Person, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Show the costliest move of a game that Mara played against a computer."""
    monkeypatch.setattr("bot.services.reviews.COSTLY", 0.0)
    thread = await ended(mara.world, mara, moves=4)
    review = await asker.click(result_in(thread), "Review")
    return await asker.click(review, "Show these moves")


async def test_from_a_costly_move_one_tries_again_against_the_computer(
    world: World, mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = await costly(mara, jonas, monkeypatch)
    public = all_public(world)
    player = re.findall(r" · turn \d+, (\w+): ", step.text)[0]

    shown = await jonas.click(step, "Try again from here")

    assert shown.ephemeral
    assert "again against the computer (easy), for you alone: where you began" in shown.text
    # The one who tries has taken the seat of the one who missed something.
    assert "Jonas" in (shown.pictures[0].alt or "")
    assert player not in (shown.pictures[0].alt or "") or player == "Ada"
    for deep in (2, 4):
        shown = await try_one(jonas, shown)
        assert depth(shown) == deep
        assert "Roll" not in shown.buttons
        assert "Rolls are made up here" in shown.text
    hint = await jonas.click(shown, "Hint")
    assert re.search(r"^1\. \*\*", hint.text, re.MULTILINE)
    for deep in (2, 0):
        shown = await jonas.click(shown, "Take back")
        assert depth(shown) == deep
    assert "Take back" not in shown.buttons
    assert all_public(world) == public


async def test_in_practice_a_click_that_comes_twice_has_one_answer(
    mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch, thinkers: list[Here]
) -> None:
    step = await costly(mara, jonas, monkeypatch)
    shown = await jonas.click(step, "Try again from here")
    while (label := try_label(shown)) is None:
        menu = shown.message.menus[0] if shown.message.menus else None
        if menu is not None:
            shown = await jonas.choose(shown, menu.options[0].value)
        else:
            labels = [label for label in shown.buttons if label not in STAY]
            shown = await jonas.click(shown, labels[0])
    (turn,) = (each.custom_id or "" for each in shown.message.controls if each.label == label)
    jobs = thinkers[-1].jobs

    once = await jonas.press(shown, turn)
    twice = await jonas.press(shown, turn)

    assert once.text == twice.text
    assert thinkers[-1].jobs == jobs + 1


async def test_in_practice_nothing_is_kept_of_a_turn_that_the_computer_does_not_answer(
    mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch, thinkers: list[Here]
) -> None:
    step = await costly(mara, jonas, monkeypatch)
    shown = await jonas.click(step, "Try again from here")
    thinkers[-1].failing.add(Level.EASY)
    failed = await try_one(jonas, shown)
    assert "The computer can't think of anything right now. Please try again." in failed.text
    thinkers[-1].failing.clear()
    assert depth(await try_one(jonas, shown)) == 2


@pytest.mark.slow
async def test_a_costly_move_leads_to_its_step_of_the_replay_and_back(
    world: World, mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.reviews.COSTLY", 0.0)
    thread = await ended(world, mara, moves=4)
    review = await jonas.click(result_in(thread), "Review")
    (first, *_) = re.findall(
        r"^1\. Turn (\d+), (\w+): (.*); better: (.*)$", review.text, re.MULTILINE
    )
    turn, player, played, better = first

    replay = await jonas.choose(review, option_of(review, f"Turn {turn}, {player}: "))

    assert replay.ephemeral
    assert f"turn {turn} of " in replay.text
    assert f"A costly move of {player}: " in replay.text
    step = await jonas.click(replay, "The better move")
    assert f"Played: {played}\nBetter: {better}\n" in step.text
    again = await jonas.click(step, "Replay")
    assert again.text == replay.text
    start = await jonas.click(again, "First")
    assert "costly" not in start.text
    assert (await jonas.click(start, "Review")).text == review.text


@pytest.mark.slow
async def test_after_a_takeback_the_moves_that_count_are_reviewed(
    world: World, mara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.reviews.COSTLY", 0.0)
    thread = await begin(world, mara, "tablero", first="me", rated=False)
    for _ in range(2):
        await move(world, mara, thread)
    await mara.slash("game takeback", thread)
    assert any("Taken back: " in message.text for message in thread.messages)
    for _ in range(3):
        await move(world, mara, thread)
    await mara.click(await mara.slash("game resign", thread), "Resign")

    review = await mara.click(result_in(thread), "Review")

    told = re.findall(r"^\d+\. Turn (\d+), (\w+): (.*); better: ", review.text, re.MULTILINE)
    assert told
    for turn, player, played in told:
        replay = await mara.choose(review, option_of(review, f"Turn {turn}, {player}: "))
        assert f"turn {turn} of " in replay.text
        said = played.removeprefix("move ").removeprefix("place on ")
        assert said in replay.text
        review = await mara.click(await mara.click(replay, "First"), "Review")


def option_of(shown: Answer, start: str) -> str:
    """Return the option of a list that begins with a text."""
    (menu,) = shown.message.menus
    return next(option.label for option in menu.options if option.label.startswith(start))


@pytest.mark.slow
async def test_a_costly_move_that_there_is_none_of_is_refused(world: World, mara: Person) -> None:
    thread = await ended(world, mara)
    game = (await table_in(world, thread)).game

    unknown = await mara.press(thread.last, f"t:mistake:{game.id}:0")
    await mara.click(result_in(thread), "Review")
    too_many = await mara.press(thread.last, f"t:mistake:{game.id}:99")

    assert unknown.text == too_many.text == str(ForgedControl().text)


@pytest.mark.slow
async def test_the_second_click_asks_no_worker_and_more_has_the_button_too(
    world: World, mara: Person, thinkers: list[Here]
) -> None:
    thread = await ended(world, mara)
    first = await mara.click(result_in(thread), "Review")
    jobs = thinkers[-1].jobs
    game = (await table_in(world, thread)).game

    more = await mara.press(thread.last, f"t:more:{game.id}")
    again = await mara.click(more, "Review")

    assert again.text == first.text
    assert thinkers[-1].jobs == jobs


@pytest.mark.slow
async def test_while_it_works_the_answer_says_how_far_it_is(
    world: World, mara: Person, thinkers: list[Here]
) -> None:
    thread = await ended(world, mara)
    thinkers[-1].held.clear()
    answer = await mara.click(result_in(thread), "Review")
    assert re.fullmatch("Analysing the game: 0 of \\d+", answer.text)

    thinkers[-1].held.set()
    await world.pass_time(seconds=2)

    assert answer.pictures
    assert "Looking" not in answer.text


async def test_a_running_game_has_no_review(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "tablero", first="me")
    game = (await table_in(world, thread)).game
    refused = await mara.press(thread.last, f"t:review:{game.id}")
    assert refused.text == "Only a game that has ended with a result can be reviewed."


@pytest.mark.slow
async def test_a_review_that_fails_says_so(
    world: World, mara: Person, thinkers: list[Here], monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await ended(world, mara)

    async def failing(*_args: object, **_kwargs: object) -> object:
        await asyncio.sleep(0)
        raise JobFailed

    monkeypatch.setattr(thinkers[-1], "_run", failing)
    answer = await mara.click(result_in(thread), "Review")
    assert answer.text == "This game could not be analysed. Please try again."


@pytest.mark.slow
async def test_two_people_of_different_languages_share_one_review(
    world: World, game: Game, mara: Person, jonas: Person, thinkers: list[Here]
) -> None:
    await game.play(2)
    await game.resign(mara)
    first = await mara.click(game.result, "Review")
    jobs = thinkers[-1].jobs
    jonas.locale = "de"
    second = await jonas.click(game.result, "Review")
    assert second.pictures
    assert first.pictures[0].alt
    assert thinkers[-1].jobs == jobs
