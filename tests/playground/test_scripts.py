"""The page's scripts, held against their own tools: formatter, linter, type check and unit tests.

The page itself is not built and needs none of them. They are node's, so they are run from here: the
suite says everything that is wrong, and says which tool was not there.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT_TESTS = Path(__file__).parent / "scripts"
NO_NODE = "node is not installed"
NO_MODULES = "the tools of package.json are not installed: run npm install"


def run(command: str, *arguments: str) -> None:
    """Run a tool in the project's folder; what it has to say is the failure."""
    done = subprocess.run(  # noqa: S603 - the project's own tools
        [command, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.fixture(scope="module")
def node() -> str:
    """Return the path of node."""
    found = shutil.which("node")
    if found is None:
        pytest.skip(NO_NODE)
    return found


def tool(name: str) -> str:
    """Return the path of a tool that npm has installed in the project."""
    found = shutil.which(name, path=ROOT / "node_modules" / ".bin")
    if found is None:
        pytest.skip(NO_MODULES)
    return found


def test_the_scripts_pass_their_unit_tests(node: str) -> None:
    files = sorted(map(str, UNIT_TESTS.glob("*.test.js")))
    assert files
    run(node, "--test", *files)


@pytest.mark.slow
@pytest.mark.usefixtures("node")
def test_the_scripts_are_formatted_and_free_of_lint() -> None:
    run(tool("biome"), "ci", "--error-on-warnings", "--colors=off")


@pytest.mark.usefixtures("node")
def test_the_types_of_the_scripts_fit() -> None:
    run(tool("tsc"), "--project", ".")
