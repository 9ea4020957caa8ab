"""Months: since when running scores count. They begin by the clocks of a server's time zone, as seasons do."""

from datetime import datetime, tzinfo


def month_start(at: int, zone: tzinfo) -> int:
    """Return the first second of the month in which a time lies.

    >>> from datetime import UTC
    >>> month_start(1_800_000_000, UTC) == datetime(2027, 1, 1, tzinfo=UTC).timestamp()
    True
    """
    day = datetime.fromtimestamp(at, zone)
    return int(datetime(day.year, day.month, 1, tzinfo=zone).timestamp())
