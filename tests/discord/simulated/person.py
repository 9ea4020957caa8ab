"""People: what they type, click and choose, and the answers that they get.

Each deed comes in two forms. `await mara.click(message, "Accept")` does it and returns the
`Answer`; `mara.clicking(message, "Accept")` only prepares it, for `World.at_once` and
`World.measure`. A prepared deed that is done twice is the same delivery twice, as Discord makes
after a lost connection.

People can do what they could do in Discord: see the place, click what is there and not
disabled. `pressing` lifts that: it sends any custom_id, as if the message had such a button.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from simcord import InteractionResult, MemberActor, UserHandle
from simcord import interactions as simcords
from simcord.actors import _resolve_visible_command
from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.enums import AppCommandType, ComponentType, InteractionType

from tests.discord.simulated.deeds import Answer, Choice, Deed
from tests.discord.simulated.place import Place
from tests.discord.simulated.seen import Menu, Message

if TYPE_CHECKING:
    from tests.discord.simulated.world import World

Found = TypeVar("Found")


class Impossible(AssertionError):
    """A person in Discord could not do what the test asked for."""


@dataclass(eq=False, slots=True)
class Person:
    """Somebody with a Discord account. Their `locale` may change at any time."""

    world: "World" = field(repr=False)
    user: UserHandle = field(repr=False)
    name: str
    locale: str = "en-US"

    @property
    def id(self) -> int:
        """The id of the account."""
        return self.user.id

    @property
    def mention(self) -> str:
        """What a message contains to mention this person."""
        return f"<@{self.id}>"

    @property
    def dm(self) -> Place:
        """The direct messages between this person and the bot."""
        return Place(self.world, self.user.dm_channel.id)

    def sees(self, what: Place | Message | Answer) -> bool:
        """Tell whether this person can see a place or a message."""
        if isinstance(what, Answer):
            return self.sees(what.message)
        if isinstance(what, Place):
            return channel_accessible(self.world.backend, what.id, self.id)
        return what.exists and self.sees(what.place) and what.stored.visible_to(self.id)

    # ------------------------------------------------------------------ commands

    async def slash(self, command: str, place: Place | None = None, /, **options: Any) -> Answer:
        """Run a slash command here (by default in the world's channel).

        Options are values, people, places or the names of choices.
        """
        return await self._do(self.running(command, place, **options))

    def running(self, command: str, place: Place | None = None, /, **options: Any) -> Deed:
        """Prepare to run a slash command."""
        place = place or self.world.channel
        root, leaf, path = self._command(command, place)
        given = {name: self._option(leaf, name, value, place) for name, value in options.items()}
        built, resolved = simcords.build_options(
            self._actor(place), command, leaf, given, channel_id=place.id
        )
        data = self._command_data(root, simcords.nest_options(root, path, built))
        if resolved:
            data["resolved"] = self._with_permissions(resolved, place)
        return self._deed(f"/{command}", InteractionType.APPLICATION_COMMAND, place, data)

    async def autocomplete(
        self, command: str, option: str, typed: str, place: Place | None = None, /, **filled: Any
    ) -> tuple[Choice, ...]:
        """Type into an option of a command and return what is offered."""
        deed = self.completing(command, option, typed, place, **filled)
        await self._do(deed)
        choices = deed.record.autocomplete_choices or []
        return tuple(Choice(choice["name"], choice["value"]) for choice in choices)

    def completing(
        self, command: str, option: str, typed: str, place: Place | None = None, /, **filled: Any
    ) -> Deed:
        """Prepare typing into an option of a command."""
        place = place or self.world.channel
        root, leaf, path = self._command(command, place)
        focused = _declared(leaf, option)
        if not focused.get("autocomplete"):
            msg = f"/{command} completes no option called {option!r}"
            raise Impossible(msg)
        given = {name: self._option(leaf, name, value, place) for name, value in filled.items()}
        built, _ = simcords.build_options(
            self._actor(place), command, leaf, given, partial=True, channel_id=place.id
        )
        built.append({"name": option, "type": focused["type"], "value": typed, "focused": True})
        data = self._command_data(root, simcords.nest_options(root, path, built))
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        return self._deed(f"/{command} {option}:{typed}…", kind, place, data)

    # ---------------------------------------------------------- buttons and menus

    async def click(self, message: Message | Answer, label: str) -> Answer:
        """Click the button with this label, wherever it is in the message."""
        return await self._do(self.clicking(message, label))

    def clicking(self, message: Message | Answer, label: str) -> Deed:
        """Prepare to click a button."""
        message = self._visible(message)
        button = _only_one(
            [button for button in message.controls if button.label == label],
            f"no button {label!r} among {message.buttons}",
        )
        if button.disabled or button.custom_id is None:
            msg = f"the button {label!r} is disabled or a link"
            raise Impossible(msg)
        return self._pressing(message, button.custom_id, (), ComponentType.BUTTON, f"[{label}]")

    async def choose(self, message: Message | Answer, *options: "str | Person | Place") -> Answer:
        """Choose in the menu that has these options, by label or value, or people or places."""
        return await self._do(self.choosing(message, *options))

    def choosing(self, message: Message | Answer, *options: "str | Person | Place") -> Deed:
        """Prepare to choose in a menu."""
        message = self._visible(message)
        places = any(isinstance(option, Place) for option in options)
        people = any(isinstance(option, Person) for option in options)
        values = [
            [_value(menu, o) if isinstance(o, str) else str(o.id) for o in options]
            for menu in message.menus
        ]
        menu, chosen = _only_one(
            [
                (menu, [value for value in found if value is not None])
                for menu, found in zip(message.menus, values, strict=True)
                if None not in found
                and (people or places) is not bool(menu.options)
                and places is (menu.kind == ComponentType.CHANNEL_SELECT)
            ],
            f"no menu with {options} among {message.options}",
        )
        if menu.disabled:
            msg = f"the menu {menu.placeholder!r} is disabled"
            raise Impossible(msg)
        return self._pressing(message, menu.custom_id, chosen, menu.kind, f"[{options}]")

    async def press(
        self, message: Message | Answer, custom_id: str, values: Sequence[str] = ()
    ) -> Answer:
        """Press a button with any custom_id on a message, whether it has one or not.

        So do forged clients, and people who find a message that an older version wrote.
        """
        return await self._do(self.pressing(message, custom_id, values))

    def pressing(
        self, message: Message | Answer, custom_id: str, values: Sequence[str] = ()
    ) -> Deed:
        """Prepare to press any custom_id; with `values`, one of a menu."""
        message = message.message if isinstance(message, Answer) else message
        kind = ComponentType.STRING_SELECT if values else ComponentType.BUTTON
        return self._pressing(message, custom_id, values, kind, f"[{custom_id}]")

    async def fill(self, form: Answer, **values: Any) -> Answer:
        """Fill in the form that an answer opened, by the custom_ids of its fields."""
        actor = self._actor(Place(self.world, form.deed.record.channel_id))
        before = set(self.world.backend.interactions)
        await actor.submit_modal(InteractionResult(self.world.env, form.deed.record), values)
        (new,) = set(self.world.backend.interactions) - before
        deed = Deed(self, "a form", self.world.backend.interactions[new], {})
        return await self.world.answered(deed)

    # ------------------------------------------------------------------ the rest

    async def say(self, text: str, place: Place | None = None) -> Message:
        """Write a message."""
        place = place or self.world.channel
        stored = self.world.backend.create_message(place.id, self.id, text)
        await self.world.rest()
        return Message(self.world, place.id, stored.id)

    async def leave(self) -> None:
        """Leave the server."""
        self.world.backend.remove_member(self.world.guild.id, self.id)
        await self.world.rest()

    async def be_silenced(self, **duration: float) -> None:
        """Be put in a timeout by a moderator, for some time (nothing: the timeout is lifted)."""
        until = (self.world.now + timedelta(**duration)).isoformat() if duration else None
        self.world.backend.get_member(self.world.guild.id, self.id).timed_out_until = until
        await self.world.rest()

    async def join(self) -> None:
        """Join the server (again)."""
        self.world.backend.add_member(self.world.guild.id, self.id, announce=True)
        await self.world.rest()

    def __str__(self) -> str:
        return self.name

    async def _do(self, deed: Deed) -> Answer:
        (answer,) = await self.world.at_once(deed)
        return answer

    def _actor(self, place: Place) -> MemberActor | UserHandle:
        guild = place.guild
        return self.user if guild is None else MemberActor(self.world.env, guild, self.user)

    def _command(
        self, command: str, place: Place
    ) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        if not self.sees(place):
            msg = f"{self} does not see #{place.name}"
            raise Impossible(msg)
        metadata = place.stored.thread_metadata
        if metadata is not None and metadata.archived:
            msg = f"#{place.name} is archived: nobody can run commands there"
            raise Impossible(msg)
        name, *path = command.split()
        root = _resolve_visible_command(
            self._actor(place), place.id, name, AppCommandType.CHAT_INPUT
        )
        leaf, path = simcords.walk_to_subcommand(root, path)
        return root, leaf, path

    def _option(self, leaf: Mapping[str, Any], name: str, value: Any, place: Place) -> Any:
        if isinstance(value, Person):
            # A person outside the server can be named by id; Discord then sends no member.
            is_member = place.guild is not None and value.id in place.guild.member_ids()
            return value._actor(place) if is_member else value.user
        if isinstance(value, Place):
            return value.handle
        choices = _declared(leaf, name).get("choices") or ()
        names = {choice["name"]: choice["value"] for choice in choices}
        return names.get(value, value)

    def _command_data(
        self, root: Mapping[str, Any], options: list[dict[str, Any]]
    ) -> dict[str, Any]:
        return {
            "id": root["id"],
            "name": root["name"],
            "type": root["type"],
            "options": options,
            **({"guild_id": root["guild_id"]} if root.get("guild_id") else {}),
        }

    def _with_permissions(self, resolved: dict[str, Any], place: Place) -> dict[str, Any]:
        """Add what each resolved member may do here, which simcord leaves out."""
        guild = place.stored.guild_id
        for user, member in resolved.get("members", {}).items():
            assert guild is not None  # members are resolved in servers only
            permissions = self.world.backend.compute_permissions(guild, int(user), place.id)
            member["permissions"] = str(permissions)
        return resolved

    def _visible(self, message: Message | Answer) -> Message:
        message = message.message if isinstance(message, Answer) else message
        if not self.sees(message):
            msg = f"{self} does not see this message: {message}"
            raise Impossible(msg)
        return message

    def _pressing(
        self, message: Message, custom_id: str, values: Sequence[str], kind: int, what: str
    ) -> Deed:
        shown: dict[str, Any] = deepcopy(
            dict(serializers.message_payload(self.world.backend, message.stored))
        )
        if all(part.get("custom_id") != custom_id for part in message.components):
            # discord.py drops a click on what it does not find in the message.
            shown["components"] = [*shown["components"], _forged(custom_id, kind, values)]
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(kind)}
        if kind != ComponentType.BUTTON:
            data["values"] = list(values)
        if kind in (ComponentType.USER_SELECT, ComponentType.MENTIONABLE_SELECT):
            data["resolved"] = self._resolved([self.world.people[int(v)] for v in values], message)
        deed = self._deed(what, InteractionType.MESSAGE_COMPONENT, message.place, data)
        deed.record.source_message_id = message.id
        return Deed(self, deed.what, deed.record, {**deed.payload, "message": shown})

    def _resolved(self, people: Sequence["Person"], message: Message) -> dict[str, Any]:
        resolved: dict[str, Any] = {}
        for person in people:
            handle = self._option({}, "", person, message.place)
            simcords.resolve_handle(
                self._actor(message.place), handle, resolved, channel_id=message.channel_id
            )
        return self._with_permissions(resolved, message.place)

    def _deed(self, what: str, kind: InteractionType, place: Place, data: dict[str, Any]) -> Deed:
        record, payload = simcords.base_payload(
            self.world.backend,
            type=kind,
            channel_id=place.id,
            guild_id=place.stored.guild_id,
            user_id=self.id,
            data=data,
        )
        return Deed(self, f"{self}: {what}", record, payload)


def _forged(custom_id: str, kind: int, values: Sequence[str]) -> dict[str, Any]:
    control: dict[str, Any] = {"type": int(kind), "custom_id": custom_id}
    if kind == ComponentType.BUTTON:
        control |= {"style": 1, "label": "forged"}
    else:
        control |= {"options": [{"label": value, "value": value} for value in values]}
    return {"type": int(ComponentType.ACTION_ROW), "components": [control]}


def _declared(leaf: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return an option as the command declares it; empty where it declares no such option."""
    declared: dict[str, Mapping[str, Any]] = {o["name"]: o for o in leaf.get("options") or ()}
    return declared.get(name, {})


def _value(menu: Menu, wanted: str) -> str | None:
    for option in menu.options:
        if wanted in (option.label, option.value):
            return option.value
    return None


def _only_one(found: Sequence[Found], complaint: str) -> Found:
    if not found:
        raise Impossible(complaint)
    if len(found) > 1:
        msg = f"there are {len(found)} of them: {found}"
        raise Impossible(msg)
    return found[0]
