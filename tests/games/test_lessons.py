"""Lessons: exercises that can be answered, sentences for every answer, and claims that hold."""

from typing import Any

import pytest

from games.dice_matrix import DICE_MATRIX
from games.dicefest.moves import Rotate
from games.errors import IllegalMove
from games.lessons import dice_matrix, dicefest, matrio, tablero
from games.lessons.lesson import Exercise, judge, onward, pupil_of
from games.line import Line
from games.record import Record, replay
from games.registry import GAMES
from tests.games.answers import answers, exercises, lesson_of

HEARTS = ("QH", "9H", "5H")
DIAMONDS = ("7D", "3D", "AD")
"""The cards in the pupil's hand in the lesson of MatriO."""

EACH = pytest.mark.parametrize(("key", "number"), exercises())


def exercise_of(key: str, number: int) -> Exercise:
    return lesson_of(key).exercises[number]


def at(record: Record) -> Line:
    return replay(record)


def after(record: Record, turn: str) -> Line:
    return replay(onward(record, turn))


def gains(record: Record) -> dict[str, int]:
    """Return what each first move of a turn of Dice Matrix scores."""
    position: Any = at(record).position
    return {DICE_MATRIX.format(move): position.gain(move) for move in position.legal_moves()}


def best_pair(record: Record) -> int:
    return max(points for move, points in gains(record).items() if "+" in move)


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_has_five_to_eight_exercises(key: str) -> None:
    assert 5 <= len(lesson_of(key).exercises) <= 8


@EACH
def test_every_right_answer_can_be_built_in_the_panel(key: str, number: int) -> None:
    buildable = set[str]().union(*(answer.asked for answer in answers(key, number)))
    right = exercise_of(key, number).right
    assert right
    # The panel asks for no order of a pair; who types has two ways.
    assert right & buildable
    for notation in right - buildable:
        one, _, two = notation.partition("+")
        assert f"{two}+{one}" in right & buildable


@EACH
def test_every_answer_gets_its_sentences(key: str, number: int) -> None:
    exercise = exercise_of(key, number)
    asides = dict(exercise.asides)
    for answer in answers(key, number):
        verdict = judge(exercise, answer.turn)
        assert str(verdict.deed)
        assert verdict.right == bool(answer.asked & exercise.right), answer
        if verdict.right:
            assert verdict.comment == exercise.praise
        else:
            assert verdict.comment == asides.get(answer.notation, exercise.why)


@EACH
def test_every_aside_is_about_a_turn_that_is_legal_and_not_right(key: str, number: int) -> None:
    exercise = exercise_of(key, number)
    written = [notation for notation, _ in exercise.asides]
    assert len(written) == len(set(written))
    for notation in written:
        assert notation not in exercise.right
        after(exercise.position, notation)


@pytest.mark.parametrize(
    ("key", "number"), [(key, number) for key, number in exercises() if number > 0]
)
def test_a_lesson_goes_on_from_the_right_answer(key: str, number: int) -> None:
    """Where the next exercise is of the same game, it is the one that the answer led to."""
    earlier, exercise = exercise_of(key, number - 1), exercise_of(key, number)
    before, now = earlier.position.moves, exercise.position.moves
    if now[: len(before)] == before and earlier.position.setup == exercise.position.setup:
        gone_on = now[len(before) :]
        turns = [[*notation.split()] for notation in earlier.right]
        played = [event.partition("@")[0] or event for event in gone_on]
        assert any(played[: len(turn)] == turn for turn in turns)
    else:
        assert "nother game" in exercise.task.source


def test_what_is_against_the_rules_is_no_answer() -> None:
    exercise = exercise_of("dicefest", 0)
    with pytest.raises(IllegalMove):
        judge(exercise, [Rotate(0, 0, 0)])


def test_nobody_is_a_pupil_where_nobody_is_to_move() -> None:
    with pytest.raises(TypeError):
        pupil_of(after(tablero.FIRST_ROLL, "P3 P4"))


# What the texts claim


