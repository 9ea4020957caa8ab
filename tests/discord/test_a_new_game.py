"""A game is its files and one entry in the registry: the toy is added, and all of Discord has it.

It is listed, explained, taught, challenged to, drawn, played to its end by clicks, reviewed and
rated. Nothing is touched for it but what `tests.toy` does.
"""

import re

import pytest

from tests.bot.thinkers import Here
from tests.discord.computer_tables import think_here
from tests.discord.days import pass_days
from tests.discord.match.test_explore import try_one
from tests.discord.simulated import Message, Person, Place, World
from tests.discord.tables import confirm_label, mentioned_first, result_in
from tests.toy import install

PNG = b"\x89PNG"


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Add the game before the world makes the bot, and let computers think in this process."""
    install(monkeypatch)
    return think_here(monkeypatch)


def live(thread: Place) -> list[Message]:
    return [message for message in thread.messages if "Move" in message.buttons]


async def begin(mara: Person, jonas: Person) -> Place:
    await mara.slash("toy challenge", opponent1=jonas, seats=2)
    card = mara.world.channel.last
    assert card.text.startswith("### Toy\n")
    await jonas.click(card, "Accept")
    assert card.thread is not None
    return card.thread


async def play_to_the_end(thread: Place) -> Message:
    """Make the player to move click their way through the panel until nobody is."""
    while boards := live(thread):
        (board,) = boards
        assert board.pictures[0].data.startswith(PNG)
        assert board.pictures[0].alt
        person = mentioned_first(board)
        panel = await person.click(board, "Move")
        panel = await person.click(panel, panel.buttons[0])
        await person.click(panel, confirm_label(panel) or "")
    return result_in(thread)


async def test_it_is_challenged_to_drawn_and_played_to_its_end_by_clicks(
    world: World, mara: Person, jonas: Person
) -> None:
    thread = await begin(mara, jonas)
    listed = await jonas.slash("games")
    here = await mara.slash("help", thread)

    result = await play_to_the_end(thread)

    assert "Toy with Mara" in listed.text
    assert here.text.startswith("### Toy: ")
    assert re.match(r"### (Mara|Jonas) wins", result.text), result.text
    assert result.pictures[0].data.startswith(PNG)


async def test_its_end_is_rated_and_reviewed(world: World, mara: Person, jonas: Person) -> None:
    thread = await begin(mara, jonas)
    result = await play_to_the_end(thread)
    winner = re.findall(r"### (\w+) wins", result.text)[0]

    board = await mara.slash("leaderboard", game="Toy")
    review = await jonas.click(result, "Review")

    assert re.match(rf"1\. {winner} \d+\?: won 1", board.pictures[0].alt or "")
    assert review.pictures[0].data.startswith(PNG)
    assert (review.pictures[0].alt or "").startswith("Winning chances")


async def test_moves_are_tried_in_it_and_a_position_is_shown_for_a_vote(
    world: World, mara: Person, jonas: Person
) -> None:
    thread = await begin(mara, jonas)
    result = await play_to_the_end(thread)
    shown = await mara.click(await mara.click(result, "Replay"), "Explore")
    for _ in range(4):
        shown = await try_one(mara, shown)
    while "Roll" in shown.buttons:
        shown = await try_one(mara, shown)

    await mara.click(await mara.click(shown, "Ask everybody"), "Post with answers")

    poll = thread.last
    assert poll.text.startswith("### What would you play?\nMara shows a position of Toy ")
    assert poll.pictures[0].data.startswith(PNG)
    assert (await jonas.click(poll, poll.buttons[0])).text.startswith("You vote for **")
    await pass_days(world, 1.1)
    assert "**The vote is closed: 1 vote.**" in poll.text


@pytest.mark.slow
async def test_the_computer_plays_it_and_has_hints(world: World, mara: Person) -> None:
    await mara.slash("toy challenge", seats=2, computer="easy")
    thread = world.channel.last.thread
    assert thread is not None
    more = await mara.click(live(thread)[0], "More")
    hint = await mara.click(more, "Hint")

    await play_to_the_end(thread)

    assert "pick:1" in hint.text


async def test_its_rules_are_shown_and_its_lesson_is_taken(mara: Person) -> None:
    rules = await mara.slash("toy rules")
    lesson = await mara.slash("toy learn")
    task, picture = lesson.text, lesson.pictures[0]
    wrong = await mara.click(lesson, "drop")
    wrong = await mara.click(wrong, confirm_label(wrong) or "")
    told = wrong.text
    right = await mara.click(wrong, "keep")
    right = await mara.click(right, confirm_label(right) or "")
    praised = right.text
    last = await mara.click(right, "Next")

    assert rules.text.startswith("### Toy\nRoll, and keep it.")
    assert "Toy is a game by Nobody" in rules.text
    assert rules.pictures[0].data.startswith(PNG)
    assert "Keep your three." in task
    assert picture.data.startswith(PNG)
    assert "Who drops out wins nothing." in told
    assert "Halfway to six." in praised
    assert "That is all there is to it." in last.text


@pytest.mark.slow
async def test_help_and_the_list_of_games_lead_to_it(world: World, mara: Person) -> None:
    nothing = await mara.slash("games")
    shown = await mara.slash("help")
    alone = (await mara.choose(shown, "Play alone, against the computer")).text
    answer = await mara.choose(shown, "Play with a friend")
    friend = answer.text
    asked = await mara.click(answer, "Toy")
    await mara.click(asked, "Anybody")

    assert "Toy" in nothing.buttons
    assert "/toy challenge" in friend
    assert "and Toy, and an open table" in alone
    assert world.channel.last.text.startswith("### Toy\n")
