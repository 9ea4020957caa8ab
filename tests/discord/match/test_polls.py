"""What would you play? A position is shown to everybody, who vote; a day later the votes are told."""

import re
import sqlite3
from pathlib import Path

import pytest

from games.registry import GAMES
from tests.bot.thinkers import Here
from tests.discord.computer_tables import begin, live, think_here
from tests.discord.days import pass_days
from tests.discord.hands import sit_down
from tests.discord.match.test_explore import explore, try_one
from tests.discord.playthrough import line_of, random_moves, type_moves
from tests.discord.simulated import Answer, Message, Person, Place, World
from tests.discord.tables import Game
from tests.discord.traces import all_public

OVER = "This vote is over."
ASK = "Ask everybody"
POST, OPEN = "Post with answers", "Post without answers"


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


@pytest.fixture
async def over(game: Game) -> Game:
    """Return a game that is over: resigned after some turns, since a whole one takes seconds."""
    await type_moves(game, random_moves(await line_of(game), seed=1)[:5])
    await game.resign(game.players[0])
    return game


def stored(folder: Path, table: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "tavolo.db") as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 -- ours


async def preview(person: Person, game: Game, turns: int = 3) -> Answer:
    """Go to a step of the replay, and ask about it."""
    replay = await person.click(game.result, "Replay")
    for _ in range(turns):
        await person.click(replay, "Next")
    return await person.click(replay, ASK)


async def posted(person: Person, game: Game, how: str = POST) -> Message:
    await person.click(await preview(person, game), how)
    return game.place.last


def answers(poll: Message) -> list[str]:
    return [
        control.label or ""
        for control in poll.controls
        if (control.custom_id or "").startswith("t:poll-vote:")
    ]


async def vote_other(person: Person, poll: Message, *, which: int = 0) -> Answer:
    """Build a turn in the panel and vote for it."""
    panel = await person.click(poll, "Another move" if answers(poll) else "Choose a move")
    while not (ready := [label for label in panel.buttons if label.startswith("Vote: ")]):
        if panel.message.menus:
            panel = await person.choose(panel, panel.message.menus[0].options[which].value)
        else:
            labels = [label for label in panel.buttons if label != "Back"]
            panel = await person.click(panel, labels[which])
    return await person.click(panel, ready[0])


@pytest.mark.slow
async def test_a_step_of_a_replay_is_posted_with_answers_once_that_is_confirmed(
    world: World, over: Game
) -> None:
    mara, public = over.players[0], all_public(world)

    asked = await preview(mara, over)

    assert asked.ephemeral
    assert asked.buttons == (POST, OPEN, "Go on exploring")
    assert all_public(world) == public
    done = await mara.click(asked, POST)
    poll = over.place.last
    assert done.ephemeral
    assert done.buttons == ("Go to the vote",)
    assert poll.text.startswith("### What would you play?\nMara shows a position of Dice Matrix ")
    assert re.search(r"after 3 turns\. It is (Mara|Jonas)'s turn\.", poll.text)
    assert re.search(r"The vote closes <t:\d+:R>; the votes are shown then\.", poll.text)
    assert len(poll.pictures) == 1
    assert poll.pictures[0].alt
    assert 3 <= len(answers(poll)) <= 4
    assert poll.buttons == (*answers(poll), "Another move", "Text")
    assert len(all_public(world)) == len(public) + 1


async def test_everybody_has_one_vote_may_change_it_and_nobody_sees_it_before_the_end(
    world: World, over: Game, tmp_path: Path
) -> None:
    poll = await posted(over.players[0], over)
    one, two, *_ = answers(poll)
    lea, kim = world.person("Lea"), world.person("Kim")
    public = all_public(world)

    first = await lea.click(poll, one)
    assert first.ephemeral
    assert first.text.startswith(f"You vote for **{one}**. You can change it until <t:")
    assert first.text.endswith("1 person has voted.")
    await kim.click(poll, one)
    again = await lea.click(poll, two)

    assert again.text.endswith("2 people have voted.")
    assert all_public(world) == public
    assert len(stored(tmp_path, "poll_votes")) == 2
    await pass_days(world, 1.1)
    assert "**The vote is closed: 2 votes.**" in poll.text
    assert re.search(rf"^\d\. \*\*{re.escape(one)}\*\*: 1 vote", poll.text, re.MULTILINE)
    assert re.search(rf"^\d\. \*\*{re.escape(two)}\*\*: 1 vote", poll.text, re.MULTILINE)
    assert poll.buttons == ("Text",)
    assert len(poll.pictures) == 1
    assert stored(tmp_path, "poll_votes") == []


