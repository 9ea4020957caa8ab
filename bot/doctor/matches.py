"""Matches that are over: which games they have, how they ended, and what they counted for.

What does not belong here: single games (`bot.doctor.games`), and counting ratings again
(`bot.recounting`), which is what mends them.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.doctor.replayed import UNREADABLE, subject_of
from bot.doctor.troubles import Check, Mend, Trouble
from bot.match.match_outcome import MatchOutcome, match_outcome, read_result, return_game_follows
from bot.match.outcomes import outcomes_of
from data import examined, matches
from data.engine import Connection
from data.examined import GameRows, MatchRows, Row
from data.former import is_account
from data.ratings import Ladder
from data.stored import StoredGame
from games.game import Reason

REBUILD: Final = "`tavolo ratings rebuild` counts them again"


def ended(found: MatchRows) -> Iterator[Trouble]:
    """Yield what is wrong with a match: whether it is over, and its games."""
    match, games = found.match, found.games
    if not games:
        subject = f"match {match['id']} of server {match['guild_id']}"
        yield Trouble(Check.MATCHES, subject, "it has no game", number=match["id"])
        return
    last, subject = games[-1], subject_of(games[-1])
    numbers = [rows.game["number"] for rows in games]
    if numbers != list(range(1, len(games) + 1)):
        yield Trouble(Check.MATCHES, subject, f"its match has the games {numbers}")
        return
    running = [rows for rows in games if rows.game["ended_at"] is None]
    if len(running) > 1 or (running and running[0] is not last):
        yield Trouble(Check.MATCHES, subject, "several games of its match run at once")
        return
    try:
        result = read_result(last.game["result"])
    except UNREADABLE:
        yield Trouble(Check.MATCHES, subject, "its result can't be read")
        return
    follows = result is not None and return_game_follows(match["kind"], len(games), result)
    if follows:
        yield Trouble(Check.MATCHES, subject, "its return game was never begun")
    elif (result is None) != (match["ended_at"] is None):
        wrong = (
            "its match is over although it runs" if result is None else "its match goes on after it"
        )
        yield Trouble(Check.MATCHES, subject, wrong)


async def counted(connection: Connection, page: Sequence[MatchRows]) -> list[Trouble]:
    """List what is wrong with what matches that are over count for."""
    over = {
        each.match["id"]: each.games
        for each in page
        if each.games and each.match["ended_at"] is not None
    }
    noted = await examined.outcome_rows(connection, over)
    pending = await examined.to_be_noted(connection, over)
    changes = await examined.rated_rows(connection, over)
    found = list[Trouble]()
    for number, games in over.items():
        stored = await _stored(connection, games)
        if stored is None:
            continue
        if number not in pending:
            found += _outcomes(games, stored, noted.get(number, []))
        found += _rated(games, stored, changes.get(number, []))
    return found


async def _stored(
    connection: Connection, games: Sequence[GameRows]
) -> tuple[list[StoredGame], MatchOutcome] | None:
    """Return a match's games as values with its outcome; None where they can't be read.

    What is wrong with such games is said where they are looked at.
    """
    try:
        stored = await matches.games_of_match(connection, games[0].match["id"])
        return stored, match_outcome(stored)
    except UNREADABLE:
        return None


def _outcomes(
    games: Sequence[GameRows], stored: tuple[list[StoredGame], MatchOutcome], noted: Sequence[Row]
) -> Iterator[Trouble]:
    values, outcome = stored
    match = games[-1].match
    expected = {
        each.user_id: each.ending
        for each in outcomes_of(values, outcome, (), now=0)
        if is_account(each.user_id) and outcome.reason is not Reason.ABORTED
    }
    known = {row["user_id"]: row["ending"] for row in noted if is_account(row["user_id"])}
    wrong, mend = "", None
    if missing := expected.keys() - known.keys():
        wrong, mend = f"how it ended is not noted for {_people(missing)}", Mend.OUTCOME
    elif too_many := known.keys() - expected.keys():
        wrong = f"how it ended is noted for {_people(too_many)}, who did not play to a result"
    elif different := {person for person, ending in expected.items() if known[person] != ending}:
        wrong = f"how it ended is noted wrongly for {_people(different)}"
    if wrong:
        yield Trouble(Check.OUTCOMES, subject_of(games[-1]), wrong, mend, match["id"])


def _rated(
    games: Sequence[GameRows], stored: tuple[list[StoredGame], MatchOutcome], changes: Sequence[Row]
) -> Iterator[Trouble]:
    match, (_, outcome) = games[-1].match, stored
    people = {row["user_id"] for row in changes}
    counts = match["rated"] and match["uncounted"] is None
    wrong = ""
    if changes and not counts:
        wrong = "it changed ratings, but it does not count for any"
    elif counts and not changes and any(map(is_account, outcome.people)):
        wrong = "it counts, but has changed no rating"
    elif not people <= set(outcome.people):
        wrong = (
            f"it changed the ratings of {_people(people - set(outcome.people))}, who did not play"
        )
    if wrong:
        yield Trouble(Check.RATINGS, subject_of(games[-1]), wrong, remedy=REBUILD)


async def miscounted(connection: Connection) -> list[Trouble]:
    """List whose rated matches are counted twice or left out, in each list."""
    return [
        Trouble(
            Check.RATINGS,
            f"person {row['user_id']} in {row['game']} of server {row['guild_id']}",
            f"{row['matches']} rated matches ({ladder}) are numbered {row['first']} to "
            f"{row['last']}, and their rating counts {row['games'] or 'none'}",
            remedy=REBUILD,
        )
        for ladder in Ladder
        for row in await examined.miscounted(connection, ladder)
        if is_account(row["user_id"])
    ]


def _people(people: Collection[int]) -> str:
    return ", ".join(f"person {person}" for person in sorted(people))
