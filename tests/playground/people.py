"""People of a playground, who do by label what the page does by id."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.deeds import walk
from playground.desk import Desk, Done
from playground.protocol import Choose, Click, Complete, Run
from tests.playground.waiting import until


@dataclass(frozen=True, slots=True)
class Actor:
    """One person at the page."""

    desk: Desk
    id: int

    async def slash(self, place: int, path: str, **options: Any) -> Done:
        """Run a command; people are given by their numbers."""
        sent = {name: str(v) if isinstance(v, int) else v for name, v in options.items()}
        action = Run(person=str(self.id), place=str(place), path=path, options=sent)
        return await self.desk.do(action)

    async def complete(self, place: int, path: str, option: str, typed: str = "") -> list[str]:
        """Type into an option and return the values that are offered."""
        action = Complete(
            person=str(self.id), place=str(place), path=path, option=option, typed=typed
        )
        return [choice["value"] for choice in (await self.desk.do(action))["choices"]]

    async def click(self, place: int, message: int, label: str) -> Done:
        """Click the button with this label, or the only one whose label begins so, once it is there."""
        await until(lambda: labelled(self.desk, place, message, label))
        found = labelled(self.desk, place, message, label)
        ((_, custom_id),) = [(label, found[label])] if label in found else found.items()
        action = Click(
            person=str(self.id), place=str(place), message=str(message), custom_id=custom_id
        )
        return await self.desk.do(action)

    async def choose_last(self, place: int, message: int) -> Done:
        """Take the last option of the first menu in a message."""
        menu = next(each for each in controls(self.desk, place, message) if each["type"] == 3)
        action = Choose(
            person=str(self.id),
            place=str(place),
            message=str(message),
            custom_id=menu["custom_id"],
            values=(menu["options"][-1]["value"],),
        )
        return await self.desk.do(action)


def controls(desk: Desk, place: int, message: int) -> Iterator[Mapping[str, Any]]:
    """Return the controls of a message."""
    shown = desk.world.message(place, message)
    return (each for each in walk(shown["components"]) if "custom_id" in each)


@dataclass(frozen=True, slots=True)
class Match:
    """A game between people; the first of them is to move first."""

    place: int
    players: tuple[Actor, ...]

    @property
    def boards(self) -> list[int]:
        """All boards, oldest first."""
        desk = self.players[0].desk
        return [
            each
            for each in desk.world.messages(self.place)
            if any(control.get("label") == "Text" for control in controls(desk, self.place, each))
        ]

    @property
    def live(self) -> list[int]:
        """The boards that can be played on: one, unless something went wrong."""
        desk = self.players[0].desk
        return [
            each
            for each in self.boards
            if any(control.get("label") == "Move" for control in controls(desk, self.place, each))
        ]

    def to_move(self) -> Actor:
        """Return the player that the live board mentions first."""
        (board,) = self.live
        shown = json.dumps(self.players[0].desk.world.message(self.place, board)["components"])
        # It begins with who is to move, and may mention others below.
        there = [player for player in self.players if f"<@{player.id}>" in shown]
        return min(there, key=lambda player: shown.index(f"<@{player.id}>"))

    async def _at_turn(self) -> Actor:
        """Return the player to move once the board before has lost its controls."""
        await until(lambda: len(self.live) == 1)
        return self.to_move()

    async def type_move(self) -> Done:
        """Play the last move that autocomplete offers."""
        player = await self._at_turn()
        moves = await player.complete(self.place, "move", "move")
        return await player.slash(self.place, "move", move=moves[-1])

    async def click_move(self) -> None:
        """Build a move in the panel with the last of all choices, and confirm it."""
        player = await self._at_turn()
        done = await player.click(self.place, self.live[0], "Move")
        panel = int(done["message"])
        await until(lambda: any(controls(player.desk, self.place, panel)))
        while not labelled(player.desk, self.place, panel, "Confirm"):
            before = self._components(player, panel)
            if any(each["type"] == 3 for each in controls(player.desk, self.place, panel)):
                await player.choose_last(self.place, panel)
            else:
                labels = labelled(player.desk, self.place, panel, "")
                chosen = [label for label in labels if label not in ("Back", "Cancel")][-1]
                await player.click(self.place, panel, chosen)
            await until(lambda: self._components(player, panel) != before)  # noqa: B023 - waited for in this round
        await player.click(self.place, panel, "Confirm")

    def _components(self, player: Actor, message: int) -> Any:
        return player.desk.world.message(self.place, message)["components"]


def labelled(desk: Desk, place: int, message: int, label: str) -> dict[str, str]:
    """Return the buttons of a message whose label begins so: label and custom_id."""
    return {
        each["label"]: each["custom_id"]
        for each in controls(desk, place, message)
        if str(each.get("label", "")).startswith(label)
    }


def cards_in(desk: Desk, place: int) -> list[int]:
    """List the challenges in a place that can be accepted, oldest first."""
    return [m for m in desk.world.messages(place) if labelled(desk, place, m, "Accept")]


async def next_card(desk: Desk, place: int, known: Collection[int] = ()) -> int:
    """Return the challenge in a place that is none of those known before, once it is there."""

    def new() -> list[int]:
        return [card for card in cards_in(desk, place) if card not in known]

    await until(new)
    return new()[-1]


async def start_match(one: Actor, two: Actor, place: int) -> Match:
    """Make one challenge the other, who accepts."""
    # The card of a match that has just begun keeps its buttons for a moment.
    known = cards_in(one.desk, place)
    await one.slash(place, "dice-matrix challenge", opponent=two.id, first="me")
    card = await next_card(one.desk, place, known)
    await two.click(place, card, "Accept")
    match = Match(card, (one, two))  # a thread has its message's number
    await until(lambda: match.live)
    return match
