"""The public picture of MatriO: what it marks and tells, whose turn it is, what it hides."""

from dataclasses import replace
from itertools import pairwise

import pytest

from games.errors import IllegalMove
from games.game import Reason, Result
from games.matrio.board import CARD_INDEX, CELLS, TRAY_INDEX, TRAYS, cell_name, tray_name
from games.matrio.rules import Position
from render import picture
from render.canvas import Area
from render.matrio import pieces
from render.matrio.colours import colours_of
from render.png import Palette
from render.scene import Scene, ThemeName
from render.theme import THEMES as TABLE
from tests.games.matrio.played import OPEN_WITH_2C, after, table
from tests.render.matrio.scenes import (
    CHIPS,
    STORY,
    at,
    cell_area,
    full_board,
    lines,
    middle_game,
    played,
    said,
    scene,
    shown_to_all,
    tray_area,
    whole_game,
)
from tests.render.scenes import THEMES, differ, differ_outside, shown
from tests.tiers import sampled

MOST_BYTES = 60_000
LONG_NAME = "Wilhelmina Ōtani 大谷"
ON_CHIP = tuple((left + 230, top + 14) for left, top, _, _ in CHIPS)
"""A point of each chip without writing."""
UNDER_TOKEN = tuple((left + 42, top + 99) for left, top, _, _ in CHIPS)
"""Where a chip's pointer hangs."""


def trays(*names: str) -> list[Area]:
    return [tray_area(TRAY_INDEX[name]) for name in names]


def cells(*names: str) -> list[Area]:
    return [cell_area(cell) for cell in range(CELLS) if cell_name(cell) in names]


def unmarked(marked: Scene) -> Scene:
    """Return a scene without its last move."""
    return replace(marked, last=None)


@sampled("theme", THEMES)
def test_a_board_is_1200_by_1090(theme: ThemeName) -> None:
    for position in (middle_game(), full_board()):
        assert shown(replace(scene(position), theme=theme)).size == (1200, 1090)


@pytest.mark.parametrize("theme", THEMES)
def test_the_fullest_board_is_not_larger_than_60_kb(theme: ThemeName) -> None:
    board = replace(played(full_board(), "X2>r2S"), names=(LONG_NAME,) * 4, theme=theme)
    board = replace(board, result=Result((960, 580, 700, 640), (0,), Reason.PLAYED))

    assert len(picture(board)) <= MOST_BYTES


def test_the_public_picture_is_the_same_whatever_is_in_the_hands() -> None:
    position = middle_game()
    mine, *others = position.hands
    swapped = replace(position, hands=(mine, *reversed(others)))

    assert swapped.hands != position.hands
    assert picture(scene(swapped)) == picture(scene(position))


def test_a_public_board_is_drawn_without_looking_at_a_card_of_a_hand() -> None:
    """What `seen_by` hides and what it does not make the same picture."""
    for line in list(lines(4))[::5]:
        public = shown_to_all(line)
        assert picture(replace(public, position=line.position)) == picture(public)


def test_the_number_of_cards_in_each_hand_is_shown() -> None:
    position = middle_game()
    for seat in range(4):
        fewer = replace(position, hands=_without_a_card(position, seat))
        one, other = shown(scene(position)), shown(scene(fewer))
        assert differ(one, other, CHIPS[seat])
        assert not differ_outside(one, other, [CHIPS[seat], (640, 30, 1160, 90)])


def _without_a_card(position: Position, seat: int) -> tuple[tuple[int | None, ...], ...]:
    return tuple(hand[1:] if at == seat else hand for at, hand in enumerate(position.hands))


def test_the_last_card_is_marked_on_its_tray_and_told_and_its_changes_are_ringed() -> None:
    board = played(after(middle_game(), "2D>c2D", "2S>r1S", "4D>r2S"), "5D>r1D")
    marked, plain = shown(board), shown(unmarked(board))
    where = [*trays("r1D"), *cells("r1c1", "r1c2"), STORY]

    assert all(differ(marked, plain, area) for area in where)
    assert not differ_outside(marked, plain, where)


def test_a_cell_whose_score_stays_is_not_ringed() -> None:
    board = played(after(middle_game(), "2D>c2D", "2S>r1S"), "AS>c3S")
    marked, plain = shown(board), shown(unmarked(board))

    assert not any(differ(marked, plain, cell_area(cell)) for cell in range(CELLS))
    assert differ(marked, plain, *trays("c3S"))


def test_a_new_dot_is_ringed() -> None:
    board = played(middle_game(), "2D>c2D")
    new = cells("r1c2", "r2c2", "r3c2")

    assert all(differ(shown(board), shown(unmarked(board)), area) for area in new)
    assert all(differ(shown(board), shown(scene(middle_game())), area) for area in new)


