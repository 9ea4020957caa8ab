"""What somebody reads after a move says that it was played, or does not."""

import pytest

from playground.world import World
from tests.torture.told import Told

CLICK = 501


@pytest.fixture
def told() -> Told:
    """Return the witness of a click by Mara."""
    world = World()
    mara = world.add_person("Mara")
    world.add_person("Sam")
    return Told(world, asked={CLICK: mara.id})


@pytest.mark.parametrize("actions", [(), ("here",)])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Mara took a1 and a2, blue 5 and blue 3: 7 points (15 to 10).",
        "Sam: 2♠ → c2 ♠\nMara: K♦ → c1 ♦",
        "**Mara** placed on S6.",
    ],
)
def test_what_they_played_or_a_closed_panel_acknowledges_a_move(
    told: Told, text: str, actions: tuple[str, ...]
) -> None:
    assert told.read(CLICK, text, actions)
    assert told.acknowledged == {CLICK: text}


@pytest.mark.parametrize("action", ["take", "pick", "go", "back", "move", "play"])
def test_a_panel_with_something_to_choose_acknowledges_nothing(told: Told, action: str) -> None:
    assert not told.read(CLICK, "Mara took a1.", (action, "shut"))
    assert told.acknowledged == {}


@pytest.mark.parametrize(
    "text",
    [
        "It is not your turn.",
        "No die shows 3; the 5 is left.",
        "Play K♣ to c1 ♦, covering K♦? Then: r1c1 (Mara) −58 to −118.",
        "Sam: 2♠ → c2 ♠",
        "The board has moved on:\nMara took a1.",
    ],
)
def test_a_refusal_acknowledges_nothing(told: Told, text: str) -> None:
    assert not told.read(CLICK, text)
    assert told.acknowledged == {}
