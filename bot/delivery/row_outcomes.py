"""What became of an offer or of a request to settle, as rows of the outbox say it.

The numbers are stored in rows: they never change. What does not belong here: the rows themselves
(`bot.delivery.rows`).
"""

from enum import IntEnum


class OfferOutcome(IntEnum):
    """What came of an offer."""

    OPEN = 0
    AGREED = 1
    DECLINED = 2
    WITHDRAWN = 3
    LAPSED = 4


class Settling(IntEnum):
    """What became of a request to settle a ledger."""

    ASKED = 0
    SETTLED = 1
    DECLINED = 2
    WITHDRAWN = 3
    CLOSED = 4
    """One of the two has been forgotten, and all that was open between them."""
