"""Computers at a table: the id and the name that one has in place of a person's.

Discord's ids are positive, so a computer's is negative; no name of a person has a control
character, so a computer's starts with one. What a computer is called is for `bot.text.voice`;
how it plays for `games.players`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.players import LEVELS
from games.players.mix import EIGHTHS, Mix, Strength

_MARK: Final = "\x00"
_STEP: Final = 10
_FIRST_MIX: Final = 10
"""The step of the weakest mix: levels have 1 to 9."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer's seat: how strong it is, and which at the table (from 1; 0: any of its strength).

    >>> from games.players import Level
    >>> Computer(Level.MEDIUM, 2).id, Computer.of(-22) == Computer(Level.MEDIUM, 2)
    (-22, True)
    >>> Computer(Mix(Level.EASY, 3)).id, Computer.of(-131) == Computer(Mix(Level.EASY, 3), 1)
    (-131, True)
    """

    strength: Strength
    number: int = 1

    @property
    def id(self) -> int:
        """Return the id that it has in place of a person's."""
        return -(_STEP * _step_of(self.strength) + self.number)

    @property
    def name(self) -> str:
        """Return the name that it has in place of a person's."""
        return f"{_MARK}{self.id}"

    @classmethod
    def of(cls, user_id: int) -> "Computer | None":
        """Return the computer with an id; None for a person's."""
        step, number = divmod(-user_id, _STEP)
        return cls(_strength_at(step), number) if user_id < 0 else None

    @classmethod
    def named(cls, name: str) -> "Computer | None":
        """Return the computer with a name; None for a person's."""
        return cls.of(int(name.removeprefix(_MARK))) if name.startswith(_MARK) else None


def _step_of(strength: Strength) -> int:
    # Stored games hold ids: a level that comes later must not change any.
    if isinstance(strength, Mix):
        return _FIRST_MIX + EIGHTHS * LEVELS.index(strength.lower) + strength.eighths
    return 1 + LEVELS.index(strength)


def _strength_at(step: int) -> Strength:
    if step < _FIRST_MIX:
        return LEVELS[step - 1]
    level, eighths = divmod(step - _FIRST_MIX, EIGHTHS)
    return Mix(LEVELS[level], eighths)


def computers(strength: Strength, count: int) -> tuple[Computer, ...]:
    """Return a number of computers of one strength for one table."""
    return tuple(Computer(strength, number) for number in range(1, count + 1))


def joining(strength: Strength, sitting: Sequence[Computer], count: int) -> tuple[Computer, ...]:
    """Return a number of computers of one strength that join others, with numbers of their own.

    All that are between two levels share their names, and so their numbers.

    >>> from games.players import Level
    >>> [computer.id for computer in joining(Level.EASY, computers(Level.EASY, 1), 2)]
    [-12, -13]
    """
    alike = [
        computer
        for computer in sitting
        if computer.strength is strength
        or (isinstance(computer.strength, Mix) and isinstance(strength, Mix))
    ]
    return computers(strength, len(alike) + count)[len(alike) :]


def is_computer(user_id: int) -> bool:
    """Tell whether an id is a computer's."""
    return user_id < 0
