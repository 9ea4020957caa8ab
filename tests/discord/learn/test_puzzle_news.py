"""The daily announcement of puzzles: once a day, where it may go, and without a spoiler or a ping."""

import discord
import pytest

from games.puzzles.shelf import games_with_puzzles
from games.registry import GAMES
from tests.discord.days import pass_days
from tests.discord.simulated import Message, Person, Place, World

NAMES = tuple(GAMES[key].about.name for key in games_with_puzzles())


@pytest.fixture
def nora(world: World) -> Person:
    """Return a moderator."""
    return world.person("Nora", permissions=discord.Permissions(manage_guild=True))


@pytest.fixture
def news(world: World) -> Place:
    """Return the channel for announcements."""
    return world.text_channel("puzzles")


def announced(place: Place) -> list[Message]:
    return [message for message in place.messages if "Puzzles of the day" in message.text]


async def test_none_is_announced_unless_a_moderator_wants_it(world: World, news: Place) -> None:
    await pass_days(world, 2)
    assert announced(news) == []
    assert announced(world.channel) == []


@pytest.mark.slow
async def test_it_comes_once_a_day_and_opens_the_puzzles(
    world: World, nora: Person, mara: Person, news: Place
) -> None:
    panel = await nora.slash("settings", puzzles=news)
    for _ in range(3):
        await pass_days(world, 1)
    first, *_, last = announced(news)
    opened = await mara.click(last, NAMES[0])
    stale = await mara.click(first, NAMES[0])

    assert f"**Puzzles of the day**: announced in <#{news.id}>, at midnight UTC." in panel.text
    assert len(announced(news)) == 3
    assert last.buttons == NAMES
    assert last.pings == ()
    assert last.pictures == ()
    for answer in (opened, stale):
        assert answer.ephemeral
        assert "**What is your best turn?**" in answer.text


async def test_after_a_downtime_of_days_there_is_one(
    world: World, nora: Person, news: Place
) -> None:
    await nora.slash("settings", puzzles=news)
    await pass_days(world, 5)
    assert len(announced(news)) == 1


async def test_it_is_switched_off_by_a_button(world: World, nora: Person, news: Place) -> None:
    panel = await nora.slash("settings", puzzles=news)
    panel = await nora.click(panel, "Announce no puzzles")
    await pass_days(world, 2)

    assert "**Puzzles of the day**: not announced." in panel.text
    assert announced(news) == []


async def test_the_channel_is_chosen_in_the_list(world: World, nora: Person, news: Place) -> None:
    panel = await nora.slash("settings")
    panel = await nora.press(panel, "t:puzzle-channel", (str(news.id),))
    await pass_days(world, 1)

    assert f"announced in <#{news.id}>" in panel.text
    assert len(announced(news)) == 1


@pytest.mark.slow
async def test_where_the_bot_may_not_post_nothing_is_posted(
    world: World, nora: Person, news: Place
) -> None:
    await nora.slash("settings", puzzles=news)
    await news.forbid("send_messages")
    for _ in range(3):
        await pass_days(world, 1)
    assert announced(news) == []
    # Once in a while, not once a day.
    (told,) = nora.dm.messages
    assert f"I can't post in <#{news.id}>" in told.text


@pytest.mark.slow
async def test_an_announcement_comes_late_once_the_bot_may_post(
    world: World, nora: Person, news: Place
) -> None:
    await nora.slash("settings", puzzles=news)
    await news.forbid("send_messages")
    await pass_days(world, 1)
    await news.allow("send_messages")
    await pass_days(world, 0.1)
    assert len(announced(news)) == 1


async def test_a_channel_that_is_gone_is_no_fault(world: World, nora: Person, news: Place) -> None:
    await nora.slash("settings", puzzles=news)
    await news.delete()
    await pass_days(world, 1)
    assert announced(world.channel) == []


async def test_it_speaks_the_servers_language(world: World, nora: Person, news: Place) -> None:
    await nora.slash("settings", puzzles=news, language="日本語")
    await pass_days(world, 1)
    (message,) = [each for each in news.messages if each.buttons]
    assert "今日の問題" in message.text
