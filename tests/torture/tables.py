"""The tables: which games are opened, by whom, on which terms, and where they are played.

Terms follow from the seed alone. A few games of every kind are kept running; one of the two
servers changes its boards in place, the other posts a new one each time. What does not belong
here: what people do at a table (`people`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from bot.invitation import PERMISSIONS
from games.registry import GAMES
from playground.world import World

NAMES: Final = ("Mara", "Jonas", "Aiko", "Sam", "Priya", "Tomas", "Lena", "Ravi")
SERVERS: Final = ("Posts", "Edits")
"""A server that gets a new board each time, and one whose boards are changed in place."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A challenge to make."""

    place: int
    path: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Running:
    """A game that is under way, as the database has it."""

    id: int
    place: int
    guild: int
    players: tuple[int, ...]
    game: str


@dataclass(slots=True)
class Hall:
    """A Discord with two servers, and the people in them."""

    seed: str
    world: World
    people: list[int] = field(default_factory=list)
    servers: list[int] = field(default_factory=list)
    channels: list[int] = field(default_factory=list)
    running: list[Running] = field(default_factory=list)
    wanted: int = 8
    """How many games are to be under way."""
    leaving: int = 2
    """How often, in relation to all that are no moves, people resign."""
    ease: float = 1.0
    """How much more slowly than usual people act."""
    computers: bool = False
    """Whether computers play too."""
    _chance: Random = field(init=False)
    _opened: int = 0

    def __post_init__(self) -> None:
        self._chance = Random(f"{self.seed}:tables")

    @classmethod
    def built(cls, seed: str, *, pace: float, people: int = len(NAMES), **how: Any) -> "Hall":
        """Build a world with a number of people."""
        hall = cls(seed, World(invited_with=PERMISSIONS, pace=pace), **how)
        for name in SERVERS:
            server = hall.world.add_server(name)
            hall.servers.append(server)
            hall.channels += [hall.world.add_place(server, each) for each in ("table", "lounge")]
        for number in range(people):
            name = NAMES[number] if number < len(NAMES) else f"Guest {number}"
            # All read English: whether a move was played is told from the words (`told`).
            hall.people.append(hall.world.add_person(name).id)
        return hall

    def places_of(self, person: int) -> list[int]:
        """List the places where a person plays."""
        return [game.place for game in self.running if person in game.players]

    def server_of(self, place: int) -> int:
        """Return the server of a place."""
        return int(self.world.place(place)["guild_id"])

    def next_opening(self, person: int) -> Opening | None:
        """Return the challenge that a person is to make; None while there are games enough."""
        if len(self.running) >= self.wanted or self._opened >= 3 * self.wanted:
            return None
        self._opened += 1
        counts = dict.fromkeys(GAMES, 0)
        for game in self.running:
            counts[game.game] += 1
        fewest = min(counts.values())
        key = self._chance.choice([key for key, count in counts.items() if count == fewest])
        return self._opening(key, person)

    def counted(self, running: list[Running]) -> None:
        """Note which games are under way."""
        self.running = running
        self._opened = 0

    def reopen(self, place: int) -> None:
        """Open a thread that Discord has archived, as a client does before a person acts in it."""
        channel = self.world._backend.channels.get(place)
        metadata = None if channel is None else channel.thread_metadata
        if metadata is not None and metadata.archived and not metadata.locked:
            opened = {"archived": False, "archive_timestamp": self.world.now.isoformat()}
            self.world._backend.edit_channel(place, {}, thread_metadata=opened)

    def _opening(self, key: str, person: int) -> Opening:
        chance, about = self._chance, GAMES[key].about
        options: dict[str, Any] = {
            "clock": chance.choice(("none", "1", "3")),
            "rated": chance.random() < 0.7,
        }
        if options["rated"]:
            options["takebacks"] = chance.random() < 0.5
        if about.two_games and chance.random() < 0.3:
            options["match"] = "two-game"
        if self.computers and chance.random() < 0.12:
            options |= {"computer": chance.choice(("easy", "like-me")), "rated": False}
            options.pop("takebacks", None)
        elif len(about.seats) > 1:
            options["seats"] = chance.choice(about.seats)
        elif about.seats[-1] == 2 and chance.random() < 0.7:
            others = [each for each in self.people if each != person]
            options["opponent"] = chance.choice(others)
        if about.handicap is not None and "computer" not in options and chance.random() < 0.15:
            # Who it is for does not depend on how many they are.
            options["handicap"] = f"me:{chance.choice(about.handicap.sizes)}"
        place = chance.choice(self.channels)
        return Opening(place, f"{about.command} challenge", options)
