"""When a weekly table meets: once on its day of the week, by the clocks of its time zone.

A day is that zone's calendar date, so that a week has one meeting whatever its clocks do. Where a time
comes twice that night, the first one counts; where it is left out, the clocks show an hour later.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from data.weekly import Plan

WEEK: Final = 7
HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Meeting:
    """One meeting: its day (days since 1970, by the plan's zone), its card's time and its start."""

    day: int
    card_at: int
    starts_at: int


def meeting_on(plan: Plan, day: date) -> Meeting:
    """Return the meeting on a date."""
    local = datetime.combine(day, time(*divmod(plan.minute, 60)), tzinfo=ZoneInfo(plan.zone))
    starts_at = int(local.timestamp())
    number = (day - date(1970, 1, 1)).days
    return Meeting(number, starts_at - plan.lead_hours * HOUR, starts_at)


def next_meeting(plan: Plan, now: int, *, after_day: int | None = None) -> Meeting:
    """Return the first meeting that starts after now, and on a later day than one that was.

    >>> plan = Plan(1, 2, "any", weekday=6, minute=150, zone="Europe/Berlin", lead_hours=1)
    >>> spring = next_meeting(plan, 1774656000)  # the night on which 2:30 is left out
    >>> datetime.fromtimestamp(spring.starts_at, ZoneInfo(plan.zone)).isoformat()
    '2026-03-29T03:30:00+02:00'
    """
    today = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(plan.zone)).date()
    first = today - timedelta(days=1)
    days = (first + timedelta(days=n) for n in range(3 * WEEK))
    return next(
        meeting
        for day in days
        if day.weekday() == plan.weekday
        and (meeting := meeting_on(plan, day)).starts_at > now
        and (after_day is None or meeting.day > after_day)
    )
