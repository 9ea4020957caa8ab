"""What can be wrong in a store, as statements that make it so in one where nothing is.

There is a game of Mara's that is over, with number 1, and one that runs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, insert, text, update

from bot.doctor import Check, Mend
from bot.match.table import Table
from data.result_tables import OUTCOMES, RATING_CHANGES
from data.schedule import ABOUT, JobKind
from data.tables import GAMES, MATCHES, OFFERS, OUTBOX, PLANS, PLAYERS, POSTS, RATINGS, SCHEDULE
from tests.bot.club import MARA

Damage = Callable[[Table], list[Any]]  # Any: SQL
"""Return the statements, for the game that runs."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """One thing that is wrong, which check finds it, and what mends it."""

    name: str
    check: Check
    mend: Mend | None
    statements: Damage


def game(**values: Any) -> Damage:  # Any: columns
    return lambda table: [update(GAMES).where(GAMES.c.id == table.game.id).values(**values)]


def of_game(statement: Any) -> Damage:
    """Return a statement about the running game, whose number is put into it."""
    return lambda table: [text(statement.replace(":game", str(table.game.id)))]


def plan(**values: Any) -> Damage:  # Any: columns
    def statements(table: Table) -> list[Any]:  # Any: as above
        row = {
            "game_id": table.game.id,
            "user_id": MARA.id,
            "seq": table.game.seq,
            "state": "waiting",
            "steps": ["*"],
            "created_at": 0,
        }
        return [insert(PLANS).values(**(row | values))]

    return statements


def about_nothing(kind: JobKind) -> Damage:
    """Return a job about a row that is not there."""
    job = insert(SCHEDULE).values(kind=kind, subject_id=404, due_at=1_900_000_000)
    return lambda _table: [job]


def over(statement: str) -> Damage:
    """Return a statement about the game that is over: it was the first."""
    return lambda _table: [text(statement)]


DAMAGES: Final = (
    Damaged(
        "an event is gone",
        Check.EVENTS,
        None,
        of_game("DELETE FROM events WHERE game_id = :game AND seq = 2"),
    ),
    Damaged(
        "all events are gone",
        Check.EVENTS,
        None,
        of_game("DELETE FROM events WHERE game_id = :game"),
    ),
    Damaged(
        "an event is not legal",
        Check.EVENTS,
        None,
        of_game("UPDATE events SET notation = 'z9' WHERE game_id = :game AND seq = 2"),
    ),
    Damaged(
        "a takeback leads nowhere",
        Check.EVENTS,
        None,
        of_game("UPDATE events SET notation = '!back:9' WHERE game_id = :game AND seq = 2"),
    ),
    Damaged(
        "a handicap is none that the game has",
        Check.EVENTS,
        None,
        of_game("UPDATE players SET handicap = 7 WHERE game_id = :game AND seat = 1"),
    ),
    Damaged(
        "the set-up can't be read",
        Check.EVENTS,
        None,
        of_game("UPDATE events SET notation = '{}' WHERE game_id = :game AND seq = 0"),
    ),
    Damaged("the rules are unknown", Check.EVENTS, None, game(rules_version=99)),
    Damaged("the secret is another one", Check.CHANCE, None, game(secret="00" * 32)),
    Damaged("the secret is no number", Check.CHANCE, None, game(secret="?")),
    Damaged(
        "another seat is to move",
        Check.STANDING,
        Mend.STANDING,
        of_game("UPDATE games SET to_move = 1 - to_move WHERE id = :game"),
    ),
    Damaged("turns are miscounted", Check.STANDING, Mend.STANDING, game(turns=77)),
    Damaged("the turn began later than it is", Check.STANDING, Mend.STANDING, game(turn_seq=99)),
    Damaged("it is over without an end", Check.STANDING, None, game(ended_at=1)),
    Damaged(
        "a seat is empty",
        Check.SEATS,
        None,
        of_game("DELETE FROM players WHERE game_id = :game AND seat = 1"),
    ),
    Damaged(
        "somebody sits twice",
        Check.SEATS,
        None,
        of_game("UPDATE players SET user_id = 11 WHERE game_id = :game"),
    ),
    Damaged(
        "a player is in another server",
        Check.SEATS,
        None,
        of_game("UPDATE players SET guild_id = 8 WHERE game_id = :game AND seat = 1"),
    ),
    Damaged(
        "an unknown computer stands in",
        Check.SEATS,
        None,
        of_game("UPDATE players SET stand_in = 'best' WHERE game_id = :game AND seat = 1"),
    ),
    Damaged(
        "it is no running game of a player",
        Check.SEATS,
        Mend.STANDING,
        lambda table: [
            update(PLAYERS).where(PLAYERS.c.game_id == table.game.id).values(running=False)
        ],
    ),
    Damaged("its clock does not run", Check.CLOCK, Mend.CLOCK, game(deadline_at=None)),
    Damaged(
        "its clock runs and is paused", Check.CLOCK, Mend.CLOCK, game(halted="away", clock_left=5)
    ),
    Damaged(
        "its clock is paused for nothing",
        Check.CLOCK,
        Mend.CLOCK,
        game(deadline_at=None, clock_left=5, halted="sleep"),
    ),
    Damaged(
        "its clock is below zero",
        Check.CLOCK,
        Mend.CLOCK,
        game(deadline_at=None, clock_left=-5, halted="away"),
    ),
    Damaged("its clock is of another age", Check.CLOCK, Mend.CLOCK, game(deadline_at=5)),
    Damaged(
        "a finished game has a clock",
        Check.CLOCK,
        Mend.CLOCK,
        over("UPDATE games SET deadline_at = 5 WHERE id = 1"),
    ),
    Damaged(
        "nothing ends its clock",
        Check.JOBS,
        Mend.CLOCK,
        of_game("DELETE FROM due WHERE kind = 'clock' AND subject_id = :game"),
    ),
    Damaged(
        "its clock is ended early",
        Check.JOBS,
        Mend.CLOCK,
        of_game("UPDATE due SET due_at = 1800000001 WHERE kind = 'clock' AND subject_id = :game"),
    ),
    Damaged(
        "something is due of a finished game",
        Check.JOBS,
        Mend.JOBS,
        over("INSERT INTO due VALUES ('reminder', 1, 1800000001)"),
    ),
    Damaged(
        "a job is due for long", Check.JOBS, None, over("INSERT INTO due VALUES ('digest', 11, 5)")
    ),
    Damaged(
        "a job is of no kind",
        Check.JOBS,
        None,
        over("INSERT INTO due VALUES ('dance', 11, 1800000001)"),
    ),
    Damaged(
        "the board is gone",
        Check.BOARD,
        Mend.BOARD,
        of_game("DELETE FROM posts WHERE kind = 'board' AND subject_id = :game"),
    ),
    Damaged(
        "the board is an old one",
        Check.BOARD,
        Mend.BOARD,
        of_game("UPDATE posts SET seq = 1 WHERE kind = 'board' AND subject_id = :game"),
    ),
    Damaged(
        "the board is elsewhere",
        Check.BOARD,
        Mend.BOARD,
        of_game("UPDATE posts SET channel_id = 1 WHERE kind = 'board' AND subject_id = :game"),
    ),
    Damaged("a plan is a stranger's", Check.PLANS, Mend.PLAN, plan(user_id=99)),
    Damaged("a plan follows nothing", Check.PLANS, Mend.PLAN, plan(seq=99)),
    Damaged("a plan is in no state", Check.PLANS, Mend.PLAN, plan(state="dreamt")),
    Damaged("a plan has no steps", Check.PLANS, Mend.PLAN, plan(steps=[])),
    Damaged("a plan can't be read", Check.PLANS, Mend.PLAN, plan(steps={"a": 1})),
    Damaged("a plan waits in a finished game", Check.PLANS, Mend.PLAN, plan(game_id=1)),
    Damaged(
        "an offer is a stranger's",
        Check.PLANS,
        Mend.PLAN,
        lambda table: [
            insert(OFFERS).values(
                game_id=table.game.id, kind="draw", user_id=99, seq=1, created_at=0
            )
        ],
    ),
    Damaged(
        "an offer stands after the end",
        Check.PLANS,
        Mend.PLAN,
        lambda _table: [
            insert(OFFERS).values(game_id=1, kind="draw", user_id=11, seq=1, created_at=0)
        ],
    ),
    Damaged(
        "a match is over too early",
        Check.MATCHES,
        None,
        lambda table: [
            update(MATCHES).where(MATCHES.c.id == table.game.match.id).values(ended_at=1)
        ],
    ),
    Damaged(
        "a match goes on after its end",
        Check.MATCHES,
        None,
        lambda _table: [update(MATCHES).where(MATCHES.c.id == 1).values(ended_at=None)],
    ),
    Damaged("a game is numbered wrongly", Check.MATCHES, None, game(number=2)),
    Damaged(
        "an outcome is missing",
        Check.OUTCOMES,
        Mend.OUTCOME,
        lambda _table: [
            delete(OUTCOMES).where(OUTCOMES.c.user_id == MARA.id),
            delete(SCHEDULE).where(SCHEDULE.c.kind == JobKind.OUTCOME),
        ],
    ),
    Damaged(
        "an outcome is another one",
        Check.OUTCOMES,
        None,
        lambda _table: [
            update(OUTCOMES).where(OUTCOMES.c.user_id == MARA.id).values(ending="won"),
            delete(SCHEDULE).where(SCHEDULE.c.kind == JobKind.OUTCOME),
        ],
    ),
    Damaged(
        "a match has changed no rating",
        Check.RATINGS,
        None,
        lambda _table: [delete(RATING_CHANGES)],
    ),
    Damaged(
        "an unrated match has changed ratings",
        Check.RATINGS,
        None,
        lambda _table: [update(MATCHES).values(rated=False)],
    ),
    Damaged(
        "a match counted twice",
        Check.RATINGS,
        None,
        lambda _table: [update(RATINGS).values(wins=RATINGS.c.wins + 1)],
    ),
    Damaged(
        "a match counted as another one",
        Check.RATINGS,
        None,
        lambda _table: [update(RATING_CHANGES).values(nth=2)],
    ),
    Damaged(
        "a message can't be built",
        Check.OUTBOX,
        None,
        lambda _table: [
            insert(OUTBOX).values(
                stream="person:11",
                kind="dance",
                payload={},
                due_at=1_800_000_000,
                claimed_until=0,
                attempts=0,
                created_at=0,
            )
        ],
    ),
    Damaged(
        "a message waits for long",
        Check.OUTBOX,
        None,
        lambda _table: [
            insert(OUTBOX).values(
                stream="person:11",
                kind="digest",
                payload={"user_id": 11},
                due_at=5,
                claimed_until=0,
                attempts=3,
                created_at=0,
            )
        ],
    ),
    Damaged(
        "a post is about no game",
        Check.ORPHANS,
        Mend.ORPHAN,
        lambda _table: [
            insert(POSTS).values(
                kind="board", subject_id=404, seq=1, channel_id=1, message_id=1, pictured=True
            )
        ],
    ),
    *(
        Damaged(
            f"a {kind} job is about nothing",
            Check.ORPHANS,
            Mend.ORPHAN,
            about_nothing(kind),
        )
        for kind in ABOUT
    ),
)
"""One of each kind: the checks are shown by them."""
