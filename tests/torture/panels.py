"""One person at their client: commands, clicks and lists, by the ids of what is shown.

Nothing is found by its words, so it works in every language. A click that fails, or that nobody
answers, is nothing unusual here: it returns None. What does not belong here: what a
person wants (`people`).
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any, Final

from playground.deeds import BUTTON, STRING_SELECT, Impossible, walk
from playground.desk import Desk, Done
from playground.protocol import Action, Choose, Click, Complete, Run
from tests.torture.told import Told

LOADING: Final = 1 << 7
READING: Final = 2.0
"""For how many seconds a person looks at an answer that does not come."""
IN_VAIN: Final = 0.15
"""For how many of them after the process, or its connection, has ended that was to answer."""
LONGEST: Final = 60.0
"""After how many seconds nobody waits any more: those who ask give up long before."""
MOST_STEPS: Final = 30
"""How many choices a move is made of at most."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A message that answers a person; it may have been taken away already."""

    place: int
    message: int
    interaction: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A person's hand on their client."""

    desk: Desk
    told: Told
    id: int
    chance: Random

    # What the person does

    async def slash(self, place: int, path: str, **options: Any) -> Answer | None:
        """Run a command and wait for its answer; people are named by their numbers."""
        sent = {
            name: str(value) if type(value) is int else value for name, value in options.items()
        }
        return await self._do(
            place, None, Run(person=str(self.id), place=str(place), path=path, options=sent)
        )

    async def suggestions(self, place: int, path: str, option: str, typed: str = "") -> list[str]:
        """Type into an option and return what is offered."""
        asked = Complete(
            person=str(self.id), place=str(place), path=path, option=option, typed=typed
        )
        done = await self._answered(asked)
        return [] if done is None else [str(each["value"]) for each in done["choices"]]

    async def press(self, place: int, message: int, control: Mapping[str, Any]) -> Answer | None:
        """Click a button, or choose something in a list, and wait for what comes of it."""
        named = {"person": str(self.id), "place": str(place), "message": str(message)}
        named["custom_id"] = str(control["custom_id"])
        if control["type"] == BUTTON:
            return await self._do(place, message, Click(**named))
        most = int(control.get("max_values") or 1)
        options = [str(each["value"]) for each in control["options"]]
        fewest = int(control.get("min_values", 1))
        values = tuple(self.chance.sample(options, max(1, min(fewest, most, len(options)))))
        return await self._do(place, message, Choose(**named, values=values))

    async def press_action(self, place: int, message: int, action: str) -> Answer | None:
        """Click the button for an action, if it is there."""
        found = self.controls(place, message, {action})
        return await self.press(place, message, found[0]) if found else None

    # What the person sees

    def controls(
        self, place: int, message: int, actions: Iterable[str] = ()
    ) -> list[Mapping[str, Any]]:
        """List what can be pressed in a message, of some actions or of all."""
        shown, wanted = self._shown(place, message), set(actions)
        if shown is None:
            return []
        return [
            each
            for each in walk(shown)
            if each.get("custom_id")
            and each["type"] in (BUTTON, STRING_SELECT)
            and not each.get("disabled")
            and (not wanted or action_of(each) in wanted)
        ]

    def text(self, answer: Answer) -> str | None:
        """Return the words of an answer; None where it was taken away."""
        shown = self._shown(answer.place, answer.message)
        if shown is None:
            return None
        return "\n".join(str(each["content"]) for each in walk(shown) if each.get("content"))

    async def until(self, condition: Callable[[], object], seconds: float = READING) -> bool:
        """Wait until something is so, and tell whether it came to that."""
        ends, process = monotonic() + seconds, self.told.process
        while not condition():
            if self.told.process != process or not self.told.is_heard():
                ends, process = min(ends, monotonic() + IN_VAIN), self.told.process
            if monotonic() > ends:
                return False
            await asyncio.sleep(0.01)
        return True

    async def _answered(self, action: Action) -> Done | None:
        """Do something and wait for the answer, as long as there is somebody to answer."""
        doing = asyncio.create_task(self.desk.do(action))
        try:
            await self.until(doing.done, LONGEST)
            return doing.result() if doing.done() else None
        except Impossible:
            return None
        finally:
            doing.cancel()

    def _shown(self, place: int, message: int) -> Any:
        stored = self.desk.world._backend.messages.get(place, {}).get(message)
        return None if stored is None else stored.components

    def _is_loading(self, place: int, message: int) -> bool:
        stored = self.desk.world._backend.messages.get(place, {}).get(message)
        return stored is not None and bool(stored.flags & LOADING)

    async def _do(self, place: int, message: int | None, action: Action) -> Answer | None:
        before = None if message is None else self._shown(place, message)
        self.told.latest.pop(self.id, None)
        done = await self._answered(action)
        if done is None:
            return None
        interaction = self.told.latest.get(self.id, 0)
        number = int(done["message"] or message or 0)
        if done["outcome"] == "later" and message is not None:
            # What was clicked changes, or is taken away.
            await self.until(lambda: self._shown(place, message) != before)
            number = message
        await self.until(lambda: not self._is_loading(place, number))
        return Answer(place, number, interaction)


def action_of(control: Mapping[str, Any]) -> str:
    """Return what a control is for."""
    return str(control["custom_id"]).split(":")[1]
