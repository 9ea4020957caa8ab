"""What a database holds of the matches that are over, each game replayed from its events."""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from games.feats import Deed
from games.game import Reason, Result
from games.line import start
from games.registry import GAMES

Entry = tuple[int, str, int | None]
"""A stored event: its seq, its notation, and who made it."""
LEVELS: Final = ("easy", "medium", "hard", "expert")
"""Of computers, the weakest first: their ids are -11 to -19, -21 to -29, and so on."""
MIXES_FROM: Final = 10
"""From -101 on each step of ten is an eighth of the way from one level to the next."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game that is over: who sat where, how it ended, and how many turns each completed."""

    id: int
    number: int
    code: str
    players: tuple[int, ...]
    result: Result
    turns: Counter[int]
    """Completed turns by player."""
    stood_in: frozenset[int]
    """The people for whom a computer completed a turn."""
    late: frozenset[int]
    """The people whose time was up: they lost by it, or a computer played for them at the end."""
    timed_out: frozenset[int]
    """Those of them who lost by it."""
    feats: frozenset[tuple[int, str]]
    """Who did what is worth a smile, by its key in the game."""
    ended_at: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match that is over, with its games in order."""

    id: int
    challenge: int
    guild: int
    game: str
    rated: bool
    timed: bool
    """Whether its turns had a clock."""
    ended_at: int
    games: tuple[PlayedGame, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody in it, in the order of the first game's seats."""
        return self.games[0].players

    @property
    def reason(self) -> Reason:
        """How its last game ended."""
        return self.games[-1].result.reason

    @property
    def points(self) -> dict[int, int] | None:
        """The points of each player in all games; None for games without points."""
        total: Counter[int] = Counter()
        for game in self.games:
            if game.result.scores is None:
                return None
            for player, score in zip(game.players, game.result.scores, strict=True):
                total[player] += score or 0
        return dict(total)

    @property
    def ranks(self) -> dict[int, int]:
        """The place of each player, 0 for those who share the first."""
        last, points = self.games[-1], self.points
        if len(self.games) > 1 and last.result.reason is Reason.PLAYED and points is not None:
            return {player: int(points[player] < max(points.values())) for player in self.players}
        order = GAMES[self.game].ranking(last.result, len(last.players))
        return dict(zip(last.players, order, strict=True))

    @property
    def winners(self) -> tuple[int, ...]:
        """Those who share the first place; nobody where it ended without a result."""
        if self.reason is Reason.ABORTED:
            return ()
        return tuple(player for player, rank in self.ranks.items() if rank == 0)

    @property
    def has_result(self) -> bool:
        """Whether it ended with one."""
        return self.reason is not Reason.ABORTED

    def outcome_of(self, player: int) -> str:
        """Return `won`, `drawn` (with others who share the first place) or `lost`."""
        if player not in self.winners:
            return "lost"
        return "drawn" if len(self.winners) > 1 else "won"

    def against(self, player: int) -> str:
        """Return against whom somebody played: people, mixed, or the strongest computers' level."""
        others = [other for other in self.players if other != player]
        steps = [-other // 10 for other in others if other < 0]
        if not steps:
            return "people"
        if len(steps) < len(others):
            return "mixed"
        strongest = max(steps, key=_eighths)
        return "like me" if strongest >= MIXES_FROM else LEVELS[strongest - 1]


def _eighths(step: int) -> int:
    """Return how far a computer is from the weakest level, in eighths."""
    return step - MIXES_FROM if step >= MIXES_FROM else 8 * (step - 1)


def read(path: Path) -> list[PlayedMatch]:
    """Return every match that is over, in the order in which they ended."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute(
            "SELECT * FROM matches WHERE ended_at IS NOT NULL AND guild_id != 0"
        )
        matches = [_match(connection, row) for row in found.fetchall()]
    return [match for _, match in sorted(matches, key=lambda found: found[0])]


def _match(connection: sqlite3.Connection, row: sqlite3.Row) -> tuple[int, PlayedMatch]:
    """Return a match, and the number of the row of its last event: rows are never rewritten."""
    games = connection.execute(
        "SELECT * FROM games WHERE match_id = ? AND ended_at IS NOT NULL ORDER BY number",
        (row["id"],),
    ).fetchall()
    (last,) = connection.execute(
        "SELECT max(events.rowid) FROM events JOIN games ON games.id = game_id WHERE match_id = ?",
        (row["id"],),
    ).fetchone()
    played = tuple(_game(connection, row, game) for game in games)
    return last, PlayedMatch(
        row["id"],
        row["challenge_id"],
        row["guild_id"],
        row["game"],
        bool(row["rated"]),
        row["clock_days"] is not None,
        row["ended_at"],
        played,
    )


def _game(connection: sqlite3.Connection, match: sqlite3.Row, game: sqlite3.Row) -> PlayedGame:
    seated = connection.execute(
        "SELECT user_id, stand_in FROM players WHERE game_id = ? ORDER BY seat", (game["id"],)
    ).fetchall()
    players = tuple(user_id for user_id, _ in seated)
    stored = connection.execute(
        "SELECT seq, notation, user_id FROM events WHERE game_id = ? ORDER BY seq", (game["id"],)
    )
    first, *later = (tuple(entry) for entry in stored)
    replayed = _Replay(players)
    result = replayed.play(
        match["game"], json.loads(match["options"]), json.loads(first[1]), _line(later)
    )
    ended = [re.fullmatch(r"!timeout:(\d)", notation) for _, notation, _ in later]
    timed_out = {players[int(found[1])] for found in ended if found}
    late = timed_out | {user_id for user_id, stand_in in seated if stand_in is not None}
    return PlayedGame(
        game["id"],
        game["number"],
        game["code"],
        players,
        result,
        replayed.turns,
        frozenset(replayed.stood_in),
        frozenset(late) if match["clock_days"] is not None else frozenset(),
        frozenset(timed_out),
        frozenset(replayed.feats),
        game["ended_at"],
    )


def _line(stored: Iterable[Entry]) -> list[Entry]:
    """Leave out what was taken back."""
    line: list[Entry] = []
    for entry in stored:
        taken_back = re.fullmatch(r"!back:(\d+)", entry[1])
        if taken_back:
            line = [earlier for earlier in line if earlier[0] <= int(taken_back[1])]
        else:
            line.append(entry)
    return line


class _Replay:
    """What there is to note while a game is played again, from its first event to its last."""

    def __init__(self, players: Sequence[int]) -> None:
        self.players = players
        self.turns = Counter[int]()
        self.stood_in = set[int]()
        self.feats = set[tuple[int, str]]()

    def play(
        self,
        key: str,
        options: dict[str, str],
        setup: Any,  # Any: JSON
        entries: Sequence[Entry],
    ) -> Result:
        """Play all events that count, and return the result."""
        rules, seats = GAMES[key], len(self.players)
        line = start(rules, seats, rules.read_setup(setup, seats, rules.options_of(options)))
        begun = Counter[int]()
        for _, notation, user_id in entries:
            seat, before = line.to_move, line.position
            line = line.apply(notation)
            moved = user_id is not None and not notation.startswith(("@", "!"))
            if not moved or not isinstance(seat, int):
                continue
            player = self.players[seat]
            # What comes before the game has begun is no turn of it.
            deed = Deed(seat, begun[player] + 1, before, line.position)
            if before.settled and user_id == player:
                self.feats |= {(player, feat.key) for feat in rules.feats if feat.is_done_by(deed)}
            if line.position.mid_turn:
                continue
            begun[player] += before.settled
            self.turns[player] += 1
            if (user_id or 0) < 0 < player:
                self.stood_in.add(player)
        assert line.result is not None
        return line.result
