"""What is drawn stands out from what it lies on, in every theme and to every eye."""

from importlib import import_module
from typing import Any

import pytest

from games.registry import GAMES
from render import contrast as shared
from render.contrast import contrast, ink_contrasts, roles, shape_contrasts
from render.dice_matrix.colours import COLOURS as DICE_MATRIX
from render.dicefest import pieces
from render.scene import ThemeName
from render.theme import THEMES
from tests.render.vision import EYES, Eyes, ciede2000, lab, nearest

LEAST: dict[ThemeName, tuple[float, float]] = {
    "dark": (4.5, 3),
    "light": (4.5, 3),
    "contrast": (7, 4.5),
}
"""For inks, and for shapes: WCAG's levels AA and, for high contrast, AAA."""


TABLES: dict[str, Any] = {  # Any: modules, which have a game's own colours
    "shared": shared,
    **{key: import_module(f"render.{key}.colours") for key in GAMES},
}
tables = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


def own_of(table: Any, name: ThemeName) -> object:
    """Return the colours of a game in a theme; None where all games share them."""
    return None if table is shared else table.COLOURS[name]


def starred(path: str) -> str:
    """Return the role that a path into a theme is of."""
    return ".".join("*" if name.isdigit() else name for name in path.split("."))


@tables
@pytest.mark.parametrize("name", THEMES)
def test_every_ink_can_be_read_on_its_ground(table: Any, name: ThemeName) -> None:
    faint = {
        pair: round(ratio, 2)
        for pair, ratio in ink_contrasts(table.INKS, THEMES[name], own_of(table, name))
        if ratio < LEAST[name][0]
    }
    assert faint == {}


@tables
@pytest.mark.parametrize("name", THEMES)
def test_every_shape_can_be_seen_on_its_ground(table: Any, name: ThemeName) -> None:
    faint = {
        shape: round(ratio, 2)
        for shape, ratio in shape_contrasts(table.SHAPES, THEMES[name], own_of(table, name))
        if ratio < LEAST[name][1]
    }
    assert faint == {}


@tables
@pytest.mark.parametrize("name", THEMES)
def test_every_role_of_a_theme_is_measured_or_an_ornament(table: Any, name: ThemeName) -> None:
    own = own_of(table, name)
    measured = {starred(path) for pair in table.INKS for path in pair}
    measured |= {starred(path) for each in table.SHAPES for path in (*each.colours, each.ground)}
    everywhere = set(roles(THEMES[name]))
    if own is not None:
        measured -= everywhere

    assert (set(roles(own)) if own else everywhere) == measured | table.ORNAMENTS
    assert measured.isdisjoint(table.ORNAMENTS)


@pytest.mark.parametrize("name", THEMES)
def test_the_numbers_of_dicefest_can_be_read_on_the_colours_that_it_mixes(name: ThemeName) -> None:
    theme = THEMES[name]
    grounds = (theme.void, *(seat.tint for seat in theme.players))
    ratios = [contrast(pieces._number_ink(theme, ground), ground) for ground in grounds]
    for seat, colours in enumerate(theme.players):
        mixed = (*pieces._slopes(theme, seat), pieces._ghost(theme, seat))
        ratios += [contrast(colours.text, ground) for ground in mixed]

    assert min(ratios) >= 4.5


def test_contrast_is_counted_as_wcag_counts_it() -> None:
    assert contrast((255, 255, 255), (255, 255, 255)) == 1
    # The lightest grey that may be written with on white.
    assert contrast((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_players_and_dice_stay_apart_to_all_eyes(name: ThemeName, eyes: Eyes) -> None:
    theme = THEMES[name]

    assert nearest([seat.fill for seat in theme.players], eyes) >= 12
    assert nearest([die.fill for die in DICE_MATRIX[name].dice], eyes) >= 15
    # Spaces are owned in Tablero by two players; in Dicefest it is their place that tells.
    assert nearest([seat.tint for seat in theme.players[:2]], eyes) >= 6


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("eyes", EYES)
def test_no_eyes_take_the_last_move_for_a_player_s(name: ThemeName, eyes: Eyes) -> None:
    theme = THEMES[name]
    highlight = lab(theme.highlight, eyes)

    assert min(ciede2000(highlight, lab(seat.fill, eyes)) for seat in theme.players) >= 12


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distances_are_those_that_were_published(
    one: tuple[float, float, float], other: tuple[float, float, float], distance: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(distance, abs=0.0001)


def test_eyes_without_green_cones_mix_up_what_others_tell_apart() -> None:
    red, olive = (180, 60, 50), (110, 110, 40)

    assert nearest([red, olive], "deuteranopia") < 2
    assert min(nearest([red, olive], eyes) for eyes in ("normal", "tritanopia")) > 20
