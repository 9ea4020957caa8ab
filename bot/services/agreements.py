"""Agreements: offer the others at a table a draw, a takeback or an end without a result.

All who are asked must agree, one decline ends it. What is agreed on becomes an event in the
transaction of the last answer. What does not belong here: when offers close (`bot.match.offers`),
and their messages (`cogs.match.agreements`).
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.outbox_writer import Dispatch, Envelope, match_stream
from bot.delivery.row_outcomes import OfferOutcome
from bot.errors import MatchError, OfferClosed, Refused
from bot.match.event import ActResult, Referee
from bot.match.offers import (
    asked,
    change,
    close_offer,
    offer_row,
    post_kind,
    turns_begun,
)
from bot.match.positions import counting, take_back
from bot.match.recap import moves_since
from bot.match.table import Person, Table, check_running, in_game, seated
from bot.text.voice import Name, listed
from data import blocks, events, matches, offers, outbox
from data.engine import Connection
from data.events import Event
from data.offers import Offer, OfferKind
from data.outbox import Post
from data.stored import StoredGame, Uncounted
from games.line import Line, Played
from games.registry import GAMES
from games.words import Text

TAKEBACK_UNRATES: Final = Text(
    "If you take a turn back, this game is unrated from then on, however it ends."
)


@dataclass(frozen=True, slots=True)
class OfferResult:
    """The result of making or answering an offer: the offer, or None once it is closed.

    `acted` is there if an event came of it.
    """

    table: Table
    dispatch: Dispatch
    offer: Offer | None = None
    acted: ActResult | None = None
    outcome: OfferOutcome | None = None
    """What came of it, where somebody has declined or withdrawn it."""


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An open offer: who must agree, and the moves that it would take back."""

    table: Table
    offer: Offer
    asked: tuple[int, ...]
    undone: tuple[Played, ...]
    unpinged: frozenset[int] = frozenset()
    """Those who want no pings from who asks."""

    @property
    def pinged(self) -> tuple[int, ...]:
        """List those whom the question pings."""
        return tuple(person for person in self.open if person not in self.unpinged)

    @property
    def open(self) -> tuple[int, ...]:
        """List those who have not answered yet."""
        return tuple(person for person in self.asked if person not in self.offer.agreed)


