"""Who may make a challenge, answer it or sit down: the checks before anything is stored.

Each raises Refused with a sentence for the person who acts (ForgedControl where a card has
no such button). What does not belong here: what
an answer changes (`bot.services.challenges`), and what depends on Discord (`cogs.challenge.challenges`).
"""

from collections import Counter
from collections.abc import Sequence

from bot.config import Settings
from bot.errors import ForgedControl, Refused
from bot.match.ledger_entry import keeps_ledger
from bot.match.table import Person
from bot.text.voice import Name, listed
from data import challenges, matches, people, preferences, servers
from data.challenges import Challenge, Terms
from data.engine import Connection
from games.words import Plural, Text


def check_asked(
    challenger: Person, asked: Sequence[Person], terms: Terms, *, computers: int = 0
) -> None:
    """Check that a challenge asks nobody twice, nor its challenger, nor more than can sit.

    So many computers are to sit besides.
    """
    times = Counter(person.id for person in asked)
    if challenger.id in times:
        if terms.is_table:
            raise Refused(Text("You sit at your own table already: ask others, or nobody."))
        raise Refused(
            Text("You can't challenge yourself. Leave the opponent out, and anybody may accept.")
        )
    for person in asked:
        if times[person.id] > 1:
            raise Refused(Text("You ask {person} twice: once will do.", person=Name(person.name)))
    free = terms.seats - 1
    if len(asked) > free:
        raise Refused(
            Plural(
                "You ask {asked} people, but there is {n} seat beside yours.",
                "You ask {asked} people, but there are {n} seats beside yours.",
                free,
                asked=len(asked),
            )
        )
    if len(asked) + computers > free:
        raise Refused(
            Plural(
                "There is {n} seat beside yours: it is too few for all whom you ask and the "
                "computers.",
                "There are {n} seats beside yours: they are too few for all whom you ask and the "
                "computers.",
                free,
            )
        )


def check_computers(terms: Terms) -> None:
    """Check that computers may play on these terms: they owe and are owed nothing."""
    if keeps_ledger(terms.settings):
        raise Refused(Text("A computer keeps no ledger and plays for no stake: leave out both."))


async def check_willing(connection: Connection, asked: Sequence[Person]) -> None:
    """Check that everybody who is asked takes challenges at all."""
    chosen = await preferences.of_all(connection, [person.id for person in asked])
    for person in asked:
        if not chosen[person.id].challenges:
            raise Refused(
                Text(
                    "{person} takes no challenges at the moment. Leave the opponent out, and "
                    "anybody may accept.",
                    person=Name(person.name),
                )
            )


async def check_open_challenges(
    connection: Connection,
    guild_id: int,
    challenger: Person,
    asked: Sequence[Person],
    settings: Settings,
) -> None:
    """Check that a challenger has room for another open challenge, and none to those asked."""
    mine = await challenges.open_by(connection, guild_id, challenger.id)
    for person in asked:
        if any(person.id in challenge.asked for challenge in mine):
            raise Refused(
                Text(
                    "{person} has an open challenge from you already. "
                    "/games shows it, with a button to cancel it.",
                    person=Name(person.name),
                )
            )
    most = settings.max_open_challenges
    if len(mine) >= most:
        raise Refused(
            Plural(
                "You have {n} open challenge already, which is the most there may be. "
                "Wait for an answer, or cancel it in /games.",
                "You have {n} open challenges already, which is the most there may be. "
                "Wait for an answer, or cancel one in /games.",
                most,
            )
        )


async def check_room(
    connection: Connection, guild_id: int, person_id: int, actor: Person, settings: Settings
) -> None:
    """Check that a person, of whom the actor is told, has room for another running game."""
    most = settings.max_games_per_person
    server = await servers.get(connection, guild_id)
    if server.max_games is not None:
        most = min(most, server.max_games)
    if await matches.count_running(connection, guild_id, person_id) < most:
        return
    if person_id == actor.id:
        raise Refused(
            Plural(
                "You have {n} running game in this server, which is the most there may be. "
                "Finish it first: /games lists it.",
                "You have {n} running games in this server, which is the most there may be. "
                "Finish one first: /games lists them.",
                most,
            )
        )
    names = await people.names(connection, guild_id, [person_id])
    raise Refused(
        Plural(
            "{person} has {n} running game in this server, which is the most there may be.",
            "{person} has {n} running games in this server, which is the most there may be.",
            most,
            person=Name(names.get(person_id, "?")),
        )
    )


