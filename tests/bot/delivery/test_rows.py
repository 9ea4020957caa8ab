"""Rows of the outbox: what each kind holds, as JSON and back, and what older versions wrote."""

import json
from typing import Any

import pytest

from bot import create_bot
from bot.delivery import rows
from bot.delivery.outbox_writer import Envelope
from bot.delivery.row_fields import UnreadableRow
from bot.delivery.row_outcomes import OfferOutcome, Settling
from bot.delivery.rows import (
    ROW_TYPES,
    BoardAgainRow,
    BoardChangesRow,
    BoardRow,
    CannotPostRow,
    CardRow,
    ClockShownRow,
    CloseRow,
    DigestRow,
    DirectReminderRow,
    NoticeGoneRow,
    NoticePastRow,
    NudgeDropRow,
    NudgeRow,
    OfferChangeRow,
    OfferRow,
    PictureRow,
    PlanDroppedRow,
    PollRow,
    PollUnpostedRow,
    ProofRow,
    PuzzlesRow,
    RematchRow,
    ReminderRow,
    ResultAgainRow,
    ResultPicturesRow,
    ResultRow,
    RetireRow,
    Row,
    SeasonRow,
    SettlingRow,
    StandInRow,
    StartRow,
    StayRow,
    TimeUpRow,
    TournamentRow,
    TournamentStuckRow,
    WeeklyGoneRow,
    WeeklyRow,
    read_row,
)
from data import outbox
from tests.bot.club import Club

STORED: list[tuple[str, str, Row]] = [
    ("board", '{"game_id": 3, "seq": 14}', BoardRow(3, 14)),
    ("board", '{"game_id": 3, "seq": 14, "out": true}', BoardRow(3, 14, out=True)),
    ("board-again", '{"game_id": 3, "seq": 14}', BoardAgainRow(3, 14)),
    ("board-changes", '{"game_id": 3, "seq": 14}', BoardChangesRow(3, 14)),
    (
        "picture",
        '{"game_id": 3, "seq": 14, "channel_id": 70, "message_id": 701}',
        PictureRow(3, 14, 70, 701),
    ),
    (
        "retire",
        (
            '{"game_id": 3, "seq": 14, "channel_id": 70, "message_id": 701, "pictured": 1,'
            ' "picture_id": 9}'
        ),
        RetireRow(3, 14, 70, 701, pictured=True, picture_id=9),
    ),
    (
        "retire",
        (
            '{"game_id": 3, "seq": 14, "channel_id": 70, "message_id": 701, "pictured": 0,'
            ' "picture_id": 0}'
        ),
        RetireRow(3, 14, 70, 701, pictured=False),
    ),
    (
        "retire",
        '{"game_id": 3, "seq": 14, "channel_id": 70, "message_id": 701, "pictured": 1}',
        RetireRow(3, 14, 70, 701, pictured=True),
    ),
    ("start", '{"game_id": 3}', StartRow(3)),
    ("clock-shown", '{"game_id": 3}', ClockShownRow(3)),
    ("nudge", '{"game_id": 3, "seq": 14}', NudgeRow(3, 14)),
    ("nudge-drop", '{"channel_id": 70, "message_id": 701}', NudgeDropRow(70, 701)),
    ("stay", '{"match_id": 2}', StayRow(2)),
    ("close", '{"match_id": 2}', CloseRow(2)),
    ("card", '{"challenge_id": 5}', CardRow(5)),
    ("rematch", '{"challenge_id": 5}', RematchRow(5)),
    ("offer", '{"game_id": 3, "kind": 1, "seq": 14}', OfferRow(3, offer=1, seq=14)),
    (
        "offer-change",
        (
            '{"game_id": 3, "kind": 0, "seq": 14, "asker_id": 11, "outcome": 4, "user_id": 0,'
            ' "channel_id": 70, "message_id": 701}'
        ),
        OfferChangeRow(3, 0, 14, 11, OfferOutcome.LAPSED, 70, 701),
    ),
    (
        "offer-change",
        (
            '{"game_id": 3, "kind": 2, "seq": 14, "asker_id": 11, "outcome": 2, "user_id": 12,'
            ' "channel_id": 70, "message_id": 701}'
        ),
        OfferChangeRow(3, 2, 14, 11, OfferOutcome.DECLINED, 70, 701, user_id=12),
    ),
    (
        "settling",
        (
            '{"match_id": 2, "asker_id": 11, "other_id": 12, "channel_id": 0, "state": 1,'
            ' "points": -7, "coins": 3}'
        ),
        SettlingRow(2, 11, 12, 0, Settling.SETTLED, points=-7, coins=3),
    ),
    ("result", '{"game_id": 3}', ResultRow(3)),
    ("result-again", '{"game_id": 3}', ResultAgainRow(3)),
    (
        "result-pictures",
        '{"game_id": 3, "row": 44, "channel_id": 70, "message_id": 701}',
        ResultPicturesRow(3, 44, 70, 701),
    ),
    ("proof", '{"game_id": 3}', ProofRow(3)),
    ("plan-dropped", '{"plan_id": 6}', PlanDroppedRow(6)),
    ("time-up", '{"game_id": 3, "turn_seq": 13}', TimeUpRow(3, 13)),
    ("stand-in", '{"game_id": 3, "turn_seq": 13, "seat": 1}', StandInRow(3, 13, 1)),
    (
        "notice-past",
        '{"channel_id": 70, "message_id": 701, "game_id": 3, "seat": 1, "stood_in": 1}',
        NoticePastRow(70, 701, 3, 1, stood_in=True),
    ),
    ("notice-gone", '{"channel_id": 70, "message_id": 701}', NoticeGoneRow(70, 701)),
    (
        "reminder",
        '{"game_id": 3, "turn_seq": 13, "stage": 2, "others": 4}',
        ReminderRow(3, 13, 2, 4),
    ),
    ("waiting", '{"user_id": 11, "3": 13, "8": 0}', DirectReminderRow(11, {3: 13, 8: 0})),
    ("digest", '{"user_id": 11}', DigestRow(11)),
    ("puzzles", '{"guild_id": 7, "channel_id": 70, "day": 3}', PuzzlesRow(7, 70, 3)),
    ("tournament", '{"tournament_id": 3}', TournamentRow(3)),
    ("tournament-stuck", '{"tournament_id": 3, "user_id": 11}', TournamentStuckRow(3, 11)),
    ("poll", '{"poll_id": 3}', PollRow(3)),
    (
        "poll-unposted",
        '{"user_id": 11, "guild_id": 7, "channel_id": 70, "game_id": 3}',
        PollUnpostedRow(11, 7, 70, 3),
    ),
    ("weekly", '{"card_id": 3}', WeeklyRow(3)),
    ("weekly-gone", '{"channel_id": 70, "message_id": 700}', WeeklyGoneRow(70, 700)),
    ("season", '{"guild_id": 7, "season_id": 3}', SeasonRow(7, 3)),
    (
        "cannot-post",
        '{"user_id": 11, "guild_id": 7, "channel_id": 70}',
        CannotPostRow(11, 7, 70),
    ),
]
"""Rows as version 2f2dfce stored them, before they had classes."""
CORRUPT: list[tuple[str, Any]] = [
    ("unheard-of", {"game_id": 3}),
    ("board", {"game_id": 3}),
    ("board", {"game_id": "3", "seq": 14}),
    ("board", {"game_id": None, "seq": 14}),
    ("board", [3, 14]),
    ("board", None),
    (
        "offer-change",
        {**OfferChangeRow(3, 0, 4, 5, OfferOutcome.OPEN, 6, 7).to_json(), "outcome": 9},
    ),
    ("waiting", {"3": 13}),
    ("waiting", {"user_id": 11, "turns": 3}),
    ("waiting", {"user_id": 11, "turns": [[3]]}),
    ("waiting", {"user_id": 11, "3": "x"}),
]


