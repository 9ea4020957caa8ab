"""Profiles and what is between people: every figure equals one of the second, slow program."""

import json
from collections.abc import AsyncIterator
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bot.match.table import Person
from bot.services.outcomes import Outcomes
from bot.services.profiles import Profile, pace_of, profile, times_of
from bot.services.rivals import usual_hour
from bot.services.streaks import streaks_of
from bot.services.versus import between
from cogs.server.record_text import milestones_text
from data import outcomes
from data.offers import OfferKind
from data.outcomes import Done, Ending
from data.profiles import Made
from data.tables import EVENTS
from games.registry import GAMES
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, UNRATED, Club
from tests.recount import current_streak, longest_streak, read, score
from tests.recount.stored import PlayedMatch

PEOPLE = (MARA, JON, KIM)


def file_of(club: Club) -> Path:
    return Path(club.url.partition(":///")[2])


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """Open a club on a file that the second program can read."""
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await opened.database.migrate()
    yield opened
    await opened.database.close()


@pytest.fixture
async def played(club: Club) -> list[PlayedMatch]:
    """Play forty games among three people, and return what the second program reads of them."""
    chance = Random(3)
    for _ in range(40):
        one, other = chance.sample(PEOPLE, 2)
        terms = chance.choice([SINGLE, UNRATED])
        table = await club.start(one, other, terms)
        for _ in range(chance.choice([0, 2, 4, 5])):
            club.clock.pass_time(chance.randrange(20, 9 * 3600))
            table = (await club.play(table)).table
        club.clock.pass_time(chance.randrange(9 * 3600))
        if chance.random() < 0.2 and table.line.turns > 1:
            await club.agree(table, OfferKind.DRAW, one, other)
        elif chance.random() < 0.1 and table.line.turns < 2:
            await club.agree(table, OfferKind.ABORT, one, other)
        else:
            await club.resign(table, chance.choice([one, other]))
    return read(file_of(club))


def endings(played: list[PlayedMatch], person: Person) -> list[str]:
    """List how somebody's matches ended, in order, by the second program."""
    return [
        "drawn" if len(match.winners) > 1 else "won" if match.winners == (person.id,) else "lost"
        for match in played
        if person.id in match.players and match.winners
    ]


async def shown(club: Club, person: Person) -> Profile:
    return await profile(club.database, GUILD, person.id)


@pytest.mark.slow
async def test_records_streaks_and_ratings_are_those_of_the_second_program(
    club: Club, played: list[PlayedMatch]
) -> None:
    for person in PEOPLE:
        found, slow = await shown(club, person), endings(played, person)
        (record,) = found.records
        assert (record.game, record.against) == ("dice_matrix", "people")
        assert [record.won, record.drawn, record.lost] == [
            slow.count(ending) for ending in ("won", "drawn", "lost")
        ]
        ending, length = current_streak(slow)
        assert found.streaks.ending is not None
        assert (found.streaks.ending.value, found.streaks.length) == (ending, length)
        assert found.streaks.best == longest_streak(slow)
        assert found.favourite == ("dice_matrix", len(slow))
        wins = [match.ended_at for match in played if match.winners == (person.id,)]
        assert found.first_wins == {"people": min(wins)}
        curve = found.curves["dice_matrix"]
        assert curve[-1][1] == found.ratings["dice_matrix"].shown
        assert [at for at, _ in curve] == sorted(at for at, _ in curve)
        assert found.ratings["dice_matrix"].games == len(curve)
        assert (found.timed, found.on_time) == (0, 0)


@pytest.mark.slow
async def test_what_is_between_people_is_what_the_second_program_finds(
    club: Club, played: list[PlayedMatch]
) -> None:
    for one, other in permutations(PEOPLE, 2):
        found = await between(club.database, GUILD, [one.id, other.id])
        slow = score(played, GUILD, (one.id, other.id))
        (game,) = found.games
        assert game.won == (slow.get(one.id, 0), slow.get(other.id, 0))
        assert game.drawn == slow.get(None, 0)
        both = [match for match in played if sorted(match.players) == sorted((one.id, other.id))]
        mine = endings(both, one)
        assert found.streaks.best == longest_streak(mine)
        latest = [match for match in both if match.winners][::-1]
        assert [each.met.match_id for each in found.latest] == [match.id for match in latest[:5]]
        assert [each.best for each in found.latest if len(each.best) == 1] == [
            match.winners for match in latest[:5] if len(match.winners) == 1
        ]
        assert found.rematch_id == latest[0].games[-1].id