class Agreements:
    """Ask and answer."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database

    async def standing(self, game_id: int, kind: OfferKind, seq: int) -> OpenOffer | None:
        """Return the offer that was made at a seq of a game, if it is still open."""
        async with self._database.reading() as connection:
            offer = await offers.get(connection, game_id, kind)
            if offer is None or offer.seq != seq:
                return None
            table = await self._referee.table(connection, game_id)
            undone: tuple[Played, ...] = ()
            if offer.back_to is not None:
                undone = await moves_since(
                    connection, self._referee.positions, table.game, offer.back_to, table.seq
                )
            people = asked(table.game, table.line, kind, offer.user_id)
            _, theirs = await blocks.between(connection, offer.user_id, people)
        return OpenOffer(table, offer, people, undone, frozenset(theirs))

    async def ask(
        self,
        game_id: int,
        actor: Person,
        kind: OfferKind,
        *,
        interaction_id: int,
        unrates: bool = False,
    ) -> OfferResult:
        """Make an offer to the others; where nobody has to agree it is carried out right away.

        A person who asks for what another has asked for already (a takeback apart) agrees to it.
        `unrates` says that they know that a takeback makes the game unrated (`takeback_unrates`).
        Raises what `answer` does, and Refused where it can't be asked for.
        """
        async with self._referee.changing(game_id) as (connection, table):
            if await events.is_known(connection, game_id, interaction_id):
                return _unchanged(table)
            in_game(table, actor.id)
            offer = await offers.get(connection, game_id, kind)
            if offer is not None and offer.user_id == actor.id:
                return _unchanged(table, offer)
            if offer is not None and kind is OfferKind.TAKEBACK:
                raise Refused(_answer_first(table, offer))
            if kind is OfferKind.TAKEBACK and takeback_unrates(table.game) and not unrates:
                raise Refused(TAKEBACK_UNRATES)
            if offer is not None:
                done = await self._agree(connection, table, offer, actor, interaction_id)
            else:
                wanted = await self._proper(connection, table, actor, kind)
                done = await self._propose(connection, table, wanted, actor, interaction_id)
        return self._kept(done)

    async def answer(
        self,
        game_id: int,
        kind: OfferKind,
        seq: int,
        actor: Person,
        *,
        agrees: bool,
        interaction_id: int,
    ) -> OfferResult:
        """Agree to an offer that was made at a seq, or decline it; who made it withdraws it so.

        Raises NotPlaying, GameOver, OfferClosed if it is closed, or Refused for those who
        are not asked.
        """
        async with self._referee.changing(game_id) as (connection, table):
            if await events.is_known(connection, game_id, interaction_id):
                return _unchanged(table)
            seated(table, actor.id)
            check_running(table)
            offer = await offers.get(connection, game_id, kind)
            if offer is None or offer.seq != seq:
                raise OfferClosed
            if agrees:
                done = await self._agree(connection, table, offer, actor, interaction_id)
            else:
                done = await self._end(connection, table, offer, actor)
        return self._kept(done)

    async def posted(
        self, connection: Connection, envelope: Envelope, shown: OpenOffer, post: Post
    ) -> None:
        """Store where an offer's message is, in the transaction that deletes its row.

        If the offer has changed meanwhile, the message follows.
        """
        offer, game_id = shown.offer, shown.table.game.id
        await self._referee.locked(connection, game_id)
        await outbox.record_post(connection, post_kind(offer.kind, offer.user_id), game_id, post)
        now = await offers.get(connection, game_id, offer.kind)
        if now is None or now.seq != offer.seq:
            await change(connection, envelope, offer, OfferOutcome.LAPSED)
        elif now != offer:
            await change(connection, envelope, now)

    def _kept(self, done: OfferResult) -> OfferResult:
        if done.acted is not None:
            self._referee.keep(done.acted)
        return done

    # Asking

    async def _proper(
        self, connection: Connection, table: Table, actor: Person, kind: OfferKind
    ) -> Offer:
        """Make an offer, if it may be made here and now."""
        post = await outbox.find_post(connection, post_kind(kind, actor.id), table.game.id)
        if post is not None and post.seq == table.seq:
            raise Refused(
                Text(
                    "You have already asked for this on this board. Ask again after the next move."
                )
            )
        offer = Offer(table.game.id, kind, actor.id, table.seq)
        match kind:
            case OfferKind.DRAW:
                _check_draw(table)
            case OfferKind.TAKEBACK:
                return replace(offer, back_to=await self._back_to(connection, table, actor.id))
            case OfferKind.ABORT:
                await self._check_abort(connection, table)
        return offer

    async def _propose(
        self,
        connection: Connection,
        table: Table,
        offer: Offer,
        actor: Person,
        interaction_id: int,
    ) -> OfferResult:
        people = asked(table.game, table.line, offer.kind, actor.id)
        # An unrated game that nobody has moved in ends right away. A rated one needs agreement:
        # nobody may get out of it because of the dice or cards that were dealt.
        untouched = offer.kind is OfferKind.ABORT and not table.line.turns
        if not people or (untouched and not table.game.match.rated):
            return await self._carry_out(connection, table, offer, actor, interaction_id)
        await offers.add(connection, offer, self._referee.clock())
        envelope = Envelope(connection, self._referee.clock())
        await envelope.put(match_stream(table.game.match.id), offer_row(offer))
        return OfferResult(table, await envelope.seal(), offer)

    async def _back_to(self, connection: Connection, table: Table, user_id: int) -> int:
        """Return the seq at which somebody's last turn began, the roll that they saw included."""
        match = table.game.match
        if match.rated and not (match.takebacks or takeback_unrates(table.game)):
            raise Refused(Text("This game is rated, and its challenge did not allow takebacks."))
        start, counted = await self._history(connection, table)
        own = [before for before, event in turns_begun(start, counted) if event.user_id == user_id]
        if not own:
            raise Refused(Text("You have not moved yet: there is nothing to take back."))
        if any(event.notation.startswith("!") for event in counted if event.seq > own[-1]):
            raise Refused(Text("Somebody has left the game since, and that can't be taken back."))
        return own[-1]

    async def _check_abort(self, connection: Connection, table: Table) -> None:
        if table.game.match.rated and table.game.is_alone:
            # The deal is on the first board: nobody deals again until it pleases them.
            raise Refused(
                Text(
                    "You have seen how this rated game begins, so it can't end without a result. "
                    "You can resign."
                )
            )
        start, counted = await self._history(connection, table)
        moved = Counter(event.user_id for _, event in turns_begun(start, counted))
        if moved and max(moved.values()) > 1:
            raise Refused(
                Text(
                    "Somebody has moved twice, so the game can no longer end without a result. "
                    "You can offer a draw, or resign."
                )
            )

    async def _history(self, connection: Connection, table: Table) -> tuple[Line, list[Event]]:
        """Return a game before its first event, and the events that count."""
        start = await self._referee.positions.line(connection, table.game, 0)
        return start, counting(await events.after(connection, table.game.id, 0))

    # Answering

    async def _agree(
        self,
        connection: Connection,
        table: Table,
        offer: Offer,
        actor: Person,
        interaction_id: int,
    ) -> OfferResult:
        people = self._check_asked(table, offer, actor)
        await offers.agree(connection, offer.game_id, offer.kind, actor.id)
        agreed = replace(offer, agreed=offer.agreed | {actor.id})
        if set(people) <= agreed.agreed:
            return await self._carry_out(connection, table, agreed, actor, interaction_id)
        envelope = Envelope(connection, self._referee.clock())
        await change(connection, envelope, agreed)
        return OfferResult(table, await envelope.seal(), agreed)

    async def _end(
        self, connection: Connection, table: Table, offer: Offer, actor: Person
    ) -> OfferResult:
        """Decline an offer, or withdraw one's own."""
        outcome = OfferOutcome.WITHDRAWN
        if actor.id != offer.user_id:
            self._check_asked(table, offer, actor)
            outcome = OfferOutcome.DECLINED
        envelope = Envelope(connection, self._referee.clock())
        await close_offer(connection, envelope, offer, outcome, actor.id)
        return OfferResult(table, await envelope.seal(), outcome=outcome)

    def _check_asked(self, table: Table, offer: Offer, actor: Person) -> tuple[int, ...]:
        people = asked(table.game, table.line, offer.kind, offer.user_id)
        if actor.id == offer.user_id:
            raise Refused(Text("You asked for this yourself: the others have to answer."))
        if actor.id not in people:
            names = [Name(table.game.names[table.game.players.index(one)]) for one in people]
            raise Refused(Text("Only {people} can answer this.", people=listed(names)))
        return people

    async def _carry_out(
        self,
        connection: Connection,
        table: Table,
        offer: Offer,
        actor: Person,
        interaction_id: int,
    ) -> OfferResult:
        """Do what was agreed on."""
        envelope = Envelope(connection, self._referee.clock())
        await close_offer(connection, envelope, offer, OfferOutcome.AGREED, actor.id)
        sealed = await envelope.seal()
        notation = "!draw" if offer.kind is OfferKind.DRAW else "!abort"
        if offer.back_to is not None:
            notation = take_back(offer.back_to)
            if takeback_unrates(table.game):
                table = await _unrated(connection, table)
        acted = await self._referee.act_within(
            connection, table, lambda _table: [notation], actor, interaction_id=interaction_id
        )
        dispatch = replace(
            acted.dispatch,
            streams=(*sealed.streams, *acted.dispatch.streams),
            claimed=(*sealed.claimed, *acted.dispatch.claimed),
        )
        return OfferResult(acted.table, dispatch, acted=acted)


