"""Chances that are learned: what weights come out, and how their truth is told."""

from random import Random

import pytest

from games.players.estimator import Evidence, Outcome, Reliability, estimated, fitted


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

    assert first == pytest.approx(1, abs=0.05)
    assert second == pytest.approx(0, abs=0.05)


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


def test_true_chances_are_told_to_be_true_and_wrong_ones_wrong() -> None:
    random = Random(2)
    said = [random.random() for _ in range(20_000)]
    pairs = [(chance, float(random.random() < chance)) for chance in said]
    true = Reliability.of(pairs)
    sure = Reliability.of([(float(chance > 0.5), came) for chance, came in pairs])

    assert all(abs(tenth.said - tenth.seen) < 0.03 for tenth in true.tenths)
    assert sum(tenth.number for tenth in true.tenths) == len(pairs)
    assert true.brier == pytest.approx(1 / 6, abs=0.01)
    assert sure.tenths[9].said - sure.tenths[9].seen > 0.2
    assert true.brier < sure.brier


def test_a_table_has_a_line_for_each_tenth_and_the_score() -> None:
    lines = str(Reliability.of([(0.25, 0.0), (0.25, 1.0), (1.0, 1.0)])).splitlines()

    assert lines[4] == "| 20 to 30 % | 2 | 25.0% | 50.0% |"
    assert lines[5] == "| 30 to 40 % | 0 | none | none |"
    assert lines[11] == "| 90 to 100 % | 1 | 100.0% | 100.0% |"
    assert lines[-1] == "Brier's score: 0.2083"
