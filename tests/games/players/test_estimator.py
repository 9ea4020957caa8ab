"""Chances that are learned: what weights come out, and how their truth is told."""

from dataclasses import replace
from random import Random

import pytest

from games.players.estimator import Evidence, Judged, Outcome, Reliability, estimated, fitted


def drawn(weights: tuple[float, ...], number: int) -> list[Outcome]:
    """Draw outcomes of three seats that really have these weights."""
    random = Random(1)
    found = []
    for _ in range(number):
        rows = tuple(tuple(random.gauss(0, 1) for _ in weights) for _ in range(3))
        chances = estimated(Evidence("all", rows), {"all": weights})
        (winner,) = random.choices(range(3), chances)
        shares = tuple(float(seat == winner) for seat in range(3))
        found.append(Outcome(Evidence("all", rows), shares))
    return found


def test_the_weights_are_found_with_which_outcomes_were_drawn() -> None:
    assert fitted(drawn((0.7, -0.4), 5000))["all"] == pytest.approx((0.7, -0.4), abs=0.07)


def test_little_evidence_leaves_an_estimate_as_it_is() -> None:
    first, second = fitted(drawn((0.2, -2.0), 3))["all"]

    assert first == pytest.approx(1, abs=0.15)
    assert second == pytest.approx(0, abs=0.15)


def test_each_group_has_weights_of_its_own() -> None:
    won, lost = (1.0, 0.0), (0.0, 1.0)
    early = [Outcome(Evidence("early", ((1.0,), (0.0,))), won)] * 5000
    late = [Outcome(Evidence("late", ((1.0,), (0.0,))), lost)] * 5000

    weights = fitted([*early, *late])
    assert weights["early"][0] > 1
    assert weights["late"][0] < 0


def test_who_has_left_has_no_chance_and_the_others_all_of_it() -> None:
    evidence = Evidence("all", ((), (0.5,), (-0.5,)))
    chances = estimated(evidence, {"all": (1.0,)})

    assert chances[0] == 0
    assert sum(chances) == pytest.approx(1)
    assert chances[1] == pytest.approx(0.731, abs=0.001)


def test_chances_that_swing_with_whose_turn_it_is_are_told() -> None:
    judged = [Judged(0.6, seen, moved=True) for seen in (0.0, 1.0)]
    judged += [Judged(0.4, seen, moved=False) for seen in (0.0, 1.0)]
    moved = Reliability.of(judged).moved

    assert (moved.number, moved.said, moved.seen) == (2, 0.6, 0.5)


def test_sure_evidence_does_not_throw_weights_off() -> None:
    # Far apart as they are, a whole step of Newton's method leads away from the best weights.
    far, near = ((9.0, 1.0), (-9.0, 0.0)), ((0.5, 1.0), (-0.5, 0.0))
    won, lost = (1.0, 0.0), (0.0, 1.0)
    outcomes = [Outcome(Evidence("all", far), won)] * 3000
    outcomes += [Outcome(Evidence("all", far), lost)] * 300
    outcomes += [Outcome(Evidence("all", near), lost)] * 400

    weights = fitted(outcomes)["all"]
    chance, _ = estimated(Evidence("all", far), {"all": weights})
    assert chance == pytest.approx(10 / 11, abs=0.01)
    assert max(map(abs, weights)) < 10


def test_true_chances_are_told_to_be_true_and_wrong_ones_wrong() -> None:
    random = Random(2)
    said = [random.random() for _ in range(20_000)]
    judged = [Judged(chance, float(random.random() < chance), moved=False) for chance in said]
    true = Reliability.of(judged)
    sure = Reliability.of([replace(each, said=float(each.said > 0.5)) for each in judged])

    assert all(abs(tenth.said - tenth.seen) < 0.03 for tenth in true.tenths)
    assert sum(tenth.number for tenth in true.tenths) == len(judged)
    assert true.brier == pytest.approx(1 / 6, abs=0.01)
    assert sure.tenths[9].said - sure.tenths[9].seen > 0.2
    assert true.brier < sure.brier


def test_a_table_has_a_line_for_each_tenth_and_the_score() -> None:
    judged = [(0.25, 0.0, True), (0.25, 1.0, False), (1.0, 1.0, True)]
    lines = str(Reliability.of([Judged(*each) for each in judged])).splitlines()

    assert lines[4] == "| 20 to 30 % | 2 | 25.0% | 50.0% |"
    assert lines[5] == "| 30 to 40 % | 0 | none | none |"
    assert lines[11] == "| 90 to 100 % | 1 | 100.0% | 100.0% |"
    assert lines[12] == "| of who has just moved | 2 | 62.5% | 50.0% |"
    assert lines[-1] == "Brier's score: 0.2083"
