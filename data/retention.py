"""Delete what is not needed any more, in batches that an index finds: the rest costs nothing.

When that is, is decided in `bot.services.retention`. Numbers of games, matches and challenges are
never used twice, for messages at Discord hold them: SQLite would count on from the largest that
there is, so the rows with the last numbers are emptied instead of deleted.
"""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import and_, delete, exists, func, not_, null, or_, select, update

from data import people, polls, weekly
from data.challenges import ChallengeState
from data.contact_tables import CONTACTS
from data.engine import Connection
from data.exploration_tables import EXPLORATIONS
from data.move_note_tables import MOVE_NOTES
from data.outbox import CARD, TOURNAMENT
from data.poll_tables import POLLS
from data.process_tables import THOUGHTS
from data.result_tables import FEATS, OUTCOMES, RATING_CHANGES, REVIEWS, SEASON_ROWS, SEASONS
from data.schedule import JobKind
from data.tables import (
    CHALLENGE_SEATS,
    CHALLENGES,
    COMPUTER_RATINGS,
    EVENTS,
    FOLLOWERS,
    GAMES,
    HANDICAP_RATINGS,
    LEDGER,
    MATCHES,
    NOTES,
    OFFER_ANSWERS,
    OFFERS,
    OUTBOX,
    PEOPLE,
    PLANS,
    PLAYERS,
    POSTS,
    RATINGS,
    SCHEDULE,
    SERVERS,
)
from data.tournament_tables import CORRECTIONS, ENTRANTS, PAIRINGS, TOURNAMENTS
from data.weekly_tables import WEEKLY_CARDS, WEEKLY_GAMES, WEEKLY_SEATS

BATCH: Final = 100
"""How many challenges, with their games, one transaction deletes."""
SETTLING: Final = "settling"
"""The kind of post whose subject is a match."""
NOBODY: Final = 0
"""The server and the person of an emptied row."""
OF_A_GAME: Final = (
    OFFER_ANSWERS,
    OFFERS,
    PLANS,
    NOTES,
    MOVE_NOTES,
    FOLLOWERS,
    REVIEWS,
    EXPLORATIONS,
    EVENTS,
    PLAYERS,
)
GAME_JOBS: Final = (JobKind.CLOCK, JobKind.REMINDER, JobKind.THINK)
OF_A_SERVER: Final = (JobKind.RETURN, JobKind.PUZZLES, JobKind.WEEKLY, JobKind.SEASON)
"""The kinds of jobs whose subject is a server."""
CLOSED: Final = (ChallengeState.DECLINED, ChallengeState.CANCELLED, ChallengeState.LAPSED)


async def absent_since(connection: Connection, before: int) -> list[int]:
    """List the servers in which the bot has not been since a time."""
    found = await connection.execute(
        select(SERVERS.c.guild_id).where(SERVERS.c.absent_at < before).order_by(SERVERS.c.absent_at)
    )
    return list(found.scalars())


async def delete_games_of_server(connection: Connection, guild_id: int) -> bool:
    """Delete some of a server's challenges, with their games; false once there are none.

    Its tournaments go first.
    """
    await people.lock_server(connection, guild_id)
    await _delete_tournaments(connection, guild_id)
    found = await connection.execute(
        select(CHALLENGES.c.id).where(CHALLENGES.c.guild_id == guild_id).limit(BATCH)
    )
    challenge_ids = list(found.scalars())
    await _delete_challenges(connection, challenge_ids)
    return bool(challenge_ids)


async def _delete_tournaments(connection: Connection, guild_id: int) -> None:
    own = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.guild_id == guild_id)
    numbers = list((await connection.execute(own)).scalars())
    if not numbers:
        return
    paired = select(PAIRINGS.c.id).where(PAIRINGS.c.tournament_id.in_(numbers))
    await connection.execute(delete(CORRECTIONS).where(CORRECTIONS.c.pairing_id.in_(paired)))
    for table in (PAIRINGS, ENTRANTS):
        await connection.execute(delete(table).where(table.c.tournament_id.in_(numbers)))
    posts = and_(POSTS.c.kind == TOURNAMENT, POSTS.c.subject_id.in_(numbers))
    jobs = and_(SCHEDULE.c.kind == JobKind.TOURNAMENT, SCHEDULE.c.subject_id.in_(numbers))
    await connection.execute(delete(POSTS).where(posts))
    await connection.execute(delete(SCHEDULE).where(jobs))
    streams = [f"tournament:{number}" for number in numbers]
    await connection.execute(delete(OUTBOX).where(OUTBOX.c.stream.in_(streams)))
    await connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.id.in_(numbers)))


