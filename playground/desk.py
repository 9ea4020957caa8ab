"""What the page asks for, done: one method an action of the protocol.

`Desk.do` is all that the page's socket needs, and what tests use to act for people. `Watch` and
`Close` are not done here: they belong to one window (`panes`).
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import singledispatchmethod
from typing import Final

from games.words import Text
from playground import deeds
from playground.deeds import Impossible
from playground.protocol import (
    Action,
    Add,
    Choose,
    Click,
    Code,
    Commands,
    Complete,
    Direct,
    Dismiss,
    Dms,
    Earlier,
    Forward,
    Leave,
    Locale,
    Manage,
    Read,
    Return,
    Run,
    Submit,
)
from playground.sight import KINDS, Sight
from playground.strict.bodies import Json
from playground.world import Answer, World

LOCALES: Final = ("en-US", "ja")
LONGEST_NAME: Final = 32
MOST_HOURS: Final = 24.0 * 366
_OUTCOMES: Final[Mapping[str, str]] = {
    "message": "message",
    "deferred": "thinking",
    "update": "update",
    "deferred_update": "later",
    "modal": "form",
}
Done = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Form:
    """A form that the bot showed, not sent yet."""

    person: int
    place: int
    message: int | None
    spec: Mapping[str, Json]


class Changes:
    """Count what changes in a world, and wait for more."""

    def __init__(self, world: World) -> None:
        self.count = 0
        self._next = asyncio.Event()
        world.on_change.append(self.happened)

    def happened(self) -> None:
        """Wake everything that waits."""
        self.count += 1
        self._next.set()
        self._next = asyncio.Event()

    async def after(self, count: int) -> int:
        """Wait until there are more changes than `count`, and return their number."""
        while self.count <= count:
            await self._next.wait()
        return self.count


class Desk:
    """Do what people ask for in a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sight = Sight(world)
        self.changes = Changes(world)
        self._forms: dict[int, Form] = {}

    @singledispatchmethod
    async def do(self, action: Action) -> Done:
        """Do an action and return what the protocol says under "Done".

        Raises Impossible where the person could not do that in Discord.
        """
        raise NotImplementedError(action)

    # ------------------------------------------------------------------ interactions

    @do.register
    async def _do_commands(self, action: Commands) -> Done:
        person, place = self.there(action.person, action.place)
        locale = self.world.people[person].locale
        commands = self.world.commands(person, place)
        return {
            "commands": [
                _shown_command([dict(node) for node in way], leaf, locale)
                for command in commands
                for way, leaf in deeds.leaves(command)
            ]
        }

    @do.register
    async def _do_complete(self, action: Complete) -> Done:
        person, place = self.there(action.person, action.place)
        data = deeds.completing(
            self.world, person, place, action.path, action.option, action.typed, action.options
        )
        answer = await self._ask(deeds.AUTOCOMPLETE, person, place, data)
        locale = self.world.people[person].locale
        return {"choices": [_choice(choice, locale) for choice in answer.choices]}

    @do.register
    async def _do_run(self, action: Run) -> Done:
        person, place = self.there(action.person, action.place)
        data = deeds.running(self.world, person, place, action.path, action.options)
        return await self._interact(deeds.COMMAND, person, place, data)

    @do.register
    async def _do_click(self, action: Click) -> Done:
        person, place = self.there(action.person, action.place)
        message = self._message(person, place, action.message)
        data = deeds.clicking(self.world, place, message, action.custom_id)
        return await self._interact(deeds.COMPONENT, person, place, data, message)

    @do.register
    async def _do_choose(self, action: Choose) -> Done:
        person, place = self.there(action.person, action.place)
        message = self._message(person, place, action.message)
        data = deeds.choosing(self.world, person, place, message, action.custom_id, action.values)
        return await self._interact(deeds.COMPONENT, person, place, data, message)

    @do.register
    async def _do_submit(self, action: Submit) -> Done:
        id_ = _id(action.form)
        form = self._forms.get(id_)
        if form is None or form.person != _id(action.person):
            raise Impossible(Code.OUT_OF_SIGHT, Text("This form is gone."))
        person, place = self.there(action.person, str(form.place))
        data = deeds.filling(self.world, person, place, form.spec, action.values)
        message = form.message
        if message is not None and not self.world.sees(person, place, message):
            message = None
        done = await self._interact(deeds.SUBMIT, person, place, data, message)
        self._forms.pop(id_, None)
        return done

    async def _interact(
        self,
        kind: int,
        person: int,
        place: int,
        data: dict[str, Json],
        message: int | None = None,
    ) -> Done:
        answer = await self._ask(kind, person, place, data, message)
        form = None
        if answer.form is not None:
            self._forms[answer.interaction] = Form(person, place, message, answer.form)
            form = {**answer.form, "id": str(answer.interaction)}
        return {
            "outcome": _OUTCOMES.get(answer.kind or "", "later"),
            "message": str(answer.message) if answer.message is not None else None,
            "form": form,
        }

    async def _ask(
        self,
        kind: int,
        person: int,
        place: int,
        data: dict[str, Json],
        message: int | None = None,
    ) -> Answer:
        interaction = self.world.interact(kind, person, place, data, message)
        try:
            async with asyncio.timeout(self.world.patience.total_seconds() / self.world.pace):
                while self.world.answer(interaction).kind is None:
                    await self.changes.after(self.changes.count)
        except TimeoutError:
            text = Text("The bot did not answer in time.")
            raise Impossible(Code.NO_ANSWER, text) from None
        return self.world.answer(interaction)

    # ---------------------------------------------------------------------- reading

    @do.register
    async def _do_earlier(self, action: Earlier) -> Done:
        person, place = self.there(action.person, action.place)
        found = self.sight.messages(person, place, before=_id(action.before))
        return {"messages": list(found.shown.values()), "more": found.more}

    @do.register
    async def _do_read(self, action: Read) -> Done:
        self.sight.read(*self.there(action.person, action.place))
        self.changes.happened()
        return {}

    @do.register
    async def _do_dismiss(self, action: Dismiss) -> Done:
        person, place = self.there(action.person, action.place)
        message = self._message(person, place, action.message)
        if not self.sight.message(person, place, message)["ephemeral"]:
            raise Impossible(
                Code.INVALID, Text("You can only dismiss messages that nobody else sees.")
            )
        self.sight.dismiss(person, message)
        self.changes.happened()
        return {}

    @do.register
    async def _do_direct(self, action: Direct) -> Done:
        return {"place": str(self.world.direct(self.person(action.person)))}

    # -------------------------------------------------------------- people and time

    @do.register
    async def _do_add(self, action: Add) -> Done:
        name = action.name.strip()
        if not 1 <= len(name) <= LONGEST_NAME:
            raise Impossible(Code.INVALID, Text("A name has 1 to {n} characters.", n=LONGEST_NAME))
        person = self.world.add_person(name)
        self.sight.read_all(person.id)
        return {"person": str(person.id)}

    @do.register
    async def _do_leave(self, action: Leave) -> Done:
        self.world.leave(self._server(action.server), self.person(action.person))
        return {}

    @do.register
    async def _do_return(self, action: Return) -> Done:
        self.world.join(self._server(action.server), self.person(action.person))
        return {}

    @do.register
    async def _do_manage(self, action: Manage) -> Done:
        person, server = self.person(action.person), self._server(action.server)
        if server not in self.world.servers(person):
            raise Impossible(Code.INVALID, Text("Only members can manage a server."))
        self.world.manage(server, person, may=action.may)
        return {}

    @do.register
    async def _do_dms(self, action: Dms) -> Done:
        self.world.change_person(self.person(action.person), dms=action.open)
        return {}

    @do.register
    async def _do_locale(self, action: Locale) -> Done:
        if action.locale not in LOCALES:
            raise Impossible(
                Code.INVALID, Text("{locale} is not offered here.", locale=action.locale)
            )
        self.world.change_person(self.person(action.person), locale=action.locale)
        return {}

    @do.register
    async def _do_forward(self, action: Forward) -> Done:
        if not 0 < action.hours <= MOST_HOURS:
            raise Impossible(Code.INVALID, Text("The clock cannot be moved that far."))
        self.world.forward(timedelta(hours=action.hours))
        return {}

    # ---------------------------------------------------------------------- private

    def person(self, text: str) -> int:
        """Read the id of a person. Raises Impossible where there is none."""
        if _id(text) not in self.world.people:
            raise Impossible(Code.OUT_OF_SIGHT, Text("There is no such person."))
        return _id(text)

    def _server(self, text: str) -> int:
        if _id(text) not in self.world.servers():
            raise Impossible(Code.OUT_OF_SIGHT, Text("There is no such server."))
        return _id(text)

    def there(self, person: str, place: str) -> tuple[int, int]:
        """Read the ids of a person and of a place that they see. Raises Impossible."""
        who, where = self.person(person), _id(place)
        if not self.world.sees(who, where):
            raise Impossible(Code.OUT_OF_SIGHT, Text("You cannot see this channel."))
        return who, where

    def _message(self, person: int, place: int, message: str) -> int:
        if not self.world.sees(person, place, _id(message)):
            raise Impossible(Code.OUT_OF_SIGHT, Text("This message is gone."))
        return _id(message)


def _id(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= 20 else 0


def _localized(node: Mapping[str, Json], key: str, locale: str) -> str:
    return str((node.get(f"{key}_localizations") or {}).get(locale) or node[key])


def _choice(choice: Mapping[str, Json], locale: str) -> Json:
    return {"name": _localized(choice, "name", locale), "value": choice["value"]}


def _shown_command(way: list[dict[str, Json]], leaf: Mapping[str, Json], locale: str) -> Json:
    return {
        "path": " ".join(node["name"] for node in way),
        "name": " ".join(_localized(node, "name", locale) for node in way),
        "description": _localized(leaf, "description", locale),
        "options": [_option(option, locale) for option in leaf.get("options") or ()],
    }


def _option(option: Mapping[str, Json], locale: str) -> Json:
    types = option.get("channel_types") or ()
    limits = ("min_value", "max_value", "min_length", "max_length")
    return {
        "name": option["name"],
        "label": _localized(option, "name", locale),
        "description": _localized(option, "description", locale),
        "type": option["type"],
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [_choice(choice, locale) for choice in option.get("choices") or ()],
        "channel_kinds": sorted({KINDS[each] for each in types if each in KINDS}),
        **{limit: option[limit] for limit in limits if option.get(limit) is not None},
    }
