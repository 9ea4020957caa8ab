"""Games and challenges of a version in which a secret alone made the chance: they go on."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.match.record import record_of
from data.challenges import ChallengeState, First, MatchKind, Terms
from data.tables import EVENTS, GAMES
from games.chance import FairSource, commitment
from games.fairness import verify
from games.record import Fair
from games.registry import GAMES as REGISTRY
from tests.bot.club import CARD, JON, KIM, MARA, TWO_GAME, Club, waiting
from tests.bot.match.old_databases import club_before, copy
from tests.data.backends import BACKENDS

SECRET = bytes(range(32))
DICE = Terms("tablero", 2, {}, MatchKind.SINGLE, First.ME, rated=False)


@pytest.fixture(params=BACKENDS)
async def old_club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """Yield the services on a database of the version before."""
    async with club_before(request.param, tmp_path, "0009") as opened:
        yield opened


@pytest.mark.slow
async def test_a_running_game_keeps_the_dice_of_its_secret(old_club: Club, club: Club) -> None:
    settings = REGISTRY["tablero"].settings_of({})
    table = await club.start(terms=replace(DICE, settings=settings))
    game_id = table.game.id
    position = REGISTRY["tablero"].deal(FairSource(SECRET, str(game_id), 0), 2, {})
    roll = REGISTRY["tablero"].format(position.roll(FairSource(SECRET, str(game_id), 1)))
    async with club.database.writing() as connection:
        values = {"secret": SECRET.hex(), "commitment": commitment(SECRET)}
        await connection.execute(sa.update(GAMES).values(values))
        first = sa.update(EVENTS).where(EVENTS.c.seq == 1)
        await connection.execute(first.values(notation=roll))
    await copy(club.database, old_club.database, but=["meta"])
    await old_club.database.migrate()

    now = await old_club.play_out(await old_club.matches.table(game_id), moves=10)
    now = (await old_club.resign(now, waiting(now))).table
    game, record = await record_of(old_club.database, game_id)
    assert game.lots is None
    assert isinstance(record.fair, Fair)
    assert record.format == "tavolo/1"
    assert verify(record).checked > 3


async def test_an_open_challenge_gets_a_secret_and_begins_as_today(
    old_club: Club, club: Club
) -> None:
    challenge = await club.propose(JON)
    await copy(club.database, old_club.database, but=["meta"])
    await old_club.database.migrate()
    kept, _ = await old_club.challenges.get(challenge.id)
    assert (kept.state, kept.sitting) == (ChallengeState.OPEN, (MARA.id,))
    assert re.fullmatch("[0-9a-f]{64}", kept.secret)

    answered = await old_club.accept(kept)
    assert answered.game_id is not None
    table = await old_club.resign(await old_club.matches.table(answered.game_id), JON)
    _, record = await record_of(old_club.database, table.table.game.id)
    assert record.format == "tavolo/2"
    assert verify(record).checked == 1


async def test_the_return_game_of_a_match_that_had_begun_is_of_today(
    old_club: Club, club: Club
) -> None:
    challenge = await club.propose(JON, terms=TWO_GAME)
    answered = await club.accept(challenge)
    assert answered.game_id is not None
    await copy(club.database, old_club.database, but=["meta"])
    await old_club.database.migrate()

    # The set-up of the first is another one's: only its moves matter here.
    await old_club.play_out(await old_club.matches.table(answered.game_id))
    match = await old_club.challenges.match_of(challenge.id)
    assert match is not None
    _, second = await old_club.games_of(match.id)
    assert second.players == (JON.id, MARA.id)
    assert second.lots is not None
    assert second.lots.card == str(CARD)
    assert KIM.id not in second.players
