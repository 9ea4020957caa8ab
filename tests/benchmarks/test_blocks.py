"""What blocks the event loop is noted, nothing else is, and no benchmark of the bot does without it."""

import ast
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from tests.benchmarks.blocks import blocks_in, check_unblocked

HERE: Final = Path(__file__).parent
LOOPS: Final = ("asyncio.run", "asyncio.Runner", "runner.run", "club_beside", "club_with")
"""What runs an event loop."""
CHECKS: Final = ("unblocked", "running", "check_unblocked")
"""What fails where a loop is blocked."""
OTHERS: Final = ("test_load.py::test_floor",)
"""What runs a bot that is not ours, to compare with."""
PROGRAM = """
import asyncio, sys, time
from pathlib import Path
from tests.benchmarks.blocks import noting_blocks

def busy():
    begun = time.thread_time()
    while time.thread_time() - begun < 0.08:
        pass

async def main():
    asyncio.get_running_loop().call_soon(busy)
    await asyncio.sleep(0)
    await asyncio.sleep(0.2)

with noting_blocks(Path(sys.argv[1])):
    asyncio.run(main())
asyncio.run(main())
"""


def test_a_callback_that_computes_for_long_is_noted_and_one_that_waits_is_not(
    tmp_path: Path,
) -> None:
    file, before = tmp_path / "blocks.txt", time.monotonic()
    top = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", PROGRAM, str(file)], check=True, cwd=top)  # noqa: S603 -- our own program
    (block,) = blocks_in(file, before)
    assert "busy" in block
    with pytest.raises(AssertionError, match="busy"):
        check_unblocked(file, before)
    assert blocks_in(file, time.monotonic()) == []
    assert blocks_in(tmp_path / "none.txt", before) == []


def called_in(function: ast.AST) -> set[str]:
    """Return the names of all that a function calls, or hands on for another to call."""
    return {
        ast.unparse(node)
        for node in ast.walk(function)
        if isinstance(node, ast.Name | ast.Attribute)
    }


def benchmarks() -> dict[str, set[str]]:
    """Return what each benchmark calls, with all that the functions of its module call for it."""
    found: dict[str, set[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = {
            each.name: each
            for each in ast.walk(tree)
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for name, function in functions.items():
            if "benchmark" not in [each.arg for each in function.args.args]:
                continue
            called, more = set[str](), called_in(function)
            while more - called:
                called |= more
                more = set[str]().union(
                    *(called_in(functions[each]) for each in called & functions.keys())
                )
            found[f"{path.name}::{name}"] = called
    return found


def test_every_benchmark_that_runs_an_event_loop_fails_where_it_is_blocked() -> None:
    looping = {name: called for name, called in benchmarks().items() if called & set(LOOPS)}
    assert len(looping) > 15
    assert [name for name, called in looping.items() if not called & set(CHECKS)] == [*OTHERS]
