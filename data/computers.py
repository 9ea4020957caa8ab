"""Computers at a table: the id and the name that one has in place of a person's.

Discord's ids are positive, so a computer's is negative; no name of a person has a control
character, so a computer's starts with one. What a computer is called is for `bot.text.voice`;
how it plays for `games.players`.
"""

from dataclasses import dataclass
from typing import Final

from games.players import LEVELS, Level

_MARK: Final = "\x00"
_STEP: Final = 10


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer's seat: how strong it is, and which at the table (from 1; 0: any of its level).

    >>> Computer(Level.MEDIUM, 2).id, Computer.of(-22) == Computer(Level.MEDIUM, 2)
    (-22, True)
    """

    level: Level
    number: int = 1

    @property
    def id(self) -> int:
        """Return the id that it has in place of a person's."""
        return -(_STEP * (1 + LEVELS.index(self.level)) + self.number)

    @property
    def name(self) -> str:
        """Return the name that it has in place of a person's."""
        return f"{_MARK}{self.id}"

    @classmethod
    def of(cls, user_id: int) -> "Computer | None":
        """Return the computer with an id; None for a person's."""
        level, number = divmod(-user_id, _STEP)
        return cls(LEVELS[level - 1], number) if user_id < 0 else None

    @classmethod
    def named(cls, name: str) -> "Computer | None":
        """Return the computer with a name; None for a person's."""
        return cls.of(int(name.removeprefix(_MARK))) if name.startswith(_MARK) else None


def computers(level: Level, count: int) -> tuple[Computer, ...]:
    """Return a number of computers of a level for one table."""
    return tuple(Computer(level, number) for number in range(1, count + 1))


def is_computer(user_id: int) -> bool:
    """Tell whether an id is a computer's."""
    return user_id < 0
