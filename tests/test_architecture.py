"""The packages: what each holds and may import, and what every module keeps to."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import iscoroutinefunction, ismodule
from pathlib import Path

import grimp
import pytest

from games.registry import GAMES

TOP = Path(__file__).parents[1]
PACKAGES = ("playground", "cogs", "bot", "render", "data", "games")
LONGEST = 500
TOP_LEVEL = {
    ".ci",
    ".editorconfig",
    ".env.example",
    ".git-blame-ignore-revs",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "biome.json",
    "constraints.txt",
    "deploy",
    "docs",
    "package.json",
    "pyproject.toml",
    "tests",
    "tsconfig.json",
    *PACKAGES,
}
NAMELESS = {"utils", "util", "common", "helpers", "misc", "shared"}
"""Names that say nothing of what a module is for."""
SHOWN_ARGUMENTS = {"label", "placeholder", "description", "content", "title", "name"}
"""Arguments whose text a person reads, where a call in SHOWING has them."""
SHOWING = {
    "Button",
    "Choice",
    "File",
    "MediaGalleryItem",
    "Modal",
    "Select",
    "SelectOption",
    "TextDisplay",
    "TextInput",
    "add_option",
    "button",
    "create_thread",
    "edit",
    "edit_message",
    "edit_original_response",
    "reply",
    "select",
    "send",
    "send_message",
}
"""Calls that show text, those that take it first included."""
NEVER_SHOWN = {"File", "MediaGalleryItem", "button", "select"}
"""Of these the first argument is no text for people: a file, its address, or nothing."""


@dataclass(frozen=True)
class Module:
    """A Python file of the project, parsed."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(TOP).as_posix()

    @property
    def package(self) -> str:
        return self.path.relative_to(TOP).parts[0]

    @property
    def source(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def tree(self) -> ast.Module:
        return parsed(self.path)

    def imports(self) -> Iterator[tuple[str, int]]:
        """Yield the top-level name and line of everything imported, wherever it is."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                inside = node.level > 0 or node.module is None
                yield (self.package if inside else str(node.module).partition(".")[0]), node.lineno


@cache
def import_graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def modules(*packages: str) -> list[Module]:
    found = [Module(path) for package in packages for path in sorted((TOP / package).rglob("*.py"))]
    assert found
    return found


def wrong(
    looked_for: Callable[[Module], Iterable[object]], *packages: str
) -> dict[str, list[object]]:
    """Return what is wrong in each module of some packages; a test each would be thousands."""
    found = {module.name: list(looked_for(module)) for module in modules(*packages)}
    return {name: things for name, things in found.items() if things}


def test_the_contracts_of_pyproject_about_imports_are_kept() -> None:
    # In a process of its own: it configures logging, and so would switch off all loggers here.
    check = (
        "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    )
    ended = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", check], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize(
    "package", ["games", "games.players", "games.lessons", "render", "cogs.games"]
)
def test_the_games_know_nothing_of_each_other(package: str) -> None:
    """Look at those of the registry: a contract in pyproject would have to list them again."""
    names = (f"{package}.{key}" for key in GAMES)
    graph = import_graph()
    assert (
        graph.find_illegal_dependencies_for_layers([grimp.Layer(*names, independent=True)]) == set()
    )


def asked_of_data(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and source of what reads or writes: an opened transaction, a query of `data`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in {"reading", "writing"}:
            yield node.lineno, ast.unparse(node)
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "data":
            imported = import_module(node.module or "")
            for alias in node.names:
                # A module of a package is no attribute of it before somebody imported it.
                if not hasattr(imported, alias.name):
                    import_module(f"{node.module}.{alias.name}")
                asked = getattr(imported, alias.name)
                if ismodule(asked) or iscoroutinefunction(asked):
                    yield node.lineno, f"{node.module}.{alias.name}"


def test_cogs_ask_services_and_never_the_database() -> None:
    assert wrong(lambda module: asked_of_data(module.tree), "cogs") == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("async with bot.database.reading() as connection: pass", 1),
        ("database.writing()", 1),
        ("from data import outbox", 1),
        ("from data.archive import Found, find", 1),
        ("from data.outbox import Post", 0),
        ("from data.computers import Computer, is_computer", 0),
    ],
)
def test_what_asks_the_database_is_recognised(source: str, found: int) -> None:
    assert len(list(asked_of_data(ast.parse(source)))) == found


def test_games_import_nothing_but_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"games"}

    def others(module: Module) -> list[tuple[str, int]]:
        return [(name, line) for name, line in module.imports() if name not in allowed]

    assert wrong(others, "games") == {}


def test_the_rules_have_no_clock_no_files_and_no_secrets_of_their_own() -> None:
    outside = {"secrets", "time", "datetime", "os", "pathlib", "socket", "asyncio"}

    def from_outside(module: Module) -> list[tuple[str, int]]:
        # The command line is the edge of the package.
        edge = module.path.stem == "__main__"
        return [(name, line) for name, line in module.imports() if name in outside and not edge]

    assert wrong(from_outside, "games") == {}


def test_a_module_says_what_it_is() -> None:
    silent = [
        module.name for module in modules(*PACKAGES, "tests") if not ast.get_docstring(module.tree)
    ]
    assert silent == []


def is_there(name: str) -> bool:
    """Tell whether there is a module with this dotted name, or one with something of that name."""
    path = TOP.joinpath(*name.split("."))
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    owner, _, inner = name.rpartition(".")
    return bool(owner) and any(
        file.is_file() and re.search(rf"\b{inner}\b", file.read_text(encoding="utf-8"))
        for file in (
            TOP.joinpath(*owner.split(".")).with_suffix(".py"),
            TOP.joinpath(*owner.split("."), "__init__.py"),
        )
    )


def test_what_a_docstring_says_of_other_modules_is_there() -> None:
    """Look at dotted names, and at those that begin with a game's key, as modules once did."""
    dotted = re.compile(rf"`((?:{'|'.join((*PACKAGES, 'tests'))})(?:\.\w+)+)`")
    old = re.compile(rf"`((?:{'|'.join(GAMES)})_\w+)`")

    def missing(module: Module) -> list[str]:
        said = dotted.findall(module.source)
        return [name for name in said if not is_there(name)] + old.findall(module.source)

    assert wrong(missing, *PACKAGES, "tests") == {}


def test_a_module_is_one_job() -> None:
    found = modules(*PACKAGES, "tests")
    lengths = {module.name: len(module.source.splitlines()) for module in found}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}
    assert [module.name for module in found if module.path.stem in NAMELESS] == []