async def delete_server(connection: Connection, guild_id: int) -> None:
    """Delete what is left of a server once its games are gone."""
    card_ids = await weekly.drop_server(connection, guild_id)
    await connection.execute(
        delete(SCHEDULE).where(
            SCHEDULE.c.kind == JobKind.WEEKLY_START, SCHEDULE.c.subject_id.in_(card_ids)
        )
    )
    seasons = select(SEASONS.c.id).where(SEASONS.c.guild_id == guild_id)
    await connection.execute(delete(SEASON_ROWS).where(SEASON_ROWS.c.season_id.in_(seasons)))
    rated = (RATINGS, COMPUTER_RATINGS, HANDICAP_RATINGS)
    for table in (SEASONS, PEOPLE, *rated, CONTACTS, THOUGHTS, SERVERS):
        await connection.execute(delete(table).where(table.c.guild_id == guild_id))
    await connection.execute(
        delete(SCHEDULE).where(SCHEDULE.c.kind.in_(OF_A_SERVER), SCHEDULE.c.subject_id == guild_id)
    )


async def delete_notes(connection: Connection, ended_before: int) -> int:
    """Delete notes on games that ended before a time, and who followed them; return how many.

    Only those are looked through that there are: of games that run, or ended lately.
    """
    deleted = 0
    for table in (NOTES, FOLLOWERS, PLANS):
        old = (
            select(table.c.game_id)
            .join(GAMES, GAMES.c.id == table.c.game_id)
            .where(GAMES.c.ended_at < ended_before)
            .limit(BATCH)
        )
        gone = await connection.execute(delete(table).where(table.c.game_id.in_(old)))
        deleted += gone.rowcount
    return deleted


async def delete_unplayed(connection: Connection, before: int) -> int:
    """Delete challenges that came to nothing before a time, and who declined those that did.

    The names go of people who neither play nor are asked; returns how many seats went.
    """
    found = await connection.execute(
        select(CHALLENGES.c.id)
        .where(CHALLENGES.c.state.in_(CLOSED), CHALLENGES.c.lapses_at < before)
        .limit(BATCH)
    )
    challenge_ids = list(found.scalars())
    declined = await connection.execute(
        select(CHALLENGE_SEATS.c.challenge_id, CHALLENGE_SEATS.c.user_id)
        .join(CHALLENGES, CHALLENGES.c.id == CHALLENGE_SEATS.c.challenge_id)
        .where(
            CHALLENGE_SEATS.c.declined_at < before, CHALLENGES.c.state == ChallengeState.ACCEPTED
        )
        .limit(BATCH)
    )
    seats = [(row.challenge_id, row.user_id) for row in declined]
    asked = await connection.execute(
        select(CHALLENGES.c.guild_id, CHALLENGE_SEATS.c.user_id)
        .join(CHALLENGE_SEATS, CHALLENGE_SEATS.c.challenge_id == CHALLENGES.c.id)
        .where(CHALLENGES.c.id.in_([*challenge_ids, *(challenge for challenge, _ in seats)]))
    )
    were_asked = {(row.guild_id, row.user_id) for row in asked}
    for challenge_id, user_id in seats:
        await connection.execute(
            delete(CHALLENGE_SEATS).where(
                CHALLENGE_SEATS.c.challenge_id == challenge_id, CHALLENGE_SEATS.c.user_id == user_id
            )
        )
    await _delete_challenges(connection, challenge_ids)
    for guild_id, user_id in sorted(were_asked):
        await _forget_name(connection, guild_id, user_id)
    return len(challenge_ids) + len(seats)


async def _forget_name(connection: Connection, guild_id: int, user_id: int) -> None:
    """Delete the name of a person in a server where nothing shows it any more.

    They neither play there nor are asked to, take part in no tournament, have joined no weekly
    table, and show no position for a vote.
    """
    plays = exists().where(PLAYERS.c.guild_id == guild_id, PLAYERS.c.user_id == user_id)
    is_asked = exists().where(
        CHALLENGE_SEATS.c.user_id == user_id,
        CHALLENGES.c.id == CHALLENGE_SEATS.c.challenge_id,
        CHALLENGES.c.guild_id == guild_id,
    )
    takes_part = exists().where(
        ENTRANTS.c.user_id == user_id,
        TOURNAMENTS.c.id == ENTRANTS.c.tournament_id,
        TOURNAMENTS.c.guild_id == guild_id,
    )
    has_joined = exists().where(
        WEEKLY_SEATS.c.user_id == user_id,
        WEEKLY_CARDS.c.id == WEEKLY_SEATS.c.card_id,
        WEEKLY_CARDS.c.guild_id == guild_id,
    )
    asks = exists().where(POLLS.c.user_id == user_id, POLLS.c.guild_id == guild_id)
    await connection.execute(
        delete(PEOPLE).where(
            PEOPLE.c.guild_id == guild_id,
            PEOPLE.c.user_id == user_id,
            *map(not_, (plays, is_asked, takes_part, has_joined, asks)),
        )
    )


