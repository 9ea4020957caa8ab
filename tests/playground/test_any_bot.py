"""It is a Discord for any bot: an unmodified discord.py connects, acts and recovers."""

import asyncio
import io
import logging
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import KeepAliveHandler
from discord.http import Route

from playground.deeds import Impossible
from playground.desk import Done
from playground.faults import Fault
from playground.protocol import Click, Code, Direct, Dms, Forward, Run
from playground.server import Server
from playground.start import Playground, open_playground
from playground.world import ANSWER_WITHIN
from tests.playground.bots import Controls, TenLines
from tests.playground.conftest import Open, Table
from tests.playground.waiting import until

log = logging.getLogger(__name__)

PNG = bytes.fromhex("89504e470d0a1a0a0000000d494844520000000700000005") + b"picture"


def run(table: Table, path: str, **options: Any) -> Run:
    return Run(person=str(table.mara), place=str(table.place), path=path, options=options)


def channel_of(playground: Playground, table: Table) -> discord.TextChannel:
    channel = playground.bot.get_channel(table.place)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_ten_lines_of_a_bot_are_enough(open_with: Open, table: Table) -> None:
    playground = await open_with(lambda _: TenLines())
    done = await playground.desk.do(run(table, "hi"))
    assert done["outcome"] == "message"
    assert table.texts() == ["Hi Mara"]
    message = table.world.message(table.place, int(done["message"]))
    custom_id = message["components"][0]["components"][0]["custom_id"]
    clicked = await playground.desk.do(
        Click(
            person=str(table.jonas),
            place=str(table.place),
            message=done["message"],
            custom_id=custom_id,
        )
    )
    assert clicked["outcome"] == "update"
    assert table.texts() == ["Hi again"]


async def test_two_shards_serve_the_servers_that_are_theirs(table: Table) -> None:
    servers = [table.world.add_server(f"Shard {n}", shard=(n, 2)) for n in (0, 1)]
    places = [table.world.add_place(server, "table") for server in servers]

    def two_shards(_: object) -> discord.Client:
        made = TenLines()
        made.shard_count = 2
        return made

    async with open_playground(two_shards, world=table.world) as playground:
        await playground.bot_is_there()
        assert playground.server.gateway.connected == [(0, 2), (1, 2)]
        for number, (server, place) in enumerate(zip(servers, places, strict=True)):
            guild = playground.bot.get_guild(server)
            assert guild is not None
            assert guild.shard_id == number
            action = Run(person=str(table.mara), place=str(place), path="hi")
            await playground.desk.do(action)
            assert table.texts(place) == ["Hi Mara"]


@pytest.mark.parametrize("code", [4000, 1011, None])
async def test_after_a_lost_connection_the_bot_resumes_and_misses_nothing(
    playground: Playground, table: Table, code: int | None
) -> None:
    gateway = playground.server.gateway
    meanwhile: list[asyncio.Task[Done]] = []

    def act_while_nobody_listens() -> None:
        if not gateway.online and not meanwhile:
            meanwhile.append(asyncio.create_task(playground.desk.do(run(table, "hi"))))

    gateway.on_change.append(act_while_nobody_listens)
    await gateway.drop(code)
    await until(lambda: meanwhile)
    done = await meanwhile[0]
    assert done["outcome"] == "message"
    assert (gateway.identified, gateway.resumed) == (1, 1)


async def test_a_bot_that_is_asked_to_reconnect_resumes(
    playground: Playground, table: Table
) -> None:
    gateway = playground.server.gateway
    gateway.ask_to_reconnect()
    await until(lambda: gateway.resumed == 1)
    await playground.desk.do(run(table, "hi"))
    assert gateway.identified == 1


async def test_a_bot_whose_session_is_over_identifies_anew(
    playground: Playground, table: Table
) -> None:
    gateway = playground.server.gateway
    gateway.invalidate()
    await until(lambda: gateway.identified == 2 and gateway.online)
    await playground.desk.do(run(table, "hi"))
    assert gateway.resumed == 0


async def test_a_session_that_nobody_knows_is_not_resumed(
    playground: Playground, table: Table
) -> None:
    gateway = playground.server.gateway
    gateway._sessions.clear()
    await gateway.drop(4000)
    await until(lambda: gateway.identified == 2 and gateway.online)
    await playground.desk.do(run(table, "hi"))
    assert gateway.resumed == 0


