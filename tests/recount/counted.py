"""Which matches count, for whom, and what each does to the ratings: one after the other.

The rules are those of docs and messages: both sides have completed two turns, an agreed draw comes
only after some play, each match of the same two people within a week counts less, and so does each that
somebody loses on time within a month; a computer keeps its rating, and nobody's rating moves by what
a computer played for them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import fmean

from games.game import Reason
from games.players import LEVELS, strength_of
from games.registry import GAMES
from tests.recount.stored import MIXES_FROM, PlayedMatch
from tests.recount.strength import MU, Strength, updated

TWO_TURNS = 2
WEEK = 7 * 24 * 3600
MONTH = 30 * 24 * 3600
PEOPLE, COMPUTERS = "people", "computers"


@dataclass(frozen=True, slots=True)
class Counted:
    """A match, and what it counted for."""

    match: PlayedMatch
    counts: bool
    list: str
    """`people`, or `computers` where computers sat."""
    outcomes: Mapping[int, tuple[str, ...]]
    """`won`, `drawn` or `lost`, by person; by level (its negative id) several for its computers."""
    before: Mapping[int, Strength]
    after: Mapping[int, Strength]
    """By person."""
    fixed: Mapping[int, Strength] = field(default_factory=dict)
    """By the level of computers that played: what they always have."""


def count(played: Iterable[PlayedMatch]) -> list[Counted]:
    """Count matches in the order in which they ended."""
    counted: list[Counted] = []
    known: dict[tuple[int, str, str, int], Strength] = {}
    for match in played:
        one = _count(match, known, counted)
        for person, strength in one.after.items():
            known[match.guild, match.game, one.list, person] = strength
        counted.append(one)
    return counted


def _count(
    match: PlayedMatch,
    known: Mapping[tuple[int, str, str, int], Strength],
    earlier: Iterable[Counted],
) -> Counted:
    which = COMPUTERS if any(player < 0 for player in match.players) else PEOPLE
    sides = _sides(match)
    if not sides:
        return Counted(match, counts=False, list=which, outcomes={}, before={}, after={})
    strengths = [
        _of_computer(match.game, player)
        if player < 0
        else known.get((match.guild, match.game, which, player), Strength())
        for player in sides
    ]
    ranks = [match.ranks[player] for player in sides]
    updates = updated(strengths, ranks)
    stood_in = frozenset[int]().union(*(game.stood_in for game in match.games))
    outcomes: dict[int, tuple[str, ...]] = {}
    before, after = dict[int, Strength](), dict[int, Strength]()
    fixed: dict[int, Strength] = {}
    for player, rank, old, new in zip(sides, ranks, strengths, updates, strict=True):
        if player in stood_in:
            continue
        outcome = "lost" if rank > min(ranks) else "drawn" if ranks.count(rank) > 1 else "won"
        who = player if player > 0 else -(-player // 10 * 10 + 1)
        if -who // 10 >= MIXES_FROM:
            # It is in no list.
            continue
        outcomes[who] = (*outcomes.get(who, ()), outcome)
        if player < 0:
            fixed[who] = old
        else:
            weight = fmean(
                1
                / (
                    1
                    + _met(earlier, match, player, other)
                    + _late(earlier, match, player)
                    + _late(earlier, match, other)
                )
                for other in sides
                if other != player
            )
            before[player], after[player] = old, old.towards(new, weight)
    return Counted(
        match, counts=True, list=which, outcomes=outcomes, before=before, after=after, fixed=fixed
    )


def _sides(match: PlayedMatch) -> list[int]:
    """List those for whom a match counts; nobody where it counts for nobody."""
    if not match.rated or not match.winners:
        return []
    last = match.games[-1]
    by_computers = all(winner < 0 for winner in match.winners)
    fewest = GAMES[match.game].about.rated_draw_turns
    if match.reason is Reason.AGREED and not by_computers and last.turns.total() < fewest:
        return []
    people = [player for player in match.players if player > 0]
    alone = len(people) == 1
    turns = {player: sum(game.turns[player] for game in match.games) for player in match.players}
    sides = [
        player for player in match.players if player < 0 or alone or turns[player] >= TWO_TURNS
    ]
    return sides if len(sides) > 1 else []


def _met(earlier: Iterable[Counted], match: PlayedMatch, one: int, other: int) -> int:
    """Count how many matches of two people have counted in the last week."""
    if other < 0:
        return 0
    return sum(
        counted.match.guild == match.guild
        and counted.match.game == match.game
        and counted.counts
        and counted.match.ended_at > match.ended_at - WEEK
        and {one, other} <= set(counted.match.players)
        for counted in earlier
    )


def _late(earlier: Iterable[Counted], match: PlayedMatch, player: int) -> int:
    """Count the matches that somebody who has lost this one on time has lost so in the last month."""
    if all(player not in game.timed_out for game in match.games):
        return 0
    return sum(
        counted.match.guild == match.guild
        and counted.match.game == match.game
        and counted.match.ended_at > match.ended_at - MONTH
        and player in counted.after
        and any(player in game.timed_out for game in counted.match.games)
        for counted in earlier
    )


def _of_computer(game: str, player: int) -> Strength:
    step = -player // 10
    if step < MIXES_FROM:
        shown = strength_of(game, LEVELS[step - 1])
    else:
        # Interpolated between its two levels.
        lower, eighths = divmod(step - MIXES_FROM, 8)
        ratings = [strength_of(game, level) for level in LEVELS[lower : lower + 2]]
        shown = round(ratings[0] + (ratings[-1] - ratings[0]) * eighths / 8)
    return Strength(MU + (shown - 1200) / 24, 1.0)
