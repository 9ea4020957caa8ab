"""The outcome of a match: who is first, what the points add up to, when it is over.

A match is one game, or two with the seats swapped whose points are added. Pure: stored games in,
an outcome out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from data.challenges import MatchKind
from data.stored import StoredGame
from games.game import Reason, Result
from games.registry import GAMES

PAIR = 2
"""So many play a match of two games, keep a ledger, or leave each other."""


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """How a match ended; people in the order of the first game's seats.

    `ranks` has 0 for those who share the first place; `scores` the points that count (None
    for games without).
    """

    people: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int | None, ...]
    reason: Reason

    @property
    def winners(self) -> tuple[int, ...]:
        """List the people who share first place (nobody in an aborted match)."""
        if self.reason is Reason.ABORTED:
            return ()
        return tuple(p for p, rank in zip(self.people, self.ranks, strict=True) if rank == 0)

    @property
    def cut_short(self) -> bool:
        """Tell whether one of two has left the other: the points by then say nothing."""
        return len(self.people) == PAIR and self.reason in {Reason.RESIGNED, Reason.TIMEOUT}


def read_result(stored: Mapping[str, Any] | None) -> Result | None:  # Any: JSON
    """Read a result as it is stored with a game."""
    if stored is None:
        return None
    scores = stored["scores"]
    return Result(
        None if scores is None else tuple(scores),
        tuple(stored["winners"]),
        Reason(stored["reason"]),
    )


def return_game_follows(kind: str, number: int, result: Result) -> bool:
    """Tell whether a match goes on with its return game.

    Only a game that was played out is answered by one: who resigns gives up the match.
    """
    return kind is MatchKind.TWO_GAME and number == 1 and result.reason is Reason.PLAYED


def match_outcome(games: Sequence[StoredGame]) -> MatchOutcome:
    """Judge a match whose games are all over.

    The games' own ranking counts for a single game and where the last game was not played
    out; two games that were are judged by the sum of their points.
    """
    results = [result for game in games if (result := read_result(game.result)) is not None]
    people = games[0].players
    last, result = games[-1], results[-1]
    scores = {person: _total(person, games, results) for person in people}
    if len(games) > 1 and result.reason is Reason.PLAYED:
        best = max(score or 0 for score in scores.values())
        ranks = {person: 0 if (score or 0) == best else 1 for person, score in scores.items()}
    else:
        order = GAMES[last.match.game].ranking(result, len(last.players))
        ranks = {person: order[seat] for seat, person in enumerate(last.players)}
    return MatchOutcome(
        people,
        tuple(ranks[person] for person in people),
        tuple(scores[person] for person in people),
        result.reason,
    )


def _total(person: int, games: Sequence[StoredGame], results: Sequence[Result]) -> int | None:
    scores = [
        result.scores[game.players.index(person)]
        for game, result in zip(games, results, strict=True)
        if result.scores is not None
    ]
    counted = [score for score in scores if score is not None]
    return sum(counted) if counted else None