@pytest.mark.slow
async def test_what_was_played_is_told_with_the_votes(world: World, over: Game) -> None:
    offered, bare = await posted(over.players[0], over), await posted(over.players[1], over, OPEN)
    people = [world.person(name) for name in ("Lea", "Kim", "Teo", "Ines")]
    for person, label in zip(people, answers(offered), strict=False):
        await person.click(offered, label)
    before = offered.text
    await pass_days(world, 1.1)

    assert "played in" not in before
    assert offered.text.count(" (played in the game)") == 1
    assert "**The vote is closed: 0 votes.**" in bare.text
    told = re.search(r"\nIn the game (?:Mara|Jonas) played (.+)\.", bare.text)
    assert told is not None
    assert f"**{told[1]}**: 1 vote (played in the game)" in offered.text


@pytest.mark.slow
async def test_any_legal_turn_is_voted_for_and_the_same_turn_is_counted_once(
    world: World, over: Game, tmp_path: Path
) -> None:
    poll = await posted(over.players[0], over, OPEN)
    assert answers(poll) == []
    lea, kim, teo = (world.person(name) for name in ("Lea", "Kim", "Teo"))

    first = await vote_other(lea, poll)
    same = await vote_other(kim, poll)
    other = await vote_other(teo, poll, which=-1)

    assert first.ephemeral
    assert same.text.partition(".")[0] == first.text.partition(".")[0]
    assert other.text.partition(".")[0] != first.text.partition(".")[0]
    await pass_days(world, 1.1)
    assert "**The vote is closed: 3 votes.**" in poll.text
    assert re.search(r"^1\. \*\*.+\*\*: 2 votes", poll.text, re.MULTILINE)
    assert re.search(r"^2\. \*\*.+\*\*: 1 vote", poll.text, re.MULTILINE)


@pytest.mark.slow
async def test_a_position_that_was_tried_is_posted(world: World, over: Game) -> None:
    lea = world.person("Lea")
    replay = await lea.click(over.result, "Replay")
    shown = await try_one(lea, await try_one(lea, await lea.click(replay, "Explore")))

    await lea.click(await lea.click(shown, ASK), POST)
    await pass_days(world, 1.1)

    assert "Lea shows a position of Dice Matrix" in over.place.last.text
    assert "**The vote is closed: 0 votes.**" in over.place.last.text
    assert "In the game" not in over.place.last.text


@pytest.mark.slow
async def test_it_closes_after_a_restart_and_only_once(world: World, over: Game) -> None:
    poll = await posted(over.players[0], over)
    (first, *_) = answers(poll)
    await world.restart()
    await world.person("Lea").click(poll, first)
    await pass_days(world, 3)

    assert "**The vote is closed: 1 vote.**" in poll.text
    closed = poll.text
    await pass_days(world, 1)
    assert poll.text == closed


@pytest.mark.slow
async def test_old_buttons_say_that_it_is_over(world: World, over: Game) -> None:
    poll = await posted(over.players[0], over)
    lea, custom_ids = world.person("Lea"), ("t:poll-vote:1:0", "t:poll-move:1", "t:poll-go:1:1")
    await pass_days(world, 1.1)

    assert [(await lea.press(poll, each)).text for each in custom_ids] == [OVER] * 3
    assert (await lea.click(poll, "Text")).text
    await pass_days(world, 31)
    assert (await lea.press(poll, "t:poll-text:1")).text == OVER
    assert (await lea.press(poll, "t:poll-vote:1:0")).text == OVER


@pytest.mark.slow
async def test_a_running_game_is_never_shown(game: Game, tmp_path: Path) -> None:
    await game.play(2)
    mara = game.players[0]
    shown = await try_one(mara, await explore(mara, game))
    replay = await mara.click(await mara.click(game.board, "More"), "Replay")
    said = "This game is still running, and what others would play is advice. Ask once it is over."

    assert ASK not in shown.buttons
    assert ASK not in replay.buttons
    for custom_id in ("t:poll-ask:1:1", "t:poll-post:1:1", "t:poll-post-open:1:0"):
        assert (await mara.press(shown, custom_id)).text == said
    assert (await mara.press(replay, f"t:poll-step:{game.id}:1")).text == said
    assert stored(tmp_path, "polls") == []


