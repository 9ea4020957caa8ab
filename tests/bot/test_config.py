"""What the environment may say, and how it is told that it says something wrong."""

import dataclasses
from pathlib import Path

import pytest

from bot.config import (
    SETTINGS,
    ConfigurationError,
    Secret,
    Setting,
    Settings,
    async_url,
    environment,
    load,
)
from data.share import Share

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz-0123456789_A"
WRONG = [
    ("DISCORD_TOKEN", "two words"),
    ("DISCORD_TOKEN", f'"{TOKEN}"'),
    ("DISCORD_TOKEN", "tøken"),
    ("DATABASE_URL", "tavolo.db"),
    ("DATABASE_URL", "mysql://me:hush-hush@server/tavolo"),
    ("DATABASE_URL", "sqlite://tavolo.db"),
    ("DATABASE_URL", "sqlite:///"),
    ("DATABASE_URL", "sqlite:///:memory:"),
    ("DATABASE_URL", "sqlite:///tavolo.db?mode=ro"),
    ("DATABASE_URL", "sqlite:///file:tavolo.db?mode=ro&uri=true"),
    ("DATABASE_URL", "postgresql://me:hush-hush@server:port/tavolo"),
    ("DATABASE_URL", "postgresql://me:hush-hush@server"),
    ("LOG_LEVEL", "loud"),
    ("LOG_FORMAT", "xml"),
    ("MAX_GAMES_PER_PERSON", "0"),
    ("MAX_GAMES_PER_PERSON", "-3"),
    ("MAX_GAMES_PER_PERSON", "201"),
    ("MAX_OPEN_CHALLENGES", "5.5"),
    ("MAX_OPEN_CHALLENGES", "٥"),
    ("CHALLENGE_HOURS", "two\ndays"),
    ("WORKERS", "0"),
    ("WORKERS", "65"),
    ("MAX_WAITING_JOBS", "many"),
    ("METRICS_PORT", "65536"),
    ("THINK_ELSEWHERE", "maybe"),
    ("THINK_ELSEWHERE", "yes"),  # on a SQLite file
    ("SHARD_COUNT", "0"),
    ("SHARD_IDS", "all"),
    ("SHARD_IDS", "3-1"),
    ("SHARD_IDS", "0,,1"),
    ("SHARD_IDS", "0-4096"),
    ("SHARD_IDS", "0-3"),  # of how many?
]


def test_an_empty_environment_gives_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert load({}) == Settings(
        discord_token=None,
        database_url="sqlite:///tavolo.db",
        log_level="INFO",
        log_format="text",
        max_games_per_person=20,
        max_open_challenges=5,
        challenge_hours=48,
        workers=7,
        max_waiting_jobs=200,
        keep_server_days=30,
        keep_notes_days=30,
        backup_folder=None,
        keep_backups_days=7,
        shard_count=None,
        shard_ids=None,
        think_elsewhere=False,
        metrics_port=None,
    )


