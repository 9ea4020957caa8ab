"""What is noted of a match for each of its people once it is over: the rows of `data.outcomes`.

Called in the transaction of a match's last event. What does not belong here: who is first
(`bot.match.match_outcome`), and ratings (`bot.match.counting`).
"""

from collections.abc import Collection, Sequence

from bot.match.match_outcome import PAIR, MatchOutcome
from data import events, outcomes, schedule
from data.computers import Computer, is_computer
from data.engine import Connection
from data.outcomes import HANDICAP, LIKE_ME, MIXED, PEOPLE, Ending, Outcome
from data.schedule import JobKind, ScheduledJob
from data.stored import StoredGame
from games.game import Reason
from games.players.mix import Mix, place_of


async def note_outcomes(
    connection: Connection, games: Sequence[StoredGame], outcome: MatchOutcome, *, now: int
) -> None:
    """Store how a match has ended for its people, where it has a result."""
    if outcome.reason is Reason.ABORTED:
        return
    await outcomes.note(connection, await outcomes_after(connection, games, outcome, now=now))
    # What was done in it takes longer to find.
    job = ScheduledJob(JobKind.OUTCOME, games[0].match.id, now)
    await schedule.put_missing(connection, job)


async def outcomes_after(
    connection: Connection, games: Sequence[StoredGame], outcome: MatchOutcome, *, now: int
) -> list[Outcome]:
    """Return how a match has ended for each of its people; nothing where it has no result."""
    if outcome.reason is Reason.ABORTED:
        return []
    late = set[int]()
    if games[0].match.clock.days is not None:
        seats = {game.id: game.players for game in games}
        timed_out = await events.timed_out(connection, seats)
        late = {seats[game_id][seat] for game_id, seat in timed_out}
        late |= {game.players[seat] for game in games for seat in game.stand_ins}
    return outcomes_of(games, outcome, late, now=now)


def outcomes_of(
    games: Sequence[StoredGame], outcome: MatchOutcome, late: Collection[int], *, now: int
) -> list[Outcome]:
    """Return how a match ended for each of its people; `late` are those who ran out of time."""
    match, players = games[0].match, outcome.people
    return [
        Outcome(
            match_id=match.id,
            user_id=person,
            guild_id=match.guild_id,
            game=match.game,
            seats=len(players),
            against=HANDICAP
            if games[0].handicap
            else against([player for player in players if player != person]),
            other_id=next(other for other in players if other != person)
            if len(players) == PAIR
            else None,
            place=outcome.ranks[n],
            ending=_ending(outcome, person),
            on_time=None if match.clock.days is None else person not in late,
            ended_at=now,
        )
        for n, person in enumerate(players)
        if not is_computer(person)
    ]


def against(others: Sequence[int]) -> str:
    """Name the kind of opponents that these are, by the strongest of several computers.

    >>> against([7]), against([-11, -32]), against([7, -11]), against([-131])
    ('people', 'hard', 'mixed', 'like me')
    """
    strengths = [
        computer.strength for other in others if (computer := Computer.of(other)) is not None
    ]
    if not strengths:
        return PEOPLE
    if len(strengths) < len(others):
        return MIXED
    strongest = max(strengths, key=place_of)
    return LIKE_ME if isinstance(strongest, Mix) else strongest.value


def _ending(outcome: MatchOutcome, person: int) -> Ending:
    if person not in outcome.winners:
        return Ending.LOST
    return Ending.DRAWN if len(outcome.winners) > 1 else Ending.WON
