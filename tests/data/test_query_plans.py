"""Queries that must not become slower the more games are stored.

Every statement that the services really send is caught and explained by SQLite, so that a
new query, or one that lost its index, is found without being listed here.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.config import load
from bot.delivery.channels import Place
from bot.delivery.schedule import Scheduler
from bot.match.event import Referee
from bot.match.record import record_of
from bot.match.table import Person
from bot.services.audience import audience
from bot.services.finished import finished
from bot.services.followers import Followers
from bot.services.like_me import mix_now
from bot.services.notes import Notes
from bot.services.outcomes import Outcomes
from bot.services.privacy import Privacy
from bot.services.profiles import profile
from bot.services.retention import Retention
from bot.services.rivals import free_for_a_game
from bot.services.tournaments import Tournaments
from bot.services.versus import between
from data import clocks, outbox, people, schedule, standings
from data.challenges import Clock, ClockEnd
from data.engine import Database
from data.offers import OfferKind
from data.schedule import JobKind
from data.standings import Board, Listing, Span
from data.tournament_values import Format, PairingResult, TournamentState
from data.tournaments import TournamentTerms
from tests.bot.club import CHANNEL, GUILD, JON, KIM, MARA, TWO_GAME, UNRATED, Club, legal, seeded
from tests.bot.passing import pass_hours
from tests.tiers import sampled

GROWING = (
    "challenges",
    "challenge_seats",
    "matches",
    "games",
    "players",
    "events",
    "posts",
    "rating_changes",
    "outcomes",
    "feats",
    "people",
    "ratings",
    "offers",
    "offer_answers",
    "plans",
    "interactions",
    "notes",
    "followers",
    "away",
    "tournaments",
    "entrants",
    "pairings",
    "corrections",
)
"""The tables that grow with the games ever stored. The outbox and what is due do not."""
Statement = tuple[str, Any]  # Any: the driver's parameters
Act = Callable[[Club], Awaitable[object]]


class Heard:
    """What was sent to a database."""

    def __init__(self, database: Database) -> None:
        self.statements: list[Statement] = []
        event.listen(database._engine.sync_engine, "before_cursor_execute", self._hear)

    def _hear(  # as SQLAlchemy calls it
        self,
        _connection: object,
        _cursor: object,
        statement: str,
        parameters: Any,  # Any: the driver's
        _context: object,
        many: bool,
    ) -> None:
        self.statements.append((statement, parameters[0] if many else parameters))


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await opened.database.migrate()
    yield opened
    await opened.database.close()


async def plan(club: Club, statement: Statement) -> list[str]:
    """Return the steps in which SQLite would carry a statement out."""
    async with club.database.reading() as connection:
        steps = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement[0]}", statement[1])
        return [str(step.detail) for step in steps]


def scans(steps: list[str]) -> list[str]:
    return [
        step for step in steps if (match := re.match(r"SCAN (\w+)", step)) and match[1] in GROWING
    ]


async def play_a_move(club: Club) -> None:
    await club.play(await club.start())


async def play_a_match(club: Club) -> None:
    first = await club.play_out(await club.start(terms=TWO_GAME))
    games = await club.games_of(first.game.match.id)
    await club.play_out(await club.matches.table(games[1].id))
    await finished(club.database, games[1].id)
    await record_of(club.database, games[0].id)


async def answer_challenges(club: Club) -> None:
    for answer in (club.challenges.decline, club.challenges.accept):
        challenge = await club.propose(JON)
        await answer(challenge.id, club.click(JON))
    challenge = await club.propose()
    await club.challenges.open_by(GUILD, MARA.id)
    await club.challenges.card_of(challenge.id)
    await club.challenges.match_of(challenge.id)
    await club.challenges.cancel(challenge.id, MARA)


async def tidy_and_forget(club: Club) -> None:
    await club.play_out(await club.start())
    await club.start()
    challenge = await club.propose(JON)
    await club.challenges.decline(challenge.id, club.click(JON))
    privacy = Privacy(Referee(club.database, clock=club.clock, chances=seeded(1)))
    await privacy.export(JON.id, 10**7)
    await privacy.at_stake(JON.id)
    await privacy.forget(JON.id)
    keeping = Retention(club.database, load({}), clock=club.clock)
    club.clock.pass_time(60 * 24 * 3600)
    await keeping.tidy()
    await keeping.forget_server(GUILD)


async def find_games(club: Club) -> None:
    table = await club.start()
    await club.matches.table(table.game.id, 0)
    await club.matches.table_by_code(GUILD, table.game.code)
    await club.matches.running_in(CHANNEL)
    await club.matches.latest_in(CHANNEL)
    await club.matches.running_of(GUILD, MARA.id)
    await club.matches.boards_of([table.game.id, 2, 3])
    await club.matches.repost(table.game.id)
    thread = Place(CHANNEL, own_thread=True)
    await audience(club.database, table, club.clock(), posted_in=thread)


async def agree_and_plan(club: Club) -> None:
    table = await club.play_out(await club.start(terms=UNRATED), moves=2)
    one, two, *_ = (move for move in legal(table) if "+" not in move)
    await club.plan(table, JON, one, two)
    await club.plan_editor.book(table.game.id, JON.id)
    table = (await club.play(table, one)).table
    await club.matches.story(table)
    table = await club.agree(table, OfferKind.TAKEBACK, JON, MARA)
    await club.matches.story(table)
    notes, followers = Notes(club.database), Followers(club.referee)
    for text in ("a", ""):
        await notes.write(table.game.id, MARA.id, text)
        await notes.read(table.game.id, MARA.id)
        await followers.follow(table.game.id, MARA.id, wanted=bool(text))
    await club.agree(table, OfferKind.DRAW, MARA, JON)
    await finished(club.database, table.game.id)


async def let_days_pass(club: Club) -> None:
    terms = replace(UNRATED, clock=Clock(3))
    table = await club.start(terms=terms)
    late = await club.start(terms=replace(terms, clock=Clock(1, ClockEnd.COMPUTER)))
    await club.absences.announce(JON.id, 2)
    await pass_hours(club, 73)
    await club.clocks.give_time(table.game.id, JON, interaction_id=club.ticket())
    await club.clocks.sit_down(late.game.id, MARA)
    await club.reminders.waiting_for(MARA.id)
    await club.reminders.digest(MARA.id)
    await club.absences.come_back(JON.id)
    async with club.database.writing() as connection:
        await clocks.running_in_server(connection, GUILD)
        await clocks.halt_server(connection, GUILD, "gone", club.clock(), told=3, least=1)
        await clocks.drop_server(connection, GUILD, {JobKind.CLOCK}, JobKind.LAPSE)
        await clocks.open_challenges_in(connection, GUILD)
        await people.doubt(connection, [GUILD], MARA.id)


async def sweep_and_look(club: Club) -> None:
    challenge = await club.propose(JON)
    now = club.clock()
    async with club.database.writing() as connection:
        for stream in await outbox.waiting_streams(connection, now + 100, 50):
            for row in await outbox.claim_next(
                connection, [stream], now=now + 100, until=now + 160, by="1@here", eager=True
            ):
                await outbox.postpone(connection, row, now + 200, failures={})
                await outbox.payloads(connection, stream, row.kind)
                await outbox.renew(connection, row, now + 200)
                await outbox.done(connection, row)
            await outbox.drop_unclaimed(connection, stream)
    club.clock.pass_time(48 * 3600)
    looking = Scheduler(club.database, clock=club.clock)
    await looking.run_due()  # nobody has registered: it is put off
    async with club.database.reading() as connection:
        await schedule.due(connection, club.clock(), 100)
    await club.challenges.lapse(challenge.id)


async def show_leaderboards(club: Club) -> None:
    await club.resign(await club.rated(), JON)
    async with club.database.writing() as connection:
        for game, listing, time in product(
            ("dice_matrix", None), Listing, (None, Span(0, club.clock() + 1))
        ):
            board = Board(GUILD, game, listing, time)
            await standings.page(connection, board, offset=0, limit=10, reader_id=MARA.id)
        await people.unchecked(connection, GUILD, [MARA.id, JON.id], 0)
        await people.departed(connection, GUILD, 0, 100)
        await people.forget_membership(connection, GUILD, [JON.id], 0)


async def look_at_people(club: Club) -> None:
    terms = replace(UNRATED, clock=Clock(3))
    await club.resign(await club.start(terms=terms), JON)
    await club.start()
    await profile(club.database, GUILD, MARA.id)
    await between(club.database, GUILD, [MARA.id, JON.id])
    await between(club.database, GUILD, [MARA.id, JON.id, KIM.id])
    await free_for_a_game(club.database, load({}), GUILD, KIM.id, club.clock())
    await mix_now(club.database, GUILD, "dice_matrix", MARA.id)
    outcomes = Outcomes(club.database, clock=club.clock)
    await outcomes.running_score(GUILD, "dice_matrix", (MARA.id, JON.id))
    await outcomes.look_through(1)


async def play_a_tournament(club: Club) -> None:
    tournaments = Tournaments(club.database, club.matches, clock=club.clock)
    rounds = TournamentTerms(
        "Cup", "dice_matrix", TWO_GAME.kind, Format.SWISS, 3, None, 3, True, None, None
    )
    number, _ = await tournaments.create(
        MARA, rounds, guild_id=GUILD, channel_id=CHANNEL, language="en", interaction_id=900
    )
    for person in (MARA, JON, KIM):
        await tournaments.join(number, person)
    await tournaments.advance(number)
    view = await tournaments.view(number)
    (paired,) = (one for one in view.pairings if one.challenge_id is not None)
    await tournaments.pairing_of(paired.challenge_id or 0)
    await tournaments.move(number, MARA.id, CHANNEL, moderates=False)
    await tournaments.correct(number, paired.id, PairingResult.DRAW, Person(99, "Nora"))
    await tournaments.leave_all(KIM.id)
    await tournaments.in_server(GUILD, list(TournamentState), 9)
    await tournaments.cancel(number, MARA.id, moderates=False)


@pytest.mark.slow
@sampled(
    "act",
    [
        play_a_tournament,
        look_at_people,
        play_a_move,
        play_a_match,
        answer_challenges,
        find_games,
        agree_and_plan,
        let_days_pass,
        sweep_and_look,
        show_leaderboards,
    ],
)
async def test_no_query_walks_through_all_that_is_stored(club: Club, act: Act) -> None:
    heard = Heard(club.database)
    await act(club)
    asked = {
        statement: parameters
        for statement, parameters in heard.statements
        if re.match(r"\s*(SELECT|UPDATE|DELETE|INSERT)", statement)
    }
    assert len(asked) > 5
    walking = {
        statement: steps
        for statement, parameters in asked.items()
        if (steps := scans(await plan(club, (statement, parameters))))
    }
    assert walking == {}


@pytest.mark.slow
async def test_to_tidy_and_forget_walks_only_through_what_runs_or_ended_lately(
    club: Club,
) -> None:
    heard = Heard(club.database)
    await tidy_and_forget(club)
    walked = {
        step.removeprefix("SCAN ").split()[0]
        for statement in heard.statements
        if re.match(r"\s*(SELECT|UPDATE|DELETE|INSERT)", statement[0])
        for step in scans(await plan(club, statement))
    }
    # A game's end, or a tidying after it, empties these.
    assert walked <= {"notes", "followers", "plans", "offers", "offer_answers"}


async def test_what_is_due_and_the_first_row_of_a_stream_are_found_by_an_index(club: Club) -> None:
    heard = Heard(club.database)
    await sweep_and_look(club)
    steps = {
        step
        for statement in heard.statements
        if re.match(r"(SELECT|UPDATE|DELETE)", statement[0])
        for step in await plan(club, statement)
    }
    assert any("ix_due_due_at (due_at<?)" in step for step in steps)
    assert any("ix_outbox_stream_id (stream=?)" in step for step in steps)
    assert {step for step in steps if step.startswith("SCAN")} <= {
        # The outbox holds what is not delivered yet: it is looked through along its index.
        "SCAN outbox USING COVERING INDEX ix_outbox_stream_id",
        # What is computed from values alone reads no table.
        "SCAN CONSTANT ROW",
    }


@sampled(
    ("statement", "found"),
    [
        ("SELECT * FROM games WHERE seq = 3", ["SCAN games"]),
        ("SELECT * FROM games WHERE id = 3", []),
        ("SELECT count(*) FROM events", ["SCAN events"]),
        ("SELECT * FROM matches WHERE channel_id = 3", ["SCAN matches"]),
    ],
)
async def test_a_walk_through_a_table_is_recognised(
    club: Club, statement: str, found: list[str]
) -> None:
    walks = scans(await plan(club, (statement, ())))
    assert [" ".join(walk.split()[:2]) for walk in walks] == found
