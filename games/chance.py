"""Verifiable chance: dice and cards that come from a secret which is published at the end.

Before the first move the fingerprint (`commitment`) of the secret is shown, with the result
the secret itself; so anybody can check that every roll was fixed before the game and that
nobody chose it. Where the secret comes from and when it is shown is up to the bot.
"""

import hashlib
import hmac
import random
from collections.abc import MutableSequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Source(Protocol):
    """A source of uniform numbers; `FairSource` in games, a seeded one in tests and on the command line."""

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""


def die(source: Source) -> int:
    """Roll a die: 1 to 6."""
    return 1 + source.below(6)


def shuffle(source: Source, items: MutableSequence[T]) -> None:
    """Shuffle in place: from the last index i down to 1, swap i with a number below i + 1."""
    for i in range(len(items) - 1, 0, -1):
        j = source.below(i + 1)
        items[i], items[j] = items[j], items[i]


def commitment(secret: bytes) -> str:
    """Return the fingerprint of a secret: SHA-256 in hexadecimal.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(secret).hexdigest()


class SeededSource:
    """Draw numbers that anybody gets again from the same seed; never for games of people.

    >>> source = SeededSource(7)
    >>> [source.below(6) for _ in range(5)]
    [1, 0, 3, 0, 3]
    """

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        # `random()` is the one method whose numbers Python promises never to change.
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""
        return int(self._random() * n)


class FairSource:
    """Draw numbers for one event of one game from its secret.

    For the event with number `q` of the game `game_id` the bytes are HMAC-SHA-256 of
    "id:q:k" for k = 0, 1, 2 …, read as big-endian 32-bit numbers; those that would favour
    small results are skipped.
    """

    __slots__ = ("_block", "_k", "_prefix", "_secret")

    def __init__(self, secret: bytes, game_id: str, q: int) -> None:
        self._secret = secret
        self._prefix = f"{game_id}:{q}:"
        self._k = 0
        self._block = b""

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""
        limit = n * (2**32 // n)
        while (w := self._word()) >= limit:
            pass
        return w % n

    def _word(self) -> int:
        if not self._block:
            message = f"{self._prefix}{self._k}".encode("ascii")
            self._block = hmac.digest(self._secret, message, "sha256")
            self._k += 1
        word, self._block = self._block[:4], self._block[4:]
        return int.from_bytes(word, "big")
