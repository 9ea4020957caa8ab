"""People's plans in running games: what may happen, and how they answer it.

A plan is private: the caller shows it to its owner only.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.engine import Row

from data.engine import Connection
from data.tables import PLANS


class PlanState(StrEnum):
    """How far a plan is."""

    DRAFT = "draft"
    """It is being built."""
    WAITING = "waiting"
    """It is played as soon as it comes true."""
    DROPPED = "dropped"
    """It came true but could not be played, which its owner has not been told yet."""
    TAKEN_BACK = "taken-back"
    """What it followed was taken back, which its owner has not been told yet."""


LOST: Final = frozenset({PlanState.DROPPED, PlanState.TAKEN_BACK})
"""The states of plans that are gone as soon as their owner has been told."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a plan could not be played: after the event `seq`, at the step with this index."""

    seq: int
    step: int


@dataclass(frozen=True, slots=True)
class Plan:
    """One plan: its `steps` follow the event `seq`; `bot.match.plans` says what they mean."""

    id: int
    game_id: int
    user_id: int
    seq: int
    state: PlanState
    steps: tuple[str, ...]
    failure: Failure | None = None


async def add(
    connection: Connection, game_id: int, user_id: int, seq: int, steps: Sequence[str], now: int
) -> int:
    """Store a new draft, and return its number."""
    added = await connection.execute(
        insert(PLANS)
        .values(
            game_id=game_id,
            user_id=user_id,
            seq=seq,
            state=PlanState.DRAFT,
            steps=list(steps),
            created_at=now,
        )
        .returning(PLANS.c.id)
    )
    plan_id: int = added.scalar_one()
    return plan_id


async def get(connection: Connection, plan_id: int) -> Plan | None:
    """Return a plan, or None."""
    row = (await connection.execute(select(PLANS).where(PLANS.c.id == plan_id))).one_or_none()
    return None if row is None else _plan(row)


async def of_game(connection: Connection, game_id: int) -> list[Plan]:
    """List the plans that wait in a game, oldest first."""
    rows = await connection.execute(_OF_GAME, {"game_id": game_id})
    return [_plan(row) for row in rows]


_OF_GAME = (
    select(PLANS)
    .where(PLANS.c.game_id == bindparam("game_id"), PLANS.c.state == PlanState.WAITING)
    .order_by(PLANS.c.id)
)


async def of_person(connection: Connection, game_id: int, user_id: int) -> list[Plan]:
    """List all that a person has planned in a game, drafts too, oldest first."""
    rows = await connection.execute(
        select(PLANS)
        .where(PLANS.c.game_id == game_id, PLANS.c.user_id == user_id)
        .order_by(PLANS.c.id)
    )
    return [_plan(row) for row in rows]


async def change(
    connection: Connection,
    plan_id: int,
    seq: int,
    state: PlanState,
    steps: Sequence[str],
    failure: Failure | None = None,
) -> None:
    """Store a plan as it is now."""
    await connection.execute(
        update(PLANS)
        .where(PLANS.c.id == plan_id)
        .values(
            seq=seq,
            state=state,
            steps=list(steps),
            failed_seq=None if failure is None else failure.seq,
            failed_step=None if failure is None else failure.step,
        )
    )


async def drop(connection: Connection, plan_ids: Collection[int]) -> None:
    """Delete plans."""
    await connection.execute(delete(PLANS).where(PLANS.c.id.in_(plan_ids)))


async def drop_of_game(connection: Connection, game_id: int) -> None:
    """Delete all plans of a game."""
    await connection.execute(delete(PLANS).where(PLANS.c.game_id == game_id))


def _plan(row: Row[Any]) -> Plan:  # Any: columns of several types
    failure = None if row.failed_seq is None else Failure(row.failed_seq, row.failed_step)
    return Plan(
        row.id,
        row.game_id,
        row.user_id,
        row.seq,
        PlanState(row.state),
        tuple(row.steps),
        failure,
    )
