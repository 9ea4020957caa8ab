"""The ledger of two people in a game: what their matches brought, and settling it.

A match may count its points on the ledger (`scoring: ledger`) and be played for a stake: a
fixed number of coins, or the difference in points. Only the settings of the match decide;
the rules of the game know nothing of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.outcomes import MatchOutcome
from data import ledger, people
from data.engine import Connection, Database
from data.ledger import Entry

SCORING = "scoring"
STAKE = "stake"
AMOUNT = "amount"


@dataclass(frozen=True, slots=True)
class Account:
    """What stands between a person and another: what the person is ahead, and the matches."""

    other_id: int
    other_name: str
    entries: tuple[Entry, ...]

    @property
    def points(self) -> int:
        """Give the points that the person is ahead (negative: behind)."""
        return sum(entry.points for entry in self.entries)

    @property
    def coins(self) -> int:
        """Give the coins that the person is owed (negative: owes)."""
        return sum(entry.coins for entry in self.entries)

    @property
    def up_to(self) -> int:
        """Give the latest match that it counts."""
        return max(entry.match_id for entry in self.entries)


def keeps_ledger(settings: Mapping[str, str]) -> bool:
    """Tell whether what a match brings goes on the ledger of its two people."""
    return settings.get(SCORING) == "ledger" or settings.get(STAKE, "none") != "none"


def entry_of(match_id: int, outcome: MatchOutcome, settings: Mapping[str, str]) -> Entry | None:
    """Give what a match of two brings its winner, or None if it is not for the ledger.

    Equal sums bring no points, also where a rule names a winner.
    """
    if not keeps_ledger(settings):
        return None
    counted, stake = settings.get(SCORING) == "ledger", settings.get(STAKE, "none")
    if len(outcome.winners) != 1:
        one, two = outcome.people
        return Entry(match_id, one, two, points=0, coins=0)
    (winner,) = outcome.winners
    (loser,) = (person for person in outcome.people if person != winner)
    scores = dict(zip(outcome.people, outcome.scores, strict=True))
    # Who resigned while ahead loses the match, but no points that were never made.
    difference = max(0, (scores[winner] or 0) - (scores[loser] or 0))
    coins = {"none": 0, "fixed": int(settings.get(AMOUNT, "1")), "difference": difference}[stake]
    return Entry(match_id, winner, loser, points=difference if counted else 0, coins=coins)


class Ledgers:
    """Read and settle ledgers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def accounts(self, guild_id: int, game: str, user_id: int) -> list[Account]:
        """List what stands between a person and others, the latest match first."""
        async with self._database.reading() as connection:
            return await _accounts(connection, guild_id, game, user_id)

    async def name_of(self, guild_id: int, user_id: int) -> str:
        """Give what a person is called in a server."""
        async with self._database.reading() as connection:
            names = await people.names(connection, guild_id, [user_id])
        return names.get(user_id, str(user_id))

    async def ask(
        self, guild_id: int, game: str, asker_id: int, other_id: int, up_to: int
    ) -> Account | None:
        """Note that somebody wants to settle up to a match, and give what it is; None if nothing."""
        async with self._database.writing() as connection:
            accounts = await _accounts(connection, guild_id, game, asker_id)
            account = _up_to(accounts, other_id, up_to)
            if account is not None:
                await ledger.ask(connection, guild_id, game, asker_id, other_id, up_to)
        return account

    async def settle(
        self, guild_id: int, game: str, asker_id: int, other_id: int, up_to: int
    ) -> Account | None:
        """Settle what `asker_id` has asked for, now that the other agrees, and give what it was.

        The account is the asker's; None if there is nothing (any more) that they asked to settle.
        """
        async with self._database.writing() as connection:
            accounts = await _accounts(connection, guild_id, game, asker_id)
            account = _up_to(accounts, other_id, up_to, asked_by=asker_id)
            if account is not None:
                await ledger.settle(connection, guild_id, game, asker_id, other_id, up_to)
        return account


async def _accounts(
    connection: Connection, guild_id: int, game: str, user_id: int
) -> list[Account]:
    entries = await ledger.open_entries(connection, guild_id, game, user_id)
    others = list(dict.fromkeys(entry.loser_id for entry in entries))
    names = await people.names(connection, guild_id, others)
    return [
        Account(
            other,
            names.get(other, str(other)),
            tuple(entry for entry in entries if entry.loser_id == other),
        )
        for other in others
    ]


def _up_to(
    accounts: Sequence[Account], other_id: int, up_to: int, *, asked_by: int | None = None
) -> Account | None:
    for account in accounts:
        entries = tuple(
            entry
            for entry in account.entries
            if entry.match_id <= up_to and asked_by in {None, entry.asked_by}
        )
        if account.other_id == other_id and entries:
            return replace(account, entries=entries)
    return None
