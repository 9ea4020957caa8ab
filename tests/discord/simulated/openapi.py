"""Every body that the bot sends, held against Discord's own OpenAPI document.

The document is not part of this repository. It is looked for in `DISCORD_OPENAPI` and, failing
that, next to the checkout (`BESIDE_THE_CHECKOUT`); where there is none, this one check is left
out and everything else runs. What the document does not say stands in `playground.strict`.
"""

import functools
import json
import os
import re
from pathlib import Path
from typing import Any

from tests.discord.simulated.schema import Check, Compiler, Complaint, Schema

ROOT = Path(__file__).parents[3]
BESIDE_THE_CHECKOUT = ROOT / "../shared/discord/openapi.json"
WHY_SKIPPED = "Discord's OpenAPI document is not here: set DISCORD_OPENAPI to its path"


def document_path() -> Path | None:
    """Return where the document lies, or None where there is none."""
    path = Path(os.environ.get("DISCORD_OPENAPI") or BESIDE_THE_CHECKOUT)
    return path if path.is_file() else None


class Routes:
    """Find the schema of the body that a route takes, and compile it at its first use."""

    def __init__(self, document: Schema) -> None:
        self._compiler = Compiler(document)
        self._checks: dict[str, Check | None] = {}
        self._templates: dict[tuple[str, int], list[tuple[list[str], str, Schema | None]]] = {}
        for path, operations in document["paths"].items():
            segments = path.strip("/").split("/")
            for method, operation in operations.items():
                if isinstance(operation, dict):
                    self._templates.setdefault((method.upper(), len(segments)), []).append(
                        (segments, f"{method} {path}", _body_schema(operation))
                    )
        for templates in self._templates.values():
            # "messages/pins" must be found before "messages/{message_id}".
            templates.sort(key=lambda template: sum(part[0] == "{" for part in template[0]))

    def complaint(self, method: str, path: str, body: Any) -> Complaint | None:
        """Return what Discord's document has against this request, or None.

        A route that the document does not know is a complaint too; a request without a body
        is none of its business.
        """
        segments = path.strip("/").split("/")
        for template, name, schema in self._templates.get((method, len(segments)), ()):
            if all(map(_fits, template, segments)):
                if body is None or schema is None:
                    return None
                if name not in self._checks:
                    self._checks[name] = self._compiler.compile(schema)
                check = self._checks[name]
                return check(body) if check is not None else None
        return Complaint(f"Discord has no {method} {path}")


@functools.cache
def routes() -> Routes | None:
    """Return the routes of the document, read once a session, or None where it is missing."""
    path = document_path()
    return None if path is None else Routes(json.loads(path.read_text(encoding="utf-8")))


def _body_schema(operation: Schema) -> Schema | None:
    content: Schema = operation.get("requestBody", {}).get("content", {})
    schema: Schema | None = content.get("application/json", {}).get("schema")
    return schema


def _fits(template: str, segment: str) -> bool:
    if template[0] != "{":
        return template == segment
    # Ids are numbers; tokens and emoji may be anything.
    return not template.endswith("_id}") or re.fullmatch(r"\d+", segment) is not None