def test_old_and_new_score_are_told() -> None:
    position = after(middle_game(), "2D>c2D", "2S>r1S", "4D>r2S")
    stories = [
        shown(played(position, notation)).crop(STORY).tobytes()
        for notation in ("5D>r1D", "5D>r1C", "9S>r1D", "5D>c2D")
    ]

    assert len(set(stories)) == len(stories)


def test_only_marks_have_the_highlight_colour() -> None:
    # White is a seat's ink as well; near-black is nobody's.
    highlight = TABLE["light"].highlight
    board = replace(played(middle_game(), "2D>c2D"), theme="light")

    def uses(drawn: Scene) -> bool:
        colours = shown(drawn).getcolors(1 << 24)
        assert colours is not None
        return highlight in {colour for _, colour in colours}

    assert uses(board)
    assert not uses(unmarked(board))


@sampled("tray", range(TRAYS))
def test_a_tray_stays_in_its_place(tray: int) -> None:
    position = middle_game()
    covered = list(position.trays)
    covered[tray] = (*covered[tray], CARD_INDEX["10H"])
    one, other = shown(scene(position)), shown(scene(replace(position, trays=tuple(covered))))
    # Scores follow.
    grid = [cell_area(cell) for cell in range(CELLS)]

    assert differ(one, other, tray_area(tray))
    assert not differ_outside(one, other, [tray_area(tray), *grid, *CHIPS])


def test_every_card_looks_different_on_a_tray_even_without_colour() -> None:
    palette = Palette(TABLE["dark"], ())
    face = palette.index(colours_of(palette.theme).card.face)
    shape = [index != face and 255 for index in range(256)]
    for suit in (0, 1):
        tiles = [pieces.filled_tray(palette, suit, card, 1) for card in range(51)]
        assert len({tile.point(shape, "1").tobytes() for tile in tiles}) == len(tiles)


def test_the_number_of_cards_beneath_is_shown() -> None:
    palette = Palette(TABLE["dark"], ())
    tiles = [pieces.filled_tray(palette, 0, 7, beneath).tobytes() for beneath in range(28)]

    assert len(set(tiles)) == len(tiles)


@pytest.mark.parametrize("owner", range(4))
def test_a_dot_has_the_colour_of_its_owner_and_is_tinted_once_they_are_gone(owner: int) -> None:
    position = replace(middle_game(), dots=(owner, *(None,) * 8))
    x, y = cell_area(0)[0] + 90, cell_area(0)[1] + 16
    colours = TABLE["dark"].players[owner]

    assert shown(scene(position)).getpixel((x, y)) == colours.fill
    assert shown(scene(position.leave(owner))).getpixel((x, y)) == colours.tint


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mover", range(4))
def test_the_seat_to_move_has_a_filled_chip_with_a_pointer(mover: int, theme: ThemeName) -> None:
    colours = TABLE[theme]
    pixels = shown(replace(scene(replace(middle_game(), seat=mover)), theme=theme))

    for seat in range(4):
        mine = seat == mover
        filled, hanging = colours.players[seat].fill, colours.page
        assert pixels.getpixel(ON_CHIP[seat]) == (filled if mine else colours.panel)
        assert pixels.getpixel(UNDER_TOKEN[seat]) == (filled if mine else hanging)


@pytest.mark.parametrize(
    ("winners", "reason"),
    [
        ((0,), Reason.PLAYED),
        ((1, 3), Reason.PLAYED),
        ((2,), Reason.RESIGNED),
        ((3,), Reason.TIMEOUT),
        ((0, 1, 2, 3), Reason.AGREED),
        ((), Reason.ABORTED),
    ],
)
def test_at_the_end_the_winners_have_filled_chips_and_nobody_a_pointer(
    winners: tuple[int, ...], reason: Reason
) -> None:
    board = replace(scene(middle_game()), result=Result((4, 9, 3, 9), winners, reason))
    pixels, running = shown(board), shown(scene(middle_game()))
    colours = TABLE["dark"]

    for seat in range(4):
        filled = colours.players[seat].fill if seat in winners else colours.panel
        assert pixels.getpixel(ON_CHIP[seat]) == filled
        assert pixels.getpixel(UNDER_TOKEN[seat]) == colours.page
    assert differ(pixels, running, STORY)


