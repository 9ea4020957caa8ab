"""Start games and play chance: seats, codes, secrets, set-ups and rolls.

Called in the transactions of `bot.match.event`; what is dealt or rolled follows from the
game's secret alone (`games.chance`).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot.errors import UnknownGame
from bot.match.codes import draw_code
from bot.match.positions import follow, rules_of
from data import events, matches
from data.challenges import Challenge, First
from data.engine import Connection
from data.events import Event
from data.stored import StoredGame
from games.chance import FairSource, commitment
from games.game import CHANCE
from games.line import Line, start
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

    def seat(self, challenge: Challenge, starter: int | None) -> list[int]:
        """Return the players by seat: seat 0 takes the first turn, `starter` if there is one."""
        players = list(challenge.sitting)
        if starter is not None:
            first = players.index(starter)
            return [*players[first:], *players[:first]]
        match challenge.terms.first:
            case First.ME:
                pass
            case First.OPPONENT:
                players = [*players[1:], players[0]]
            case First.RANDOM:
                self._chances.choose.shuffle(players)
        return players

    async def deal(
        self,
        connection: Connection,
        match_id: int,
        *,
        number: int,
        players: Sequence[int],
    ) -> StoredGame:
        """Start a game of a match, and return it as it is before its first move."""
        match = await matches.get_match(connection, match_id)
        if match is None:
            raise UnknownGame
        rules = GAMES[match.game]
        secret = self._chances.secret()
        game_id = await matches.add_game(
            connection,
            match_id=match_id,
            guild_id=match.guild_id,
            number=number,
            code=await self._new_code(connection, match.guild_id),
            rules_version=rules.about.rules_version,
            secret=secret.hex(),
            commitment=commitment(secret),
            players=players,
            now=self._clock(),
        )
        source = FairSource(secret, str(game_id), 0)
        position = rules.deal(source, match.seats, rules.options_of(match.options))
        setup = json.dumps(rules.write_setup(position), separators=(",", ":"))
        await events.append(connection, game_id, Event(0, setup, None), now=self._clock())
        game = await matches.get_game(connection, game_id)
        if game is None:
            raise UnknownGame
        line, seq = start(rules, match.seats, position), 0
        for move in rules.opening(match.seats, rules.settings_of(match.settings)):
            seq += 1
            event = Event(seq, rules.format(move), None)
            line = follow(line, event)
            await events.append(connection, game_id, event, now=self._clock())
        line, rolled = await self.roll(connection, game, line, seq)
        game = self.settled(game, line, seq + len(rolled))
        await matches.set_standing(connection, game)
        return game

    async def roll(
        self, connection: Connection, game: StoredGame, line: Line, seq: int
    ) -> tuple[Line, list[Event]]:
        """Add the chance events that are due after `seq`, each drawn from the game's secret."""
        rules, rolled = rules_of(game), list[Event]()
        while line.to_move == CHANCE:
            seq += 1
            source = FairSource(bytes.fromhex(game.secret), str(game.id), seq)
            notation = rules.format(line.position.roll(source))
            line = line.apply(notation)
            event = Event(seq, notation, None)
            await events.append(connection, game.id, event, now=self._clock())
            rolled.append(event)
        return line, rolled

    def settled(self, game: StoredGame, line: Line, seq: int, *, passes: bool = True) -> StoredGame:
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
