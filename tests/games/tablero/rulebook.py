"""The rulebook of Tablero read again, slowly, on names and texts: what the fast rules must equal."""

from collections.abc import Iterator, Mapping

from games.tablero.board import space_name
from games.tablero.rules import Position

Stacks = Mapping[str, str]


def whole_paths(name: str, length: int, been: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if length == 0:
        yield been[1:]
        return
    been = been or (name,)
    row, column = "SCN".index(name[0]), int(name[1])
    for row_step, column_step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        if 0 <= row + row_step < 3 and 1 <= column + column_step <= 6:
            there = f"{'SCN'[row + row_step]}{column + column_step}"
            if there not in been:
                yield from whole_paths(there, length - 1, (*been, there))


def actions(stacks: Stacks, seat: int, reserve: int, die: int) -> Iterator[tuple[str, Stacks, int]]:
    own, start = "AB"[seat], f"{'SN'[seat]}{die}"
    stack = stacks.get(start, "")
    if reserve:
        yield f"P{die}", {**stacks, start: stack + own}, reserve - 1
    if stack.endswith(own):
        for path in whole_paths(start, len(stack)):
            moved = {**stacks, start: ""}
            for token, space in zip(stack, path, strict=True):
                moved[space] = moved.get(space, "") + token
            yield f"M{die}:{','.join(path)}", moved, reserve


def legal_by_the_book(position: Position) -> set[str]:
    stacks = {space_name(n): stack for n, stack in enumerate(position.stacks) if stack}
    dice, seat = position.dice, position.seat
    reserve, own = position.reserve[seat], "AB"[seat]
    doubles = len(dice) == 2 and dice[0] == dice[1]
    back = {f"R:{space}" for space, stack in stacks.items() if doubles and stack.endswith(own)}
    used = {
        notation
        for die in dice
        for notation, moved, left in actions(stacks, seat, reserve, die)
        if not back or any(actions(moved, seat, left, die))
    }
    return back | used or {"bump"}
