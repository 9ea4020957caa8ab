"""The unit tests of the page's scripts, which need no browser.

They are node's own, and run from here: so the suite says all that is wrong, and that node was not
there.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT_TESTS = Path(__file__).parent / "scripts"
NO_NODE = "node is not installed"


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


def test_the_scripts_pass_their_unit_tests(node: str) -> None:
    files = sorted(map(str, UNIT_TESTS.glob("*.test.js")))
    assert files
    run(node, "--test", *files)
