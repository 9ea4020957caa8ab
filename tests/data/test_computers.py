"""The ids of computers: stored games hold them, so none may ever mean another one."""

from data.computers import Computer, computers, joining
from games.players import LEVELS, Level
from games.players.mix import MIXES, Mix, Strength

AT_A_TABLE = range(1, 10)
STRENGTHS: tuple[Strength, ...] = (*LEVELS, *MIXES)


def test_every_computer_has_an_id_of_its_own_and_is_found_by_it() -> None:
    seated = [Computer(strength, number) for strength in STRENGTHS for number in AT_A_TABLE]
    assert len({computer.id for computer in seated}) == len(seated)
    assert [Computer.of(computer.id) for computer in seated] == seated
    assert [Computer.named(computer.name) for computer in seated] == seated


def test_ids_stay_as_stored_games_have_them() -> None:
    assert [Computer(level, 1).id for level in Level][:4] == [-11, -21, -31, -41]
    assert Computer(Mix(Level.EASY, 0)).id == -101
    assert Computer(Mix(Level.EASY, 7), 3).id == -173
    assert Computer(Mix(Level.MEDIUM, 0)).id == -181
    assert Computer(Mix(Level.HARD, 0)).id == -261
    assert Computer(Mix(Level.EXPERT, 0)).id == -341


def test_levels_to_come_have_room_below_the_mixes() -> None:
    highest = max(-Computer(level, 9).id for level in LEVELS)
    assert highest < 100 <= min(-Computer(mix, 0).id for mix in MIXES)


def test_computers_that_join_others_have_numbers_of_their_own() -> None:
    seated = (*computers(Level.EASY, 1), Computer(Mix(Level.EASY, 4)))
    assert joining(Level.EASY, seated, 2) == (Computer(Level.EASY, 2), Computer(Level.EASY, 3))
    assert joining(Level.HARD, seated, 1) == (Computer(Level.HARD, 1),)
    # All mixes share their names.
    other = Mix(Level.MEDIUM, 1)
    assert joining(other, seated, 1) == (Computer(other, 2),)
