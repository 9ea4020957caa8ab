"""An export as files that are small enough: whole, compressed, or in parts with nothing missing."""

import io
import json
import zipfile
from typing import Any

from bot.services.export_files import ExportFile, Sections, files_of

HEAD = {"person": "7"}
MOVES: list[dict[str, Any]] = [
    {"code": f"{number * 7919 % 100_003:x}", "at": number} for number in range(3000)
]
TOLD: Sections = {"moves": MOVES, "names": [{"name": "Mara"}]}


def unpacked(file: ExportFile) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(file.data)) as opened:
        (name,) = opened.namelist()
        told: dict[str, Any] = json.loads(opened.read(name))
    return told


def test_what_fits_is_one_readable_file() -> None:
    (file,) = files_of(HEAD, TOLD, 10**7)
    assert file.name == "tavolo-data.json"
    assert json.loads(file.data) == {**HEAD, **TOLD}


def test_what_is_too_large_is_compressed_and_then_divided() -> None:
    (file,) = files_of(HEAD, TOLD, 100_000)
    assert (file.name, unpacked(file)) == ("tavolo-data.zip", {**HEAD, **TOLD})
    most = len(file.data) // 3
    parts = files_of(HEAD, TOLD, most)
    assert [part.name for part in parts] == [f"tavolo-data-{n}-of-4.zip" for n in range(1, 5)]
    assert all(len(part.data) <= most for part in parts)
    moves = [move for part in parts for move in unpacked(part)["moves"]]
    assert sorted(moves, key=lambda each: each["at"]) == MOVES
