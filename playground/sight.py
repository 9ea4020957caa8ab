"""What a person sees: servers, places with unread marks, messages; as JSON of the protocol.

Nothing is kept here but what each person has read and dismissed. What does not belong here:
who is looking at the moment (`panes`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from playground.strict.bodies import Json
from playground.world import World

A_PAGE: Final = 50
"""How many messages are shown at first, and how many more each time."""
_EPHEMERAL, _LOADING = 1 << 6, 1 << 7
KINDS: Final[Mapping[int, str]] = {
    0: "text",
    1: "direct",
    2: "voice",
    11: "thread",
    12: "thread",
    15: "forum",
}
"""The protocol's words for Discord's types of channels."""
_SLASH_COMMAND: Final = 2


@dataclass(frozen=True, slots=True)
class Messages:
    """Some messages that a person sees, oldest first; `more` if there are earlier ones."""

    shown: dict[int, dict[str, Json]]
    more: bool


@dataclass(slots=True)
class Sight:
    """Look at a world with a person's eyes."""

    world: World
    _read: dict[tuple[int, int], int] = field(default_factory=dict)
    _dismissed: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    # ----------------------------------------------------------------- whole lists

    def people(self) -> list[Json]:
        """Return everybody, whether in a server or not."""
        return [
            {
                "id": str(person.id),
                "name": person.name,
                "locale": person.locale,
                "dms": person.dms,
                "servers": [str(server) for server in self.world.servers(person.id)],
                "manages": [str(server) for server in self.world.managed(person.id)],
            }
            for person in self.world.people.values()
        ]

    def servers(self) -> list[Json]:
        """Return every server's id and name."""
        found = (self.world.server(server) for server in self.world.servers())
        return [{"id": server["id"], "name": server["name"]} for server in found]

    def clock(self) -> Json:
        """Return the time."""
        return {"now": self.world.now.isoformat(), "ahead": self.world.ahead}

    def view(self, person: int, place: int | None) -> dict[str, Json]:
        """Return what is at the left for a person who has opened a place."""
        servers: list[Json] = []
        names = {str(each.id): each.name for each in self.world.people.values()}
        names[self.world.bot["id"]] = self.world.bot["global_name"]
        seen = self.world.places(person)
        for server in map(self.world.server, self.world.servers(person)):
            ids = [int(each["id"]) for each in server["channels"] + server["threads"]]
            places = [self._place(person, each) for each in ids if each in seen]
            roles = [{"id": each["id"], "name": each["name"]} for each in server["roles"]]
            names |= {each["id"]: each["name"] for each in [*places, *roles]}
            servers.append(
                {
                    "id": server["id"],
                    "name": server["name"],
                    "locale": server["preferred_locale"],
                    "places": list(_threads_after_channels(places)),
                    "members": [
                        {"id": user["id"], "name": user["global_name"], "bot": user["bot"]}
                        for user in (each["user"] for each in self.world.members(int(server["id"])))
                    ],
                    "roles": roles,
                }
            )
        directs = [
            {**self._place(person, each), "name": self.world.bot["global_name"]}
            for each in seen
            if self.world.place(each)["type"] == 1
        ]
        return {
            "person": str(person),
            "place": str(place) if place in seen else None,
            "servers": servers,
            "directs": directs,
            "names": names,
        }

    # -------------------------------------------------------------------- messages

    def messages(
        self, person: int, place: int, *, before: int | None = None, since: int | None = None
    ) -> Messages:
        """Return the newest messages in a place, or those before one, or all since one."""
        ids = self._visible(person, place)
        if before is not None:
            ids = [each for each in ids if each < before]
        chosen = ids[-A_PAGE:] if since is None else [each for each in ids if each >= since]
        shown = {each: self.message(person, place, each) for each in chosen}
        return Messages(shown, more=len(chosen) < len(ids))

    def message(self, person: int, place: int, message: int) -> dict[str, Json]:
        """Return a message with what the protocol adds for a person."""
        shown = self.world.message(place, message)
        thread = self.world.thread_of(message)
        metadata = shown.get("interaction_metadata") or {}
        command = None
        if metadata.get("type") == _SLASH_COMMAND:
            user = metadata["user"]
            command = {
                "name": metadata.get("name"),
                "user_id": user["id"],
                "user": user["global_name"],
            }
        return {
            **shown,
            "ephemeral": bool(shown["flags"] & _EPHEMERAL),
            "thinking": bool(shown["flags"] & _LOADING),
            "pinged": self.world.pinged(place, message, person),
            "name": shown["author"]["global_name"],
            "command": command,
            "thread": thread
            and {
                "id": thread["id"],
                "name": thread["name"],
                "archived": thread["thread_metadata"]["archived"],
                "messages": thread["message_count"],
            },
        }

    def starter(self, person: int, place: int) -> dict[str, Json] | None:
        """Return the message that a thread was started from, where the person sees it.

        It is shown in the thread, so it does not lead there.
        """
        parent = self.world.place(place).get("parent_id")
        if parent is None or not self.world.sees(person, int(parent), place):
            return None
        return {**self.message(person, int(parent), place), "thread": None}

    def read(self, person: int, place: int) -> None:
        """Mark everything in a place as read."""
        self._read[person, place] = max(self._visible(person, place), default=0)

    def read_all(self, person: int) -> None:
        """Mark everything as read: for somebody new, what happened before is no news."""
        for place in self.world.places(person):
            self.read(person, place)

    def dismiss(self, person: int, message: int) -> None:
        """Take a message out of a person's sight."""
        self._dismissed[person].add(message)

    # --------------------------------------------------------------------- private

    def _visible(self, person: int, place: int) -> list[int]:
        gone = self._dismissed[person]
        return [each for each in self.world.messages(place, person) if each not in gone]

    def _place(self, person: int, place: int) -> dict[str, Json]:
        stored = self.world.place(place)
        metadata = stored.get("thread_metadata") or {}
        visible = self._visible(person, place)
        read = self._read.get((person, place), 0)
        news = [each for each in visible if each > read]
        may = self.world.permissions(person, place)
        return {
            "id": str(place),
            "name": stored.get("name") or "",
            "kind": KINDS.get(stored["type"], "text"),
            "parent": stored.get("parent_id"),
            "topic": stored.get("topic"),
            "archived": bool(metadata.get("archived")),
            "locked": bool(metadata.get("locked")),
            "writable": may.send_messages_in_threads if metadata else may.send_messages,
            "unread": bool(news),
            "mentions": sum(self.world.pinged(place, each, person) for each in news),
            "last": str(visible[-1]) if visible else None,
            "read": str(read) if read else None,
        }


def _threads_after_channels(places: list[dict[str, Json]]) -> Iterator[dict[str, Json]]:
    inside = defaultdict(list)
    for place in places:
        if place["kind"] == "thread":
            inside[place["parent"]].append(place)
    for place in places:
        if place["kind"] != "thread":
            yield place
            yield from inside[place["id"]]
