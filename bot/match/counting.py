"""What a match that is over counts for: ratings, if it was fair to all, and the ledger of two.

Called in the transaction of its last event. How strong a result makes somebody is in
`bot.match.ratings`; what a ledger counts in `bot.match.ledger_entry`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from bot.match.ledger_entry import entry_of
from bot.match.match_outcome import PAIR, MatchOutcome, match_outcome
from bot.match.offers import turns_completed
from bot.match.outcomes import note_outcomes
from bot.match.positions import Positions, counting
from bot.match.ratings import (
    computer_rating,
    is_listed,
    ladder_of,
    newcomer,
    rate_match,
    rated_as,
)
from bot.match.reminder_times import DAY
from data import events, games_found, ledger, matches, ratings, recounting
from data.computers import Computer, is_computer
from data.engine import Connection, Database
from data.events import timed_out_seat
from data.ratings import Change, Ladder, RatedResult, Rating
from data.stored import Match, StoredGame, Uncounted
from games.game import Reason
from games.players import LEVELS
from games.registry import GAMES

FEWEST_TURNS: Final = 2
"""How many turns each side must have completed."""
WEEK: Final = 7 * DAY
"""In this time each match of the same two people counts less than the one before."""
MONTH: Final = 30 * DAY
"""In this time each match that somebody loses on time counts less than the one before: who vanishes
from twenty games loses all of them, and no more of their rating than in three or four."""


@dataclass(slots=True)
class Turns:
    """Who has played in the games of a match.

    Completed turns by player, who was stood in for, and whose time was up.
    """

    completed: Counter[int] = field(default_factory=Counter)
    stood_in: set[int] = field(default_factory=set)
    timed_out: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Fair:
    """A match that counts: `players[i]` came in at `ranks[i]` (0 is first), in which list.

    Those in `kept` were stood in for by a computer: their rating and results stay. Those who are
    `late` ran out of time.
    """

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    ladder: Ladder
    kept: frozenset[int]
    late: frozenset[int] = frozenset()

    @property
    def owners(self) -> list[int]:
        """List whose ratings are kept and change."""
        return sorted({owner for player in self.players if is_listed(owner := rated_as(player))})

    @property
    def people(self) -> list[int]:
        """List the players who are no computers."""
        return [player for player in self.players if not is_computer(player)]


async def settle_computers(database: Database) -> None:
    """Bring the stored ratings of computers up to what duels have measured since."""
    async with database.writing() as connection:
        for game in GAMES:
            for level in LEVELS:
                fixed = computer_rating(game, Computer(level))
                await ratings.fix(connection, game, fixed, Ladder.COMPUTERS)


async def count_match(
    connection: Connection, positions: Positions, match: Match, *, now: int
) -> Uncounted | None:
    """Store what a match that is over changes: ratings, the ledger of two, and how it ended for each.

    Returns why it changes no rating, where it was to.
    """
    games = await matches.games_of_match(connection, match.id)
    outcome = match_outcome(games)
    uncounted = match.uncounted
    if match.rated:
        uncounted = await _rate(connection, positions, games, outcome, now=now)
        if uncounted is not None:
            await matches.uncount(connection, match.id, uncounted)
    # Computers owe and are owed nothing.
    played = outcome.reason is not Reason.ABORTED
    if played and len(outcome.people) == PAIR and not any(map(is_computer, outcome.people)):
        entry = entry_of(match.id, outcome, match.settings)
        if entry is not None:
            await ledger.add(connection, match.guild_id, match.game, entry)
    await note_outcomes(connection, games, outcome, now=now)
    return uncounted


async def _rate(
    connection: Connection,
    positions: Positions,
    games: Sequence[StoredGame],
    outcome: MatchOutcome,
    *,
    now: int,
) -> Uncounted | None:
    """Store the new ratings, or return why there are none."""
    match = games[0].match
    fair = await judge(connection, positions, games, outcome)
    if isinstance(fair, Uncounted):
        return fair
    ladder, guild_id, key = fair.ladder, match.guild_id, match.game
    owners = fair.owners
    # Entered first, so that there is a row to lock for everybody.
    await ratings.enter(connection, guild_id, key, [first(key, owner) for owner in owners], ladder)
    known = await ratings.get(connection, guild_id, key, owners, ladder)
    # Counted once their ratings are locked: of two matches that end at the same moment one is the second.
    # Games with a handicap and those without take nothing from each other.
    apart = ladder is Ladder.HANDICAP
    met = await games_found.met_lately(
        connection, match, fair.people, handicap=apart, since=now - WEEK, until=now
    )
    late = await recounting.late_lately(
        connection, match, fair.late, handicap=apart, since=now - MONTH, until=now
    )
    after, changes = weigh(fair, key, known, met, late)
    await ratings.store(connection, guild_id, key, after, ladder)
    await ratings.note_changes(connection, match, ladder, changes, now=now)
    return None


async def judge(
    connection: Connection,
    positions: Positions,
    games: Sequence[StoredGame],
    outcome: MatchOutcome,
) -> Fair | Uncounted:
    """Return for whom a rated match that is over counts, or why for nobody."""
    if not outcome.winners:
        # Where nobody wins nobody's rating moves.
        return Uncounted.NOBODY
    if _is_early_draw(games[-1], outcome):
        return Uncounted.EARLY_DRAW
    turns = Turns()
    for game in games:
        await _take_in(turns, connection, positions, game)
    players = _sides(outcome, turns)
    if len(players) < PAIR:
        return Uncounted.SHORT
    ranks = [outcome.ranks[outcome.people.index(player)] for player in players]
    return Fair(
        tuple(players),
        tuple(ranks),
        ladder_of(outcome.people, handicap=bool(games[0].handicap)),
        frozenset(turns.stood_in),
        frozenset(turns.timed_out & set(players)),
    )


def weigh(
    fair: Fair,
    game: str,
    known: Mapping[int, Rating],
    met: Mapping[frozenset[int], int],
    late: Mapping[int, int],
) -> tuple[list[Rating], list[Change]]:
    """Return the ratings after a match that are kept, and what changed for its people.

    `known` has the rating of each of its `owners`, `met` how often two of them have met lately, and
    `late` how often those who ran out of time had done so lately. Each time more counts less.
    """
    less = Counter(met)
    for one, other in combinations(fair.players, 2):
        less[frozenset((one, other))] += late.get(one, 0) + late.get(other, 0)
    # What is fixed is so whatever an older version of the bot has stored.
    before = dict(known) | {
        owner: replace(known.get(owner, fixed), mu=fixed.mu, sigma=fixed.sigma, shown=fixed.shown)
        for owner in map(rated_as, fair.players)
        if is_computer(owner)
        for fixed in [first(game, owner)]
    }
    rated = rate_match(before, fair.players, fair.ranks, met=less, kept=fair.kept)
    after = [new for new in rated if is_listed(new.user_id)]
    changes = [
        Change(
            new.user_id,
            before[new.user_id].shown,
            new.shown,
            _outcome(before[new.user_id], new),
            new.games,
        )
        for new in after
        if not is_computer(new.user_id)
    ]
    return after, changes


def first(game: str, owner: int) -> Rating:
    """Return the rating with which somebody begins in a game."""
    computer = Computer.of(owner)
    return newcomer(owner) if computer is None else computer_rating(game, computer)


def _outcome(before: Rating, after: Rating) -> RatedResult:
    if after.wins > before.wins:
        return RatedResult.WON
    return RatedResult.DRAWN if after.draws > before.draws else RatedResult.LOST


def _is_early_draw(game: StoredGame, outcome: MatchOutcome) -> bool:
    """Tell whether people agreed on a draw before there was much of a game."""
    # Where the last person has left, the computers share the win by the same event.
    agreed = outcome.reason is Reason.AGREED and not all(map(is_computer, outcome.winners))
    return agreed and game.turns < GAMES[game.match.game].about.rated_draw_turns


def _sides(outcome: MatchOutcome, turns: Turns) -> list[int]:
    """List those whose results count: of several people, who has completed a few turns.

    One person alone among computers always counts: nobody gets rid of a deal by resigning.
    """
    people = [player for player in outcome.people if not is_computer(player)]
    return [
        player
        for player in outcome.people
        if is_computer(player) or len(people) == 1 or turns.completed[player] >= FEWEST_TURNS
    ]


async def _take_in(
    turns: Turns, connection: Connection, positions: Positions, game: StoredGame
) -> None:
    """Add what happened in a game, turn by turn."""
    start = await positions.line(connection, game, 0)
    happened = await events.after(connection, game.id, 0)
    turns.timed_out |= {
        game.players[seat]
        for event in happened
        if (seat := timed_out_seat(event.notation)) is not None
    }
    counted = counting(happened)
    for seat, event in turns_completed(start, counted):
        player = game.players[seat]
        turns.completed[player] += 1
        if is_computer(event.user_id or 0) and not is_computer(player):
            turns.stood_in.add(player)
