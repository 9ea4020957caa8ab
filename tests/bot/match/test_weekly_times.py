"""When a weekly table meets: once a week, whatever the clocks of its zone do."""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.match.weekly_times import HOUR, WEEK, Meeting, next_meeting
from data.weekly import Plan

BERLIN = Plan(1, 2, "any", weekday=6, minute=2 * 60 + 30, zone="Europe/Berlin", lead_hours=24)
"""Sundays at 2:30, when the clocks change there."""


def at(zone: str, year: int, month: int, day: int, hour: int = 0) -> int:
    return int(datetime(year, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp())


def meetings(plan: Plan, since: int, count: int) -> list[Meeting]:
    """List meetings as the bot does: each found once the one before has begun."""
    found = [next_meeting(plan, since)]
    while len(found) < count:
        found.append(next_meeting(plan, found[-1].starts_at, after_day=found[-1].day))
    return found


def local(plan: Plan, meeting: Meeting) -> str:
    return datetime.fromtimestamp(meeting.starts_at, ZoneInfo(plan.zone)).isoformat()


def test_it_meets_at_the_time_of_its_zone_and_its_card_comes_before() -> None:
    plan = replace(BERLIN, weekday=2, minute=20 * 60, lead_hours=3)
    meeting = next_meeting(plan, at("Europe/Berlin", 2026, 6, 1, 12))
    assert local(plan, meeting) == "2026-06-03T20:00:00+02:00"
    assert meeting.card_at == meeting.starts_at - 3 * HOUR


def test_a_meeting_that_begins_now_is_past() -> None:
    meeting = next_meeting(BERLIN, at("Europe/Berlin", 2026, 6, 1, 12))
    assert next_meeting(BERLIN, meeting.starts_at).day == meeting.day + WEEK


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        (
            (2026, 3, 17),
            ["2026-03-22T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-04-05T02:30:00+02:00"],
        ),
        (
            (2026, 10, 13),
            ["2026-10-18T02:30:00+02:00", "2026-10-25T02:30:00+02:00", "2026-11-01T02:30:00+01:00"],
        ),
    ],
)
def test_when_the_clocks_change_there_is_one_meeting_all_the_same(
    since: tuple[int, int, int], expected: list[str]
) -> None:
    found = meetings(BERLIN, at("Europe/Berlin", *since), 3)
    assert [local(BERLIN, meeting) for meeting in found] == expected


@pytest.mark.parametrize(
    "zone",
    ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Tokyo", "Australia/Lord_Howe"],
)
@pytest.mark.parametrize("minute", [0, 150, 180, 1439])
@pytest.mark.parametrize("weekday", range(7))
def test_over_years_there_is_one_meeting_every_week(zone: str, minute: int, weekday: int) -> None:
    plan = replace(BERLIN, zone=zone, minute=minute, weekday=weekday)
    found = meetings(plan, at("UTC", 2026, 1, 1), 110)
    days = [meeting.day for meeting in found]
    assert [later - day for day, later in pairwise(days)] == [WEEK] * 109
    starts = [meeting.starts_at for meeting in found]
    assert starts == sorted(set(starts))


def test_a_day_that_had_its_meeting_has_no_other() -> None:
    meeting = next_meeting(BERLIN, at("Europe/Berlin", 2026, 6, 1, 12))
    again = next_meeting(BERLIN, at("Europe/Berlin", 2026, 6, 1, 12), after_day=meeting.day)
    assert again.day == meeting.day + WEEK
