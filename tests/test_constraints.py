"""`constraints.txt`: exactly what a host installs, each file by its hash.

It is made from `pyproject.toml` as docs/hosting.md says.
"""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Final

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