@pytest.mark.slow
async def test_only_players_show_their_game_elsewhere(world: World, over: Game) -> None:
    lea, elsewhere = world.person("Lea"), world.text_channel("elsewhere")
    replay = await lea.slash("game replay", elsewhere, game=over.code)

    refused = await lea.click(replay, ASK)

    assert refused.text == "Only its players can post this game in another channel."
    theirs = await over.players[1].slash("game replay", elsewhere, game=over.code)
    await over.players[1].click(await over.players[1].click(theirs, ASK), OPEN)
    assert "Jonas shows a position" in elsewhere.last.text


@pytest.mark.slow
async def test_the_same_question_twice_is_one_vote(world: World, over: Game) -> None:
    mara = over.players[0]
    asked = await preview(mara, over)

    await world.at_once(mara.clicking(asked, OPEN), mara.clicking(asked, OPEN))

    shown = [each for each in over.place.messages if "What would you play?" in each.text]
    assert len(shown) == 1


@pytest.mark.slow
@pytest.mark.parametrize("thread", [False, True])
async def test_a_deleted_message_or_thread_ends_the_vote(
    world: World, over: Game, tmp_path: Path, *, thread: bool
) -> None:
    poll = await posted(over.players[0], over)
    await world.person("Lea").click(poll, answers(poll)[0])
    await (over.place if thread else poll).delete()
    await pass_days(world, 1.1)

    assert stored(tmp_path, "polls") == []
    assert stored(tmp_path, "poll_votes") == []


@pytest.mark.parametrize("why", ["outage", "permission", "deleted"])
async def test_who_asked_is_told_where_it_could_not_be_posted_for_a_day(
    world: World, over: Game, tmp_path: Path, why: str
) -> None:
    mara, before = over.players[0], len(over.place.messages)
    asked = await preview(mara, over)
    fault = world.fail("POST", "/channels/*/messages", status=503, times=None)
    said = await mara.click(asked, OPEN)
    assert said.text == "The position will be here as soon as Discord lets me post it."
    if why == "permission":
        await world.channel.forbid("send_messages_in_threads", "administrator")
    if why == "deleted":
        await over.place.delete()
    if why != "outage":
        fault.times = 0
    await pass_days(world, 1)
    fault.times = 0
    await pass_days(world, 0.1)

    (told,) = (each.text for each in mara.dm.messages if "vote" in each.text)
    assert told == (
        f"The position of Dice Matrix {over.code} that you asked about could not be posted in "
        f"{over.place.mention} for a day, so there is no vote on it. Ask again as soon as I can "
        "post there, or in another channel."
    )
    assert [each for each in over.place.messages if "vote" in each.text] == []
    assert len(over.place.messages) in {0, before}
    assert stored(tmp_path, "polls") == []
    assert not any("vote" in each.text for each in over.players[1].dm.messages)


async def test_who_was_forgotten_meanwhile_is_told_nothing(
    world: World, over: Game, tmp_path: Path
) -> None:
    mara, asked = over.players[0], await preview(over.players[0], over)
    fault = world.fail("POST", "/channels/*/messages", status=503, times=None)
    await mara.click(asked, OPEN)
    question = await mara.click(await mara.slash("privacy"), "Delete")
    await mara.click(question, "Delete for good")
    await pass_days(world, 1)
    fault.times = 0
    await pass_days(world, 0.1)

    assert mara.dm.messages == ()
    assert str(mara.id) not in str(stored(tmp_path, "outbox"))


@pytest.mark.slow
async def test_without_a_permission_nothing_is_posted_and_it_is_named(
    world: World, over: Game, tmp_path: Path
) -> None:
    mara = over.players[0]
    asked = await preview(mara, over)
    await world.channel.forbid("send_messages_in_threads", "administrator")

    refused = await mara.click(asked, OPEN)

    assert "I need the permission Send Messages in Threads" in refused.text
    assert stored(tmp_path, "polls") == []


@pytest.mark.slow
async def test_where_no_files_may_be_attached_the_position_is_said_in_words(
    world: World, over: Game
) -> None:
    await world.channel.forbid("attach_files", "administrator")

    poll = await posted(over.players[0], over)

    assert poll.pictures == ()
    assert re.search(r"^(Mara|Jonas) to move", poll.text, re.MULTILINE)
    await pass_days(world, 1.1)
    assert "**The vote is closed: 0 votes.**" in poll.text


