"""What waits: messages that are still to be sent, and jobs that are due.

What does not belong here: which jobs a game must have (`bot.doctor.games`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.delivery.row_fields import UnreadableRow
from bot.delivery.rows import read_row
from bot.doctor.troubles import Check, Mend, Trouble
from bot.match.reminder_times import DAY
from data.examined import Orphans, Row
from data.schedule import JobKind

PATIENCE: Final = DAY
"""For how long something may wait while the bot runs."""


def messages(page: Sequence[Row], *, alive: int) -> Iterator[Trouble]:
    """Yield what is wrong with messages that are still to be sent; `alive` is when the bot ran last."""
    for row in page:
        subject = f"message {row['id']} to be sent ({row['kind']}, {row['stream']})"
        try:
            read_row(row["kind"], row["payload"])
        except UnreadableRow:
            remedy = "The bot leaves it out; install the version that has written it to send it"
            yield Trouble(Check.OUTBOX, subject, "this version can't build it", remedy=remedy)
            continue
        if row["due_at"] < alive - PATIENCE:
            days = (alive - row["due_at"]) // DAY
            remedy = "The log says why it does not go out"
            yield Trouble(Check.OUTBOX, subject, f"it waits for {days} days", remedy=remedy)


def overdue(jobs: Sequence[Row], *, alive: int) -> Iterator[Trouble]:
    """Yield what is wrong with late jobs: nobody here knows them, or they were not run."""
    known = {kind.value for kind in JobKind}
    for job in jobs:
        subject = f"the job {job['kind']} about {job['subject_id']}"
        if job["kind"] not in known:
            remedy = "Install the version that has written it"
            yield Trouble(Check.JOBS, subject, "this version does not know it", remedy=remedy)
        else:
            days = (alive - job["due_at"]) // DAY
            remedy = "The log says why it fails"
            yield Trouble(Check.JOBS, subject, f"it is due for {days} days", remedy=remedy)


def lost(found: Sequence[Orphans], deletable: Sequence[str]) -> Iterator[Trouble]:
    """Yield what is about something that is not there."""
    for each in found:
        yield Trouble(
            Check.ORPHANS,
            f"table {each.table}",
            f"{each.rows} rows are about {each.about} that are not there",
            Mend.ORPHAN if each.table in deletable else None,
            table=f"{each.table}/{each.about}",
            remedy="" if each.table in deletable else "Put a backup in its place",
        )
