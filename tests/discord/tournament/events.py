"""Tournaments in the simulated Discord, played as people play them: join, resign, look at the card.

What does not belong here: what tests expect of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.app import Tavolo
from bot.services.tournament_view import TournamentView
from data.computers import is_computer
from data.tournaments import StoredPairing
from tests.discord.simulated import Answer, Message, Person, World

NAMES = ("Mara", "Jonas", "Lea", "Kim", "Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament: its card, and the people who joined."""

    world: World = field(repr=False)
    card: Message = field(repr=False)
    people: tuple[Person, ...]

    @property
    def id(self) -> int:
        """The tournament's number, as the card's buttons have it."""
        ids = [(control.custom_id or "").split(":") for control in self.card.controls]
        return next(int(parts[2]) for parts in ids if parts[1] == "tournament")

    async def view(self) -> TournamentView:
        """Return all that is stored of it."""
        assert isinstance(self.world.bot, Tavolo)
        return await self.world.bot.tournaments.view(self.id)

    async def playing(self) -> list[StoredPairing]:
        """List the pairings that are being played."""
        return [one for one in (await self.view()).pairings if one.pairing.outcome is None]

    def person(self, user_id: int) -> Person:
        """Return one of the people by their id."""
        return self.world.people[user_id]

    async def resign(self, paired: StoredPairing, loser: int) -> None:
        """Make somebody give up their game of a pairing."""
        thread = self.world.place((await self.view()).places[paired.id])
        question = await self.person(loser).slash("game resign", thread)
        await self.person(loser).click(question, "Resign")

    async def play_round(self, losers: Sequence[str] = ()) -> None:
        """End all running games by a resignation: of who is named, else of who did not start.

        People give up against computers. Then the next round is paired.
        """
        for paired in await self.playing():
            persons = [player for player in paired.pairing.players if not is_computer(player)]
            named = [player for player in persons if self.person(player).name in losers]
            await self.resign(paired, (named or persons)[-1])
        await self.next()

    async def next(self) -> None:
        """Make the bot check what is due."""
        await self.world.pass_time(seconds=31)
        await self.world.rest()

    async def manage(self, person: Person, *labels: str) -> Answer:
        """Click Manage on the card, and then through what it offers."""
        answer = await person.click(self.card, "Manage")
        for label in labels:
            answer = await person.click(answer, label)
        return answer

    @property
    def standings(self) -> str:
        """The standings in words, as the card's picture has them."""
        return str(self.card.pictures[0].alt)

    @property
    def round(self) -> tuple[int, int]:
        """The number of the round, and of how many, as the card says."""
        found = re.search(r"\*\*Round (\d+) of (\d+)\*\*", self.card.text)
        assert found is not None, self.card.text
        return int(found[1]), int(found[2])


async def create(world: World, creator: Person, **options: Any) -> Message:
    """Create a tournament as a person, and return its card."""
    given = {"name": "Spring cup", "game": "Dice Matrix", "format": "swiss", **options}
    given["format"] = {
        "swiss": "Swiss: people with equal points meet",
        "knockout": "knockout: one loss and you are out",
        "robin": "round robin: everybody meets everybody",
        "ladder": "ladder: never ends, challenge those above you",
    }[given["format"]]
    await creator.slash("tournament create", **given)
    return world.channel.last


async def begin(
    world: World, count: int, *, start: bool = False, join: str = "Join", **options: Any
) -> Event:
    """Make a tournament that a number of people join; it starts when it is full, or is started.

    `join` is what the button says with which they do.
    """
    people = tuple(world.person(name) for name in NAMES[:count])
    card = await create(world, people[0], **{"seats": max(3, count), **options})
    for person in people:
        await person.click(card, join)
    event = Event(world, card, people)
    if start:
        await event.manage(people[0], "Start now")
    await world.rest()
    return event
