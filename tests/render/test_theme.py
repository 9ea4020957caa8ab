"""The table of colours: readable, complete, and the only place that names a colour."""

import ast
import re
from pathlib import Path

import pytest
from PIL import ImageColor

import render
from render.scene import ThemeName
from render.theme import THEMES, Colour, Theme

LEAST_CONTRAST = 4.5
HEXADECIMAL = re.compile(r"#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
MODULES = sorted(Path(render.__file__).parent.glob("*.py"))


def luminance(colour: Colour) -> float:
    """Give the relative luminance as WCAG defines it."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def written(theme: Theme) -> dict[str, tuple[Colour, Colour]]:
    """Give every pair of ink and ground that text is written in."""
    grounds = {"page": theme.page, "panel": theme.panel, "raised": theme.raised}
    pairs = {
        f"{name} on {ground}": (ink, colour)
        for name, ink in (("text", theme.text), ("muted", theme.muted))
        for ground, colour in grounds.items()
    }
    pairs |= {
        "highlight on page": (theme.highlight, theme.page),
        "gain on page": (theme.gain, theme.page),
        "loss on page": (theme.loss, theme.page),
    }
    pairs |= {f"seat {n}": (seat.text, seat.fill) for n, seat in enumerate(theme.seats)}
    pairs |= {f"tint {n}": (theme.text, seat.tint) for n, seat in enumerate(theme.seats)}
    pairs |= {
        f"{what} of the chequered board": (theme.muted, ground)
        for what, ground in (("void", theme.void), ("cell", theme.cell))
    }
    pairs |= {"value": (theme.value, theme.page), "bone": (theme.bone.pips, theme.bone.fill)}
    card = theme.card
    pairs |= {
        f"{name} on a card": (ink, card.face)
        for name, ink in (("black", card.ink), ("red", card.red), ("value", card.value))
    }
    pairs |= {"number of the cards beneath": (card.ink, card.edge)}
    pairs |= {f"tray {n}": (theme.text, tray.fill) for n, tray in enumerate(theme.trays)}
    pairs |= {"card that must wait": (theme.trays[1].suit, theme.panel)}
    pairs |= {f"die {n}": (die.pips, die.fill) for n, die in enumerate(theme.dice)}
    return pairs | {f"medal {n}": (m.text, m.fill) for n, m in enumerate(theme.medals)}


@pytest.mark.parametrize("name", THEMES)
def test_all_that_is_written_stands_out_from_its_ground(name: ThemeName) -> None:
    faint = {
        what: round(contrast(ink, ground), 2)
        for what, (ink, ground) in written(THEMES[name]).items()
        if contrast(ink, ground) < LEAST_CONTRAST
    }
    assert faint == {}


@pytest.mark.parametrize("name", THEMES)
def test_marks_stand_out_from_what_they_lie_on(name: ThemeName) -> None:
    theme = THEMES[name]
    faint = [
        ground
        for ground in (theme.page, theme.panel, theme.void, theme.cell, theme.raised)
        if contrast(theme.highlight, ground) < 7
    ]
    assert faint == []


@pytest.mark.parametrize("name", THEMES)
def test_every_die_has_an_edge_that_stands_out_from_its_cell(name: ThemeName) -> None:
    theme = THEMES[name]
    stands_out = [
        max(contrast(die.fill, theme.cell), contrast(die.outline, theme.cell)) >= 2.8
        for die in theme.dice
    ]
    assert stands_out == [True] * 5


def literal_colours(source: str) -> list[str]:
    """Find what in a module could be a colour: a hexadecimal code, a name, three numbers."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if HEXADECIMAL.fullmatch(text) or text.lower() in ImageColor.colormap:
                found.append(text)
        elif isinstance(node, ast.Tuple) and len(node.elts) == 3:
            numbers = [n.value for n in node.elts if isinstance(n, ast.Constant)]
            channels = [n for n in numbers if isinstance(n, int) and 0 <= n <= 255]
            # Three small numbers are lengths.
            if len(channels) == 3 and max(channels) > 30:
                found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_no_colour_is_named_outside_the_table(module: Path) -> None:
    found = literal_colours(module.read_text(encoding="utf-8"))

    assert (found != []) is (module.name == "theme.py")


@pytest.mark.parametrize("colour", ['"#FFF"', '"26282D"', '"white"', "(0, 0, 255)"])
def test_a_colour_is_recognised(colour: str) -> None:
    assert literal_colours(f"ink = {colour}") != []


def test_the_themes_yield_each_colour_of_the_table_once() -> None:
    for theme in THEMES.values():
        colours = list(theme.colours())
        assert len(colours) == len(set(colours))
        assert {theme.page, theme.seats[3].edge, theme.dice[4].pips, theme.medals[2].text} <= set(
            colours
        )
