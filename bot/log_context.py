"""What is being done while a line of the log is written: which interaction, job or row, which game.

It is kept for each task (`contextvars`), which a task's children and threads inherit. Ids only:
who does it and what they wrote is nobody's business. What does not belong here: how lines look
(`bot.logs`).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

_DOING: Final[ContextVar[Mapping[str, str]]] = ContextVar(
    "what is being done", default=MappingProxyType({})
)
FIELDS: Final = ("interaction", "action", "job", "row", "game")
"""What a line may name, in this order."""


def doing() -> Mapping[str, str]:
    """Return what is being done here, by field."""
    return _DOING.get()


def note(**fields: object) -> None:
    """Note what is done from now on in this task."""
    _DOING.set(_with(fields))


@contextmanager
def noting(**fields: object) -> Iterator[None]:
    """Note what is done inside the block.

    >>> with noting(job="clock", game=7):
    ...     dict(doing())
    {'job': 'clock', 'game': '7'}
    """
    before = _DOING.set(_with(fields))
    try:
        yield
    finally:
        _DOING.reset(before)


def _with(fields: Mapping[str, object]) -> Mapping[str, str]:
    known = {**_DOING.get(), **{name: str(value) for name, value in fields.items()}}
    return {name: known[name] for name in FIELDS if name in known}