async def check_may_accept(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person may accept: who was asked, and at a card for two whoever comes."""
    _check_not_sitting(challenge, actor_id)
    if actor_id in challenge.asked:
        return
    if challenge.open_seats == 0:
        raise Refused(await _only_asked(connection, challenge))
    if not challenge.terms.is_table:
        return
    if not challenge.asked:
        raise Refused(Text("Nobody is asked at this table: Join takes an open seat."))
    raise Refused(
        Text(
            "Accept is for those who were asked: {people}. Join takes an open seat.",
            people=await _asked(connection, challenge),
        )
    )


async def check_may_join(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person may take a seat: their own if they were asked, else an open one."""
    _check_table(challenge)
    _check_not_sitting(challenge, actor_id)
    if actor_id not in challenge.asked and challenge.open_seats == 0:
        raise Refused(
            Text(
                "No seat is open at this table: the rest is kept for {people}.",
                people=await _asked(connection, challenge),
            )
        )


async def check_may_decline(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person was asked."""
    if actor_id in challenge.asked:
        return
    if challenge.terms.is_table:
        if actor_id in challenge.sitting[1:]:
            raise Refused(Text("You sit at this table already: Leave gives your seat back."))
        if not challenge.asked:
            raise Refused(Text("Nobody is asked at this table."))
    raise Refused(await _only_asked(connection, challenge))


def check_may_leave(challenge: Challenge, actor_id: int) -> None:
    """Check that a person sits at a table that is not their own."""
    _check_table(challenge)
    if actor_id == challenge.challenger_id:
        raise Refused(Text("This is your own table: Cancel closes it."))
    if actor_id in challenge.asked:
        raise Refused(Text("You have not sat down yet. Decline opens your seat to others."))
    if actor_id not in challenge.sitting:
        raise Refused(Text("You don't sit at this table."))


async def check_may_fill(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person may let computers sit down: who made the challenge, at open seats."""
    if actor_id != challenge.challenger_id:
        names = await people.names(connection, challenge.guild_id, [challenge.challenger_id])
        raise Refused(
            Text(
                "Only {challenger} can let computers sit down here.",
                challenger=Name(names.get(challenge.challenger_id, "?")),
            )
        )
    if challenge.open_seats == 0:
        raise Refused(
            Text(
                "No seat is open at this table: the rest is kept for {people}.",
                people=await _asked(connection, challenge),
            )
        )
    check_computers(challenge.terms)


async def check_may_cancel(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person made the challenge."""
    challenger_id = challenge.challenger_id
    if actor_id == challenger_id:
        return
    if challenge.terms.is_table and actor_id in challenge.sitting:
        raise Refused(Text("This is not your table: Leave gives your seat back."))
    names = await people.names(connection, challenge.guild_id, [challenger_id])
    raise Refused(
        Text(
            "Only {challenger} can cancel this challenge.",
            challenger=Name(names.get(challenger_id, "?")),
        )
    )


def _check_table(challenge: Challenge) -> None:
    if not challenge.terms.is_table:
        raise ForgedControl


def _check_not_sitting(challenge: Challenge, actor_id: int) -> None:
    """Check that a person does not sit yet."""
    if actor_id not in challenge.sitting:
        return
    if actor_id == challenge.challenger_id and not challenge.terms.is_table:
        raise Refused(Text("This is your own challenge: somebody else has to accept it."))
    raise Refused(Text("You sit at this table already."))


async def _only_asked(connection: Connection, challenge: Challenge) -> Text:
    if not challenge.asked:
        return Text("All seats of this table are open: Accept takes one.")
    return Text(
        "Only {people} can answer this challenge.", people=await _asked(connection, challenge)
    )


async def _asked(connection: Connection, challenge: Challenge) -> Text:
    names = await people.names(connection, challenge.guild_id, challenge.asked)
    return listed([Name(names.get(person, "?")) for person in challenge.asked])
