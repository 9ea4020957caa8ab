"""What Discord refuses is refused in the simulated Discord: each rule by a body that breaks it."""

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui
from jsonschema import Draft202012Validator

from tests.discord.simulated import Impossible, InteractionFailed, Person, World, openapi
from tests.discord.simulated.tiny import (
    PNG,
    TinyBot,
    a_board,
    board,
    bots_channel,
    live,
    picture,
    request,
)
from tests.tiers import sampled


@pytest.fixture
def world(tiny_world: World) -> World:
    return tiny_world


# ------------------------------------------------------------------ threads and permissions


async def test_a_thread_starts_from_a_message_once(world: World, mara: Person) -> None:
    shown = await a_board(mara)
    await mara.click(shown, "thread")
    (thread,) = world.channel.threads

    assert shown.thread == thread
    assert thread.messages[0].text == "hello"
    with pytest.raises(discord.HTTPException) as refused:
        await request(
            world, "POST", f"/channels/{{channel}}/messages/{shown.id}/threads", {"name": "x"}
        )
    assert refused.value.code == 160004


async def test_sending_unarchives_a_thread_and_editing_needs_it_open(
    world: World, mara: Person
) -> None:
    await mara.click(await a_board(mara), "thread")
    (thread,) = world.channel.threads
    hello = thread.last.id
    await thread.archive()

    with pytest.raises(Impossible, match="archived"):
        await mara.slash("post", thread, title="no")
    with pytest.raises(discord.HTTPException) as refused:
        await request(world, "PATCH", f"/channels/{thread.id}/messages/{hello}", {"content": "x"})
    assert refused.value.code == 50083
    for path in (
        f"/channels/{thread.id}/thread-members/{mara.id}",
        f"/channels/{thread.id}/messages/{hello}/reactions/x/@me",
    ):
        with pytest.raises(discord.HTTPException) as refused:
            await request(world, "PUT", path, None)
        assert refused.value.code == 50083
    await request(world, "POST", f"/channels/{thread.id}/messages", {"content": "hi"})
    assert not thread.archived
    await request(world, "PATCH", f"/channels/{thread.id}/messages/{hello}", {"content": "x"})


@pytest.mark.parametrize(("archived", "code"), [(True, 50083), (False, 160005)])
async def test_a_locked_thread_takes_no_message(
    world: World, mara: Person, *, archived: bool, code: int
) -> None:
    await mara.click(await a_board(mara), "thread")
    (thread,) = world.channel.threads
    await thread.forbid("manage_threads")
    await (thread.archive(locked=True) if archived else thread.lock())

    with pytest.raises(discord.HTTPException) as refused:
        await request(world, "POST", f"/channels/{thread.id}/messages", {"content": "x"})
    assert refused.value.code == code
    with pytest.raises(discord.HTTPException):
        await request(
            world, "PATCH", f"/channels/{thread.id}", {"archived": False, "locked": False}
        )
    assert thread.locked


async def test_the_bot_changes_its_own_threads_and_no_others(world: World, mara: Person) -> None:
    await mara.click(await a_board(mara), "thread")
    (thread,) = world.channel.threads
    await thread.forbid("manage_threads", "manage_channels")
    theirs = await world.post(world.forum("ideas"), "A post", mara)
    await theirs.forbid("manage_threads")

    await request(world, "PATCH", f"/channels/{thread.id}", {"auto_archive_duration": 1440})

    assert thread.archives_after == 1440
    with pytest.raises(discord.Forbidden):
        await request(world, "PATCH", f"/channels/{theirs.id}", {"archived": True})


@pytest.mark.parametrize(
    ("permission", "code"),
    [("attach_files", 50013), ("send_messages", 50013), ("view_channel", 50001)],
)
async def test_a_permission_that_the_bot_lacks_is_refused(
    world: World, permission: str, code: int
) -> None:
    channel = await bots_channel(world)
    await world.channel.forbid(permission)

    with pytest.raises(discord.Forbidden) as refused:
        await channel.send(file=picture())
    assert refused.value.code == code
    await world.channel.allow(permission)
    await channel.send(file=picture())
    assert world.channel.last.pictures[0].alt == "a file"


async def test_voice_chats_forum_posts_and_direct_messages_are_places(
    world: World, mara: Person
) -> None:
    posted = await world.post(world.forum("ideas"), "A post", mara)
    elsewhere = world.another_server("Elsewhere")

    for place in (world.voice_channel("talk"), posted, elsewhere, mara.dm):
        await mara.slash("post", place, title="here")
        assert place.last.text == "here"


