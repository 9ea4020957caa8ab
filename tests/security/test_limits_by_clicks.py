"""Every limit of the host's table, met by clicks: what is refused, and until when exactly."""

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Final

import discord
import pytest

from bot.app import Tavolo
from bot.errors import Refused
from bot.match import limits
from bot.match.limits import LIMITS, Limited
from tests.bot.thinkers import Here
from tests.discord.computer_tables import begin, live, think_here
from tests.discord.server.test_weekly import card_of
from tests.discord.simulated import Answer, Message, Person, World
from tests.discord.tables import game_of, start_game
from tests.tiers import sampled

BY_PERSON: Final = {
    "en-US": "You have done this often lately. It is possible again <t:{again}:R>.",
    "ja": "最近何度も行っているため、次にできるのは<t:{again}:R>です。",
}
IN_SERVER: Final = {
    "en-US": "This has been done often in this server lately. It is possible again <t:{again}:R>.",
    "ja": "このサーバーで最近何度も行われているため、次にできるのは<t:{again}:R>です。",
}
Act = Callable[[], Awaitable[Answer]]
"""Does once what is limited, and returns the answer."""


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


# What is limited, each as people do it


async def challenges(world: World, mara: Person, jonas: Person) -> Act:
    return cancelling(world, mara, lambda: mara.slash("dice-matrix challenge", opponent=jonas))


async def open_tables(world: World, mara: Person, _jonas: Person) -> Act:
    return cancelling(world, mara, lambda: mara.slash("dicefest challenge", seats=3))


async def rematches(world: World, mara: Person, jonas: Person) -> Act:
    game = await start_game(world, mara, jonas)
    await game.resign(jonas)
    return cancelling(world, mara, lambda: mara.click(game.result, "Rematch"))


async def boards(world: World, mara: Person, jonas: Person) -> Act:
    game = await start_game(world, mara, jonas)
    return lambda: mara.slash("game board", game.place)


async def requests_to_settle(world: World, mara: Person, jonas: Person) -> Act:
    await mara.slash("tablero challenge", opponent=jonas, stake="fixed", amount=4)
    card = world.channel.last
    await jonas.click(card, "Accept")
    await game_of(world, mara, jonas, card).resign(jonas)
    question = await mara.press(
        shown := await mara.slash("tablero ledger"), control(shown, "settle")
    )
    asking = control(question, "settle-ask")
    return undoing(world, mara, lambda: mara.press(question, asking), "settle-back")


async def absences(_world: World, mara: Person, _jonas: Person) -> Act:
    return lambda: mara.slash("away", days=1)


async def returns(_world: World, mara: Person, _jonas: Person) -> Act:
    await mara.slash("away", days=1)
    return lambda: mara.slash("back")


async def hints(world: World, mara: Person, _jonas: Person) -> Act:
    thread = await begin(world, mara, "dice-matrix", first="me")
    more = await mara.click(live(thread), "More")
    return lambda: mara.press(more, control(more, "hint"))


async def practice(world: World, mara: Person, jonas: Person) -> Act:
    game = await start_game(world, mara, jonas)
    await game.play(4)
    await game.resign(jonas)
    bot = world.bot
    assert isinstance(bot, Tavolo)
    stored = (await bot.matches.table(game.id)).game
    begun = await bot.practices.begin(stored, mara.id, 3, 1)
    (move, *_) = begun.line.game.legal_notation(begun.line.position)
    turn = f"t:explore-try:{begun.number}:0:{move}"

    async def again() -> Answer:
        answer = await mara.press(game.result, turn)
        # Played again it would count once, so it is taken back.
        await mara.press(game.result, f"t:explore-start:{begun.number}")
        return answer

    return again


async def reviews(world: World, mara: Person, jonas: Person) -> Act:
    game = await start_game(world, mara, jonas)
    await game.resign(jonas)
    return lambda: mara.press(game.result, control(game.result, "review"))


async def animations(world: World, mara: Person, jonas: Person) -> Act:
    game = await start_game(world, mara, jonas)
    await game.resign(jonas)
    shown = await mara.click(game.result, "Replay")
    return lambda: mara.press(shown, control(shown, "animate"))


async def shared_pages(world: World, mara: Person, jonas: Person) -> Act:
    game = await start_game(world, mara, jonas)
    await game.resign(jonas)
    return lambda: mara.slash("game share", game.place)


async def polls(world: World, mara: Person, jonas: Person) -> Act:
    game = await start_game(world, mara, jonas)
    await game.play(2)
    await game.resign(jonas)
    asked = await mara.press(
        shown := await mara.click(game.result, "Replay"), control(shown, "poll-step")
    )
    return lambda: mara.press(asked, control(asked, "poll-post-open"))


async def tournaments(_world: World, mara: Person, _jonas: Person) -> Act:
    return lambda: make_tournament(mara)


async def make_tournament(person: Person) -> Answer:
    given = {
        "name": "Spring cup",
        "game": "Dice Matrix",
        "format": "Swiss: people with equal points meet",
    }
    return await person.slash("tournament create", **given)


async def seats_left(world: World, mara: Person, jonas: Person) -> Act:
    await jonas.slash("dicefest challenge", seats=3)
    return leaving(mara, world.channel.last, "join", "leave")


