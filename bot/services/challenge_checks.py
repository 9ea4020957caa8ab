"""Who may make a challenge, answer it or sit down: the checks before anything is stored.

Each raises Refused with a sentence for the person who acts (ForgedControl where a card has
no such button). What does not belong here: what
an answer changes (`bot.services.challenges`), and what depends on Discord (`cogs.challenge.challenges`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.config import Settings
from bot.errors import ChallengeClosed, ForgedControl, Refused
from bot.match.ledger_entry import keeps_ledger
from bot.match.table import Person
from bot.text.voice import Name, listed
from data import blocks, challenges, games_found, people, preferences, servers
from data.challenges import Challenge, ChallengeState, Terms
from data.computers import Computer, is_computer
from data.engine import Connection
from games.registry import GAMES
from games.words import Plural, Text


def check_asked(
    challenger: Person, asked: Sequence[Person], terms: Terms, *, computers: int = 0
) -> None:
    """Check that a challenge asks nobody twice, nor its challenger, nor more than can sit.

    `computers` is the number of seats for computers.
    """
    times = Counter(person.id for person in asked)
    if challenger.id in times:
        if terms.is_table:
            raise Refused(Text("You already have a seat at your own table: ask others, or nobody."))
        raise Refused(
            Text("You can't challenge yourself. Leave the opponent out, and anybody may accept.")
        )
    for person in asked:
        if times[person.id] > 1:
            raise Refused(Text("You listed {person} twice.", person=Name(person.name)))
    free = terms.seats - 1
    if len(asked) > free:
        raise Refused(
            Plural(
                "You asked {asked} people, but there is only {n} other seat.",
                "You asked {asked} people, but there are only {n} other seats.",
                free,
                asked=len(asked),
            )
        )
    if len(asked) + computers > free:
        raise Refused(
            Plural(
                "There is only {n} other seat, but you asked for more people and computers.",
                "There are only {n} other seats, but you asked for more people and computers.",
                free,
            )
        )


def check_computers(terms: Terms) -> None:
    """Check that computers may play on these terms: they owe and are owed nothing."""
    if keeps_ledger(terms.settings):
        raise Refused(
            Text("Computers keep no ledger and play for no stake: leave both options out.")
        )


def check_handicap(
    challenger: Person, asked: Sequence[Person], terms: Terms, computers: Sequence[Computer]
) -> None:
    """Check that a challenge gives handicaps that its game has, to some of those at the table.

    Raises GameError for sizes that the game does not have, or where nobody is without one.
    """
    given = terms.handicap
    if not given:
        return
    everybody = [challenger.id, *(one.id for one in asked), *(one.id for one in computers)]
    if given.players.keys() - {*everybody}:
        raise Refused(Text("A handicap is for people at the table: ask them to it, too."))
    sizes = [given.players.get(player, 0) for player in everybody]
    sizes += [given.newcomers] * (terms.seats - len(everybody))
    GAMES[terms.game].check_handicap(terms.seats, tuple(sizes))
    if computers and terms.rated:
        raise Refused(
            Text(
                "A game with computers and a handicap is not rated: leave the rated option out, or "
                "the handicap."
            )
        )


async def check_willing(
    connection: Connection, challenger: Person, asked: Sequence[Person]
) -> None:
    """Check that everybody who is asked takes challenges at all, and this person's.

    A person who has been blocked is told no more than by somebody who takes no challenges.
    """
    ids = [person.id for person in asked]
    chosen = await preferences.of_all(connection, ids)
    mine, theirs = await blocks.between(connection, challenger.id, ids)
    for person in asked:
        if person.id in mine:
            raise Refused(
                Text(
                    "You have blocked {person}: /block remove lifts that.",
                    person=Name(person.name),
                )
            )
        if person.id in theirs or not chosen[person.id].challenges:
            raise Refused(
                Text(
                    "{person} is not taking challenges at the moment. Leave the opponent out, "
                    "and anybody may accept.",
                    person=Name(person.name),
                )
            )


async def check_begun(connection: Connection, guild_id: int, challenger: Person) -> None:
    """Refuse a game against computers while an earlier one waits for its card.

    Only games that have begun count against a person's limit.
    """
    if any(one.is_full for one in await challenges.open_by(connection, guild_id, challenger.id)):
        raise Refused(
            Text(
                "Your last game against the computer has not begun: Discord is not accepting its "
                "card right now. /games shows it, with a button to cancel it."
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
                    "{person} already has an open challenge from you. /games shows it, with a "
                    "button to cancel it.",
                    person=Name(person.name),
                )
            )
    most = settings.max_open_challenges
    if len(mine) >= most:
        raise Refused(
            Plural(
                "You already have {n} open challenge, which is the limit. Wait for an answer, "
                "or cancel it in /games.",
                (
                    "You already have {n} open challenges, which is the limit. Wait for an answer, "
                    "or cancel one in /games."
                ),
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
    if await games_found.count_running(connection, guild_id, person_id) < most:
        return
    if person_id == actor.id:
        raise Refused(
            Plural(
                "You have {n} running game in this server, which is the limit. Finish it "
                "first: /games lists it.",
                (
                    "You have {n} running games in this server, which is the limit. Finish one "
                    "first: /games lists them."
                ),
                most,
            )
        )
    names = await people.names(connection, guild_id, [person_id])
    raise Refused(
        Plural(
            "{person} has {n} running game in this server, which is the limit.",
            "{person} has {n} running games in this server, which is the limit.",
            most,
            person=Name(names.get(person_id, "?")),
        )
    )


async def check_rooms(
    connection: Connection,
    challenge: Challenge,
    players: Iterable[int],
    actor: Person,
    settings: Settings,
) -> None:
    """Check that everybody has room for a game that starts; their rows are locked.

    A person who has waited for days may have started other games; limits count at the start.
    """
    for player in players:
        if not is_computer(player):
            await check_room(connection, challenge.guild_id, player, actor, settings)


async def check_may_accept(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person may accept: those who were asked, and anybody at a card for two."""
    _check_not_sitting(challenge, actor_id)
    if actor_id in challenge.asked:
        return
    if challenge.open_seats == 0:
        raise Refused(await _only_asked(connection, challenge))
    if not challenge.terms.is_table:
        return
    if not challenge.asked:
        raise Refused(Text("Nobody was asked to this table: Join takes an open seat."))
    raise Refused(
        Text(
            "Accept is for those who were asked: {people}. Join takes an open seat.",
            people=await _asked(connection, challenge),
        )
    )


