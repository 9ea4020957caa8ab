"""The documents say what is so: every setting, command and example in them is checked."""

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from discord import app_commands

from bot import create_bot
from bot.cli import COMMANDS
from bot.config import SETTINGS, Setting
from games.record import Record
from games.registry import GAMES
from tests.games.drawn import played
from tests.tiers import sampled

TOP = Path(__file__).parents[1]
DOCUMENTS = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").glob("*.md"))]
ARCHITECTURE = TOP / "docs" / "architecture.md"
README = (TOP / "README.md").read_text(encoding="utf-8")
PLAYING = (TOP / "docs" / "playing.md").read_text(encoding="utf-8")
START = "pip install -q uv && uv run tavolo"
TESTS = "pip install -q uv && uv run pytest -n auto --dist loadfile"

documents = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
settings = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)


def words(text: str) -> str:
    """Return a text without line breaks, comment signs and table borders."""
    return " ".join(text.replace("\n#", "\n").split())


def code(document: Path) -> list[str]:
    """Return the lines of a document's shell blocks."""
    blocks = re.findall(
        r"^```sh\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return [line for block in blocks for line in block.splitlines() if line]


@settings
def test_the_example_explains_every_variable(setting: Setting[object]) -> None:
    example = (TOP / ".env.example").read_text(encoding="utf-8")
    assert re.search(rf"^#?{setting.name}={re.escape(setting.default)}$", example, re.MULTILINE)
    assert f"{setting.about} Allowed: {setting.allowed}." in words(example)


def test_the_example_has_no_other_variable() -> None:
    example = (TOP / ".env.example").read_text(encoding="utf-8")
    names = re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)
    assert names == [setting.name for setting in SETTINGS]


@settings
def test_hosting_lists_every_variable(setting: Setting[object]) -> None:
    hosting = (TOP / "docs" / "hosting.md").read_text(encoding="utf-8")
    default = f"`{setting.default}`" if setting.default else "none"
    row = f"| `{setting.name}` | {default} | {setting.about} | {setting.allowed} |"
    assert row in hosting


def test_the_two_commands_stand_in_the_readme_and_run_in_ci() -> None:
    assert START in code(TOP / "README.md")
    assert TESTS in code(TOP / "README.md")
    ci = (TOP / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert ci[-1] == TESTS


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_of_the_command_line_is_described(command: str) -> None:
    described = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    assert f"`tavolo {command}`" in described


async def test_all_slash_commands_are_described_once_and_no_other(tmp_path: Path) -> None:
    async with create_bot(database_url=f"sqlite:///{tmp_path / 'tavolo.db'}") as bot:
        await bot.load_cogs()
        commands = {
            f"/{command.qualified_name}"
            for command in bot.tree.walk_commands()
            if not isinstance(command, app_commands.Group)
        }
    assert sorted(re.findall(r"^\| `(/[a-z -]+)` \|", PLAYING, re.MULTILINE)) == sorted(commands)
    assert set(re.findall(r"`(/[a-z -]+)`", README)) <= commands


@pytest.mark.parametrize("key", GAMES)
def test_every_games_designer_is_credited_with_a_link(key: str) -> None:
    about = GAMES[key].about
    assert about.name in README
    assert [name for name in about.designers if name not in README] == []
    assert f"({about.link})" in README


@documents
def test_links_inside_the_project_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


@documents
def test_no_document_names_a_file_that_is_not_there(document: Path) -> None:
    named = re.findall(
        r"`((?:bot|cogs|data|games|render|tests|docs)/[\w/.-]*\w\.\w+)`",
        document.read_text(encoding="utf-8"),
    )
    assert [name for name in named if not (TOP / name).exists()] == []


def defined(path: Path) -> set[str]:
    """Return the functions of a module, and the methods of its classes as `Class.method`."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    body = ast.parse(path.read_text(encoding="utf-8")).body
    found = {node.name for node in body if isinstance(node, functions)}
    for parent in body:
        if isinstance(parent, ast.ClassDef):
            found |= {f"{parent.name}.{n.name}" for n in parent.body if isinstance(n, functions)}
    return found


def test_the_architecture_names_modules_and_functions_that_there_are() -> None:
    quoted = re.findall(r"`([^`\n]+)`", ARCHITECTURE.read_text(encoding="utf-8"))
    packages = [name for name in quoted if name.endswith("/") and "<" not in name]
    assert [name for name in packages if not (TOP / name).is_dir()] == []
    module, unknown, functions = "", [], 0
    for name in quoted:
        if re.fullmatch(r"[\w/]+\.py", name):
            module = name
        elif name.endswith("()"):
            functions += 1
            if name.removesuffix("()") not in defined(TOP / module):
                unknown.append(f"{module}: {name}")
    assert unknown == []
    assert functions


def fair_record() -> Record:
    """Return a game of Dice Matrix that was ended at once, with the secret of its dice."""
    return played(GAMES["dice_matrix"], 1, events=1)


@sampled(
    "line",
    sorted({line for path in DOCUMENTS for line in code(path) if "python -m games" in line}),
)
def test_the_examples_on_records_run(line: str, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(fair_record().to_json(), encoding="utf-8")
    games = [played(GAMES["tablero"], seed).to_json() for seed in range(8)]
    (tmp_path / "games.jsonl").write_text("".join(f"{game}\n" for game in games), encoding="utf-8")
    command, _, target = line.partition(" > ")
    # Two games of a duel show that the command is right; the tables took hundreds.
    words = shlex.split(re.sub(r"--games \d+", "--games 2", command.removeprefix("uv run ")))
    assert words[:2] == ["python", "-m"]
    assert words[2].startswith("games")
    ended = subprocess.run(  # noqa: S603 - this interpreter, with the arguments of our documents
        [sys.executable, *words[1:]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(TOP)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = {"duel": 2, "ladder": 10, "show": 5, "verify": 10, "fit": 18, "check": 17}
    asked = words[4] if words[3] == "chances" else words[3]
    assert ended.stdout.count("\n") == lines.get(asked, 1)
    assert not target or re.fullmatch(r"[\w/-]+\.json", target)
