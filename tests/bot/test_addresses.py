"""Addresses of PostgreSQL databases as providers print them."""

import pytest
from sqlalchemy.engine import make_url

from bot import cli
from bot.addresses import WrongAddress, read
from bot.config import DATABASE_URL, ConfigurationError

HUSH = "p%40ss%2Fword%3F"


@pytest.mark.parametrize(
    ("written", "used"),
    [
        # Neon, Supabase, Heroku, Render, Aiven, Railway, and what a person writes.
        ("?sslmode=require", "?ssl=require"),
        ("?sslmode=verify-full&channel_binding=prefer", "?ssl=verify-full"),
        ("?sslmode=disable&channel_binding=disable", "?ssl=disable"),
        ("?ssl=verify-ca", "?ssl=verify-ca"),
        ("?ssl=require&sslmode=require", "?ssl=require"),
        ("?pgbouncer=true&connection_limit=1", "?pooled=true"),
        ("?pgbouncer=false", ""),
        ("?application_name=tavolo&connect_timeout=10", "?timeout=10"),
        ("?host=/var/run/postgresql", "?host=/var/run/postgresql"),
        ("", ""),
    ],
)
@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_what_providers_print_is_what_the_driver_takes(
    scheme: str, written: str, used: str
) -> None:
    address = read(f"{scheme}://me:{HUSH}@server/db{written}")
    assert address == f"postgresql+asyncpg://me:{HUSH}@server/db{used}"
    assert make_url(address).password == "p@ss/word?"


@pytest.mark.parametrize("server", ["server:6543", "server:6432", "ep-one-pooler.eu.example"])
def test_a_pooler_is_known_by_its_port_or_its_name(server: str) -> None:
    assert read(f"postgres://me@{server}/db") == f"postgresql+asyncpg://me@{server}/db?pooled=true"


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ("sslmode=require&channel_binding=require", "channel_binding=require"),
        ("sslmode=always", "sslmode=always"),
        ("ssl=true", "ssl=true"),
        ("ssl=disable&sslmode=require", "ssl and sslmode"),
        ("sslrootcert=/etc/ca.pem", "'sslrootcert'"),
        ("sslmod=require", "'sslmod'"),
        ("sslmode", "name=value"),
    ],
)
def test_what_the_driver_cannot_do_is_named_and_never_left_out(
    parameters: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"postgres://me:{HUSH}@server/db?{parameters}"
    with pytest.raises(WrongAddress):
        read(address)
    with pytest.raises(ConfigurationError):
        DATABASE_URL.value({DATABASE_URL.name: address})
    monkeypatch.setenv(DATABASE_URL.name, address)
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    for command in (["run"], ["backup"], ["doctor"]):
        assert cli.main(command) == 2
        wrong = capsys.readouterr().err
        assert wrong.startswith("DATABASE_URL ")
        assert said in wrong
        assert wrong.count("\n") == 1
        assert HUSH not in wrong
