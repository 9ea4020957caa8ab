"""Building a turn of Tablero: by steps, and while typing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import IllegalMove
from games.game import Step, spread
from games.tablero import TABLERO
from games.tablero.board import space_index
from games.tablero.choices import Draft, draft, steps
from games.tablero.rules import Move, Position
from tests.games.tablero.played import after, arranged, game, laid_out, legal, positions, turns

MOST_LEAVES = 150
LONGEST_ID = 100


def labels(step: Step[Move]) -> list[str]:
    return [str(choice.label) for choice in step.choices]


def notations(step: Step[Move]) -> list[str]:
    return [TABLERO.format(move) for move in step.turn]


def custom_id(*chosen: str) -> str:
    """Return the longest id that a panel could carry with these choices."""
    return f"t:pick:{'9' * 12}:{'9' * 12}:{'.'.join(chosen)}"


def check(step: Step[Move]) -> None:
    assert 1 <= len(step.choices) <= 25
    assert all(1 <= len(group.choices) <= 25 for group in step.shortcuts)
    assert len({choice.token for choice in step.choices}) == len(step.choices)
    assert not step.turn
    for choice in step.offered:
        assert len(str(choice.label)) <= 80
        assert choice.note is None or len(str(choice.note)) <= 100
        assert all(token.isalnum() for token in spread([choice.token]))


def every_way(position: Position, chosen: tuple[str, ...] = ()) -> list[tuple[Move, ...]]:
    """Walk all steps and return the turns at their ends."""
    step = TABLERO.steps(position, chosen)
    if step.turn:
        assert not step.choices
        assert len(custom_id(*chosen)) <= LONGEST_ID
        return [step.turn]
    check(step)
    return [
        turn for choice in step.choices for turn in every_way(position, (*chosen, choice.token))
    ]


@given(positions())
def test_the_steps_lead_to_every_legal_turn_and_no_other(position: Position) -> None:
    expected = turns(position)
    if len(expected) <= MOST_LEAVES:
        assert sorted(map(str, every_way(position))) == sorted(map(str, expected))


def drafts(built: Draft) -> list[tuple[Move, ...]]:
    if built.complete:
        return [built.moves]
    return [turn for choice in built.choices() for turn in drafts(built.choose(choice.token))]


def test_tall_stacks_have_every_path_among_their_steps() -> None:
    position = laid_out({"N3": "ABAB" * 2, "N4": "B"}, (3, 4), reserve=(8, 0), seat=1)
    expected = turns(position)

    assert len(expected) > 500
    assert sorted(map(str, drafts(Draft(position)))) == sorted(map(str, expected))


@pytest.mark.slow
@given(arranged(), st.data())
def test_no_choice_is_a_dead_end_however_tall_the_stacks(
    position: Position, data: st.DataObject
) -> None:
    chosen: tuple[str, ...] = ()
    while not (step := steps(position, chosen)).turn:
        check(step)
        chosen += spread([data.draw(st.sampled_from(step.offered)).token])

    assert not after(position, *notations(step)).mid_turn
    assert len(custom_id(*chosen)) <= LONGEST_ID


def tokens_of(position: Position, turn: tuple[Move, ...]) -> tuple[str, ...]:
    """Return the choices that build a turn."""
    built, tokens = Draft(position), list[str]()
    for n, move in enumerate(turn):
        while len(built.moves) == n:
            tokens.append(built.token_of(move))
            built = built.choose(tokens[-1])
    return tuple(tokens)


def test_the_longest_turn_fits_into_a_custom_id() -> None:
    """Two stacks: one as tall as may move, and one on which it drops a token."""
    position = laid_out({"S4": "BA" * 8 + "A", "S3": "BBBBAAA"}, (3, 4))
    first = next(
        move
        for move in position.legal_moves()
        if TABLERO.format(move).startswith("M4") and position.play(move).owner(2) == 0
    )
    second = position.play(first).legal_moves()[-1]
    chosen = tokens_of(position, (first, second))

    assert TABLERO.steps(position, chosen).turn == (first, second)
    assert len(chosen) == 1 + 17 + 1 + 8
    assert len(custom_id(*chosen)) <= LONGEST_ID


def test_a_turn_begins_with_what_each_die_can_do() -> None:
    position = laid_out({"S3": "A", "S4": "B"}, (3, 4))
    step = TABLERO.steps(position, ())

    assert step.buttons
    assert str(step.prompt) == "Dice 3 and 4."
    assert labels(step) == [
        "Place on 3",
        "Stack 3: S2",
        "Stack 3: S4",
        "Stack 3: C3",
        "Place on 4",
    ]
    assert step.shortcuts == ()
    assert notations(TABLERO.steps(position, ("m3+u", "p4"))) == ["M3:C3", "P4"]


def test_many_paths_are_listed_and_the_stack_also_moves_by_arrows() -> None:
    position = laid_out({"S3": "ABA", "S4": "A"}, (3, 4), reserve=(5, 11))
    step = TABLERO.steps(position, ())
    best, stack_3, stack_4 = step.shortcuts

    assert step.buttons
    assert labels(step) == ["Place on 3", "Move stack 3", "Place on 4", "Move stack 4"]
    assert best.buttons
    assert len(best.choices) == 5
    assert str(stack_3.title) == "Stack 3 in one go, best first"
    assert len(stack_3.choices) == len([m for m in legal(position) if m.startswith("M3")])
    assert {str(choice.label) for choice in stack_4.choices} == {
        "Stack 4: C4",
        "Stack 4: S3",
        "Stack 4: S5",
    }
    for choice in step.offered:
        if choice not in step.choices:
            built = draft(position, spread([choice.token]))
            assert TABLERO.format(built.moves[0]).startswith("M")


@pytest.mark.slow
@given(arranged())
def test_one_choice_moves_a_stack_along_any_path_that_is_listed(position: Position) -> None:
    step = steps(position, ())
    marches = {m for m in legal(position) if m.startswith("M")}
    walked = set()
    for choice in step.offered:
        if "+" in choice.token:
            (march,) = draft(position, spread([choice.token])).moves
            walked.add(TABLERO.format(march))

    assert walked <= marches
    if len(marches) <= 75:
        assert walked == marches


def test_arrows_lead_along_a_path_and_then_to_the_other_die() -> None:
    position = laid_out({"S1": "ABA", "C2": "B"}, (1, 4), reserve=(2, 10))
    step = TABLERO.steps(position, ("m1",))

    assert step.buttons
    assert labels(step) == ["Up", "Right"]
    assert str(step.prompt) == "Stack 1, token 1 of 3 from the bottom: where to?"
    step = TABLERO.steps(position, ("m1", "u", "u"))
    assert labels(step) == ["Right"]
    assert str(step.prompt) == "Stack 1, token 3 of 3 from the bottom: where to?"
    step = TABLERO.steps(position, ("m1", "u", "u", "r"))
    assert labels(step) == ["Place on 4"]
    assert str(step.prompt) == "Chosen: move S1 to C1 N1 N2. The 4 is left."
    step = TABLERO.steps(position, ("m1", "u", "u", "r", "p4"))
    assert notations(step) == ["M1:C1,N1,N2", "P4"]
    assert step.move == step.turn[0]
    assert str(step.prompt) == "Your turn: move S1 to C1 N1 N2, place on S4."


def test_dead_ends_have_no_arrow() -> None:
    """From S2 with four tokens, S1 is entered only on the way up to C1."""
    position = laid_out({"S2": "AAAA"}, (2,), reserve=(0, 12))

    assert labels(TABLERO.steps(position, ("m2", "l"))) == ["Up"]
    assert labels(TABLERO.steps(position, ("m2", "u", "l"))) == ["Up"]


def test_a_single_token_is_asked_about_in_few_words() -> None:
    position = laid_out({"S1": "A"}, (1, 4))

    assert str(TABLERO.steps(position, ("m1",)).prompt) == "Stack 1: where to?"


def test_the_die_that_is_left_is_used_alone() -> None:
    position = after(laid_out({"S3": "A"}, (3, 4)), "P4")
    step = TABLERO.steps(position, ("m3", "u"))

    assert str(TABLERO.steps(position, ()).prompt) == "The 3 is left."
    assert notations(step) == ["M3:C3"]
    assert step.then == ()


def test_taking_back_names_what_it_leaves() -> None:
    position = laid_out({"C4": "BA", "C5": "AA", "N6": "A"}, (2, 2))
    step = TABLERO.steps(position, ("t",))

    assert labels(TABLERO.steps(position, ())) == [
        "Place on 2",
        "Take back a token, then roll again",
    ]
    assert str(TABLERO.steps(position, ()).prompt) == "Doubles: 2 and 2."
    assert not step.buttons
    assert str(step.prompt) == "Which token do you take back? Then you roll again."
    assert [(str(choice.label), str(choice.note)) for choice in step.choices] == [
        ("C4", "uncovers a token of player 2"),
        ("C5", "leaves your own token on top"),
        ("N6", "leaves the space empty"),
    ]
    done = TABLERO.steps(position, ("t", "c4"))
    assert notations(done) == ["R:C4"]
    assert str(done.prompt) == "Your turn: take back C4. Then you roll again."


def test_a_bump_says_what_it_means() -> None:
    stuck = laid_out({"S3": "A"}, (3, 4), reserve=(0, 0))
    last = laid_out({}, (3, 4), reserve=(0, 0), last=True)
    step = TABLERO.steps(stuck, ("m3", "u"))
    done = TABLERO.steps(stuck, ("m3", "u", "b"))

    meaning = (
        "Bump: no remaining die can be used. This ends your turn, and the game after one more "
        "turn of your opponent."
    )
    assert labels(step) == ["Bump: end my turn"]
    assert str(step.prompt) == f"Chosen: move S3 to C3. The 4 is left. {meaning}"
    assert notations(done) == ["M3:C3", "bump"]
    assert str(done.prompt) == (f"Your turn: move S3 to C3, bump, your last turn. {meaning}")
    assert str(TABLERO.steps(last, ("b",)).prompt) == (
        "Your turn: bump. Bump: no remaining die can be used. This ends the game."
    )


def test_the_last_turn_is_said() -> None:
    assert str(TABLERO.steps(laid_out({}, (3, 4), last=True), ()).prompt) == (
        "Dice 3 and 4. This is the last turn."
    )


def test_a_draft_shows_what_has_been_dropped_so_far() -> None:
    position = laid_out({"S4": "ABA", "C5": "B", "S1": "A"}, (1, 4))
    begun = draft(position, ("p1", "m4", "u", "r"))

    assert [TABLERO.format(move) for move in begun.moves] == ["P1"]
    assert begun.start == space_index("S4")
    assert begun.path == (space_index("C4"), space_index("C5"))
    assert begun.hand == "A"
    assert begun.stacks[space_index("S4")] == ""
    assert begun.stacks[space_index("C4")] == "A"
    assert begun.stacks[space_index("C5")] == "BB"
    assert begun.stacks[space_index("S1")] == "AA"
    done = begun.choose("u")
    assert (done.complete, done.hand, done.start) == (True, "", None)
    assert done.stacks == done.position.stacks == after(position, "P1", "M4:C4,C5,N5").stacks


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("p2",), "'p2' is not a choice here."),
        (("m4",), "'m4' is not a choice here."),
        (("b",), "'b' is not a choice here."),
        (("t",), "'t' is not a choice here."),
        (("m3", "d"), "'d' is not a choice here."),
        (("m3", "p4"), "'p4' is not a choice here."),
        (("p3", "p3"), "'p3' is not a choice here."),
        (("p3", "p4", "p4"), "'p4' is not a choice here."),
        (("C3",), "'C3' is not a choice here."),
    ],
)
def test_choices_that_lead_nowhere_are_refused(chosen: tuple[str, ...], message: str) -> None:
    with pytest.raises(IllegalMove) as error:
        TABLERO.steps(laid_out({"S3": "A", "S4": "B"}, (3, 4)), chosen)

    assert str(error.value) == message


@pytest.mark.parametrize("position", [Position(), game(1)[-1]])
def test_there_is_nothing_to_choose_between_turns_or_after_the_end(position: Position) -> None:
    with pytest.raises(IllegalMove, match="the game is over or a roll is due"):
        TABLERO.steps(position, ())
    assert TABLERO.suggest(position, "") == []


# Typing


BOARD = laid_out({"S3": "A", "S4": "BA", "C6": "B"}, (3, 4))


def suggested(typed: str, position: Position = BOARD) -> list[str]:
    return [notation for notation, _ in TABLERO.suggest(position, typed)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("p", ["P3", "P4"]),
        ("place", ["P3", "P4"]),
        ("m3", ["M3:C3", "M3:S2", "M3:S4"]),
        ("move stack 3", ["M3:C3", "M3:S2", "M3:S4"]),
        ("3", ["P3", "M3:C3", "M3:S2", "M3:S4"]),
        ("M4:C4", ["M4:C4,C5", "M4:C4,C3", "M4:C4,N4"]),
        ("m4 c4 c", ["M4:C4,C5", "M4:C4,C3"]),
        ("move 3 to c3 and p", ["M3:C3 P4"]),
        ("P3 p", ["P3 P4"]),
        ("p3 m4:c4,c", ["P3 M4:C4,C5", "P3 M4:C4,C3"]),
        ("M3:C3 P4", ["M3:C3 P4"]),
        ("bump", []),
        ("R:C6", []),
        ("P3 P3", []),
        ("place on N3", []),
        ("nonsense", []),
    ],
)
def test_suggestions_fit_what_is_typed(typed: str, found: list[str]) -> None:
    assert suggested(typed) == found


def test_an_action_that_is_typed_in_full_stands_before_the_turns_that_begin_with_it() -> None:
    first, *others = suggested("P3")

    assert first == "P3"
    assert {"P3 P4", "P3 M4:C4,C5"} <= set(others)
    assert all(notation.startswith("P3 ") for notation in others)


def test_placing_comes_first_and_then_what_leads_in_the_centre() -> None:
    assert suggested("")[:4] == ["P3", "P4", "M4:S5,C5", "M3:C3"]


def test_suggestions_are_labelled_with_whole_paths() -> None:
    position = laid_out({"S3": "A", "S4": "BABA"}, (3, 4))
    labelled = dict(TABLERO.suggest(position, "M3:C3 M4:C4,C5,C6"))

    assert {notation: str(label) for notation, label in labelled.items()} == {
        "M3:C3 M4:C4,C5,C6,N6": "move S3 to C3, move S4 to C4 C5 C6 N6",
        "M3:C3 M4:C4,C5,C6,S6": "move S3 to C3, move S4 to C4 C5 C6 S6",
    }


@given(positions() | arranged(), st.data())
def test_every_turn_is_found_by_its_notation_and_short_enough(
    position: Position, data: st.DataObject
) -> None:
    turn: tuple[Move, ...] = ()
    following = position
    while following.dice:
        turn = (*turn, data.draw(st.sampled_from(following.legal_moves())))
        following = following.play(turn[-1])
    typed = " ".join(map(TABLERO.format, turn))
    notation, label = TABLERO.suggest(position, typed)[0]

    assert notation == typed
    assert len(notation) <= 100
    assert len(str(label)) <= 100
    assert TABLERO.read_turn(position, typed) == turn
