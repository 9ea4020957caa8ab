"""What is and was in Discord for everybody to see, kept up to date by its own events.

Of each message of the bot it knows the custom ids of its controls, whom it pinged when it was new,
and whether it is still there. By the ids everything else is known: `t:text:GAME:SEQ:ROW` is on
every board, result and nudge, and says for which row of the outbox it went out. What does not
belong here: what should be there (`invariants`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playground.deeds import walk
from playground.world import World

EPHEMERAL: Final = 1 << 6
TEXT, MOVE, REPLAY = "text", "move", "replay"
"""What the ids on a board, on a live one and on a result are for."""


@dataclass(slots=True)
class Shown:
    """One public message of the bot."""

    place: int
    id: int
    pinged: frozenset[int]
    ids: tuple[tuple[str, ...], ...]
    """The custom ids of its controls now, split at their colons, without the prefix."""
    first_ids: tuple[tuple[str, ...], ...]
    """Those with which it was posted."""
    mentioned: tuple[int, ...] = ()
    """Whom its text mentions, in order."""
    gone: bool = False
    """Whether it was deleted."""

    def parts(self, action: str, *, first: bool = False) -> tuple[str, ...] | None:
        """Return what follows an action in the id of one of its controls."""
        ids = self.first_ids if first else self.ids
        return next((each[1:] for each in ids if each[0] == action), None)

    @property
    def live(self) -> tuple[int, int] | None:
        """The game and the seq of a board that can be played on."""
        parts = self.parts(MOVE)
        return None if parts is None or self.gone else (int(parts[0]), int(parts[1]))

    @property
    def about(self) -> tuple[int, int] | None:
        """The game and the seq that a board, a nudge or a result shows."""
        parts = self.parts(TEXT)
        return None if parts is None else (int(parts[0]), int(parts[1]))

    @property
    def first_about(self) -> tuple[int, int, int] | None:
        """The game, the seq and the outbox row for which it was posted."""
        parts = self.parts(TEXT, first=True)
        if parts is None or len(parts) < 3:
            return None
        return int(parts[0]), int(parts[1]), int(parts[2])


@dataclass(slots=True)
class Seen:
    """All public messages of the bot, by place."""

    world: World
    places: defaultdict[int, dict[int, Shown]] = field(default_factory=lambda: defaultdict(dict))
    posted: int = 0
    """How many messages were posted so far."""

    def __post_init__(self) -> None:
        self.world.on_event.append(self._hear)

    def messages(self, place: int) -> Iterator[Shown]:
        """Yield the messages in a place, oldest first, deleted ones too."""
        yield from list(self.places[place].values())

    def live_boards(self, place: int) -> list[Shown]:
        """List the boards in a place that can be played on."""
        return [each for each in self.messages(place) if each.live is not None]

    def forget(self, place: int) -> None:
        """Forget a place in which all is over, and the files in it: they only take memory."""
        self.places.pop(place, None)
        files = self.world.media.files
        for path in [path for path in files if path.startswith(f"attachments/{place}/")]:
            del files[path]

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "MESSAGE_DELETE":
            shown = self.places[int(payload["channel_id"])].get(int(payload["id"]))
            if shown is not None:
                shown.gone = True
            return
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or "components" not in payload:
            return
        if payload.get("flags", 0) & EPHEMERAL:
            return
        place, number = int(payload["channel_id"]), int(payload["id"])
        ids, mentioned = _ids(payload), _mentioned(payload)
        known = self.places[place].get(number)
        if known is not None:
            known.ids, known.mentioned = ids, mentioned
        elif event == "MESSAGE_CREATE" and payload["author"]["id"] == self.world.bot["id"]:
            self.posted += 1
            pinged = frozenset(
                person
                for person in self.world.people
                if self.world.pinged(place, number, person)
                # Who is out just now hears nothing, and that is nobody's fault.
                or (person in mentioned[:1] and not self.world.sees(person, place))
            )
            self.places[place][number] = Shown(place, number, pinged, ids, ids, mentioned)


def _ids(payload: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    controls = walk(payload["components"])
    return tuple(
        tuple(str(each["custom_id"]).split(":")[1:]) for each in controls if each.get("custom_id")
    )


def _mentioned(payload: Mapping[str, Any]) -> tuple[int, ...]:
    texts = "\n".join(str(each.get("content") or "") for each in walk(payload["components"]))
    found = (part.partition(">")[0] for part in texts.split("<@")[1:])
    return tuple(dict.fromkeys(int(each) for each in found if each.isdecimal()))
