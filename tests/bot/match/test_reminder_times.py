"""When reminders go out: stages of a clock, quiet hours in a person's own zone, digests."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bot.match.reminder_times import (
    DAY,
    HOUR,
    Stage,
    next_digest,
    next_reminder,
    reached,
    reminders_of,
)
from data.preferences import Preferences

ANYBODY = Preferences(1)
ROME = ZoneInfo("Europe/Rome")


def at(written: str, zone: ZoneInfo = ROME) -> int:
    """Return a time that is written as people do: "2026-11-28 22:00"."""
    return int(datetime.fromisoformat(written).replace(tzinfo=zone).timestamp())


def quiet(begin: int, end: int, zone: str = "Europe/Rome") -> Preferences:
    return Preferences(1, quiet_from=begin, quiet_until=end, time_zone=zone)


def moments(deadline: int, days: int, chosen: Preferences, now: int) -> list[int]:
    """List when the reminders of a clock go out, told of one after the other from now on."""
    found, told = [], Stage.NOTHING
    while (moment := next_reminder(deadline, days, told, chosen, now)) is not None:
        stage = reached(deadline, days, told, chosen, moment)
        assert stage is not None, "at its time a reminder goes out"
        now, told = moment, stage
        found.append(moment)
    return found


@pytest.mark.parametrize("days", [3, 7, 14])
def test_one_comes_at_half_time_and_one_twelve_hours_before_the_end(days: int) -> None:
    assert moments(days * DAY, days, ANYBODY, 0) == [days * DAY // 2, days * DAY - 12 * HOUR]


def test_where_both_would_be_near_each_other_only_the_later_comes() -> None:
    assert [each.stage for each in reminders_of(DAY, 1)] == [Stage.LATE]
    assert moments(DAY, 1, ANYBODY, 0) == [12 * HOUR]


def test_missed_reminders_are_one() -> None:
    assert moments(3 * DAY, 3, ANYBODY, 3 * DAY - HOUR) == [3 * DAY - HOUR]
    assert reached(3 * DAY, 3, Stage.NOTHING, ANYBODY, 3 * DAY - HOUR) is Stage.LATE


def test_nothing_is_told_twice() -> None:
    assert reached(3 * DAY, 3, Stage.HALF, ANYBODY, 2 * DAY) is None
    assert next_reminder(3 * DAY, 3, Stage.LATE, ANYBODY, 0) is None


@pytest.mark.parametrize(
    ("begin", "end", "due", "goes_out"),
    [
        (22, 7, "2026-11-28 23:30", "2026-11-29 07:00"),
        (22, 7, "2026-11-29 03:00", "2026-11-29 07:00"),
        (22, 7, "2026-11-28 22:00", "2026-11-29 07:00"),
        (22, 7, "2026-11-29 07:00", "2026-11-29 07:00"),
        (22, 7, "2026-11-28 21:59", "2026-11-28 21:59"),
        (9, 17, "2026-11-28 12:00", "2026-11-28 17:00"),
        (9, 17, "2026-11-28 18:00", "2026-11-28 18:00"),
        # The night in which clocks go forward, and the one in which they go back.
        (22, 7, "2026-03-28 23:30", "2026-03-29 07:00"),
        (22, 7, "2026-10-24 23:30", "2026-10-25 07:00"),
    ],
)
def test_a_reminder_waits_for_the_end_of_quiet_hours(
    begin: int, end: int, due: str, goes_out: str
) -> None:
    deadline = at(due) + 12 * HOUR
    early = at(due) - HOUR
    assert moments(deadline, 1, quiet(begin, end), early) == [at(goes_out)]


def test_quiet_hours_are_those_of_the_persons_own_zone() -> None:
    tokyo = quiet(22, 7, "Asia/Tokyo")
    due = at("2026-11-28 14:00", ZoneInfo("UTC"))  # 23:00 in Tokyo
    assert moments(due + 12 * HOUR, 1, tokyo, due - HOUR) == [due + 8 * HOUR]
    assert moments(due + 12 * HOUR, 1, quiet(22, 7, "UTC"), due - HOUR) == [due]


def test_where_the_deadline_comes_first_it_goes_out_before_quiet_hours() -> None:
    deadline = at("2026-11-29 07:00")
    long = quiet(18, 8)
    assert moments(deadline, 1, long, at("2026-11-28 12:00")) == [at("2026-11-28 18:00")]


def test_where_there_is_no_time_but_quiet_hours_it_goes_out_at_once() -> None:
    deadline = at("2026-11-29 07:00")
    now = at("2026-11-28 20:00")
    assert moments(deadline, 1, quiet(18, 8), now) == [now]


@given(
    begin=some.integers(0, 23),
    end=some.integers(0, 23),
    days=some.sampled_from([1, 3, 7, 14]),
    begun=some.integers(1_700_000_000, 1_900_000_000),
    zone=some.sampled_from(["UTC", "Europe/Rome", "America/St_Johns", "Australia/Lord_Howe"]),
)
def test_reminders_come_in_order_before_the_deadline_and_each_at_most_once(
    begin: int, end: int, days: int, begun: int, zone: str
) -> None:
    deadline = begun + days * DAY
    found = moments(deadline, days, quiet(begin, end, zone), begun)
    assert 1 <= len(found) <= 2
    assert found == sorted(found)
    assert all(begun <= moment < deadline for moment in found)


def test_a_digest_comes_at_its_hour_of_the_day_and_not_twice_a_day() -> None:
    chosen = Preferences(1, digest_hour=8, time_zone="Europe/Rome")
    assert next_digest(chosen, at("2026-11-28 07:59")) == at("2026-11-28 08:00")
    assert next_digest(chosen, at("2026-11-28 08:00")) == at("2026-11-29 08:00")
    assert next_digest(chosen, at("2026-03-28 20:00")) == at("2026-03-29 08:00")
    assert next_digest(ANYBODY, 0) is None


def test_a_zone_that_is_not_known_any_more_costs_nobody_their_reminders() -> None:
    assert moments(DAY, 1, quiet(22, 7, "Europe/Atlantis"), 0) == [12 * HOUR]