def test_the_claims_of_the_lesson_in_dice_matrix_hold() -> None:
    matrix = dice_matrix.DEALT.setup["matrix"]
    assert isinstance(matrix, dict)
    faces = [str(die)[1] for die in matrix.values()]
    assert faces.count("3") == 14 > max(faces.count(face) for face in "12456")

    assert (
        gains(dice_matrix.FIRST_PAIR)["g3+g4"] == 8 == max(gains(dice_matrix.FIRST_PAIR).values())
    )
    assert gains(dice_matrix.ACROSS_A_GAP)["c5+c7"] == 12
    assert gains(dice_matrix.ACROSS_A_GAP)["b7+c7"] == 12
    assert gains(dice_matrix.SAME_COLOUR)["a1+c1"] == gains(dice_matrix.SAME_COLOUR)["c1+c4"] == 16

    alone = gains(dice_matrix.ALONE)
    assert alone["b7"] == alone["e7"] == 16
    assert best_pair(dice_matrix.ALONE) == 13
    assert gains(onward(dice_matrix.ALONE, "b7"))["a7+d7"] == 22
    assert "a7+d7" not in gains(onward(dice_matrix.ALONE, "e7"))

    last_three = gains(dice_matrix.NEAR_THE_END)
    assert len(last_three) == 3
    assert max(last_three, key=lambda move: last_three[move]) == "b6"
    assert last_three["b6"] == 12
    assert after(dice_matrix.LAST_DIE, "f7").position.scores() == (240, 208)


def test_the_claims_of_the_lesson_in_tablero_hold() -> None:
    assert at(tablero.A_STACK).position.scores() == (3, 5)
    assert after(tablero.A_STACK, "M4:C4,C5 P5").position.scores() == (12, 0)

    assert at(tablero.DOUBLES).position.scores() == (15, 6)
    assert after(tablero.DOUBLES, "R:C4").position.scores() == (15, 6)
    assert after(tablero.DOUBLES, "R:C5").position.scores() == (10, 11)
    assert after(tablero.DOUBLES, "R:C6").position.scores() == (9, 12)
    assert after(tablero.ORDER_OF_DICE, "M4:S3 M3:C3").position.scores() == (18, 3)

    bumped = after(tablero.A_BUMP, "P2 bump @1-3")
    assert bumped.game.legal_notation(bumped.position) == ["bump"]
    ended = bumped.apply("bump").result
    assert ended is not None
    assert (ended.scores, ended.winners) == ((15, 6), (0,))

    assert at(tablero.LAST_TURN).position.scores() == (3, 17)
    won = after(tablero.LAST_TURN, "P5 M6:C6,C5").result
    assert won is not None
    assert (won.scores, won.winners) == ((14, 6), (0,))
    for answer in answers("tablero", 6):
        result = after(tablero.LAST_TURN, answer.notation).result
        assert result is not None
        assert (result.winners == (0,)) == (answer.notation in exercise_of("tablero", 6).right)


def points(line: Line) -> tuple[int, ...]:
    """Return the points at a table of MatriO, 0 for those who are out."""
    scores = line.position.scores()
    assert scores is not None
    return tuple(score or 0 for score in scores)


def test_the_claims_of_the_lesson_in_matrio_hold() -> None:
    assert points(after(matrio.A_DOT, "KS>r1S"))[0] == 182

    before = points(at(matrio.TWO_DOTS))[0]
    brought = {card: points(after(matrio.TWO_DOTS, f"{card}>c1H"))[0] - before for card in HEARTS}
    assert brought == {"QH": 533, "9H": 513, "5H": 433}

    before = points(at(matrio.COVERING))[0]
    gained = {card: points(after(matrio.COVERING, f"{card}>c1H"))[0] - before for card in DIAMONDS}
    assert gained == {"7D": 340, "3D": 260, "AD": 220}
    hearts = {move for move in legal(matrio.COVERING) if move.split(">")[0].endswith("H")}
    assert hearts == {"5H>r3H", "9H>r3H"}

    assert points(at(matrio.AGAINST_THE_LEADER)) == (277, 0, 353, 0)
    assert len(at(matrio.AGAINST_THE_LEADER).position.withdrawn) == 2
    assert points(after(matrio.AGAINST_THE_LEADER, "5H>c2S"))[2] == 353 - 299
    assert points(after(matrio.AGAINST_THE_LEADER, "3D>c2S"))[2] == 353 - 253

    saved = after(matrio.LAST_DOTS, "X2>r2D")
    assert points(saved)[0] == 158
    assert not saved.position.withdrawn
    assert {move for move in legal(matrio.LAST_DOTS) if move.endswith(">r2D")} == {"X2>r2D"}


def legal(record: Record) -> list[str]:
    line = at(record)
    return line.game.legal_notation(line.position)


def test_the_claims_of_the_lesson_in_dicefest_hold() -> None:
    assert written(after(dicefest.A_LOCK, "f8-c8"))["locked"] == ["c8"]
    assert written(at(dicefest.AN_EMPTY_HAND))["collections"] == [5, 3]
    assert "f7-f8" not in legal(dicefest.AN_EMPTY_HAND)
    assert written(at(dicefest.LAST_LOCK))["collections"] == [0, 4]
    won = after(dicefest.LAST_LOCK, "f7-f8").result
    assert won is not None
    assert won.winners == (0,)


def written(line: Line) -> dict[str, Any]:
    return dict(line.game.write_position(line.position))
