"""Thoughts that a bot leaves to workers on other machines, over the database that they share.

The bot writes a question and deletes it with the answer; a worker claims it in between. All of it is
for PostgreSQL alone. What does not belong here: what is thought (`bot.workers.jobs`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, insert, select, text, update

from data.engine import Connection
from data.process_tables import PROCESSES, THOUGHTS

MOST_ATTEMPTS: Final = 3
"""How many workers may end over a thought: then it is what ends them."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A question that this worker has claimed; `attempts` names the claim."""

    id: int
    guild_id: int
    job: str
    seconds: int
    question: Any  # Any: JSON
    attempts: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a thought: an answer, or why there is none."""

    id: int
    answer: Any  # Any: JSON
    failed: str | None


async def has_workers(connection: Connection, version: str, silent_seconds: int) -> bool:
    """Tell whether a worker of this version is there."""
    asked = {"version": version, "seconds": silent_seconds}
    return bool(await connection.scalar(_HAS_WORKERS, asked))


async def ask(
    connection: Connection,
    by: str,
    version: str,
    guild_id: int,
    job: str,
    seconds: int,
    question: Any,  # Any: JSON
) -> int:
    """Write a question, and return its number."""
    added = await connection.execute(
        insert(THOUGHTS)
        .values(
            asked_by=by,
            version=version,
            guild_id=guild_id,
            job=job,
            seconds=seconds,
            question=question,
            attempts=0,
        )
        .returning(THOUGHTS.c.id)
    )
    number: int = added.scalar_one()
    return number


async def take_answers(connection: Connection, numbers: Collection[int]) -> list[Answer]:
    """Delete those of some thoughts that are thought, and return what came of them."""
    done = THOUGHTS.c.answer.is_not(None) | THOUGHTS.c.failed.is_not(None)
    found = await connection.execute(
        delete(THOUGHTS)
        .where(THOUGHTS.c.id.in_(numbers), done)
        .returning(THOUGHTS.c.id, THOUGHTS.c.answer, THOUGHTS.c.failed)
    )
    return [Answer(row.id, row.answer, row.failed) for row in found]


async def withdraw(connection: Connection, numbers: Collection[int]) -> None:
    """Delete thoughts for whose answer nobody waits any more."""
    await connection.execute(delete(THOUGHTS).where(THOUGHTS.c.id.in_(numbers)))


async def claim(connection: Connection, by: str, version: str) -> Thought | None:
    """Claim the next thought for a worker: of the server for which least is thought, the oldest."""
    row = (await connection.execute(_CLAIM, {"by": by, "version": version})).one_or_none()
    if row is None:
        return None
    return Thought(row.id, row.guild_id, row.job, row.seconds, row.question, row.attempts)


async def answer(
    connection: Connection,
    thought: Thought,
    answer: Any,  # Any: JSON
    failed: str | None,
) -> None:
    """Store what came of a thought, unless it is somebody else's by now, or withdrawn."""
    await connection.execute(
        update(THOUGHTS)
        .where(THOUGHTS.c.id == thought.id, THOUGHTS.c.attempts == thought.attempts)
        .values(answer=answer, failed=failed)
    )


async def put_back(connection: Connection, by: str) -> None:
    """Leave to others what a worker has not finished that ends as it should."""
    await connection.execute(
        update(THOUGHTS)
        .where(THOUGHTS.c.claimed_by == by, *_UNANSWERED)
        .values(claimed_by=None, attempts=THOUGHTS.c.attempts - 1)
    )


async def forget_process(connection: Connection, name: str) -> None:
    """Leave to others what a process thought that has ended, and drop what it had asked."""
    await connection.execute(delete(THOUGHTS).where(THOUGHTS.c.asked_by == name))
    left = THOUGHTS.c.claimed_by == name
    await connection.execute(
        update(THOUGHTS)
        .where(left, THOUGHTS.c.attempts >= MOST_ATTEMPTS, *_UNANSWERED)
        .values(failed=f"{MOST_ATTEMPTS} workers have ended over it")
    )
    await connection.execute(update(THOUGHTS).where(left, *_UNANSWERED).values(claimed_by=None))


async def waiting(connection: Connection) -> list[tuple[int, str | None]]:
    """List the thoughts without an answer, each with the worker that has claimed it."""
    found = await connection.execute(
        select(THOUGHTS.c.id, THOUGHTS.c.claimed_by).where(*_UNANSWERED).order_by(THOUGHTS.c.id)
    )
    return [(row.id, row.claimed_by) for row in found]


_UNANSWERED: Final = (THOUGHTS.c.answer.is_(None), THOUGHTS.c.failed.is_(None))
_HAS_WORKERS: Final = text(f"""
SELECT EXISTS (
    SELECT 1 FROM {PROCESSES.name}
    WHERE thinks_for = :version AND beat_at
        >= cast(extract(epoch FROM clock_timestamp()) AS bigint) - cast(:seconds AS bigint)
)
""")  # noqa: S608 - the name of a table of ours
_CLAIM: Final = text("""
UPDATE thoughts SET claimed_by = :by, attempts = attempts + 1
WHERE id = (
    SELECT id FROM thoughts AS one
    WHERE version = :version AND claimed_by IS NULL AND answer IS NULL AND failed IS NULL
    ORDER BY (
        SELECT count(*) FROM thoughts AS other
        WHERE other.guild_id = one.guild_id AND other.claimed_by IS NOT NULL
            AND other.answer IS NULL AND other.failed IS NULL
    ), id
    LIMIT 1
    FOR UPDATE SKIP LOCKED
)
RETURNING id, guild_id, job, seconds, question, attempts
""").columns(question=THOUGHTS.c.question.type)
