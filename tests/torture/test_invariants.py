"""Every invariant can fail: each is shown a world in which that alone is broken."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.torture.invariants import DAY, Wrong, calm, lasting, of_games
from tests.torture.seen import Shown
from tests.torture.stored import Event, Game, Stored

MARA, JONAS, COMPUTER = 11, 12, -11
PLACE, NOW = 77, 1_000_000

EVENTS = (
    Event(0, "{}", None, None),
    Event(1, "a1", MARA, 501),
    Event(2, "b2", JONAS, 502),
)
GAME = Game(
    id=1,
    match=1,
    place=PLACE,
    guild=5,
    key="tablero",
    seq=2,
    to_move=0,
    running=True,
    players=(MARA, JONAS),
    turn_seq=2,
    clock_days=1,
    deadline=NOW + DAY,
    left=None,
    halted=None,
    reminded=0,
    moved_at=NOW,
    events=EVENTS,
    boards={"board": (2, 902)},
    replayed=(0, 2),
    turns=2,
)
JOBS = {("clock", 1): NOW + DAY}
STORED = Stored(games=(GAME,), jobs=JOBS)


def board(seq: int, row: int, *pinged: int, live: bool = False) -> Shown:
    """Return a board that was posted with its controls, and has them still if it is live."""
    text = ("text", "1", str(seq), str(row))
    ids = (("move", "1", str(seq)), text, ("more", "1")) if live else (("text", "1", str(seq)),)
    posted = (("move", "1", str(seq)), text, ("more", "1"))
    mentioned = pinged[:1]
    return Shown(PLACE, 900 + seq, frozenset(pinged), ids, posted, mentioned)


def nudge(seq: int, person: int) -> Shown:
    """Return a message that pings for a board which was changed in place."""
    text = (("text", "1", str(seq), "40"),)
    return Shown(PLACE, 950 + seq, frozenset({person}), text, text, (person,))


BOARDS = (board(0, 1, MARA, JONAS), board(1, 2, JONAS), board(2, 3, MARA, live=True))


def found(stored: Stored = STORED, shown: Sequence[Shown] = BOARDS, now: int = NOW) -> list[Wrong]:
    """List what is wrong in a world that is calm."""
    return [each.wrong for each in calm(stored, {PLACE: shown}, now)]


def with_game(**changes: Any) -> Stored:
    """Return the good store with a game that is changed."""
    return replace(STORED, games=(replace(GAME, **changes),))


def in_events(
    now: Sequence[Event],
    before: Sequence[Event] = EVENTS,
    acknowledged: Mapping[int, str] | None = None,
) -> list[Wrong]:
    """List what is wrong with the events of a game."""
    asked = {501: MARA, 502: JONAS, 503: MARA}
    return [
        each.wrong for each in lasting({1: before}, {1: now}, acknowledged or {501: "a1"}, asked)
    ]


def test_a_good_world_is_found_good() -> None:
    assert found() == []
    assert in_events(EVENTS) == []
    assert list(of_games(STORED.games)) == []


def test_an_event_that_is_gone_is_found() -> None:
    assert Wrong.LOST in in_events(EVENTS[:2])


def test_an_event_that_became_another_is_found() -> None:
    assert in_events((*EVENTS[:2], Event(2, "c3", JONAS, 502))) == [Wrong.LOST]


def test_an_acknowledged_move_that_is_not_stored_is_found() -> None:
    assert in_events(EVENTS, acknowledged={503: "Mara played c3"}) == [Wrong.UNSTORED]


def test_a_move_that_is_stored_twice_is_found() -> None:
    assert in_events((*EVENTS, Event(3, "b2", JONAS, 502))) == [Wrong.TWICE]


def test_a_move_of_an_interaction_that_nobody_made_is_found() -> None:
    assert in_events((*EVENTS, Event(3, "b2", MARA, 999))) == [Wrong.UNASKED]


def test_a_move_without_a_click_and_without_a_plan_is_found() -> None:
    events = (*EVENTS, Event(3, "c3", MARA, None))
    game = replace(GAME, events=events, seq=3)
    assert [each.wrong for each in of_games([game])] == [Wrong.UNASKED]
    assert list(of_games([game], {MARA})) == []


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"seq": 3}, Wrong.STANDING),
        ({"replayed": (1, 2)}, Wrong.STANDING),
        ({"replayed": (0, 3)}, Wrong.STANDING),
        ({"replayed": None, "wrong": "IllegalMove"}, Wrong.REPLAY),
    ],
)
def test_a_game_whose_events_lead_elsewhere_is_found(changes: dict[str, Any], wrong: Wrong) -> None:
    assert [each.wrong for each in of_games([replace(GAME, **changes)])] == [wrong]


def test_a_board_that_stays_live_is_found() -> None:
    shown = (BOARDS[0], board(1, 2, JONAS, live=True), BOARDS[2])
    assert found(shown=shown) == [Wrong.BOARDS]


def test_a_board_that_is_missing_or_old_is_found() -> None:
    assert Wrong.BOARDS in found(shown=BOARDS[:2])
    assert Wrong.BOARDS in found(shown=(BOARDS[0], board(1, 2, JONAS, live=True)))
    assert Wrong.BOARDS in found(shown=())


def test_a_deleted_board_is_none() -> None:
    assert Wrong.BOARDS in found(shown=(*BOARDS[:2], replace(BOARDS[2], gone=True)))


def test_a_live_board_after_the_end_is_found() -> None:
    over = with_game(running=False, to_move=None, deadline=None)
    assert found(replace(over, jobs={})) == [Wrong.BOARDS]


def test_a_message_that_was_posted_twice_is_found() -> None:
    again = replace(board(1, 2), id=990)
    assert found(shown=(*BOARDS, again)) == [Wrong.POSTED_TWICE]


def test_two_pings_for_a_turn_are_found() -> None:
    assert found(shown=(*BOARDS[:2], board(2, 4, MARA), BOARDS[2])) == [Wrong.PINGS]


def test_who_came_back_into_the_server_may_be_pinged_again() -> None:
    again = replace(board(2, 4, MARA), id=940)
    shown = (*BOARDS[:2], BOARDS[2], again)
    assert found(shown=shown) == [Wrong.PINGS]
    assert list(calm(STORED, {PLACE: shown}, NOW, {MARA: [930]})) == []


def test_a_turn_without_a_ping_is_found() -> None:
    assert found(shown=(*BOARDS[:2], board(2, 3, live=True))) == [Wrong.PINGS]


def test_a_ping_that_stays_for_a_turn_that_has_passed_is_found() -> None:
    changed_in_place = replace(board(0, 1, MARA, JONAS), ids=BOARDS[2].ids)
    before, now = nudge(1, JONAS), nudge(2, MARA)
    assert found(shown=(changed_in_place, before, now)) == [Wrong.STALE_PING]
    assert found(shown=(changed_in_place, replace(before, gone=True), now)) == []


def test_a_computer_that_does_not_move_is_found() -> None:
    stuck = with_game(players=(COMPUTER, JONAS), deadline=None)
    assert found(replace(stuck, jobs={})) == [Wrong.STUCK]


def test_an_outbox_that_is_not_drained_is_found() -> None:
    assert found(replace(STORED, outbox=("board of match:1",))) == [Wrong.OUTBOX]


@pytest.mark.parametrize(
    "rated",
    [(0, True, False), (2, True, True), (2, False, False)],
    ids=["nothing changed", "though it does not count", "though it is not rated"],
)
def test_ratings_that_are_not_counted_once_are_found(rated: tuple[int, bool, bool]) -> None:
    assert found(replace(STORED, rated={1: rated})) == [Wrong.RATINGS]
    assert found(replace(STORED, rated={1: (2, True, False)})) == []


def test_a_rating_that_counts_other_matches_than_were_rated_is_found() -> None:
    ladder = (5, "tablero", MARA, "people")
    assert found(replace(STORED, counted={ladder: (2, 1)})) == [Wrong.RATINGS]
    assert found(replace(STORED, counted={ladder: (2, 2)})) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"deadline": NOW},
        {"deadline": NOW + 4 * DAY},
        {"deadline": None},
        {"deadline": NOW + DAY - 1},
    ],
    ids=["over", "too late", "off", "another than the job's"],
)
def test_a_clock_that_is_wrong_is_found(changes: dict[str, Any]) -> None:
    assert Wrong.CLOCK in found(with_game(**changes))


def test_what_a_clock_got_back_is_no_fault() -> None:
    later = with_game(deadline=NOW + 3 * DAY + 900, given_back=900)
    jobs = {**later.jobs, ("clock", later.games[0].id): NOW + 3 * DAY + 900}
    assert found(replace(later, jobs=jobs)) == []
    assert found(replace(with_game(deadline=NOW + 3 * DAY + 900), jobs=jobs)) == [Wrong.CLOCK]


def test_a_clock_that_runs_after_the_end_is_found() -> None:
    over = with_game(running=False, to_move=None)
    assert found(over, shown=BOARDS[:2]) == [Wrong.CLOCK]


def test_a_loss_by_time_is_found() -> None:
    result = {"reason": "timeout", "winners": [0]}
    over = with_game(running=False, to_move=None, deadline=None, result=result)
    assert found(replace(over, jobs={}), shown=BOARDS[:2]) == [Wrong.TIME]
