"""What the page may send: read in full, or refused."""

import json
from typing import Any

import pytest

from playground.protocol import ACTIONS, Choose, Forward, Malformed, Run, Watch, read


def sent(**fields: Any) -> str:
    return json.dumps({"n": 1, **fields})


def test_what_is_left_out_has_its_default() -> None:
    assert read(sent(do="watch", pane="a", person="1")) == (1, Watch(pane="a", person="1"))
    n, action = read(sent(do="run", person="1", place="2", path="x"))
    assert (n, action) == (1, Run(person="1", place="2", path="x", options={}))


def test_lists_and_numbers_become_what_the_action_holds() -> None:
    at = {"person": "1", "place": "2", "message": "3", "custom_id": "c"}
    _, action = read(sent(do="choose", values=["a", "b"], **at))
    assert isinstance(action, Choose)
    assert action.values == ("a", "b")
    _, action = read(sent(do="forward", hours=2))
    assert action == Forward(hours=2.0)
    _, action = read(sent(do="run", person="1", place="2", path="x", options={"a": 1}))
    assert isinstance(action, Run)
    assert dict(action.options) == {"a": 1}


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("{", None),
        ("[]", None),
        ("1", None),
        ('{"do": "add", "name": "Kim"}', None),
        ('{"do": "add", "n": "1", "name": "Kim"}', None),
        ('{"do": "add", "n": true, "name": "Kim"}', None),
        (sent(do="dance"), 1),
        (sent(), 1),
        (sent(do=["add"], name="Kim"), 1),
        (sent(do="add"), 1),
        (sent(do="add", name="Kim", age=7), 1),
        (sent(do="add", name=7), 1),
        (sent(do="forward", hours=True), 1),
        (sent(do="forward", hours="2"), 1),
        (sent(do="dms", person="1", open=1), 1),
        (sent(do="watch", pane="a", person="1", place=2), 1),
        (sent(do="submit", person="1", form="2", values=["a"]), 1),
        (sent(do="choose", person="1", place="2", message="3", custom_id="c", values="a"), 1),
        (sent(do="choose", person="1", place="2", message="3", custom_id="c", values=[1]), 1),
    ],
)
def test_what_is_not_in_the_protocol_is_malformed(text: str, n: int | None) -> None:
    with pytest.raises(Malformed) as wrong:
        read(text)
    assert wrong.value.n == n


def test_every_action_has_a_word_of_its_own_and_says_what_it_is() -> None:
    assert len(ACTIONS) == 19
    assert all(action.__doc__ for action in ACTIONS.values())