async def test_what_moderators_delete_is_gone(world: World, mara: Person) -> None:
    shown = await a_board(mara)
    await mara.click(shown, "thread")
    (thread,) = world.channel.threads
    said = await mara.say("hello", thread)

    await shown.delete()
    assert (shown.exists, thread.exists) == (False, True)
    await thread.delete()
    assert (said.exists, world.channel.threads) == (False, ())
    await world.channel.delete()
    assert not world.channel.exists


# --------------------------------------------------------------- what Discord refuses


BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}
OPTION = {"label": "a", "value": "a"}
SELECT = {"type": 3, "custom_id": "x", "options": [OPTION]}
COMMAND = {"name": "a", "description": "b", "type": 1}
V2 = 1 << 15


def rows(*controls: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": [{"type": 1, "components": [c]} for c in controls]}


def parts(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)}


def texts(*contents: str) -> dict[str, Any]:
    return parts(*({"type": 10, "content": content} for content in contents))


def gallery(url: str, **more: str) -> dict[str, Any]:
    return parts({"type": 12, "items": [{"media": {"url": url}, **more}]})


REFUSED_MESSAGES: dict[str, tuple[dict[str, Any], str]] = {
    "a button without a label": (rows({**BUTTON, "label": None}), "label or an emoji"),
    "a button with a long label": (rows({**BUTTON, "label": "x" * 81}), "80|maxLength"),
    "a button with a word as emoji": (rows({**BUTTON, "emoji": {"name": "joy"}}), "not an emoji"),
    "a long custom_id": (rows({**BUTTON, "custom_id": "x" * 101}), "100"),
    "an empty custom_id": (rows({**BUTTON, "custom_id": ""}), "custom_id"),
    "a custom_id twice": (rows(BUTTON, BUTTON), "not unique"),
    "26 options": (
        rows({**SELECT, "options": [{"label": "a", "value": str(n)} for n in range(26)]}),
        "25",
    ),
    "an option with a long label": (
        rows({**SELECT, "options": [{**OPTION, "label": "x" * 101}]}),
        "100",
    ),
    "a blank option": (rows({**SELECT, "options": [{**OPTION, "label": " "}]}), "blank"),
    "an option with a long description": (
        rows({**SELECT, "options": [{**OPTION, "description": "x" * 101}]}),
        "100",
    ),
    "more to choose than there is": (rows({**SELECT, "max_values": 2}), "max_values"),
    "more chosen than may be": (
        rows({**SELECT, "options": [{**OPTION, "value": v, "default": True} for v in "ab"]}),
        "chosen from the start",
    ),
    "a button outside a row": (parts(BUTTON), "type 2|legacy"),
    "a section without accessory": (
        parts({"type": 9, "components": [{"type": 10, "content": "x"}]}),
        "accessory",
    ),
    "an empty container": (parts({"type": 17, "components": []}), "minItems|contain"),
    "a container in a container": (
        parts({"type": 17, "components": [{"type": 17, "components": [{"type": 14}]}]}),
        "type 17|child",
    ),
    "41 components": (parts(*({"type": 14} for _ in range(41))), "40"),
    "too much text": (texts("x" * 2000, "y" * 2001), "4000"),
    "blank text": (texts(" \n"), "blank"),
    "text beside components": ({**texts("x"), "content": "y"}, "cannot contain"),
    "a picture that is not there": (gallery("attachment://board.png"), "not declared"),
    "a picture from nowhere": (gallery("board.png"), "scheme"),
    "a long alt text": (gallery("https://a.b/c.png", description="x" * 1025), "1024"),
    "a long nonce": ({"content": "x", "nonce": "x" * 26}, "25|nonce|match|type"),
    "too many mentions": (
        {"content": "x", "allowed_mentions": {"users": [str(n + 1) for n in range(101)]}},
        "100",
    ),
    "nothing": ({}, "empty"),
}


