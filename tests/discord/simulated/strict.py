"""The strict layer and Discord's own document, switched on for the tests.

What Discord refuses stands in `playground.strict`, which the playground shares. Here each
request is held against Discord's OpenAPI document first.

A body that Discord finds malformed (50035) is a mistake of the bot whatever it does about the
error, so it is noted as a complaint and fails the test. What does not belong here: failures
that a test orders (`wire`).
"""

from typing import Any

import pytest
from simcord import BackendError, env
from simcord.backend import Backend
from simcord.http import router

from playground.strict import Strict
from playground.strict.bodies import Json, refuse
from playground.strict.state import StrictBackend
from tests.discord.simulated import openapi
from tests.discord.simulated.complaints import Complaints


def install(patch: pytest.MonkeyPatch, complaints: Complaints) -> None:
    """Switch the strict layer on until `patch` is undone."""
    strict = Strict()

    def dispatch(
        backend: Backend,
        method: str,
        path: str,
        *,
        json: Json = None,
        **rest: Any,  # Any: handed through to simcord
    ) -> Json:
        try:
            _check_against_document(method, path, json)
            return strict.dispatch(backend, method, path, json=json, **rest)
        except BackendError as error:
            if error.code == 50035:
                complaints.note(f"Discord refused {method} {path}: {error}")
            raise

    patch.setattr(router, "dispatch", dispatch)
    patch.setattr(env, "Backend", StrictBackend)


def _check_against_document(method: str, path: str, body: Json) -> None:
    routes = openapi.routes()
    if routes is not None:
        # simcord's tokens end in a number, so a token is never mistaken for an id.
        complaint = routes.complaint(method, path, body)
        if complaint is not None:
            raise refuse(str(complaint))
