"""The files of an export: one if Discord takes it, compressed if that is needed, or several.

What does not belong here: what is in an export (`bot.services.privacy`).
"""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

NAME: Final = "tavolo-data"

Sections = Mapping[str, Sequence[Mapping[str, Any]]]  # Any: as stored


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file to send."""

    name: str
    data: bytes


def files_of(head: Mapping[str, str], told: Sections, most_bytes: int) -> list[ExportFile]:
    """Write what is told, each file with `head`, in as few files as each may have `most_bytes`.

    A file that is too large is compressed. Where that is not enough, what is told is divided evenly:
    every part is a whole JSON object with some entries of each section, and says which part it is.
    """
    whole = _written({**head, **told})
    if len(whole) <= most_bytes:
        return [ExportFile(f"{NAME}.json", whole)]
    count, longest = 1, max(map(len, told.values()), default=0)
    while True:
        parts = [_compressed(head, told, number, count) for number in range(count)]
        if count >= longest or all(len(part.data) <= most_bytes for part in parts):
            return parts
        count *= 2


def _compressed(head: Mapping[str, str], told: Sections, number: int, count: int) -> ExportFile:
    """Write one of `count` parts into an archive of its own."""
    name, said = NAME, dict(head)
    if count > 1:
        name, said = f"{NAME}-{number + 1}-of-{count}", said | {"part": f"{number + 1} of {count}"}
    some = {section: entries[number::count] for section, entries in told.items()}
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr(f"{name}.json", _written({**said, **some}))
    return ExportFile(f"{name}.zip", archive.getvalue())


def _written(told: Mapping[str, object]) -> bytes:
    return (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode()
