"""Copies of a SQLite file: made while it is in use, and put in the place of one.

A copy is written under another name, checked, and only then given its own, so that nothing that is
good is ever overwritten by something that is not. `VACUUM INTO` writes it: one transaction that
sees one state and keeps nobody from writing, and what was deleted is not in the copy, as it may
still be in the file's free pages. What does not belong here: what is in a copy (`bot.backups`).
"""

import os
import shutil
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from data import files
from data.engine import DatabaseError, DatabaseLocked, FileRefused
from data.sqlite import ALLOW, LOCK_ENDING, MAKE_ROOM, is_locked, remedy_of, trouble_with_folder

PART: Final = ".part"
"""What the name of a copy ends with while it is being made."""
ANOTHER: Final = "Name another file"


def check_source(path: Path) -> None:
    """Raise FileRefused for a file that is no database to copy."""
    if not path.exists():
        wrong = f"there is no file {path.absolute()}"
        raise FileRefused(wrong, "Name the file with the games, or start in its folder")
    if path.is_dir():
        raise FileRefused(f"{path.absolute()} is a folder", "Name a file")
    if not os.access(path, os.R_OK):
        raise FileRefused(f"{path.absolute()} may not be read", ALLOW)
    try:
        trouble = files.trouble_with_leftovers(path)
    except sqlite3.Error as error:
        raise _ours(path, error) from error
    if trouble is not None:
        raise FileRefused(*trouble)


def check_target(target: Path, source: Path) -> None:
    """Raise FileRefused where a copy can't be put: nothing is overwritten."""
    if not target.parent.is_dir():
        wrong = f"there is no folder {target.parent.absolute()}"
        raise FileRefused(wrong, "Make it, or name another file")
    own = [source, *files.companions(source)]
    if any(_is_same(target, each) for each in own):
        raise FileRefused(f"{target.absolute()} is the database itself", ANOTHER)
    if target.exists() or target.is_symlink():
        raise FileRefused(f"{target.absolute()} is there already", ANOTHER)
    check_room(target.parent, source)


def check_room(folder: Path, source: Path) -> None:
    """Raise FileRefused where a folder can't be written, or has no room for a copy."""
    trouble = trouble_with_folder(folder)
    if trouble is not None:
        raise FileRefused(*trouble)
    free, needed = shutil.disk_usage(folder).free, source.stat().st_size
    if free < needed:
        wrong = (
            f"only {free >> 20} MB are free in {folder.absolute()}, and {needed >> 20} are needed"
        )
        raise FileRefused(wrong, MAKE_ROOM)


def _is_same(one: Path, other: Path) -> bool:
    if one.absolute() == other.absolute() or one.resolve() == other.resolve():
        return True
    with suppress(OSError):
        return one.samefile(other)
    return False


def part_of(target: Path) -> Path:
    """Return under which name a copy is made."""
    return target.with_name(f".{target.name}.{os.getpid()}{PART}")


def write_copy(source: Path, part: Path, *, rests: bool = False) -> None:
    """Copy a database into a new file that only its owner can read.

    It may be in use, unless it `rests`: then it stays as it is, byte by byte, and may be where
    nothing can be written. Raises DatabaseError; the part of a copy that could not be finished is deleted.
    """
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        mode = "mode=rw"
        if rests:
            mode = "mode=ro" if files.has_leftovers(source) else "mode=ro&immutable=1"
        address = f"{source.absolute().as_uri()}?{mode}"
        with closing(sqlite3.connect(address, uri=True, timeout=files.PATIENCE)) as connection:
            connection.isolation_level = None
            connection.execute("VACUUM INTO ?", [str(part)])
        _settle(part)
    except sqlite3.Error as error:
        discard(part)
        raise _ours(part if remedy_of(error) else source, error) from error
    except BaseException:
        discard(part)
        raise


def check_copy(path: Path) -> None:
    """Raise FileRefused where a copy is damaged in any page or index."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise _ours(path, error) from error
    if found != "ok":
        wrong = f"{path.absolute()} is damaged: {found}".splitlines()[0]
        raise FileRefused(wrong, "Look whether the disk is broken")


def put_in_place(part: Path, target: Path) -> None:
    """Name a finished copy; raise FileRefused where somebody has it by now."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise FileRefused(f"{target.absolute()} is there already", ANOTHER) from None
    except OSError:
        # A file system without links: the time between the look and the move is short.
        if target.exists():
            raise FileRefused(f"{target.absolute()} is there already", ANOTHER) from None
        part.rename(target)
    else:
        part.unlink()
    settle_folder(target.parent)


def set_aside(path: Path, ending: str) -> Path | None:
    """Rename a database with its companions; return its new name, None where there is none.

    The name of its lock stays, which says that there was a database: a crash right now must not
    end in an empty one.
    """
    kept = path.with_name(f"{path.name}{ending}")
    there = path.exists()
    if there:
        path.rename(kept)
    for companion in files.JOURNALS:
        left = path.with_name(path.name + companion)
        if left.exists():
            left.rename(kept.with_name(kept.name + companion))
    settle_folder(path.parent)
    return kept if there else None


def discard(path: Path) -> None:
    """Delete a copy that is not wanted, with its companion files."""
    for each in (path, *files.companions(path), path.with_name(f"{path.name}-journal")):
        with suppress(OSError):
            each.unlink()


def settle_folder(folder: Path) -> None:
    """Wait until the disk knows the names in a folder."""
    if os.name == "posix":
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


def lock_of(path: Path) -> Path:
    """Return the empty file by which processes know of each other."""
    return path.with_name(path.name + LOCK_ENDING)


def _settle(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    path.chmod(stat.S_IRUSR | stat.S_IWUSR)


def _ours(path: Path, error: sqlite3.Error) -> DatabaseError:
    said = f"{path.absolute()}: {error}"
    if is_locked(error):
        return DatabaseLocked(said)
    remedy = remedy_of(error)
    return DatabaseError(said) if remedy is None else FileRefused(said, remedy)
