"""The people of the torture: they challenge, sit down, move, plan, take back, offer, resign, leave.

Each is a task of its own that does one thing after the other, for as long as there is no recess.
What they choose follows from the seed and from what is shown to them. What does not belong here:
how a click is made (`panels`), and what must come of it (`invariants`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from playground.desk import Desk
from tests.torture.panels import MOST_STEPS, Answer, Hand, action_of
from tests.torture.seen import Seen
from tests.torture.tables import Hall, Opening
from tests.torture.told import Told

PAUSES: Final = (0.005, 0.12)
"""How many seconds a person waits between two deeds."""


@dataclass(slots=True)
class Tally:
    """How often people did what."""

    counts: dict[str, int] = field(default_factory=dict)

    def note(self, deed: str) -> None:
        """Count a deed."""
        self.counts[deed] = self.counts.get(deed, 0) + 1


class Person:
    """Somebody who plays."""

    def __init__(self, hall: Hall, desk: Desk, seen: Seen, told: Told, number: int) -> None:
        self.id = hall.people[number]
        self._hall = hall
        self._seen = seen
        self._told = told
        self._chance = Random(f"{hall.seed}:person:{number}")
        self.hand = Hand(desk, told, self.id, self._chance)
        self.tally = Tally()

    async def live(self, gate: asyncio.Event, idle: Callable[[int, bool], None]) -> None:
        """Do one thing after the other while the gate is open; `idle` hears when it is closed."""
        while True:
            if not gate.is_set():
                idle(self.id, True)
                await gate.wait()
                idle(self.id, False)
            await self.act()
            await asyncio.sleep(self._chance.uniform(*PAUSES) * self._hall.ease)

    async def act(self) -> None:
        """Do something: mostly a move, where it is this person's turn."""
        mine = self.turns()
        roll = self._chance.random()
        if mine and roll < 0.85:
            place, message = self._chance.choice(mine)
            await self.move(place, message)
        elif roll > 0.93:
            await self._chance.choice((self._sit_down, self._challenge))()
        else:
            await self._instead_of_a_move()

    def turns(self) -> list[tuple[int, int]]:
        """List the places, and the boards in them, where it is this person's turn."""
        return [
            (place, board.id)
            for place in list(self._seen.places)
            for board in self._seen.live_boards(place)[-1:]
            if board.mentioned[:1] == (self.id,)
        ]

    async def move(self, place: int, message: int) -> bool:
        """Move on a board, by clicks or by typing; tell whether that was acknowledged."""
        self._hall.reopen(place)
        typed = self._chance.random() < 0.45
        done = await (self._type(place) if typed else self._click(place, message))
        self.tally.note(("typed" if typed else "clicked") + ("" if done else ", in vain"))
        return done

    # Moves

    async def _type(self, place: int) -> bool:
        offered = await self.hand.suggestions(place, "move", "move")
        if not offered:
            return False
        answer = await self.hand.slash(place, "move", move=self._chance.choice(offered))
        return self._was_played(answer)

    async def _click(self, place: int, message: int) -> bool:
        panel = await self.hand.press_action(place, message, "move")
        panel = await self._build(panel, {"pick", "take"}, "go")
        if panel is None:
            return False
        found = self.hand.controls(panel.place, panel.message, {"go"})
        if not found:
            return False
        twice = self._chance.random() < 0.05
        pressing = [self.hand.press(panel.place, panel.message, found[0])]
        if twice:
            # Somebody with a nervous finger.
            pressing.append(self.hand.press(panel.place, panel.message, found[0]))
        answers = await asyncio.gather(*pressing)
        if twice:
            return False
        return self._was_played(answers[0])

    async def _build(self, panel: Answer | None, choosing: set[str], last: str) -> Answer | None:
        """Choose until what was built can be confirmed; None where it does not come to that."""
        for _ in range(MOST_STEPS):
            if panel is None or self.hand.controls(panel.place, panel.message, {last}):
                return panel
            open_choices = self.hand.controls(panel.place, panel.message, choosing)
            if not open_choices:
                return None
            panel = await self.hand.press(
                panel.place, panel.message, self._chance.choice(open_choices)
            )
        return None

    def _was_played(self, answer: Answer | None) -> bool:
        if answer is None or not answer.interaction:
            return False
        text = self.hand.text(answer)
        if text is None:
            # A panel is taken away once its move was played.
            return self._told.read(answer.interaction, "")
        if self.hand._is_loading(answer.place, answer.message):
            return False
        controls = self.hand.controls(answer.place, answer.message)
        return self._told.read(answer.interaction, text, set(map(action_of, controls)))

    # All else

    async def _instead_of_a_move(self) -> None:
        deeds: list[tuple[int, Callable[[int], Awaitable[None]]]] = [
            (30, self._answer_offer),
            (12, self._plan),
            (10, self._ask_takeback),
            (8, self._look),
            (6, self._again),
            (4, self._offer_draw),
            (self._hall.leaving, self._resign),
            (3, self._go_out),
        ]
        places = self._hall.places_of(self.id)
        if not places:
            await self._sit_down()
            return
        (deed,) = self._chance.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])
        place = self._chance.choice(places)
        self._hall.reopen(place)
        await deed(place)
        self.tally.note(deed.__name__.strip("_").replace("_", " "))

    async def _answer_offer(self, place: int) -> None:
        for shown in list(self._seen.messages(place))[-6:]:
            if shown.gone or shown.parts("agree") is None:
                continue
            action = self._chance.choice(("agree", "agree", "decline-offer"))
            await self.hand.press_action(place, shown.id, action)
            return

    async def _plan(self, place: int) -> None:
        """Plan an answer, by More on the board."""
        boards = self._seen.live_boards(place)
        more = boards and await self.hand.press_action(place, boards[-1].id, "more")
        panel = await self.hand.press_action(place, more.message, "plans") if more else None
        if panel and not self.hand.controls(place, panel.message, _MAKING):
            panel = await self.hand.press_action(place, panel.message, "plan-new")
        panel = await self._build(panel, _MAKING, "plan-go")
        if panel is not None:
            await self.hand.press_action(place, panel.message, "plan-go")

    async def _ask_takeback(self, place: int) -> None:
        answer = await self.hand.slash(place, "game takeback")
        if answer is not None:
            await self.hand.press_action(place, answer.message, "take-back")

    async def _offer_draw(self, place: int) -> None:
        await self.hand.slash(place, "game draw")

    async def _resign(self, place: int) -> None:
        question = await self.hand.slash(place, "game resign")
        if question is not None:
            await self.hand.press_action(place, question.message, "resign-yes")

    async def _look(self, place: int) -> None:
        await self.hand.slash(place, self._chance.choice(("game text", "games", "game hand")))

    async def _again(self, place: int) -> None:
        await self.hand.slash(place, "game board")

    async def _go_out(self, place: int) -> None:
        """Leave the server, and come back after a while."""
        server = self._hall.server_of(place)
        self._hall.world.leave(server, self.id)
        await asyncio.sleep(self._chance.uniform(0.02, 0.3))
        self._hall.world.join(server, self.id)
        back = self._hall.world._backend.snowflake()
        self._told.outings.setdefault(self.id, []).append(back)

    async def _challenge(self) -> None:
        opening = self._hall.next_opening(self.id)
        if opening is not None:
            await self._open(opening)
            self.tally.note("challenged")

    async def _open(self, opening: Opening) -> None:
        await self.hand.slash(opening.place, opening.path, **opening.options)

    async def _sit_down(self) -> None:
        """Sit down at a table that is open to this person."""
        for place in self._hall.channels:
            for shown in self._seen.messages(place):
                if shown.gone:
                    continue
                for action in ("accept", "join"):
                    if shown.parts(action) is not None:
                        await self.hand.press_action(place, shown.id, action)
                        self.tally.note("sat down")


_MAKING: Final = {"plan-pick", "plan-take", "plan-first", "plan-roll", "plan-kind", "plan-any"}
