"""A tour through all that a game shows, in any language: nothing is found by its words.

People sit down at a game, play it by clicks and by typing, and look at everything on the way;
what was shown is collected message by message, since later edits overwrite it.
What does not belong here: what must be true of it.
"""

from dataclasses import dataclass, field
from typing import Any

from discord import app_commands

from bot.app import Tavolo
from games.chance import SeededSource
from games.line import AnyGame
from tests.discord.simulated import Answer, Message, Person, Place, World
from tests.discord.simulated.seen import Button

CLICKED_EVERY = 6
"""One turn in this many is clicked together, the others are typed."""
LONGEST = 40
"""After this many turns the players give up: random moves may take long to end a game."""
SHORT = 6
"""After this many moves against a computer a person gives up."""


@dataclass(slots=True)
class Shown:
    """All texts that people met, each with where."""

    texts: list[tuple[str, str]] = field(default_factory=list)

    def add(self, where: str, text: str | None) -> None:
        """Note a text, if there is one."""
        if text:
            self.texts.append((where, text))

    def message(self, message: Message, where: str) -> None:
        """Note all that a message says as it is now."""
        self.add(where, message.text)
        for control in message.controls:
            self.add(f"{where}, button", control.label)
        for menu in message.menus:
            self.add(f"{where}, menu", menu.placeholder)
            for option in menu.options:
                self.add(f"{where}, option", option.label)
                self.add(f"{where}, note of an option", option.description)
        for file in message.files:
            self.add(f"{where}, alt text", file.alt)

    def answer(self, answer: Answer) -> Answer:
        """Note all that an answer says, and hand it on."""
        for message in answer.messages:
            self.message(message, answer.deed.what)
        return answer


def action_of(control: Button) -> str:
    """Return what a button does."""
    return (control.custom_id or "").split(":")[1] if control.custom_id else ""


def label_of(message: Message | Answer, action: str, which: int = 0) -> str | None:
    """Return the label of the button with this action, or None if there is none."""
    message = message.message if isinstance(message, Answer) else message
    labels = [control.label for control in message.controls if action_of(control) == action]
    return labels[which] if labels else None


