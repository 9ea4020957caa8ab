"""How a command ends: the exit statuses of `tavolo`, and the one line that says what went wrong."""

import sys
from typing import Final

FINE: Final = 0
TRY_AGAIN: Final = 1
CHANGE_SOMETHING: Final = 2


def fail(wrong: str, status: int) -> int:
    """Say on standard error what is wrong, and return the exit status."""
    print(wrong, file=sys.stderr)
    return status
