"""The colours of the people at a table: they stay theirs in every game with the same people.

What does not belong here: what the colours are (`render.theme`).
"""

from collections.abc import Sequence

from data.stored import StoredGame
from games.lots import digest_of


def hues_of(game: StoredGame) -> tuple[int, ...]:
    """Return the hue of each seat.

    It goes by who plays and not by where they sit, so nobody changes colour in a rematch. A person
    who is forgotten has another id from then on, but the digest of the old one stays.
    """
    if game.lots is None:
        return ordered(game.players, [digest_of(str(player)) for player in game.players])
    return ordered(game.players, game.lots.digests())


def ordered(players: Sequence[int], digests: Sequence[str]) -> tuple[int, ...]:
    """Return the hue of each player: people by their digests, then the computers.

    >>> ordered((17, 12), ("b", "a")), ordered((-11, 17, -12), ("c", "b", "a"))
    ((1, 0), (1, 0, 2))
    """
    keys = [
        # Computers have negative ids.
        (max(0, -player), digest)
        for player, digest in zip(players, digests, strict=True)
    ]
    order = sorted(keys)
    return tuple(map(order.index, keys))
