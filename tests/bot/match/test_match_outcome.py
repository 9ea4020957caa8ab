"""What comes of a match: judged from its games alone."""

from dataclasses import replace

import pytest

from bot.match.match_outcome import match_outcome, read_result, return_game_follows
from data.challenges import Clock, MatchKind
from data.stored import Match, StoredGame
from games.game import Reason, Result
from games.record import write_result

MARA, JON = 11, 12
MATCH = Match(
    id=1,
    challenge_id=1,
    guild_id=7,
    channel_id=70,
    interaction_id=2,
    thread=True,
    place_id=None,
    own_thread=False,
    place_note=None,
    game="dice_matrix",
    kind=MatchKind.TWO_GAME,
    rated=True,
    language="en",
    options={"scoring": "running"},
    settings={},
    seats=2,
    ended_at=None,
    clock=Clock(),
    takebacks=False,
)
GAME = StoredGame(
    id=1,
    match=MATCH,
    number=1,
    code="QTRWX",
    rules_version=1,
    secret="aa" * 32,
    commitment="bb" * 32,
    seq=30,
    turns=30,
    to_move=None,
    result=None,
    started_at=0,
    moved_at=0,
    ended_at=1,
    players=(MARA, JON),
    names=("Mara", "Jon"),
)
RETURN = replace(GAME, id=2, number=2, players=(JON, MARA))


def won(seat: int | None, scores: tuple[int, int], reason: Reason = Reason.PLAYED) -> Result:
    return Result(scores, (0, 1) if seat is None else (seat,), reason)


def ended(game: StoredGame, result: Result) -> StoredGame:
    return replace(game, result=write_result(result))


@pytest.mark.parametrize(
    "result",
    [
        won(0, (31, 20)),
        won(None, (20, 20)),
        Result(None, (1,), Reason.RESIGNED),
        Result((None, 3), (1,), Reason.TIMEOUT),
        Result((1, 2), (), Reason.ABORTED),
    ],
)
def test_a_result_is_read_as_it_was_written(result: Result) -> None:
    assert read_result(write_result(result)) == result


def test_a_running_game_has_no_result() -> None:
    assert read_result(None) is None


@pytest.mark.parametrize("reason", list(Reason))
def test_only_a_first_game_that_was_played_out_is_answered_by_another(reason: Reason) -> None:
    result = won(0, (3, 2), reason)
    assert return_game_follows(MatchKind.TWO_GAME, 1, result) == (reason is Reason.PLAYED)
    assert not return_game_follows(MatchKind.TWO_GAME, 2, result)
    assert not return_game_follows(MatchKind.SINGLE, 1, result)


def test_a_single_game_is_judged_by_its_winner() -> None:
    outcome = match_outcome([ended(GAME, won(1, (20, 31)))])
    assert (outcome.people, outcome.ranks, outcome.winners) == ((MARA, JON), (1, 0), (JON,))
    assert outcome.scores == (20, 31)


def test_a_tie_in_a_single_game_is_shared_by_both() -> None:
    assert match_outcome([ended(GAME, won(None, (20, 20)))]).winners == (MARA, JON)


def test_the_sum_decides_though_each_won_one_game() -> None:
    games = [ended(GAME, won(0, (30, 20))), ended(RETURN, won(0, (25, 24)))]
    outcome = match_outcome(games)  # Mara 30 + 24, Jon 20 + 25
    assert outcome.scores == (54, 45)
    assert outcome.winners == (MARA,)


def test_a_tie_of_the_sums_is_a_draw_though_no_game_was() -> None:
    games = [ended(GAME, won(0, (30, 20))), ended(RETURN, won(0, (30, 20)))]
    outcome = match_outcome(games)
    assert outcome.scores == (50, 50)
    assert outcome.ranks == (0, 0)
    assert outcome.winners == (MARA, JON)


def test_who_resigns_the_return_game_loses_whatever_the_points() -> None:
    resigned = won(0, (0, 0), Reason.RESIGNED)  # Mara, who has seat 1 in it, gave up
    outcome = match_outcome([ended(GAME, won(0, (40, 1))), ended(RETURN, resigned)])
    assert outcome.winners == (JON,)
    assert outcome.ranks == (1, 0)


def test_an_aborted_match_has_no_winner() -> None:
    aborted = Result((3, 4), (), Reason.ABORTED)
    assert match_outcome([ended(GAME, aborted)]).winners == ()
    assert match_outcome([ended(GAME, won(0, (40, 1))), ended(RETURN, aborted)]).winners == ()
