"""What is special about a PostgreSQL database: a pooler that may be between it and the bot.

A pooler like pgbouncer hands each transaction to whichever connection is free. Statements that a
connection has prepared are then on another one: none may be kept for later, and none may have a
name that another has used. What does not belong here: addresses (`bot.addresses`).
"""

import os
import ssl
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

POOLED: Final = "pooled"
"""The parameter of an address that says so."""
POOLER: Final = (
    "Add pgbouncer=true to its parameters (behind a ? or &), or name the server itself and not "
    "the pooler in front of it"
)
TLS: Final = (
    "Compare what sslmode asks for with what the server offers: the bot connects in no other way"
)
VERIFYING: Final = ("verify-ca", "verify-full")
REJECTED: Final = "rejected SSL upgrade"
"""What the driver says of a server that has no TLS."""
PREPARED: Final = frozenset({"26000", "42P05"})
"""What PostgreSQL calls a prepared statement that is not there, or is there twice."""
NUMBERS: Final = ("timeout", "command_timeout")
"""The parameters that the driver takes as numbers."""


def engine_options(url: URL) -> tuple[URL, dict[str, Any]]:  # Any: options of several types
    """Return an address without what the driver does not know, and how an engine is made for it."""
    connect: dict[str, Any] = {  # Any: as above
        name: float(str(url.query[name])) for name in NUMBERS if name in url.query
    }
    mode = url.query.get("ssl")
    if mode in VERIFYING and not _has_authority():
        # The driver knows no other authorities than those of a file; the system has some.
        connect["ssl"] = ssl.create_default_context()
        connect["ssl"].check_hostname = mode == VERIFYING[-1]
    pooled = POOLED in url.query
    url = url.difference_update_query([POOLED, *connect])
    if not pooled:
        return url, {"connect_args": connect}
    connect |= {
        "statement_cache_size": 0,
        "prepared_statement_cache_size": 0,
        "prepared_statement_name_func": lambda: f"__tavolo_{uuid4()}__",
    }
    # The pooler keeps connections; a pool of our own would keep them from others.
    return url, {"connect_args": connect, "poolclass": NullPool}


def _has_authority() -> bool:
    """Tell whether somebody has named the certificate authorities to trust."""
    return "PGSSLROOTCERT" in os.environ or (Path.home() / ".postgresql/root.crt").exists()


def remedy_of(error: BaseException | None) -> str | None:
    """Say what a person can do about an error of PostgreSQL; None where waiting may help."""
    if isinstance(error, ssl.SSLError) or REJECTED in str(error):
        return TLS
    return POOLER if getattr(error, "sqlstate", None) in PREPARED else None