class Tour:
    """A game that people play in a thread, with all that it shows."""

    def __init__(self, world: World, game: AnyGame, people: tuple[Person, ...]) -> None:
        assert isinstance(world.bot, Tavolo)
        self.world, self.bot, self.game, self.people = world, world.bot, game, people
        self.shown = Shown()

    async def take(self) -> Shown:
        """Take the whole tour, and return what was shown."""
        await self._sit_down()
        await self._play()
        await self._look_back()
        return self.shown

    async def _sit_down(self) -> None:
        """Make the first challenge all others, who accept."""
        first, *others = self.people
        group = self.bot.tree.get_command(self.game.about.command)
        assert isinstance(group, app_commands.Group)
        command = group.get_command("challenge")
        assert isinstance(command, app_commands.Command)
        seats = [each.name for each in command.parameters if each.name.startswith("opponent")]
        asked = dict(zip(seats, others, strict=False))
        await self._slash(first, f"{self.game.about.command} challenge", **asked)
        card = self.world.messages()[-1]
        await self._slash(first, "games")
        for person in others:
            self.shown.message(card, "the card")
            await self._click(person, card, "accept")
        self.shown.message(card, "the card")

    async def _play(self) -> None:
        """Play to the end, or until the players have had enough."""
        (game,) = await self.bot.matches.running_in(self._thread.id)
        source, turns = SeededSource(1), 0
        while (table := await self.bot.matches.table(game.id)).game.running:
            seat, position = table.line.to_move, table.line.position
            assert isinstance(seat, int)
            (person,) = (each for each in self.people if each.id == table.game.players[seat])
            self.shown.message(self._board, "the board")
            if turns == 1:
                await self._look_around(person)
                await self._ask_and_plan(person, next(p for p in self.people if p is not person))
            if turns >= LONGEST:
                question = await self._slash(person, "game resign")
                await self._click(person, question, "resign-yes")
            elif turns % CLICKED_EVERY == 0:
                await self._build(person)
            else:
                move = table.line.game.format(table.line.game.random_move(position, source))
                await self._slash(person, "move", move=move)
            turns += 1

    async def _build(self, person: Person) -> None:
        """Click a turn together, always choosing what is offered last, and go back once."""
        panel = await self._choose_all(person, await self._click(person, self._board, "move"))
        if label_of(panel, "back") is not None:
            panel = await self._choose_all(person, await self._click(person, panel, "back"))
        await self._click(person, panel, "go")

    async def _choose_all(self, person: Person, panel: Answer, family: str = "") -> Answer:
        while label_of(panel, f"{family}go") is None:
            if panel.message.menus:
                value = panel.message.menus[0].options[-1].value
                panel = self.shown.answer(await person.choose(panel, value))
            else:
                panel = await self._click(person, panel, f"{family}take", -1)
        return panel

    async def _look_around(self, person: Person) -> None:
        """Look at everything that can be looked at while a game runs."""
        for action in ("text", "more", "hand"):
            if label_of(self._board, action) is not None:
                await self._click(person, self._board, action)
        for command in ("games", "game text", "game hand", "game export", "game board"):
            await self._slash(person, command)
        for choice in await person.autocomplete("move", "move", "", self._thread):
            self.shown.add("a move that /move offers", choice.name)
        for choice in await person.autocomplete("move", "game", "", self._thread):
            self.shown.add("a game that /move offers", choice.name)
        await self._click(person, await self._slash(person, "game resign"), "leave-it")
        await self._click(person, await self._click(person, self._board, "move"), "shut")
        await self._slash(person, "move", move="?!")
        page = await self._slash(person, f"{self.game.about.command} rules")
        seen = {page.text}
        while (page := await self._click(person, page, "rules-page", -1)).text not in seen:
            seen.add(page.text)

    async def _ask_and_plan(self, mover: Person, other: Person) -> None:
        """Look at what can be asked of others, noted, followed and planned."""
        for command in ("game draw", "game takeback", "game abort"):
            asked = await self._slash(mover, command)
            if label_of(asked, "decline-offer") is not None:
                offer = self._thread.last
                self.shown.message(offer, "an offer")
                await self._click(other, offer, "decline-offer")
                self.shown.message(offer, "an offer that was declined")
        for command in ("game note", "game follow", "game follow"):
            await self._slash(other, command)
        await self._click(other, await self._slash(other, "game note", text="42"), "note-drop")
        panel = await self._click(other, await self._click(other, self._board, "more"), "plans")
        while label_of(panel, "plan-go") is None:
            panel = await self._go_on_planning(other, panel)
        saved = await self._click(other, panel, "plan-go")
        await self._click(other, await self._click(other, saved, "plans"), "plan-new")

    async def _go_on_planning(self, person: Person, panel: Answer) -> Answer:
        if label_of(panel, "plan-any") is not None:
            return await self._click(person, panel, "plan-any")
        if panel.message.menus:
            value = panel.message.menus[0].options[-1].value
            return self.shown.answer(await person.choose(panel, value))
        return await self._click(person, panel, "plan-take", -1)

    async def _look_back(self) -> None:
        """Look at what is left of the game, and at what it changed."""
        for message in self._thread.messages:
            self.shown.message(message, "the thread")
        *_, result, proof = self._thread.messages
        await self._slash(self.people[0], "leaderboard")
        await self._slash(self.people[0], "leaderboard", game=self.game.about.key)
        await self._slash(self.people[0], "profile")
        versus = await self.people[0].slash("versus", person=self.people[1])
        self.shown.answer(versus)
        await self._slash(self.people[1], "rivals")
        await self._click(self.people[0], proof, "record")
        replay = await self._click(self.people[0], result, "replay")
        await self._try_moves(self.people[0], replay)
        await self._click(self.people[0], replay, "replay", -1)
        await self._click(self.people[0], result, "rematch")

    async def _try_moves(self, person: Person, replay: Answer) -> None:
        """Try moves from the step of a replay, and ask everybody what they would play."""
        shown = await self._click(person, replay, "replay-explore")
        for _ in range(3):
            shown = await self._try_one(person, shown)
        while label_of(shown, "poll-ask") is None:
            shown = await self._try_one(person, shown)
        shown = await self._click(person, shown, "explore-hint")
        await self._click(person, await self._click(person, shown, "poll-ask"), "poll-post")
        poll = self._thread.messages[-1]
        self.shown.message(poll, "a position for a vote")
        await self._click(person, poll, "poll-vote")
        panel = await self._click(person, poll, "poll-move")
        await self._click(person, await self._choose_all(person, panel, "poll-"), "poll-go")
        await self._click(person, poll, "poll-text")

    async def _try_one(self, person: Person, shown: Answer) -> Answer:
        if label_of(shown, "explore-roll") is not None:
            return await self._click(person, shown, "explore-roll")
        panel = await self._choose_all(person, shown, "explore-")
        return await self._click(person, panel, "explore-go")

    async def play_the_computer(self) -> Shown:
        """Play a computer for a while, ask why it moved, resign, and try again what was missed."""
        person = self.people[0]
        command = f"{self.game.about.command} challenge"
        place = self.world.channel
        self.shown.answer(await person.slash(command, place, computer="like-me", rated=True))
        card = place.last
        thread, source, turns = card.thread, SeededSource(2), 0
        assert thread is not None
        self.shown.message(card, "the card of a game with a computer")
        (game,) = await self.bot.matches.running_in(thread.id)
        while (table := await self.bot.matches.table(game.id)).game.running and turns < SHORT:
            assert table.game.to_move == table.game.seat_of(person.id)
            move = table.line.game.format(table.line.game.random_move(table.line.position, source))
            self.shown.answer(await person.slash("move", thread, move=move))
            turns += 1
        for message in thread.messages:
            self.shown.message(message, "the thread of a game with a computer")
        board = next(message for message in thread.messages if label_of(message, "move"))
        await self._click(person, await self._click(person, board, "more"), "why")
        question = self.shown.answer(await person.slash("game resign", thread))
        await self._click(person, question, "resign-yes")
        result = next(message for message in thread.messages if label_of(message, "review"))
        self.shown.message(result, "the result of a game with a computer")
        missed = await self._click(person, await self._click(person, result, "review"), "mistake")
        shown = await self._click(person, missed, "try-again")
        await self._try_one(person, shown)
        await self._click(person, result, "rematch")
        self.shown.answer(await person.slash("leaderboard", place, list="computers"))
        self.shown.answer(await person.slash("profile", place))
        return self.shown

    @property
    def _thread(self) -> Place:
        return self.world.channel.threads[0]

    @property
    def _board(self) -> Message:
        boards = [message for message in self._thread.messages if label_of(message, "move")]
        return boards[-1]

    async def _click(
        self, person: Person, message: Message | Answer, action: str, which: int = 0
    ) -> Answer:
        label = label_of(message, action, which)
        assert label is not None, f"nothing to {action} in {message}"
        return self.shown.answer(await person.click(message, label))

    async def _slash(self, person: Person, command: str, **options: Any) -> Answer:
        threads = self.world.channel.threads
        place = threads[0] if threads else self.world.channel
        return self.shown.answer(await person.slash(command, place, **options))
