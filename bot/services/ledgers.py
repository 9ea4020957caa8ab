"""The ledger of two people in a game: what their matches brought, and settling it.

A match may count its points on the ledger (`scoring: ledger`) and be played for a stake: a
fixed number of coins, or the difference in points. Only the settings of the match decide;
the rules of the game know nothing of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.outbox_writer import Dispatch, Envelope
from bot.delivery.row_outcomes import Settling
from bot.delivery.rows import SettlingRow
from bot.errors import Refused
from bot.match import limits
from bot.match.ledger_entry import keeps_ledger
from bot.match.limits import Limited
from bot.match.match_outcome import PAIR
from bot.text.voice import Name
from data import blocks, ledger, matches, outbox, people
from data.engine import Connection, Database
from data.ledger import Entry
from data.outbox import Post
from data.stored import Match
from games.words import Text

SETTLING: Final = "settling"
"""The kind of message in which somebody asks to settle; its subject is the last match."""
NOT_OPEN: Final = Text("This is no longer open: the ledger shows what is.")


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks whom to settle, up to which match, in a server."""

    guild_id: int
    asker_id: int
    other_id: int
    up_to: int


@dataclass(frozen=True, slots=True)
class Account:
    """The ledger between two people: by how much the first is ahead, and the matches."""

    other_id: int
    other_name: str
    entries: tuple[Entry, ...]

    @property
    def points(self) -> int:
        """Return the points that the person is ahead (negative: behind)."""
        return sum(entry.points for entry in self.entries)

    @property
    def coins(self) -> int:
        """Return the coins that the person is owed (negative: owes)."""
        return sum(entry.coins for entry in self.entries)

    @property
    def is_even(self) -> bool:
        """Tell whether nobody is ahead and nobody owes anything."""
        return self.points == 0 and self.coins == 0

    @property
    def up_to(self) -> int:
        """Return the latest match that it counts."""
        return max(entry.match_id for entry in self.entries)

    @property
    def asked_by(self) -> int | None:
        """Return who of the two has asked to settle; None if nobody."""
        return next((entry.asked_by for entry in self.entries if entry.asked_by), None)

    @property
    def asked(self) -> "Account | None":
        """Return the part of it that somebody has asked to settle, or None."""
        entries = tuple(entry for entry in self.entries if entry.asked_by)
        return replace(self, entries=entries) if entries else None

    def part(self, up_to: int) -> "Account | None":
        """Return what is open up to a match; None if nothing."""
        entries = tuple(entry for entry in self.entries if entry.match_id <= up_to)
        return replace(self, entries=entries) if entries else None