def takeback_unrates(game: StoredGame) -> bool:
    """Tell whether a takeback makes a game unrated: there computers agree to every one."""
    return game.match.rated and game.is_alone


async def _unrated(connection: Connection, table: Table) -> Table:
    """Mark a match as unrated from now on, because a turn is taken back."""
    match = table.game.match
    await matches.unrate(connection, match.id, Uncounted.TAKEBACK)
    unrated = replace(match, rated=False, uncounted=Uncounted.TAKEBACK)
    return replace(table, game=replace(table.game, match=unrated))


def _unchanged(table: Table, offer: Offer | None = None) -> OfferResult:
    return OfferResult(table, Dispatch((match_stream(table.game.match.id),)), offer)


def _answer_first(table: Table, offer: Offer) -> Text:
    asker = table.game.names[table.game.players.index(offer.user_id)]
    return Text("{player} has already asked for a takeback: answer that first.", player=Name(asker))


def _check_draw(table: Table) -> None:
    """Check that a draw can be agreed on in this game, by those who play it, and now."""
    game, line = table.game, table.line
    about = GAMES[game.match.game].about
    if not about.draws:
        raise MatchError(
            Text(
                "{game} is always played to the end: there are no draws by agreement.",
                game=about.name,
            )
        )
    if any(game.computer_at(seat) is not None for seat in line.playing):
        raise MatchError(Text("A computer never agrees to a draw: it plays to the end."))
    line.apply("!draw")
