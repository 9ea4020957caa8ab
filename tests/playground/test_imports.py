"""Who touches what within the playground."""

import ast
from pathlib import Path

import playground

FOLDER = Path(playground.__file__).parent


def imported_by(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    return names | {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}


def test_only_the_world_and_the_strict_layer_touch_simcord() -> None:
    touching = {
        path.relative_to(FOLDER).parts[0]
        for path in FOLDER.rglob("*.py")
        if any(name.partition(".")[0] == "simcord" for name in imported_by(path))
    }
    assert touching == {"world.py", "strict"}


def test_a_server_with_a_token_loads_nothing_of_the_playground() -> None:
    packages = [FOLDER.parent / name for name in ("bot", "cogs", "data", "games", "render")]
    rest = [path for package in packages for path in package.rglob("*.py")]
    loading = {
        path.name for path in rest if any("playground" in name for name in imported_by(path))
    }
    assert loading == {"cli.py"}
