"""Who may do what in a tournament: the checks before anything is stored.

Each raises Refused with a sentence for the person who acts (ForgedControl where a card has no such
button).
"""

from collections.abc import Collection, Sequence
from typing import Final

from bot.errors import ForgedControl, Refused
from bot.services.tournament_plan import enough, filling
from bot.services.tournament_view import TournamentView
from bot.text.voice import Name, listed
from bot.tournament import ladder
from data import blocks, people
from data.computers import is_computer
from data.engine import Connection
from data.tournament_values import Format, PairingResult, TournamentState
from data.tournaments import StoredPairing, Tournament, TournamentTerms
from games.words import Plural, Text

MOST_AT_ONCE: Final = 10
"""How many tournaments of a server may be open or running."""


def check_terms(terms: TournamentTerms, now: int) -> None:
    """Check that options that were chosen fit each other."""
    if terms.format is Format.LADDER and terms.level is not None:
        raise Refused(Text("A ladder is between people: leave the “computers” option out."))
    if terms.rounds is not None and terms.format is not Format.SWISS:
        raise Refused(
            Text(
                "Only a Swiss tournament has a number of rounds of your choice: leave the “rounds” "
                "option out."
            )
        )
    if terms.starts_at is not None and terms.starts_at <= now:
        raise Refused(Text("That time has passed: choose a later one."))


def check_room_for_another(running: Sequence[Tournament]) -> None:
    """Check that a server has room for another tournament."""
    if len(running) >= MOST_AT_ONCE:
        raise Refused(
            Plural(
                "This server has {n} tournament that is not over, which is the limit.",
                "This server has {n} tournaments that are not over, which is the limit.",
                MOST_AT_ONCE,
            )
        )


def check_not_over(view: TournamentView) -> None:
    """Check that a tournament is open or running."""
    match view.tournament.state:
        case TournamentState.FINISHED:
            raise Refused(Text("This tournament is over."))
        case TournamentState.CANCELLED:
            raise Refused(Text("This tournament was cancelled."))


def may_join_late(view: TournamentView) -> bool:
    """Tell whether people can still join a tournament that runs: before the last Swiss round."""
    terms = view.tournament.terms
    if terms.format is Format.LADDER:
        return True
    return terms.format is Format.SWISS and view.round < (terms.rounds or 0)


def check_may_join(view: TournamentView, actor_id: int) -> None:
    """Check that a person does not take part yet, and that there is a seat."""
    check_not_over(view)
    if any(one.id == actor_id for one in view.taking_part):
        raise Refused(Text("You already take part in this tournament."))
    if view.tournament.state is TournamentState.RUNNING and not may_join_late(view):
        raise Refused(Text("This tournament has begun, so nobody can join any more."))
    if len(view.taking_part) >= view.tournament.terms.seats:
        raise Refused(Text("This tournament is full."))


async def check_no_blocks(
    connection: Connection, guild_id: int, actor_id: int, others: Collection[int]
) -> None:
    """Check that a person has blocked nobody of some others, nor is blocked by one of them.

    A person who has been blocked is not told by whom, nor that it is so.
    """
    mine, theirs = await blocks.between(connection, actor_id, others)
    if mine:
        names = await people.names(connection, guild_id, mine)
        who = listed([Name(names.get(person, "?")) for person in sorted(mine)])
        raise Refused(Text("You have blocked {people}: /block remove lifts that.", people=who))
    if theirs:
        raise Refused(Text("You can't do this at the moment."))


def check_takes_part(view: TournamentView, actor_id: int) -> None:
    """Check that a person takes part in a tournament that is not over."""
    check_not_over(view)
    if all(one.id != actor_id for one in view.taking_part):
        raise Refused(Text("You don't take part in this tournament."))


def check_may_manage(view: TournamentView, actor_id: int, *, moderates: bool) -> None:
    """Check that a person made the tournament, or moderates the server."""
    creator_id = view.tournament.creator_id
    if moderates or actor_id == creator_id:
        return
    raise Refused(
        Text(
            "Only {creator} and moderators (Manage Server) can do that.",
            creator=Name(view.names.get(creator_id, "?")),
        )
    )


def check_may_start(view: TournamentView) -> None:
    """Check that a tournament waits for its start, with enough players."""
    check_not_over(view)
    if view.tournament.state is not TournamentState.OPEN:
        raise Refused(Text("This tournament has already begun."))
    count = len(view.entrants)
    if not enough(view.tournament.terms.format, count, filling(view.tournament, count)):
        raise Refused(
            Text(
                "That is too few players: a ladder needs two people, everything else "
                "three players, at least two of them people."
            )
        )


def check_may_challenge(view: TournamentView, actor_id: int, other_id: int) -> None:
    """Check that a person may challenge somebody on a ladder."""
    check_takes_part(view, actor_id)
    tournament = view.tournament
    if tournament.terms.format is not Format.LADDER:
        raise ForgedControl
    if tournament.state is not TournamentState.RUNNING:
        raise Refused(Text("This ladder has not begun."))
    pairings = [one.pairing for one in view.pairings]
    busy = ladder.busy_in(pairings)
    if actor_id in busy:
        raise Refused(Text("You have a game on this ladder. Finish it first."))
    order = ladder.order_of(view.entrants, view.ended)
    if other_id in ladder.may_challenge(order, actor_id, busy):
        return
    if other_id in busy and other_id in ladder.may_challenge(order, actor_id, ()):
        raise Refused(
            Text("{person} has a game on this ladder.", person=Name(view.names.get(other_id, "?")))
        )
    raise Refused(
        Plural(
            "You can challenge somebody up to {n} place above you.",
            "You can challenge somebody up to {n} places above you.",
            ladder.REACH,
        )
    )


def check_may_correct(
    view: TournamentView, pairing_id: int, outcome: PairingResult, actor_id: int
) -> StoredPairing:
    """Check that a moderator may decide how a pairing ended, and return it."""
    if view.tournament.state in {TournamentState.OPEN, TournamentState.CANCELLED}:
        raise Refused(Text("This tournament has no results."))
    paired = next((one for one in view.pairings if one.id == pairing_id), None)
    if paired is None or paired.pairing.second is None or outcome is PairingResult.BYE:
        raise ForgedControl
    if actor_id in paired.pairing.players:
        raise Refused(
            Text("You play in this game yourself, so another moderator has to decide it.")
        )
    if paired.pairing.outcome is outcome:
        raise Refused(Text("That is already its result."))
    if view.tournament.terms.format is Format.KNOCKOUT and paired.pairing.round < view.round:
        raise Refused(
            Text("The next round of this knockout has already been paired with this result.")
        )
    return paired


def people_of(view: TournamentView) -> list[int]:
    """List the people who take part."""
    return [one.id for one in view.taking_part if not is_computer(one.id)]
