"""What is stored about a person: every place is known, told in an export, and emptied."""

import json
from dataclasses import fields
from random import Random
from typing import Any, Final

import pytest
from sqlalchemy import JSON, BigInteger, Column, String, insert
from sqlalchemy.sql import visitors

from bot.delivery.rows import ROW_TYPES
from data import blocks, privacy
from data.computers import Computer, is_computer
from data.engine import Database
from data.former import draw_former, is_account, is_former
from data.personal import PERSONAL
from data.privacy import IN_PAYLOADS
from data.schema import METADATA
from data.tables import BLOCKS, GAMES, LIMITS, OUTBOX, POSTS, SCHEDULE
from games.players import Level
from tests.data.backends import contents

PERSON: Final = 80_351_110_224_678_912
OTHER: Final = 80_351_110_224_678_913
FORMER: Final = draw_former(Random(1))
OF_NO_PERSON: Final = frozenset(
    {
        "id",
        "guild_id",
        "channel_id",
        "puzzle_channel_id",
        "place_id",
        "message_id",
        "picture_id",
        "interaction_id",
        "rematch_of",
        "card_id",
        "posts.subject_id",
    }
)
"""Numbers that are no times and whose owner is no person."""


JSON_OF_NO_PERSON: Final = frozenset(
    {
        "challenges.options",
        "challenges.settings",
        "explorations.steps",
        "matches.options",
        "matches.settings",
        "games.result",
        "plans.steps",
        "polls.answers",
        "polls.tally",
        "reviews.review",
        "servers.channels",
        "outbox.failures",
        "thoughts.answer",
        "thoughts.question",
    }
)
"""Columns whose JSON names seats, rules and channels only."""


UNTOLD: Final = {
    "challenges.id": "a number of ours",
    "challenges.interaction_id": "a number of Discord's",
    "challenges.rematch_of": "where the game before was played, which is under games",
    "challenges.secret": "the secret of the game: it is published when that is over",
    "challenges.card_id": "a number of Discord's",
    "challenge_seats.place": "the order of all who came",
    "corrections.id": "a number of ours",
    "explorations.id": "a number of ours",
    "imports.id": "a number of ours",
    "events.interaction_id": "a number of Discord's",
    "pairings.challenge_id": "a number of ours: the game is under games",
    "pairings.id": "a number of ours",
    "plans.id": "a number of ours",
    "polls.id": "a number of ours",
    "polls.message_id": "a number of Discord's",
    "rating_changes.nth": "the order of the changes",
    "tournaments.id": "a number of ours",
    "tournaments.interaction_id": "a number of Discord's",
    "tournaments.version": "counts the changes",
}
"""Columns of tables about people that an export does not tell, with the reason."""
TEXT_OF_NO_PERSON: Final = {
    "games.code": "told with everything of the game",
    "games.commitment": "of the secret",
    "games.halted": "why a clock is paused, in a word of ours",
    "games.secret": "it is published when the game is over",
    "matches.clock_end": "terms, told under challenges",
    "matches.game": "told under games",
    "matches.kind": "terms, told under challenges",
    "matches.language": "terms, told under challenges",
    "matches.place_note": "why there is no thread, in a word of ours",
    "matches.uncounted": "why it is unrated, in a word of ours",
    "meta.key": "facts about the installation",
    "meta.value": "facts about the installation",
    "outbox.claimed_by": "a process of the host's machine",
    "outbox.kind": "told under messages_to_you, where it is one",
    "processes.name": "a process of the host's machine",
    "processes.thinks_for": "a process of the host's machine",
    "seasons.length": "settings of a server",
    "seasons.time_zone": "settings of a server",
    "servers.boards": "settings of a server",
    "servers.language": "settings of a server",
    "servers.seasons": "settings of a server",
    "servers.theme": "settings of a server",
    "servers.time_zone": "settings of a server",
    "thoughts.asked_by": "a process of the host's machine",
    "thoughts.claimed_by": "a process of the host's machine",
    "thoughts.failed": "why a computer has thought of nothing",
    "thoughts.job": "what a computer thinks of",
    "thoughts.version": "facts about the installation",
    "weekly_cards.game": "what a server plays in a week",
    "weekly_cards.state": "what a server plays in a week",
    "weekly_plans.game": "settings of a server",
    "weekly_plans.zone": "settings of a server",
}
"""Texts in tables that are about no person, and why they hold nothing that a person wrote."""
BY_HAND: Final = {"limits.kind", "limits.subject", "outbox.stream", "posts.kind"}
"""Texts with ids in them that `data.privacy` looks for by what they are made of."""


def may_be_a_person(column: Column[Any]) -> bool:
    known = {column.name, f"{column.table.name}.{column.name}"} & OF_NO_PERSON
    times = column.name.endswith(("_at", "_until"))
    return isinstance(column.type, BigInteger) and not (column.foreign_keys or known or times)


def value_for(column: Column[Any]) -> object:
    if may_be_a_person(column):
        return PERSON
    if isinstance(column.type, JSON):
        return {}
    return {int: 1, str: "text", bool: True, float: 1.0}[column.type.python_type]


