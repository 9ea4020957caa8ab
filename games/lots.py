"""Lots: the chance of a game from two parts; nobody can choose both.

The host's secret is committed to on the card of the challenge, before anybody accepts
(`commitment`). What the host cannot choose comes after it: the id that Discord gives to the
card's message, who sits down, and words of theirs. The seats, the set-up, every roll and every
choice of a computer follow from all of these (`key`).

What does not belong here: numbers from a key (`chance`), and checking a record (`fairness`).
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.chance import FairSource, shuffle

VERSION: Final = "tavolo/2"
"""Names this way of deriving chance; `chance.FairSource` alone was the first."""
FORGOTTEN: Final = "#"
"""Begins the digest that stays of a player who has asked to be forgotten."""
WORD_LENGTH: Final = 40

_DIGEST: Final = re.compile(r"#[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Lots:
    """What the chance of one game follows from, apart from the game, its seats and options.

    `players` are who sat down, in the order of the card, and `words` theirs (None: no word).
    `first` is the place on the card of who starts, where that was agreed: the seats then follow
    in the order of the card; None where they are drawn. `secret` is 32 bytes in hexadecimal, in
    lower case like the `commitment`; None while the game runs.
    """

    id: str
    card: str
    players: tuple[str, ...]
    words: tuple[str | None, ...]
    first: int | None
    commitment: str
    secret: str | None = None

    def __repr__(self) -> str:
        # The secret must not reach a log through a repr.
        return f"Lots(id={self.id!r}, card={self.card!r})"

    @property
    def key(self) -> bytes:
        """Return the key of all numbers: HMAC-SHA-256 by the secret over everything else.

        Raises ValueError while the secret is not known.
        """
        if self.secret is None:
            msg = "the secret is not known"
            raise ValueError(msg)
        first = "drawn" if self.first is None else str(self.first)
        parts = [VERSION, self.commitment, self.card, first]
        for player, word in zip(self.players, self.words, strict=True):
            parts.append(f"{digest_of(player)} {'-' if word is None else sha256(word)}")
        return hmac.digest(bytes.fromhex(self.secret), "\n".join(parts).encode("ascii"), "sha256")

    def seating(self) -> tuple[int, ...]:
        """Return the place on the card of each seat's player: seat 0 takes the first turn."""
        places = list(range(len(self.players)))
        if self.first is not None:
            return (*places[self.first :], *places[: self.first])
        shuffle(FairSource(self.key, "seats", 0), places)
        return tuple(places)

    def digests(self) -> tuple[str, ...]:
        """Return the digest of each seat's player: it stays as it is once they are forgotten."""
        return tuple(digest_of(self.players[place]) for place in self.seating())


def commitment(game: str, seats: int, options: Mapping[str, str], game_id: str, secret: str) -> str:
    """Return what a card promises: SHA-256 over a game, its options, its id and the secret.

    `options` are complete; `secret` is in hexadecimal.

    >>> commitment("chess", 2, {}, "1-1", "00" * 32)[:16]
    '3b47df89c3943612'
    """
    chosen = ",".join(f"{key}={options[key]}" for key in sorted(options))
    return sha256("\n".join((VERSION, game, str(seats), chosen, game_id, secret)))


def sha256(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(player: str) -> str:
    """Return by what a player goes into the key, which says nothing of who they are.

    >>> digest_of("11") == digest_of("#" + digest_of("11"))
    True
    """
    return player[1:] if _DIGEST.fullmatch(player) else sha256(player)


def event_source(key: bytes, q: int) -> FairSource:
    """Return the numbers for the event `q` of a game: 0 is its set-up."""
    return FairSource(key, "event", q)


def seed_for(key: bytes, purpose: str, q: int) -> str:
    """Return what a computer's choice after the event `q` is drawn from, apart from all dice.

    >>> seed_for(bytes(32), "computer", 3) != seed_for(bytes(32), "hint", 3)
    True
    """
    return hmac.digest(key, f"{purpose}:{q}".encode("ascii"), "sha256").hex()


def game_secret(secret: bytes, number: int) -> str:
    """Return the secret of one game of a match, in hexadecimal: that of another says nothing of it.

    >>> len(game_secret(bytes(32), 1)), game_secret(bytes(32), 1) == game_secret(bytes(32), 2)
    (64, False)
    """
    return hmac.digest(secret, f"game:{number}".encode("ascii"), "sha256").hex()
