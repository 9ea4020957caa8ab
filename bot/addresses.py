"""The address of a PostgreSQL database, as providers print it and as the driver takes it.

Providers print what PostgreSQL's own library understands, such as
`postgres://me:pw@server/db?sslmode=require&channel_binding=prefer`. What the driver has under
another name is renamed, what it does not need is left out, and everything else is refused by
name: an address that asks for TLS must never be used without. No message repeats the address,
for it may hold a password. What does not belong here: SQLite, and connecting.
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

SCHEMES: Final = ("postgresql", "postgres")
"""How the address of a PostgreSQL database begins; providers write both."""
MODES: Final = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
"""How a connection can ask for TLS."""
POOLED: Final = "pooled"
"""By this the database is told that a pooler is in between (`data.postgresql`)."""
POOLER_PORTS: Final = frozenset({6432, 6543})
"""Where pgbouncer and Supabase's pooler listen unless they are told otherwise."""
KEPT: Final = frozenset(
    {"host", "port", "user", "password", "database", "timeout", "command_timeout"}
)
"""What the driver takes by the same name."""
YES: Final = frozenset({"true", "1", "yes", "on"})


class WrongAddress(ValueError):
    """Say what is wrong with an address, in words that follow the setting's name."""


def read(text: str) -> str:
    """Return an address as SQLAlchemy takes it for the driver; raises WrongAddress.

    >>> read("postgres://me@server/db?sslmode=verify-full&channel_binding=prefer")
    'postgresql+asyncpg://me@server/db?ssl=verify-full'
    >>> read("postgresql://me@server:6543/db?pgbouncer=true")
    'postgresql+asyncpg://me@server:6543/db?pooled=true'
    """
    parts = urlsplit(text)
    try:
        named = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except ValueError:
        wrong = "has options behind the question mark that are not of the form name=value"
        raise WrongAddress(wrong) from None
    options = list[tuple[str, str]]()
    for name, value in named:
        reader = READERS.get(name)
        if name in KEPT:
            options.append((name, value))
        elif reader is None:
            msg = f"has the parameter {name[:40]!r}, which the bot does not know"
            raise WrongAddress(msg)
        else:
            options += reader(name, value)
    modes = {value for name, value in options if name == "ssl"}
    if len(modes) > 1:
        wrong = "asks for TLS in two ways: leave one of ssl and sslmode"
        raise WrongAddress(wrong)
    if _is_pooled(parts.hostname, parts.port) and (POOLED, "true") not in options:
        options.append((POOLED, "true"))
    query = urlencode(list(dict.fromkeys(options)), safe="/:,")
    return urlunsplit(("postgresql+asyncpg", parts.netloc, parts.path, query, ""))


def _is_pooled(host: str | None, port: int | None) -> bool:
    first = (host or "").partition(".")[0]
    return port in POOLER_PORTS or first.endswith("-pooler")


Option = list[tuple[str, str]]


def _tls(name: str, value: str) -> Option:
    if value not in MODES:
        msg = f"has {name}={value[:20]}, which is no way to use TLS ({', '.join(MODES)})"
        raise WrongAddress(msg)
    return [("ssl", value)]


def _channel_binding(name: str, value: str) -> Option:
    if value in {"prefer", "disable"}:
        return []
    msg = (
        f"asks for {name}={value[:20]}, which the bot's driver can't do: leave it out, and use "
        "sslmode=verify-full, which proves the server by its certificate"
    )
    raise WrongAddress(msg)


def _pooler(_name: str, value: str) -> Option:
    return [(POOLED, "true")] if value.casefold() in YES else []


def _seconds(_name: str, value: str) -> Option:
    return [("timeout", value)]


def _left_out(_name: str, _value: str) -> Option:
    return []


READERS: Final[dict[str, Callable[[str, str], Option]]] = {
    "ssl": _tls,
    "sslmode": _tls,
    "channel_binding": _channel_binding,
    "pgbouncer": _pooler,
    POOLED: _pooler,
    "connect_timeout": _seconds,
    # Names for the server's own lists, and limits of other programs' pools.
    "application_name": _left_out,
    "connection_limit": _left_out,
    "pool_timeout": _left_out,
}
"""What becomes of a parameter that has another name with the driver, or none."""