@pytest.mark.parametrize(
    "fault",
    [
        Fault("POST", "/channels/*/messages", 429, times=2),
        Fault("POST", "/channels/*/messages", 502),
        Fault("POST", "/channels/*/messages", 500),
    ],
    ids=lambda fault: str(fault.status),
)
async def test_discordpy_tries_again_until_the_message_is_there_once(
    playground: Playground, table: Table, fault: Fault
) -> None:
    playground.server.faults.order(fault)
    await channel_of(playground, table).send("once")
    assert table.texts() == ["once"]
    assert fault.failed == fault.times


@pytest.mark.slow
async def test_an_error_after_the_commit_repeats_a_message_unless_it_has_a_nonce(
    playground: Playground, table: Table
) -> None:
    channel = channel_of(playground, table)
    playground.server.faults.order(Fault("POST", "/channels/*/messages", 502, after=True))
    await channel.send("with", nonce="move-14")
    playground.server.faults.order(Fault("POST", "/channels/*/messages", 502, after=True))
    # discord.py makes up a nonce where it is given none; older libraries send none.
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    await playground.bot.http.request(route, json={"content": "without"})
    assert table.texts() == ["with", "without", "without"]


async def test_a_connection_that_breaks_after_the_commit_leaves_the_message(
    playground: Playground, table: Table
) -> None:
    playground.server.faults.order(Fault("POST", "/channels/*/messages", None, after=True))
    with pytest.raises((aiohttp.ClientError, OSError)):
        await channel_of(playground, table).send("sent")
    assert table.texts() == ["sent"]


async def test_a_slow_line_delays_answers(playground: Playground, table: Table) -> None:
    playground.server.faults.latency = 0.2
    began = asyncio.get_running_loop().time()
    await playground.desk.do(run(table, "hi"))
    assert asyncio.get_running_loop().time() - began >= 0.2


@pytest.mark.parametrize(
    ("intents", "heard"),
    [
        (discord.Intents(guilds=True), []),
        (discord.Intents(guilds=True, guild_messages=True), [""]),
        (discord.Intents(guilds=True, guild_messages=True, message_content=True), ["psst"]),
    ],
    ids=["none", "messages", "content"],
)
async def test_a_bot_hears_what_its_intents_let_it_hear(
    open_with: Open, table: Table, intents: discord.Intents, heard: list[str]
) -> None:
    contents: list[str] = []

    class Listening(discord.Client):
        async def on_message(self, message: discord.Message) -> None:
            contents.append(message.content)

        async def on_guild_channel_create(self, _: discord.abc.GuildChannel) -> None:
            contents.append("end")

    await open_with(lambda _: Listening(intents=intents, guild_ready_timeout=0.1))
    table.world._backend.create_message(table.place, table.mara, "psst")
    table.world.add_place(table.server, "later")
    await until(lambda: contents[-1:] == ["end"])
    assert contents[:-1] == heard


async def test_members_are_found_without_a_privileged_intent(
    playground: Playground, table: Table
) -> None:
    guild = playground.bot.get_guild(table.server)
    assert guild is not None
    table.world.leave(table.server, table.jonas)
    found = await guild.query_members(user_ids=[table.mara, table.jonas], cache=False)
    assert [member.id for member in found] == [table.mara]
    assert [member.id for member in await guild.query_members("mar", cache=False)] == [table.mara]


async def test_a_picture_comes_back_as_it_was_sent(playground: Playground, table: Table) -> None:
    picture = discord.File(io.BytesIO(PNG), "board.png", description="A board")
    sent = await channel_of(playground, table).send(file=picture)
    (attachment,) = sent.attachments
    assert (attachment.width, attachment.height) == (7, 5)
    assert attachment.description == "A board"
    assert await attachment.read() == PNG


async def test_an_interaction_can_be_answered_once_and_for_fifteen_minutes(
    playground: Playground, table: Table
) -> None:
    kept: list[discord.Interaction] = []

    @playground.bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        kept.append(interaction)

    await playground.desk.do(run(table, "hi"))
    await until(lambda: kept)
    kept[0].response._response_type = None  # as if the bot had forgotten its answer
    with pytest.raises(discord.HTTPException) as twice:
        await kept[0].response.send_message("twice")
    assert (twice.value.status, twice.value.code) == (400, 40060)
    await kept[0].followup.send("in time")
    await playground.desk.do(Forward(hours=0.26))
    with pytest.raises(discord.HTTPException) as over:
        await kept[0].followup.send("too late")
    assert (over.value.status, over.value.code) == (401, 50027)


