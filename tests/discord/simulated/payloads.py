"""The commands in all languages, translated once for all tests of a process.

Discord asks for every text in its thirty languages: for all commands that is a tenth of a second
at each publishing, and every world publishes them. What does not belong here: whether they are
to be published (`bot.delivery.command_sync`).
"""

import json
from typing import Any

import pytest
from discord import app_commands

Payload = dict[str, Any]  # Any: a command as JSON

_translated: dict[str, Payload] = {}


def install(patch: pytest.MonkeyPatch) -> None:
    """Make discord.py translate each command once, until `patch` is undone."""
    for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
        patch.setattr(kind, "get_translated_payload", _once(kind.get_translated_payload))


def _once(real: Any) -> Any:  # Any: the method of three classes, each with a signature of its own
    async def get_translated_payload(
        command: Any,  # Any: one of the three
        tree: app_commands.CommandTree[Any],
        translator: app_commands.Translator,
    ) -> Payload:
        source = json.dumps(command.to_dict(tree), sort_keys=True)
        key = f"{type(translator).__qualname__} {source}"
        if key not in _translated:
            _translated[key] = await real(command, tree, translator)
        payload: Payload = json.loads(json.dumps(_translated[key]))
        return payload

    return get_translated_payload
