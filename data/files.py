"""A SQLite file and its companions on the disk, looked at without changing a byte of them.

Each look says what is wrong and what to do, or None. What does not belong here: connections
(`data.sqlite`), and copies of a file (`data.copies`).
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from data import sqlite

WAL: Final = "-wal"
"""What the name of the companion ends with that holds what is not in the file yet."""
JOURNALS: Final = (WAL, "-shm")
"""The companions that belong to one file alone, and must go where it goes."""
SIGNATURE: Final = b"SQLite format 3\x00"
READ_BY: Final = 19
"""Where a file says whether it has such a companion: 2 if it does, 1 if it does not."""
HAS_WAL: Final = 2
CHANGING: Final = ("games", "matches", "outbox", "due", "posts")
"""The tables that nearly every move changes: their indexes no longer fit if the files do not.

To compare all indexes takes five times as long as all the rest of a start.
"""
PATIENCE: Final = 10.0
"""How many seconds another program may keep the file locked."""

Trouble = tuple[str, str]
"""What is wrong, and what a person can do about it."""


def trouble_with_file(path: Path) -> Trouble | None:
    """Say why a file can neither be used nor made."""
    if not path.parent.is_dir():
        return f"there is no folder {path.parent.absolute()}", "Make it, or name another file"
    if path.is_dir():
        return f"{path.absolute()} is a folder", "Name a file"
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        return f"{path.absolute()} may not be read and written", sqlite.ALLOW
    return None


def trouble_with_missing(path: Path) -> Trouble | None:
    """Say which companions are there without their database: it was moved away or deleted."""
    if path.exists():
        return None
    left = [each for each in companions(path) if each.exists()]
    if not left:
        return None
    names = " ".join(str(each.absolute()) for each in left)
    return (
        f"there is no {path.absolute()} any more, although a bot has worked with it",
        f"Put it back, or a backup with `tavolo restore FILE`; to begin with no games, delete {names}",
    )


def trouble_with_leftovers(path: Path) -> Trouble | None:
    """Say whether a file is damaged together with what is left over in its companion.

    After a kill there is some that is not in the file yet. It must not get into another file, such
    as a backup that was copied over this one. Raises sqlite3.Error.
    """
    if not has_leftovers(path):
        return None
    remedy = (
        f"Move {path.absolute()}{WAL} and -shm away if the file is a copy that you have put there; "
        "`tavolo restore FILE` does all of it"
    )
    wrong = f"{path.absolute()}{WAL} is left over from another file"
    with path.open("rb") as file:
        header = file.read(READ_BY + 1)
    if header.startswith(SIGNATURE) and header[READ_BY] != HAS_WAL:
        return wrong, remedy
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as connection:
        checks = [
            "PRAGMA quick_check(1)",
            *(f"PRAGMA integrity_check({name})" for name in CHANGING),
        ]
        answers = [connection.execute(check).fetchone()[0] for check in checks]
    found = next((answer for answer in answers if answer != "ok"), None)
    if found is None:
        return None
    return f"is damaged, or {wrong}: {found}".splitlines()[0], f"{sqlite.RESTORE}. {remedy}"


def has_leftovers(path: Path) -> bool:
    """Tell whether there is a file with something in its companion."""
    wal = path.with_name(path.name + WAL)
    return path.exists() and wal.exists() and wal.stat().st_size > 0


def companions(path: Path) -> list[Path]:
    """List the files that there may be next to a database."""
    return [path.with_name(path.name + ending) for ending in sqlite.COMPANIONS]
