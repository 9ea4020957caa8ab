"""The picture of a leaderboard: a row a person, medals, and the reader's own row."""

from dataclasses import replace

import pytest

from games.words import Text, english
from render import leaderboard_picture
from render.canvas import Area
from render.scene import Leaderboard, Standing, ThemeName
from render.theme import THEMES as TABLE
from tests.render.scenes import THEMES, differ, differ_outside, opened

MARA = Standing(1, "Mara", 1874, 38, 2, 21)
MEDAL = (94, 170 + 8 + 7)
"""A point of the first row's medal next to its number."""


def page(*rows: Standing) -> Leaderboard:
    return Leaderboard(Text("Dice Matrix"), Text("page 1"), rows, english)


def row_area(index: int) -> Area:
    top = 170 + 80 * index
    return 44, top, 1156, top + 72


@pytest.mark.parametrize("rows", [1, 3, 10])
def test_the_height_follows_the_number_of_rows(rows: int) -> None:
    for theme in THEMES:
        board = replace(page(*[MARA] * rows), theme=theme)
        assert opened(leaderboard_picture(board)).size == (1200, 210 + 80 * rows)


@pytest.mark.parametrize("theme", THEMES)
def test_a_full_page_is_at_most_60_kb(theme: ThemeName) -> None:
    names = ["Wilhelmina Ōtani 大谷", "Maximilian von Ahrenberg", "Ελένη Παπαδοπούλου"] * 4
    rows = [Standing(n + 1, names[n], 1900 - n, 138, 12, 121, reader=n == 4) for n in range(10)]
    board = replace(page(*rows), theme=theme)

    assert len(leaderboard_picture(board)) <= 60_000


@pytest.mark.parametrize(
    "changed",
    [
        replace(MARA, rank=4),
        replace(MARA, name="Jonas"),
        replace(MARA, rating=1873),
        replace(MARA, wins=39),
        replace(MARA, draws=3),
        replace(MARA, losses=22),
    ],
)
def test_each_row_shows_all_that_is_known_of_a_person(changed: Standing) -> None:
    board = opened(leaderboard_picture(page(MARA, MARA)))
    other = opened(leaderboard_picture(page(MARA, changed)))

    assert differ(board, other, row_area(1))
    assert not differ_outside(board, other, [row_area(1)])


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_the_first_three_ranks_have_medals(rank: int) -> None:
    image = opened(leaderboard_picture(page(replace(MARA, rank=rank))))

    assert image.getpixel(MEDAL) == TABLE["dark"].medals[rank - 1].fill


def test_equal_ranks_have_equal_medals_and_later_ranks_have_none() -> None:
    rows = [MARA, replace(MARA, name="Ines"), replace(MARA, rank=4, name="Teo")]
    image = opened(leaderboard_picture(page(*rows)))
    seen = [image.getpixel((MEDAL[0], MEDAL[1] + 80 * index)) for index in range(3)]

    gold = TABLE["dark"].medals[0].fill
    assert seen == [gold, gold, TABLE["dark"].panel]


@pytest.mark.parametrize("theme", THEMES)
def test_the_reader_s_row_is_framed_and_raised(theme: ThemeName) -> None:
    board = page(MARA, replace(MARA, reader=True))
    board = replace(board, theme=theme)
    image, colours = opened(leaderboard_picture(board)), TABLE[board.theme]

    seen = [
        (image.getpixel((600, 171 + 80 * index)), image.getpixel((600, 230 + 80 * index)))
        for index in range(2)
    ]
    assert seen == [(colours.line, colours.panel), (colours.highlight, colours.raised)]


def test_without_ratings_there_is_no_such_column() -> None:
    bare = replace(MARA, rating=None)
    column = (640, 100, 770, 242)
    image = opened(leaderboard_picture(page(bare)))
    empty = image.crop(column).getcolors(1 << 20)
    assert empty is not None

    theme = TABLE["dark"]
    assert not {theme.text, theme.muted} & {colour for _, colour in empty}
    rated = opened(leaderboard_picture(page(MARA, bare)))
    # Next to people with a rating, one without has a dash.
    assert differ(rated.crop(row_area(1)), rated.crop(row_area(0)), (640, 0, 726, 72))


def test_a_name_of_which_nothing_can_be_drawn_is_a_player() -> None:
    cuneiform = page(replace(MARA, name="\U00012000"))

    nobody = page(replace(MARA, name="Player"))
    assert leaderboard_picture(cuneiform) == leaderboard_picture(nobody)


def test_heads_of_columns_can_be_translated() -> None:
    board = page(MARA)
    german = {"Player": "Person", "Rating": "Wertung", "Wins": "Siege", "Draws": "Remis"}
    other = replace(board, translate=lambda text: german.get(text.source, english(text)))

    image, translated = (opened(leaderboard_picture(each)) for each in (board, other))
    heads = (44, 110, 1156, 165)
    assert differ(image, translated, heads)
    assert not differ_outside(image, translated, [heads])


def test_a_long_title_is_whole_while_the_line_beside_it_leaves_room() -> None:
    title = "Leaderboard, all games, with computers"
    whole = opened(leaderboard_picture(replace(page(MARA), title=Text(title))))
    other = opened(leaderboard_picture(replace(page(MARA), title=Text(f"{title[:-1]}?"))))

    assert differ(whole, other, (640, 30, 960, 100))


def test_a_long_line_beside_a_title_takes_no_more_than_its_share() -> None:
    board = replace(page(MARA), title=Text("Leaderboard"), note=Text("page " * 40))
    short = replace(board, title=Text("Leaderboarb"))

    assert differ(opened(leaderboard_picture(board)), opened(leaderboard_picture(short)))


def test_points_have_the_column_of_ratings_and_a_head_of_their_own() -> None:
    by_points = page(replace(MARA, rating=None, points=1874))
    image, rated = (opened(leaderboard_picture(each)) for each in (by_points, page(MARA)))

    assert differ(image, rated, (640, 110, 770, 165))
    assert not differ_outside(image, rated, [(560, 110, 770, 165)])


@pytest.mark.parametrize("theme", THEMES)
def test_a_row_of_another_page_is_below_the_others_after_a_gap(theme: ThemeName) -> None:
    own = replace(MARA, rank=27, name="Jonas", reader=True)
    board = replace(page(MARA, MARA), theme=theme)
    image, with_own = (
        opened(leaderboard_picture(each)) for each in (board, replace(board, aside=own))
    )

    assert with_own.size == (1200, image.size[1] + 120)
    assert not differ(image, with_own, (0, 0, 1200, 170 + 2 * 80 - 8))
    colours = TABLE[theme]
    assert with_own.getpixel((600, 170 + 2 * 80 + 40 + 1)) == colours.highlight
    assert with_own.getpixel((94, 170 + 2 * 80 + 16)) == colours.muted
