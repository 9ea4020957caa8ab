"""The picture of a profile: ratings over time, each game a line that ends at its token."""

import io
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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("games", [1, 2, 3, 4])
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


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_any_name_fits(name: str) -> None:
    assert drawn(plot(curve(KEYS[0], 1200, 1300), name=name)).width == 1200
