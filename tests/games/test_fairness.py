"""Checking chance: what the secret gives passes, anything else is named with its ply."""

from dataclasses import replace

import pytest

from games.chance import FairSource, commitment
from games.dice_matrix import DICE_MATRIX
from games.errors import RecordError, UnfairRecord
from games.fairness import verify
from games.game import CHANCE
from games.line import start
from games.record import Fair, Record
from games.registry import GAMES
from tests.games.toy import TOY

SECRET = bytes(range(32))
NAME = "ABCDE"
FAIR = Fair(NAME, commitment(SECRET), SECRET.hex())


def source(q: int) -> FairSource:
    return FairSource(SECRET, NAME, q)


def dice_matrix() -> Record:
    options = {"scoring": "running"}
    dealt = DICE_MATRIX.deal(source(0), 2, options)
    moves = ("=3", "a1", "!resign:0")
    return Record("dice_matrix", 2, options, DICE_MATRIX.write_setup(dealt), moves, None, FAIR)


def toy(skipped: int = 0) -> Record:
    """Return a game with a roll every turn; `skipped` events were taken back before the first roll."""
    dealt = TOY.deal(source(0), 2, {})
    line = start(TOY, 2, dealt)
    moves: list[str] = []
    seqs: list[int] = []
    while line.to_move is not None:
        event = "keep" if line.position.settled else "pick:1"
        if line.to_move == CHANCE:
            seqs.append(line.ply + 1 + skipped)
            event = line.position.roll(source(seqs[-1]))
        moves.append(event)
        line = line.apply(event)
    fair = replace(FAIR, seqs=tuple(seqs)) if skipped else FAIR
    return Record("toy", 2, {}, TOY.write_setup(dealt), tuple(moves), line.result, fair)


@pytest.fixture(autouse=True)
def _toy_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)


def unfair(record: Record) -> UnfairRecord:
    with pytest.raises(UnfairRecord) as error:
        verify(record)
    return error.value


def wrong(record: Record) -> str:
    with pytest.raises(RecordError) as error:
        verify(record)
    assert not isinstance(error.value, UnfairRecord)
    return str(error.value)


def test_what_the_secret_gives_is_fair() -> None:
    assert verify(dice_matrix()).checked == 1


def test_every_roll_is_checked() -> None:
    record = toy()
    rolls = sum(event.startswith("@") for event in record.moves)

    assert rolls >= 2
    assert verify(record).checked == 1 + rolls


def test_an_exchanged_die_in_the_set_up_is_named_at_ply_0() -> None:
    record = dice_matrix()
    matrix = record.setup["matrix"]
    assert isinstance(matrix, dict)
    assert matrix["a1"] != matrix["d4"]
    tampered = matrix | {"a1": matrix["d4"], "d4": matrix["a1"]}

    error = unfair(replace(record, setup={**record.setup, "matrix": tampered}))
    assert error.ply == 0
    assert str(error) == "Ply 0: the set-up is not what the secret gives"


def test_an_exchanged_set_up_is_named_before_the_moves_that_it_forbids() -> None:
    other = DICE_MATRIX.deal(source(99), 2, {"scoring": "running"})
    record = replace(
        dice_matrix(), setup=DICE_MATRIX.write_setup(other), moves=("=3", "a1+g7", "nonsense")
    )

    assert unfair(record).ply == 0


def test_an_exchanged_roll_is_named_with_its_ply() -> None:
    record = toy()
    ply = next(ply for ply, event in enumerate(record.moves) if event.startswith("@"))
    rolled = record.moves[ply]
    better = "@5" if rolled != "@5" else "@4"
    moves = (*record.moves[:ply], better, *record.moves[ply + 1 :])

    error = unfair(replace(record, moves=moves, result=None))
    assert error.ply == ply == 2
    assert str(error) == f"Ply 2: {better} is not what the secret gives: {rolled}"


def test_another_secret_than_the_published_one_is_not_fair() -> None:
    record = replace(dice_matrix(), fair=replace(FAIR, secret="00" * 32))

    assert "not the one whose fingerprint was published" in str(unfair(record))


def test_hexadecimal_may_be_in_capitals() -> None:
    fair = Fair(NAME, FAIR.commitment.upper(), SECRET.hex().upper())

    assert verify(replace(dice_matrix(), fair=fair)).checked == 1


def test_takebacks_move_the_numbers_of_rolls() -> None:
    record = toy(skipped=3)
    assert record.fair is not None

    assert verify(record).checked > 1
    assert record.moves[unfair(replace(record, fair=FAIR)).ply].startswith("@")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda seqs: seqs[:-1], "seqs for"),
        (lambda seqs: (*seqs, 99), "seqs for"),
        (lambda seqs: (2, *seqs[1:]), "Ply 2: the seq 2 cannot be right"),
        (lambda seqs: (seqs[1], *seqs[1:]), "cannot be right"),
        (lambda seqs: (-1, *seqs[1:]), "cannot be right"),
    ],
)
def test_numbers_of_rolls_that_cannot_be_are_refused(change: object, message: str) -> None:
    record = toy(skipped=3)
    assert isinstance(record.fair, Fair)
    assert callable(change)
    fair = replace(record.fair, seqs=change(record.fair.seqs))

    assert message in wrong(replace(record, fair=fair))


def test_without_fair_part_or_secret_nothing_can_be_checked() -> None:
    assert "no fair part" in wrong(replace(dice_matrix(), fair=None))
    assert "the game is still running" in wrong(
        replace(dice_matrix(), fair=replace(FAIR, secret=None))
    )


def test_a_fair_record_with_an_illegal_move_is_still_wrong() -> None:
    assert "Ply 1: " in wrong(replace(dice_matrix(), moves=("=3", "=3")))
