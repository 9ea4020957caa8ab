"""A season of 200 games of a server of twelve, played quickly: figures are compared with them.

    played = await play_season(world, tmp_path / "tavolo.db")
    counted = count(read(played.path))        # what the second program finds (`tests.recount`)

The first games are played by clicks, and nine people join a tournament. For the others the bot is
off: its services play them on the same database, over some two months, to early resignations,
time-outs, agreed draws and, a few, to their end; round by round the tournament is played meanwhile,
in which two withdraw. What they would have posted is dropped. Then the bot starts again, there is a
weekly table, and some people answer puzzles for three days. What does not belong here: what is
compared, which each test says.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from sqlalchemy import delete

from bot.match.table import Person as Member
from bot.match.table import Table
from bot.services.outcomes import Outcomes
from bot.services.proposals import CardClick, Proposal
from bot.services.tournaments import Tournaments
from data import schedule
from data.challenges import Clock as Terms_clock
from data.challenges import ClockEnd, First, MatchKind, Terms
from data.offers import OfferKind
from data.schedule import JobKind, ScheduledJob
from data.tables import OUTBOX
from games.puzzles.shelf import games_with_puzzles
from games.registry import GAMES
from tests.bot.club import Clock, Club, legal
from tests.discord.learn.test_puzzles import answer, open_puzzle, today
from tests.discord.server.test_weekly import card_of, pass_hours, threads
from tests.discord.simulated import Person, World
from tests.discord.tables import mentioned_first, start_game
from tests.discord.tournament.events import Event, create
from tests.games.puzzles.solving import right, wrong

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
AT_TABLES: Final = 2
"""How many are played at the weekly table."""
IN_TOURNAMENT: Final = 9
ROUNDS: Final = 4
A_ROUND: Final = 30
"""How many games are played between two rounds."""
HOUR: Final = 3600
APART: Final = (1, 14)
"""So many hours are between two games, at least and at most."""
NOON: Final = 12
THINKING: Final = (20, 7200)
"""How many seconds somebody takes for a move."""
End = Callable[[Table, list[Member]], Awaitable[None]]
"""Plays a game to its end."""


@dataclass(frozen=True, slots=True)
class Played:
    """The season: the world with its people by their id, and the database."""

    world: World
    path: Path
    people: dict[int, Person]
    tournament: int
    """Its number."""

    def place_of(self, match: int) -> int | None:
        """Return where a match was played, as it is stored; None if it is not."""
        ((place,),) = self._stored("SELECT place_id FROM matches WHERE id = ?", match)
        return place

    def weekly_tables(self) -> set[int]:
        """Return the numbers of the challenges that weekly tables have made."""
        return {number for (number,) in self._stored("SELECT challenge_id FROM weekly_games")}

    def _stored(self, statement: str, *values: int) -> list[tuple[int]]:
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as connection:
            return connection.execute(statement, values).fetchall()


async def play_season(world: World, path: Path, moderator: Person) -> Played:
    """Play a season; the bot is up again at its end."""
    people = [world.person(name) for name in NAMES]
    chance = Random(1)
    for _ in range(BY_CLICKS):
        winner, loser = chance.sample(people, 2)
        game = await start_game(world, winner, loser)
        await game.play(4)
        await game.resign(loser)
    for number in range(WITH_COMPUTERS):
        level = "like-me" if number % 3 else "easy"
        await lose_to_a_computer(world, chance.choice(people), level)
    card = await create(world, moderator, format="swiss", seats=10, rounds=ROUNDS)
    for person in people[:IN_TOURNAMENT]:
        await person.click(card, "Join")
    tournament = Event(world, card, tuple(people[:IN_TOURNAMENT])).id
    await world.stop()
    begun = int(world.now.timestamp())
    # In a loop of its own: the world's looks whether the bot rests after all that happens.
    season = _Season(world, path, chance, begun, tuple(Member(one.id, one.name) for one in people))
    seconds = await asyncio.to_thread(asyncio.run, season.play(tournament))
    await world.pass_time(seconds=seconds)
    await world.start()
    played = Played(world, path, {one.id: one for one in people}, tournament)
    await play_last_days(played, moderator)
    return played


async def play_last_days(played: Played, moderator: Person) -> None:
    """Answer puzzles on three days, and play at a weekly table that begins on the second."""
    world, (mara, jonas, ines, teo, *_) = played.world, played.people.values()
    await pass_hours(world, (NOON - world.now.hour) % 24)
    await answer_puzzles(world, {mara: True, jonas: False, ines: True})
    card = await card_of(world, moderator)
    for person in (mara, jonas, ines, teo):
        await person.click(card, "Join")
    await pass_hours(world, 24)
    await answer_puzzles(world, {mara: True, jonas: True, ines: True})
    for thread in threads(world.channel)[-AT_TABLES:]:
        board = next(message for message in thread.messages if "Move" in message.buttons)
        for _ in range(4):
            board = next(message for message in thread.messages if "Move" in message.buttons)
            choices = await mentioned_first(board).autocomplete("move", "move", "", thread)
            await mentioned_first(board).slash("move", thread, move=choices[-1].value)
        board = next(message for message in thread.messages if "Move" in message.buttons)
        question = await mentioned_first(board).slash("game resign", thread)
        await mentioned_first(board).click(question, "Resign")
    await pass_hours(world, 24)
    await answer_puzzles(world, {mara: True, ines: False})


async def answer_puzzles(world: World, people: Mapping[Person, bool]) -> None:
    """Answer today's puzzle of the first game: right at once, or (False) wrong and then right."""
    key = games_with_puzzles()[0]
    puzzle = today(world, key)
    for person, knows in people.items():
        panel = await open_puzzle(person, key)
        if not knows:
            panel = await answer(person, panel, wrong(puzzle))
        await answer(person, panel, right(puzzle))


