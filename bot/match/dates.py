"""Dates as people type them, of UTC like months: a year, a month or a day."""

import re
from datetime import UTC, datetime
from typing import Final

from bot.errors import MatchError
from bot.text.voice import Name
from games.words import Text

_DATE: Final = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)
DATE_LENGTH: Final = 10
DECEMBER: Final = 12
DAY: Final = 24 * 3600


def span_of(typed: str) -> tuple[int, int]:
    """Return the first second of a year, month or day, and the first one after it.

    Raises MatchError.

    >>> one, next_one = span_of("2028-02")
    >>> (next_one - one) // DAY
    29
    """
    found = _DATE.fullmatch(typed.strip())
    if found is None:
        raise _no_date(typed)
    year, month, day = (None if part is None else int(part) for part in found.groups())
    try:
        first = datetime(year or 0, month or 1, day or 1, tzinfo=UTC)
        if day is not None:
            return int(first.timestamp()), int(first.timestamp()) + DAY
        years = month in {None, DECEMBER}
        after = first.replace(year=first.year + years, month=1 if years else first.month + 1)
    except ValueError:
        raise _no_date(typed) from None
    return int(first.timestamp()), int(after.timestamp())


def _no_date(typed: str) -> MatchError:
    return MatchError(
        Text(
            "{date} is not a date: write a year, a month or a day, like 2026, "
            "2026-11 or 2026-11-05.",
            date=Name(typed.strip()[:DATE_LENGTH]),
        )
    )
