"""Months and quarters: when one begins by the clocks of a time zone, and which follows.

What does not belong here: whether a server has seasons, and when one is closed.
"""

from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Final, Self

from data.servers import SeasonLength

MONTHS: Final = 12
IN_A_YEAR: Final = {SeasonLength.MONTH: 12, SeasonLength.QUARTER: 4}


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """A month or a quarter of a year; `number` counts from 1."""

    length: SeasonLength
    year: int
    number: int

    @classmethod
    def at(cls, length: SeasonLength, moment: int, zone: tzinfo) -> Self:
        """Return the one in which a moment is.

        >>> from datetime import UTC
        >>> Season.at(SeasonLength.QUARTER, 1_800_000_000, UTC)
        Season(length=<SeasonLength.QUARTER: 'quarter'>, year=2027, number=1)
        """
        day = datetime.fromtimestamp(moment, zone)
        return cls(length, day.year, (day.month - 1) // _months(length) + 1)

    @property
    def following(self) -> "Season":
        """Return the next one."""
        last = self.number == IN_A_YEAR[self.length]
        return Season(self.length, self.year + last, 1 if last else self.number + 1)

    def begins(self, zone: tzinfo) -> int:
        """Return the moment at which it begins, and the one before it ends."""
        month = (self.number - 1) * _months(self.length) + 1
        return int(datetime(self.year, month, 1, tzinfo=zone).timestamp())


def _months(length: SeasonLength) -> int:
    return MONTHS // IN_A_YEAR[length]
