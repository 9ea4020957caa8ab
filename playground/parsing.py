"""JSON that came over a socket, read as strictly as Discord does: finite numbers, and not too deep.

What does not belong here: what a message may hold (`protocol`, `strict`).
"""

import json
from typing import Final, NoReturn

from playground.strict.bodies import Json

MOST_DEEP: Final = 64
"""How deep lists and objects may lie in each other; a message of Discord's has a dozen at most."""


def parse(text: str | bytes) -> Json:
    """Read JSON; ValueError for what is none, for NaN and infinities, and for what is too deep."""
    try:
        read = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        msg = "too deep"
        raise ValueError(msg) from None
    layer, depth = [read], 1
    while layer := [
        inner
        for each in layer
        if isinstance(each, dict | list)
        for inner in (each.values() if isinstance(each, dict) else each)
    ]:
        depth += 1
        if depth > MOST_DEEP:
            msg = "too deep"
            raise ValueError(msg)
    return read


def _refuse(constant: str) -> NoReturn:
    msg = f"{constant} is no number of JSON"
    raise ValueError(msg)
