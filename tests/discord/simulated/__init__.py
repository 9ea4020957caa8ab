"""A simulated Discord: the real bot and the real discord.py, and people who use them.

simcord stands in for Discord's servers; this package makes it strict, quick and readable. Tests
take the fixture `world` (the project's bot) or `world_of` (any bot), and read like sentences::

    async def test_an_open_card_can_be_accepted(world):
        mara, jonas = world.person("Mara"), world.person("Jonas", locale="de")
        await mara.slash("dice-matrix challenge", scoring="recount")
        card = world.messages()[-1]
        answer = await jonas.click(card, "Accept")
        assert answer.ephemeral and "Good luck" in answer.text
        (thread,) = world.channel.threads
        board = thread.last
        assert board.pings == (mara,) and board.buttons == ("Move", "Text", "More")
        assert board.pictures[0].alt.startswith("Dice Matrix")

**People** (`Person`): `slash`, `autocomplete`, `click` (by label), `choose` (by label or value, or
people), `press` (any custom_id, as if it were there), `fill` (a form), `say`, `leave`, `join`, `sees`, `dm`,
`locale`. Commands take the place second: `mara.slash("move", thread, move="b3")`; it is the
channel otherwise. Options are values, people, places or the names of choices.
`world.person(name, permissions=…, bot=…, member=False)` makes moderators, bots and strangers.

**Places** (`Place`): `world.channel`, `text_channel`, `voice_channel`, `forum`, `post`,
`another_server`; `messages`, `last`, `threads`, `seen_by(person)`; as a moderator `archive`,
`lock`, `delete`, `forbid("attach_files")`, `allow(…, to=person)`.

**Messages** (`Message`, always as they are now): `text`, `buttons` and `controls`, `options` and
`menus`, `pictures` and `files` (`name`, `data`, `alt`), `pings`, `pings_everyone`, `ephemeral`,
`edited`, `thread`, `exists`, `delete()`. An `Answer` has those of its last message, and
`messages`, `failed`, `deferred`, `modal`.

**At the same instant**: `await world.at_once(mara.clicking(board, "Move"), jonas.clicking(…))`; each
verb has such an -ing form. The same deed given twice is one delivery made twice, also later:
`await world.at_once(answer.deed)`.

**Requests**: `world.requests` lists all (take `len()` as a mark); `answer, cost = await
world.measure(deed)` tells `cost.total`, `cost.series` and `cost.series_to("POST", path)`.

**Failures**: `world.fail("POST", "/channels/*/messages", status=403, code=50013)`; with
`after=True` when Discord has done it already; `status=None` breaks the connection. `hold = world
.hold(…)` stops requests at that point until `hold.release()`. `await world.restart()` closes and
starts again, `restart(kill=True)` does not close; `stop` and `start` are the halves. `resume()`
tells it that a broken connection is back.

**Time** is stopped: `await world.pass_time(hours=48)`. `world.now` is what `discord.utils
.utcnow()` gives the bot; `datetime.now()` would give it the machine's time, so it must not use it.

**A test fails** when the bot logs an ERROR, when a task ends with an exception, when it sends a
body that Discord finds malformed, leaves a click unanswered for three seconds, "thinks" for
ever, or leaves tasks or database connections behind. `with world.expects("words"):` allows it for
what has these words, and insists on them; `at_once(…, may_fail=True)` allows an unanswered deed.

Modules, from the outside in: `world`, `person`, `deeds`, `place`, `seen` (what tests use); `strict`
(what Discord refuses; shared with `playground`), `openapi` and `schema` (its own document), `wire`
(requests and failures), `complaints` (what went wrong unseen), `settling` (rest and time).
"""

from tests.discord.simulated.deeds import Answer, Choice, Deed
from tests.discord.simulated.person import Impossible, Person
from tests.discord.simulated.place import Place
from tests.discord.simulated.seen import Attachment, Button, Menu, Message, Option
from tests.discord.simulated.wire import Fault, Hold, Request
from tests.discord.simulated.world import (
    Commands,
    Cost,
    InteractionFailed,
    MakeBot,
    World,
    open_world,
)

__all__ = [
    "Answer",
    "Attachment",
    "Button",
    "Choice",
    "Commands",
    "Cost",
    "Deed",
    "Fault",
    "Hold",
    "Impossible",
    "InteractionFailed",
    "MakeBot",
    "Menu",
    "Message",
    "Option",
    "Person",
    "Place",
    "Request",
    "World",
    "open_world",
]