async def tournaments_left(world: World, mara: Person, jonas: Person) -> Act:
    await make_tournament(jonas)
    card = world.channel.last
    return leaving(mara, card, "tournament-join", "tournament-leave")


async def weekly_tables(world: World, mara: Person, _jonas: Person) -> Act:
    vera = world.person("Vera", permissions=discord.Permissions(manage_guild=True))
    card = await card_of(world, vera)
    return lambda: mara.press(card, control(card, "weekly-join"))


async def imports(_world: World, mara: Person, _jonas: Person) -> Act:
    return lambda: mara.slash("game import", file=("game.txt", b"game: tablero"))


def leaving(person: Person, card: Message, join: str, leave: str) -> Act:
    """Return what leaves, after it has joined unless a refusal has left the person in."""
    joined = False

    async def left() -> Answer:
        nonlocal joined
        if not joined:
            await person.press(card, control(card, join))
        answer = await person.press(card, control(card, leave))
        joined = bool(answer.messages)
        return answer

    return left


def cancelling(world: World, person: Person, act: Act) -> Act:
    return undoing(world, person, act, "cancel")


def undoing(world: World, person: Person, act: Act, undo: str) -> Act:
    """Return what does something and takes the message back that came of it."""

    async def done() -> Answer:
        before = len(world.channel.messages)
        answer = await act()
        if len(world.channel.messages) > before:
            await person.press(world.channel.last, control(world.channel.last, undo))
        return answer

    return done


def control(shown: Message | Answer, action: str) -> str:
    """Return the custom_id of a button, whatever language its label is in."""
    message = shown.message if isinstance(shown, Answer) else shown
    ids = [each.custom_id or "" for each in message.controls]
    (found,) = (each for each in ids if each.split(":")[1:2] == [action])
    return found


PREPARED: Final = {
    challenges: Limited.CHALLENGE,
    open_tables: Limited.CHALLENGE,
    rematches: Limited.CHALLENGE,
    boards: Limited.BOARD,
    requests_to_settle: Limited.SETTLE,
    absences: Limited.AWAY,
    returns: Limited.AWAY,
    hints: Limited.HINT,
    practice: Limited.PRACTICE,
    reviews: Limited.REVIEW,
    animations: Limited.ANIMATION,
    shared_pages: Limited.SHARE,
    polls: Limited.POLL,
    seats_left: Limited.LEAVE,
    tournaments_left: Limited.LEAVE,
    tournaments: Limited.TOURNAMENT,
    weekly_tables: Limited.WEEKLY,
    imports: Limited.IMPORT,
}
BY_NAME: Final = {prepare.__name__: prepare for prepare in PREPARED}


async def use_up(world: World, what: Limited, people: Callable[[int], int]) -> None:
    """Count something until it is refused, by people who have done it just before."""
    bot = world.bot
    assert isinstance(bot, Tavolo)
    guild_id = None if LIMITS[what].server is None else world.guild.id
    for number in count():
        try:
            async with bot.database.writing() as connection:
                now = int(world.now.timestamp())
                await limits.spend(connection, what, people(number), guild_id, now)
        except Refused:
            return


async def until(world: World, time: float) -> None:
    await world.pass_time(seconds=time - world.now.timestamp())


async def check(
    world: World, mara: Person, act: Act, again: int, sentences: dict[str, str]
) -> None:
    """Check that something is refused, in the person's language, up to a time and not after it."""
    public = len(world.channel.messages)
    for locale, sentence in sentences.items():
        mara.locale = locale
        refused = await act()
        assert refused.text == sentence.format(again=again)
        assert refused.ephemeral
    mara.locale = "en-US"
    await until(world, again - 1)
    assert (await act()).text == sentences["en-US"].format(again=again)
    assert len(world.channel.messages) == public
    await until(world, again)
    answer = await act()
    assert not any("It is possible again" in message.text for message in answer.messages)


@sampled("name", BY_NAME)
async def test_a_person_is_refused_up_to_the_time_that_they_read(
    world: World, mara: Person, jonas: Person, name: str
) -> None:
    prepare = BY_NAME[name]
    what = PREPARED[prepare]
    act = await prepare(world, mara, jonas)
    await use_up(world, what, lambda _number: mara.id)
    again = int(world.now.timestamp()) + LIMITS[what].person.seconds
    await check(world, mara, act, again, BY_PERSON)


@pytest.mark.slow
@sampled("name", [name for name, each in BY_NAME.items() if LIMITS[PREPARED[each]].server])
async def test_a_server_is_refused_up_to_the_time_that_is_read(
    world: World, mara: Person, jonas: Person, name: str
) -> None:
    prepare = BY_NAME[name]
    what = PREPARED[prepare]
    rate = LIMITS[what].server
    assert rate is not None
    act = await prepare(world, mara, jonas)
    await use_up(world, what, lambda number: 1000 + number)
    again = int(world.now.timestamp()) + rate.seconds
    await check(world, mara, act, again, IN_SERVER)


def test_every_limit_is_met_here() -> None:
    assert set(PREPARED.values()) == set(Limited)
