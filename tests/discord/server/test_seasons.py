"""The end of a season as a server sees it: a message where it plays, and pages that stay."""

import discord
import pytest

from tests.discord.challenge.test_cards import let_time_pass
from tests.discord.server.test_leaderboard import beat, rows
from tests.discord.simulated import Message, Person, Place, World

OVER = "is over\nFirst with"


@pytest.fixture
def nora(world: World) -> Person:
    """Return a moderator."""
    return world.person("Nora", permissions=discord.Permissions(manage_guild=True))


@pytest.fixture
async def seasons(world: World, nora: Person) -> Person:
    """Switch seasons on, and limit games to the channel; return the moderator."""
    panel = await nora.slash("settings", seasons="every month")
    await nora.press(panel, "t:channels", (str(world.channel.id),))
    return nora


def told(place: Place) -> list[Message]:
    return [message for message in place.messages if OVER in message.text]


async def end_month(world: World) -> str:
    """Make the month end; return what it was called."""
    month = f"{world.now:%B %Y}"
    await let_time_pass(world, hours=32 * 24)
    await world.pass_time(minutes=1)
    return month


@pytest.mark.usefixtures("seasons")
async def test_a_message_tells_how_a_season_ended_and_leads_to_its_pages(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    running = await mara.slash("leaderboard", period="this season")
    month = await end_month(world)
    assert running.text.startswith(f"### Leaderboard, all games · {month}")

    (message,) = told(world.channel)
    assert message.text == (f"### {month} is over\nFirst with 2 points, all games together: Mara")
    assert message.pings == ()
    final = "1. Mara, points 2: won 1, drawn 0, lost 0\n2. Jonas, points 0: won 0, drawn 0, lost 1"
    assert message.pictures[0].alt == final
    page = await jonas.click(message, "Final standings")
    assert page.ephemeral
    assert "This season is over: its table stays as it is." in page.text
    assert page.pictures[0].alt == final
    game = await jonas.choose(page, "Game: Dice Matrix")
    assert rows(game) == [(1, "Mara", 1, 0), (2, "Jonas", 0, 1)]
    now = await jonas.choose(game, f"Time: this season: {world.now:%B %Y}")
    assert "no rated game was finished in this time" in now.text
    assert (await jonas.choose(now, f"Time: {month}, over")).pictures[0].alt == final


@pytest.mark.usefixtures("seasons")
async def test_nothing_is_told_where_nobody_has_played(world: World) -> None:
    await end_month(world)
    assert told(world.channel) == []


@pytest.mark.slow
@pytest.mark.parametrize("how", ["everywhere", "forbidden", "gone"])
async def test_nothing_is_told_without_a_channel_for_games_in_which_i_may_write(
    world: World, mara: Person, jonas: Person, nora: Person, how: str
) -> None:
    other = world.text_channel("games")
    panel = await nora.slash("settings", seasons="every month")
    await beat(world, mara, jonas)
    if how != "everywhere":
        await nora.press(panel, "t:channels", (str(other.id),))
    if how == "forbidden":
        await other.forbid("send_messages")
    elif how == "gone":
        await other.delete()
    month = await end_month(world)

    assert told(world.channel) == []
    shown = await mara.slash("leaderboard", world.channel)
    assert f"Time: {month}, over" in shown.options
    assert [other.id for _ in nora.dm.messages] == [other.id] * (how == "forbidden")
    if how == "forbidden":
        assert f"I can't post in <#{other.id}>" in nora.dm.last.text
        await other.allow("send_messages")
        await let_time_pass(world, hours=2)
        assert len(told(other)) == 1


@pytest.mark.slow
async def test_without_seasons_there_is_none_to_look_at(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    refused = await mara.slash("leaderboard", period="this season")
    assert refused.text == (
        "There are no seasons in this server. Moderators can switch them on with /settings."
    )
    shown = await mara.slash("leaderboard")
    assert not [option for option in shown.options if "season" in option]
    forged = await mara.press(shown, f"t:standings:all:0:{mara.id}:people:s1")
    assert "from an older version" in forged.text


@pytest.mark.slow
@pytest.mark.usefixtures("seasons")
async def test_another_server_cannot_look_at_a_season(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    await end_month(world)
    there = world.another_server("Elsewhere")
    answer = await mara.slash("leaderboard", there)
    forged = await mara.press(answer, f"t:standings:all:0:{mara.id}:people:s1")
    assert "from an older version" in forged.text


@pytest.mark.slow
async def test_the_message_speaks_the_servers_language(
    world: World, mara: Person, jonas: Person, seasons: Person
) -> None:
    await beat(world, mara, jonas)
    await seasons.slash("settings", language="日本語")
    await end_month(world)
    assert [message for message in world.channel.messages if "最終順位" in message.buttons]
