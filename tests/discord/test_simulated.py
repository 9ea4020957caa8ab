"""People, time, failures and restarts in the simulated Discord, tried with a tiny bot.

A failure here is a failure of the simulation. What it refuses is in `test_strict`.
"""

from pathlib import Path

import aiohttp
import discord
import pytest
from discord.ext import commands
from discord.webhook.async_ import async_context

from tests.discord.simulated import Choice, Impossible, InteractionFailed, Person, World
from tests.discord.simulated.tiny import PNG, TinyBot, a_board, bots_channel, live, tiny


@pytest.fixture
def world(tiny_world: World) -> World:
    return tiny_world


async def test_people_see_texts_buttons_options_and_pictures(mara: Person) -> None:
    shown = await a_board(mara, f"to {mara.mention}")

    assert shown.text == f"to {mara.mention}"
    assert shown.buttons == ("count", "post", "beside", "thread", "form", "off")
    assert shown.options == ("Card 0", "Card 1", "Card 2")
    (seen,) = shown.pictures
    assert (seen.name, seen.data, seen.alt) == ("board.png", PNG, f"alt of to {mara.mention}")
    assert shown.pings == (mara,)
    assert not shown.ephemeral
    assert mara.world.messages() == (shown,)


async def test_people_complete_options_and_name_choices(mara: Person) -> None:
    assert await mara.autocomplete("post", "title", "x") == (Choice("x0", "0"), Choice("x1", "1"))
    answer = await mara.slash("post", title="sized", size="Small")

    assert answer.text == "sized 3"


async def test_people_click_choose_and_fill_in_forms(mara: Person) -> None:
    shown = await a_board(mara)

    assert (await mara.click(shown, "count")).text == "press 1"
    assert (await mara.choose(shown, "Card 2")).text == "picked ['2']"
    form = await mara.click(shown, "form")
    answer = await mara.fill(form, word="hello")
    updated = await mara.press(shown, "tiny:update")

    assert updated.message == shown
    assert shown.text == "updated"
    assert answer.text == "said hello"
    assert answer.ephemeral


async def test_people_cannot_do_what_is_not_there(world: World, mara: Person) -> None:
    shown = await a_board(mara)
    secret = (await mara.click(shown, "count")).message
    jonas = world.person("Jonas")

    with pytest.raises(Impossible, match=r"no button 'fold' among \('count', 'post'"):
        await mara.click(shown, "fold")
    with pytest.raises(Impossible, match="disabled"):
        await mara.click(shown, "off")
    with pytest.raises(Impossible, match="Card 9"):
        await mara.choose(shown, "Card 9")
    with pytest.raises(Impossible, match="does not see"):
        await jonas.click(secret, "count")
    assert mara.sees(secret)
    assert not jonas.sees(secret)
    assert world.channel.seen_by(mara) == (shown, secret)


async def test_a_forged_id_reaches_the_bot(mara: Person) -> None:
    shown = await a_board(mara)
    secret = (await mara.click(shown, "count")).message

    assert (await mara.press(shown, "tiny:fold")).text == "unknown fold"
    assert (await mara.press(secret, "tiny:fold")).text == "unknown fold"


async def test_interactions_carry_language_members_and_their_permissions(world: World) -> None:
    manage = discord.Permissions(manage_guild=True)
    jonas, ada = world.person("Jonas", locale="de"), world.person("Ada", permissions=manage)

    assert (await jonas.slash("who", person=ada)).text == f"de [{ada.id}] True"
    jonas.locale = "ja"
    assert (await jonas.slash("who", person=jonas)).text == f"ja [{jonas.id}] False"


async def test_only_those_who_are_there_are_pinged_and_edits_ping_nobody(
    world: World, mara: Person
) -> None:
    jonas = world.person("Jonas")
    channel = await bots_channel(world)
    told = await channel.send(f"{mara.mention} {jonas.mention}")
    assert world.messages()[-1].pings == (mara, jonas)

    await jonas.leave()
    await channel.send(f"{mara.mention} {jonas.mention}")
    await told.edit(content=f"now {mara.mention}")

    assert [message.pings for message in world.messages()] == [(mara, jonas), (mara,)]


# ---------------------------------------------------------------- at once, and again