@sampled("document", [True, False], ids=["with document", "without"])
@sampled("case", REFUSED_MESSAGES)
async def test_a_message_that_discord_refuses_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch, case: str, *, document: bool
) -> None:
    body, reason = REFUSED_MESSAGES[case]
    if not document:
        monkeypatch.setattr(openapi, "routes", lambda: None)

    with world.expects("POST /channels/"), pytest.raises(discord.HTTPException) as refused:
        await request(world, "POST", "/channels/{channel}/messages", body)

    assert refused.value.code == 50035
    assert re.search(reason, refused.value.text)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ([("a.png", "x" * 1025)], "1024"),
        ([("a b.png", None)], "not plain"),
        ([(f"{n}.png", None) for n in range(11)], "10"),
    ],
    ids=["long alt text", "odd name", "too many"],
)
async def test_files_that_discord_refuses_are_refused(
    world: World, files: list[tuple[str, str | None]], reason: str
) -> None:
    channel = await bots_channel(world)
    attached = [discord.File(io.BytesIO(PNG), name, description=alt) for name, alt in files]
    multipart = discord.http.handle_message_parameters(files=attached)

    with (
        world.expects(reason),
        multipart as parameters,
        pytest.raises(discord.HTTPException),
    ):
        await world.bot.http.send_message(channel.id, params=parameters)


async def test_a_file_that_is_too_large_is_refused(world: World) -> None:
    channel = await bots_channel(world)
    large = discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "large.bin")

    with pytest.raises(discord.HTTPException) as refused:
        await channel.send(file=large)
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_a_file_that_no_component_shows_is_refused(world: World) -> None:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("no picture"))

    with world.expects("no component shows"), pytest.raises(discord.HTTPException):
        await (await bots_channel(world)).send(view=view, file=picture())


async def test_a_change_names_every_file_that_it_shows_though_the_message_has_it(
    world: World, mara: Person
) -> None:
    shown = await a_board(mara)
    path = f"/channels/{{channel}}/messages/{shown.id}"
    id_ = shown.stored.attachments[0]["id"]

    for declared in ({}, {"attachments": [{"id": id_}]}, {"attachments": [{"filename": "a.png"}]}):
        with world.expects("50035"), pytest.raises(discord.HTTPException):
            await request(world, "PATCH", path, {**gallery("attachment://board.png"), **declared})
    kept = {"attachments": [{"id": id_, "filename": "board.png"}]}
    await request(world, "PATCH", path, {**gallery("attachment://board.png"), **kept})

    assert shown.pictures[0].data == PNG


async def test_a_file_that_comes_with_a_change_is_named_in_it_as_well(
    world: World, mara: Person
) -> None:
    shown = await a_board(mara)
    multipart = discord.http.handle_message_parameters(view=board("x"), files=[picture()])

    with multipart as parameters, world.expects("not declared"):
        assert parameters.multipart is not None
        bare = json.loads(parameters.multipart[0]["value"])
        del bare["attachments"]
        parameters.multipart[0]["value"] = json.dumps(bare)
        with pytest.raises(discord.HTTPException):
            await world.bot.http.edit_message(shown.channel_id, shown.id, params=parameters)


@pytest.mark.parametrize("action", ["bare", "bare_later"])
async def test_an_answer_that_changes_a_message_names_every_file_that_it_shows(
    world: World, mara: Person, action: str
) -> None:
    shown = await a_board(mara)

    with world.expects("not declared", "HTTPException"):
        await world.at_once(mara.pressing(shown, f"tiny:{action}"), may_fail=True)

    assert "bare" not in shown.text


async def test_an_answer_tells_the_id_of_a_file_with_the_component_that_shows_it(
    world: World,
) -> None:
    sent = await (await bots_channel(world)).send(view=board("x"), file=picture())

    (container, _row) = sent.components
    assert isinstance(container, discord.Container)
    gallery = container.children[1]
    assert isinstance(gallery, discord.MediaGalleryComponent)
    stored = world.channel.last.stored.attachments
    assert (sent.attachments, gallery.items[0].media.attachment_id) == ([], int(stored[0]["id"]))


@pytest.mark.parametrize(
    "body",
    [{"name": ""}, {"name": " "}, {"name": "x" * 101}, {"name": "x", "auto_archive_duration": 61}],
    ids=["no name", "blank", "long", "odd time"],
)
async def test_a_thread_that_discord_refuses_is_refused(
    world: World, mara: Person, body: dict[str, Any]
) -> None:
    shown = await a_board(mara)

    with world.expects("threads"), pytest.raises(discord.HTTPException):
        await request(world, "POST", f"/channels/{{channel}}/messages/{shown.id}/threads", body)


