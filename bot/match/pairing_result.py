"""What the end of a match means for the tournament that it was played in, if it was.

Called in the transaction of its last event; for all other matches it is one look by an index. The
next round is paired by a scheduled job, which is stored here (`bot.services.tournaments`).
"""

from bot.delivery.outbox_writer import Envelope, tournament_stream
from bot.delivery.rows import TournamentRow
from bot.match.match_outcome import MatchOutcome, match_outcome
from data import matches, schedule, tournaments
from data.engine import Connection
from data.schedule import JobKind, ScheduledJob
from data.stored import Match
from data.tournament_values import How, Pairing, PairingResult
from games.game import Reason


async def note_result(connection: Connection, envelope: Envelope, match: Match, now: int) -> None:
    """Store how the pairing ended for which a match was played; what moderators decided stays."""
    found = await tournaments.pairing_of(connection, match.challenge_id)
    if found is None:
        return
    await tournaments.get(connection, found.tournament_id, lock=True)
    # Again, now that nobody else can change it.
    paired = await tournaments.pairing_of(connection, match.challenge_id)
    if paired is None or paired.pairing.outcome is not None:
        return
    games = await matches.games_of_match(connection, match.id)
    ended = match_outcome(games)
    how = How.TIMEOUT if ended.reason is Reason.TIMEOUT else How.PLAYED
    outcome = outcome_of(paired.pairing, ended)
    await tournaments.set_outcome(connection, paired.id, outcome, how, now)
    await moved_on(connection, envelope, paired.tournament_id, now)


async def moved_on(
    connection: Connection, envelope: Envelope, tournament_id: int, now: int
) -> None:
    """Count a change of a tournament, queue its card, and plan what follows from it."""
    await tournaments.changed(connection, tournament_id)
    await schedule.put(connection, ScheduledJob(JobKind.TOURNAMENT, tournament_id, now))
    await envelope.put_instead(tournament_stream(tournament_id), TournamentRow(tournament_id))


def outcome_of(pairing: Pairing, ended: MatchOutcome) -> PairingResult:
    """Return what a match means for its pairing; one without a result brings nobody anything."""
    if ended.reason is Reason.ABORTED or not ended.winners:
        return PairingResult.NEITHER
    if len(ended.winners) > 1:
        return PairingResult.DRAW
    return PairingResult.FIRST if ended.winners[0] == pairing.first else PairingResult.SECOND
