"""Explore: moves are tried on a private board, several deep, and nothing of the game changes."""

import re
import sqlite3
from pathlib import Path

import pytest

from data.explorations import KEPT
from games.registry import GAMES
from tests.bot.thinkers import Here
from tests.discord.computer_tables import begin, live, think_here
from tests.discord.days import pass_days
from tests.discord.hands import sit_down
from tests.discord.playthrough import line_of, play_out
from tests.discord.simulated import Answer, Message, Person, World
from tests.discord.tables import Game, start_game
from tests.discord.traces import all_public
from tests.games.drawn import played
from tests.tiers import sampled
from tests.toy import install

GONE = "What you tried here is no longer kept. To start again, use Explore"
STAY = frozenset({"Back", "Take back", "To the start", "Hint", "Make it my plan", "Ask everybody"})


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


def try_label(panel: Answer) -> str | None:
    """Return the label of the button that tries the turn that was built."""
    return next((label for label in panel.buttons if label.startswith("Try: ")), None)


async def try_one(person: Person, panel: Answer, *, which: int = 0) -> Answer:
    """Try a turn (the first choices, unless told), or draw the roll that is due."""
    if "Roll" in panel.buttons:
        return await person.click(panel, "Roll")
    while (label := try_label(panel)) is None:
        if panel.message.menus:
            panel = await person.choose(panel, panel.message.menus[0].options[which].value)
        else:
            labels = [label for label in panel.buttons if label not in STAY]
            panel = await person.click(panel, labels[which])
    return await person.click(panel, label)


async def explore(person: Person, game: Game) -> Answer:
    return await person.click(await person.click(game.board, "More"), "Explore")


async def tablero_board(mara: Person, jonas: Person) -> Message:
    await mara.slash("tablero challenge", opponent=jonas)
    card = mara.world.channel.last
    await jonas.click(card, "Accept")
    assert card.thread is not None
    return live(card.thread)


def depth(shown: Answer) -> int:
    found = re.search(r"for you alone: (\d+) turns? later", shown.text)
    assert found or "for you alone: where you began" in shown.text, shown.text
    return int(found[1]) if found else 0


def stored(folder: Path, table: str = "explorations") -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "tavolo.db") as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 -- ours


@pytest.mark.slow
async def test_moves_of_all_seats_are_tried_and_taken_back_and_the_game_is_untouched(
    world: World, game: Game, tmp_path: Path
) -> None:
    await game.play(2)
    person, public = game.waiting, all_public(world)
    events, board = stored(tmp_path, "events"), game.board.pictures[0].data

    shown = await explore(person, game)

    assert shown.ephemeral
    assert f"-# Exploring Dice Matrix {game.code}, for you alone: where you began\n" in shown.text
    assert "Take back" not in shown.buttons
    pictures = [shown.pictures[0].data]
    for deep in (1, 2, 3):
        shown = await try_one(person, shown)
        assert depth(shown) == deep
        pictures.append(shown.pictures[0].data)
    assert len(set(pictures)) == 4
    assert re.search(
        r"^-# (Mara|Jonas): .+ → (Mara|Jonas): .+ → (Mara|Jonas): ", shown.text, re.MULTILINE
    )
    shown = await person.click(shown, "Take back")
    assert depth(shown) == 2
    assert shown.pictures[0].data == pictures[2]
    shown = await try_one(person, await try_one(person, shown, which=-1))
    assert depth(shown) == 4
    shown = await person.click(shown, "To the start")
    assert depth(shown) == 0
    assert shown.pictures[0].data == pictures[0]
    assert all_public(world) == public
    assert stored(tmp_path, "events") == events
    assert game.board.pictures[0].data == board


@pytest.mark.slow
async def test_it_goes_on_after_a_restart_and_an_old_copy_counts_as_it_was_seen(
    world: World, game: Game
) -> None:
    await game.play(1)
    person = game.to_move
    shown = await try_one(person, await explore(person, game))
    (undo,) = (c.custom_id for c in shown.message.controls if c.label == "Take back")
    await world.restart()

    shown = await try_one(person, shown)
    assert depth(shown) == 2
    shown = await person.press(shown, undo or "")
    assert depth(shown) == 0


@pytest.mark.slow
async def test_a_step_of_a_replay_is_explored_and_the_end_by_the_rules_is_not(
    world: World, game: Game
) -> None:
    await play_out(game)
    lea = world.person("Lea")
    replay = await lea.click(game.result, "Replay")
    await lea.click(replay, "Next")
    await lea.click(replay, "Next")

    shown = await lea.click(replay, "Explore")

    assert shown.ephemeral
    assert depth(shown) == 0
    assert shown.pictures[0].alt == replay.pictures[0].alt
    assert depth(await try_one(lea, shown)) == 1
    await lea.click(replay, "Last")
    assert "Explore" not in replay.buttons
    last = (await line_of(game)).turns
    forged = await lea.press(game.result, f"t:replay-explore:{game.id}:{last}")
    assert forged.text == "The game is over here: go back a turn to try moves."


@pytest.mark.slow
async def test_a_resigned_game_is_explored_on_from_its_end(game: Game, mara: Person) -> None:
    await game.play(2)
    await game.resign(mara)
    replay = await mara.click(game.result, "Replay")
    await mara.click(replay, "Last")

    shown = await mara.click(replay, "Explore")

    assert depth(await try_one(mara, shown)) == 1


@pytest.mark.slow
async def test_a_game_is_tried_to_its_end_and_says_how_that_would_be(game: Game) -> None:
    person = game.to_move
    shown = await explore(person, game)
    while "The game would be over: " not in shown.text:
        shown = await try_one(person, shown)

    assert re.search(r"The game would be over: (Mara|Jonas) wins\.", shown.text)
    assert shown.buttons == ("Take back", "To the start", "Make it my plan")
    assert shown.message.menus == ()
    assert game.moves == 0


