"""The verifier in JavaScript, which shares no code with ours, comes to the same verdicts."""

import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import Final

import pytest

from games.errors import UnfairRecord
from games.fairness import verify
from games.lots import Lots, digest_of, sha256
from games.record import Record
from games.registry import GAMES
from tests.games.drawn import played, with_lots

VERIFIER: Final = Path(__file__).parents[2] / "docs" / "verify.mjs"
RECORDS: Final = 1_000
needs_node = pytest.mark.skipif(which("node") is None, reason="node is not installed")


def ours(record: Record) -> str:
    """Return our verdict in the words of the other verifier."""
    try:
        checked = verify(record)
    except UnfairRecord as error:
        if "commitment" in str(error):
            return "another commitment"
        return "another set-up" if error.ply == 0 and "set-up" in str(error) else f"ply {error.ply}"
    return f"seats {','.join(map(str, checked.seating))}, {checked.checked - 1} rolls"


def theirs(records: Sequence[Record]) -> list[str]:
    """Return the verdicts of the other verifier."""
    done = subprocess.run(  # noqa: S603 -- our own document
        ["node", VERIFIER],  # noqa: S607 -- wherever it is
        input="\n".join(record.to_json() for record in records),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    return [line.replace("another roll at ply", "ply") for line in done.stdout.splitlines()]


def records() -> list[Record]:
    """Return records of every game, at every number of seats, some with forged parts."""
    games = list(GAMES.values())
    made: list[Record] = []
    for n in range(RECORDS):
        game = games[n % len(games)]
        seats = game.about.seats[n % len(game.about.seats)]
        first = None if n % 3 else n % seats
        record = played(game, n, seats=seats, events=12, takebacks=0.2, first=first)
        made.append(_forged(record, n) if n % 5 == 0 else record)
    return made


def _forged(record: Record, n: int) -> Record:
    lots = record.fair
    assert isinstance(lots, Lots)
    forgeries = (
        with_lots(record, card=str(int(lots.card) + 1)),
        with_lots(record, id=f"9{lots.id}"),
        with_lots(record, words=("another", *lots.words[1:])),
        with_lots(record, players=(*lots.players[1:], lots.players[0])),
        with_lots(record, first=0 if lots.first != 0 else 1),
        with_lots(record, commitment=sha256(lots.commitment)),
        replace(record, setup=played(record.rules, n + 1, seats=record.seats, events=0).setup),
        replace(record, moves=tuple(_six(event) for event in record.moves)),
    )
    return forgeries[n // 20 % len(forgeries)]


def _six(event: str) -> str:
    return "@6-6" if event.startswith("@") else event


@needs_node
def test_two_verifiers_agree_on_a_thousand_records() -> None:
    made = records()
    expected = [ours(record) for record in made]

    assert len(made) == RECORDS
    assert sum(verdict.startswith("seats") for verdict in expected) >= RECORDS * 0.8
    assert len({verdict.split()[0] for verdict in expected}) == 3
    assert theirs(made) == expected


@needs_node
def test_the_other_verifier_knows_a_player_by_a_digest_too() -> None:
    record = played(GAMES["tablero"], 1)
    lots = record.fair
    assert isinstance(lots, Lots)
    one, other = lots.players
    forgotten = with_lots(record, players=(f"#{digest_of(one)}", other))

    assert ours(record).startswith("seats")
    assert theirs([record, forgotten]) == [ours(record)] * 2


def test_the_verifier_of_the_documents_is_short() -> None:
    lines = VERIFIER.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 160