@pytest.mark.slow
async def test_an_answer_after_three_seconds_is_too_late(
    playground: Playground, table: Table
) -> None:
    table.world.patience = ANSWER_WITHIN
    kept: list[discord.Interaction] = []

    @playground.bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        kept.append(interaction)

    with pytest.raises(Impossible) as failed:
        await playground.desk.do(run(table, "late"))
    assert failed.value.code is Code.NO_ANSWER
    with pytest.raises(discord.NotFound) as late:
        await kept[0].response.send_message("too late")
    assert late.value.code == 10062


async def test_an_archived_thread_cannot_be_edited_before_somebody_writes(
    playground: Playground, table: Table
) -> None:
    message = await channel_of(playground, table).send("card")
    thread = await message.create_thread(name="A game", auto_archive_duration=60)
    board = await thread.send("board")
    await playground.desk.do(Forward(hours=2))
    with pytest.raises(discord.HTTPException) as archived:
        await board.edit(content="another")
    assert archived.value.code == 50083
    await thread.send("news")
    await board.edit(content="another")
    assert table.texts(thread.id)[-2:] == ["another", "news"]


async def test_who_closed_direct_messages_gets_none(playground: Playground, table: Table) -> None:
    done = await playground.desk.do(run(table, "whisper", whom=str(table.jonas)))
    direct = int((await playground.desk.do(Direct(person=str(table.jonas))))["place"])
    assert table.texts(direct) == ["psst"]
    await playground.desk.do(Dms(person=str(table.jonas), open=False))
    done = await playground.desk.do(run(table, "whisper", whom=str(table.jonas)))
    answer = table.world.message(table.place, int(done["message"]))
    assert answer["content"] == "refused: 50007"
    assert table.texts(direct) == ["psst"]


async def test_another_token_is_refused(playground: Playground) -> None:
    stranger = TenLines()
    async with stranger:
        with pytest.raises(discord.LoginFailure):
            await stranger.login("another")


async def test_no_web_page_may_speak_for_the_bot(playground: Playground, table: Table) -> None:
    server = playground.server
    base = f"http://127.0.0.1:{server.port}"
    headers = {"Authorization": f"Bot {server.token}"}
    url = f"{base}/api/v10/channels/{table.place}/messages"
    async with aiohttp.ClientSession() as session:
        for extra, status in (({}, 200), ({"Origin": base}, 401), ({"Host": "evil.test"}, 403)):
            sent = session.post(url, json={"content": "x"}, headers={**headers, **extra})
            async with sent as response:
                assert response.status == status
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{base}/gateway", headers={"Origin": base})
    assert refused.value.status == 403
    assert table.texts() == ["x"]


async def test_two_hundred_interactions_at_once_are_all_answered(
    playground: Playground, table: Table
) -> None:
    began = asyncio.get_running_loop().time()
    done = await asyncio.gather(*(playground.desk.do(run(table, "hi")) for _ in range(200)))
    took = asyncio.get_running_loop().time() - began
    log.info("200 interactions at once took %.2f s", took)
    assert len({each["message"] for each in done}) == 200
    assert table.texts() == ["Hi Mara"] * 200


@pytest.mark.slow
async def test_a_heartbeat_is_answered_after_it_has_been_noted_as_sent(
    open_with: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else discord.py counts from the heartbeat before, and says that it can't keep up."""
    interval, latencies = 0.6, list[float]()
    acknowledged = KeepAliveHandler.ack

    def ack(self: KeepAliveHandler) -> None:
        acknowledged(self)
        latencies.append(self.latency)

    monkeypatch.setattr(KeepAliveHandler, "ack", ack)
    monkeypatch.setattr("playground.gateway.HEARTBEAT_SECONDS", interval)
    await open_with(lambda _: Controls())
    await until(lambda: len(latencies) >= 4)
    assert max(latencies) < interval


async def test_nothing_listens_any_more_after_the_end(table: Table) -> None:
    server = Server(table.world)
    async with server.listening():
        port = server.port
    with pytest.raises(OSError, match=str(port)):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_bot_that_does_not_start_says_why(table: Table) -> None:
    class Broken(Controls):
        async def setup_hook(self) -> None:
            msg = "no dice"
            raise RuntimeError(msg)

    async with open_playground(lambda _: Broken(), world=table.world) as playground:
        with pytest.raises(RuntimeError, match="no dice"):
            await playground.bot_is_there()
