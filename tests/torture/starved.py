"""For how long processes were kept from running by others: on a busy machine all takes longer.

What does not belong here: what takes too long (`runner`).
"""

from pathlib import Path
from typing import Final

TASKS: Final = Path("/proc")
"""Where Linux says of every thread for how long it has waited for a processor."""
NANOSECOND: Final = 1e-9


def starved(*processes: int, tasks: Path = TASKS) -> float:
    """Return for how many seconds all threads of these processes have waited for a processor.

    Where nobody counts that, or a process has ended, it is none.
    """
    return NANOSECOND * sum(
        _waited(thread) for process in processes for thread in _threads(tasks / str(process))
    )


def _threads(process: Path) -> list[Path]:
    try:
        return list((process / "task").iterdir())
    except OSError:
        return []  # it has ended, or ends at this moment


def _waited(thread: Path) -> int:
    try:
        _ran, waited, _times = (thread / "schedstat").read_text().split()
    except OSError:
        return 0  # it has ended just now
    return int(waited)
