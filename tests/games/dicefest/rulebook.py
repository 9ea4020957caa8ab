"""The rulebook of Dicefest read again, slowly, on names and records: what the fast rules must equal.

A board is what a record's position says. Dice are turned here as things with six faces.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

# Any: what a record's position holds.
Board = Mapping[str, Any]

COLUMNS = "abcdefgh"
CORNERS = {"a1", "a8", "h1", "h8"}
INNER = [f"{column}{row}" for column in "bcdefg" for row in range(2, 8)]
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}
NUMBERED = {
    "S": dict(zip((6, 5, 4, 3, 2, 1), ("b1", "c1", "d1", "e1", "f1", "g1"), strict=True)),
    "N": dict(zip((6, 5, 4, 3, 2, 1), ("g8", "f8", "e8", "d8", "c8", "b8"), strict=True)),
    "W": dict(zip((6, 5, 4, 3, 2, 1), ("a7", "a6", "a5", "a4", "a3", "a2"), strict=True)),
    "E": dict(zip((6, 5, 4, 3, 2, 1), ("h2", "h3", "h4", "h5", "h6", "h7"), strict=True)),
}
LEFT_RIGHT_FRONT_BACK = {
    1: (5, 2, 3, 4),
    2: (6, 1, 4, 3),
    3: (6, 1, 2, 5),
    4: (6, 1, 5, 2),
    5: (6, 1, 3, 4),
    6: (5, 2, 4, 3),
}
"""How a die lies at first, by its top, as its owner sees it."""
OWNERS_VIEW = {"S": "WENS", "N": "EWSN", "W": "NSEW", "E": "SNWE"}
"""What is left, right, front and back for who sits at a side."""
# Each turn as a round of four faces, every one of which goes where the next one was.
ROUNDS = {
    "N": "UNDS",
    "S": "USDN",
    "E": "UEDW",
    "W": "UWDE",
    "L": "NWSE",
    "R": "NESW",
}


def faces(die: Mapping[str, int]) -> dict[str, int]:
    top, north, west = die["top"], die["north"], die["west"]
    return {"U": top, "D": 7 - top, "N": north, "S": 7 - north, "W": west, "E": 7 - west}


def turned(die: Mapping[str, int], way: str) -> dict[str, int]:
    now = faces(die)
    moved = dict(now)
    for here, there in zip(ROUNDS[way], ROUNDS[way][1:] + ROUNDS[way][0], strict=True):
        moved[there] = now[here]
    return {"seat": die["seat"], "top": moved["U"], "north": moved["N"], "west": moved["W"]}


def first_die(seat: int, side: str, number: int) -> dict[str, int]:
    seen = dict(zip(OWNERS_VIEW[side], LEFT_RIGHT_FRONT_BACK[number], strict=True))
    return {"seat": seat, "top": number, "north": seen["N"], "west": seen["W"]}


def target(space: str, way: str, distance: int) -> str | None:
    column = COLUMNS.index(space[0]) + STEPS[way][0] * distance
    row = int(space[1]) + STEPS[way][1] * distance
    if not (0 <= column < 8 and 1 <= row <= 8):
        return None
    name = f"{COLUMNS[column]}{row}"
    return None if name in CORNERS else name


def room(board: Board) -> list[str]:
    return [space for space in INNER if space not in {*board["counters"], *board["dice"]}]


def moves(board: Board, seat: int) -> Iterator[tuple[str, str | None]]:
    """List a seat's moves, each with the space on which a die lands (None for rotations)."""
    for space, die in board["dice"].items():
        if die["seat"] != seat or space in board["locked"]:
            continue
        for way in STEPS:
            end = target(space, way, faces(die)[way])
            if end is not None and end not in board["dice"]:
                yield f"{space}-{end}", end
        if die["top"] <= min(board["collections"][seat], len(room(board))):
            for way in ROUNDS:
                yield f"{space}/{way}", None


def legal_by_the_book(board: Board, seat: int) -> list[str]:
    return sorted(notation for notation, _ in moves(board, seat)) or ["pass"]


def played(board: Board, seat: int, sides: Sequence[str], notation: str) -> Board:
    """Return the board after a legal move in notation."""
    dice, counters = dict(board["dice"]), set(board["counters"])
    collections = list(board["collections"])
    if "-" in notation:
        start, end = notation.split("-")
        dice[end] = dice.pop(start)
        collections[seat] += end in counters
        counters.discard(end)
    elif "/" in notation:
        turn, _, spaces = notation.partition("@")
        space, way = turn.split("/")
        collections[seat] -= dice[space]["top"]
        dice[space] = turned(dice[space], way)
        counters |= set(spaces.split(","))
    goals = {
        (seat, number, space)
        for seat, side in enumerate(sides)
        for number, space in NUMBERED[ACROSS[side]].items()
    }
    locked = [space for space, die in dice.items() if (die["seat"], die["top"], space) in goals]
    return {
        "dice": dice,
        "counters": sorted(counters),
        "collections": collections,
        "locked": sorted(locked),
    }


def winners(board: Board, seats: Sequence[int], mover: int) -> list[int] | None:
    """Tell who has won after a move of a seat; None if the game goes on."""
    owners = [board["dice"][space]["seat"] for space in board["locked"]]
    done = [seat for seat in seats if owners.count(seat) == 3]
    if mover in done and board["collections"][mover] == 0:
        return [mover]
    free = [seat for seat in seats if seat not in done]
    return free if len(free) == 1 else None
