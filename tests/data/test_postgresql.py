"""PostgreSQL behind a pooler, and without the TLS that was asked for."""

import asyncio
import ssl
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from data import meta
from data.engine import Database, DatabaseUnusable
from data.postgresql import POOLER, TLS, engine_options, remedy_of
from tests.data.backends import BACKENDS, fresh

servers = pytest.mark.parametrize("backend", [each for each in BACKENDS if each != "sqlite"])


def test_behind_a_pooler_no_statement_is_kept_or_named_twice() -> None:
    url, options = engine_options(
        make_url("postgresql+asyncpg://me@server/db?pooled=true&ssl=allow")
    )
    assert dict(url.query) == {"ssl": "allow"}
    connect = options["connect_args"]
    assert (connect["statement_cache_size"], connect["prepared_statement_cache_size"]) == (0, 0)
    name = connect["prepared_statement_name_func"]
    assert name() != name()
    assert options["poolclass"] is NullPool


def test_without_a_pooler_statements_are_kept() -> None:
    url, options = engine_options(make_url("postgresql+asyncpg://me@server/db?timeout=5"))
    assert dict(url.query) == {}
    assert options == {"connect_args": {"timeout": 5.0}}


@pytest.mark.parametrize(("mode", "by_name"), [("verify-ca", False), ("verify-full", True)])
def test_the_machines_own_authorities_are_believed_where_no_other_is_named(
    mode: str, *, by_name: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PGSSLROOTCERT", raising=False)
    address = make_url(f"postgresql+asyncpg://me@server/db?ssl={mode}")
    url, options = engine_options(address)
    context = options["connect_args"]["ssl"]
    assert "ssl" not in url.query
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, by_name)
    monkeypatch.setenv("PGSSLROOTCERT", "/etc/our.pem")
    assert engine_options(address) == (address, {"connect_args": {}})


class PreparedStatementError(Exception):
    """What the driver raises behind a pooler that it has not been told of."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("prepared statement does not exist")
        self.sqlstate = sqlstate


def test_a_pooler_and_missing_tls_are_said_with_what_to_do() -> None:
    assert remedy_of(PreparedStatementError("26000")) == POOLER
    assert remedy_of(PreparedStatementError("42P05")) == POOLER
    assert remedy_of(PreparedStatementError("40001")) is None
    assert remedy_of(ssl.SSLCertVerificationError("self-signed certificate")) == TLS


@servers
async def test_the_store_works_as_behind_a_pooler(backend: str, tmp_path: Path) -> None:
    async with fresh(backend, tmp_path) as url:
        database = Database(f"{url}?pooled=true")
        await database.migrate()

        async def write(number: int) -> None:
            async with database.writing() as connection:
                await meta.write(connection, f"key {number}", str(number))

        await asyncio.gather(*(write(number) for number in range(20)))
        async with database.reading() as connection:
            assert await connection.scalar(text("SELECT count(*) FROM meta")) == 20
        await database.close()


@servers
@pytest.mark.parametrize("mode", ["require", "verify-full"])
async def test_a_server_without_tls_is_not_used_where_tls_is_asked_for(
    backend: str, mode: str, tmp_path: Path
) -> None:
    async with fresh(backend, tmp_path) as url:
        database = Database(f"{url}?ssl={mode}")
        with pytest.raises(DatabaseUnusable) as refused:
            await database.migrate()
        assert refused.value.remedy == TLS
        await database.close()