async def fill(database: Database) -> None:
    """Store one row in every table, in which every person is the same."""
    async with database.writing() as connection:
        for table in METADATA.sorted_tables:
            row = {column.name: value_for(column) for column in table.c}
            if table is SCHEDULE:
                row["kind"] = "digest"
            if table is POSTS:
                row["kind"] = f"draw-{PERSON}"
            if table is GAMES:
                row["lots"] = {"players": [str(PERSON), str(OTHER)]}
            if table is BLOCKS:
                row["blocked_id"] = OTHER
            if table is OUTBOX:
                row |= {"stream": f"person:{PERSON}"}
            if table is LIMITS:
                row |= {"subject": f"person:7:{PERSON}"}
            await connection.execute(insert(table).values(row))
        others = {"id": 2, "stream": "offer:1", "payload": dict.fromkeys(IN_PAYLOADS, PERSON)}
        row = {column.name: value_for(column) for column in OUTBOX.c} | others
        await connection.execute(insert(OUTBOX).values(row))


def test_every_column_that_may_hold_a_person_is_listed() -> None:
    listed = {each.column for each in PERSONAL}
    for table in METADATA.sorted_tables:
        for column in table.c:
            if may_be_a_person(column):
                assert column in listed, f"{column} is not in data.personal.PERSONAL"


def told_columns() -> set[str]:
    expressions = [expression for each in PERSONAL for expression in each.told.values()]
    return {
        str(part)
        for expression in expressions
        for part in visitors.iterate(expression)
        if isinstance(part, Column)
    }


def test_an_export_tells_every_column_of_a_persons_rows_or_there_is_a_reason() -> None:
    tables = {str(each.table.name) for each in PERSONAL}
    people = {str(each.column) for each in PERSONAL}
    told = told_columns()
    untold = {
        str(column)
        for name in tables
        for column in METADATA.tables[name].c
        if str(column) not in told | people
    }
    assert untold == set(UNTOLD)


def test_every_other_text_is_known_to_be_nobodys() -> None:
    tables = {str(each.table.name) for each in PERSONAL}
    found = {
        str(column)
        for table in METADATA.sorted_tables
        if table.name not in tables
        for column in table.c
        if isinstance(column.type, String)
    }
    assert found == set(TEXT_OF_NO_PERSON) | BY_HAND


def test_every_json_column_that_may_hold_a_person_is_known() -> None:
    found = {str(c) for table in METADATA.sorted_tables for c in table.c if _is_json(c)}
    assert found == JSON_OF_NO_PERSON | {"outbox.payload", "games.lots"}


def test_every_person_in_a_message_that_waits_is_known() -> None:
    keys = {str(each.metadata.get("key", each.name)) for row in ROW_TYPES for each in fields(row)}
    people = {key for key in keys if key.endswith(("user_id", "er_id", "other_id", "person_id"))}
    assert people == set(IN_PAYLOADS)


def _is_json(column: Column[Any]) -> bool:
    return isinstance(column.type, JSON)


async def test_an_export_tells_of_every_place(database: Database) -> None:
    await fill(database)
    async with database.reading() as connection:
        told = await privacy.everything(connection, PERSON)
        nothing = await privacy.everything(connection, OTHER)
    empty = {section for section, entries in told.items() if not entries}
    assert empty == {"ended_games"}, "its event is a move"
    assert not any(nothing.values())


async def test_a_person_who_is_forgotten_is_nowhere(database: Database) -> None:
    await fill(database)
    before = json.dumps(await contents(database))
    async with database.writing() as connection:
        await privacy.forget(connection, PERSON, FORMER)
    left = await contents(database)
    # What they did too often lately counts on for some hours: else they could undo that.
    assert str(PERSON) in json.dumps(left.pop("limits"))
    after = json.dumps(left)
    assert str(PERSON) in before
    assert str(PERSON) not in after
    assert str(FORMER) in after


async def test_to_forget_a_person_leaves_everybody_else_as_they_were(database: Database) -> None:
    await fill(database)
    before = await contents(database)
    async with database.writing() as connection:
        await privacy.forget(connection, OTHER, FORMER)
    assert await contents(database) == before


@pytest.mark.slow
async def test_who_is_blocked_stays_blocked_and_is_not_told_by_whom(database: Database) -> None:
    await fill(database)
    async with database.writing() as connection:
        told = await privacy.everything(connection, OTHER)
        await privacy.forget(connection, OTHER, FORMER)
        assert await blocks.of_person(connection, PERSON) == [OTHER]
    assert str(PERSON) not in json.dumps(told)


def test_a_former_player_is_neither_an_account_nor_a_computer() -> None:
    for seed in range(100):
        former = draw_former(Random(seed))
        assert is_former(former)
        assert not is_computer(former)
        assert not is_account(former)
    assert is_account(PERSON)
    assert not is_former(PERSON)
    assert not is_account(Computer(Level.HARD).id)
