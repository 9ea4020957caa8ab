"""The copy of every day: when it is made, by what, and for how long it is kept."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.config import load
from bot.delivery.schedule import Scheduler
from bot.match.reminder_times import DAY
from bot.services.daily_backups import DailyBackups, Make, in_a_process
from data.schedule import JobKind
from tests.bot.club import Club
from tests.data.backends import contents


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "backups"
    path.mkdir()
    return path


@pytest.fixture
async def filed(tmp_path: Path, empty_file: Path) -> AsyncIterator[Club]:
    shutil.copy(empty_file, tmp_path / "tavolo.db")
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    yield opened
    await opened.database.close()


def backups(club: Club, folder: Path, make: Make, *, days: int = 7) -> DailyBackups:
    settings = load({"BACKUP_FOLDER": str(folder), "KEEP_BACKUPS_DAYS": str(days)})
    return DailyBackups(club.database, settings, clock=club.clock, make=make)


def write(path: Path) -> Path:
    path.write_text("a copy", encoding="utf-8")
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def copied(_url: str, target: Path) -> str:
    write(target)
    return ""


async def day(club: Club, service: DailyBackups) -> None:
    """Run what is due, and let a day pass."""
    scheduler = Scheduler(club.database, clock=club.clock)
    scheduler.register(JobKind.BACKUP, service.begin)
    await scheduler.run_due()
    await service.made()
    club.clock.pass_time(DAY)


async def test_a_copy_is_made_every_day_and_kept_for_seven(filed: Club, folder: Path) -> None:
    service = backups(filed, folder, copied)
    by_hand = write(folder / "tavolo.db.backup-2020-01-01-000000").name
    await service.start()
    made = []
    for _ in range(10):
        await day(filed, service)
        made.append([name for name in names(folder) if name != by_hand])
    assert [len(each) for each in made] == [1, 2, 3, 4, 5, 6, 7, 7, 7, 7]
    assert made[-1][-1] == "tavolo.db.daily-2027-01-24"
    assert by_hand in names(folder)


async def test_where_copies_fail_the_last_good_one_stays_and_it_is_said_once_a_day(
    filed: Club, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good = write(folder / "tavolo.db.daily-2026-01-01").name

    async def fail(_url: str, _target: Path) -> str:
        return "Make room on the disk."

    service = backups(filed, folder, fail)
    await service.start()
    await day(filed, service)
    await day(filed, service)
    assert names(folder) == [good]
    assert caplog.messages == ["no backup was made today: Make room on the disk."] * 2


async def test_without_a_folder_nothing_is_scheduled(filed: Club, folder: Path) -> None:
    await backups(filed, folder, copied).start()
    none = DailyBackups(filed.database, load({}), clock=filed.clock, make=copied)
    await none.start()
    await day(filed, none)
    assert names(folder) == []


@pytest.mark.slow
async def test_a_copy_in_a_process_of_its_own_is_a_checked_backup(
    filed: Club, folder: Path
) -> None:
    await filed.play_out(await filed.start(), moves=3)
    service = backups(filed, folder, in_a_process)
    await service.start()
    await service.begin(0)
    await service.made()
    (copy,) = names(folder)
    again = Club(f"sqlite+aiosqlite:///{folder}/{copy}")
    expected = await contents(filed.database)
    assert await contents(again.database) == expected
    await again.database.close()


@pytest.mark.slow
async def test_what_went_wrong_in_the_process_comes_back(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/nothing.db"
    wrong = await in_a_process(url, tmp_path / "copy.db")
    assert wrong.startswith(f"there is no file {tmp_path}/nothing.db")


async def test_a_stop_breaks_a_copy_off(filed: Club, folder: Path) -> None:
    begun = asyncio.Event()

    async def hang(_url: str, _target: Path) -> str:
        begun.set()
        await asyncio.Event().wait()
        return ""

    service = backups(filed, folder, hang)
    await service.begin(0)
    await begun.wait()
    await service.close()
    await service.made()
    assert names(folder) == []
