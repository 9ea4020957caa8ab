"""What people have answered to the puzzles of the days: one row for a person, a game and a day.

A day is the number of whole days since 1970 (UTC). What does not belong here: which puzzle that
day has (`games.puzzles`), and what counts (`bot.services.puzzles`).
"""

from dataclasses import asdict, dataclass

from sqlalchemy import case, func, select

from data.engine import Connection
from data.tables import PUZZLE_ANSWERS
from data.upsert import insert_missing, upsert


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """A person's answers to one puzzle: the first one in notation, and what came of them."""

    user_id: int
    game: str
    day: int
    first: str
    tries: int
    """How often it was answered; 2 also after a look at the solution."""
    right: bool
    """Whether the last answer was right."""
    answered_at: int

    @property
    def counts(self) -> bool:
        """Tell whether the first answer was right."""
        return self.right and self.tries == 1


@dataclass(frozen=True, slots=True)
class Solvers:
    """How many people have answered the puzzle of a day, found the solution, and at the first try."""

    answered: int
    right: int
    at_once: int


async def get(connection: Connection, user_id: int, game: str, day: int) -> StoredAnswer | None:
    """Return a person's answers to a puzzle; None if there are none."""
    found = await connection.execute(
        select(PUZZLE_ANSWERS).where(
            PUZZLE_ANSWERS.c.user_id == user_id,
            PUZZLE_ANSWERS.c.game == game,
            PUZZLE_ANSWERS.c.day == day,
        )
    )
    row = found.mappings().one_or_none()
    return None if row is None else StoredAnswer(**row)


async def claim(connection: Connection, answer: StoredAnswer) -> StoredAnswer:
    """Store a first answer unless there is one; return what is there, locked until the end."""
    await insert_missing(connection, PUZZLE_ANSWERS, [asdict(answer)])
    found = await connection.execute(
        select(PUZZLE_ANSWERS)
        .where(
            PUZZLE_ANSWERS.c.user_id == answer.user_id,
            PUZZLE_ANSWERS.c.game == answer.game,
            PUZZLE_ANSWERS.c.day == answer.day,
        )
        .with_for_update()
    )
    return StoredAnswer(**found.mappings().one())


async def store(connection: Connection, answer: StoredAnswer) -> None:
    """Store a person's answers to a puzzle in place of what was there."""
    await upsert(connection, PUZZLE_ANSWERS, [asdict(answer)])


async def days_right(connection: Connection, user_id: int, game: str) -> list[int]:
    """List the days on which a person's first answer was right, the latest first."""
    found = await connection.execute(
        select(PUZZLE_ANSWERS.c.day)
        .where(
            PUZZLE_ANSWERS.c.user_id == user_id,
            PUZZLE_ANSWERS.c.game == game,
            PUZZLE_ANSWERS.c.right,
            PUZZLE_ANSWERS.c.tries == 1,
        )
        .order_by(PUZZLE_ANSWERS.c.day.desc())
    )
    return list(found.scalars())


async def solvers(connection: Connection, game: str, day: int) -> Solvers:
    """Count who has answered the puzzle of a day."""
    right = PUZZLE_ANSWERS.c.right
    at_once = right & (PUZZLE_ANSWERS.c.tries == 1)
    found = await connection.execute(
        select(
            func.count().label("answered"),
            func.count(case((right, 1))).label("right"),
            func.count(case((at_once, 1))).label("at_once"),
        ).where(PUZZLE_ANSWERS.c.game == game, PUZZLE_ANSWERS.c.day == day)
    )
    return Solvers(**found.mappings().one())
