"""What holds for every file of the page, read without a browser."""

import re
from collections.abc import Callable, Sequence
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


def wrong(looked_for: Callable[[str], Sequence[object]], paths: list[Path]) -> dict[str, object]:
    """Return what is wrong in the source of each file."""
    found = {path.name: looked_for(path.read_text(encoding="utf-8")) for path in paths}
    return {name: things for name, things in found.items() if things}


def test_the_page_is_there() -> None:
    assert (PAGE / "index.html").is_file()
    assert {"main.js", "elements.js"} <= {path.name for path in MODULES}
    assert STYLES


def test_a_module_says_what_it_is_for() -> None:
    assert wrong(lambda source: [] if source.startswith("// ") else [source[:80]], MODULES) == {}


def test_a_module_is_short() -> None:
    assert wrong(lambda source: source.splitlines()[LONGEST_MODULE:], MODULES) == {}


@pytest.mark.parametrize("pattern", DANGEROUS)
def test_no_module_makes_markup_or_code_of_a_text(pattern: str) -> None:
    assert wrong(lambda source: re.findall(pattern, source), MODULES) == {}


def test_a_module_imports_only_modules_that_are_there() -> None:
    there = {f"./{module.name}" for module in MODULES}

    def elsewhere(source: str) -> list[str]:
        imported = re.findall(r'\bfrom "([^"]+)"', source)
        imports = re.findall(r"^import\b", source, re.MULTILINE)
        bare = ["an import from nowhere"] * (len(imports) != len(imported))
        return [name for name in imported if name not in there] + bare

    assert wrong(elsewhere, MODULES) == {}


def test_the_catalogues_take_every_word_that_a_module_says() -> None:
    """What is put together, or said in the values of another text, would be left out."""

    def left_out(source: str) -> list[str]:
        said = re.findall(SAYING, re.sub(r"\bfunction \w+\(|//.*", "", source))
        taken = extracted_from_page(source)
        made = [str(text) for text in taken if "$" in str(text)]
        return made + [f"{len(said)} said, {len(taken)} taken"] * (len(said) != len(taken))

    assert wrong(left_out, MODULES) == {}


def untranslated(source: str) -> list[str]:
    """Find the literals that begin like a text, or are put together, and are not translated."""
    code = re.sub(r"^\s*(?://|/?\*).*|\s//.*", "", source, flags=re.MULTILINE)
    return [
        said
        for found in WORDS.finditer(code)
        if (said := found["text"] or found["made"]) not in NO_WORDS
        and not TAKEN.search(code, 0, found.start())
    ]


def test_no_module_says_anything_past_the_catalogues() -> None:
    assert wrong(untranslated, MODULES) == {}


def test_a_text_past_the_catalogues_is_recognised() -> None:
    source = """
        // "Not in a comment"
        el("p", { class: `place ${kind} wide` }, "Nothing is here", t("Here it is"));
        const wrong = `${count} messages`, right = plural("One", "Many {n}", n);
    """
    assert untranslated(source) == ["Nothing is here", "${count} messages"]


def test_a_style_loads_nothing() -> None:
    assert wrong(lambda source: re.findall(r"url\(|@import", source), STYLES) == {}


def test_the_index_holds_no_script_and_no_style_of_its_own() -> None:
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script[^>]*>([^<]*)</script>", text) == [""]
    assert "<style" not in text
    assert re.findall(r"\son\w+=|\sstyle=", text) == []
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert address.startswith("/page/")
        assert (PAGE / address.removeprefix("/page/")).is_file()
