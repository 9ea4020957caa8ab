"""`constraints.txt`: exactly what a host installs, each file by its hash, and what is known of it.

It is made from `pyproject.toml` as docs/hosting.md says.
"""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = (ROOT / "constraints.txt").read_text(encoding="utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENTRIES: Final = [entry.replace("\\\n", " ") for entry in re.split(r"\n(?=\w)", TEXT.strip())]
HASH: Final = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def named(entry: str) -> Requirement:
    return Requirement(HASH.sub("", entry).strip())


VERSIONS: Final = {
    canonicalize_name(one.name): str(one.specifier).removeprefix("==")
    for one in map(named, ENTRIES)
}


def wanted() -> list[Requirement]:
    """List what the project asks for, with all its extras."""
    extras = PROJECT["optional-dependencies"].values()
    return [Requirement(one) for group in (PROJECT["dependencies"], *extras) for one in group]


def test_they_agree_with_what_the_project_asks_for() -> None:
    for one in wanted():
        version = VERSIONS[canonicalize_name(one.name)]
        assert one.specifier.contains(version), f"{one} is {version} in constraints.txt"


def test_nothing_is_missing_that_these_need() -> None:
    seen, waiting = set[str](), wanted()
    while waiting:
        one = waiting.pop()
        key = f"{canonicalize_name(one.name)}{sorted(one.extras)}"
        if key in seen:
            continue
        seen.add(key)
        version = VERSIONS.get(canonicalize_name(one.name))
        assert version is not None, f"{one} is not in constraints.txt"
        assert one.specifier.contains(version), f"{one} is {version} in constraints.txt"
        waiting += needed_by(one)


def needed_by(one: Requirement) -> list[Requirement]:
    """List what an installed package needs here, with the extras that are asked of it."""
    try:
        found = map(Requirement, requires(one.name) or [])
    except PackageNotFoundError:
        return []  # an extra that is not installed on this machine
    extras = one.extras or {""}
    return [
        need
        for need in found
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras)
    ]


def test_every_file_is_known_by_its_hash_and_nothing_says_where_it_comes_from() -> None:
    assert len(ENTRIES) == len(VERSIONS) > 20
    for entry in ENTRIES:
        assert HASH.search(entry), entry
        assert re.fullmatch(r"==[\w.]+", str(named(entry).specifier)), entry
    assert "://" not in TEXT
    assert not re.search(r"^\s*(-i|-f|--index|--extra-index|--find)", TEXT, re.MULTILINE)


FONTS: Final = (
    "fontpkg-noto-sans",
    "manimgx-fonts",
    "noto-cjk-sans-jp-bold",
    "noto-cjk-sans-jp-regular",
)


def test_every_font_is_pinned_free_and_named_in_the_documents() -> None:
    hosting = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    told = hosting.partition("Fonts come with the bot")[2].partition("\n\n")[0]
    fonts = (ROOT / "render/fonts.py").read_text(encoding="utf-8")
    assert set(re.findall(r'files\("(\w+)"\)', fonts)) == {one.replace("-", "_") for one in FONTS}
    for one in FONTS:
        assert re.fullmatch(r"[\d.]+(post\d+)?", VERSIONS[canonicalize_name(one)]), one
        assert metadata(one)["License-Expression"] == "OFL-1.1"
        shown = "`-bold`" if one.endswith("-bold") else f"`{one}`"
        assert shown in told
    assert "SIL Open Font License" in told


# What pip-audit reports

CLEAN: Final = {"name": "aiohttp", "version": "3.14.5", "vulns": []}
HOLED: Final = {"name": "aiohttp", "version": "3.14.5", "vulns": [{"id": "CVE-2026-1"}]}
UNKNOWN: Final = {"name": "aiohttp", "skip_reason": "Dependency not found: aiohttp (3.14.5)"}


@pytest.mark.parametrize(
    ("dependencies", "status", "said"),
    [
        ([CLEAN], 0, ""),
        ([CLEAN, HOLED], 1, "aiohttp 3.14.5 has a known hole: CVE-2026-1"),
        ([CLEAN, UNKNOWN], 1, "Dependency not found: aiohttp (3.14.5)"),
        ([UNKNOWN], 0, "pip-audit is left out: nothing is known here of any dependency"),
        (None, 0, "pip-audit is left out: nothing is known here of any dependency"),
    ],
)
def test_a_known_hole_fails_and_where_nothing_can_be_known_that_is_said(
    tmp_path: Path, dependencies: list[dict[str, object]] | None, status: int, said: str
) -> None:
    report = tmp_path / "report.json"
    report.write_text("" if dependencies is None else json.dumps({"dependencies": dependencies}))
    done = subprocess.run(  # noqa: S603 -- our own program
        [sys.executable, ROOT / ".ci/audited", report],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr.strip()) == (status, said)
    run = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert re.search(r"pip-audit==[\d.]+ --require-hashes .*\\\n  -r constraints.txt", run)
    assert 'python3 .ci/audited "$report"' in run
