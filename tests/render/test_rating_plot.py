"""The picture of a profile: ratings over time, each game a line that ends at its token."""

import io
from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from games.registry import GAMES
from games.words import english
from render import rating_picture
from render.rating_plot import _scale
from render.scene import RatingCurve, RatingPlot, ThemeName
from render.theme import THEMES, Colour
from tests.render.names import NAMES
from tests.tiers import sampled

KEYS = tuple(GAMES)


def curve(key: str, *shown: int, every: int = 86_400) -> RatingCurve:
    points = tuple((1_800_000_000 + every * n, rating) for n, rating in enumerate(shown))
    return RatingCurve(GAMES[key], points, provisional=len(shown) < 5)


def plot(*curves: RatingCurve, theme: ThemeName = "dark", name: str = "Mara") -> RatingPlot:
    return RatingPlot(name, curves, english, theme=theme)


def drawn(picture: RatingPlot) -> Image.Image:
    return Image.open(io.BytesIO(rating_picture(picture))).convert("RGB")


def rows_of(image: Image.Image, colour: Colour, x: int) -> list[int]:
    """List the rows of a column in which a colour is."""
    return [y for y in range(image.height) if image.getpixel((x, y)) == colour]


@sampled("theme", THEMES)
@sampled("games", [1, 2, 3, 4])
def test_it_is_as_high_as_there_are_games_and_small(theme: ThemeName, games: int) -> None:
    chance = Random(games)
    curves = [
        curve(key, *(1200 + chance.randrange(-90, 90) for _ in range(300))) for key in KEYS[:games]
    ]
    png = rating_picture(plot(*curves, theme=theme))
    image = Image.open(io.BytesIO(png))
    assert image.width == 1200
    assert image.height == (716 if games <= 2 else 780)
    assert len(png) < 100_000


def test_who_rises_ends_higher_than_they_began() -> None:
    ink = THEMES["dark"].players[0].outline
    image = drawn(plot(curve(KEYS[0], 1200, 1220, 1240, 1260)))
    first, last = rows_of(image, ink, 200), rows_of(image, ink, 1070)
    assert min(first) > max(last)


def test_after_the_last_game_a_line_stays_level() -> None:
    ink = THEMES["dark"].players[1].outline
    early = curve(KEYS[1], 1200, 1260, every=60)
    image = drawn(plot(curve(KEYS[0], 1100, 1110, 1105), early))
    assert rows_of(image, ink, 700) == rows_of(image, ink, 1000) != []


def across(image: Image.Image, ink: Colour) -> int:
    """Count the columns in which a line is nearly upright, and covers much of its height."""
    return sum(len(rows_of(image, ink, x)) > 60 for x in range(138, 1086))


@sampled("theme", THEMES)
@sampled("every", [0, 900], ids=["at once", "in an evening"])
@sampled("long_before", [False, True])
def test_the_games_of_one_evening_are_told_apart(
    theme: ThemeName, every: int, *, long_before: bool
) -> None:
    ink = THEMES[theme].players[0].outline
    rising = curve(KEYS[0], *range(1200, 1400, 10), every=every)
    first = rising.points[0][0] - 60 * 86_400
    if long_before:
        rising = replace(rising, points=((first, 1190), *rising.points))

    image = drawn(plot(rising, theme=theme))

    heights = [max(rows_of(image, ink, x), default=0) for x in (300, 500, 700, 900)]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 4
    assert across(image, ink) == 0


def test_games_that_are_spread_over_months_lie_where_they_were_played() -> None:
    """A pause in which nothing was played is as wide as it was long."""
    ink = THEMES["dark"].players[0].outline
    times = (0, 10, 20, 30, 80, 90, 100)
    points = tuple((1_800_000_000 + day * 86_400, 1200 + day) for day in times)
    image = drawn(plot(RatingCurve(GAMES[KEYS[0]], points)))
    left, middle, right = (max(rows_of(image, ink, 140 + 944 * n // 8)) for n in (3, 4, 5))
    assert left - middle == pytest.approx(middle - right, abs=2)


def test_an_evening_of_one_game_among_weeks_of_another_is_no_stroke() -> None:
    ink = THEMES["dark"].players[1].outline
    weeks = curve(KEYS[0], *range(1200, 1240), every=2 * 86_400)
    image = drawn(plot(weeks, curve(KEYS[1], 1100, 1180, 1120, 1190, 1110, every=900)))
    assert across(image, ink) == 0


def test_what_is_written_below_stays_within_the_frame() -> None:
    muted = THEMES["dark"].muted
    image = drawn(plot(curve(KEYS[0], *range(1200, 1320), every=900)))
    columns = [
        x for x in range(image.width) for y in range(565, 605) if image.getpixel((x, y)) == muted
    ]
    assert min(columns) >= 45
    assert max(columns) <= 1156


@pytest.mark.parametrize(
    ("ratings", "scale"),
    [
        ([1200], (1200, 10, 1)),
        ([1216, 1249], (1210, 10, 4)),
        ([1180, 1391], (1100, 100, 3)),
        ([300, 9000], (0, 8700, 2)),
    ],
)
def test_the_numbers_beside_it_are_round_and_few(
    ratings: list[int], scale: tuple[int, int, int]
) -> None:
    assert _scale(ratings) == scale
    low, step, steps = scale
    assert low <= min(ratings)
    assert max(ratings) <= low + step * steps


@sampled("name", NAMES.values(), ids=NAMES)
def test_any_name_fits(name: str) -> None:
    assert drawn(plot(curve(KEYS[0], 1200, 1300), name=name)).width == 1200