REFUSED_COMMANDS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "upper case": ([{**COMMAND, "name": "A"}], "no name"),
    "a space": ([{**COMMAND, "name": "a b"}], "no name"),
    "a long name": ([{**COMMAND, "name": "a" * 33}], "no name|maxLength"),
    "no description": ([{**COMMAND, "description": ""}], "description"),
    "a long description": ([{**COMMAND, "description": "x" * 101}], "100"),
    "the same twice": ([COMMAND, COMMAND], "twice"),
    "101 commands": ([{**COMMAND, "name": f"a{n}"} for n in range(101)], "100"),
    "26 options": ([{**COMMAND, "options": [{**COMMAND, "type": 3, "name": f"o{n}"} for n in range(26)]}], "25"),
    "a required option last": (
        [{**COMMAND, "options": [{**COMMAND, "type": 3}, {**COMMAND, "name": "r", "type": 3, "required": True}]}],
        "must come first",
    ),
    "26 choices": (
        [{**COMMAND, "options": [{**COMMAND, "type": 3, "choices": [{"name": f"c{n}", "value": "v"} for n in range(26)]}]}],
        "25",
    ),
    "a long choice": (
        [{**COMMAND, "options": [{**COMMAND, "type": 3, "choices": [{"name": "x" * 101, "value": "v"}]}]}],
        "100",
    ),
    "choices beside autocomplete": (
        [{**COMMAND, "options": [{**COMMAND, "type": 3, "autocomplete": True, "choices": [{"name": "c", "value": "v"}]}]}],
        "exclude",
    ),
    "options beside subcommands": (
        [{**COMMAND, "options": [COMMAND, {**COMMAND, "name": "o", "type": 3}]}],
        "do not mix",
    ),
    "groups too deep": (
        [{**COMMAND, "options": [{**COMMAND, "type": 2, "options": [{**COMMAND, "type": 2}]}]}],
        "too deep|type",
    ),
    "an unknown language": ([{**COMMAND, "name_localizations": {"xx": "a"}}], "no locale"),
    "too many characters": (
        [{**COMMAND, "options": [{**COMMAND, "type": 3, "name": f"o{n}", "description": "x" * 100,
          "choices": [{"name": f"{c} {'x' * 90}", "value": f"{c}"} for c in range(4)]} for n in range(25)]}],
        "more than 8000",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED_COMMANDS)
async def test_commands_that_discord_refuses_are_refused(world: World, case: str) -> None:
    body, reason = REFUSED_COMMANDS[case]

    path = f"/applications/{world.bot.application_id}/commands"

    # Too many commands have an error code of their own (30032), so they are no malformed body.
    noted = contextlib.nullcontext() if case == "101 commands" else world.expects("/commands")
    with noted, pytest.raises(discord.HTTPException) as refused:
        await request(world, "PUT", path, body)

    assert re.search(reason, refused.value.text)


async def test_26_choices_of_autocomplete_are_refused(mara: Person) -> None:
    with pytest.raises(InteractionFailed, match="25"):
        await mara.autocomplete("post", "title", "too many")


# --------------------------------------------------------------- Discord's own document


needs_document = pytest.mark.skipif(openapi.document_path() is None, reason=openapi.WHY_SKIPPED)


@needs_document
async def test_every_body_is_held_against_discords_document(world: World) -> None:
    body = {"content": "x", "tts": "yes"}

    with world.expects("tts: 'yes' is not of type"), pytest.raises(discord.HTTPException):
        await request(world, "POST", "/channels/{channel}/messages", body)


@needs_document
def test_a_route_that_discord_does_not_have_is_a_complaint() -> None:
    routes = openapi.routes()
    assert routes is not None

    assert str(routes.complaint("POST", "/channels/1/boards", {})).endswith("/channels/1/boards")


@needs_document
@pytest.mark.parametrize("case", REFUSED_MESSAGES)
def test_the_fast_checker_agrees_with_jsonschema(case: str) -> None:
    path = openapi.document_path()
    routes = openapi.routes()
    assert path is not None
    assert routes is not None
    reference = {"$ref": "#/components/schemas/MessageCreateRequest"}
    slow = Draft202012Validator({**json.loads(path.read_text("utf-8")), **reference})
    body, _ = REFUSED_MESSAGES[case]

    complaint = routes.complaint("POST", "/channels/1/messages", body)

    assert (complaint is None) is slow.is_valid(body)


async def test_a_malformed_body_fails_the_test_though_the_bot_catches_it(tmp_path: Path) -> None:
    async def send(world: World) -> None:
        with contextlib.suppress(discord.HTTPException):
            await request(
                world, "POST", "/channels/{channel}/messages", rows({**BUTTON, "label": ""})
            )

    with pytest.raises(AssertionError, match="needs a label"):
        await live(lambda: TinyBot(tmp_path / "tiny.db"), send)
