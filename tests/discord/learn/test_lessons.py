"""First lessons: worked through to their end by clicking, with right and with wrong answers."""

from dataclasses import dataclass

import pytest

from cogs.learn.companions import COMPANIONS
from games.game import spread
from games.lessons.lesson import Exercise, begun, judge, pupil_of
from games.registry import GAMES
from tests.discord.hands import NAMES, sit_down
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import choose_along, confirm_label, game_of, offered, start_game
from tests.game_uis import ui_of
from tests.games.answers import Answer as Turn
from tests.games.answers import answers
from tests.tiers import few

MOST_TEXT = 4000
"""Characters that Discord takes in the texts of one message."""
PICTURE, TEXT, ROW = 12, 10, 1
"""Discord's numbers for the parts of a message."""
LONGER = 1.4
"""How much longer a translation may be than the English."""


@dataclass(frozen=True)
class Lesson:
    """A lesson that somebody takes."""

    world: World
    pupil: Person
    key: str

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        return ui_of(self.key).lesson.exercises

    async def begin(self) -> Answer:
        return await self.pupil.slash(f"{GAMES[self.key].about.command} learn")

    def right(self, number: int) -> Turn:
        """Return an answer that is wanted."""
        wanted = self.exercises[number].right
        return next(turn for turn in answers(self.key, number) if turn.asked & wanted)

    def wrong(self, number: int) -> Turn | None:
        """Return an answer that is allowed but not wanted; None where the rules leave no other."""
        wanted = self.exercises[number].right
        return next((turn for turn in answers(self.key, number) if not turn.asked & wanted), None)

    async def answer(self, page: Answer, turn: Turn) -> Answer:
        """Build a turn by clicking and confirm it."""
        page = await choose_along(self.pupil, page, *spread(turn.chosen))
        return await self.pupil.click(page, confirm_label(page) or "")


@pytest.fixture(params=few(GAMES))
def lesson(request: pytest.FixtureRequest, world: World, mara: Person) -> Lesson:
    """Return a lesson of each game, which Mara takes."""
    return Lesson(world, mara, request.param)


def said(text: object, page: Answer) -> bool:
    """Tell whether a page says a text, to a pupil called Mara."""
    told = str(text)
    for seat, name in enumerate(["Mara", *map(str, COMPANIONS)]):
        told = told.replace(f"player {seat + 1}", name)
    return told in page.text


async def test_a_lesson_is_worked_through_by_clicking(lesson: Lesson) -> None:
    page = await lesson.begin()
    assert page.ephemeral
    message = page.message
    for number, exercise in enumerate(lesson.exercises):
        assert f"step {number + 1} of {len(lesson.exercises)}" in page.text
        assert said(exercise.task, page)
        assert page.pictures[0].alt
        praise = await lesson.answer(page, lesson.right(number))
        assert said(exercise.praise, praise)
        assert praise.pictures[0].alt
        assert praise.buttons == ("Next", "Leave")
        page = await lesson.pupil.click(praise, "Next")
        assert page.message == message
    assert said(ui_of(lesson.key).lesson.farewell, page)
    assert f"/{GAMES[lesson.key].about.command} challenge" in page.text
    assert page.buttons == ("Play the computer", "Challenge", "Rules", "Back")
    assert page.files == ()
    rules = await lesson.pupil.click(page, "Rules")
    assert rules.text.startswith(f"### {GAMES[lesson.key].about.name}")


async def test_a_wrong_answer_is_told_what_it_does_and_may_be_tried_again(lesson: Lesson) -> None:
    page = await lesson.begin()
    for number, exercise in enumerate(lesson.exercises):
        wrong = lesson.wrong(number)
        if wrong is not None:
            verdict = judge(exercise, wrong.turn)
            page = await lesson.answer(page, wrong)
            assert "Legal, but not the move for this lesson." in page.text
            assert said(verdict.deed, page)
            assert said(verdict.comment, page)
            assert said(exercise.task, page)
            assert confirm_label(page) is None
            # What is wanted and what was wrong are right above what is clicked.
            kinds = [part["type"] for part in page.message.components[0]["components"]]
            row = kinds.index(ROW)
            assert kinds[row - 4 : row] == [PICTURE, *[TEXT] * 3]
        page = await lesson.answer(page, lesson.right(number))
        assert said(exercise.praise, page)
        page = await lesson.pupil.click(page, "Next")