@pytest.mark.slow
async def test_the_usual_time_is_the_middle_of_all_turns_of_the_latest_games(
    club: Club, played: list[PlayedMatch]
) -> None:
    assert played
    async with club.database.reading() as connection:
        rows: list[Any] = list(
            await connection.execute(select(EVENTS).order_by(EVENTS.c.game_id, EVENTS.c.seq))
        )
    for person in PEOPLE:
        games = sorted({row.game_id for row in rows if row.user_id == person.id})
        seated = [m.games[0].id for m in played if person.id in m.players][-10:]
        taken = [
            second.created_at - first.created_at
            for game in set(games) & set(seated)
            for first, second in combinations([r for r in rows if r.game_id == game and r.seq], 2)
            if second.seq == first.seq + 1
            and second.user_id == person.id != first.user_id
            and "!" not in second.notation
        ]
        assert (await shown(club, person)).pace == round(median(taken))


def test_turns_of_several_moves_plans_and_chance_count_as_people_see_them() -> None:
    made = [
        Made(1, 7, 100, is_move=True),
        Made(1, None, 100, is_move=False),
        Made(1, 8, 160, is_move=True),
        Made(1, 8, 170, is_move=True),
        Made(1, 7, 170, is_move=False),
        Made(1, 8, 200, is_move=True),
        Made(2, 8, 900, is_move=True),
    ]
    assert times_of(made, 8) == [60, 30]
    assert pace_of(made, 8) == 45
    assert pace_of(made, 9) is None


def test_hours_are_those_of_the_reader() -> None:
    night = [Made(1, 7, 1_800_000_000 + n * 86_400, is_move=True) for n in range(5)]
    utc, tokyo = usual_hour(night, 7, ZoneInfo("UTC")), usual_hour(night, 7, ZoneInfo("Asia/Tokyo"))
    assert utc is not None
    assert tokyo is not None
    assert (tokyo - utc) % 24 == 9
    assert usual_hour(night, 8, ZoneInfo("UTC")) is None


def test_nobody_has_a_streak_before_the_first_game() -> None:
    assert (streaks_of([]).ending, streaks_of([]).best) == (None, 0)
    assert streaks_of([Ending.LOST]).length == 1


@pytest.mark.slow
async def test_feats_are_those_of_the_stored_events_and_nobody_counts_them(club: Club) -> None:
    table = await club.play_out(await club.start(MARA, JON, UNRATED))
    service = Outcomes(club.database, clock=club.clock)
    assert (await shown(club, MARA)).feats == {}

    for _ in range(2):
        await service.look_through(table.game.match.id)

    async with club.database.reading() as connection:
        rows: list[Any] = list(
            await connection.execute(select(EVENTS).order_by(EVENTS.c.game_id, EVENTS.c.seq))
        )
    setup, *events = rows
    game = GAMES["dice_matrix"]
    position = game.read_setup(json.loads(setup.notation), 2, game.options_of({}))
    slow = set()
    for event in events:
        seat, before = position.to_move, position.points
        position = position.play(game.parse(event.notation))
        if position.points[seat] - before[seat] >= 25:
            slow.add(event.user_id)
    told = {
        person.id
        for person in (MARA, JON)
        if ("dice_matrix", "25-points") in (await shown(club, person)).feats
    }
    assert told == slow


async def test_a_feat_is_told_with_the_day_of_its_first_time(club: Club) -> None:
    done = [
        Done(match, MARA.id, "25-points", GUILD, "dice_matrix", 100 * match) for match in (1, 2)
    ]
    for _ in range(2):
        await club.resign(await club.start(), JON)
    async with club.database.writing() as connection:
        await outcomes.note_feats(connection, done)
    found = await shown(club, MARA)
    assert found.feats == {("dice_matrix", "25-points"): 100}
    told = [str(text) for text in milestones_text(found)]
    assert told[0] == "Dice Matrix: 25 points in one turn · <t:100:D>"
