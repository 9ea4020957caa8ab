"""Patience lasts as long as something changes, and not for ever."""

from dataclasses import dataclass

import pytest

from tests.torture.invariants import Violation, Wrong
from tests.torture.patience import Patience


def waiting(*rows: int) -> list[Violation]:
    """Return what is wrong where some rows have not gone out."""
    return [Violation(Wrong.OUTBOX, f"row {row}", "it has not gone out") for row in rows]


@dataclass
class Watch:
    """A clock that a test turns."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def patience(watch: Watch) -> Patience:
    return Patience(15.0, 120.0, watch)


def test_it_is_over_where_nothing_changes(watch: Watch, patience: Patience) -> None:
    assert not patience.is_over(waiting(1, 2))
    watch.now = 15.0
    assert not patience.is_over(waiting(1, 2))
    watch.now = 15.1
    assert patience.is_over(waiting(1, 2))


def test_it_goes_on_while_one_row_after_the_other_goes_out(
    watch: Watch, patience: Patience
) -> None:
    for number in range(8):
        watch.now = number * 14.0
        assert not patience.is_over(waiting(*range(number, 8)))


def test_it_ends_even_where_something_always_changes(watch: Watch, patience: Patience) -> None:
    for number in range(9):
        watch.now = number * 14.0
        assert not patience.is_over(waiting(number))
    watch.now = 121.0
    assert patience.is_over(waiting(9))