async def test_clicks_in_the_same_instant_are_all_answered(world: World, mara: Person) -> None:
    shown = await a_board(mara)
    people = [world.person(name) for name in ("Jonas", "Ada", "Ben")]

    answers = await world.at_once(*(person.clicking(shown, "count") for person in people))

    assert all(answer.ephemeral for answer in answers)
    assert await tiny(world).presses() == 3


async def test_a_deed_delivered_twice_is_one_interaction(world: World, mara: Person) -> None:
    shown = await a_board(mara)
    click = mara.clicking(shown, "count")

    with world.expects("UNIQUE constraint failed"):
        await world.at_once(click, click)
        await world.at_once(click)

    assert await tiny(world).presses() == 1


# -------------------------------------------------------------------- time and requests


async def test_time_passes_only_when_told(world: World, mara: Person) -> None:
    before = world.now
    await a_board(mara)
    assert (world.now, tiny(world).ticks) == (before, 0)

    await world.pass_time(minutes=5)

    assert tiny(world).ticks == 5
    assert (world.now - before).total_seconds() == 300


async def test_requests_side_by_side_cost_one_in_series(world: World, mara: Person) -> None:
    shown = await a_board(mara)

    _, cost = await world.measure(mara.clicking(shown, "beside"))

    assert (cost.total, cost.series) == (3, 2)
    assert cost.series_to("POST", "/channels/*/messages") == 2
    assert [request.method for request in cost.requests] == ["POST", "POST", "PATCH"]
    assert cost.series_to("POST", "/interactions/*") == 1


@pytest.mark.slow
async def test_a_slow_answer_is_in_time_and_a_late_one_fails(mara: Person) -> None:
    shown = await a_board(mara)

    assert (await mara.press(shown, "tiny:slow")).text == "slow"
    with pytest.raises(InteractionFailed, match="tiny:late"):
        await mara.press(shown, "tiny:late")


# ------------------------------------------------------------------- what fails a test


async def test_an_error_that_the_bot_logs_fails_the_test(tmp_path: Path) -> None:
    async def press(world: World) -> None:
        mara = world.person("Mara")
        broken = mara.pressing(await a_board(mara), "tiny:crash")
        await world.at_once(broken, may_fail=True)

    with pytest.raises(AssertionError, match="broken on purpose"):
        await live(lambda: TinyBot(tmp_path / "tiny.db"), press)


async def test_thinking_for_ever_fails_the_test(tmp_path: Path) -> None:
    async def press(world: World) -> None:
        mara = world.person("Mara")
        assert (await mara.press(await a_board(mara), "tiny:think")).deferred

    with pytest.raises(AssertionError, match="thinking for ever"):
        await live(lambda: TinyBot(tmp_path / "tiny.db"), press)


async def test_an_expected_error_that_does_not_come_fails_the_test(world: World) -> None:
    with pytest.raises(AssertionError, match="nothing went wrong"), world.expects("a storm"):
        await world.pass_time(seconds=1)


async def test_a_connection_left_open_fails_the_test(tmp_path: Path) -> None:
    class Leaky(TinyBot):
        async def close(self) -> None:
            self.sweeper.cancel()
            await commands.AutoShardedBot.close(self)

    with pytest.raises(AssertionError, match="left a connection"):
        await live(lambda: Leaky(tmp_path / "tiny.db"))


class WithoutStart(TinyBot):
    async def setup_hook(self) -> None:
        await super().setup_hook()
        msg = "no start"
        raise RuntimeError(msg)


class WithoutEnd(TinyBot):
    async def close(self) -> None:
        msg = "no end"
        raise RuntimeError(msg)


@pytest.mark.parametrize(("broken", "words"), [(WithoutStart, "no start"), (WithoutEnd, "no end")])
async def test_a_bot_that_cannot_start_or_close_says_why_and_leaves_nothing(
    tmp_path: Path, broken: type[TinyBot], words: str
) -> None:
    """Otherwise all later bots of the process would answer to a Discord that has ended."""
    before = async_context.get()
    with pytest.raises(RuntimeError, match=words):
        await live(lambda: broken(tmp_path / "tiny.db"))
    assert async_context.get() is before
    await live(lambda: TinyBot(tmp_path / "tiny.db"))


