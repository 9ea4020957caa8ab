"""Start games and play chance: seats, codes, secrets, set-ups and rolls.

Called in the transactions of `bot.match.event`; who sits where, and what is dealt or rolled,
follows from the game's lots alone (`bot.match.lots`).
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from bot.errors import UnknownGame
from bot.match.codes import draw_code
from bot.match.lots import lots_of, source_of
from bot.match.positions import apply_event, rules_of
from data import challenges, events, matches
from data.challenges import Challenge, First
from data.engine import Connection
from data.events import Event
from data.stored import StoredGame
from games.game import CHANCE
from games.handicap import tidy
from games.line import Line, start
from games.lots import Lots, event_source
from games.record import write_result
from games.registry import GAMES


@dataclass(frozen=True, slots=True)
class Chances:
    """Where secrets and lots come from; replaced in tests."""

    secret: Callable[[], bytes]
    choose: Random


class Dealer:
    """Deal and roll."""

    def __init__(self, chances: Chances, *, clock: Callable[[], int]) -> None:
        self._chances = chances
        self._clock = clock

    def draw_secret(self) -> str:
        """Draw the host's part of the chance of a challenge's games, in hexadecimal."""
        return self._chances.secret().hex()

    async def deal_first(
        self, connection: Connection, match_id: int, challenge: Challenge, starter: int | None
    ) -> StoredGame:
        """Start the first game of a match; `starter` takes the first turn, if there is one."""
        first = _first_place(challenge, starter)
        lots = lots_of(challenge, 1, first)
        return await self._deal(connection, match_id, challenge, lots, number=1)

    async def deal_return(self, connection: Connection, game: StoredGame) -> StoredGame:
        """Start the return game of a match: the player of seat 1 takes the first turn."""
        match = game.match
        challenge = await challenges.get(connection, match.challenge_id)
        if challenge is None:
            raise UnknownGame
        lots = lots_of(challenge, 2, challenge.sitting.index(game.players[1]))
        return await self._deal(connection, match.id, challenge, lots, number=2)

    async def _deal(
        self,
        connection: Connection,
        match_id: int,
        challenge: Challenge,
        lots: Lots,
        *,
        number: int,
    ) -> StoredGame:
        """Start a game of a match, and return it as it is before its first move."""
        match = await matches.get_match(connection, match_id)
        if match is None:
            raise UnknownGame
        rules = GAMES[match.game]
        players = [challenge.sitting[place] for place in lots.seating()]
        given = challenge.terms.handicap.players
        handicap = tidy([given.get(player, 0) for player in players])
        rules.check_handicap(match.seats, handicap)
        game_id = await matches.add_game(
            connection,
            match_id=match_id,
            guild_id=match.guild_id,
            number=number,
            code=await self._new_code(connection, match.guild_id),
            rules_version=rules.about.rules_version,
            lots=lots,
            players=players,
            handicap=handicap,
            now=self._clock(),
        )
        position = rules.deal(
            event_source(lots.key, 0), match.seats, rules.options_of(match.options)
        )
        setup = json.dumps(rules.write_setup(position), separators=(",", ":"))
        await events.append(connection, game_id, Event(0, setup, None), now=self._clock())
        game = await matches.get_game(connection, game_id)
        if game is None:
            raise UnknownGame
        line, seq = start(rules, match.seats, rules.handicapped(position, handicap)), 0
        for move in rules.opening(match.seats, rules.settings_of(match.settings)):
            seq += 1
            event = Event(seq, rules.format(move), None)
            line = apply_event(line, event)
            await events.append(connection, game_id, event, now=self._clock())
        line, rolled = await self.roll(connection, game, line, seq)
        game = self.state_after(game, line, seq + len(rolled))
        await matches.set_standing(connection, game)
        return game

    async def roll(
        self, connection: Connection, game: StoredGame, line: Line, seq: int
    ) -> tuple[Line, list[Event]]:
        """Add the chance events that are due after `seq`, each drawn from the game's secret."""
        rules, rolled = rules_of(game), list[Event]()
        while line.to_move == CHANCE:
            seq += 1
            notation = rules.format(line.position.roll(source_of(game, seq)))
            line = line.apply(notation)
            event = Event(seq, notation, None)
            await events.append(connection, game.id, event, now=self._clock())
            rolled.append(event)
        return line, rolled

    def state_after(
        self, game: StoredGame, line: Line, seq: int, *, passes: bool = True
    ) -> StoredGame:
        """Return a game as it is after the event `seq`; `passes` says that a new turn begins."""
        now = self._clock()
        to_move = line.to_move if isinstance(line.to_move, int) else None
        result = None if line.result is None else write_result(line.result)
        turn_seq = seq if passes else game.timing.turn_seq
        return replace(
            game,
            seq=seq,
            turns=line.turns,
            to_move=to_move,
            result=result,
            moved_at=now,
            ended_at=None if result is None else now,
            left=line.left if result is None else frozenset[int](),
            timing=replace(game.timing, turn_seq=turn_seq),
        )

    async def _new_code(self, connection: Connection, guild_id: int) -> str:
        while True:
            code = draw_code(self._chances.choose)
            if not await matches.code_is_taken(connection, guild_id, code):
                return code


def _first_place(challenge: Challenge, starter: int | None) -> int | None:
    """Return the place on the card of who takes the first turn; None where the seats are drawn."""
    if starter is not None:
        return challenge.sitting.index(starter)
    match challenge.terms.first:
        case First.ME:
            return 0
        case First.OPPONENT:
            return 1
        case First.RANDOM:
            return None
