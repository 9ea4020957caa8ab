"""The table of colours: complete, and the only place that names a colour."""

import ast
import re
from pathlib import Path

import pytest
from PIL import ImageColor

import render
from render.theme import THEMES

HEXADECIMAL = re.compile(r"#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
MODULES = sorted(Path(render.__file__).parent.rglob("*.py"))


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


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.parent.name + module.stem)
def test_no_colour_is_named_outside_the_table(module: Path) -> None:
    found = literal_colours(module.read_text(encoding="utf-8"))

    assert (found != []) is (module.name in {"theme.py", "colours.py"})


@pytest.mark.parametrize("colour", ['"#FFF"', '"26282D"', '"white"', "(0, 0, 255)"])
def test_a_colour_is_recognised(colour: str) -> None:
    assert literal_colours(f"ink = {colour}") != []


def test_the_themes_yield_each_colour_of_the_table_once() -> None:
    for theme in THEMES.values():
        colours = list(theme.colours())
        assert len(colours) == len(set(colours))
        assert {theme.page, theme.players[3].edge, theme.medals[2].text} <= set(colours)