@pytest.mark.parametrize(("cores", "workers"), [(None, 1), (1, 1), (2, 1), (4, 3), (256, 64)])
def test_workers_leave_a_core_to_the_bot(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, workers: int
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert load({}).workers == workers


def test_every_variable_is_read() -> None:
    settings = load(
        {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": "sqlite:////srv/tavolo/games.db",
            "LOG_LEVEL": "debug",
            "LOG_FORMAT": "JSON",
            "MAX_GAMES_PER_PERSON": "200",
            "MAX_OPEN_CHALLENGES": "1",
            "CHALLENGE_HOURS": " 720 ",
            "WORKERS": "2",
            "MAX_WAITING_JOBS": "10",
        }
    )
    assert settings == Settings(
        discord_token=Secret(TOKEN),
        database_url="sqlite:////srv/tavolo/games.db",
        log_level="DEBUG",
        log_format="json",
        max_games_per_person=200,
        max_open_challenges=1,
        challenge_hours=720,
        workers=2,
        max_waiting_jobs=10,
        keep_server_days=30,
        keep_notes_days=30,
        backup_folder=None,
        keep_backups_days=7,
        shard_count=None,
        shard_ids=None,
        think_elsewhere=False,
        metrics_port=None,
    )


def test_settings_has_a_field_for_every_variable() -> None:
    fields = [field.name for field in dataclasses.fields(Settings)]
    assert fields == [setting.name.lower() for setting in SETTINGS]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_an_empty_variable_counts_as_not_set(setting: Setting[object]) -> None:
    assert setting.value({setting.name: "  "}) == setting.value({})
    assert not setting.is_set({setting.name: ""})


@pytest.mark.parametrize(("name", "text"), WRONG)
def test_a_wrong_value_is_told_in_one_line_that_names_the_variable(name: str, text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load({name: text})
    message = str(caught.value)
    [setting] = [setting for setting in SETTINGS if setting.name == name]
    assert message.startswith(f"{name} ")
    assert message.endswith(f"; allowed: {setting.allowed}")
    assert "\n" not in message


@pytest.mark.parametrize("name", [setting.name for setting in SETTINGS])
def test_no_message_repeats_a_token_that_stands_in_the_wrong_place(name: str) -> None:
    secret_part = TOKEN.split(".")[2]
    with pytest.raises(ConfigurationError) as caught:
        load({name: f"{TOKEN} and more"})
    assert secret_part not in str(caught.value)


@pytest.mark.parametrize("text", [text for _, text in WRONG if "hush-hush" in text])
def test_no_message_repeats_a_password(text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load({"DATABASE_URL": text})
    assert "hush-hush" not in str(caught.value)


def test_neither_secret_shows_when_the_settings_are_printed() -> None:
    settings = load({"DISCORD_TOKEN": TOKEN})
    private = dataclasses.replace(settings, database_url="postgresql://me:hush-hush@server/db")
    shown = f"{private!r} {private} {private.discord_token} {private.discord_token!r}"
    assert TOKEN not in shown
    assert "hush-hush" not in shown
    assert private.discord_token is not None
    assert private.discord_token.reveal() == TOKEN


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("sqlite:///tavolo.db", "sqlite+aiosqlite:///tavolo.db"),
        ("sqlite:////srv/tavolo.db", "sqlite+aiosqlite:////srv/tavolo.db"),
        ("postgresql://me:p%40ss@server:5432/db", "postgresql+asyncpg://me:p%40ss@server:5432/db"),
    ],
)
def test_each_database_gets_its_asynchronous_driver(
    written: str, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.config.find_spec", lambda _name: object())
    assert async_url(written) == used


def test_postgresql_without_its_driver_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.config.find_spec", lambda _name: None)
    with pytest.raises(ConfigurationError, match="--extra postgresql") as caught:
        load({"DATABASE_URL": "postgresql://me:hush-hush@server/tavolo"})
    assert "hush-hush" not in str(caught.value)


def test_the_real_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(
        "# mine\nLOG_LEVEL=DEBUG\nexport LOG_FORMAT='json'\nCHALLENGE_HOURS=12 # half a day\n",
        encoding="utf-8-sig",
    )
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    monkeypatch.delenv("LOG_FORMAT", raising=False)
    monkeypatch.delenv("CHALLENGE_HOURS", raising=False)
    settings = load(environment(tmp_path))
    assert settings.log_level == "ERROR"
    assert settings.log_format == "json"
    assert settings.challenge_hours == 12


def test_a_dollar_sign_in_the_file_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "elsewhere")
    (tmp_path / ".env").write_text("TAVOLO_TEST=a${HOME}b\n")
    assert environment(tmp_path)["TAVOLO_TEST"] == "a${HOME}b"


def test_without_a_file_the_environment_alone_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHALLENGE_HOURS", "7")
    assert environment(tmp_path)["CHALLENGE_HOURS"] == "7"


@pytest.mark.parametrize(
    "content",
    [
        b"LOG_LEVEL=INFO\n\n\nabc.def.ghi\n",
        b"LOG_LEVEL=INFO\n# one\n\nDISCORD_TOKEN='abc.def.ghi\n",
    ],
)
def test_a_line_of_the_file_that_makes_no_sense_is_named_by_its_number(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / ".env").write_bytes(content)
    with pytest.raises(ConfigurationError, match=r"^\.env is wrong in line 4; ") as caught:
        environment(tmp_path)
    assert "ghi" not in str(caught.value)


def test_a_file_that_is_no_text_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfeL\x00")
    with pytest.raises(ConfigurationError, match=r"^\.env cannot be read; "):
        environment(tmp_path)


POSTGRESQL = "postgresql://me@server/tavolo"


def sharing(**environ: str) -> Settings:
    return load({"DATABASE_URL": POSTGRESQL, "SHARD_COUNT": "16", **environ})


def test_a_process_serves_the_servers_of_its_shards_and_shard_0_what_belongs_to_none() -> None:
    first, last = sharing(SHARD_IDS="0-3"), sharing(SHARD_IDS="4, 6-15")
    assert first.share == Share(16, frozenset(range(4)))
    assert [first.share.has(shard << 22) for shard in (3, 4, 19)] == [True, False, True]
    assert (first.share.has_common, last.share.has_common) == (True, False)
    assert last.share.ids == {4, *range(6, 16)}


@pytest.mark.parametrize("environ", [{}, {"SHARD_IDS": "0-15"}, {"SHARD_COUNT": ""}])
def test_who_has_all_shards_is_alone(environ: dict[str, str]) -> None:
    assert sharing(**environ).share.is_whole


def test_a_shard_that_there_is_not_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="SHARD_IDS is '15-16', but SHARD_COUNT is 16"):
        sharing(SHARD_IDS="15-16")


def test_a_sqlite_file_is_for_one_process_alone() -> None:
    with pytest.raises(ConfigurationError, match="DATABASE_URL is a SQLite file") as caught:
        sharing(DATABASE_URL="sqlite:///tavolo.db", SHARD_IDS="0-3")
    assert "\n" not in str(caught.value)
    assert sharing(DATABASE_URL="sqlite:///tavolo.db", SHARD_IDS="0-15").share.is_whole
