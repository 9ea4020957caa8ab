"""Lines: moves, chance, leaving, draws and aborted games, for two seats and more."""

from collections.abc import Iterable, Sequence

import pytest

from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import Turn
from games.errors import GameError, GameOver, IllegalMove, NotationError
from games.game import CHANCE, Reason, Result
from games.line import Line, Played, start
from tests.games.played import game
from tests.games.toy import TOY, Position


def dice_matrix(*events: str) -> Line:
    line = start(DICE_MATRIX, 2, game(1)[0])
    for event in events:
        line = line.apply(event)
    return line


def toy(seats: int, *events: str) -> Line:
    line = start(TOY, seats, Position(0, (0,) * seats))
    for event in (*["pick:1"] * seats, *events):
        line = line.apply(event)
    return line


def test_a_line_steps_through_moves_and_remembers_the_last() -> None:
    before = dice_matrix()
    after = before.apply("=3")

    assert (before.ply, after.ply) == (0, 1)
    assert (before.to_move, after.to_move) == (0, 1)
    assert before.last is None
    assert after.last is not None
    assert (after.last.seat, after.last.move) == (0, Turn(3))
    assert after.last.before is before.position
    assert after.last.after is after.position


def test_a_move_as_a_value_does_the_same_as_in_notation() -> None:
    assert dice_matrix().play(Turn(3)) == dice_matrix("=3")


def three_seats() -> Line:
    """Return a line of three seats that have picked a number each, and two of them kept a roll."""
    return toy(3, "@1", "keep", "@2", "keep")


def seats_of(turns: Iterable[Sequence[Played]]) -> list[list[int | None]]:
    return [[played.seat for played in turn] for turn in turns]


def test_a_line_remembers_the_turns_of_a_round_before_the_last_one() -> None:
    line = three_seats()

    assert (seats_of(line.earlier), seats_of([line.turn])) == ([[1], [2], [0]], [[1]])


@pytest.mark.parametrize(("seat", "turns"), [(2, [[0], [1]]), (0, [[1]]), (1, [[2], [0], [1]])])
def test_a_line_lists_what_happened_since_a_seat_moved(seat: int, turns: list[list[int]]) -> None:
    assert seats_of(three_seats().since(seat)) == turns


def test_for_who_never_moved_it_is_all_that_a_line_remembers() -> None:
    assert seats_of(three_seats().since(None)) == [[1], [2], [0], [1]]


def test_nothing_has_happened_before_the_first_turn() -> None:
    assert start(TOY, 2, Position(0, (0, 0))).since(0) == ()


def test_chance_is_no_players_move() -> None:
    line = toy(2, "@4")

    assert line.to_move == 0
    assert line.last is not None
    assert line.last.move == "pick:1"


@pytest.mark.parametrize(
    ("event", "reason", "winners"),
    [
        ("!resign:0", Reason.RESIGNED, (1,)),
        ("!resign:1", Reason.RESIGNED, (0,)),
        ("!timeout:0", Reason.TIMEOUT, (1,)),
        ("!timeout:1", Reason.TIMEOUT, (0,)),
        ("!draw", Reason.AGREED, (0, 1)),
        ("!abort", Reason.ABORTED, ()),
    ],
)
def test_events_from_outside_end_a_game_of_two(
    event: str, reason: Reason, winners: tuple[int, ...]
) -> None:
    line = dice_matrix("=3", event)

    assert line.result == Result((2, 0), winners, reason)
    assert line.to_move is None
    assert line.ply == 2


def test_nothing_follows_the_end() -> None:
    over = dice_matrix("!abort")

    for event in ("=3", "!abort", "!resign:0", "@1", "nonsense"):
        with pytest.raises(GameOver, match="The game is over"):
            over.apply(event)
    with pytest.raises(GameOver):
        over.play(Turn(3))


@pytest.mark.parametrize(
    ("event", "kind", "message"),
    [
        ("!resign:2", NotationError, "There is no seat 2 in this game."),
        ("!resign:00", NotationError, "'!resign:00' is not an event of a game."),
        ("!resign", NotationError, "'!resign' is not an event of a game."),
        ("!timeout:-1", NotationError, "'!timeout:-1' is not an event of a game."),
        ("!resign:\u0661", NotationError, "'!resign:\u0661' is not an event of a game."),
        ("!draw:0", NotationError, "'!draw:0' is not an event of a game."),
        ("!", NotationError, "'!' is not an event of a game."),
        ("@3", NotationError, "Dice Matrix has no chance events like '@3'."),
    ],
)
def test_events_that_are_none_are_refused(event: str, kind: type[GameError], message: str) -> None:
    with pytest.raises(kind) as error:
        dice_matrix().apply(event)

    assert str(error.value) == message


def test_chance_comes_only_when_it_is_due() -> None:
    due = toy(2)
    assert due.to_move == CHANCE

    with pytest.raises(IllegalMove, match="Chance comes first: 'keep' is a move"):
        due.apply("keep")
    with pytest.raises(IllegalMove, match="No chance event is due: '@2'"):
        due.apply("@1").apply("@2")


def test_events_from_outside_may_come_before_chance() -> None:
    assert toy(2, "!resign:0").result == Result((0, 0), (1,), Reason.RESIGNED)


def test_others_play_on_when_one_leaves_a_larger_table() -> None:
    line = toy(3, "@3", "!resign:0")

    assert line.result is None
    assert line.playing == {1, 2}
    assert line.to_move == CHANCE
    assert line.apply("@6").to_move == 1
    assert line.apply("@6").apply("keep").result == Result((None, 6, 0), (1,), Reason.PLAYED)


@pytest.mark.parametrize(
    ("event", "reason"), [("!resign:2", Reason.RESIGNED), ("!timeout:2", Reason.TIMEOUT)]
)
def test_the_last_seat_in_the_game_wins_with_the_leavers_reason(event: str, reason: Reason) -> None:
    line = toy(3, "!timeout:0", event)

    assert line.result == Result((None, 0, None), (1,), reason)


def test_a_withdrawn_seat_is_not_in_the_game() -> None:
    dropped = toy(3, "@1", "drop")

    assert dropped.playing == {1, 2}
    assert dropped.apply("!draw").result == Result((None, 0, 0), (1, 2), Reason.AGREED)
    assert dropped.apply("!resign:1").result == Result((None, None, 0), (2,), Reason.RESIGNED)
    with pytest.raises(IllegalMove, match="player 1 is not in the game any more"):
        dropped.apply("!resign:0")


def test_nobody_wins_when_the_only_one_left_gives_up() -> None:
    alone = toy(3, "@1", "drop", "@1", "drop")

    assert alone.apply("!resign:2").result == Result((None,) * 3, (), Reason.RESIGNED)


def test_nobody_leaves_twice() -> None:
    with pytest.raises(IllegalMove, match="player 2 is not in the game any more"):
        toy(4, "!resign:1", "!timeout:1")


def test_a_game_that_has_not_begun_can_only_be_aborted() -> None:
    waiting = start(TOY, 3, Position(0, (0, 0, 0)))

    for event in ("!resign:0", "!timeout:1", "!draw"):
        with pytest.raises(IllegalMove, match="it can only be aborted"):
            waiting.apply(event)
    assert waiting.apply("!abort").result == Result((0, 0, 0), (), Reason.ABORTED)