class Ledgers:
    """Read ledgers, and settle them where both people agree.

    One request to settle is open between two people at a time. It is a message, which the
    outbox brings up to date whatever becomes of it.
    """

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def accounts(self, guild_id: int, game: str, user_id: int) -> list[Account]:
        """List the ledgers between a person and others, the latest match first."""
        async with self._database.reading() as connection:
            return await _accounts(connection, guild_id, game, user_id)

    async def standing(self, match_id: int) -> tuple[Match | None, Post | None]:
        """Return a match, and where the request is that goes up to it."""
        async with self._database.reading() as connection:
            match = await matches.get_match(connection, match_id)
            return match, await outbox.find_post(connection, SETTLING, match_id)

    async def names(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """Return what people are called in a server."""
        async with self._database.reading() as connection:
            return await people.names(connection, guild_id, user_ids)

    async def account(self, request: Request) -> Account:
        """Return what a request would be about, as who asks counts it; Refused if nothing is open."""
        async with self._database.reading() as connection:
            return (await _account(connection, request))[1]

    async def ask(self, request: Request, channel_id: int) -> Dispatch:
        """Ask somebody to settle, with a message in a channel.

        An earlier request of the same person is withdrawn by it. Refused where nothing is open,
        or where it has been asked already by one of the two.
        """
        async with self._database.writing() as connection:
            match, account = await _account(connection, request, lock=True)
            envelope = Envelope(connection, self._clock())
            if account.asked_by == request.other_id:
                name = Name(account.other_name)
                raise Refused(Text("{person} has already asked you to settle.", person=name))
            earlier = account.asked
            if earlier is not None and earlier.up_to == request.up_to:
                raise Refused(Text("You have already asked for this."))
            if earlier is not None:
                withdrawn = replace(request, up_to=earlier.up_to)
                await _put(envelope, withdrawn, earlier, Settling.WITHDRAWN)
            now = self._clock()
            people_asked = (request.asker_id, request.other_id)
            await limits.spend(connection, Limited.SETTLE, request.asker_id, match.guild_id, now)
            _, blocked_by = await blocks.between(connection, request.asker_id, [request.other_id])
            silent = bool(blocked_by) or not await limits.may_ping(
                connection, Limited.SETTLE, match.guild_id, *people_asked, now
            )
            await ledger.ask(connection, match.guild_id, match.game, *people_asked, request.up_to)
            await outbox.forget_post(connection, SETTLING, request.up_to)
            await _put(envelope, request, account, Settling.ASKED, channel_id, silent=silent)
            return await envelope.seal()

    async def answer(self, request: Request, answer: Settling, message: Post | None) -> Dispatch:
        """Agree to a request, decline it or withdraw it; `message` is where it is, if known.

        Refused where it is not open any more.
        """
        async with self._database.writing() as connection:
            match, account = await _account(connection, request, lock=True)
            asked = account.asked
            if asked is None or account.asked_by != request.asker_id:
                raise Refused(NOT_OPEN)
            if message is not None:
                # Its own post may not have been noted, if a crash came in between.
                await outbox.record_post(connection, SETTLING, request.up_to, message)
            of_two = (match.guild_id, match.game, request.asker_id, request.other_id)
            if answer is Settling.SETTLED:
                await ledger.settle(connection, *of_two, request.up_to)
            else:
                await ledger.withdraw(connection, *of_two)
            envelope = Envelope(connection, self._clock())
            await _put(envelope, request, asked, answer)
            return await envelope.seal()

    async def posted(self, connection: Connection, match_id: int, post: Post) -> None:
        """Store where a request is, in the transaction that deletes its outbox row."""
        await outbox.record_post(connection, SETTLING, match_id, post)


async def close_requests(connection: Connection, envelope: Envelope, user_id: int) -> None:
    """Withdraw every open request between a person and somebody, and take away its buttons."""
    for asked in await ledger.asked_with(connection, user_id):
        of_two = (asked.guild_id, asked.game, asked.asker_id, asked.other_id)
        await ledger.withdraw(connection, *of_two)
        row = SettlingRow(
            asked.up_to,
            asked.asker_id,
            asked.other_id,
            channel_id=0,
            state=Settling.CLOSED,
            points=0,
            coins=0,
        )
        await envelope.put(f"{SETTLING}:{asked.up_to}", row)


async def _put(
    envelope: Envelope,
    request: Request,
    account: Account,
    state: Settling,
    channel_id: int = 0,
    *,
    silent: bool = False,
) -> None:
    """Queue an update of a request's message."""
    row = SettlingRow(
        request.up_to,
        request.asker_id,
        request.other_id,
        channel_id=channel_id,
        state=state,
        points=account.points,
        coins=account.coins,
        silent=silent,
    )
    await envelope.put(f"{SETTLING}:{request.up_to}", row)


async def _account(
    connection: Connection, request: Request, *, lock: bool = False
) -> tuple[Match, Account]:
    """Return the match up to which a request goes, and what is open till then; Refused if nothing."""
    match = await matches.get_match(connection, request.up_to)
    if match is None or match.guild_id != request.guild_id:
        raise Refused(NOT_OPEN)
    asker, game = request.asker_id, match.game
    accounts = await _accounts(connection, match.guild_id, game, asker, lock=lock)
    for account in accounts:
        part = account.part(request.up_to)
        # One that goes up to a match which is settled already is none any more.
        if account.other_id == request.other_id and part and part.up_to == request.up_to:
            return match, part
    raise Refused(NOT_OPEN)


async def account_after(
    connection: Connection, match: Match, people_of_match: Sequence[int]
) -> Account | None:
    """Return what is open on the ledger of a match's two people after it, as the first counts it.

    None where the match is not for the ledger, or all has been settled.
    """
    if len(people_of_match) != PAIR or not keeps_ledger(match.settings):
        return None
    one, two = people_of_match
    accounts = await _accounts(connection, match.guild_id, match.game, one)
    return next((a.part(match.id) for a in accounts if a.other_id == two), None)


async def _accounts(
    connection: Connection, guild_id: int, game: str, user_id: int, *, lock: bool = False
) -> list[Account]:
    entries = await ledger.open_entries(connection, guild_id, game, user_id, lock=lock)
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
