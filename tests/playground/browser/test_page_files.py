"""What holds for every file of the page, read without a browser."""

import re
from pathlib import Path

import pytest

import bot.playground

PAGE = Path(bot.playground.__file__).parent / "page"
MODULES = sorted(PAGE.glob("*.js"))
STYLES = sorted(PAGE.glob("style/*.css"))
LONGEST_MODULE = 400
#: What makes markup or code of a text, or says where scripts and styles are besides our files.
DANGEROUS = (
    r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|srcdoc\s*=",
    r"document\.write|\beval\(|new Function|setTimeout\(\s*[\"'`]",
    r"setAttribute\(\s*[\"'`](?:style|on)",
    r"https?://(?!www\.w3\.org/)[a-z]",
)


def ids(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


def test_the_page_is_there() -> None:
    assert (PAGE / "index.html").is_file()
    assert {"main.js", "elements.js"} <= {path.name for path in MODULES}
    assert STYLES


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_a_module_says_what_it_is_for_and_is_short(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= LONGEST_MODULE


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
@pytest.mark.parametrize("pattern", DANGEROUS)
def test_no_module_makes_markup_or_code_of_a_text(path: Path, pattern: str) -> None:
    assert re.findall(pattern, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_a_module_imports_only_modules_that_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    imported = re.findall(r'\bfrom "([^"]+)"', text)
    assert {f"./{module.name}" for module in MODULES}.issuperset(imported)
    assert len(imported) == len(re.findall(r"^import\b", text, re.MULTILINE))


@pytest.mark.parametrize("path", STYLES, ids=ids(STYLES))
def test_a_style_loads_nothing(path: Path) -> None:
    assert re.findall(r"url\(|@import", path.read_text(encoding="utf-8")) == []


def test_the_index_holds_no_script_and_no_style_of_its_own() -> None:
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script[^>]*>([^<]*)</script>", text) == [""]
    assert "<style" not in text
    assert re.findall(r"\son\w+=|\sstyle=", text) == []
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert address.startswith("/page/")
        assert (PAGE / address.removeprefix("/page/")).is_file()