# ---------------------------------------------------------------------- restart and kill


async def test_a_restart_closes_the_bot_and_keeps_the_database(world: World, mara: Person) -> None:
    shown, old = await a_board(mara), tiny(world)
    await mara.click(shown, "count")

    await world.restart()

    assert old.closed_politely
    assert tiny(world) is not old
    assert (await mara.click(shown, "count")).text == "press 2"


async def test_a_killed_bot_neither_closes_nor_keeps_a_transaction(
    world: World, mara: Person
) -> None:
    shown, old = await a_board(mara), tiny(world)
    await old.database.execute("BEGIN IMMEDIATE")
    await old.database.execute("INSERT INTO press VALUES (1)")

    await world.stop(kill=True)
    (answer,) = await world.at_once(mara.clicking(shown, "count"), may_fail=True)
    await world.start()

    assert answer.failed
    assert not old.closed_politely
    assert (await mara.click(shown, "count")).text == "press 1"


@pytest.mark.parametrize("after", [False, True], ids=["before the post", "after the post"])
async def test_the_bot_can_be_killed_at_a_request(
    world: World, mara: Person, *, after: bool
) -> None:
    shown = await a_board(mara)
    hold = world.hold("POST", "/channels/*/messages", after=after)
    await mara.click(shown, "post")
    assert hold.reached

    await world.restart(kill=True)

    assert await tiny(world).presses() == 1
    assert len(world.messages()) == (2 if after else 1)


async def test_a_held_request_goes_on_when_released(world: World, mara: Person) -> None:
    shown = await a_board(mara)
    hold = world.hold("POST", "/channels/*/messages")
    answer = await mara.click(shown, "post")
    assert (hold.reached, len(world.messages()), answer.messages) == (True, 1, ())

    hold.release()
    await world.rest()

    assert answer.text == "posted"
    assert world.channel.last.text == "next"


# ------------------------------------------------------------------------------ faults


async def test_a_fault_before_discord_acts_leaves_nothing_behind(world: World) -> None:
    world.fail("POST", "/channels/*/messages", status=403, code=50013)
    channel = await bots_channel(world)

    with pytest.raises(discord.Forbidden):
        await channel.send("refused")
    await channel.send("accepted")

    assert [message.text for message in world.messages()] == ["accepted"]
    assert [request.status for request in world.requests[-2:]] == [403, 200]


async def test_a_lost_answer_makes_discord_py_follow_up_twice(mara: Person) -> None:
    shown = await a_board(mara)
    mara.world.fail("POST", "/webhooks/*", status=502, after=True)

    answer = await mara.press(shown, "tiny:twice")

    assert [message.text for message in answer.messages] == ["first", "second", "second"]


async def test_a_lost_answer_makes_no_second_message_in_a_channel(world: World) -> None:
    world.fail("POST", "/channels/*/messages", status=502, after=True)

    await (await bots_channel(world)).send("once")  # discord.py adds a nonce by itself

    assert [message.text for message in world.messages()] == ["once"]


async def test_an_enforced_nonce_makes_one_message_of_two_tries(world: World) -> None:
    world.fail("POST", "/channels/*/messages", status=502, after=True, times=2)
    channel = await bots_channel(world)

    first = await channel.send("once", nonce="n")
    again = await channel.send("once more", nonce="n")
    other = await channel.send("another", nonce="m")
    await world.pass_time(minutes=6)
    later = await channel.send("forgotten", nonce="n")
    await later.delete()
    with pytest.raises(discord.NotFound):
        await channel.send("deleted", nonce="n")

    assert first.id == again.id
    assert len({first.id, other.id, later.id}) == 3
    assert [message.text for message in world.messages()] == ["once", "another"]


async def test_a_server_error_that_stays_reaches_the_bot(world: World) -> None:
    world.fail("POST", "/channels/*/messages", status=500, times=5)

    with pytest.raises(discord.DiscordServerError):
        await (await bots_channel(world)).send("never")

    assert world.messages() == ()


async def test_a_broken_connection_reaches_the_bot(world: World) -> None:
    world.fail("POST", "/channels/*/messages", status=None)

    with pytest.raises(aiohttp.ClientError):
        await (await bots_channel(world)).send("never")
