"""What a board tells: the round since one's last turn, a line a turn, and who is out of the game."""

import re
from collections.abc import AsyncIterator

import pytest

from bot.match.recap import Story, plain_story
from bot.match.table import Person as Member
from bot.text.voice import Voice
from cogs.board.recap_text import out_texts, rest_button, story_text
from data.computers import Computer
from games.players import Level
from render import picture
from render.scene import Scene
from tests.discord.board.test_hands import moves_to_a_withdrawal
from tests.discord.days import pass_days
from tests.discord.hands import NAMES, Four, bot_of, matrio_with_telling_pictures, sit_down
from tests.discord.match.test_clocks import asleep
from tests.discord.simulated import Person, World
from tests.discord.tables import start_game

__all__ = ["asleep"]

LINE = re.compile(r"^(\w+): (?:10|[2-9AJQK])[♠♦♣♥] → [rc][123] [♠♦♣♥]|^(\w+): joker → ")


@pytest.fixture
async def four(world: World) -> AsyncIterator[Four]:
    """Yield a game of MatriO that four people have just begun."""
    with matrio_with_telling_pictures():
        yield await sit_down(world, *(world.person(name) for name in NAMES))


def told_by(text: str) -> list[str]:
    """Return who made the moves that a board tells, line by line."""
    found = [LINE.match(line) for line in text.splitlines()]
    return [line[1] or line[2] for line in found if line]


@pytest.mark.slow
async def test_between_four_a_board_tells_the_round_since_the_readers_last_turn(
    four: Four,
) -> None:
    movers: list[str] = []
    for _ in range(6):
        movers.append(str(await four.player()))
        await four.type_move()
        assert told_by(four.board.text) == movers[-3:]
        assert all(len(line) < 120 for line in four.board.text.splitlines())


@pytest.mark.slow
async def test_the_first_three_turns_are_told_to_who_has_not_moved_yet(four: Four) -> None:
    for _ in range(3):
        await four.type_move()
    assert len(told_by(four.board.text)) == 3
    assert four.board.buttons == ("Move", "Your hand", "Text", "More")


@pytest.mark.slow
async def test_from_the_fourth_turn_on_a_button_tells_the_rest_to_who_asks(four: Four) -> None:
    movers = []
    for _ in range(5):
        movers.append(str(await four.player()))
        await four.type_move()
    table = await four.table()
    bot = bot_of(four.world)
    turns = []
    for seq in range(1, 6):
        then = await bot.matches.table(four.id, seq)
        turns.append(plain_story(then.line).turns[0])
    story = Story(tuple(turns))

    rest = rest_button(table, story, Voice())
    assert rest is not None
    assert rest.label == "and 2 more"
    voice = Voice(names=table.game.names)
    assert told_by(voice(story_text(table.line, story))) == movers[-3:]
    assert told_by(voice(story_text(table.line, story, 30))) == movers


@pytest.mark.slow
async def test_the_button_tells_all_turns_privately(four: Four) -> None:
    for _ in range(4):
        await four.type_move()
    board = four.board
    reader = four.players[0]
    # A board with more turns than it tells has this button; it works on any.
    answer = await reader.press(board, f"t:moves:{four.id}:{(await four.table()).seq}")
    assert answer.ephemeral
    assert told_by(answer.text) == told_by(board.text)


@pytest.mark.slow
async def test_who_is_put_out_is_told_so_first_and_pinged(four: Four) -> None:
    moves, _ = moves_to_a_withdrawal((await four.table()).line)
    for move in moves:
        await four.type_move(move)
    out = (await four.position()).withdrawn
    board = four.board
    told = [four.players[seat] for seat in sorted(out)]
    assert set(board.pings) == {await four.player(), *told}
    for person in told:
        assert f"**{person.mention}, you have no dot: you are out of the game.**" in board.text
    first = min(board.text.index(person.mention) for person in told)
    assert first < board.text.index(" → ")

    await four.type_move()
    assert not set(told) & set(four.board.pings)
    assert "you are out" not in four.board.text


async def test_a_turn_names_its_player_once(world: World, mara: Person, jonas: Person) -> None:
    await mara.slash("tablero challenge", opponent=jonas, first="me")
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    assert card.thread is not None
    rolled = re.search(r"Mara rolled (\d) and (\d)", card.thread.last.text)
    assert rolled is not None
    await mara.slash("move", card.thread, move=f"place {rolled[1]}, place {rolled[2]}")
    assert re.search(
        r"^Mara placed on S\d and S\d\. Jonas rolled \d and \d\.$",
        card.thread.last.text,
        re.MULTILINE,
    )


async def test_nobody_is_told_to_be_out_where_nobody_is(four: Four) -> None:
    await four.type_move()
    table = await four.table()
    assert out_texts(table, await bot_of(four.world).matches.story(table)) == []


async def test_the_first_board_says_whose_card_starts(four: Four) -> None:
    assert re.search(r"^\w+ holds the 2♣ and starts\.$", four.board.text, re.MULTILINE)
    assert "the holder of the 2♣ starts" in four.world.channel.messages[0].text


@pytest.mark.parametrize(
    ("first", "said"),
    [("me", "Mara starts, as agreed."), ("opponent", "Jonas starts, as agreed.")],
)
async def test_the_first_board_says_why_somebody_starts(
    world: World, mara: Person, jonas: Person, first: str, said: str
) -> None:
    game = await start_game(world, mara, jonas, first=first)
    assert said in game.board.text


@pytest.mark.slow
async def test_the_first_board_says_that_it_was_drawn_who_starts(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, first="random")
    assert " starts: chosen at random." in game.board.text


@pytest.mark.usefixtures("asleep")
async def test_what_a_computer_plays_for_somebody_is_told_as_that_and_marked_while_it_lasts(
    world: World, mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, ...]] = []

    def note_names(scene: Scene) -> bytes:
        drawn.append(scene.names)
        return picture(scene)

    monkeypatch.setattr("render.picture", note_names)
    game = await start_game(world, mara, jonas, clock="1", on_time="computer")
    await pass_days(world, 1)
    bot = bot_of(world)
    seat = (await bot.matches.table(game.id)).line.to_move
    assert isinstance(seat, int)
    computer = Computer(Level.MEDIUM)
    acted = await bot.referee.act(
        game.id, Member(computer.id, computer.name), lambda _table: ["=3"], interaction_id=None
    )
    await bot.carry_out(acted.dispatch)
    await world.rest()
    board = game.board
    assert "A computer for Mara turned the left-over" in board.text
    assert "🤖 A computer plays for Mara." in board.text
    assert drawn[-1] == ("🤖 Mara", "Jonas")
