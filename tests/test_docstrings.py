"""The examples in docstrings are right."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PACKAGES = ("playground", "cogs", "bot", "render", "data", "games", "tests")
SIGN = ">" * 3
"""What an example begins with. Only modules with one are imported: most have none."""
MODULES = [
    ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for path in sorted((TOP / package).rglob("*.py"))
    if SIGN in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_right(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    tried = doctest.testmod(import_module(name))

    assert tried.attempted
    assert not tried.failed, capsys.readouterr().out


def test_a_wrong_example_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = f'"""\n{SIGN} 1 + 1\n3\n"""\n'
    (tmp_path / "wrong_example.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    assert doctest.testmod(import_module("wrong_example"), verbose=False).failed == 1