def test_a_withdrawal_is_told_and_mutes_the_chip() -> None:
    before, last = next(
        (one, other)
        for seed in range(20)
        for one, other in pairwise(lines(seed))
        if other.position.withdrawn and other.result is None
    )
    out = last.position.withdrawn - before.position.withdrawn
    board = shown_to_all(last)
    kept = replace(board, position=replace(at(last), withdrawn=frozenset()))

    for seat in out:
        assert differ(shown(board), shown(kept), CHIPS[seat])
    told = set(said(board))
    assert told - set(said(unmarked(board))) >= {"no dot: withdraws"}


def test_each_choice_of_a_turn_changes_the_picture() -> None:
    position = middle_game()
    board = replace(scene(position), position=position.seen_by(0))
    stages = [picture(replace(board, marked=("X2", "r1S")[:chosen])) for chosen in range(3)]

    assert len(set(stages)) == len(stages)


@pytest.mark.parametrize(
    ("card", "open_to"),
    [
        ("2D", {"c2D"}),
        ("7H", {"c3H"}),
        ("X2", {tray_name(tray) for tray in range(TRAYS)}),
        ("8S", {tray_name(tray) for tray in range(TRAYS)} - {"c2D", "c3H"}),
    ],
)
def test_the_trays_that_a_chosen_card_may_go_to_are_hinted_at(card: str, open_to: set[str]) -> None:
    position = middle_game()
    board = replace(scene(position), position=position.seen_by(0))
    marked, plain = shown(replace(board, marked=(card,))), shown(board)

    hinted = {tray_name(tray) for tray in range(TRAYS) if differ(marked, plain, tray_area(tray))}
    assert hinted == open_to
    assert not differ_outside(marked, plain, [*trays(*open_to), STORY])


def test_a_complete_choice_looks_like_the_move_made_except_for_whose_turn_it_is() -> None:
    position = middle_game()
    choice = replace(scene(position), position=position.seen_by(0), marked=("2D", "c2D"))
    chosen, made = shown(choice), shown(played(position, "2D>c2D"))

    assert differ(chosen, made, CHIPS[1])
    assert not differ_outside(chosen, made, [*CHIPS, (44, 214, 586, 284), (640, 30, 1160, 90)])


def test_a_choice_hides_the_marks_of_the_last_move() -> None:
    before = middle_game()
    board = replace(played(before, "2D>c2D"), position=after(before, "2D>c2D").seen_by(1))
    marked = replace(board, marked=("2S",))

    assert picture(marked) == picture(unmarked(marked))


def test_a_choice_that_leads_nowhere_is_refused() -> None:
    board = replace(scene(middle_game()), position=middle_game().seen_by(0))

    with pytest.raises(IllegalMove, match="c2 ♦"):
        picture(replace(board, marked=("2D", "r1D")))


def test_before_the_first_move_the_opener_is_told_and_what_they_must_play() -> None:
    free, bound = table(1), table(1, OPEN_WITH_2C)
    opener = at(free).deal.opener
    any_card, only_2c = shown(shown_to_all(free)), shown(shown_to_all(bound))

    assert differ(any_card, only_2c, STORY)
    assert not differ_outside(any_card, only_2c, [STORY])
    assert any_card.getpixel(ON_CHIP[opener]) == TABLE["dark"].players[opener].fill


def test_all_captions_are_translated() -> None:
    told = set[str]()
    for board in (*whole_game(1), *whole_game(2)):
        told |= set(said(board))

    assert told >= {
        "Turn {turn} · {rest}",
        "Final position",
        "{player} played",
        "{player} to open",
        "each dot scores row times column:",
        "new",
        "no score changes",
        "wins by {n} point",
    }


def test_names_stay_on_their_chips_and_above_the_card() -> None:
    board = played(middle_game(), "2D>c2D")
    long = replace(board, names=("Maximiliana " * 5, "大谷翔平はるか" * 5, "i" * 90, "W" * 32))
    headline = (44, 214, 586, 284)

    assert differ(shown(board), shown(long), headline)
    assert not differ_outside(shown(board), shown(long), [*CHIPS, headline])


def test_a_name_of_which_nothing_can_be_drawn_becomes_the_seat() -> None:
    board = played(middle_game(), "2D>c2D")

    cuneiform = replace(board, names=("\U00012000", "\u3164\u200b", "Ines", "Teo"))
    assert picture(cuneiform) == picture(
        replace(board, names=("Player 1", "Player 2", "Ines", "Teo"))
    )


def test_the_picture_after_somebody_left_still_marks_the_last_card() -> None:
    line = list(lines(5))[30]
    board = shown_to_all(line.apply(f"!resign:{(at(line).seat + 1) % 4}"))
    last = board.last

    assert last is not None
    assert differ(shown(board), shown(unmarked(board)), tray_area(last.move.tray))
