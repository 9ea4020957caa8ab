"""The second half of `tavolo ratings rebuild`: note again how all matches ended, and what was done.

Profiles, running scores and `/versus` add up these rows, which follow from the games: a match's
are right or are replaced as a whole, some matches in a transaction. So nothing is half done
wherever it is broken off, and it can be repeated. What does not belong here: ratings
(`bot.recounting`).
"""

from collections.abc import Callable
from typing import Final

from bot.match.match_outcome import match_outcome
from bot.match.outcomes import outcomes_after
from bot.services.outcomes import can_be_judged, ended_at, feats_of
from data import matches, outcomes, people, recounting
from data.engine import Connection, Database
from data.outcomes import Noted

PAGE: Final = 100


async def renote(database: Database, tell: Callable[[int, int, int], None]) -> None:
    """Look through all matches; `tell` is called with how many were, were wrong, and are unknown.

    What the bot is about to look through itself is left to it.
    """
    after = 0
    while True:
        async with database.reading() as connection:
            page = await recounting.ended(connection, after=after, most=PAGE)
            waiting = await recounting.waiting(connection, page)
            stored = await outcomes.noted(connection, page)
            found = {match_id: await _found(connection, match_id) for match_id in page}
        if not page:
            return
        after = page[-1]
        wrong = [
            match_id
            for match_id, noted in found.items()
            if noted not in {None, stored[match_id]} and match_id not in waiting
        ]
        changed = 0
        if wrong:
            async with database.writing() as connection:
                # Who is being forgotten is waited for, and nobody else is meanwhile.
                playing = await recounting.people_of(connection, wrong)
                for guild_id, user_ids in sorted(playing.items()):
                    await people.lock(connection, guild_id, user_ids)
                changed = sum([await _note_again(connection, match_id) for match_id in wrong])
        tell(len(page), changed, sum(noted is None for noted in found.values()))


async def _found(connection: Connection, match_id: int) -> Noted | None:
    """Return what should be noted of a match; None if its rules are not known any more."""
    games = await matches.games_of_match(connection, match_id)
    if not can_be_judged(games):
        return None
    ended = await outcomes_after(connection, games, match_outcome(games), now=ended_at(games))
    return Noted(
        tuple(sorted(ended, key=lambda each: each.user_id)),
        tuple(await feats_of(connection, games)) if ended else (),
    )


async def _note_again(connection: Connection, match_id: int) -> bool:
    """Replace what is noted of a match, unless that has been put right meanwhile."""
    # Again: somebody may have been forgotten since.
    found = await _found(connection, match_id)
    stored = (await outcomes.noted(connection, [match_id]))[match_id]
    if found is None or found == stored:
        return False
    await outcomes.replace(connection, match_id, found)
    return True
