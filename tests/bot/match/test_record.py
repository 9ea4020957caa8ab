"""Records of stored games: complete, and with the secret at the end only."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import MatchError, UnknownGame
from bot.match.record import record_of
from games.__main__ import UNFAIR, WRONG, main
from games.dice_matrix import DICE_MATRIX
from games.errors import RecordError, UnfairRecord
from games.fairness import verify
from games.game import Reason
from games.record import Record, replay
from tests.bot.club import JON, KIM, MARA, SINGLE, Club
from tests.tiers import sampled


@sampled("scoring", ["running", "recount"])
async def test_a_finished_games_record_replays_and_verifies(
    club: Club, tmp_path: Path, scoring: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await club.play_out(
        await club.start(terms=replace(SINGLE, options={"scoring": scoring}))
    )
    game, record = await record_of(club.database, table.game.id)
    assert game == table.game
    assert replay(record) == table.line
    assert record.result == table.line.result
    assert verify(record).checked == 1  # the set-up; Dice Matrix has no chance after it
    exported = tmp_path / "record.json"
    exported.write_text(record.to_json())
    assert main(["verify", str(exported)]) == 0
    assert main(["replay", str(exported)]) == 0
    assert capsys.readouterr().err == ""


async def test_a_record_is_read_back_as_it_was_written(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=3)
    _, record = await record_of(club.database, table.game.id)
    assert Record.read(record.to_json()) == record


@pytest.mark.parametrize("reason", [Reason.RESIGNED, Reason.ABORTED])
async def test_a_game_that_ended_early_verifies_too(club: Club, reason: Reason) -> None:
    table = await club.play_out(await club.start(), moves=3)
    if reason is Reason.RESIGNED:
        await club.resign(table, JON)
    else:
        await club.matches.abort(table.game.id, KIM, interaction_id=club.ticket())
    _, record = await record_of(club.database, table.game.id)
    assert record.result is not None
    assert record.result.reason is reason
    assert verify(record).checked == 1


async def test_a_running_games_record_replays_and_keeps_the_secret(
    club: Club, tmp_path: Path
) -> None:
    table = await club.play_out(await club.start(), moves=3)
    game, record = await record_of(club.database, table.game.id)
    assert replay(record) == table.line
    assert record.fair is not None
    assert record.fair.secret is None
    assert record.fair.commitment == game.commitment
    assert game.secret not in record.to_json()
    assert "secret" not in json.loads(record.to_json())["fair"]
    with pytest.raises(RecordError, match="the game is still running"):
        verify(record)
    exported = tmp_path / "record.json"
    exported.write_text(record.to_json())
    assert main(["verify", str(exported)]) == WRONG


async def test_a_record_that_was_tampered_with_is_found_out(club: Club, tmp_path: Path) -> None:
    table = (await club.resign(await club.start(), MARA)).table
    _, record = await record_of(club.database, table.game.id)
    assert record.fair is not None
    other = (await club.resign(await club.start(), MARA)).table
    _, foreign = await record_of(club.database, other.game.id)
    for wrong in (
        replace(record, setup=foreign.setup),
        replace(record, fair=replace(record.fair, secret=other.game.secret)),
        replace(record, fair=replace(record.fair, commitment=other.game.commitment)),
        replace(record, fair=replace(record.fair, id=str(other.game.id))),
    ):
        with pytest.raises(UnfairRecord):
            verify(wrong)
        exported = tmp_path / "record.json"
        exported.write_text(wrong.to_json())
        assert main(["verify", str(exported)]) == UNFAIR


async def test_an_unknown_game_has_no_record(club: Club) -> None:
    with pytest.raises(UnknownGame):
        await record_of(club.database, 404)


async def test_a_running_game_with_hidden_information_has_no_record_yet(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.start()
    monkeypatch.setattr(DICE_MATRIX, "about", replace(DICE_MATRIX.about, hidden=True))
    with pytest.raises(MatchError, match="once the game is over"):
        await record_of(club.database, table.game.id)
    await club.resign(table, MARA)
    _, record = await record_of(club.database, table.game.id)
    assert verify(record).checked == 1