async def _delete_challenges(connection: Connection, challenge_ids: Sequence[int]) -> None:
    """Delete challenges with all that came of them."""
    if not challenge_ids:
        return
    matches = select(MATCHES.c.id).where(MATCHES.c.challenge_id.in_(challenge_ids))
    match_ids = list((await connection.execute(matches)).scalars())
    games = select(GAMES.c.id).where(GAMES.c.match_id.in_(match_ids))
    game_ids = list((await connection.execute(games)).scalars())
    await polls.drop_of_games(connection, game_ids)
    for table in OF_A_GAME:
        await connection.execute(delete(table).where(table.c.game_id.in_(game_ids)))
    for table in (FEATS, OUTCOMES, RATING_CHANGES, LEDGER):
        await connection.execute(delete(table).where(table.c.match_id.in_(match_ids)))
    await connection.execute(
        update(PAIRINGS).where(PAIRINGS.c.challenge_id.in_(challenge_ids)).values(challenge_id=None)
    )
    for table in (CHALLENGE_SEATS, WEEKLY_GAMES):
        await connection.execute(delete(table).where(table.c.challenge_id.in_(challenge_ids)))
    await _delete_messages(connection, challenge_ids, match_ids, game_ids)
    last = await _last(connection) & set(challenge_ids)
    gone = [each for each in challenge_ids if each not in last]
    going = select(MATCHES.c.id).where(MATCHES.c.challenge_id.in_(gone))
    await connection.execute(delete(GAMES).where(GAMES.c.match_id.in_(going)))
    await connection.execute(delete(MATCHES).where(MATCHES.c.challenge_id.in_(gone)))
    await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.id.in_(gone)))
    await _empty(connection, sorted(last))


async def _delete_messages(
    connection: Connection,
    challenge_ids: Sequence[int],
    match_ids: Sequence[int],
    game_ids: Sequence[int],
) -> None:
    """Delete where messages are, what is due, and what is still to be sent."""
    of_others = (CARD, SETTLING, TOURNAMENT)
    of_game = and_(POSTS.c.subject_id.in_(game_ids), POSTS.c.kind.not_in(of_others))
    of_match = and_(POSTS.c.subject_id.in_(match_ids), POSTS.c.kind == SETTLING)
    of_challenge = and_(POSTS.c.subject_id.in_(challenge_ids), POSTS.c.kind == CARD)
    await connection.execute(delete(POSTS).where(or_(of_game, of_match, of_challenge)))
    of_each = (
        (GAME_JOBS, game_ids),
        ((JobKind.OUTCOME,), match_ids),
        ((JobKind.LAPSE,), challenge_ids),
    )
    for kinds, numbers in of_each:
        await connection.execute(
            delete(SCHEDULE).where(SCHEDULE.c.kind.in_(kinds), SCHEDULE.c.subject_id.in_(numbers))
        )
    streams = [f"match:{number}" for number in match_ids]
    streams += [f"challenge:{number}" for number in challenge_ids]
    await connection.execute(delete(OUTBOX).where(OUTBOX.c.stream.in_(streams)))


async def _last(connection: Connection) -> set[int]:
    """Return the challenges with the last number, and those of the last match and the last game."""
    of_match = select(MATCHES.c.challenge_id)
    last_match = of_match.where(MATCHES.c.id == select(func.max(MATCHES.c.id)).scalar_subquery())
    last_game = of_match.join(GAMES, GAMES.c.match_id == MATCHES.c.id).where(
        GAMES.c.id == select(func.max(GAMES.c.id)).scalar_subquery()
    )
    found = [
        await connection.scalar(each)
        for each in (select(func.max(CHALLENGES.c.id)), last_match, last_game)
    ]
    return {number for number in found if number is not None}


async def _empty(connection: Connection, challenge_ids: Collection[int]) -> None:
    """Leave nothing but the numbers of challenges, of their matches and games."""
    matches = select(MATCHES.c.id).where(MATCHES.c.challenge_id.in_(challenge_ids))
    await connection.execute(
        update(CHALLENGES)
        .where(CHALLENGES.c.id.in_(challenge_ids))
        .values(
            guild_id=NOBODY,
            channel_id=NOBODY,
            challenger_id=NOBODY,
            card_id=None,
            rematch_of=None,
            secret="",
            # So it is not found again among those that came to nothing.
            state=ChallengeState.ACCEPTED,
        )
    )
    await connection.execute(
        update(GAMES)
        .where(GAMES.c.match_id.in_(matches))
        .values(guild_id=NOBODY, secret="", lots=null(), result=null(), ended_at=0, to_move=None)
    )
    await connection.execute(
        update(MATCHES)
        .where(MATCHES.c.challenge_id.in_(challenge_ids))
        .values(guild_id=NOBODY, channel_id=NOBODY, place_id=None, ended_at=0)
    )
