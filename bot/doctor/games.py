"""What surrounds a game: its seats, its clock, what is due of it, its board, its plans.

Pure: rows in, troubles out. What does not belong here: its events (`bot.doctor.replayed`).
"""

from collections.abc import Iterator

from bot.doctor.replayed import subject_of
from bot.doctor.troubles import Check, Mend, Trouble
from bot.match.positions import back_to
from bot.match.reminder_times import Stage
from bot.match.turn_clock import Halt
from data.computers import is_computer
from data.examined import GameRows, Row
from data.former import is_account
from data.plans import LOST, PlanState
from data.schedule import JobKind
from data.stored import PlaceNote
from games.line import Line
from games.players import Level


def around(rows: GameRows, line: Line | None) -> Iterator[Trouble]:
    """Yield what is wrong around a game; `line` is None where it could not be played through."""
    seats = list(_seats(rows, line))
    yield from seats
    if seats:
        # All else is about who sits where.
        return
    yield from _clock(rows)
    yield from _jobs(rows)
    yield from _board(rows)
    yield from _plans(rows)


def _trouble(rows: GameRows, check: Check, wrong: str, mend: Mend | None = None) -> Trouble:
    return Trouble(check, subject_of(rows), wrong, mend, rows.game["id"])


def _is_running(rows: GameRows) -> bool:
    return rows.game["ended_at"] is None


def _seats(rows: GameRows, line: Line | None) -> Iterator[Trouble]:
    seats = [player["seat"] for player in rows.players]
    people = [player["user_id"] for player in rows.players]
    wanted = list(range(rows.match["seats"]))
    if seats != wanted:
        yield _trouble(rows, Check.SEATS, f"its players have the seats {seats} instead of {wanted}")
        return
    if len(set(people)) < len(people):
        yield _trouble(rows, Check.SEATS, "somebody has two of its seats")
    for player in rows.players:
        if player["guild_id"] != rows.game["guild_id"]:
            wrong = f"the player of seat {player['seat']} is noted in server {player['guild_id']}"
            yield _trouble(rows, Check.SEATS, wrong)
        if player["stand_in"] is not None and player["stand_in"] not in {*Level}:
            wrong = (
                f"there is no computer {player['stand_in']!r} to stand in for seat {player['seat']}"
            )
            yield _trouble(rows, Check.SEATS, wrong)
    if line is None:
        return
    playing = {player["seat"] for player in rows.players if player["running"]}
    expected = set(wanted) - line.left if _is_running(rows) else set[int]()
    if playing != expected:
        wrong = f"it is a running game of the seats {sorted(playing)} instead of {sorted(expected)}"
        yield _trouble(rows, Check.SEATS, wrong, Mend.STANDING)


def _mover(rows: GameRows) -> Row | None:
    """Return the player to move."""
    seat = rows.game["to_move"]
    return None if seat is None or seat >= len(rows.players) else rows.players[seat]


def _thinks(rows: GameRows) -> bool:
    """Tell whether a computer is to move."""
    mover = _mover(rows)
    return mover is not None and (is_computer(mover["user_id"]) or mover["stand_in"] is not None)


def _is_waited_for(rows: GameRows) -> bool:
    """Tell whether a person is to move for whom other people wait."""
    mover = _mover(rows)
    if mover is None or _thinks(rows):
        return False
    return any(
        player["running"] and is_account(player["user_id"]) and player["seat"] != mover["seat"]
        for player in rows.players
    )


def _clock(rows: GameRows) -> Iterator[Trouble]:
    game = rows.game
    timing = (game["deadline_at"], game["clock_left"], game["halted"])
    wrong = ""
    if not _is_running(rows):
        wrong = "it is over, but its clock is not off" if any(timing) else ""
    elif rows.match["clock_days"] is None:
        wrong = "its clock runs, but it has none" if any(timing[:2]) else ""
    elif not _is_waited_for(rows):
        wrong = "its clock runs, but nobody waits for a person" if any(timing[:2]) else ""
    else:
        wrong = _wrong_clock(rows)
    if wrong:
        yield _trouble(rows, Check.CLOCK, wrong, Mend.CLOCK)


def _wrong_clock(rows: GameRows) -> str:
    """Say what is wrong with a clock that must run or be paused."""
    game = rows.game
    deadline, left, halted = game["deadline_at"], game["clock_left"], game["halted"]
    faults = (
        (
            deadline is not None and (left is not None or halted is not None),
            "its clock runs and is paused at the same time",
        ),
        (
            halted is not None and halted not in {*Halt},
            f"its clock is paused for a reason that there is not: {halted!r}",
        ),
        (
            deadline is None and (left is None or halted is None),
            "its clock does not run, although people wait for a move",
        ),
        (left is not None and left < 0, f"{left} seconds are left on its paused clock"),
        (
            deadline is not None and deadline <= game["started_at"],
            "its clock ended before the game began",
        ),
    )
    return next((wrong for is_so, wrong in faults if is_so), "")


