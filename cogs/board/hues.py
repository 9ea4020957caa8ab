"""The colours of the people at a table: they stay theirs in every game with the same people.

What does not belong here: what the colours are (`render.theme`).
"""

from collections.abc import Sequence

from data.computers import is_computer


def hues_of(players: Sequence[int]) -> tuple[int, ...]:
    """Return the hue of each seat, by the ids of those who sit there.

    It depends on who plays and not on where they sit: people come first, in the order of their
    ids, then the computers. So the seats may be swapped in a rematch, and nobody changes colour.

    >>> hues_of((17, 12)), hues_of((12, 17)), hues_of((-11, 17, -12))
    ((1, 0), (0, 1), (1, 0, 2))
    """
    order = sorted(players, key=lambda player: (is_computer(player), abs(player)))
    return tuple(map(order.index, players))
