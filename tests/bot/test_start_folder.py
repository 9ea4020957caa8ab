"""A start in the wrong folder, by cron or a unit without WorkingDirectory."""

import logging
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import bot
from bot import start_folder
from bot.config import SETTINGS, ConfigurationError, load

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz-0123456789_A"


def started(folder: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    """Start the bot as cron does: in some folder, and nobody sees it."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTING_NAMES}
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**kept, "PYTHONPATH": str(Path(bot.__file__).parents[1]), **environ},
    )


SETTING_NAMES = {setting.name for setting in SETTINGS}


def test_no_playground_is_opened_that_nobody_sees(tmp_path: Path) -> None:
    ended = started(tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"DISCORD_TOKEN is not set, and there is no .env in {tmp_path}, ")
    assert "WorkingDirectory" in line
    assert list(tmp_path.iterdir()) == []


def test_no_new_database_is_made_in_the_wrong_folder(tmp_path: Path) -> None:
    ended = started(tmp_path, DISCORD_TOKEN=TOKEN)
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"DATABASE_URL names {tmp_path}/tavolo.db, which is not there, ")
    assert TOKEN not in line
    assert list(tmp_path.iterdir()) == []


def test_where_there_are_settings_or_games_or_a_path_from_the_root_it_starts(
    tmp_path: Path,
) -> None:
    settings = load({})
    with pytest.raises(ConfigurationError):
        start_folder.check_database(settings, tmp_path)
    start_folder.check_database(
        replace(settings, database_url=f"sqlite:///{tmp_path}/new.db"), tmp_path
    )
    start_folder.check_database(settings, start_folder.OWN)
    (tmp_path / "tavolo.db").touch()
    start_folder.check_database(settings, tmp_path)
    (tmp_path / "tavolo.db").unlink()
    (tmp_path / ".env").touch()
    start_folder.check_database(settings, tmp_path)
    start_folder.check_playground(tmp_path)


def test_a_person_at_a_terminal_gets_the_playground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigurationError):
        start_folder.check_playground(tmp_path)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    start_folder.check_playground(tmp_path)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("sqlite:///games.db", "{folder}/games.db"),
        ("sqlite:////srv/games.db", "/srv/games.db"),
        ("postgresql://me:hush-hush@server/db", "postgresql://me:[removed]@server/db"),
    ],
)
def test_the_log_names_the_folder_and_the_absolute_file(
    address: str, said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    settings = replace(load({}), database_url=address)
    start_folder.tell(settings, tmp_path)
    (tmp_path / ".env").touch()
    start_folder.tell(settings, tmp_path)
    assert caplog.messages == [
        f"settings: the environment; there is no {tmp_path}/.env",
        f"database: {said.format(folder=tmp_path)}",
        f"settings: {tmp_path}/.env and the environment",
        f"database: {said.format(folder=tmp_path)}",
    ]
