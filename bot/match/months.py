"""Months: since when running scores count. They are those of UTC, the same for a whole server."""

from datetime import UTC, datetime


def month_start(at: int) -> int:
    """Return the first second of the month in which a time lies.

    >>> month_start(1_800_000_000) == datetime(2027, 1, 1, tzinfo=UTC).timestamp()
    True
    """
    month = datetime.fromtimestamp(at, UTC).replace(day=1, hour=0, minute=0, second=0)
    return int(month.timestamp())