@sampled("key", [*GAMES, "toy"])
async def test_every_game_is_explored_from_a_record(
    monkeypatch: pytest.MonkeyPatch, world: World, mara: Person, key: str
) -> None:
    if key == "toy":
        install(monkeypatch)
    record = played(GAMES[key], 1, events=9)
    replay = await mara.slash("game import", file=("game.json", record.to_json().encode()))
    await mara.click(replay, "Next")

    shown = await mara.click(replay, "Explore")

    for _ in range(8):
        shown = await try_one(mara, shown)
        if "would be over" in shown.text:
            break
    else:
        assert depth(shown) >= 3
    assert len(shown.pictures) >= 1
    assert "Hint" not in shown.buttons
    assert world.channel.messages == ()


@pytest.mark.slow
async def test_rolls_are_drawn_or_chosen_and_said_to_be_made_up(
    world: World, mara: Person, jonas: Person
) -> None:
    board = await tablero_board(mara, jonas)
    shown = await mara.click(await mara.click(board, "More"), "Explore")
    shown = await try_one(mara, shown)
    while "Roll" not in shown.buttons:
        shown = await try_one(mara, shown)

    (menu,) = shown.message.menus
    assert len(menu.options) == 21
    double = next(option for option in menu.options if option.value == "6-6")
    shown = await mara.choose(shown, double.value)
    assert "Rolls are made up here: they say nothing about the game's real ones." in shown.text
    shown = await mara.click(shown, "Take back")
    twice = mara.clicking(shown, "Roll")
    one, other = await world.at_once(twice, mara.clicking(shown, "Roll"))
    assert one.text.partition("\n")[0] == other.text.partition("\n")[0]


@pytest.mark.slow
async def test_hands_stay_hidden_while_a_game_runs_and_are_explored_after_it(
    world: World, mara: Person
) -> None:
    people = [mara, *(world.person(name) for name in ("Jonas", "Lea", "Kim"))]
    table = await sit_down(world, *people)
    more = await mara.click(table.board, "More")
    replay = await mara.click(more, "Replay")

    assert "Explore" not in more.buttons
    assert "Explore" not in replay.buttons
    for custom_id in (f"t:explore:{table.id}", f"t:replay-explore:{table.id}:0"):
        forged = await mara.press(table.board, custom_id)
        assert forged.text == (
            "The hands are hidden while this game runs. It can be explored once it is over."
        )


@pytest.mark.slow
async def test_hints_come_where_the_game_has_them(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    shown = await mara.click(await mara.click(live(thread), "More"), "Explore")
    shown = await try_one(mara, await try_one(mara, shown))

    hint = await mara.click(shown, "Hint")

    named = re.findall(r"^\d\. \*\*(.+)\*\* · \d+ %", hint.text, re.MULTILINE)
    assert len(named) == 3
    assert {f"Try: {name}" for name in named} <= set(hint.buttons)
    shown = await mara.click(hint, f"Try: {named[0]}")
    assert depth(shown) == 3


@pytest.mark.slow
async def test_there_are_no_hints_in_a_rated_game_among_people_until_it_is_over(
    game: Game,
) -> None:
    await game.play(2)
    person = game.to_move
    shown = await explore(person, game)

    assert "Hint" not in shown.buttons
    refused = await person.press(shown, "t:explore-hint:1:0")
    assert refused.text.startswith("There are no hints here: this game is still running")
    await game.resign(person)
    shown = await try_one(person, shown)
    assert "Hint" in shown.buttons
    assert re.search(r"1\. \*\*", (await person.click(shown, "Hint")).text)


async def test_an_unrated_game_between_people_has_hints(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, rated=False)

    assert "Hint" in (await explore(mara, game)).buttons


@pytest.mark.slow
async def test_ten_are_kept_for_a_week_and_for_their_owner_alone(
    world: World, game: Game, tmp_path: Path
) -> None:
    mara, jonas = game.players
    first = await explore(mara, game)
    theirs = await explore(jonas, game)
    for _ in range(KEPT - 1):
        await explore(mara, game)
    last = await explore(mara, game)

    assert len(stored(tmp_path)) == KEPT + 1
    assert (await mara.press(first, "t:explore-start:1")).text.startswith(GONE)
    assert (await mara.press(last, "t:explore-start:2")).text.startswith(GONE)
    await pass_days(world, 5)
    await try_one(mara, last)
    await pass_days(world, 4)
    assert (await jonas.press(theirs, "t:explore-start:2")).text.startswith(GONE)
    assert len(stored(tmp_path)) == 1


@pytest.mark.slow
async def test_forged_steps_and_depths_change_nothing(game: Game, tmp_path: Path) -> None:
    mara = game.players[0]
    shown = await try_one(mara, await explore(mara, game))
    before = stored(tmp_path)

    for custom_id in (
        "t:explore-undo:1:2",
        "t:explore-go:1:1:",
        "t:explore-go:1:1:zz",
        "t:explore-roll:1:1",
        "t:explore-try:1:1:!resign:0",
        "t:explore-try:1:1:!draw",
        "t:explore-try:1:1:@1-1",
        "t:explore-try:1:1:zz",
    ):
        await mara.press(shown, custom_id)
    await mara.press(shown, "t:explore-chance:1:1", ["1-1"])

    assert stored(tmp_path) == before


async def test_it_is_in_the_readers_language(world: World, game: Game) -> None:
    yuki = world.person("Yuki", locale="ja")

    shown = await yuki.click(await yuki.click(game.board, "More"), "検討")

    assert f"-# Dice Matrix {game.code}の検討（あなただけに表示）：開始局面\n" in shown.text
