"""Challenges that cross: two people who want the same game from each other get one.

A proposal that somebody else has made already, to the same people and on the same terms, is an answer to
theirs. What does not belong here: what is stored then (`bot.services.challenges`).
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import Refused
from bot.services.proposals import Proposal
from bot.text.voice import Name
from data import challenges, people
from data.challenges import Challenge, ChallengeState, First, Terms
from data.computers import Computer
from data.engine import Connection
from games.players.mix import LIKE_ME, Mix
from games.words import Text


async def find_crossed(
    connection: Connection, proposal: Proposal, now: int, *, lock: bool = False
) -> Challenge | None:
    """Return the oldest open challenge of another person that proposes the same, or None.

    `lock` keeps others from changing it meanwhile. Raises Refused where somebody has proposed the
    game of a rematch to the same people on other terms, and where the person has taken the seat already.
    """
    me = proposal.challenger.id
    theirs = [
        each
        for each in await _by_others(connection, proposal, open_only=True)
        if each.lapses_at > now
    ]
    for each in theirs:
        if not _same(proposal, each.terms):
            continue
        if me in each.sitting:
            raise Refused(Text("You already have a seat at this table."))
        found = await challenges.get(connection, each.id, lock=True) if lock else each
        # Somebody may have answered it, or it was cancelled, before it could be locked.
        if found is not None and found.state is ChallengeState.OPEN and me in found.asked:
            return found
    if theirs and proposal.is_rematch:
        asker = theirs[0].challenger_id
        names = await people.names(connection, proposal.guild_id, [asker])
        raise Refused(
            Text(
                "{person} has already challenged you to this game on other terms. /games shows "
                "that challenge: accept or decline it first.",
                person=Name(names.get(asker, "?")),
            )
        )
    return None


async def crossed_before(connection: Connection, proposal: Proposal) -> Challenge | None:
    """Return the latest such challenge, whatever came of it."""
    theirs = await _by_others(connection, proposal, open_only=False)
    return theirs[-1] if theirs else None


async def _by_others(
    connection: Connection, proposal: Proposal, *, open_only: bool
) -> list[Challenge]:
    """List the challenges to the same game among just these people that another one has made."""
    me, asked, guests = proposal.challenger.id, proposal.asked, proposal.computers
    everybody = _seated([me, *(each.id for each in asked), *(each.id for each in guests)])
    found = await challenges.with_person(
        connection, proposal.guild_id, me, proposal.terms.game, open_only=open_only
    )
    return [
        each for each in found if each.challenger_id != me and _seated(each.players) == everybody
    ]


def _seated(players: Sequence[int]) -> list[int]:
    """Return who sits, in one order; each of two people has meant the computers that play like them."""
    return sorted(map(_meant, players))


def _meant(player: int) -> int:
    one = Computer.of(player)
    if one is not None and isinstance(one.strength, Mix):
        return Computer(LIKE_ME, one.number).id
    return player


def _same(proposal: Proposal, terms: Terms) -> bool:
    """Tell whether a proposal is for a game on these terms of another person.

    For a rematch it does not matter who starts, else it may not be said otherwise by both.
    """
    mine, given = proposal.terms, proposal.terms.handicap.called(_meant)
    theirs = replace(terms, handicap=terms.handicap.called(_meant))
    if replace(mine, first=terms.first, handicap=given) != theirs:
        return False
    if proposal.is_rematch or First.RANDOM in {mine.first, terms.first}:
        return True
    return mine.first is not terms.first
