"""Rate limits and their headers, in a time that the test moves."""

from dataclasses import dataclass

import pytest

from playground.limits import Limits

SEND = "/channels/{}/messages"


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(clock)


def test_the_headers_count_down_and_the_sixth_message_must_wait(
    limits: Limits, clock: Clock
) -> None:
    left = []
    for _ in range(5):
        verdict = limits.take("POST", SEND.format(1))
        assert verdict.retry_after is None
        left.append(verdict.headers["X-RateLimit-Remaining"])
        clock.now += 0.5
    assert left == ["4", "3", "2", "1", "0"]
    over = limits.take("POST", SEND.format(1))
    assert over.retry_after == 2.5
    assert over.headers["Retry-After"] == "3"
    assert over.headers["X-RateLimit-Scope"] == "user"
    assert over.headers["Via"]
    clock.now += 2.5
    assert limits.take("POST", SEND.format(1)).retry_after is None


def test_each_channel_counts_for_itself_and_they_share_the_name_of_the_bucket(
    limits: Limits,
) -> None:
    one = [limits.take("POST", SEND.format(1)) for _ in range(6)]
    other = limits.take("POST", SEND.format(2))
    assert one[-1].retry_after is not None
    assert other.retry_after is None
    buckets = {each.headers["X-RateLimit-Bucket"] for each in (*one, other)}
    assert len(buckets) == 1


def test_messages_of_a_channel_are_edited_within_one_limit(limits: Limits) -> None:
    edits = [limits.take("PATCH", f"{SEND.format(1)}/{number}") for number in range(6)]
    assert [each.retry_after is None for each in edits] == [True] * 5 + [False]


def test_all_requests_together_have_a_limit_but_answers_have_not(limits: Limits) -> None:
    for number in range(50):
        assert limits.take("GET", f"/users/{number % 2}/{number}").retry_after is None
    over = limits.take("GET", "/users/@me")
    assert over.for_all
    assert over.headers["X-RateLimit-Global"] == "true"
    for number in range(200):
        answer = limits.take("POST", f"/interactions/{number}/token/callback")
        assert answer.retry_after is None


def test_buckets_that_are_over_are_forgotten(limits: Limits, clock: Clock) -> None:
    for number in range(1100):
        limits.take("POST", f"/interactions/{number}/token/callback")
    clock.now += 10
    limits.take("POST", "/interactions/0/token/callback")
    assert len(limits._buckets) == 1