async def check_no_blocks(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person has blocked nobody who sits at a table, nor is blocked by one of them.

    A person who has been blocked is not told by whom, nor that it is so.
    """
    mine, theirs = await blocks.between(connection, actor_id, challenge.people)
    if mine:
        names = await people.names(connection, challenge.guild_id, mine)
        who = listed([Name(names.get(person, "?")) for person in sorted(mine)])
        raise Refused(Text("You have blocked {people}: /block remove lifts that.", people=who))
    if theirs:
        raise Refused(Text("You can't take this seat at the moment."))


async def check_may_join(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person may take a seat: their own if they were asked, else an open one."""
    _check_table(challenge)
    _check_not_sitting(challenge, actor_id)
    if actor_id not in challenge.asked and challenge.open_seats == 0:
        raise Refused(
            Text(
                "This table has no open seat: the rest are kept for {people}.",
                people=await _asked(connection, challenge),
            )
        )


async def check_may_decline(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person was asked."""
    if actor_id in challenge.asked:
        return
    if challenge.terms.is_table:
        if actor_id in challenge.sitting[1:]:
            raise Refused(Text("You already have a seat at this table: Leave gives it up."))
        if not challenge.asked:
            raise Refused(Text("Nobody was asked to this table."))
    raise Refused(await _only_asked(connection, challenge))


def check_may_leave(challenge: Challenge, actor_id: int) -> None:
    """Check that a person sits at a table that is not their own."""
    _check_table(challenge)
    if actor_id == challenge.challenger_id:
        raise Refused(Text("This is your own table: Cancel closes it."))
    if actor_id in challenge.asked:
        raise Refused(Text("You have not taken your seat yet. Decline opens it to others."))
    if actor_id not in challenge.sitting:
        raise Refused(Text("You have no seat at this table."))


async def check_may_fill(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person may let computers sit down: who made the challenge, at open seats."""
    if actor_id != challenge.challenger_id:
        names = await people.names(connection, challenge.guild_id, [challenge.challenger_id])
        raise Refused(
            Text(
                "Only {challenger} can add computers here.",
                challenger=Name(names.get(challenge.challenger_id, "?")),
            )
        )
    if challenge.open_seats == 0:
        raise Refused(
            Text(
                "This table has no open seat: the rest are kept for {people}.",
                people=await _asked(connection, challenge),
            )
        )
    check_computers(challenge.terms)


async def check_may_cancel(connection: Connection, challenge: Challenge, actor_id: int) -> None:
    """Check that a person made the challenge; those of tournaments have no such button."""
    if challenge.is_pairing:
        raise ForgedControl
    challenger_id = challenge.challenger_id
    if actor_id == challenger_id:
        return
    if challenge.terms.is_table and actor_id in challenge.sitting:
        raise Refused(Text("This is not your table: Leave gives up your seat."))
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
    raise Refused(Text("You already have a seat at this table."))


async def _only_asked(connection: Connection, challenge: Challenge) -> Text:
    if not challenge.asked:
        return Text("All seats at this table are open: Accept takes one.")
    return Text(
        "Only {people} can answer this challenge.", people=await _asked(connection, challenge)
    )


async def _asked(connection: Connection, challenge: Challenge) -> Text:
    names = await people.names(connection, challenge.guild_id, challenge.asked)
    return listed([Name(names.get(person, "?")) for person in challenge.asked])


def check_open(challenge: Challenge, now: int) -> None:
    """Raise ChallengeClosed for a challenge that nobody can answer any more."""
    if challenge.state is not ChallengeState.OPEN:
        raise ChallengeClosed(_closed(challenge.state, challenge.terms))
    if challenge.lapses_at <= now:
        raise ChallengeClosed(_closed(ChallengeState.LAPSED, challenge.terms))


def _closed(state: ChallengeState, terms: Terms) -> Text:
    match state:
        case ChallengeState.ACCEPTED if terms.is_table:
            return Text("This table is full, and its game has begun. /game resign leaves it.")
        case ChallengeState.ACCEPTED:
            return Text("This challenge has already been accepted.")
        case ChallengeState.DECLINED:
            return Text("This challenge was declined.")
        case ChallengeState.CANCELLED:
            return Text("This challenge was cancelled.")
        case _:
            return Text("This challenge has expired. You can make a new one at any time.")