@pytest.mark.slow
async def test_a_person_who_is_forgotten_has_no_vote_and_no_name(
    world: World, over: Game, tmp_path: Path
) -> None:
    mara = over.players[0]
    poll = await posted(mara, over)
    await mara.click(poll, answers(poll)[0])
    await world.person("Lea").click(poll, answers(poll)[0])
    question = await mara.click(await mara.slash("privacy"), "Delete")
    await mara.click(question, "Delete for good")

    await pass_days(world, 1.1)

    assert "**The vote is closed: 1 vote.**" in poll.text
    assert "Mara" not in poll.text
    assert str(mara.id) not in str(stored(tmp_path, "polls"))


@pytest.mark.slow
async def test_it_is_in_the_language_of_the_server_and_of_who_votes(
    world: World, over: Game
) -> None:
    poll = await posted(over.players[0], over)
    yuki = world.person("Yuki", locale="ja")

    assert "に投票しました" in (await yuki.click(poll, answers(poll)[0])).text
    panel = await yuki.click(poll, "Another move")
    assert panel.message.menus or panel.buttons


@pytest.mark.slow
async def test_hands_of_a_finished_game_are_shown_to_all_who_vote(
    world: World, mara: Person
) -> None:
    people = [mara, *(world.person(name) for name in ("Jonas", "Lea", "Kim"))]
    table = await sit_down(world, *people)
    for _ in range(6):
        await table.type_move()
    early = await mara.press(table.board, f"t:poll-step:{table.id}:2")
    assert early.text.startswith("This game is still running")
    for person in people[1:]:
        question = await person.slash("game resign", table.place, game=table.code)
        await person.click(question, "Resign")
    result = [each for each in table.place.messages if "Replay" in each.buttons][-1]
    replay = await mara.click(result, "Replay")
    await mara.click(replay, "Next")

    await mara.click(await mara.click(replay, ASK), POST)

    poll = table.place.last
    assert len(poll.pictures) == 2
    whose = re.search(r"It is (\w+)'s turn", poll.text)
    assert whose is not None
    assert poll.pictures[1].alt == f"{whose[1]}'s hand, described with the board above."
    assert re.search(rf"{whose[1]} holds ", poll.pictures[0].alt or "")
    assert answers(poll)
    assert (await people[1].click(poll, answers(poll)[0])).text.startswith("You vote for **")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["tablero", "dicefest"])
async def test_other_games_are_shown_too(
    world: World, mara: Person, jonas: Person, key: str
) -> None:
    about = GAMES[key].about
    option = "opponent" if about.seats == (2,) else "opponent1"
    await mara.slash(f"{about.command} challenge", **{option: jonas})
    card = world.channel.last
    await jonas.click(card, "Accept")
    place = card.thread
    assert place is not None
    await resign(mara, place)
    result = [each for each in place.messages if "Replay" in each.buttons][-1]
    shown = await mara.click(await mara.click(result, "Replay"), "Explore")
    while ASK not in shown.buttons:
        shown = await try_one(mara, shown)

    await mara.click(await mara.click(shown, ASK), POST)

    poll = place.last
    assert poll.text.startswith("### What would you play?")
    assert answers(poll)
    assert (await jonas.click(poll, answers(poll)[0])).text.startswith("You vote for **")
    assert (await vote_other(jonas, poll)).text.startswith("You vote for **")
    await pass_days(world, 1.1)
    assert "**The vote is closed: 1 vote.**" in poll.text


async def resign(person: Person, place: Place) -> None:
    question = await person.slash("game resign", place)
    await person.click(question, "Resign")


async def test_the_computers_do_not_vote_on_a_game_against_them(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    shown = await mara.click(await mara.click(live(thread), "More"), "Explore")

    assert ASK not in shown.buttons


@pytest.mark.slow
async def test_who_asks_too_often_has_to_wait(world: World, over: Game, tmp_path: Path) -> None:
    lea = world.person("Lea")
    replay = await lea.click(over.result, "Replay")
    for _ in range(3):
        await lea.click(replay, "Next")
        await lea.click(await lea.click(replay, ASK), OPEN)
    await lea.click(replay, "Next")

    refused = await lea.click(await lea.click(replay, ASK), OPEN)

    assert refused.text.startswith("You have done this often lately.")
    assert len(stored(tmp_path, "polls")) == 3
