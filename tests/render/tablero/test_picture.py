"""The picture of Tablero: what it marks, how stacks are told apart, whose turn it shows."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from games.chance import SeededSource
from games.game import Reason, Result, spread
from games.tablero import TABLERO
from games.tablero.board import CENTRE, SPACES, space_index
from games.tablero.rules import OWNERS, Position
from games.words import Text, fill
from render import picture
from render.canvas import Area
from render.png import Palette
from render.scene import Scene, ThemeName
from render.tablero import pieces
from render.tablero.view import Trail
from render.theme import THEMES as TABLE
from tests.games.tablero.played import laid_out
from tests.render.scenes import THEMES, differ, differ_outside, shown
from tests.render.tablero.scenes import (
    CHIPS,
    FOOT,
    TALLEST,
    middle_game,
    played,
    reserve_area,
    scene,
    space_area,
    unmarked,
    whole_game,
)
from tests.tiers import sampled

MOST_BYTES = 60_000
ON_CHIP = ((300, 110), (862, 110))
"""A point of each chip without writing."""
UNDER_TOKEN = ((92, 195), (654, 195))
"""Where a chip's pointer hangs."""


def areas(*names: str) -> list[Area]:
    return [space_area(space_index(name)) for name in names]


def along(trail: Trail) -> list[Area]:
    """Return the spaces of a path and what lies between one and the next."""
    boxes = [space_area(space) for space in trail.spaces]
    return [
        (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
        for a, b in pairwise(boxes)
    ]


def changed(one: Image.Image, other: Image.Image) -> set[int]:
    """Return the spaces, without their outlines, in which two pictures differ."""
    inside = {}
    for space in range(SPACES):
        left, top, right, bottom = space_area(space)
        inside[space] = (left + 8, top + 8, right - 8, bottom - 8)
    return {space for space, area in inside.items() if differ(one, other, area)}


def ladder_shape(stack: str) -> bytes:
    """Return a ladder in two tones, the slot and whatever lies on it: all that is not colour."""
    palette = Palette(TABLE["dark"], ())
    ground = palette.theme.panel
    tile = pieces.ladder(palette, tuple(map(OWNERS.index, stack)), ground)
    empty = {palette.index(palette.theme.page), palette.index(ground)}
    return tile.point([index not in empty and 255 for index in range(256)], "1").tobytes()


def tallest_stacks() -> Iterable[Scene]:
    """Yield boards with all tokens on one stack, on each space."""
    for space in range(SPACES):
        stacks = [""] * SPACES
        stacks[space] = TALLEST
        yield scene(Position(tuple(stacks), (0, 0), (3, 4), (3, 4)))


@sampled("theme", THEMES)
def test_no_board_with_the_tallest_stack_is_larger_than_60_kb(theme: ThemeName) -> None:
    sizes = [len(picture(replace(board, theme=theme))) for board in tallest_stacks()]

    assert len(sizes) == SPACES
    assert max(sizes) <= MOST_BYTES


@pytest.mark.parametrize("theme", THEMES)
def test_a_board_is_1200_by_968(theme: ThemeName) -> None:
    for board in (scene(Position()), scene(middle_game())):
        assert shown(replace(board, theme=theme)).size == (1200, 968)


def test_a_placed_token_is_marked_on_its_space_and_nowhere_else() -> None:
    board = played(middle_game(), "P3")
    marked, plain = shown(board), shown(unmarked(board))

    assert differ(marked, plain, *areas("S3"))
    assert not differ_outside(marked, plain, areas("S3"))


def test_a_moved_stack_is_marked_along_its_path_and_nowhere_else() -> None:
    position = laid_out({"N5": "BABB", "C1": "AB", "S2": "A"}, [4, 5], seat=1)
    board = played(position, "M5:C5,C4,S4,S5")
    trail = Trail(space_index("N5"), tuple(map(space_index, ("C5", "C4", "S4", "S5"))))
    marked, plain = shown(board), shown(unmarked(board))

    assert changed(marked, plain) == set(trail.spaces)
    assert all(differ(marked, plain, area) for area in along(trail))
    assert not differ_outside(marked, plain, along(trail))


def test_both_actions_of_a_turn_are_marked() -> None:
    position = laid_out({"S3": "AA", "S4": "ABA", "N1": "B"}, [3, 4])
    board = played(position, "M3:S4,C4", "M4:S3,C3,C4,C5", "@1-2")
    marked = shown(board)

    assert changed(marked, shown(unmarked(board))) == {
        space_index(name) for name in ("S3", "S4", "C3", "C4", "C5")
    }
    assert differ(marked, shown(replace(board, actions=board.actions[-1:])), *areas("S4"))


@pytest.mark.parametrize("space", ["S4", "C2"])
def test_a_token_taken_back_is_marked_where_it_lay(space: str) -> None:
    board = played(middle_game(), f"R:{space}", "@1-2")
    marked, plain = shown(board), shown(unmarked(board))

    assert changed(marked, plain) == {space_index(space)}
    assert not differ_outside(marked, plain, [*areas(space), CHIPS[0]])


def test_who_has_bumped_is_said_on_the_chip() -> None:
    position = laid_out({"S3": "AB"}, [3, 5], reserve=(0, 11))
    board = played(position, "bump", "@1-2")
    marked, plain = shown(board), shown(unmarked(board))

    assert differ(marked, plain, CHIPS[0])
    assert not differ_outside(marked, plain, [CHIPS[0]])


@pytest.mark.slow
def test_only_marks_have_the_highlight_colour() -> None:
    # White is a seat's ink as well; near-black is nobody's.
    highlight = TABLE["light"].highlight
    board = replace(played(middle_game(), "M3:C3,C4,N4,N5,C5,C6"), theme="light")

    def uses(drawn: Scene) -> bool:
        colours = shown(drawn).getcolors(1 << 24)
        assert colours is not None
        return highlight in {colour for _, colour in colours}

    assert uses(board)
    assert not uses(unmarked(board))


@pytest.mark.parametrize("height", range(2, 25))
def test_every_token_of_a_stack_is_told_apart_without_colour(height: int) -> None:
    stack = TALLEST[-height:]
    others = {
        stack[:place] + ("B" if token == "A" else "A") + stack[place + 1 :]
        for place, token in enumerate(stack)
    }

    shapes = {ladder_shape(other) for other in (stack, *others)}
    assert len(shapes) == height + 1


@pytest.mark.parametrize("height", range(2, 25))
def test_each_token_of_a_stack_is_a_bar_of_its_own(height: int) -> None:
    palette = Palette(TABLE["dark"], ())
    page = palette.index(palette.theme.page)
    tile = pieces.ladder(palette, (0,) * height, palette.theme.panel)
    middles = (14, 39) if height > 12 else (27,)

    bars = 0
    for x in middles:
        # Frame and thread of the slot are thinner than any bar.
        column = [tile.getpixel((x, y)) == page for y in range(4, tile.height - 4)]
        bars += sum(above and not below for above, below in pairwise(column))
    assert bars == height


@sampled("space", range(SPACES))
def test_a_stack_stays_on_its_space(space: int) -> None:
    stacks = [""] * SPACES
    stacks[space] = TALLEST
    board = scene(Position(tuple(stacks), (0, 0)))
    empty = scene(Position(reserve=(0, 0)))

    assert differ(shown(board), shown(empty), space_area(space))
    assert not differ_outside(shown(board), shown(empty), [space_area(space), *CHIPS])


@pytest.mark.parametrize("space", CENTRE)
@pytest.mark.parametrize("owner", range(2))
def test_a_centre_space_is_tinted_for_its_owner(space: int, owner: int) -> None:
    stacks = [""] * SPACES
    stacks[space] = "AB"[owner]
    left, top, _, _ = space_area(space)
    pixels = shown(scene(Position(tuple(stacks))))

    assert pixels.getpixel((left + 80, top + 20)) == TABLE["dark"].players[owner].tint


def test_reserves_show_all_their_tokens() -> None:
    boards = [shown(scene(Position(reserve=(tokens, 5)))) for tokens in range(13)]

    for one, other in pairwise(boards):
        assert differ(one, other, reserve_area(0))
        assert not differ_outside(one, other, [reserve_area(0)])


def test_the_dice_are_below_the_board_and_a_used_one_looks_used() -> None:
    one, other = laid_out({}, [3, 5]), laid_out({}, [3, 6])
    used = replace(one, dice=(5,))

    for changed_dice in (other, used):
        before, after = shown(scene(one)), shown(scene(changed_dice))
        assert differ(before, after, FOOT)
        assert not differ_outside(before, after, [FOOT])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mover", range(2))
def test_the_seat_to_move_has_a_filled_chip_with_a_pointer(mover: int, theme: ThemeName) -> None:
    colours = TABLE[theme]
    pixels = shown(replace(scene(laid_out({}, [3, 5], seat=mover)), theme=theme))

    assert pixels.getpixel(ON_CHIP[mover]) == colours.players[mover].fill
    assert pixels.getpixel(UNDER_TOKEN[mover]) == colours.players[mover].fill
    assert pixels.getpixel(ON_CHIP[1 - mover]) == colours.panel
    assert pixels.getpixel(UNDER_TOKEN[1 - mover]) == colours.page


@pytest.mark.parametrize(
    ("winners", "reason"),
    [
        ((0,), Reason.PLAYED),
        ((1,), Reason.RESIGNED),
        ((0,), Reason.TIMEOUT),
        ((0, 1), Reason.PLAYED),
        ((0, 1), Reason.AGREED),
        ((), Reason.ABORTED),
    ],
)
def test_at_the_end_the_winners_have_filled_chips_and_nobody_a_pointer(
    winners: tuple[int, ...], reason: Reason
) -> None:
    pixels = shown(replace(scene(middle_game()), result=Result((2, 4), winners, reason)))
    colours = TABLE["dark"]

    for seat in range(2):
        filled = colours.players[seat].fill if seat in winners else colours.panel
        assert pixels.getpixel(ON_CHIP[seat]) == filled
        assert pixels.getpixel(UNDER_TOKEN[seat]) == colours.page


def test_each_choice_of_a_turn_changes_the_picture() -> None:
    tokens = ("p3", "m3", "l", "u", "u", "r", "d", "r", "d")
    stages = [
        picture(replace(scene(middle_game()), marked=tokens[:chosen]))
        for chosen in range(len(tokens) + 1)
    ]

    assert len(set(stages)) == len(stages)


def test_the_spaces_of_tokens_that_may_be_taken_back_are_hinted_at() -> None:
    board = scene(middle_game())
    marked, plain = shown(replace(board, marked=("t",))), shown(board)

    assert changed(marked, plain) == {space_index(name) for name in ("S3", "S4", "C2")}
    assert not differ_outside(marked, plain, [*areas("S3", "S4", "C2"), FOOT])


def test_a_stack_in_motion_shows_ways_on_and_what_is_in_hand() -> None:
    board = replace(scene(middle_game()), marked=("m3", "u"))
    left, top, right, _ = space_area(space_index("C3"))
    highlight = TABLE["dark"].highlight
    pixels = shown(board)

    ways = {"left": (left + 2, top + 96), "right": (right - 2, top + 96), "up": (left + 86, top)}
    assert {way: pixels.getpixel(at) for way, at in ways.items()} == dict.fromkeys(ways, highlight)
    assert differ(pixels, shown(replace(board, marked=("m3", "u", "l"))), FOOT)


def test_a_choice_hides_the_marks_of_the_last_turn() -> None:
    position = laid_out({"N5": "BB"}, [4, 5], seat=1)
    board = replace(played(position, "M5:C5,C4", "P4", "@1-2"), marked=("p1",))

    assert picture(board) == picture(unmarked(board))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_turn_panel_offers_can_be_drawn(seed: int) -> None:
    source = SeededSource(seed)
    drawn = 0
    for board in list(whole_game(seed))[::6]:
        position = board.position
        if board.result is not None or not isinstance(position, Position):
            continue
        chosen: tuple[str, ...] = ()
        while choices := TABLERO.steps(position, chosen).choices:
            chosen = (*chosen, choices[source.below(len(choices))].token)
            assert len(picture(replace(board, marked=spread(chosen)))) <= MOST_BYTES
            drawn += 1
    assert drawn > 10


def test_every_word_can_be_translated() -> None:
    asked = set[str]()

    def translate(text: Text) -> str:
        asked.add(text.source)
        return fill(text, translate, text.source)

    stuck = laid_out({"S3": "AB", "S5": "A", "C1": "A"}, [3, 5], reserve=(0, 9))
    last = laid_out({"S3": "A", "C3": "A", "C4": "B"}, [3, 3], last=True)
    equal = laid_out({"C1": "A", "C2": "A", "C3": "B", "S6": "A"}, [5, 6], last=True)
    boards = [
        scene(Position()),
        played(stuck, "M5:S6"),
        scene(replace(stuck, dice=(3,), rolled=(3, 3))),
        played(replace(stuck, dice=(3,)), "bump", "@1-2"),
        scene(replace(stuck, dice=(3, 4))),
        scene(last),
        played(last, "R:S3", "@1-2"),
        played(last, "P3"),
        played(last, "P3", "M3:S4,S5"),
        played(equal, "P5", "P6"),
        replace(scene(last), marked=("t",)),
        replace(scene(last), marked=("p3", "m3")),
        replace(scene(last), result=Result((3, 4), (1,), Reason.RESIGNED)),
    ]
    for board in boards:
        picture(replace(board, translate=translate))

    assert asked >= {
        "Turn {turn}",
        "Turn {turn} · last turn",
        "Final position",
        "{player} rolled",
        "{player} to roll",
        "to move",
        "to move again",
        "bumped",
        "level",
        "leads by {points}",
        "behind by {points}",
        "wins by {points}",
        "wins: highest centre space",
        "resigned",
        "die {die} is left to use",
        "die {die} can't be used: bump",
        "no die can be used: bump",
        "doubles: or take a token back",
        "which token comes back?",
        "next to drop",
    }


def test_names_stay_on_their_chips_and_beside_the_dice() -> None:
    board = scene(middle_game())
    long = replace(board, names=("Maximiliana " * 5, "大谷翔平はるか" * 5))

    assert differ(shown(board), shown(long), CHIPS[0])
    assert not differ_outside(shown(board), shown(long), [*CHIPS, FOOT])


def test_a_tall_stack_in_hand_beside_a_long_name_stays_in_the_frame() -> None:
    stack = "ABAABBABABABABABA"
    board = replace(scene(laid_out({"S3": stack}, [3, 4])), marked=("m3",))
    long = replace(board, names=("Maximiliana " * 5, "Jonas"))

    assert not differ_outside(shown(board), shown(long), [*CHIPS, FOOT])


def test_a_name_of_which_nothing_can_be_drawn_becomes_the_seat() -> None:
    board = scene(middle_game())

    cuneiform = replace(board, names=("\U00012000", "\u3164\u200b"))
    assert picture(cuneiform) == picture(replace(board, names=("Player 1", "Player 2")))
