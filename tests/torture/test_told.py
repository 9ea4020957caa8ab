"""What somebody reads after a move says that it was played, or does not."""

import pytest

from playground.world import World
from tests.torture.told import Told


@pytest.mark.parametrize("actions", [(), ("here",)])
def test_words_without_a_choice_acknowledge_a_move(actions: tuple[str, ...]) -> None:
    told = Told(World())
    assert told.read(501, "**Mara** played 6♥ on tray 3.", actions)
    assert told.acknowledged == {501: "**Mara** played 6♥ on tray 3."}


@pytest.mark.parametrize("action", ["take", "pick", "go", "back", "move", "play"])
def test_a_panel_with_something_to_choose_acknowledges_nothing(action: str) -> None:
    told = Told(World())
    assert not told.read(501, "Which tray for 6♥?", (action, "shut"))
    assert told.acknowledged == {}


@pytest.mark.parametrize(
    "text",
    [
        "It is not your turn.",
        "No die shows 3; the 5 is left.",
        "The board has moved on: **Mara** played 6♥ on tray 3.",
    ],
)
def test_a_refusal_acknowledges_nothing(text: str) -> None:
    told = Told(World())
    assert not told.read(501, text)
    assert told.acknowledged == {}