async def test_an_exercise_can_be_skipped_and_gone_back_to(lesson: Lesson) -> None:
    first = await lesson.begin()
    assert first.buttons[-3:] == ("Skip", "Text", "Leave")
    assert "Back" not in first.buttons
    opening = first.text

    second = await lesson.pupil.click(first, "Skip")
    assert said(lesson.exercises[1].task, second)
    assert (await lesson.pupil.click(second, "Back")).text == opening


async def test_a_choice_can_be_taken_back(lesson: Lesson) -> None:
    page = await lesson.begin()
    opening = page.text
    chosen = await lesson.pupil.press(page.message, *next(iter(offered(page).values())))
    assert chosen.text != opening
    assert (await lesson.pupil.click(chosen, "Back")).text == opening


async def test_whoever_leaves_is_told_how_to_come_back(lesson: Lesson) -> None:
    page = await lesson.begin()
    left = await lesson.pupil.click(page, "Leave")
    assert left.text == f"The lesson waits for you: /{GAMES[lesson.key].about.command} learn."
    assert left.buttons == ()
    assert left.message == page.message


async def test_an_exercise_is_told_in_words_with_ones_own_hand(lesson: Lesson) -> None:
    page = await lesson.begin()
    told = await lesson.pupil.click(page, "Text")
    assert told.ephemeral
    assert told.message != page.message
    line = begun(lesson.exercises[0])
    seen = line.position.seen_by(pupil_of(line))
    assert said(line.game.describe_position(seen), told)


async def test_whoever_prefers_words_is_taught_in_words(lesson: Lesson) -> None:
    await lesson.pupil.slash("preferences", boards="text")
    page = await lesson.begin()
    for number, exercise in enumerate(lesson.exercises):
        line = begun(exercise)
        seen = line.position.seen_by(pupil_of(line))
        assert said(line.game.describe_position(seen), page)
        page = await lesson.answer(page, lesson.right(number))
        assert said(exercise.praise, page)
        assert page.files == ()
        page = await lesson.pupil.click(page, "Next")


async def test_nothing_is_stored_and_a_restart_changes_nothing(lesson: Lesson) -> None:
    page = await lesson.begin()
    await lesson.world.restart()
    praise = await lesson.answer(page, lesson.right(0))
    assert said(lesson.exercises[0].praise, praise)


async def test_all_that_a_lesson_says_fits_into_a_message_in_any_language(lesson: Lesson) -> None:
    """The longest page is the one after a wrong answer, with the position in words."""
    for number, exercise in enumerate(lesson.exercises):
        line = begun(exercise)
        seen = line.position.seen_by(pupil_of(line))
        position = len(str(line.game.describe_position(seen)))
        for turn in answers(lesson.key, number):
            verdict = judge(exercise, turn.turn)
            built = line.game.steps(seen, turn.chosen)
            together = len(f"{exercise.task}{verdict.deed}{verdict.comment}{built.prompt}")
            assert (position + together) * LONGER < MOST_TEXT, turn
    await lesson.begin()


@pytest.mark.parametrize("key", [key for key in GAMES if 2 in GAMES[key].about.seats])
async def test_a_lesson_opens_from_the_first_board_of_newcomers(
    world: World, mara: Person, jonas: Person, key: str
) -> None:
    name = GAMES[key].about.command
    parameter = "opponent1" if len(GAMES[key].about.seats) > 1 else "opponent"
    await mara.slash(f"{name} challenge", **{parameter: jonas})
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)
    first = game.board
    assert first.buttons == ("Move", "Text", "Learn", "More")

    lesson = await jonas.click(first, "Learn")
    assert lesson.ephemeral
    assert said(ui_of(key).lesson.exercises[0].task, lesson)

    await game.click_move()
    assert list(first.buttons) == ["Text"]
    assert "Learn" not in game.board.buttons


async def test_a_lesson_opens_from_the_first_board_of_a_table(world: World) -> None:
    four = await sit_down(world, *(world.person(name) for name in NAMES))
    assert four.board.buttons == ("Move", "Your hand", "Text", "Learn", "More")


@pytest.mark.slow
async def test_who_has_finished_a_game_needs_no_lesson(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await start_game(world, mara, jonas)
    await first.play(2)
    await first.resign(jonas)
    second = await start_game(world, mara, jonas)
    assert "Learn" not in second.board.buttons
    kim = world.person("Kim")
    assert "Learn" in (await start_game(world, mara, kim)).board.buttons