def test_no_error_is_swallowed() -> None:
    """Expected errors are named; one caught whatever it is must at least be told."""

    def swallowed(module: Module) -> list[int]:
        return [
            node.lineno
            for node in ast.walk(module.tree)
            if isinstance(node, ast.ExceptHandler)
            and (node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"})
            and all(isinstance(inner, ast.Pass | ast.Continue | ast.Expr) for inner in node.body)
            and not any(isinstance(inner, ast.Call) for inner in ast.walk(node))
        ]

    assert wrong(swallowed, *PACKAGES) == {}


def shown_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and source of every literal or f-string that a call shows to a person."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func).rpartition(".")[2]
        if called not in SHOWING:
            continue
        first = [] if called in NEVER_SHOWN else node.args[:1]
        named = [word.value for word in node.keywords if word.arg in SHOWN_ARGUMENTS]
        for value in (*first, *named):
            texts = (
                isinstance(inner, ast.JoinedStr)
                or (isinstance(inner, ast.Constant) and isinstance(inner.value, str))
                for inner in outermost(value)
            )
            if any(texts):
                yield node.lineno, ast.unparse(value)


def outermost(value: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of an expression that its text consists of, without looking into calls."""
    match value:
        case ast.BinOp(left=left, right=right):
            yield from outermost(left)
            yield from outermost(right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from outermost(body)
            yield from outermost(orelse)
        case ast.BoolOp(values=values):
            for part in values:
                yield from outermost(part)
        case _:
            yield value


def test_cogs_show_no_text_that_cannot_be_translated() -> None:
    assert wrong(lambda module: shown_texts(module.tree), "cogs") == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("Button(label='Move')", 1),
        ("discord.ui.Button(label=f'Move {n}')", 1),
        ("TextDisplay('Hello')", 1),
        ("ui.TextDisplay('-# ' + say(text))", 1),
        ("channel.send('Hello' if first else say(text))", 1),
        ("response.send_message(content=name or 'nobody')", 1),
        ("Button(label=say(Text('Move')), custom_id='a:b')", 0),
        ("TextDisplay(say(Text('Hello')))", 0),
        ("File(buffer, 'board.png', description=say(text))", 0),
        ("channel.send(view=view, nonce='a')", 0),
        ("log.info('not shown')", 0),
    ],
)
def test_a_text_that_cannot_be_translated_is_recognised(source: str, found: int) -> None:
    assert len(list(shown_texts(ast.parse(source)))) == found


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "file",
    [
        "games/{key}/rules.py",
        "render/{key}/__init__.py",
        "cogs/games/{key}.py",
        "cogs/games/rulebooks/{key}.py",
        "games/lessons/{key}.py",
        "games/players/{key}/__init__.py",
        "tests/games/{key}/test_rules.py",
        "tests/render/{key}/test_picture.py",
    ],
)
def test_every_game_has_its_files(key: str, file: str) -> None:
    assert (TOP / file.format(key=key)).is_file()


def words_in(tree: ast.Module) -> Iterator[str]:
    """Yield all that a module names or says: names, attributes, imports, texts, docstrings."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.alias(name=name):
                yield name
            case ast.ImportFrom(module=str(name)):
                yield name
            case _:
                pass


def games_named(tree: ast.Module) -> set[str]:
    """Return the games that a module names in any way."""
    abouts = [game.about for game in GAMES.values()]
    names = {name for about in abouts for name in (about.key, about.command, about.name)}
    pattern = re.compile("|".join(map(re.escape, sorted(names))), re.IGNORECASE)
    return {found.lower() for word in words_in(tree) for found in pattern.findall(word)}


def test_a_game_is_named_in_no_file_but_its_own() -> None:
    """A new game adds files and a line in the registry; no other code knows it."""
    own = re.compile(rf"/(?:{'|'.join(GAMES)})(?:\.py$|/)|^games/registry\.py$")
    named = {
        module.name: games
        for module in modules(*PACKAGES)
        if not own.search(module.name) and (games := games_named(module.tree))
    }
    assert named == {}


@pytest.mark.parametrize(
    "source",
    [
        "from games.matrio import MATRIO",
        "import games.matrio.rules",
        "key = 'matrio'",
        "text = f'{a} and MatriO'",
        "MATRIO_SEATS = 4",
        "theme.matrio",
        "def of_matrio(): ...",
        "'Cards of MatriO.'",
    ],
)
def test_the_name_of_a_game_is_recognised(source: str) -> None:
    assert games_named(ast.parse(source)) == {"matrio"}


def test_the_top_level_holds_what_was_agreed_and_nothing_else() -> None:
    # What Git ignores, such as a person's .env, is not part of the project.
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - the Git of this checkout
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    found = {line.partition("/")[0] for line in listed.stdout.splitlines()}
    if listed.returncode:
        # A release that was unpacked without Git holds nothing that is ignored either, but
        # what running the tests has just made.
        made = {"uv.lock", "__pycache__", "tavolo.db"}
        found = {path.name for path in TOP.iterdir()} - made
        found = {name for name in found if not re.fullmatch(r"\.(?:venv|env|\w+_cache)", name)}
    assert found - TOP_LEVEL == set()