def classes_with_a_kind() -> set[type[Row]]:
    return {
        each
        for each in vars(rows).values()
        if isinstance(each, type) and issubclass(each, Row) and hasattr(each, "kind")
    }


@pytest.mark.parametrize(("kind", "payload", "row"), STORED, ids=lambda value: str(value)[:24])
def test_rows_of_older_versions_are_read(kind: str, payload: str, row: Row) -> None:
    assert read_row(kind, json.loads(payload)) == row


@pytest.mark.parametrize("row", [row for *_, row in STORED], ids=lambda row: row.kind)
def test_a_row_comes_back_from_json_as_it_was(row: Row) -> None:
    assert read_row(row.kind, json.loads(json.dumps(row.to_json()))) == row


def test_every_class_of_rows_is_in_the_list_with_a_kind_of_its_own_and_was_tried_above() -> None:
    assert set(ROW_TYPES) == classes_with_a_kind()
    assert len({each.kind for each in ROW_TYPES}) == len(ROW_TYPES)
    assert {type(row) for *_, row in STORED} == set(ROW_TYPES)


@pytest.mark.parametrize(("kind", "payload"), CORRUPT)
def test_a_row_that_makes_no_sense_is_unreadable(kind: str, payload: Any) -> None:
    with pytest.raises(UnreadableRow):
        read_row(kind, payload)


async def test_every_class_of_rows_has_a_builder_in_a_cog() -> None:
    bot = create_bot()
    await bot.load_cogs()
    assert bot.outbox.registered == set(ROW_TYPES)


@pytest.mark.slow
async def test_a_row_that_waits_as_an_older_version_stored_it_is_not_put_again(
    club: Club,
) -> None:
    async with club.database.writing() as connection:
        await outbox.put(connection, "person:11", "waiting", {"user_id": 11, "3": 13}, now=0)
        await outbox.put(connection, "person:11", "waiting", {"broken": True}, now=0)
        envelope = Envelope(connection, club.clock())
        assert not await envelope.put_once("person:11", DirectReminderRow(11, {3: 13}))
        assert await envelope.put_once("person:11", DirectReminderRow(11, {3: 14}))