async def lose_to_a_computer(world: World, person: Person, level: str) -> None:
    """Challenge a computer to a rated game, and resign."""
    await person.slash("dice-matrix challenge", computer=level, rated=True)
    question = await person.slash("game resign", world.channel.threads[-1])
    await person.click(question, "Resign")


class _Season:
    """The services at work while the bot is off."""

    def __init__(
        self, world: World, path: Path, chance: Random, begun: int, members: tuple[Member, ...]
    ) -> None:
        self.world = world
        self.chance = chance
        self.begun = begun
        self.members = members
        self.club = Club(f"sqlite+aiosqlite:///{path}", clock=Clock(begun))
        database, clock = self.club.database, self.club.clock
        self.tournaments = Tournaments(database, self.club.matches, clock=clock)
        self.outcomes = Outcomes(database, clock=clock)

    async def play(self, tournament: int) -> int:
        """Play all games, the tournament's among them; return how many seconds have passed."""
        over = BY_CLICKS + WITH_COMPUTERS
        for number in range(1, ROUNDS + 1):
            for _ in range(A_ROUND):
                await self.play_one()
            over += A_ROUND + await self.play_round(tournament, number)
        for _ in range(GAMES_PLAYED - AT_TABLES - over):
            await self.play_one()
        await self.tournaments.advance(tournament)
        for job in await self._due():
            if job.kind is JobKind.OUTCOME:
                await self.outcomes.look_through(job.subject_id)
        async with self.club.database.writing() as connection:
            await connection.execute(delete(OUTBOX))
        await self.club.database.close()
        return self.club.clock.now - self.begun

    async def _due(self) -> list[ScheduledJob]:
        async with self.club.database.reading() as connection:
            return await schedule.due(connection, self.club.clock.now, 2 * GAMES_PLAYED)

    async def play_round(self, tournament: int, number: int) -> int:
        """Play a round of a tournament, and return how many games it had.

        In the second one two withdraw: one before their game, and one after it.
        """
        if number == 1:
            await self.tournaments.start(tournament, 0, moderates=True)
        await self.tournaments.advance(tournament)
        if number == 2:
            await self.tournaments.leave(tournament, self.members[3].id)
        playing = [
            one
            for one in (await self.tournaments.view(tournament)).pairings
            if one.pairing.outcome is None
        ]
        for paired in playing:
            challenge, _ = await self.club.challenges.get(paired.challenge_id or 0)
            game_id = (await self.club.post_card(challenge)).game_id
            table = await self.club.matches.table(game_id or 0)
            players = [each for each in self.members if each.id in paired.pairing.players]
            self.chance.shuffle(players)
            end = self.chance.choice([self._resign, self._resign, self._draw])
            await end(table, players)
            self.club.clock.pass_time(HOUR)
        if number == 2:
            await self.tournaments.leave(tournament, playing[0].pairing.first)
        return len(playing)

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
        if GAMES[key].about.two_games and self.chance.random() < 1 / 10:
            ends = [self._play_out]
        end = self.chance.choice(ends)
        players = self.chance.sample(list(self.members), seats)
        table = await self._begin(key, players)
        await end(table, players)
        self.club.clock.pass_time(self.chance.randint(*APART) * HOUR)

    async def _begin(self, key: str, players: list[Member]) -> Table:
        game = GAMES[key]
        kinds = [MatchKind.TWO_GAME if game.about.two_games else MatchKind.SINGLE]
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
        """Play until a number of turns are completed, or the game is over: any legal move each."""
        members = {member.id: member for member in self.members}
        while table.game.running and table.line.turns < turns:
            assert isinstance(table.line.to_move, int)
            member = members[table.game.players[table.line.to_move]]
            self.club.clock.pass_time(self.chance.randint(*THINKING))
            move = self.chance.choice(legal(table))
            table = (await self.club.play(table, move, person=member)).table
        return table

    async def _resign(self, table: Table, players: list[Member]) -> None:
        """Make all but one resign once everybody has completed two turns."""
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
        """Make the clock of one after the other run out until the game is over."""
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
