"""The few numbers that a bot's process and its torturer share: how wrong the clock is, how full the disk.

They are in a file that both have mapped into their memory, so what the one writes counts for the
other at its next look. What does not belong here: what the process does by them (`bot_process`).
"""

import mmap
import struct
from enum import IntEnum
from pathlib import Path
from typing import Final

_NUMBERS: Final = struct.Struct("<ddq")


class Disk(IntEnum):
    """What becomes of what a bot writes into its SQLite file."""

    FINE = 0
    FULL = 1
    """SQLite finds no room for another page."""
    READ_ONLY = 2
    """The file may only be read."""


class Control:
    """The shared numbers, in a file that is made if it is not there."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(_NUMBERS.pack(0.0, 0.0, Disk.FINE))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _NUMBERS.size)

    @property
    def _all(self) -> tuple[float, float, int]:
        ahead, asleep, disk = _NUMBERS.unpack_from(self._map)
        return ahead, asleep, disk

    @property
    def ahead(self) -> float:
        """By how many seconds the machine's clock is ahead of Discord's."""
        return self._all[0]

    @ahead.setter
    def ahead(self, seconds: float) -> None:
        _NUMBERS.pack_into(self._map, 0, seconds, self.asleep, self.disk)

    @property
    def asleep(self) -> float:
        """How many seconds have passed that no clock of the process has counted."""
        return self._all[1]

    @asleep.setter
    def asleep(self, seconds: float) -> None:
        _NUMBERS.pack_into(self._map, 0, self.ahead, seconds, self.disk)

    @property
    def disk(self) -> Disk:
        """How the disk is."""
        return Disk(self._all[2])

    @disk.setter
    def disk(self, disk: Disk) -> None:
        _NUMBERS.pack_into(self._map, 0, self.ahead, self.asleep, disk)

    def close(self) -> None:
        """Unmap the file."""
        self._map.close()
