"""What people asked for and what they were told: the witness against which the database is held.

An interaction is noted when Discord tells the bot of it, an acknowledgement when its person has
read one. What does not belong here: what is stored (`stored`).
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playground.world import World

REFUSALS: Final = re.compile(
    r"I am being restarted|I can't reach my records|Something went wrong|The board has moved on|not your turn"
    r"|It is .*turn|is over|has ended|Did you mean|No move like|are possible|is possible now"
    r"|I don't know|older version of me|not allowed|You do not play|You don't play|you play in"
    r"|You have no|Which (game|of)|in this game|no longer|nobody is to move|waits for",
)
"""How the bot says that a move was not played."""
AFTER_A_MOVE: Final = frozenset({"here"})
"""What can be pressed where a move was played: to go on here, if its thread is gone."""


@dataclass(slots=True)
class Told:
    """Who asked for what, and what was acknowledged."""

    world: World
    asked: dict[int, int] = field(default_factory=dict)
    """By the number of each interaction its person."""
    latest: dict[int, int] = field(default_factory=dict)
    """By person the number of their last interaction."""
    payloads: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    """The last interactions as Discord has told of them, to be told again."""
    outings: dict[int, list[int]] = field(default_factory=dict)
    """By person the ids that messages would have had when they came back into the server."""
    planners: set[int] = field(default_factory=set)
    """Who has ever saved a plan: it plays without a click of theirs."""
    is_heard: Callable[[], bool] = bool
    """Tells whether anybody is there to hear what is asked."""
    process: int = 0
    """The number of the process that answers; what was asked of an earlier one is not answered."""
    acknowledged: dict[int, str] = field(default_factory=dict)
    """By the number of the interaction what its person read: that the move was played."""

    def __post_init__(self) -> None:
        self.world.on_event.append(self._hear)

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        if event != "INTERACTION_CREATE":
            return
        number = int(payload["id"])
        user = payload.get("user") or payload["member"]["user"]
        person = int(user["id"])
        self.asked[number] = person
        self.latest[person] = number
        self.payloads[number] = payload
        if str((payload.get("data") or {}).get("custom_id", "")).startswith("t:plan-"):
            self.planners.add(person)
        while len(self.payloads) > 50:
            self.payloads.pop(next(iter(self.payloads)))

    def read(self, interaction: int, text: str, actions: Collection[str] = ()) -> bool:
        """Note what a person read after a move; tell whether it says that it was played.

        Without a text their panel was taken away, as it is once its move was played.
        `actions` are what its buttons and lists are for: where something is still to be chosen,
        nothing has been played.
        """
        if text and not self._tells_what_was_played(interaction, text):
            return False
        if REFUSALS.search(text) or not AFTER_A_MOVE.issuperset(actions):
            return False
        self.acknowledged[interaction] = text
        return True

    def _tells_what_was_played(self, interaction: int, text: str) -> bool:
        """Tell whether a line of a text begins with the person's name; a rule that forbids names nobody."""
        name = self.world.people[self.asked[interaction]].name
        return re.search(rf"^\W*{re.escape(name)}\b", text, re.MULTILINE) is not None
