"""The page's side: who gets in, what a pane shows, and what people can do there."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import aiohttp
import pytest
from yarl import URL

from playground import page as page_module
from playground.start import Playground
from tests.playground.conftest import Table
from tests.playground.people import Actor, labelled
from tests.playground.reader import Reader, address, origin
from tests.playground.waiting import until


def there(table: Table, person: int | None = None) -> dict[str, str]:
    return {"person": str(person or table.mara), "place": str(table.place)}


# ------------------------------------------------------------------------ who gets in


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ("", {"Origin": "own"}, 403),
        ("?key=", {"Origin": "own"}, 403),
        ("?key=guess", {"Origin": "own"}, 403),
        ("own", {}, 403),
        ("own", {"Origin": "http://evil.test"}, 403),
        ("own", {"Origin": "null"}, 403),
        ("own", {"Origin": "own", "Host": "evil.test"}, 403),
        ("own", {"Origin": "own", "Host": "localhost"}, 403),
    ],
)
async def test_the_socket_opens_with_key_origin_and_name_only(
    playground: Playground, query: str, headers: Mapping[str, str], status: int
) -> None:
    own = origin(playground)
    url = address(playground) if query == "own" else f"{own}/ws{query}"
    sent = {name: own if value == "own" else value for name, value in headers.items()}
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(url, headers=sent)
    assert refused.value.status == status


@pytest.fixture
def folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    folder = tmp_path / "page"
    (folder / "style").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>é</title>", encoding="utf-8")
    (folder / "style" / "all.css").write_text("body{}")
    (folder / "main.js").write_text("1")
    (folder / "notes.txt").write_text("not a part of the page")
    (tmp_path / "secret.js").write_text("secret")
    monkeypatch.setattr(page_module, "FOLDER", folder)
    return folder


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/page/main.js", 200, "text/javascript"),
        ("/page/style/all.css", 200, "text/css"),
        ("/page/notes.txt", 404, None),
        ("/page/none.js", 404, None),
        ("/page/style", 404, None),
        ("/page/..%2Fsecret.js", 404, None),
        ("/page/%2e%2e/secret.js", 404, None),
        ("/", 403, None),
        ("/?key=guess", 403, None),
        ("/media/attachments/1/2/board.png", 404, None),
    ],
)
@pytest.mark.usefixtures("folder")
async def test_files_of_the_page_and_no_others_are_served(
    playground: Playground, path: str, status: int, kind: str | None
) -> None:
    async with aiohttp.ClientSession() as session:
        url = URL(origin(playground) + path, encoded=True)  # as it is written
        async with session.get(url) as response:
            assert response.status == status
            if kind is not None:
                assert response.content_type == kind


@pytest.mark.usefixtures("folder")
async def test_nothing_that_is_shown_can_run_as_a_script(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(playground.url) as response:
            assert response.status == 200
            assert await response.text() == "<!doctype html><title>é</title>"
            policy = dict(
                part.strip().split(" ", 1)
                for part in response.headers["Content-Security-Policy"].split(";")
            )
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Referrer-Policy"] == "no-referrer"
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"


@pytest.mark.parametrize(
    ("name", "kind", "saved"),
    [
        ("board.png", "image/png", False),
        ("board.svg", "application/octet-stream", True),
        ("board.html", "application/octet-stream", True),
        ("record.txt", "application/octet-stream", True),
    ],
)
async def test_a_file_that_somebody_sent_is_shown_as_a_picture_or_saved(
    playground: Playground, table: Table, name: str, kind: str, *, saved: bool
) -> None:
    stored = playground.world.media.store_attachment(1, table.place, name, b"<script>", None)
    async with aiohttp.ClientSession() as session, session.get(stored["url"]) as response:
        assert response.content_type == kind
        assert ("Content-Disposition" in response.headers) is saved
        assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert await response.read() == b"<script>"


# ------------------------------------------------------------------- what a pane shows


async def test_the_greeting_says_who_is_there(reader: Reader, table: Table) -> None:
    hello = reader.told[0]
    assert [each["name"] for each in hello["people"]] == ["Mara", "Jonas"]
    assert hello["servers"] == [{"id": str(table.server), "name": "Game Night"}]
    assert hello["bot"]["online"]
    assert hello["clock"]["ahead"] == 0
    assert hello["locales"] == ["en-US", "ja"]


async def test_two_panes_show_two_people(reader: Reader, table: Table) -> None:
    await reader.ask("watch", pane="left", **there(table))
    await reader.ask("watch", pane="right", **there(table, table.jonas))
    done = await reader.ask("run", **there(table), path="secret")
    assert (done["is"], done["outcome"]) == ("done", "message")
    told = await reader.wait(lambda told: told["is"] == "message")
    assert told["pane"] == "left"
    message = told["message"]
    assert (message["content"], message["ephemeral"]) == ("en-US", True)
    assert message["command"] == {"name": "secret", "user_id": str(table.mara), "user": "Mara"}
    await reader.ask("run", **there(table, table.jonas), path="secret")
    right = await reader.wait(lambda told: told["is"] == "message" and told["pane"] == "right")
    assert right["message"]["content"] == "ja"
    assert len(reader.all("message", "left")) == 1
    done = await reader.ask("earlier", **there(table, table.jonas), before=message["id"])
    assert done["messages"] == []


async def test_a_closed_pane_is_told_nothing_more(reader: Reader, table: Table) -> None:
    await reader.ask("watch", pane="a", **there(table))
    await reader.ask("watch", pane="b", **there(table))
    await reader.ask("close", pane="a")
    await reader.ask("run", **there(table), path="hi")
    await reader.wait(lambda told: told["is"] == "message" and told["pane"] == "b")
    assert reader.all("message", "a") == []


async def test_changed_deleted_and_dismissed_messages_are_told(
    reader: Reader, playground: Playground, table: Table
) -> None:
    await reader.ask("watch", pane="a", **there(table))
    mara = Actor(playground.desk, table.mara)
    shown = int((await mara.slash(table.place, "hi"))["message"])
    await mara.click(table.place, shown, "Again")
    await reader.wait(
        lambda told: told["is"] == "message" and told["message"]["content"] == "Hi again"
    )
    secret = (await mara.slash(table.place, "secret"))["message"]
    await reader.wait(lambda told: told["is"] == "message" and told["message"]["id"] == secret)
    refused = await reader.ask("dismiss", **there(table), message=str(shown))
    assert refused["code"] == "invalid"
    await reader.ask("dismiss", **there(table), message=secret)
    await reader.wait(lambda told: told["is"] == "gone" and told["messages"] == [secret])
    playground.world.remove(table.place, shown)
    await reader.wait(lambda told: told["is"] == "gone" and told["messages"] == [str(shown)])


async def test_only_the_newest_messages_come_at_first(
    reader: Reader, playground: Playground, table: Table
) -> None:
    mara = Actor(playground.desk, table.mara)
    for _ in range(53):
        await mara.slash(table.place, "hi")
    ids = [str(each) for each in table.world.messages(table.place)]
    await reader.ask("watch", pane="a", **there(table))
    (told,) = reader.all("messages", "a")
    assert ([each["id"] for each in told["messages"]], told["more"]) == (ids[3:], True)
    done = await reader.ask("earlier", **there(table), before=ids[3])
    assert ([each["id"] for each in done["messages"]], done["more"]) == (ids[:3], False)
    await mara.click(table.place, int(ids[0]), "Again")
    changed = await reader.wait(lambda told: told["is"] == "message")
    assert changed["message"]["id"] == ids[0]


async def test_unread_marks_and_mentions_count_until_they_are_read(
    reader: Reader, playground: Playground, table: Table
) -> None:
    await reader.ask("watch", pane="jonas", person=str(table.jonas))
    mara = Actor(playground.desk, table.mara)
    await mara.slash(table.place, "shout", whom=table.jonas)

    def marks(told: Any) -> tuple[bool, int]:
        place = told["servers"][0]["places"][0]
        return place["unread"], place["mentions"]

    await reader.wait(lambda told: told["is"] == "view" and marks(told) == (True, 1))
    before = len(reader.told)
    await reader.ask("read", **there(table, table.jonas))
    await until(lambda: any(t["is"] == "view" and not marks(t)[0] for t in reader.told[before:]))
    last = reader.all("view", "jonas")[-1]
    assert marks(last) == (False, 0)
    place = last["servers"][0]["places"][0]
    assert place["read"] == place["last"]


async def test_a_thread_stands_after_its_channel_with_its_first_message(
    reader: Reader, playground: Playground, table: Table
) -> None:
    channel = playground.bot.get_channel(table.place)
    message = await channel.send("card")  # type: ignore[union-attr] # a text channel
    other = table.world.add_place(table.server, "other")
    thread = await message.create_thread(name="A game")
    await thread.send("board")
    await reader.ask("watch", pane="a", person=str(table.mara), place=str(thread.id))
    view = reader.all("view", "a")[-1]
    places = view["servers"][0]["places"]
    assert [each["id"] for each in places] == [str(table.place), str(thread.id), str(other)]
    assert [each["kind"] for each in places] == ["text", "thread", "text"]
    assert view["names"][str(thread.id)] == "A game"
    told = reader.all("messages", "a")[-1]
    assert told["starter"]["content"] == "card"
    assert told["starter"]["thread"] is None
    assert [each["content"] for each in told["messages"]] == ["board"]
    await message.edit(content="accepted")
    changed = await reader.wait(lambda told: told["is"] == "starter")
    assert changed["message"]["content"] == "accepted"
    await message.delete()
    await reader.wait(lambda told: told["is"] == "starter" and told["message"] is None)
    await thread.delete()
    gone = await reader.wait(lambda told: told["is"] == "view" and told["place"] is None)
    assert len(gone["servers"][0]["places"]) == 2


# ------------------------------------------------------------------- what people can do


async def test_commands_are_listed_in_the_persons_language(reader: Reader, table: Table) -> None:
    commands = {
        each["path"]: each
        for each in (await reader.ask("commands", **there(table, table.jonas)))["commands"]
    }
    assert commands["secret"]["description"] == "ひみつ"
    assert commands["hi"]["description"] == "Hi"
    number, friend, loud = commands["guess"]["options"]
    assert (number["type"], number["required"], number["autocomplete"]) == (4, True, True)
    assert (number["min_value"], number["max_value"]) == (1, 9)
    assert (friend["type"], friend["required"]) == (6, False)
    assert loud["choices"] == [{"name": "Loudly", "value": "!"}]


async def test_a_command_with_options_is_completed_and_run(reader: Reader, table: Table) -> None:
    offered = await reader.ask(
        "complete", **there(table), path="guess", option="number", typed="4",
        options={"friend": "nobody"},
    )  # fmt: skip
    assert offered["choices"] == [{"name": "number 4", "value": 4}]
    options = {"number": "4", "friend": str(table.jonas), "loud": "!"}
    done = await reader.ask("run", **there(table), path="guess", options=options)
    assert done["outcome"] == "message"
    assert table.texts() == ["4 for Jonas!"]


async def test_an_answer_that_comes_later_is_thinking_first(reader: Reader, table: Table) -> None:
    await reader.ask("watch", pane="a", **there(table))
    done = await reader.ask("run", **there(table), path="slow")
    assert done["outcome"] in ("thinking", "message")
    await reader.wait(lambda told: told["is"] == "message" and told["message"]["content"] == "done")
    assert not reader.all("message", "a")[-1]["message"]["thinking"]


async def test_selects_and_forms_are_filled_in(
    reader: Reader, playground: Playground, table: Table
) -> None:
    mara = Actor(playground.desk, table.mara)
    panel = (await mara.slash(table.place, "panel"))["message"]
    shown = table.world.message(table.place, int(panel))
    colour, people = (row["components"][0]["custom_id"] for row in shown["components"][:2])
    at = {**there(table), "message": panel}
    done = await reader.ask("choose", **at, custom_id=colour, values=["green"])
    assert table.world.message(table.place, int(done["message"]))["content"] == "chose green"
    who = [str(table.jonas), str(table.mara)]
    done = await reader.ask("choose", **at, custom_id=people, values=who)
    assert table.world.message(table.place, int(done["message"]))["content"] == "chose Jonas, Mara"
    form_button = labelled(playground.desk, table.place, int(panel), "Form")["Form"]
    opened = await reader.ask("click", **at, custom_id=form_button)
    assert (opened["outcome"], opened["form"]["title"]) == ("form", "A form")
    form = opened["form"]["id"]
    values = {"name": "too long a name", "size": ["L"], "sure": True}
    refused = await reader.ask("submit", person=str(table.mara), form=form, values=values)
    assert refused["code"] == "invalid"
    other = await reader.ask("submit", person=str(table.jonas), form=form, values=values)
    assert other["code"] == "out-of-sight"
    values["name"] = "Kim"
    done = await reader.ask("submit", person=str(table.mara), form=form, values=values)
    assert table.world.message(table.place, int(done["message"]))["content"] == "Kim ['L'] True"
    again = await reader.ask("submit", person=str(table.mara), form=form, values=values)
    assert again["code"] == "out-of-sight"


async def test_what_is_disabled_hidden_or_gone_cannot_be_clicked(
    reader: Reader, playground: Playground, table: Table
) -> None:
    mara = Actor(playground.desk, table.mara)
    panel = int((await mara.slash(table.place, "panel"))["message"])
    secret = (await mara.slash(table.place, "secret"))["message"]
    off = labelled(playground.desk, table.place, panel, "Off")["Off"]
    for person, message, custom_id in (
        (table.mara, str(panel), off),
        (table.mara, str(panel), "forged"),
        (table.jonas, secret, "any"),
        (table.mara, "1", "any"),
        (table.mara, "x", "any"),
    ):
        at = there(table, person)
        refused = await reader.ask("click", **at, message=message, custom_id=custom_id)
        assert (refused["is"], refused["code"]) == ("refused", "out-of-sight")


async def test_a_bot_that_does_not_answer_fails_when_patience_is_over(
    reader: Reader, table: Table
) -> None:
    table.world.patience = timedelta(seconds=0.5)
    refused = await reader.ask("run", **there(table), path="late")
    assert (refused["is"], refused["code"]) == ("refused", "no-answer")


async def test_people_come_leave_and_return(reader: Reader, table: Table) -> None:
    added = await reader.ask("add", name=" Kim ")
    kim = added["person"]
    told = await reader.wait(lambda told: told["is"] == "people" and len(told["people"]) == 3)
    assert told["people"][-1] == {
        "id": kim, "name": "Kim", "locale": "en-US", "dms": True, "servers": [str(table.server)],
        "manages": [],
    }  # fmt: skip
    await reader.ask("leave", person=kim, server=str(table.server))
    await reader.ask("leave", person=kim, server=str(table.server))
    await reader.wait(lambda told: told["is"] == "people" and told["people"][-1]["servers"] == [])
    refused = await reader.ask("commands", person=kim, place=str(table.place))
    assert refused["code"] == "out-of-sight"
    await reader.ask("return", person=kim, server=str(table.server))
    assert (await reader.ask("commands", person=kim, place=str(table.place)))["is"] == "done"


async def test_a_member_manages_a_server_until_they_leave(reader: Reader, table: Table) -> None:
    mara, server = str(table.mara), str(table.server)
    may = table.world.permissions
    assert not may(table.mara, table.place).manage_guild
    await reader.ask("manage", person=mara, server=server, may=True)
    await reader.wait(
        lambda told: told["is"] == "people" and told["people"][0]["manages"] == [server]
    )
    assert may(table.mara, table.place).manage_guild
    assert not may(table.jonas, table.place).manage_guild
    await reader.ask("manage", person=mara, server=server, may=False)
    assert not may(table.mara, table.place).manage_guild

    await reader.ask("manage", person=mara, server=server, may=True)
    await reader.ask("leave", person=mara, server=server)
    refused = await reader.ask("manage", person=mara, server=server, may=True)
    assert refused["code"] == "invalid"
    await reader.ask("return", person=mara, server=server)
    assert not may(table.mara, table.place).manage_guild


async def test_language_and_direct_messages_are_a_persons_own(reader: Reader, table: Table) -> None:
    await reader.ask("locale", person=str(table.mara), locale="ja")
    await reader.ask("dms", person=str(table.mara), open=False)
    told = await reader.wait(lambda told: told["is"] == "people" and not told["people"][0]["dms"])
    assert told["people"][0]["locale"] == "ja"
    done = await reader.ask("run", **there(table), path="secret")
    assert table.world.message(table.place, int(done["message"]))["content"] == "ja"
    direct = await reader.ask("direct", person=str(table.mara))
    await reader.ask("watch", pane="a", person=str(table.mara), place=direct["place"])
    assert reader.all("view", "a")[-1]["directs"][0]["name"] == "Tavolo"


async def test_the_clock_moves_forward_only(reader: Reader, playground: Playground) -> None:
    await reader.ask("forward", hours=48)
    told = await reader.wait(lambda told: told["is"] == "clock")
    assert told["clock"]["ahead"] == 48 * 3600
    assert (await reader.ask("forward", hours=-1))["code"] == "invalid"
    assert playground.world.ahead == 48 * 3600


async def test_the_page_sees_the_bot_go(reader: Reader, playground: Playground) -> None:
    playground.running.cancel()
    await reader.wait(lambda told: told["is"] == "bot" and not told["bot"]["online"])


@pytest.mark.parametrize(
    ("do", "fields", "code"),
    [
        ("locale", {"locale": "xx"}, "invalid"),
        ("commands", {"place": "1"}, "out-of-sight"),
        ("commands", {"person": "1"}, "out-of-sight"),
        ("leave", {"server": "1"}, "out-of-sight"),
        ("run", {"path": "none"}, "out-of-sight"),
        ("run", {"path": "guess"}, "invalid"),
        ("run", {"path": "guess", "options": {"number": 10}}, "invalid"),
        ("run", {"path": "guess", "options": {"number": "two"}}, "invalid"),
        ("run", {"path": "guess", "options": {"number": True}}, "invalid"),
        ("run", {"path": "guess", "options": {"number": 1, "loud": "?"}}, "invalid"),
        ("run", {"path": "guess", "options": {"number": 1, "friend": "1"}}, "invalid"),
        ("run", {"path": "hi", "options": {"more": 1}}, "invalid"),
        ("complete", {"path": "guess", "option": "loud", "typed": ""}, "invalid"),
        ("watch", {"pane": "a", "place": "1"}, "out-of-sight"),
    ],
)
async def test_what_is_impossible_is_refused_with_a_reason(
    reader: Reader, table: Table, do: str, fields: Mapping[str, Any], code: str
) -> None:
    known = {"person": str(table.mara), "place": str(table.place)}
    taken = {"person"} if do in ("locale", "leave") else {"person", "place"}
    refused = await reader.ask(do, **{**{name: known[name] for name in taken}, **fields})
    assert (refused["is"], refused["code"]) == ("refused", code)
    assert refused["text"]


async def test_a_name_is_not_blank_and_not_too_long(reader: Reader) -> None:
    for name in ("", "  ", "x" * 33):
        assert (await reader.ask("add", name=name))["code"] == "invalid"


async def test_what_is_malformed_is_refused_and_the_page_goes_on(reader: Reader) -> None:
    await reader.say("{")
    await reader.wait(lambda told: told["is"] == "refused" and told["n"] is None)
    assert (await reader.ask("dance"))["code"] == "malformed"
    assert (await reader.ask("add", name="Kim"))["is"] == "done"


async def test_a_failure_of_the_playground_is_answered_and_logged(
    reader: Reader, playground: Playground, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def broken(*_: object) -> None:
        msg = "no more people"
        raise RuntimeError(msg)

    monkeypatch.setattr(playground.world, "add_person", broken)
    assert (await reader.ask("add", name="Kim"))["code"] == "broken"
    assert "no more people" in caplog.text
