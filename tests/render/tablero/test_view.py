"""What a picture of Tablero shows, before it is drawn: stacks, dice and marks of a turn."""

from dataclasses import replace

import pytest

from games.line import Played
from games.tablero.board import space_index
from games.tablero.rules import Position
from render.scene import Scene
from render.tablero.view import Die, Trail, View, view
from tests.games.tablero.played import laid_out
from tests.games.toy import Position as ToyPosition
from tests.render.tablero.scenes import middle_game, played, scene, unmarked


def viewed(shown: Scene) -> View:
    """Return the view of a scene of Tablero."""
    assert isinstance(shown.position, Position)
    return view(shown, shown.position)


def being_built(position: Position, *chosen: str) -> View:
    return viewed(replace(scene(position), marked=chosen))


def labels(shown: View) -> dict[int, tuple[str, ...]]:
    return dict(shown.labels)


def spaces(*names: str) -> tuple[int, ...]:
    return tuple(map(space_index, names))


def test_a_placed_token_is_labelled_and_two_on_one_space_are_counted() -> None:
    once = viewed(played(middle_game(), "P3"))
    twice = viewed(played(middle_game(), "P3", "P3"))

    assert labels(once) == {space_index("S3"): ("+1",)}
    assert labels(twice) == {space_index("S3"): ("+2",)}


def test_the_drops_of_a_turn_are_numbered_through_both_actions() -> None:
    position = laid_out({"S3": "AA", "S4": "ABA"}, [3, 4])
    shown = viewed(played(position, "M3:S4,C4", "M4:S3,C3,C4,C5"))

    assert shown.trails == (
        Trail(space_index("S3"), spaces("S4", "C4")),
        Trail(space_index("S4"), spaces("S3", "C3", "C4", "C5")),
    )
    assert labels(shown) == {
        space_index("S4"): ("1",),
        space_index("C4"): ("2", "5"),
        space_index("S3"): ("3",),
        space_index("C3"): ("4",),
        space_index("C5"): ("6",),
    }


def test_without_the_whole_turn_the_last_action_alone_is_marked() -> None:
    turn = played(middle_game(), "P3", "P3")

    assert labels(viewed(replace(turn, actions=()))) == {space_index("S3"): ("+1",)}


@pytest.mark.parametrize(("space", "ghosts"), [("S4", {"S4"}), ("C2", set())])
def test_a_token_taken_back_leaves_a_ghost_where_nothing_lies_below(
    space: str, ghosts: set[str]
) -> None:
    shown = viewed(played(middle_game(), f"R:{space}", "@1-2"))

    assert labels(shown) == {space_index(space): ("\N{MINUS SIGN}1",)}
    assert shown.ghosts == {space_index(name) for name in ghosts}


def test_the_dice_are_open_until_they_are_used() -> None:
    position = laid_out({"S3": "A"}, [3, 5])

    assert viewed(scene(position)).dice == (Die(3, "open"), Die(5, "open"))
    assert viewed(played(position, "P5")).dice == (Die(3, "open"), Die(5, "used"))


def test_of_doubles_one_die_is_used_at_a_time() -> None:
    assert viewed(played(middle_game(), "P3")).dice == (Die(3, "used"), Die(3, "open"))
    chosen = being_built(middle_game(), "p3", "m3")
    assert chosen.dice == (Die(3, "used"), Die(3, "chosen"))


def test_between_turns_and_at_the_end_the_dice_of_the_last_turn_are_shown() -> None:
    position = laid_out({"S3": "A"}, [3, 5], last=True)
    ended = viewed(played(position, "P5", "M3:C3"))

    assert ended.now.to_move is None
    assert (ended.roller, ended.dice) == (0, (Die(3, "used"), Die(5, "used")))


def test_a_bump_leaves_its_dice_unused() -> None:
    position = laid_out({"S3": "AB"}, [3, 5], reserve=(0, 11))

    assert viewed(played(position, "bump")).dice == (Die(3, "open"), Die(5, "open"))


def test_before_the_first_roll_there_are_no_dice() -> None:
    assert viewed(scene(Position())).dice == ()


def test_a_stack_in_motion_shows_what_it_has_dropped_and_what_is_in_hand() -> None:
    shown = being_built(middle_game(), "m3", "u", "r")

    assert shown.stacks[space_index("S3")] == ""
    assert shown.stacks[space_index("C3")] == "A"
    assert shown.stacks[space_index("C4")] == "BB"
    assert shown.hand == "AABA"
    assert shown.trails == (Trail(space_index("S3"), spaces("C3", "C4")),)
    assert labels(shown) == {space_index("C3"): ("1",), space_index("C4"): ("2",)}
    assert shown.dice == (Die(3, "chosen"), Die(3, "open"))


def test_the_points_are_those_of_the_stacks_that_are_shown() -> None:
    position = middle_game()

    assert viewed(scene(position)).scores == (2, 4)
    assert being_built(position, "m3", "u").scores == (5, 4)
    assert being_built(position, "m3", "u", "r", "u", "r", "d").scores == (5, 9)


def test_arrows_lead_where_the_path_can_still_be_completed() -> None:
    shown = being_built(middle_game(), "m3", "u")

    here = space_index("C3")
    assert set(shown.arrows) == {(here, there) for there in spaces("C2", "C4", "N3")}


def test_a_dead_end_has_no_arrow() -> None:
    # From C1 the way down ends in the corner: S1 touches the start and C1 only.
    position = laid_out({"S2": "AAA", "C6": "B"}, [2, 5])
    shown = being_built(position, "m2", "u", "l")

    assert {there for _, there in shown.arrows} == set(spaces("N1", "S1"))
    taller = laid_out({"S2": "AAAA", "C6": "B"}, [2, 5])
    arrows = being_built(taller, "m2", "u", "l").arrows
    assert {there for _, there in arrows} == set(spaces("N1"))


def test_the_spaces_to_take_a_token_back_from_are_hinted_at_until_one_is_chosen() -> None:
    assert being_built(middle_game(), "t").hinted == set(spaces("S3", "S4", "C2"))
    chosen = being_built(middle_game(), "t", "s4")
    assert chosen.hinted == set()
    assert chosen.ghosts == {space_index("S4")}
    assert chosen.dice == (Die(3, "used"), Die(3, "used"))


def test_a_turn_that_is_built_to_its_end_is_shown_whole() -> None:
    shown = being_built(middle_game(), "p3", "p3")

    assert shown.now.reserve[0] == middle_game().reserve[0] - 2
    assert (shown.roller, shown.dice) == (0, (Die(3, "used"), Die(3, "used")))
    assert (shown.hand, shown.arrows, shown.hinted) == ("", (), frozenset())


def test_a_turn_being_built_hides_the_marks_of_the_last_one() -> None:
    turn = played(laid_out({"N5": "BB"}, [4, 5], seat=1), "M5:C5,C4", "P4", "@1-2")

    assert viewed(replace(turn, marked=("p1",))) == viewed(replace(unmarked(turn), marked=("p1",)))


def test_a_move_of_another_game_marks_nothing() -> None:
    other = ToyPosition(1, (0, 0))
    shown = viewed(replace(scene(middle_game()), last=Played(0, 1, other, other)))

    assert (shown.trails, labels(shown)) == ((), {})
