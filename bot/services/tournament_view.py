"""All that is shown of a tournament, read together."""

from dataclasses import dataclass

from bot.errors import UnknownTournament
from bot.tournament.standings import Standing, standings
from data import people, tournaments
from data.engine import Connection
from data.tournament_values import Entrant, Pairing
from data.tournaments import Correction, StoredPairing, Tournament


@dataclass(frozen=True, slots=True)
class TournamentView:
    """All that is shown of a tournament.

    `places` says by a pairing's number where it is played; `names` what everybody is called.
    """

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    pairings: tuple[StoredPairing, ...]
    corrections: tuple[Correction, ...]
    names: dict[int, str]
    places: dict[int, int]

    @property
    def round(self) -> int:
        """Return the number of the last round that was paired, 0 before the first."""
        return max((one.pairing.round for one in self.pairings), default=0)

    @property
    def ended(self) -> list[Pairing]:
        """List the pairings that are over, in the order in which they ended."""
        over = [one for one in self.pairings if one.ended_at is not None]
        return [one.pairing for one in sorted(over, key=lambda one: (one.ended_at or 0, one.id))]

    @property
    def standings(self) -> list[Standing]:
        """Return who is ahead."""
        return standings(self.tournament.terms.format, self.entrants, self.ended)

    @property
    def taking_part(self) -> list[Entrant]:
        """List who has not withdrawn."""
        return [one for one in self.entrants if one.takes_part]


async def view_of(
    connection: Connection, tournament_id: int, *, lock: bool = False
) -> TournamentView:
    """Read a tournament; `lock` keeps others from changing it. Raises UnknownTournament."""
    tournament = await tournaments.get(connection, tournament_id, lock=lock)
    if tournament is None:
        raise UnknownTournament
    entrants = await tournaments.entrants(connection, tournament_id)
    pairings = await tournaments.pairings(connection, tournament_id)
    corrections = await tournaments.corrections(connection, tournament_id)
    players = {
        tournament.creator_id,
        *(one.id for one in entrants),
        *(one.user_id for one in corrections),
    }
    return TournamentView(
        tournament,
        tuple(entrants),
        tuple(pairings),
        tuple(corrections),
        await people.names(connection, tournament.guild_id, players),
        await tournaments.places(connection, tournament_id),
    )
