"""A season of 200 games of a server of twelve, played quickly: figures are compared with them.

    played = await play_season(world, tmp_path / "tavolo.db")
    counted = count(read(played.path))        # what the second program finds (`tests.recount`)

The first games are played by clicks. For the others the bot is off: its services play them on the
same database, over some two months, to early resignations, time-outs, agreed draws and, a few, to
their end; what they would have posted is dropped. Then the bot starts again. What does not belong
here: what is compared, which each test says.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from sqlalchemy import delete

from bot.match.table import Person as Member
from bot.match.table import Table
from bot.services.proposals import CardClick, Proposal
from data.challenges import Clock as Terms_clock
from data.challenges import ClockEnd, First, MatchKind, Terms
from data.offers import OfferKind
from data.tables import OUTBOX
from games.registry import GAMES
from tests.bot.club import Clock, Club, legal
from tests.discord.simulated import Person, World
from tests.discord.tables import start_game

NAMES: Final = (
    "Mara",
    "Jonas",
    "Ines",
    "Teo",
    "Lea",
    "Kim",
    "Aiko",
    "Rosa",
    "Milan",
    "Greta",
    "Noor",
    "Pavel",
)
GAMES_PLAYED: Final = 200
BY_CLICKS: Final = 5
WITH_COMPUTERS: Final = 2
"""By clicks, too: a computer wins by resignation before it has to think."""
HOUR: Final = 3600
APART: Final = (1, 14)
"""So many hours are between two games, at least and at most."""
End = Callable[[Table, list[Member]], Awaitable[None]]
"""Plays a game to its end."""


@dataclass(frozen=True, slots=True)
class Played:
    """The season: the world with its people by their id, and the database."""

    world: World
    path: Path
    people: dict[int, Person]


async def play_season(world: World, path: Path, games: int = GAMES_PLAYED) -> Played:
    """Play a season; the bot is up again at its end."""
    people = [world.person(name) for name in NAMES]
    chance = Random(1)
    for _ in range(BY_CLICKS):
        winner, loser = chance.sample(people, 2)
        game = await start_game(world, winner, loser)
        await game.play(4)
        await game.resign(loser)
    for _ in range(WITH_COMPUTERS):
        await lose_to_a_computer(world, chance.choice(people))
    await world.stop()
    begun = int(world.now.timestamp())
    club = Club(f"sqlite+aiosqlite:///{path}", clock=Clock(begun))
    members = [Member(one.id, one.name) for one in people]
    for _ in range(games - BY_CLICKS - WITH_COMPUTERS):
        await _Season(club, world, chance, members).play_one()
        club.clock.pass_time(chance.randint(*APART) * HOUR)
    async with club.database.writing() as connection:
        await connection.execute(delete(OUTBOX))
    await club.database.close()
    await world.pass_time(seconds=club.clock.now - begun)
    await world.start()
    return Played(world, path, {one.id: one for one in people})


async def lose_to_a_computer(world: World, person: Person) -> None:
    """Challenge a computer to a rated game, and resign."""
    await person.slash("dice-matrix challenge", computer="easy", rated=True)
    question = await person.slash("game resign", world.channel.threads[-1])
    await person.click(question, "Resign")


@dataclass(frozen=True, slots=True)
class _Season:
    club: Club
    world: World
    chance: Random
    members: list[Member]

    async def play_one(self) -> None:
        """Play a game of some kind to some end."""
        key = self.chance.choice(list(GAMES))
        seats = min(GAMES[key].about.seats)
        ends: list[End] = [
            *(self._resign for _ in range(7)),
            self._resign_early,
            self._time_out,
            self._draw,
        ]
        if key == "dice_matrix" and self.chance.random() < 1 / 10:
            ends = [self._play_out]
        end = self.chance.choice(ends)
        players = self.chance.sample(self.members, seats)
        table = await self._begin(key, players)
        await end(table, players)

    async def _begin(self, key: str, players: list[Member]) -> Table:
        game = GAMES[key]
        kinds = [MatchKind.TWO_GAME if key == "dice_matrix" else MatchKind.SINGLE]
        terms = Terms(
            key,
            len(players),
            game.options_of({}),
            self.chance.choice([MatchKind.SINGLE, *kinds]),
            First.RANDOM,
            rated=self.chance.random() < 9 / 10,
            settings=game.settings_of({}),
            clock=Terms_clock(1, ClockEnd.FORFEIT),
        )
        challenger, *others = players
        proposal = Proposal(
            guild_id=self.world.guild.id,
            channel_id=self.world.channel.id,
            challenger=challenger,
            asked=tuple(others),
            terms=terms,
            language="en",
            thread=True,
        )
        proposed = await self.club.challenges.propose(proposal, interaction_id=self.club.ticket())
        game_id: int | None = None
        for member in others:
            click = CardClick(
                member, self.club.ticket(), self.world.channel.id, proposed.challenge.id, True
            )
            game_id = (await self.club.challenges.accept(proposed.challenge.id, click)).game_id
        assert game_id is not None
        return await self.club.matches.table(game_id)

    async def _moves(self, table: Table, turns: int) -> Table:
        """Play until so many turns are completed, or the game is over: any legal move each."""
        members = {member.id: member for member in self.members}
        while table.game.running and table.line.turns < turns:
            assert isinstance(table.line.to_move, int)
            member = members[table.game.players[table.line.to_move]]
            move = self.chance.choice(legal(table))
            table = (await self.club.play(table, move, person=member)).table
        return table

    async def _resign(self, table: Table, players: list[Member]) -> None:
        """Let all but one resign once everybody has completed two turns."""
        table = await self._moves(table, 2 * len(players))
        await self._leave(table, players[1:])

    async def _resign_early(self, table: Table, players: list[Member]) -> None:
        table = await self._moves(table, 1)
        await self._leave(table, players[1:])

    async def _leave(self, table: Table, leaving: list[Member]) -> None:
        for member in leaving:
            if table.game.running:
                table = (await self.club.resign(table, member)).table

    async def _time_out(self, table: Table, players: list[Member]) -> None:
        """Let the clock of one after the other run out until the game is over."""
        table = await self._moves(table, 2 * len(players))
        while table.game.running:
            self.club.clock.pass_time(25 * HOUR)
            await self.club.clocks.run_out(table.game.id)
            table = await self.club.matches.table(table.game.id)

    async def _draw(self, table: Table, players: list[Member]) -> None:
        """Agree on a draw once there was enough of a game, where draws are."""
        about = GAMES[table.game.match.game].about
        table = await self._moves(table, max(2 * len(players), about.rated_draw_turns))
        if table.game.running and about.draws:
            await self.club.agree(table, OfferKind.DRAW, *players)
        await self._leave(await self.club.matches.table(table.game.id), players[1:])

    async def _play_out(self, table: Table, _players: list[Member]) -> None:
        match_id = table.game.match.id
        await self._moves(table, 10_000)
        for game in (await self.club.games_of(match_id))[1:]:
            await self._moves(await self.club.matches.table(game.id), 10_000)
