"""What there is between people who have met, from the matches of a server."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.recount.figures import current_streak, longest_streak
from tests.recount.stored import PlayedMatch


@dataclass(frozen=True, slots=True)
class Between:
    """What some people have won against each other; among several the best placed has won."""

    wins: dict[str, Counter[int | None]]
    """By game, how often each was alone the best; by None how often several were."""
    streak: tuple[str, int]
    """That of the first of them."""
    longest: int
    latest: list[tuple[PlayedMatch, tuple[int, ...]]]
    """All matches, the latest first, and who was the best in each."""
    alone: int | None
    """The last game that these people have played with nobody else; None if there was none."""


def between(played: Iterable[PlayedMatch], guild: int, people: Sequence[int]) -> Between:
    """Look through all matches that have a result and in which these people sat."""
    wins = defaultdict[str, Counter[int | None]](Counter)
    latest = list[tuple[PlayedMatch, tuple[int, ...]]]()
    endings, alone = list[str](), None
    for match in sorted(played, key=lambda match: (match.ended_at, match.id)):
        ranks = match.ranks
        if match.guild != guild or not match.has_result or not set(people) <= set(match.players):
            continue
        highest = min(ranks[one] for one in people)
        best = tuple(one for one in people if ranks[one] == highest)
        wins[match.game][best[0] if len(best) == 1 else None] += 1
        won = "won" if len(best) == 1 else "drawn"
        endings.append(won if people[0] in best else "lost")
        latest.insert(0, (match, best))
        if len(match.players) == len(people):
            alone = match.games[-1].id
    return Between(dict(wins), current_streak(endings), longest_streak(endings), latest, alone)
