"""What holds for every file of the page, read without a browser."""

import re
from pathlib import Path

import pytest

import playground
from bot.catalogues import PAGE_KEYWORDS, extracted_from_page

PAGE = Path(playground.__file__).parent / "page"
MODULES = sorted(PAGE.glob("*.js"))
STYLES = sorted(PAGE.glob("style/*.css"))
LONGEST_MODULE = 400
#: What makes markup or code of a text, or says where scripts and styles are apart from our files.
DANGEROUS = (
    r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|srcdoc\s*=",
    r"document\.write|\beval\(|new Function|setTimeout\(\s*[\"'`]",
    r"setAttribute\(\s*[\"'`](?:style|on)",
    r"https?://(?!www\.w3\.org/)[a-z]",
)
SAYING = rf"(?<![\w.])(?:{'|'.join(PAGE_KEYWORDS)})\("
#: What begins like a text, and a text that is put together.
WORDS = re.compile(
    r"""["`](?P<text>[A-Z][a-z][^"`\n]*)|`(?P<made>[^`\n]*\}[:,]? [a-z]{2,}[^`\n]*)`"""
)
#: What is before a text that goes through the catalogues, and before names of styles.
TAKEN = re.compile(rf"""(?:{SAYING}\s*|\bplural\(\s*"[^"]*",\s*|"\s*\+\s*|\bclass: )$""")
NO_WORDS = {
    *("Tab", "Enter", "Escape", "Backspace", "Home", "End"),
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown"),
    *("Tavolo", "${name} is not set from here"),
}


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


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_the_catalogues_take_every_word_that_a_module_says(path: Path) -> None:
    """What is put together, or said in the values of another text, would be left out."""
    source = path.read_text(encoding="utf-8")
    said = re.sub(r"\bfunction \w+\(|//.*", "", source)
    taken = extracted_from_page(source)
    assert len(taken) == len(re.findall(SAYING, said))
    assert not [text for text in taken if "$" in str(text)]


def untranslated(source: str) -> list[str]:
    """Find the literals that begin like a text, or are put together, and are not translated."""
    code = re.sub(r"^\s*(?://|/?\*).*|\s//.*", "", source, flags=re.MULTILINE)
    return [
        said
        for found in WORDS.finditer(code)
        if (said := found["text"] or found["made"]) not in NO_WORDS
        and not TAKEN.search(code, 0, found.start())
    ]


@pytest.mark.parametrize("path", MODULES, ids=ids(MODULES))
def test_no_module_says_anything_past_the_catalogues(path: Path) -> None:
    assert untranslated(path.read_text(encoding="utf-8")) == []


def test_a_text_past_the_catalogues_is_recognised() -> None:
    source = """
        // "Not in a comment"
        el("p", { class: `place ${kind} wide` }, "Nothing is here", t("Here it is"));
        const wrong = `${count} messages`, right = plural("One", "Many {n}", n);
    """
    assert untranslated(source) == ["Nothing is here", "${count} messages"]


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
