"""When people are reminded: before a deadline, outside their quiet hours, or once a day.

Pure: from a deadline, a person's preferences and the time, the next time. What does not belong
here: who is reminded of what, and how they are told (`bot.services.reminders`).
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from data.preferences import Preferences

HOUR: Final = 3600
DAY: Final = 24 * HOUR
LATE_SECONDS: Final = 12 * HOUR
"""So long before the end comes the second reminder."""
AHEAD_SECONDS: Final = 3 * HOUR
"""So long before the end a digest still comes in good time."""
APART_SECONDS: Final = 6 * HOUR
"""Of two reminders that are no further apart only the later goes out."""

_NO_ZONE: Final = "Factory"
"""What the tz database has for a machine whose zone nobody has set."""


class Stage(IntEnum):
    """What a person has been told of a turn's clock."""

    NOTHING = 0
    HALF = 1
    """Half of the time is over."""
    LATE = 2
    """The end is near."""
    OVER = 3
    """The time is up."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder of a turn: which, and when it goes out."""

    stage: Stage
    at: int


def reminders_of(deadline: int, days: int) -> tuple[Reminder, ...]:
    """Return the reminders before a deadline of a clock with `days` per turn, in order.

    >>> [(str(each.stage.name), each.at) for each in reminders_of(3 * DAY, 3)]
    [('HALF', 129600), ('LATE', 216000)]
    >>> [str(each.stage.name) for each in reminders_of(DAY, 1)]
    ['LATE']
    """
    half = Reminder(Stage.HALF, deadline - days * DAY // 2)
    late = Reminder(Stage.LATE, deadline - LATE_SECONDS)
    return (late,) if late.at - half.at <= APART_SECONDS else (half, late)


def reached(deadline: int, days: int, told: int, chosen: Preferences, now: int) -> Stage | None:
    """Return the reminder that is due now, where `told` was the last; None if none is.

    Of several that were missed only the last counts.
    """
    due = [
        each.stage
        for each in reminders_of(deadline, days)
        if each.stage > told and _moment(each.at, deadline, chosen, now) <= now
    ]
    return max(due, default=None)


def passed(deadline: int, days: int, now: int) -> Stage:
    """Return the last reminder before a deadline whose time is over."""
    over = [each.stage for each in reminders_of(deadline, days) if each.at <= now]
    return max(over, default=Stage.NOTHING)


def needs_reminder(deadline: int, begun: int, chosen: Preferences, now: int) -> bool:
    """Tell whether a turn gets its own reminder, even if its player prefers a digest.

    A digest may come too late: a clock can be shorter than the day between two digests.
    """
    following = next_digest(chosen, now)
    return following is None or (following > deadline - AHEAD_SECONDS and following - DAY < begun)


def next_reminder(deadline: int, days: int, told: int, chosen: Preferences, now: int) -> int | None:
    """Return when the next reminder after the stage `told` goes out, at the earliest now."""
    moments = [
        _moment(each.at, deadline, chosen, now)
        for each in reminders_of(deadline, days)
        if each.stage > told
    ]
    return max(now, min(moments)) if moments else None


def next_digest(chosen: Preferences, now: int) -> int | None:
    """Return when a person's next digest goes out, after now; None if they want none."""
    if chosen.digest_hour is None:
        return None
    zone = zone_of(chosen.time_zone)
    today = datetime.fromtimestamp(now, zone)
    for days in range(3):
        moment = _at_hour(today, days, chosen.digest_hour, zone)
        if moment > now:
            return moment
    return now + DAY


def _moment(at: int, deadline: int, chosen: Preferences, now: int) -> int:
    """Move a reminder out of the quiet hours that it falls into, or that it is now."""
    moment = _out_of_quiet(at, deadline, chosen, now)
    return moment if moment > now else _out_of_quiet(now, deadline, chosen, now)


def _out_of_quiet(at: int, deadline: int, chosen: Preferences, now: int) -> int:
    """Wait for the end of quiet hours; where the deadline comes first, go out before them.

    Where they have begun already there is no time but now: a game lost is worse than a ping.
    """
    quiet = _quiet(at, chosen)
    if quiet is None:
        return at
    begin, end = quiet
    return end if end < deadline else max(begin, now)


def _quiet(at: int, chosen: Preferences) -> tuple[int, int] | None:
    """Return begin and end of the quiet hours that a time falls into, or None."""
    if chosen.quiet_from is None or chosen.quiet_until in {None, chosen.quiet_from}:
        return None
    zone = zone_of(chosen.time_zone)
    day = datetime.fromtimestamp(at, zone)
    over_midnight = chosen.quiet_until <= chosen.quiet_from
    for days in (-1, 0):
        begin = _at_hour(day, days, chosen.quiet_from, zone)
        end = _at_hour(day, days + over_midnight, chosen.quiet_until, zone)
        if begin <= at < end:
            return begin, end
    return None


def _at_hour(day: datetime, days: int, hour: int, zone: tzinfo) -> int:
    """Return an hour of the day a number of days later, by local time there."""
    moment = datetime.combine(day.date() + timedelta(days=days), time(hour), zone)
    return int(moment.timestamp())


@cache
def time_zones() -> frozenset[str]:
    """Return the names of the tz database, not what else a machine has: its own local time."""
    listed = files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return frozenset(listed.split()) - {_NO_ZONE}


def zone_of(name: str) -> tzinfo:
    """Return the time zone with a name that was chosen, UTC where it is not known any more."""
    # A zone that was renamed since it was chosen must not cost anybody their reminders.
    if name not in time_zones():
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
