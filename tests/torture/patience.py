"""How long everything may take to settle: not by the clock alone, for a busy machine lets little happen.

What does not belong here: what has to settle (`storm`).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from time import monotonic

from tests.torture.invariants import Violation


@dataclass(slots=True)
class Patience:
    """Wait as long as what is wrong changes, but not for ever."""

    quiet: float
    """For how many seconds it may stay as it is."""
    longest: float
    """After how many all waiting ends."""
    clock: Callable[[], float] = monotonic
    _began: float = field(init=False)
    _changed: float = field(init=False)
    _before: frozenset[Violation] = frozenset()

    def __post_init__(self) -> None:
        self._began = self._changed = self.clock()

    def is_over(self, found: Collection[Violation]) -> bool:
        """Tell whether to wait no longer, with this being wrong now."""
        now, wrong = self.clock(), frozenset(found)
        if wrong != self._before:
            self._changed, self._before = now, wrong
        return now > self._changed + self.quiet or now > self._began + self.longest