def _jobs(rows: GameRows) -> Iterator[Trouble]:
    jobs, game = rows.jobs, rows.game
    if not _is_running(rows):
        if jobs:
            names = ", ".join(sorted(jobs))
            yield _trouble(rows, Check.JOBS, f"it is over, but {names} is due of it", Mend.JOBS)
        return
    if rows.absent:
        return
    if _thinks(rows) and JobKind.THINK not in jobs:
        wrong = "a computer is to move, and nothing wakes it"
        yield _trouble(rows, Check.JOBS, wrong, Mend.THINK)
    clock = jobs.get(JobKind.CLOCK)
    if not _is_waited_for(rows) or game["reminded"] >= Stage.OVER:
        return
    deadline, halted = game["deadline_at"], game["halted"]
    looks_again = halted in {Halt.PLACE, Halt.SILENCED}
    ends = deadline is not None or rows.match["clock_days"] is None or looks_again
    if ends and clock is None:
        yield _trouble(rows, Check.JOBS, "nothing ends its clock", Mend.CLOCK)
    elif deadline is not None and clock is not None and clock < deadline:
        yield _trouble(rows, Check.JOBS, "its clock is ended before its time", Mend.CLOCK)


def _board(rows: GameRows) -> Iterator[Trouble]:
    game, match, board = rows.game, rows.match, rows.board
    if not _is_running(rows) or rows.absent or match["place_note"] == PlaceNote.LOST:
        return
    if board is not None and board["seq"] > game["seq"]:
        wrong = f"its board shows event {board['seq']}, which there is not"
        yield _trouble(rows, Check.BOARD, wrong, Mend.BOARD)
        return
    if rows.waits or _thinks(rows):
        # It is on its way, or comes with the computer's move.
        return
    if match["place_id"] is None:
        yield _trouble(rows, Check.BOARD, "it has no channel to be played in", Mend.BOARD)
    elif board is None:
        yield _trouble(rows, Check.BOARD, "it has no board", Mend.BOARD)
    elif board["seq"] < game["seq"]:
        wrong = f"its board shows event {board['seq']} instead of {game['seq']}"
        yield _trouble(rows, Check.BOARD, wrong, Mend.BOARD)
    elif board["channel_id"] != match["place_id"]:
        yield _trouble(rows, Check.BOARD, "its board is not where it is played", Mend.BOARD)


def _plans(rows: GameRows) -> Iterator[Trouble]:
    people = {player["user_id"] for player in rows.players}
    for plan in rows.plans:
        wrong = _wrong_plan(rows, plan, people)
        if wrong:
            text = f"plan {plan['id']} {wrong}"
            found = Trouble(
                Check.PLANS, subject_of(rows), text, Mend.PLAN, plan["id"], table="plans"
            )
            yield found
    for offer in rows.offers:
        if not _is_running(rows):
            wrong = f"it is over, but a {offer['kind']} is still offered"
        elif offer["user_id"] not in people or offer["seq"] > rows.game["seq"]:
            wrong = (
                f"the offer of a {offer['kind']} follows no event of it, or is nobody's who plays"
            )
        else:
            continue
        found = Trouble(
            Check.PLANS, subject_of(rows), wrong, Mend.PLAN, rows.game["id"], table="offers"
        )
        yield found


def _wrong_plan(rows: GameRows, plan: Row, people: set[int]) -> str:
    """Say what is wrong with a plan; of one that is lost only its owner is still to be told."""
    steps, seq, waits = plan["steps"], plan["seq"], plan["state"] == PlanState.WAITING
    readable = isinstance(steps, list) and all(isinstance(step, str) and step for step in steps)
    is_lost = plan["state"] in LOST
    faults = (
        (
            plan["state"] not in {*PlanState},
            f"is in a state that there is not: {plan['state']!r}",
        ),
        (plan["user_id"] not in people, "is of somebody who does not play"),
        (not readable, "has steps that can't be read"),
        (
            not is_lost and not 0 <= seq <= rows.game["seq"],
            f"follows event {seq}, which there is not",
        ),
        (waits and not _is_running(rows), "waits in a game that is over"),
        (waits and not steps, "waits for nothing"),
        (waits and seq in _taken_back(rows), f"follows event {seq}, which was taken back"),
    )
    return next((wrong for is_so, wrong in faults if is_so), "")


def _taken_back(rows: GameRows) -> set[int]:
    """Return the events that takebacks have cut off."""
    gone = set[int]()
    for event in rows.events:
        back = back_to(event["notation"])
        if back is not None:
            gone |= set(range(back + 1, event["seq"]))
    return gone
